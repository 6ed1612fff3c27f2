import Afterglow
import Foundation

/// Some days side by side, from today on, or from tomorrow when today holds nothing more. What happens at about the
/// same time stands in one row, so that the days are compared at a glance.
struct DayColumns: WidgetView {
  let entry: CalendarEntry
  let words: CalendarWords
  /// How many days.
  let count: Int
  let size: Size
  /// Type size of a title at the default one.
  let titleSize: Double

  private static let gap = 20.0
  private var points: Double { max(11, titleSize * typeSize.growth(upTo: 1.5)) }
  private var column: Double { (size.width - Self.gap * Double(count - 1)) / Double(count) }
  private var header: Double { size.height * 0.11 }

  var body: some View {
    let top = header * HeroGrid.capShare + size.height * 0.06
    let today = words.calendar.startOfDay(for: entry.date)
    let days = days(from: today)
    let (plan, points) = DayRows.largest(
      days.map(events(on:)), hidden: days.map { entry.hidden[$0] ?? 0 }, starts: days, height: size.height - top,
      hasLastLine: entry.isIncomplete, points: points)
    VStack(alignment: .leading, spacing: 0) {
      HStack(alignment: .top, spacing: Self.gap) {
        ForEach(Array(days.enumerated()), id: \.offset) { index, day in
          heading(day, index, isToday: day == today)
        }
      }
      .frame(width: size.width, height: top, alignment: .top)
      ZStack(alignment: .topLeading) {
        ForEach(Array(plan.rulesPt.enumerated()), id: \.offset) { _, place in
          Divider().frame(width: size.width).offset(y: place)
        }
        HStack(alignment: .top, spacing: Self.gap) {
          ForEach(Array(plan.columns.enumerated()), id: \.offset) { _, cells in
            list(cells, plan, points).frame(width: column, height: size.height - top, alignment: .topLeading)
          }
        }
      }
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
  }

  private func list(_ cells: DayRows.Column, _ plan: DayRows, _ points: Double) -> some View {
    VStack(alignment: .leading, spacing: 0) {
      if cells.isFree {
        Text(words.nothing).font(.system(size: points))
          .foregroundStyle(.secondary).lineLimit(1).shrinkable(from: points)
          .accessibilityIdentifier(entry.isIncomplete ? "incomplete" : entry.events.isEmpty ? "nothing" : "free")
      } else {
        ForEach(Array(cells.events.enumerated()), id: \.offset) { index, event in
          Group {
            if let event {
              // The lines between rows stand where Latin letters leave room for them.
              AgendaRow(event: event, words: words, points: points, width: column, isOneLine: event.coversDay)
                .keepingLineHeight()
            } else {
              Spacer(minLength: 0)
            }
          }
          .frame(width: column, height: plan.heights[index], alignment: .topLeading)
        }
      }
      if entry.isIncomplete && !cells.isFree {
        Text(words.incomplete).font(.system(size: max(11, points * 0.86)))
          .foregroundStyle(.secondary).lineLimit(1).shrinkable(from: max(11, points * 0.86))
          .accessibilityIdentifier("incomplete")
      } else if cells.left > 0 {
        Text(words.more(cells.left)).font(.system(size: max(11, points * 0.86))).foregroundStyle(.secondary)
          .lineLimit(1).accessibilityIdentifier("more")
      }
    }
  }

  @ViewBuilder private func heading(_ day: Date, _ index: Int, isToday: Bool) -> some View {
    let side = max(11, min(header * 0.36 * typeSize.growth(upTo: 1.3), column * 0.11))
    let name = isToday ? words.month : words.name(of: day)
    HStack(spacing: header * 0.36) {
      steady { weight in
        Text("\(words.calendar.component(.day, from: day))").font(.system(size: header, weight: weight))
          .lineLimit(1).fixedSize().frame(height: header * HeroGrid.capShare)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("day")
      }
      VStack(alignment: .leading, spacing: header * 0.14) {
        CapText(text: Text(words.weekday(of: day)), size: side, weight: .semibold, isFitted: true)
          .foregroundStyle(
            isToday ? AnyShapeStyle(Color.marked(.red, grey: 200, scheme)) : AnyShapeStyle(.primary)
          )
          .widgetAccentable(isToday)
          .accessibilityIdentifier("weekday")
        let second = CapText(text: Text(name), size: side, weight: .regular, isFitted: true)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("month")
          .frame(maxWidth: .infinity, alignment: .leading)
        if index == 0 { second.givesWayToAgeMark(min(side, 14), alignment: .leading) } else { second }
      }
    }
    .frame(width: column, alignment: .leading)
  }

  private func days(from today: Date) -> [Date] {
    let isOver = !entry.events.isEmpty && !entry.eventDays.contains(today)
    return (0..<count).compactMap { words.calendar.date(byAdding: .day, value: $0 + (isOver ? 1 : 0), to: today) }
  }

  private func events(on day: Date) -> [CalendarEvent] {
    zip(entry.events, entry.eventDays).filter { $1 == day }.map(\.0)
  }
}

/// Events of several days in common rows.
struct DayRows {
  struct Column {
    /// One a row; nil: the day has none at that time.
    var events: [CalendarEvent?]
    /// Events without a row.
    var left: Int
    var isFree: Bool { events.allSatisfy { $0 == nil } && left == 0 }
  }

