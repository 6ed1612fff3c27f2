import AfterglowDocuments
import Foundation

/// Where the last good content of sources is kept: a folder for each, with the content as its server sent it and a
/// record of how it was received. Readers read the content as they would any file.
public struct SourceFolder: Hashable, Sendable {
  /// The folder of all sources' content; one folder in it for each.
  public let root: String

  /// - Parameter root: is created when the first content is stored.
  public init(root: String) { self.root = root }

  /// The folder of a process, of which tests use another.
  @TaskLocal public static var standard = SourceFolder(root: Self.defaultRoot)

  /// `sources` in this user's state folder (XDG base directories).
  private static var defaultRoot: String {
    let environment = ProcessInfo.processInfo.environment
    // The specification ignores relative paths.
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/afterglow/sources" }
    return (environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory())
      + "/.local/state/afterglow/sources"
  }

  /// The folder of one source, by its key.
  public func folder(_ key: String) -> String { root + "/" + key }

  /// The file of a source's last good content.
  public func content(_ key: String) -> String { folder(key) + "/content" }

  /// The file that says when the content was received, and what failed since.
  public func record(_ key: String) -> String { folder(key) + "/record.json" }

  /// The file with the past of a number in a source's content, where the source itself has none.
  ///
  /// - Parameter name: how the number is found in the content.
  public func samples(_ key: String, _ name: String) -> String {
    var hash = StableHash()
    hash.add(name)
    return folder(key) + "/samples-" + String(hash.value, radix: 16) + ".csv"
  }

  /// The file that a reader of this source reads: the source's own, or the last good content.
  ///
  /// - Returns: nil for none.
  public func path(of source: ContentSource, in folder: URL?) -> String? {
    let resolved = source.resolved(in: folder)
    if case .file(let path) = resolved.origin { return path }
    return resolved.key.map(content)
  }
}

/// How a source's last good content was received, and what has happened since. Contains no secret.
public struct SourceRecord: Codable, Equatable, Sendable {
  /// The source's public name.
  public var name: String
  /// When the content was last received or confirmed, in ms since 1970.
  public var fetchedAtMs: Int64?
  /// Identify the content to its server.
  public var entityTag: String?
  /// The response's `Last-Modified`, sent back as `If-Modified-Since`.
  public var lastModified: String?
  /// Of the content file. Another content than this one was replaced by a write that a power cut ended.
  public var byteCount = 0
  /// Of the content, so that an equal one is noticed.
  public var hash: UInt64 = 0
  /// Pause between two readings, in seconds.
  public var everySeconds: Int?
  /// When the next attempt is due, in ms since 1970.
  public var nextAtMs: Int64?
  /// The last failure in one sentence; nil = the last attempt succeeded.
  public var failure: String?
  /// When attempts began to fail, in ms since 1970.
  public var failingSinceMs: Int64?
  /// The reason that panels show if the last failure lasts.
  public var trouble: ContentTrouble?
  /// Whether the content is removed soon after no widget needs it; nil = it is kept for long.
  public var isPassing: Bool?

  /// - Parameter name: what `afterglow status` calls the source.
  public init(name: String) { self.name = name }

  /// Maximum size of a record's file, in bytes.
  static let maximumByteCount = 64 << 10

  /// The record of a source, with what has happened in this process since it was written; nil if there is none, or if it
  /// cannot be read.
  public init?(path: String) {
    guard let bytes = try? RegularFile.read(path, limit: Self.maximumByteCount),
      let record = try? JSONDecoder().decode(SourceRecord.self, from: Data(bytes))
    else { return nil }
    self = record
    guard let news = SourceNews.times(ofRecord: path) else { return }
    fetchedAtMs = news.fetchedAtMs
    nextAtMs = news.nextAtMs
  }

  /// Pauses between two readings during which panels do not show that a source gives nothing.
  private static let patientCount = 3

  /// The date from which panels show the trouble: at once where a user has to sign in, else after three pauses. For
  /// content that is there, they show only a lost account; its age says the rest.
  ///
  /// - Returns: nil for never.
  public func noticeDate(hasContent: Bool) -> Date? {
    guard failure != nil, let trouble, let since = failingSinceMs else { return nil }
    if hasContent && trouble != .signIn { return nil }
    if trouble == .signIn && !hasContent { return .distantPast }
    let pauses = Self.patientCount * (everySeconds ?? SourceRequest.standardPause.web)
    return Date(timeIntervalSince1970: Double(since) / 1000 + Double(pauses))
  }

  /// The hash of content.
  public static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash()
    for byte in bytes { hash.add(UInt64(byte)) }
    return hash.value
  }
}
