import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of reminders in a scene.
struct RemindersIntent: SourcedIntent {
  /// The document, relative to the board's folder.
  var file = "reminders.yaml"
  /// Where the document comes from by itself, instead of `file`.
  var source = ContentSource.none
  /// One list of the document; empty: all.
  var list = ""
  /// The way in which a touch ticks a task off.
  var tick = ReminderTick.no
}

/// The open tasks from a date on.
struct RemindersEntry: TimelineEntry {
  var date: Date
  var title: String
  var reminders: [Reminder]
  /// How many there are, also beyond those that are listed.
  var total: Int
  /// Whether tasks may be missing, because the list is too long, or ends early.
  var isIncomplete = false
  /// Whether a touch ticks a task off.
  var ticks = false
  var displaySize: Size
}

/// Makes an entry whenever a task becomes overdue, and at midnight.
struct RemindersProvider: AppIntentTimelineProvider {
  /// The document that a configuration names; replaced in tests.
  var document: @Sendable (RemindersIntent, TimelineProviderContext) throws -> ReminderDocument = { intent, context in
    try ReminderDocument(path: intent.content(in: context.folder), zone: context.environment.timeZone)
  }

  static let maximumEntryCount = 24
  static let maximumReminderCount = 40

  func placeholder(in context: Context) -> RemindersEntry {
    let zone = context.environment.timeZone
    func day(_ days: Double) -> Reminder.Due { .day(of: context.date.addingTimeInterval(days * 86_400), in: zone) }
    let reminders = [
      Reminder(title: "Pay the rent", due: day(0), isFlagged: true),
      Reminder(title: "Call the plumber", due: .instant(context.date.addingTimeInterval(5400))),
      Reminder(title: "Water the plants", due: day(1)),
      Reminder(title: "Book the ferry"), Reminder(title: "Return library books"),
      Reminder(title: "New strings for the guitar"),
    ]
    return RemindersEntry(
      date: context.date, title: ReminderWord.toDo.text(in: context.environment.locale), reminders: reminders,
      total: reminders.count, displaySize: context.displaySize)
  }

  func snapshot(for intent: RemindersIntent, in context: Context) throws -> RemindersEntry {
    context.isPreview ? placeholder(in: context) : try entry(intent, context)
  }

  func timeline(for intent: RemindersIntent, in context: Context) throws -> Timeline<RemindersEntry> {
    let document = try document(intent, context)
    let first = entry(intent, document, context)
    let calendar = context.environment.calendar
    let day = calendar.startOfDay(for: context.date)
    let midnights = (1...3).compactMap { calendar.date(byAdding: .day, value: $0, to: day) }
    let last = midnights.last ?? context.date
    let zone = context.environment.timeZone
    let turns =
      first.reminders.compactMap { $0.due?.overdue(in: zone) }.filter { $0 > context.date && $0 < last } + midnights
    let entries =
      [first]
      + Set(turns).sorted().prefix(Self.maximumEntryCount - 1).map { date in
        var later = first
        later.date = date
        return later
      }
    var timeline = Timeline(entries: entries, policy: .after(midnights.first ?? last))
    timeline.reception = intent.reception(in: context.folder)
    timeline.shortage = document.completeness.shortage(of: "the list")
    if first.total == 0, !first.isIncomplete {
      timeline.emptiness = "nothing to do" + (intent.list.isEmpty ? "" : " in the list \"\(intent.list.prefix(40))\"")
    }
    return timeline
  }

  private func entry(_ intent: RemindersIntent, _ context: Context) throws -> RemindersEntry {
    entry(intent, try document(intent, context), context)
  }

  private func entry(_ intent: RemindersIntent, _ document: ReminderDocument, _ context: Context) -> RemindersEntry {
    let reminders = document.open(list: intent.list.isEmpty ? nil : intent.list, zone: context.environment.timeZone)
    return RemindersEntry(
      date: context.date,
      title: intent.list.isEmpty
        ? document.title ?? ReminderWord.toDo.text(in: context.environment.locale) : intent.list,
      reminders: Array(reminders.prefix(Self.maximumReminderCount)), total: reminders.count,
      isIncomplete: !document.completeness.isWhole, ticks: intent.tick != .no, displaySize: context.displaySize)
  }
}

/// What is still to be done.
struct RemindersWidget: BuiltInWidget {
  typealias Intent = RemindersIntent

  static let kind = "reminders"
  static var words: (any WidgetWords.Type)? { ReminderWord.self }
  var provider = RemindersProvider()

  static func files(_ content: WidgetContent<RemindersIntent>) -> [String] {
    [content.intent.contentFile(in: content.folder)]
  }

