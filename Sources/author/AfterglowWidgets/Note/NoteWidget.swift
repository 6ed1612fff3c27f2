import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of a note in a scene.
struct NoteIntent: SourcedIntent {
  /// A file of plain text or JSON, relative to the board's folder; empty: `text` itself is shown.
  var file = ""
  /// Where that comes from by itself, instead of `file`.
  var source = ContentSource.none
  /// Words, up to 500 characters; lines may be broken by `\n`. With a file or source the path of a text in JSON; else the
  /// whole content is shown.
  var text = "Water the plants"
  /// A line above, smaller; none when it is empty.
  var title = ""
  /// A symbol's name, such as `leaf`; none when it is empty.
  var symbol = ""

  func validate() throws(ConfigurationError) {
    try checkFile()
    guard text.count <= 500 else {
      throw ConfigurationError(path: ["text"], message: "expected at most 500 characters, found \(text.count)")
    }
    try Self.checkSymbol(symbol)
    if hasContent, JSONPath.isPath(text) { _ = try JSONPath(text, at: ["text"]) }
  }
}

extension NoteIntent {
  /// Whether its words come from elsewhere.
  var hasContent: Bool { source.isSet || !file.isEmpty }

  /// The words in a content.
  ///
  /// - Throws: `DocumentError` for JSON without the path, and for what is no text.
  func words(in bytes: [UInt8], file: String) throws(DocumentError) -> String {
    do throws(Problem) {
      guard JSONPath.isPath(text), let path = try? JSONPath(text) else { return try Self.plain(bytes, file) }
      let node = try path.first(in: DocumentNode.json(bytes, file: file), file: file)
      guard let found = node.text else {
        throw Problem(
          file: file, line: node.position.line, column: node.position.column,
          message: "expected a text at \"\(path.text)\", found \(node.foundDescription)"
            + (path.example(in: node).map { "; name a value in it, such as \($0)" } ?? ""))
      }
      return Self.shown(found)
    } catch {
      throw DocumentError(problems: [error])
    }
  }

  /// A remark on JSON that is shown as it is, while a text in it may be meant; nil for other content.
  fileprivate func advice(onContent bytes: [UInt8], file: String) -> String? {
    guard !JSONPath.isPath(text), let root = try? DocumentNode.json(bytes, file: file),
      case .mapping(let members) = root.value
    else { return nil }
    for name in [text] + members.map(\.key) {
      guard let path = try? JSONPath("$.\(name)"), let node = try? path.first(in: root, file: file), node.text != nil
      else { continue }
      return "the note shows the whole JSON; for a text in it write its path, such as \"text: \(path.text.prefix(60))\""
    }
    return "the note shows the whole JSON; for a text in it write its path, such as \"text: $.rooms[0].name\""
  }

  private static func plain(_ bytes: [UInt8], _ file: String) throws(Problem) -> String {
    try DocumentText.requireText(bytes, file: file)
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      throw Problem(file: file, line: 1, column: 1, message: DocumentText.otherBytesMessage)
    }
    return shown(text)
  }

  /// Lines without control characters, and without empty ones at both ends; what is too long ends with an ellipsis.
  private static func shown(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      OneLine.of(String(line)) ?? ""
    }
    let whole = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    return whole.count <= 500 ? whole : whole.prefix(499) + "…"
  }
}

typealias NoteEntry = SettingsEntry<NoteIntent>

/// Its settings, in one entry; in galleries notes such as people write, longer in larger families.
struct NoteProvider: AppIntentTimelineProvider {
  private let settings = SettingsProvider<NoteIntent>()

  func placeholder(in context: Context) -> NoteEntry { settings.placeholder(in: context) }

  func placeholder(for intent: NoteIntent, in context: Context) -> NoteEntry {
    settings.placeholder(for: intent, in: context)
  }

  func snapshot(for intent: NoteIntent, in context: Context) throws -> NoteEntry {
    if context.isPreview { return settings.placeholder(for: .sample(context.family), in: context) }
    let entries = try timeline(for: intent, in: context).entries
    return entries.first ?? settings.placeholder(for: intent, in: context)
  }

