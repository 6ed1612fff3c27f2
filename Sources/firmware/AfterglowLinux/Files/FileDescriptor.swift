import CLinux

/// An open file, socket, timer or memory file; closed when the value ends.
public struct FileDescriptor: ~Copyable {
  public private(set) var number: Int32

  /// Takes ownership of an open descriptor.
  public init(owning number: Int32) { self.number = number }

  deinit { if number >= 0 { _ = ag_close(number) } }

  /// Gives up ownership: the caller closes the descriptor.
  public consuming func release() -> Int32 {
    let given = number
    number = -1
    return given
  }

  /// Opens a regular file for reading.
  ///
  /// - Throws: `SystemError`; EINVAL for anything else, because a pipe without a writer would block forever.
  public static func open(forReading path: UnsafePointer<CChar>) throws(SystemError) -> FileDescriptor {
    try regular(path, Int(AG_FOR_READING))
  }

  /// Creates or empties a file with mode 0644, or opens the device or pipe at `path`.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public static func create(_ path: UnsafePointer<CChar>) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try checked("create the file", ag_create(path, 0o644)))
  }

  /// Creates or empties a regular file with mode 0644.
  ///
  /// - Throws: `SystemError`; EINVAL where anything else has this path.
  public static func create(regular path: UnsafePointer<CChar>) throws(SystemError) -> FileDescriptor {
    let file = try regular(path, Int(AG_OR_CREATED))
    _ = try checked("empty the file", ag_truncate(file.number, 0))
    return file
  }

  private static func regular(_ path: UnsafePointer<CChar>, _ flags: Int) throws(SystemError) -> FileDescriptor {
    let opened = ag_open_regular(path, Int32(truncatingIfNeeded: flags))
    if opened == -EINVAL { throw SystemError("use what is not a regular file", errno: EINVAL) }
    return FileDescriptor(owning: try checked("open the file", opened))
  }

  /// Size in bytes.
  ///
  /// - Throws: `SystemError`; EINVAL for what is not a regular file.
  public func byteCount() throws(SystemError) -> Int64 {
    try checked("read the size of the file", ag_file_size(number))
  }

  /// Fills `memory` from the file's start. Returns the bytes read, at most `memory.count`.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try readAll(number, into: memory)
  }

  /// Writes all bytes, in several calls where needed.
  ///
  /// - Throws: `SystemError` with the kernel's errno; part of the bytes may have been written.
  public func write(all bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = ag_write(number, bytes.baseAddress! + done, Int64(bytes.count - done))
      done += Int(try checked("write", count))
    }
  }

  /// Copies the file into sealed memory (memfd_create(2)), which can no longer be changed through any descriptor. A
  /// file that is rewritten in place later does not affect the copy.
  ///
  /// - Parameter limit: the maximum number of bytes to copy.
  /// - Throws: `SystemError`; EFBIG when the file is larger.
  public func privateCopy(limit: Int64) throws(SystemError) -> FileDescriptor {
    let size = try byteCount()
    if size > limit { throw SystemError("take over the archive", errno: EFBIG) }
    let copy = FileDescriptor(owning: try checked("make a memory file", ag_memory_file()))
    var offset: Int64 = 0
    while offset < size {
      if try checked("copy the archive", ag_send_file(copy.number, number, &offset, size - offset)) == 0 { break }
    }
    _ = try checked("seal the copy of the archive", ag_seal(copy.number))
    return copy
  }
}

/// Size in bytes of an open file whose descriptor is stored as a plain number.
///
/// - Throws: `SystemError`; EINVAL for what is not a regular file.
public func fileByteCount(_ descriptor: Int32) throws(SystemError) -> Int64 {
  try checked("read the size of the file", ag_file_size(descriptor))
}

/// Reads from the start of `descriptor`, regardless of its position, until `memory` is full or the end of the file.
/// Returns the bytes read.
///
/// - Throws: `SystemError` with the kernel's errno.
public func readAll(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
  var done = 0
  while done < memory.count {
    let count = ag_pread(descriptor, memory.baseAddress! + done, Int64(memory.count - done), Int64(done))
    if try checked("read", count) == 0 { break }
    done += Int(count)
  }
  return done
}
