import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of a widget written as data: its files, relative to the board's folder.
struct DocumentIntent: SourcedIntent {
  /// The view file.
  var view = "widget.yaml"
  /// The file of values; empty = none.
  var file = ""
  /// Where the values come from by themselves, instead of `file`.
  var source = ContentSource.none
  /// How it is written.
  var format = ValuesQuery.Format.automatic
  /// Where the values are in JSON of any service: a path for each name that the view uses. Empty: the content's own
  /// names.
  var values: [String: String] = [:]

  func validate() throws(ConfigurationError) {
    try checkFile()
    _ = try ValuesQuery(format: format, values: values)
  }

  /// Reads content.
  ///
  /// - Throws: `DocumentError` with every problem.
  func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> ValuesDocument {
    let query = try? ValuesQuery(format: format, values: values)
    do throws(DocumentError) {
      if let query, query.applies(to: file) { return try query.read(bytes, file: file) }
      return try ValuesDocument(bytes: bytes, file: file)
    } catch {
      guard query?.isTable(file) != true, CSVTable.lastColumn(in: bytes) != nil else { throw error }
      let message = "expected JSON or YAML, found a table; read it with \"format: csv\""
      throw DocumentError(problems: [Problem(file: file, line: 1, column: 1, message: message)])
    }
  }

  /// Reads a file; without one there are no values.
  ///
  /// - Throws: `DocumentError` with every problem.
  func values(path: String) throws(DocumentError) -> ValuesDocument {
    if path.isEmpty { return .empty }
    // Before its bytes: those of a file that is written meanwhile are read again.
    let written = FileMark.status(path, followsLinks: true).map { Double($0.st_mtim.tv_sec) }
    var document = try read(DocumentFile.bytes(path, kind: .timeline), file: path)
    document.updated = written.map(Date.init(timeIntervalSince1970:))
    return document
  }
}

/// A view with the values of one date.
struct DocumentEntry: TimelineEntry {
  var date: Date
  var relevance: TimelineEntryRelevance?
  var document: ViewDocument
  var values: [String: EntryValue]
  /// The date at which the values were written; nil if they have no file.
  var updated: Date?
  var folder: URL?
  /// Whether the values are those of a preview, because the first date is yet to come.
  var isPending = false
  /// Whether rows are missing on which the values depend.
  var isIncomplete = false
  /// The names of the columns of the table that the values are from; empty for other content.
  var columns: [String] = []
}

/// Reads both files again for each timeline.
struct DocumentProvider: AppIntentTimelineProvider {
  /// What is shown before anything was read.
  let sample: ViewDocument

  func placeholder(in context: Context) -> DocumentEntry {
    DocumentEntry(
      date: context.date, document: sample, values: sample.preview(at: context.date, context.environment.calendar),
      updated: context.date, folder: context.folder)
  }

  func snapshot(for intent: DocumentIntent, in context: Context) throws -> DocumentEntry {
    if context.isPreview { return placeholder(in: context) }
    let entries = try timeline(for: intent, in: context).entries
    return entries.last { $0.date <= context.date } ?? entries.first ?? placeholder(in: context)
  }

  func timeline(for intent: DocumentIntent, in context: Context) throws -> Timeline<DocumentEntry> {
    let document = try ViewDocument(path: FilePath.of(intent.view, in: context.folder))
    let values = try intent.values(path: intent.content(in: context.folder))
    let window = WidgetTimeline.window(
      values.entries, at: context.date, count: TimelineDocument.compiledEntryCount, dated: { $0.date ?? .distantPast })
    let entries = window.entries.map { entry in
      DocumentEntry(
        date: entry.date ?? context.date, relevance: entry.relevance, document: document, values: entry.values,
        updated: values.updated, folder: context.folder, isIncomplete: !values.completeness.isWhole,
        columns: values.columns)
    }
    var timeline = DocumentTurns(context).timeline(entries, policy: values.policy)
    timeline.continuesAt = window.continuesAt
    // Nothing says how long one set of values holds, unless its view computes with the time.
    if values.entries.count > 1 {
      timeline.knownUntil = timeline.entries.last?.date
    } else if !document.uses.time, values.entries.first?.values.isEmpty == false {
      timeline.knownUntil = context.date
    }
    if let first = entries.first, first.date > context.date {
      var pending = first
      pending.date = context.date
      pending.values = document.preview(at: context.date, context.environment.calendar)
      pending.isPending = true
      timeline.entries.insert(pending, at: 0)
    }
    timeline.reception = intent.reception(in: context.folder)
    timeline.shortage = values.completeness.shortage(of: "the table")
    timeline.remark = values.problems.remark ?? values.remark
    // Later entries may have what this one lacks.
    if values.entries.count == 1 {
      let scope = ViewScope(
        values: values.entries[0].values, now: context.date, updated: values.updated,
        calendar: context.environment.calendar, locale: context.environment.locale, columns: values.columns)
      timeline.emptiness = values.emptiness ?? document.emptiness(in: scope)
    }
    return timeline
  }
}

/// A widget that users write as data (docs/data-widgets.md), without Swift and without a build.
struct DocumentWidget: BuiltInWidget {
  typealias Intent = DocumentIntent

  static let kind = "document"
  private let sample: ViewDocument

  /// - Parameter view: gives name, description, families and preview; nil = an example, for galleries.
  init(view: ViewDocument? = nil) { sample = view ?? Self.example }

  static func files(_ content: WidgetContent<DocumentIntent>) -> [String] {
    [content.intent.view, content.intent.contentFile(in: content.folder)]
  }

