import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of a widget whose content is a file, or comes from elsewhere by itself.
protocol SourcedIntent: GivenSettingsChecking {
  var file: String { get }
  var source: ContentSource { get }
}

extension SourcedIntent {
  func validate() throws(ConfigurationError) { try checkFile() }

  /// - Throws: `ConfigurationError` for a file that a source replaces, and for a list of no sources.
  package static func check(given settings: [String: ConfigurationValue]) throws(ConfigurationError) {
    if settings["sources"] == .array([]) {
      throw ConfigurationError(path: ["sources"], message: "expected at least one source, found an empty list")
    }
    let isEmpty = { (value: ConfigurationValue?) in [nil, .null, .string("")].contains(value) }
    let others = ["source", "sources"].filter { !isEmpty(settings[$0]) }
    guard let other = others.first, !isEmpty(settings["file"]) else { return }
    throw ConfigurationError(path: ["file"], message: "expected either \"file\" or \"\(other)\", found both")
  }

  /// - Throws: `ConfigurationError` for an address in place of a path.
  func checkFile() throws(ConfigurationError) {
    let isAddress = if case .web = ContentSource(text: file).origin { true } else { false }
    guard isAddress || ContentSource.fault(ofFile: file) != nil else { return }
    throw ConfigurationError(
      path: ["file"], message: "expected a path, found \"\(file.prefix(60))\"; an address belongs to \"source\"")
  }

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
    if isAwaited(in: folder) { throw DocumentError(awaiting: source, in: folder) }
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
  ///
  /// - Parameters:
  ///   - name: what its viewers call it; empty: nothing.
  ///   - isCalendar: whether it is read as one.
  init(awaiting source: ContentSource, in folder: URL?, name: String = "", isCalendar: Bool = false) {
    let reason = source.record(in: folder)?.failure.map { ": \($0)" } ?? ""
    self.init(problems: [
      Problem(file: source.publicName, message: "expected content, nothing has been received yet\(reason)")
    ])
    isAwaited = true
    absence = source.absence(in: folder, name: name, isCalendar: isCalendar)
  }

  package func notice(in locale: Locale) -> ContentNotice? {
    absence.map { ContentNotice(words: $0.words(in: locale), shortWords: $0.shortWords(in: locale), from: $0.date) }
  }

  /// The first one that the panel shows. A fault of content that is there comes before content that has not come.
  static func foremost(_ errors: [any Error]) -> (any Error)? {
    func date(_ error: any Error) -> Date {
      guard let error = error as? DocumentError, error.isAwaited else { return .distantPast }
      return error.absence?.date ?? .distantFuture
    }
    return errors.min { date($0) < date($1) }
  }
}

extension ContentSource {
  /// Whether it has not given anything yet.
  func isAwaited(in folder: URL?) -> Bool {
    guard resolved(in: folder).key != nil else { return false }
    return FileMark.status(SourceFolder.standard.path(of: self, in: folder) ?? "", followsLinks: true) == nil
  }

  /// How its content was received, and what has happened since; nil if nothing is known.
  func record(in folder: URL?) -> SourceRecord? {
    resolved(in: folder).key.flatMap { SourceRecord(path: SourceFolder.standard.record($0)) }
  }

  /// Why it gives nothing; nil if it does, if nothing is known, or if its age says enough.
  func absence(in folder: URL?, name: String = "", isCalendar: Bool = false) -> ContentAbsence? {
    guard let record = record(in: folder), let trouble = record.trouble,
      let date = record.noticeDate(hasContent: !isAwaited(in: folder))
    else { return nil }
    let isOther = isCalendar && trouble == .notReadable
    return ContentAbsence(isOther ? .notCalendar : trouble, name: OneLine.of(name) ?? shortName, from: date)
  }

  /// When its content was received, and from when that is stale; nil for a file.
  func reception(in folder: URL?) -> ContentReception? {
    guard let key = resolved(in: folder).key else { return nil }
    let path = SourceFolder.standard.content(key)
    let record = record(in: folder)
    let written = FileMark.status(path, followsLinks: true).map {
      Date(timeIntervalSince1970: Double($0.st_mtim.tv_sec))
    }
    guard let received = record?.fetchedAtMs.map({ Date(milliseconds: $0) }) ?? written else { return nil }
    // What is handed over comes when it comes.
    return ContentReception(date: received, every: record?.everySeconds.map(TimeInterval.init))
  }

  /// The words for content without a character.
  private var emptyWords: String {
    switch origin {
    case .command: "the program printed nothing"
    case .web, .calendars: "the answer is empty"
    default: "the content is empty"
    }
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
        if bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return resolved.emptyWords }
        guard let problem = error.problems.first else { return "it cannot be read" }
        return problem.line == 0 ? problem.message : "\(problem.message), at line \(problem.line)"
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
