import AfterglowErrors
import Foundation

/// Replaces files atomically: after a power cut, and for readers, either the old or the new file is complete.
///
/// The new bytes are written to a hidden file of the same folder, which is then renamed. A symbolic link is followed and
/// kept. An existing file keeps its permissions, and its owner if that is permitted.
public enum FileReplacement {
  /// Why a file was not replaced; each has the path of the file itself, after symbolic links.
  public enum Failure: Error, CustomStringConvertible {
    /// There is a device, a pipe or a socket at the path.
    case special(path: String)
    /// The new file could not be made or not be put in its place; `code` as in errno(3).
    case create(path: String, code: Int32)
    /// The bytes could not be written; `code` as in errno(3).
    case write(path: String, code: Int32)

    public var description: String {
      switch self {
      case .special(let path): "\(path) cannot be written: it is a device, a pipe or a socket; choose a file's name"
      case .create(let path, let code), .write(let path, let code):
        "\(path) cannot be written: \(ErrnoWords.sentence(code))"
      }
    }
  }

  /// Replaces a file, or creates it.
  ///
  /// - Parameters:
  ///   - isDurable: waits until the data is on the medium. Omit it for files that are rewritten every minute on an SD
  ///     card.
  ///   - mode: permissions of a file that is not there yet.
  ///   - isCurrent: whether the file is still the one that the new bytes are made of. It is called last, when they are on
  ///     the medium.
  /// - Returns: whether the file was replaced: false where it is not current.
  @discardableResult
  public static func replace(
    _ path: String, with bytes: [UInt8], isDurable: Bool, mode: mode_t = 0o644, if isCurrent: () -> Bool = { true }
  ) throws(Failure) -> Bool {
    let path = try target(path)
    let temporary = draft(of: path)
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw .create(path: path, code: errno) }
    keepOwner(of: path, descriptor)
    var code = write(bytes, to: descriptor)
    if code == 0 && isDurable && fsync(descriptor) != 0 { code = errno }
    guard code == 0 else {
      close(descriptor)
      unlink(temporary)
      throw .write(path: path, code: code)
    }
    // A full network disk reports the error here.
    code = close(descriptor) == 0 ? 0 : errno
    if code == 0, !isCurrent() {
      unlink(temporary)
      return false
    }
    if code == 0, rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw .create(path: path, code: code)
    }
    if isDurable { synchronise(folder(of: path)) }
    return true
  }

  /// Replaces a file that is watched, so that its watchers find another one, whatever the resolution of the file
  /// system's clock.
  public static func touch(_ path: String) throws(Failure) {
    try replace(path, with: Array("\(Date().timeIntervalSince1970)\n".utf8), isDurable: false)
  }

  /// Removes the drafts that earlier processes have left in a folder because the power was cut.
  ///
  /// - Parameter name: the file whose drafts are removed; nil = those of every file.
  public static func removeLeftovers(in folder: String, of name: String? = nil) {
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let match = entry.wholeMatch(of: /\.(.+)\.([0-9]+)\.tmp/), name == nil || name == String(match.1),
        let process = Int32(match.2)
      else { continue }
      // After a boot this process may have the number of the one that left it.
      guard process == getpid() || kill(process, 0) != 0 && errno == ESRCH else { continue }
      unlink(folder + "/" + entry)
    }
  }

  /// The path of the file that a process writes before it is renamed to `path`.
  package static func draft(of path: String, process: Int32 = getpid()) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return folder(of: path) + "/.\(name).\(process).tmp"
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }

  /// The file behind symbolic links.
  private static func target(_ path: String) throws(Failure) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return path }
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { throw .special(path: path) }
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func keepOwner(of path: String, _ descriptor: Int32) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    if status.st_uid != geteuid() || status.st_gid != getegid() { fchown(descriptor, status.st_uid, status.st_gid) }
    fchmod(descriptor, status.st_mode & 0o777)
  }

  /// Writes all bytes; returns 0 or an errno.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress! + sent, $0.count - sent) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return count < 0 ? errno : ENOSPC }
      sent += count
    }
    return 0
  }

  private static func synchronise(_ folder: String) {
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