  static func sources(_ content: WidgetContent<DocumentIntent>) -> [SourceRequest] {
    let intent = content.intent
    let request = intent.request(in: content.folder, kind: .timeline) { bytes throws(DocumentError) in
      _ = try intent.read(bytes, file: "content")
    }
    return [request].compactMap(\.self)
  }

  /// Faults of a view file and, where there is one, of its values.
  ///
  /// - Throws: `DocumentError` when a file cannot be read.
  static func problems(
    _ content: WidgetContent<DocumentIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    let files = content.files
    guard !files.isEmpty else { return [] }
    var problems: [Problem] = []
    var view: ViewDocument?
    var values = ValuesDocument.empty
    do throws(DocumentError) { view = try ViewDocument(path: files[0]) } catch { problems += error.problems }
    problems += view?.fontProblems ?? []
    if let bytes = try? DocumentFile.bytes(files[0], kind: .settings) {
      YAMLComments.advice(on: bytes, file: files[0]).forEach(advice)
    }
    if files.count > 1 {
      do throws(DocumentError) {
        values = try content.intent.values(path: files[1])
      } catch {
        return problems + error.problems
      }
    }
    let source = files.count > 1 ? URL(fileURLWithPath: files[1]).lastPathComponent : "a file of values"
    problems += values.problems
    values.advice.forEach(advice)
    if let shortage = values.completeness.shortage(of: "the table") {
      problems.append(Problem(file: files[1], line: 1, column: 1, message: shortage))
    }
    if let remark = values.remark { advice(Problem(file: files[1], line: 1, column: 1, message: remark)) }
    let found = view?.problems(with: values, from: source, file: files[0], at: content.date, advice: advice)
    return problems + (found ?? [])
  }

  static func pictures(_ content: WidgetContent<DocumentIntent>, in family: WidgetFamily) -> Set<String> {
    guard let view = try? ViewDocument(path: FilePath.of(content.intent.view, in: content.folder)) else { return [] }
    let file = content.intent.contentFile(in: content.folder)
    let values = try? content.intent.values(path: file)
    let files = view.pictures(in: family, with: values ?? .empty, folder: content.folder, at: content.date)
    return files.union(view.fonts).union(webPictures(content, in: family).compactMap(\.path))
  }

  static func pictureSources(_ content: WidgetContent<DocumentIntent>, in family: WidgetFamily) -> [SourceRequest] {
    webPictures(content, in: family).map(\.request)
  }

  private static func webPictures(
    _ content: WidgetContent<DocumentIntent>, in family: WidgetFamily
  ) -> [WebPicture] {
    guard let view = try? ViewDocument(path: FilePath.of(content.intent.view, in: content.folder)), view.uses.web
    else { return [] }
    let values = try? content.intent.values(path: content.intent.contentFile(in: content.folder))
    return view.webPictures(in: family, with: values ?? .empty, folder: content.folder, at: content.date)
  }

  /// Its name and families are in its file. If that cannot be read, all families are assumed, so that the rest of the
  /// scene stays.
  func configured(_ content: WidgetContent<DocumentIntent>) -> DocumentWidget {
    DocumentWidget(
      view: (try? ViewDocument(path: FilePath.of(content.intent.view, in: content.folder))) ?? .unreadable)
  }

  var body: some WidgetConfiguration {
    let configuration = AppIntentConfiguration(
      kind: Self.kind, intent: DocumentIntent.self, provider: DocumentProvider(sample: sample)
    ) {
      InkAligned(content: DocumentView(entry: $0))
    }
    .configurationDisplayName(sample.displayName)
    .description(sample.description)
    .supportedFamilies(sample.families)
    .supportedMountingStyles(sample.places.mountingStyles)
    let made = sample.places.texture.map(configuration.widgetTexture) ?? configuration
    return sample.places.disfavored.reduce(made) { configuration, place in
      configuration.disfavoredLocations([place.location], for: place.families)
    }
  }
}

/// The view of the entry's family, made with its values.
private struct DocumentView: WidgetView {
  let entry: DocumentEntry

  private var scope: ViewScope {
    ViewScope(
      values: entry.values, folder: entry.folder, now: entry.date, updated: entry.updated, calendar: calendar,
      locale: locale,
      facts: ViewFacts(
        family: family, detail: level, mode: mode, appearance: scheme, isLuminanceReduced: isLuminanceReduced),
      columns: entry.columns)
  }

  var body: some View {
    // A background that the view gives itself comes later, and stays.
    if entry.isIncomplete && hasRoomForWords {
      content.padding(.bottom, Self.wordsHeight)
        .overlay(alignment: .bottom) { words }
        .containerBackground(.background)
    } else {
      content.containerBackground(.background)
    }
  }

  private var content: some View {
    entry.document.view(in: scope)
      .redacted(reason: entry.isPending ? .placeholder : [])
      .frame(maxWidth: .infinity, maxHeight: .infinity)
  }

  /// Circles, corners and lines of text have none, and small words are not read from afar.
  private var hasRoomForWords: Bool { level != .simplified && (family.isSystem || family == .accessoryRectangular) }

  /// Height of the words below an incomplete view and of the gap above them, in points.
  private static let wordsHeight = 16.0

  private var words: some View {
    CapText(
      text: Text(SharedWord.listIncomplete.text(in: locale)), size: 11, weight: .regular, isFitted: true
    )
    .foregroundStyle(.secondary).accessibilityIdentifier("incomplete")
  }
}
