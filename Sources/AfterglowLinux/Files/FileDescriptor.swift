import CLinux

/// An open file, socket, timer or memory file; closed at the end.
public struct FileDescriptor: ~Copyable {
  public private(set) var number: Int32

  public init(owning number: Int32) { self.number = number }

  deinit { if number >= 0 { _ = ag_close(number) } }

  /// Gives the number away; whoever takes it closes it.
  public consuming func release() -> Int32 {
    let given = number
    number = -1
    return given
  }

  /// Opens a regular file. EINVAL for anything else: a pipe without a writer would wait for one for ever.
  public static func open(forReading path: UnsafePointer<CChar>) throws(SystemError) -> FileDescriptor {
    try regular(path, Int(AG_FOR_READING))
  }

  /// Creates or empties a file with mode 0644, or opens whatever device or pipe is there.
  public static func create(_ path: UnsafePointer<CChar>) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try checked("create the file", ag_create(path, 0o644)))
  }

  /// Creates or empties a regular file with mode 0644. EINVAL where anything else is in its place.
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

  /// Size in bytes. EINVAL for what is not a regular file.
  public func byteCount() throws(SystemError) -> Int64 {
    try checked("read the size of the file", ag_file_size(number))
  }

  /// Fills `memory` from the file's start; the bytes that were there, at most `memory.count`.
  public func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try readAll(number, into: memory)
  }

  public func write(all bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = ag_write(number, bytes.baseAddress! + done, Int64(bytes.count - done))
      done += Int(try checked("write", count))
    }
  }

  /// A copy in memory of its own, sealed: nobody can change it any more, whoever has a descriptor of it. At most `limit`
  /// bytes, EFBIG when it is larger.
  ///
  /// A file that is rewritten in place later cannot hurt what was taken over from it.
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

/// Size in bytes of an open file that is kept as a plain number. EINVAL for what is not a regular file.
public func fileByteCount(_ descriptor: Int32) throws(SystemError) -> Int64 {
  try checked("read the size of the file", ag_file_size(descriptor))
}

/// Reads from the start of `descriptor`, wherever it stands, until `memory` is full or the file ends.
public func readAll(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
  var done = 0
  while done < memory.count {
    let count = ag_pread(descriptor, memory.baseAddress! + done, Int64(memory.count - done), Int64(done))
    if try checked("read", count) == 0 { break }
    done += Int(count)
  }
  return done
}
