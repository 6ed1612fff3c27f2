import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of news in a scene.
struct NewsIntent: SourcedIntent {
  /// A feed, relative to the board's folder.
  var file = "news.xml"
  /// Where a feed comes from by itself, instead of `file`.
  var source = ContentSource.none
  /// Several of them, instead of `file` and `source`.
  var sources: [NamedSource] = []

  func validate() throws(ConfigurationError) {
    try checkFile()
    try NamedSource.check(sources, at: "sources")
    if let index = sources.firstIndex(where: { $0.color != nil }) {
      throw ConfigurationError(
        path: ["sources", "\(index)", "color"], message: "expected no \"color\": news have none of their own")
    }
    guard sources.isEmpty || !source.isSet else {
      throw ConfigurationError(path: ["sources"], message: "expected either \"source\" or \"sources\", found both")
    }
  }

  /// All that is read.
  var all: [NamedSource] {
    sources.isEmpty ? [NamedSource(source.isSet ? source : ContentSource(.file(file)))] : sources
  }
}

/// The news from a date on.
struct NewsEntry: TimelineEntry {
  var date: Date
  /// Newest first.
  var items: [NewsItem]
  /// Whether older news may be missing behind the last item.
  var isIncomplete = false
  var displaySize: Size
  /// Whether its place has no card, as in StandBy, where one headline is to be read from a distance.
  var hasNoCard = false
}

/// One entry: ages tick by themselves, and other news comes with other content, or when an item's date has come.
struct NewsProvider: AppIntentTimelineProvider {
  /// The news of a configuration; replaced in tests.
  var digest: @Sendable (NewsIntent, TimelineProviderContext) throws -> NewsDigest = read

  /// More than any family shows.
  static let maximumItemCount = 24

  func placeholder(in context: Context) -> NewsEntry {
    NewsEntry(
      date: context.date, items: Self.sample(at: context.date), displaySize: context.displaySize,
      hasNoCard: !context.environment.showsWidgetContainerBackground)
  }

  func snapshot(for intent: NewsIntent, in context: Context) throws -> NewsEntry {
    if context.isPreview { return placeholder(in: context) }
    return entry(try digest(intent, context), context)
  }

  func timeline(for intent: NewsIntent, in context: Context) throws -> Timeline<NewsEntry> {
    let digest = try self.digest(intent, context)
    let policy = digest.changeDate.map { TimelineReloadPolicy.after($0) } ?? .never
    var timeline = Timeline(entries: [entry(digest, context)], policy: policy)
    timeline.knownUntil = context.date
    // What is merged is as old as its oldest part.
    timeline.reception = intent.all.compactMap { $0.source.reception(in: context.folder) }.oldest
    timeline.shortage = digest.completeness.shortage(of: "the list of news")
    timeline.remark = digest.remark
    if digest.items.isEmpty { timeline.emptiness = "the \(intent.all.count == 1 ? "feed has" : "feeds have") no items" }
    return timeline
  }

  private func entry(_ digest: NewsDigest, _ context: Context) -> NewsEntry {
    NewsEntry(
      date: context.date, items: digest.items, isIncomplete: digest.isIncomplete, displaySize: context.displaySize,
      hasNoCard: !context.environment.showsWidgetContainerBackground)
  }

  /// The news of all feeds that can be read.
  ///
  /// - Throws: `DocumentError` if none can, or if those that can have no news: without the others that is not known.
  private static func read(_ intent: NewsIntent, in context: TimelineProviderContext) throws -> NewsDigest {
    var parts: [NewsDigest.Part] = []
    var failures: [any Error] = []
    for named in intent.all {
      do throws(DocumentError) {
        if named.source.isAwaited(in: context.folder) {
          throw DocumentError(awaiting: named.source, in: context.folder, name: named.name)
        }
        let feed = try Feed(path: NewsWidget.path(of: named.source, in: context.folder), at: context.date)
        parts.append(NewsDigest.Part(feed: feed, name: OneLine.of(named.name)))
      } catch {
        failures.append(error)
      }
    }
    if parts.allSatisfy(\.feed.items.isEmpty), let failure = DocumentError.foremost(failures) { throw failure }
    return NewsDigest(parts, at: context.date, count: maximumItemCount)
  }