  static func sources(_ content: WidgetContent<RemindersIntent>) -> [SourceRequest] {
    let request = content.intent.request(in: content.folder) { bytes throws(DocumentError) in
      try ReminderDocument.check(bytes)
    }
    return [request].compactMap(\.self)
  }

  static func problems(
    _ content: WidgetContent<RemindersIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    var problems: [Problem] = []
    for file in content.files {
      let document = try ReminderDocument(path: file, zone: content.zone)
      problems += document.problems
      document.advice(onList: content.intent.list, of: content.intent.contentName).map {
        advice(Problem(file: file, message: $0, keys: ["list"]))
      }
      if case .program = content.intent.tick, !document.reminders.isEmpty,
        document.reminders.allSatisfy({ $0.identity.flatMap(TaskIdentity.givenName) == nil })
      {
        let message = "no task has an \"id\", by which the program of \"tick\" would know it; add one to each"
        advice(Problem(file: file, message: message, keys: ["tick"]))
      }
    }
    return problems
  }

  var body: some WidgetConfiguration {
    configuration("Reminders", "Keep what is to be done in sight.", provider) { RemindersView(entry: $0) }
      .supportedFamilies([
        .systemSmall, .systemMedium, .systemLarge, .systemExtraLargePortrait, .accessoryCircular, .accessoryRectangular,
        .accessoryInline,
      ])
  }
}

/// The number of open tasks and the first of them.
struct RemindersView: WidgetView {
  let entry: RemindersEntry

  var body: some View {
    switch family {
    case _ where level == .simplified && family.isSystem: glance
    case .accessoryCircular: circular
    case .accessoryRectangular: rectangular
    case .accessoryInline: inline
    case .systemSmall: small
    case .systemMedium: medium
    default: column
    }
  }

  var width: Double { entry.displaySize.room(inside: margins).width }
  private var height: Double { entry.displaySize.room(inside: margins).height }
  /// "1000+" where there may be more.
  private var count: String { Figures.text(entry.total, in: locale) + (entry.isIncomplete ? "+" : "") }
  /// In place of tasks: that all are done, or that they are not known.
  private var nothingWords: String {
    entry.isIncomplete ? SharedWord.listIncomplete.text(in: locale) : ReminderWord.allDone.text(in: locale)
  }

  private func number(_ points: Double) -> some View {
    Text(count).font(.system(size: points, weight: heroWeight)).lineLimit(1).fixedSize()
      .frame(height: points * HeroGrid.capShare)
      .foregroundStyle(.primary)
      .accessibilityIdentifier("count")
  }

  private func title(_ points: Double) -> some View {
    Text(entry.title).font(.system(size: points, weight: .semibold)).lineLimit(1).shrinkable(from: points)
      .frame(height: points * HeroGrid.capShare)
      .foregroundStyle(Color.marked(.orange, grey: 200, scheme)).widgetAccentable().accessibilityIdentifier(
        "title")
  }

  /// How many there are.
  private var glance: some View {
    let room = GlanceRoom(entry.displaySize, margins, typeSize: typeSize)
    return GlanceLayout(room) {
      title(room.words)
    } fact: {
      GlanceFact(text: count, points: room.points(figures: count.count), name: "count")
    }
  }

  /// The number, its title and the first two: four pieces of information (docs/rules.md, rule 21).
  private var small: some View {
    let points = max(11, height * 0.1 * typeSize.growth(upTo: 1.3))
    let head = max(12, height * 0.1 * typeSize.growth(upTo: 1.3))
    return VStack(alignment: .leading, spacing: 0) {
      number(height * 0.32)
      title(head).frame(width: width, alignment: .leading).givesWayToAgeMark(11, alignment: .leading)
        .padding(.top, head * 0.75)
      Spacer(minLength: 0)
      if entry.reminders.isEmpty {
        nothing(points)
      } else if entry.ticks {
        let room = height * 0.68 - head * (0.75 + HeroGrid.capShare)
        VStack(alignment: .leading, spacing: 0) {
          let count = max(1, min(2, Int(room / Self.leastTickPt)))
          ForEach(Array(entry.reminders.prefix(count).enumerated()), id: \.offset) { _, reminder in
            tickable(reminder, Size(width: width, height: Self.leastTickPt), points)
          }
        }
      } else {
        VStack(alignment: .leading, spacing: points * 1.05) {
          ForEach(Array(entry.reminders.prefix(2).enumerated()), id: \.offset) { _, reminder in
            row(reminder, points, due: nil).frame(width: width, height: points * HeroGrid.capShare, alignment: .leading)
          }
        }
        .padding(.bottom, points * 0.1)
      }
    }
    .frame(width: width, height: height, alignment: .topLeading)
    .padding(margins)
  }