  /// An event joins a row that began at most so long before it, in seconds.
  private static let sameTime = 5400.0
  /// The pitch of rows where there is room, in shares of their least height.
  private static let widest = 2.4

  /// How many times larger than usual the type may be where rows have room.
  private static let growths = [1.35, 1.28, 1.21, 1.14, 1.07]
  /// The pitch of larger type, in shares of its least height.
  private static let roomy = 1.25

  private(set) var columns: [Column] = []
  private(set) var heights: [Double] = []
  /// From the top to the lines between times of day, which lead from a day to what the next has at that time.
  private(set) var rulesPt: [Double] = []

  /// The rows with the largest type at which they are the same, and still apart.
  static func largest(
    _ days: [[CalendarEvent]], hidden: [Int], starts: [Date], height: Double, hasLastLine: Bool, points: Double
  ) -> (rows: DayRows, points: Double) {
    func rows(_ points: Double) -> DayRows {
      DayRows(days, hidden: hidden, starts: starts, height: height, hasLastLine: hasLastLine, points: points)
    }
    let usual = rows(points)
    for growth in growths where usual.columns.allSatisfy({ $0.left == 0 }) {
      let grown = rows(points * growth)
      let pitch = grown.heights.dropLast().last ?? height
      if grown.heights.count == usual.heights.count, grown.columns.allSatisfy({ $0.left == 0 }),
        grown.heights.reduce(0, +) <= height, pitch >= points * growth * 2.75 * roomy
      {
        return (grown, points * growth)
      }
    }
    return (usual, points)
  }

  /// - Parameters:
  ///   - days: the events of each, all-day ones first.
  ///   - hidden: how many more each has.
  ///   - starts: the midnight of each.
  ///   - height: for all rows, in points.
  ///   - hasLastLine: whether a line stands below the rows, however many events have one.
  ///   - points: type size of a title.
  init(
    _ days: [[CalendarEvent]], hidden: [Int], starts: [Date], height: Double, hasLastLine: Bool, points: Double
  ) {
    let line = points * 1.7
    let row = points * 2.75
    let allDay = days.map { $0.filter(\.coversDay) }
    let timed = days.map { $0.filter { !$0.coversDay } }
    let lines = min(3, allDay.map(\.count).max() ?? 0)
    let needed = Double(lines) * line
    var slots = Self.byTime(timed, starts)
    var capacity = max(1, Int((height - needed) / row))
    if slots.count > capacity {
      capacity = max(1, Int((height - needed - points * 1.3) / row))
      let most = min(capacity, timed.map(\.count).max() ?? 0)
      slots = (0..<most).map { index in timed.map { index < $0.count ? $0[index] : nil } }
    }
    let shown = days.indices.map { day in min(lines, allDay[day].count) + slots.count { $0[day] != nil } }
    let isAll = !hasLastLine && hidden.allSatisfy { $0 == 0 } && zip(shown, days).allSatisfy { $0 == $1.count }
    // The last one, or the number of those without a row, stands on the margin.
    let last = isAll ? points * 2.3 : row
    let room = height - needed - last - (isAll ? 0 : points * 1.3)
    let pitch = min(row * Self.widest, max(row, room / Double(max(1, slots.count - 1))))
    heights = Array(repeating: line, count: lines) + Array(repeating: pitch, count: max(0, slots.count - 1))
    if !slots.isEmpty { heights.append(last) }
    rulesPt = heights.indices.dropFirst(lines + 1).map { row in
      let above = heights[row - 1] - points * 2.1
      return heights[..<row].reduce(0, +) - above / 2
    }
    columns = days.indices.map { day in
      let whole = (0..<lines).map { $0 < allDay[day].count ? allDay[day][$0] : nil }
      let shown = whole + slots.map { $0[day] }
      return Column(events: shown, left: days[day].count - shown.count { $0 != nil } + hidden[day])
    }
  }

  /// Rows in the order of their times; each holds one event a day at most.
  private static func byTime(_ days: [[CalendarEvent]], _ starts: [Date]) -> [[CalendarEvent?]] {
    let all = days.enumerated().flatMap { index, events in
      events.map { event in (day: index, time: max(0, event.start.timeIntervalSince(starts[index])), event: event) }
    }.sorted { ($0.time, $0.day) < ($1.time, $1.day) }
    var rows: [[CalendarEvent?]] = []
    var start = 0.0
    for next in all {
      if rows.isEmpty || rows[rows.count - 1][next.day] != nil || next.time > start + sameTime {
        rows.append(Array(repeating: nil, count: days.count))
        start = next.time
      }
      rows[rows.count - 1][next.day] = next.event
    }
    return rows
  }
}