  /// Invented papers and their news (docs/rules.md, rule 84).
  static func sample(at date: Date) -> [NewsItem] {
    let news: [(String, String, Double)] = [
      ("Night trains are back", "Harbour Post", 8),
      ("Library opens its roof garden to all readers", "City Courier", 41),
      ("Storm clears by noon, ferries sail again in the afternoon", "Harbour Post", 95),
      ("Old lighthouse gets its lamp back after long repairs", "Coast Radio", 160),
      ("Schools plant two thousand trees along the river", "City Courier", 220),
      ("Bakers bring the winter market back to the old square", "Harbour Post", 310),
      ("Choir of three hundred sings on the bridge at dusk", "Coast Radio", 430),
      ("New tram line reaches the university a year early", "City Courier", 560),
      ("Astronomers count more meteors than in any November before", "Open Sky", 700),
      ("Museum shows maps that sailors drew from memory", "Harbour Post", 840),
      ("Swimmers cross the bay in the cold for a good cause", "Coast Radio", 1100),
      ("Repair café mends its ten thousandth thing", "City Courier", 1500),
    ]
    let summary =
      "The first one leaves at 22:40 and arrives with the sun. Berths are sold out until spring, but seats are not."
    return news.enumerated().map { index, item in
      NewsItem(
        title: item.0, source: item.1, date: date.addingTimeInterval(-60 * item.2), summary: index == 0 ? summary : nil)
    }
  }
}

/// Headlines.
struct NewsWidget: BuiltInWidget {
  typealias Intent = NewsIntent

  static let kind = "news"
  static let detailConfiguration: [String: ConfigurationValue]? = [:]
  static var words: (any WidgetWords.Type)? { NewsWord.self }
  var provider = NewsProvider()

  static func path(of source: ContentSource, in folder: URL?) -> String {
    SourceFolder.standard.path(of: source, in: folder) ?? ""
  }

  static func files(_ content: WidgetContent<NewsIntent>) -> [String] {
    content.intent.all.map { path(of: $0.source, in: content.folder) }
  }

  static func sources(_ content: WidgetContent<NewsIntent>) -> [SourceRequest] {
    content.intent.all.compactMap { named in
      named.source.request(in: content.folder, kind: .feed) { bytes throws(DocumentError) in
        _ = try Feed(bytes: bytes, file: "content")
      }
    }
  }

  static func isAwaited(_ content: WidgetContent<NewsIntent>) -> Bool {
    content.intent.all.allSatisfy { $0.source.isAwaited(in: content.folder) }
  }

  static func problems(
    _ content: WidgetContent<NewsIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    var problems: [Problem] = []
    var parts: [NewsDigest.Part] = []
    var advised: [Problem] = []
    for named in content.intent.all where !named.source.isAwaited(in: content.folder) {
      do throws(DocumentError) {
        let file = path(of: named.source, in: content.folder)
        let feed = try Feed(path: file, at: content.date)
        feed.dateAdvice.map(advice)
        feed.emptyAdvice(file: file).map(advice)
        parts.append(NewsDigest.Part(feed: feed, name: OneLine.of(named.name)))
        advised += [feed.lengthAdvice(file: file)].compactMap(\.self)
      } catch {
        problems += error.problems
      }
    }
    let digest = NewsDigest(parts, at: content.date, count: NewsProvider.maximumItemCount)
    if digest.isIncomplete {
      problems += advised.map { cut in
        Problem(
          file: cut.file, line: cut.line, column: cut.column,
          message: "\(cut.message), and the list of news ends early")
      }
    } else {
      advised.forEach(advice)
    }
    return problems
  }

  var body: some WidgetConfiguration {
    configuration("News", "Read the newest headlines.", provider) { NewsView(entry: $0) }
      .supportedFamilies([
        .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait, .accessoryRectangular,
        .accessoryInline,
      ])
  }
}
