import Foundation

/// Reads regular files completely. A named pipe or a device in place of a file does not block, and a file that grows
/// continuously does not exhaust the memory.
public enum RegularFile {
  /// Why a file was not read.
  public enum Failure: Error {
    /// errno of the call that failed.
    case system(Int32)
    case notRegular(isFolder: Bool)
    /// At least this many bytes.
    case tooLarge(byteCount: Int)
  }

  /// The file's bytes.
  /// - Parameter limit: in bytes; checked before reading, and again while the file grows.
  public static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notRegular(isFolder: status.st_mode & S_IFMT == S_IFDIR)
    }
    guard status.st_size <= limit else { throw .tooLarge(byteCount: Int(status.st_size)) }
    return try readAll(descriptor, size: Int(status.st_size), limit: limit)
  }

  private static func readAll(_ descriptor: Int32, size: Int, limit: Int) throws(Failure) -> [UInt8] {
    // The file's size rather than the limit, because the kernel clears every page that is allocated. One byte more, to
    // detect a file that grows while it is read.
    var bytes = [UInt8](repeating: 0, count: min(max(size, 0), limit) + 1)
    var count = 0
    while count <= limit {
      if count == bytes.count {
        bytes += [UInt8](repeating: 0, count: min(max(4096, bytes.count), limit + 1 - bytes.count))
      }
      let got = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress! + count, $0.count - count) }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .system(errno) }
      if got == 0 { break }
      count += got
    }
    guard count <= limit else { throw .tooLarge(byteCount: count) }
    return Array(bytes[..<count])
  }
}