  private var medium: some View {
    let points = max(11, height * 0.1 * typeSize.growth(upTo: 1.6))
    let head = max(12, height * 0.12 * typeSize.growth(upTo: 1.4))
    let left = width * 0.26
    return HStack(alignment: .top, spacing: 16) {
      VStack(alignment: .leading, spacing: 0) {
        number(height * 0.46)
        Spacer(minLength: 0)
        title(head).frame(width: left, alignment: .leading).givesWayToAgeMark(11, alignment: .leading)
          .padding(.bottom, head * 0.24)
      }
      .frame(width: left, height: height, alignment: .topLeading)
      list(Size(width: width - left - 16, height: height), points, least: 1.75)
    }
    .padding(margins)
  }

  /// The title and the number above the rows.
  private var column: some View {
    let usual = max(13, min(17, height * 0.045))
    let points = max(11, usual * typeSize.growth(upTo: 1.6))
    let head = height * 0.115
    let cap = head * HeroGrid.capShare
    return VStack(alignment: .leading, spacing: 0) {
      HStack(alignment: .bottom, spacing: head * 0.4) {
        title(min(head * 0.8, head * 0.56 * typeSize.growth(upTo: 1.4)))
          .frame(maxWidth: .infinity, alignment: .leading)
          .givesWayToAgeMark(13, alignment: .leading)
        number(head)
      }
      .frame(height: cap)
      list(Size(width: width, height: height - cap), points, least: 2.2)
    }
    .frame(width: width, height: height, alignment: .top)
    .padding(margins)
  }

  private func nothing(_ points: Double) -> some View {
    Text(nothingWords).font(.system(size: points * 1.1, weight: .medium))
      .lineLimit(1).shrinkable(from: points * 1.1)
      .foregroundStyle(.secondary).accessibilityIdentifier("nothing")
  }

  /// The tasks, as rows of text or of controls.
  @ViewBuilder private func list(_ size: Size, _ points: Double, least: Double) -> some View {
    if entry.ticks && !entry.reminders.isEmpty { tickRows(size, points) } else { rows(size, points, least: least) }
  }

