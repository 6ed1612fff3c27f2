import AfterglowErrors
import AfterglowSources
import Foundation

/// Keeps last good content on disk. A file has its old or its new bytes, whenever the power fails.
struct SourceStore {
  let folder: SourceFolder

  /// The record of a source, and whether its content is the one that the record is of. Without that, nothing is known of
  /// the content, and the next request is unconditional.
  func load(_ key: String, limitBytes: Int) -> (record: SourceRecord?, isComplete: Bool) {
    removeLeftovers(key)
    guard let record = SourceRecord(path: folder.record(key)) else { return (nil, false) }
    guard let bytes = try? RegularFile.read(folder.content(key), limit: limitBytes) else { return (record, false) }
    return (record, bytes.count == record.byteCount && SourceRecord.hash(bytes) == record.hash)
  }

  /// Removes what a power cut has left of files that were being written.
  private func removeLeftovers(_ key: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.folder(key))) ?? [] {
      let parts = name.split(separator: ".")
      guard parts.count > 2, parts.last == "new", let process = parts.dropLast().last.flatMap({ Int32($0) }),
        process == getpid() || kill(process, 0) != 0 && errno == ESRCH
      else { continue }
      unlink(folder.folder(key) + "/" + name)
    }
  }

  /// The content is on the medium before the record that describes it.
  ///
  /// - Throws: `FetchFailure.notSaved`.
  func save(_ bytes: [UInt8], _ key: String) throws(FetchFailure) {
    do {
      try makeFolder(key)
      try Self.replace(folder.content(key), with: bytes, isDurable: true)
    } catch {
      throw .notSaved("\(folder.content(key)): \(error.words)")
    }
  }

  /// Without waiting for the medium: a lost record only costs a request.
  func save(_ record: SourceRecord, _ key: String) {
    guard let data = try? JSONEncoder().encode(record) else { return }
    try? makeFolder(key)
    try? Self.replace(folder.record(key), with: Array(data), isDurable: false)
  }

  private func makeFolder(_ key: String) throws(SystemError) {
    let path = folder.folder(key)
    if FileMark.status(path, followsLinks: true) != nil { return }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SystemError(code: errno)
    }
  }

  struct SystemError: Error {
    var code: Int32
    var words: String { ErrnoWords.sentence(code) }
  }

  static func replace(_ path: String, with bytes: [UInt8], isDurable: Bool) throws(SystemError) {
    let temporary = path + ".\(getpid()).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    var code = write(bytes, to: descriptor)
    if code == 0 && isDurable && fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0 && code == 0 { code = errno }
    if code == 0 && rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw SystemError(code: code)
    }
    if isDurable { synchroniseFolder(of: path) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress! + done, $0.count - done) }
      if put < 0 && errno == EINTR { continue }
      if put <= 0 { return put < 0 ? errno : EIO }
      done += put
    }
    return 0
  }

  private static func synchroniseFolder(of path: String) {
    let descriptor = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Days after which content that no scene asks for is removed.
  static let keptDays = 90.0

  /// Removes content of sources that nothing has asked for in 90 days; what was handed over stays.
  func prune(keeping keys: Set<String>, nowMs: Int64) {
    for key in (try? FileManager.default.contentsOfDirectory(atPath: folder.root)) ?? []
    where !keys.contains(key) && !key.hasPrefix("push-") {
      let status =
        FileMark.status(folder.record(key), followsLinks: false)
        ?? FileMark.status(folder.folder(key), followsLinks: false)
      guard let status, Double(nowMs) / 1000 - Double(status.st_mtim.tv_sec) > Self.keptDays * 86_400 else { continue }
      try? FileManager.default.removeItem(atPath: folder.folder(key))
    }
  }
}