  func timeline(for intent: NoteIntent, in context: Context) throws -> Timeline<NoteEntry> {
    var (shown, path) = (intent, "")
    if intent.hasContent {
      path = try intent.content(in: context.folder)
      shown.text = try intent.words(in: DocumentFile.bytes(path), file: path)
    }
    var timeline = try settings.timeline(for: shown, in: context)
    timeline.reception = intent.reception(in: context.folder)
    return timeline
  }
}

extension NoteIntent {
  fileprivate static func sample(_ family: WidgetFamily) -> NoteIntent {
    switch family {
    case .systemMedium: NoteIntent(text: "Water the plants on the balcony", title: "Kitchen", symbol: "leaf")
    case .systemLarge:
      NoteIntent(
        text: "Water the plants\nBins out on Thursday\nCall the plumber\nSpare key is with Ana\nBuy bread and butter",
        title: "Kitchen", symbol: "leaf")
    case .systemExtraLarge:
      NoteIntent(
        text: "Water the plants on the balcony\nBins out on Thursday by eight\nSpare key is with Ana next door\n"
          + "Bread, butter, cat food",
        title: "Kitchen", symbol: "leaf")
    case .systemExtraLargePortrait:
      NoteIntent(
        text: "Water the plants\nBins on Thursday\nCall the plumber\nKey is with Ana\nBread and butter\nFeed the cat",
        title: "Kitchen", symbol: "leaf")
    default: NoteIntent(text: "Water the plants")
    }
  }
}

/// The user's own words, as large as their place allows.
struct NoteWidget: BuiltInWidget {
  typealias Intent = NoteIntent

  static let kind = "note"

  static func files(_ content: WidgetContent<NoteIntent>) -> [String] {
    [content.intent.contentFile(in: content.folder)]
  }

  static func sources(_ content: WidgetContent<NoteIntent>) -> [SourceRequest] {
    let intent = content.intent
    let request = intent.request(in: content.folder) { bytes throws(DocumentError) in
      _ = try intent.words(in: bytes, file: "content")
    }
    return [request].compactMap(\.self)
  }

  static func problems(
    _ content: WidgetContent<NoteIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    for file in content.files {
      let bytes = try DocumentFile.bytes(file)
      _ = try content.intent.words(in: bytes, file: file)
      if let message = content.intent.advice(onContent: bytes, file: file) {
        advice(Problem(file: file, message: message, keys: ["text"]))
      }
    }
    return []
  }

  /// Advice on places of other programs, which a note does not fill.
  static func advice(
    _ intent: NoteIntent, at place: Place?, zone: TimeZone, in family: WidgetFamily?
  ) -> ConfigurationRemark? {
    let own = intent.hasContent ? [("title", intent.title)] : [("title", intent.title), ("text", intent.text)]
    return JSONPath.templateAdvice(
      on: own.map { (key: $0.0, text: $0.1) },
      remedy: "a note shows a text of a \"file\" or \"source\" by its path, such as \"text: $.message\"")
  }

  var body: some WidgetConfiguration {
    configuration("Note", "Keep a few words in sight.", NoteProvider()) { NoteView(entry: $0) }
      .supportedFamilies([
        .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait, .accessoryRectangular,
        .accessoryInline,
      ])
  }
}

/// Words in the middle of their place; a title and a symbol above them.
struct NoteView: WidgetView {
  let entry: NoteEntry

  var body: some View {
    switch family {
    case _ where level == .simplified && family.isSystem: glance
    case .accessoryInline: inline
    case .accessoryRectangular: accessory
    default: system
    }
  }

  private var intent: NoteIntent { entry.intent }
  private var symbol: Symbol? { Symbol(named: intent.symbol) }

  /// Type size of a short note at the default one.
  private var usual: Double {
    switch family {
    case .systemSmall: 26
    case .systemMedium: 34
    case .systemLarge: 56
    default: 72
    }
  }

  /// The words alone, as large as they fit; of a long note as many as can be read from afar.
  private var glance: some View {
    let room = GlanceRoom(entry.displaySize, margins, hasWords: false)
    let points = max(Self.leastFar, far(in: room))
    return Group {
      if isList {
        list(
          max(Self.leastFar, min(points, lineSize(Size(width: room.width, height: room.height)))), lineLimit: 2,
          hasHeading: false)
      } else {
        Text(intent.text)
          .font(.system(size: points, weight: isLuminanceReduced ? .regular : .medium))
          .minimumScaleFactor(Self.leastFar / points)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("text")
      }
    }
    .frame(width: room.width, height: room.height, alignment: .leading)
    .filling(entry.displaySize, margins)
  }