  /// As many rows as fit, from the first line to the last; few of them are larger.
  ///
  /// - Parameter least: from row to row at least, in shares of the type size.
  @ViewBuilder private func rows(_ size: Size, _ points: Double, least: Double) -> some View {
    // Below a heading the first row is as far from it as from the second.
    let hasHead = family != .systemMedium
    let usual = points * HeroGrid.capShare
    let room = max(1, Int((size.height - (hasHead ? 0 : usual)) / (points * least)) + (hasHead ? 0 : 1))
    let isCrowded = entry.total > room || entry.isIncomplete && !entry.reminders.isEmpty
    let shown = entry.reminders.prefix(isCrowded ? max(0, room - 1) : room)
    let left = SharedWord.more.text(Figures.text(entry.total - shown.count, in: locale), in: locale)
    let lineCount = Double(max(1, shown.count + (isCrowded ? 1 : 0)))
    let pitch = min(
      points * 4.2, hasHead ? size.height / (lineCount + 0.08) : (size.height - usual) / max(1, lineCount - 1))
    let words = isCrowded ? points : min(points * 1.25, max(points, pitch * 0.34))
    let cap = words * HeroGrid.capShare
    VStack(alignment: .leading, spacing: 0) {
      if entry.reminders.isEmpty {
        if hasHead { gap(points * 3) }
        nothing(points).frame(height: usual)
      }
      ForEach(Array(shown.enumerated()), id: \.offset) { index, reminder in
        if index > 0 || hasHead { gap(pitch - cap, inset: index > 0 ? inset(words) : 0) }
        // A title says more than when it is due.
        ViewThatFits(in: .horizontal) {
          row(reminder, words, due: dueWords(reminder))
          row(reminder, words, due: nil)
        }
        .frame(width: size.width, height: cap, alignment: .leading)
      }
      if isCrowded {
        gap(pitch - cap, inset: inset(words))
        Text(entry.isIncomplete ? SharedWord.listIncomplete.text(in: locale) : left)
          .font(.system(size: max(11, points * 0.9))).lineLimit(1)
          .foregroundStyle(.secondary).frame(height: cap)
          .accessibilityIdentifier(entry.isIncomplete ? "incomplete" : "more")
          .padding(.leading, inset(words))
      }
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
  }

  /// Between two rows: a line below the words where there is room for one.
  @ViewBuilder private func gap(_ height: Double, inset: Double = 0) -> some View {
    if family == .systemMedium {
      Spacer(minLength: 0).frame(height: height)
    } else {
      Divider().padding(.leading, inset).frame(height: height)
    }
  }

  /// As large as the smallest text, however small the words next to it (rule 12).
  private func mark(_ points: Double) -> Double { max(11, points * 0.85) }

  /// From a row's beginning to its words.
  func inset(_ points: Double) -> Double { mark(points) * 1.2 + points * 0.5 }

  func row(_ reminder: Reminder, _ points: Double, due: String?, isDone: Bool = false) -> some View {
    let mark = mark(points)
    return HStack(spacing: 0) {
      HStack(spacing: points * 0.5) {
        // A filled mark, and not its colour, marks what matters (rule 39).
        if isDone {
          Image(symbol: .checkCircle).font(.system(size: mark)).foregroundStyle(.primary).widgetAccentable()
            .frame(width: mark * 1.2).offset(x: -mark * 0.1)
        } else if reminder.isFlagged {
          Image(symbol: .flag).font(.system(size: mark)).foregroundStyle(.primary).widgetAccentable()
            .frame(width: mark * 1.2).offset(x: -mark * 0.1)
        } else {
          Circle().strokeBorder(.secondary, lineWidth: 1).frame(width: mark, height: mark)
            .padding(.trailing, mark * 0.2)
        }
        Text(reminder.title).font(.system(size: points, weight: .medium)).lineLimit(1).shrinkable(from: points)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("reminder")
      }
      Spacer(minLength: due == nil ? 0 : points * 0.6)
      if let due {
        Text(due).font(.system(size: max(11, points * 0.86), weight: isOverdue(reminder) ? .semibold : .regular))
          .lineLimit(1).layoutPriority(1)
          .foregroundStyle(isOverdue(reminder) ? HierarchicalShapeStyle.primary : .secondary)
          .accessibilityIdentifier("due")
      }
    }
  }

  private func isOverdue(_ reminder: Reminder) -> Bool {
    reminder.due.map { $0.overdue(in: timeZone) <= entry.date } ?? false
  }

  func dueWords(_ reminder: Reminder) -> String? {
    guard let due = reminder.due else { return nil }
    if isOverdue(reminder) { return ReminderWord.overdue.text(in: locale) }
    // A whole day ends at the midnight after it.
    let end = due.overdue(in: timeZone)
    let day = calendar.startOfDay(for: due.hasTime ? end : end.addingTimeInterval(-1))
    let days = calendar.dateComponents([.day], from: calendar.startOfDay(for: entry.date), to: day).day ?? 0
    switch days {
    case ...0: return due.hasTime ? end.formatted(dateStyle.hour().minute()) : SharedWord.today.text(in: locale)
    case 1: return SharedWord.tomorrow.text(in: locale)
    case 2..<7: return day.formatted(dateStyle.weekday(.abbreviated))
    default: return day.formatted(dateStyle.day().month(.abbreviated))
    }
  }

  private var circular: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    return VStack(spacing: side * 0.06) {
      Image(symbol: .checkCircle).font(.system(size: max(11, side * 0.22))).foregroundStyle(.secondary)
        .widgetAccentable()
        .givesWayToAgeMark(side * 0.2, hasWords: false)
      Text(count).font(.system(size: side * 0.42, weight: .semibold)).lineLimit(1).fixedSize()
        .frame(height: side * 0.42 * HeroGrid.capShare)
        .foregroundStyle(.primary).accessibilityIdentifier("count")
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }

  private var rectangular: some View {
    let points = max(11, entry.displaySize.height * 0.19)
    return VStack(alignment: .leading, spacing: points * 0.25) {
      HStack(spacing: 0) {
        HStack(spacing: points * 0.4) {
          Text(entry.title).font(.system(size: points, weight: .semibold)).lineLimit(1).widgetAccentable()
          Text(count).font(.system(size: points)).foregroundStyle(.secondary)
        }
        Spacer(minLength: 0)
        AgeMarkRoom(points: points * 0.9)
      }
      ForEach(Array(entry.reminders.prefix(2).enumerated()), id: \.offset) { _, reminder in
        Text(reminder.title).font(.system(size: points * 1.05, weight: .medium)).lineLimit(1)
          .accessibilityIdentifier("reminder")
      }
      if entry.reminders.isEmpty {
        Text(nothingWords).font(.system(size: points)).foregroundStyle(.secondary)
      }
    }
    .foregroundStyle(.primary)
    .frame(width: entry.displaySize.width, height: entry.displaySize.height, alignment: .leading)
  }

  private var inline: some View {
    InlineWords(
      text: entry.reminders.first?.title ?? nothingWords, symbol: .checkCircle,
      size: entry.displaySize, name: "reminder")
  }
}
