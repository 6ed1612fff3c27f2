import Afterglow
import AfterglowCompiler
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of a widget whose content is a file, or comes from elsewhere by itself.
protocol SourcedIntent: WidgetConfigurationIntent {
  var file: String { get }
  var source: ContentSource { get }
}

extension SourcedIntent {
  /// The file that is read: the last good content of `source`, where that is set, else `file`; empty for none.
  func contentFile(in folder: URL?) -> String {
    if source.isSet { return SourceFolder.standard.path(of: source, in: folder) ?? "" }
    return file.isEmpty ? "" : FilePath.of(file, in: folder)
  }

  /// The same for a reader that must have it.
  ///
  /// - Throws: `DocumentError` while nothing has been received.
  func content(in folder: URL?) throws(DocumentError) -> String {
    let path = contentFile(in: folder)
    if isAwaited(in: folder) { throw DocumentError(awaiting: source) }
    return path
  }

  /// What the content is called in messages.
  var contentName: String { source.isSet ? source.publicName : file }

  /// Whether its source has not given anything yet.
  func isAwaited(in folder: URL?) -> Bool { source.isAwaited(in: folder) }

  /// When the content was received, and from when it is stale; nil for a file.
  func reception(in folder: URL?) -> ContentReception? { source.reception(in: folder) }

  /// What keeps its content up to date; nil for a file.
  ///
  /// - Parameter check: reads content as the widget will.
  func request(
    in folder: URL?, kind: DocumentKind = .content, check: @escaping @Sendable ([UInt8]) throws(DocumentError) -> Void
  ) -> SourceRequest? { source.request(in: folder, kind: kind, check: check) }
}

extension DocumentError: AwaitableContentError {
  /// Nothing has been received from a source.
  init(awaiting source: ContentSource) {
    self.init(problems: [
      Problem(file: source.publicName, message: "expected content, nothing has been received yet")
    ])
    isAwaited = true
  }
}

extension ContentSource {
  /// Whether it has not given anything yet.
  func isAwaited(in folder: URL?) -> Bool {
    guard resolved(in: folder).key != nil else { return false }
    return FileMark.status(SourceFolder.standard.path(of: self, in: folder) ?? "", followsLinks: true) == nil
  }

  /// When its content was received, and from when that is stale; nil for a file.
  func reception(in folder: URL?) -> ContentReception? {
    guard let key = resolved(in: folder).key else { return nil }
    let path = SourceFolder.standard.content(key)
    let record = SourceRecord(path: SourceFolder.standard.record(key))
    let written = FileMark.status(path, followsLinks: true).map {
      Date(timeIntervalSince1970: Double($0.st_mtim.tv_sec))
    }
    guard let received = record?.fetchedAtMs.map({ Date(milliseconds: $0) }) ?? written else { return nil }
    // What is handed over comes when it comes.
    return ContentReception(date: received, every: record?.everySeconds.map(TimeInterval.init))
  }

  /// What keeps its content up to date; nil for a file.
  ///
  /// - Parameter check: reads content as the widget will.
  func request(
    in folder: URL?, kind: DocumentKind = .content, check: @escaping @Sendable ([UInt8]) throws(DocumentError) -> Void
  ) -> SourceRequest? {
    let resolved = resolved(in: folder)
    guard resolved.key != nil else { return nil }
    return SourceRequest(resolved, limitBytes: kind.maximumByteCount) { bytes in
      do throws(DocumentError) {
        try check(bytes)
        return nil
      } catch {
        return error.problems.first.map { "\($0.message), at line \($0.line)" } ?? "it cannot be read"
      }
    }
  }
}

extension [ContentReception] {
  /// The one that is stale first.
  var oldest: ContentReception? {
    self.min { $0.date + ($0.every ?? .infinity) < $1.date + ($1.every ?? .infinity) }
  }
}
