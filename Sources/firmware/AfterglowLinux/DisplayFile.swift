import CLinux

/// A virtual framebuffer's file, mapped shared. Children inherit the mapping, and the picture stays in the file when
/// any of them exits.
public struct DisplayFile: ~Copyable {
  /// The whole file.
  public let memory: UnsafeMutableRawBufferPointer
  private let path: UnsafePointer<CChar>
  /// Device and inode of the file, to recognise it.
  private let identity: ag_file_identity

  deinit { _ = ag_unmap(memory.baseAddress!, Int64(memory.count)) }

  /// Whether the path still refers to the file and its length is unchanged, so that readers can see what is shown. A
  /// store into a mapping beyond the file's end kills the process (SIGBUS).
  public var isInPlace: Bool {
    let found = ag_identity_of_path(path)
    return found.device == identity.device && found.inode == identity.inode && found.inode != 0
      && found.size == Int64(memory.count)
  }

  /// Whether it also still begins with `magic`, once it has a first frame. Read from the file and not from the mapping,
  /// whose file may be truncated at any time.
  public func isWhole(_ magic: UInt64) -> Bool {
    if !isInPlace { return false }
    var beginning: UInt64 = 0
    let count = withUnsafeMutableBytes(of: &beginning) { bytes in
      do throws(SystemError) { return try FileDescriptor.open(forReading: path).read(into: bytes) } catch { return 0 }
    }
    return count == 8 && UInt64(littleEndian: beginning) == magic
  }

  /// Maps the file at `path`, which must outlive the display. A display file of exactly `byteCount` bytes is reused
  /// with its picture. A file of another size is replaced atomically by a new file of zeros, so that readers never see
  /// a file of the wrong size.
  ///
  /// - Throws: `SystemError`. EEXIST for a file that is no display file (it begins neither with `magic` nor with zeros)
  ///   and EINVAL for a device; neither is changed.
  public init(path: UnsafePointer<CChar>, byteCount: Int, magic: UInt64) throws(SystemError) {
    let file = FileDescriptor(owning: try DisplayFile.open(path: path, byteCount: byteCount, magic: magic))
    let memory = try DisplayFile.map(file.number, byteCount)
    self.memory = memory
    self.path = path
    identity = ag_identity_of_file(file.number)
  }

  private static func open(
    path: UnsafePointer<CChar>, byteCount: Int, magic: UInt64
  ) throws(SystemError) -> Int32 {
    let existing = ag_open_regular(path, Int32(AG_FOR_BOTH))
    if existing >= 0 {
      let file = FileDescriptor(owning: existing)
      let size = try file.byteCount()
      var beginning: UInt64 = 0
      _ = try withUnsafeMutableBytes(of: &beginning) { bytes throws(SystemError) in
        try readAll(file.number, into: bytes)
      }
      // A new file is zeros until its first program has written the magic.
      if UInt64(littleEndian: beginning) != magic && beginning != 0 {
        throw SystemError("put the display file in the place of another file", errno: EEXIST)
      }
      if size == Int64(byteCount) {
        // On a full disk, writing to a sparse file would kill the process (SIGBUS), so allocate the blocks now.
        _ = try checked("reserve room for the display file", ag_allocate(file.number, Int64(byteCount)))
        return file.release()
      }
    } else if existing == -EINVAL {
      throw SystemError("use what is there as the display file", errno: EINVAL)
    } else if existing != -ENOENT {
      throw SystemError("open the display file", errno: -existing)
    }
    return try replace(path, byteCount)
  }

  private static func replace(_ path: UnsafePointer<CChar>, _ byteCount: Int) throws(SystemError) -> Int32 {
    let scratch = try ReservedMemory(byteCount: 4096)
    let name = scratch.bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
    _ = try checked("create the display file", ag_temporary_name(name, 4096, path))
    // A leftover of a crash may have any content; a link of another user may point anywhere.
    _ = ag_unlink(name)
    let file = FileDescriptor(
      owning: try checked("create the display file", ag_open_regular(name, Int32(AG_CREATED_ONLY))))
    let result = ag_allocate(file.number, Int64(byteCount))
    if result < 0 {
      _ = ag_unlink(name)
      throw SystemError("reserve room for the display file", errno: -result)
    }
    let renamed = ag_rename(name, path)
    if renamed < 0 {
      _ = ag_unlink(name)
      throw SystemError("put the display file in its place", errno: -renamed)
    }
    return file.release()
  }

  private static func map(_ file: Int32, _ byteCount: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    guard let base = ag_map_shared(file, Int64(byteCount)) else {
      throw SystemError("map the display file", errno: EIO)
    }
    return UnsafeMutableRawBufferPointer(start: base, count: byteCount)
  }
}

/// Puts a file in the place of another one; what reads it sees the one or the other.
///
/// - Throws: `SystemError`.
public func renameFile(_ path: UnsafePointer<CChar>, to other: UnsafePointer<CChar>) throws(SystemError) {
  _ = try checked("put a file in its place", ag_rename(path, other))
}
