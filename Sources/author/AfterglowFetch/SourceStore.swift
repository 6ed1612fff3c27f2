import AfterglowErrors
import AfterglowSources
import Foundation

/// Keeps last good content on disk. A file has its old or its new bytes, whenever the power fails.
struct SourceStore {
  let folder: SourceFolder

  /// The record of a source, and whether its content is the one that the record is of. Without that, nothing is known of
  /// the content, and the next request is unconditional.
  func load(_ key: String, limitBytes: Int) -> (record: SourceRecord?, isComplete: Bool) {
    FileReplacement.removeLeftovers(in: folder.folder(key))
    guard let record = SourceRecord(path: folder.record(key)) else { return (nil, false) }
    guard let bytes = try? RegularFile.read(folder.content(key), limit: limitBytes) else { return (record, false) }
    return (record, bytes.count == record.byteCount && SourceRecord.hash(bytes) == record.hash)
  }

  /// The content is on the medium before the record that describes it.
  ///
  /// - Throws: `FetchFailure.notSaved`.
  func save(_ bytes: [UInt8], _ key: String) throws(FetchFailure) {
    let path = folder.content(key)
    do throws(SystemError) {
      try makeFolder(key)
      try Self.replace(path, with: bytes, isDurable: true)
    } catch {
      throw .notSaved("\(path): \(error.words)")
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

  /// Replaces a file of this folder, which only its owner may read.
  static func replace(_ path: String, with bytes: [UInt8], isDurable: Bool) throws(SystemError) {
    do throws(FileReplacement.Failure) {
      try FileReplacement.replace(path, with: bytes, isDurable: isDurable, mode: 0o600)
    } catch {
      switch error {
      case .special: throw SystemError(code: EEXIST)
      case .create(_, let code), .write(_, let code): throw SystemError(code: code)
      }
    }
  }

  /// Whether a source has content.
  func hasContent(_ key: String) -> Bool { FileMark.status(folder.content(key), followsLinks: false) != nil }

  /// Removes all of a source.
  func remove(_ key: String) { try? FileManager.default.removeItem(atPath: folder.folder(key)) }

  /// Days since the record was written, or without one since the folder was made; nil where there is none.
  private func ageDays(_ key: String, nowMs: Int64) -> Double? {
    let status =
      FileMark.status(folder.record(key), followsLinks: false)
      ?? FileMark.status(folder.folder(key), followsLinks: false)
    return status.map { (Double(nowMs) / 1000 - Double($0.st_mtim.tv_sec)) / 86_400 }
  }

  /// Days after which content that no scene asks for is removed, and passing content.
  static let keptDays = (usual: 90.0, passing: 7.0)

  /// Removes content of sources that nothing has asked for in 90 days, and passing content after a week; what was handed
  /// over stays.
  func prune(keeping keys: Set<String>, nowMs: Int64) {
    for key in (try? FileManager.default.contentsOfDirectory(atPath: folder.root)) ?? []
    where !keys.contains(key) && !key.hasPrefix("push-") {
      guard let days = ageDays(key, nowMs: nowMs), days > Self.keptDays.passing else { continue }
      if days > Self.keptDays.usual || SourceRecord(path: folder.record(key))?.isPassing == true { remove(key) }
    }
  }
}
