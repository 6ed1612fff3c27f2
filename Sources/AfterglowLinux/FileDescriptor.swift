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

  public static func open(forReading path: UnsafePointer<CChar>) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try checked("open the file", ag_open_read(path)))
  }

  /// Creates or empties a file with mode 0644.
  public static func create(_ path: UnsafePointer<CChar>) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try checked("create the file", ag_create(path, 0o644)))
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

  /// A copy in memory of its own, which nobody else can change; at most `limit` bytes, EFBIG when it is larger.
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