  /// The type size at which the longest line of a list has room from afar: unbroken, or in two lines.
  private func lineSize(_ room: Size) -> Double {
    let whole = room.width / max(1, Double(lines.map(\.count).max() ?? 0) * 0.54)
    let row = room.height / Double(max(1, lines.count))
    return max(min(whole, row * 0.7), min(whole * 1.7, row / 2.6))
  }

  /// Type size of the least that is shown from afar.
  private static let leastFar = 11 * GlanceRoom.growth

  /// The largest type size at which all words fit unbroken.
  private func far(in room: GlanceRoom) -> Double {
    FittedWords.points(intent.text, in: Size(width: room.width, height: room.height), upTo: usual * 2.4)
  }

  private var system: some View {
    let size = entry.displaySize
    // As large as the place allows: long notes shrink.
    let room = size.room(inside: margins)
    let largest = isList ? lineSize(Size(width: room.width, height: room.height)) : .infinity
    let near = GlanceRoom.near(min(largest, far(in: GlanceRoom(size, margins, hasWords: false))))
    let points = max(11, min(usual, near) * typeSize.growth(upTo: 1.8))
    let heading = max(11, min(22, 13 * size.height / 170) * typeSize.growth(upTo: 1.8))
    return VStack(alignment: .leading, spacing: heading * 0.8) {
      if hasHeading { title(heading) }
      if isList {
        list(points, hasHeading: hasHeading)
      } else {
        words(intent.text, points).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
      }
    }
    .filling(size, margins)
  }

  private var hasHeading: Bool { symbol != nil || !intent.title.isEmpty }

  private func title(_ points: Double) -> some View {
    HStack(spacing: 0) {
      HStack(spacing: points * 0.5) {
        Text(intent.title).lineLimit(1).shrinkable(from: points)
        if let symbol { Image(symbol: symbol).widgetAccentable() }
      }
      Spacer(minLength: 0)
    }
    .font(.system(size: points, weight: .semibold))
    .foregroundStyle(.secondary)
    .accessibilityIdentifier("title")
  }

  private func words(_ text: String, _ points: Double) -> some View {
    Text(text)
      .font(.system(size: points, weight: isLuminanceReduced ? .regular : .medium))
      .shrinkable(from: points)
      .foregroundStyle(.primary)
      .accessibilityIdentifier("text")
  }

  private var lines: [String] { intent.text.split(separator: "\n").map(String.init) }

  /// A few short lines in a large place are a list, with rules between them.
  private var isList: Bool {
    let (width, height) = entry.displaySize.room(inside: margins)
    let isLarge = family != .systemSmall && family != .systemMedium
    let longest = lines.map(\.count).max() ?? 0
    return isLarge && (3...8).contains(lines.count) && Double(longest) * 0.62 * 15 <= width
      && height / Double(lines.count + 2) >= 30
  }

  /// In lines that share the height. The first has a rule above it only below a heading.
  private func list(_ points: Double, lineLimit: Int = 1, hasHeading: Bool) -> some View {
    VStack(alignment: .leading, spacing: 0) {
      ForEach(Array(lines.enumerated()), id: \.offset) { index, line in
        if index > 0 || hasHeading { Divider() }
        words(line, points).lineLimit(lineLimit).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
      }
    }
  }

  private var accessory: some View {
    VStack(alignment: .leading, spacing: 2) {
      if !intent.title.isEmpty {
        Text(intent.title).font(.system(size: 13, weight: .semibold)).lineLimit(1).widgetAccentable()
          .accessibilityIdentifier("title")
      }
      Text(intent.text).font(.system(size: 16, weight: .medium)).shrinkable(from: 16)
        .accessibilityIdentifier("text")
    }
    .foregroundStyle(.primary)
    .frame(width: entry.displaySize.width, height: entry.displaySize.height, alignment: .leading)
  }

  private var inline: some View {
    HStack(spacing: 5) {
      if let symbol { Image(symbol: symbol) }
      Text(intent.text.replacing("\n", with: " ")).lineLimit(1).accessibilityIdentifier("text")
    }
    .font(.system(size: max(11, entry.displaySize.height * 0.6), weight: .medium))
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }
}
