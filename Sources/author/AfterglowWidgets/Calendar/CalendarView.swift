import Afterglow
import Foundation

/// The calendar in the layout of its family (docs/rules.md, rule 19).
struct CalendarView: WidgetView {
  let entry: CalendarEntry

  var body: some View {
    let words = CalendarWords(entry: entry, calendar: calendar)
    switch family {
    case _ where level == .simplified && family.isSystem:
      CalendarGlance(words: words, size: entry.displaySize, far: far)
    case _ where showsDetails && family.isSystem:
      framed(WeekAgenda(entry: entry, words: words, size: Size(width: width, height: height)))
    case .systemSmall: small(words)
    case .systemMedium: medium(words)
    case .systemLarge: large(words)
    case .systemExtraLarge: extraLarge(words)
    case .systemExtraLargePortrait: portrait(words)
    case .accessoryCircular: CircularCalendar(words: words)
    case .accessoryCorner: CornerCalendar(words: words)
    case .accessoryRectangular: rectangular(words)
    case .accessoryInline: inline(words)
    }
  }

  private var width: Double { entry.displaySize.room(inside: margins).width }
  private var height: Double { entry.displaySize.room(inside: margins).height }

  /// Type size of the day's number from across the room.
  private var far: Double { GlanceRoom(entry.displaySize, margins).points(figures: 2) }

  private func framed(_ content: some View) -> some View { content.filling(entry.displaySize, margins) }

  private func agenda(_ words: CalendarWords, _ width: Double, _ height: Double, titleSize: Double) -> Agenda {
    Agenda(entry: entry, words: words, size: Size(width: width, height: height), titleSize: titleSize)
  }

  // MARK: system

  @ViewBuilder private func small(_ words: CalendarWords) -> some View {
    switch entry.intent.layout {
    case .month:
      framed(
        MonthGrid(
          entry: entry, words: words, size: Size(width: width, height: height), hasAgeMark: true, isAlone: true))
    case .date:
      framed(
        VStack(spacing: height * 0.08) {
          WeekdayWord(words: words, points: max(13, height * 0.12)).frame(width: width).givesWayToAgeMark()
          DayNumber(words: words, points: min(height * 0.62, GlanceRoom.near(far)))
        }
        .frame(width: width, height: height))
    case .automatic, .agenda:
      framed(
        VStack(alignment: .leading, spacing: 0) {
          DayHeader(words: words, points: height * 0.26)
          Spacer(minLength: 4)
          agenda(words, width, height * 0.72, titleSize: max(11, height * 0.088))
        }
        .frame(width: width, height: height))
    }
  }

  private func medium(_ words: CalendarWords) -> some View {
    let side = entry.intent.layout == .month ? width * 0.52 : width * 0.3
    return framed(
      HStack(alignment: .top, spacing: 16) {
        if entry.intent.layout == .month {
          MonthGrid(entry: entry, words: words, size: Size(width: side, height: height), hasAgeMark: true)
        } else {
          VStack(alignment: .leading, spacing: 0) {
            VStack(alignment: .leading, spacing: height * 0.07) {
              WeekdayWord(words: words, points: max(12, height * 0.12))
              DayNumber(words: words, points: height * 0.42)
            }
            Spacer(minLength: 0)
            MonthWord(words: words, points: max(12, height * 0.12)).frame(width: side, alignment: .leading)
              .givesWayToAgeMark(alignment: .leading)
          }
          .frame(width: side, height: height, alignment: .topLeading)
        }
        agenda(words, width - side - 16, height, titleSize: max(11, height * 0.098))
      })
  }

  @ViewBuilder private func large(_ words: CalendarWords) -> some View {
    if entry.intent.layout == .month {
      framed(
        VStack(alignment: .leading, spacing: 0) {
          DayHeader(words: words, points: height * 0.12)
          Spacer(minLength: 10)
          MonthGrid(entry: entry, words: words, size: Size(width: width, height: height * 0.8), isAlone: true)
        }
        .frame(width: width, height: height))
    } else {
      framed(days(words, 2, titleSize: max(12, height * 0.042)))
    }
  }

  @ViewBuilder private func extraLarge(_ words: CalendarWords) -> some View {
    if entry.intent.layout == .month {
      let half = (width - 28) / 2
      framed(
        HStack(alignment: .top, spacing: 28) {
          MonthGrid(entry: entry, words: words, size: Size(width: half, height: height))
          VStack(alignment: .leading, spacing: height * 0.05) {
            DayHeader(words: words, points: height * 0.12)
            agenda(words, half, height * 0.8, titleSize: max(12, height * 0.046))
          }
        })
    } else {
      framed(days(words, 4, titleSize: max(12, height * 0.044)))
    }
  }

  private func days(_ words: CalendarWords, _ count: Int, titleSize: Double) -> some View {
    DayColumns(
      entry: entry, words: words, count: count, size: Size(width: width, height: height), titleSize: titleSize)
  }

  private func portrait(_ words: CalendarWords) -> some View {
    framed(
      VStack(alignment: .leading, spacing: 0) {
        DayHeader(words: words, points: height * 0.095)
        Spacer(minLength: 10)
        MonthGrid(entry: entry, words: words, size: Size(width: width, height: height * 0.38))
        Spacer(minLength: 6)
        Divider()
        Spacer(minLength: 6)
        agenda(words, width, height * 0.45, titleSize: max(12, height * 0.034))
      }
      .frame(width: width, height: height))
  }

  // MARK: accessories

  private func rectangular(_ words: CalendarWords) -> some View {
    let points = max(11, entry.displaySize.height * 0.2)
    return VStack(alignment: .leading, spacing: points * 0.28) {
      if let next = words.next, let second = words.second, !entry.isIncomplete {
        EventPair(words: words, first: next, second: second)
      } else if let next = words.next {
        HStack(spacing: 0) {
          HStack(spacing: points * 0.3) {
            if let glyph = next.glyph { Image(symbol: glyph).font(.system(size: points)) }
            Text(words.time(next)).font(.system(size: points, weight: .semibold)).lineLimit(1)
          }
          Spacer(minLength: 0)
          AgeMarkRoom(points: points * 0.9)
        }
        .foregroundStyle(.secondary)
        Text(next.title).font(.system(size: points * 1.2, weight: .semibold)).lineLimit(1).widgetAccentable()
          .foregroundStyle(.primary).accessibilityIdentifier("title")
        if entry.isIncomplete {
          Text(words.incomplete).font(.system(size: points)).lineLimit(1)
            .shrinkable(from: points).foregroundStyle(.secondary).accessibilityIdentifier("incomplete")
        } else if let location = next.location {
          Text(location).font(.system(size: points)).lineLimit(1).foregroundStyle(.secondary)
        }
      } else {
        Text(words.longDay).font(.system(size: points * 1.2, weight: .semibold)).lineLimit(1)
          .shrinkable(from: points * 1.2)
        Text(words.nothing).font(.system(size: points)).lineLimit(1).shrinkable(from: points)
          .foregroundStyle(.secondary)
          .frame(maxWidth: .infinity, alignment: .leading)
          .givesWayToAgeMark(alignment: .leading)
      }
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height, alignment: .leading)
  }

  private func inline(_ words: CalendarWords) -> some View {
    InlineWords(
      text: words.dayAndCount ?? words.next.map { "\(words.time($0)) \($0.title)" }
        ?? (entry.isIncomplete ? words.incomplete : words.longDay),
      // One line has no room for more words.
      symbol: entry.isIncomplete ? .warning : words.next?.glyph ?? .calendar, size: entry.displaySize, name: "title",
      isFitted: true)
  }
}

/// Dates and times of an entry in the scene's language, for all layouts of the calendar.
struct CalendarWords {
  let entry: CalendarEntry
  let calendar: Calendar

  var locale: Locale { calendar.locale ?? Locale(identifier: "en_US") }

  func word(_ word: some WidgetWords) -> String { word.text(in: locale) }
  func more(_ count: Int) -> String { SharedWord.more.text(count.formatted(.number.locale(locale)), in: locale) }

  private var style: Date.FormatStyle { Date.FormatStyle(locale: locale, timeZone: calendar.timeZone) }

  var weekday: String { entry.date.formatted(style.weekday(.wide)) }
  var shortWeekday: String { entry.date.formatted(style.weekday(.abbreviated)) }
  var day: String { Figures.text(calendar.component(.day, from: entry.date), in: locale) }
  var month: String { entry.date.formatted(style.month(.wide)) }
  func weekday(of day: Date) -> String { day.formatted(style.weekday(.wide)) }
  /// "Tomorrow", and the month of the other days.
  func name(of day: Date) -> String {
    let tomorrow = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: entry.date))
    return day == tomorrow ? word(SharedWord.tomorrow) : day.formatted(style.month(.wide))
  }
  var longDay: String { entry.date.formatted(style.weekday(.wide).day().month(.wide)) }

  /// That events may be missing, or which calendar gives none.
  var incomplete: String { entry.notice ?? word(CalendarWord.incomplete) }

  /// In place of events: that there are none, or that they are not known.
  var nothing: String { entry.isIncomplete ? incomplete : word(CalendarWord.nothingPlanned) }

  /// The next event. Timed events come before those that fill the day, because one can be late for them.
  var next: CalendarEvent? {
    let today = calendar.startOfDay(for: entry.date)
    if let timed = entry.events.first(where: { !$0.coversDay }), day(of: timed) == today { return timed }
    return entry.events.first
  }

  /// Whether the next event is one of today, which needs no heading.
  var isNextToday: Bool { next.map { day(of: $0) == calendar.startOfDay(for: entry.date) } ?? true }

  /// The midnight of the day that an event is listed under.
  private func day(of event: CalendarEvent) -> Date {
    event.part?.day ?? calendar.startOfDay(for: max(event.start, entry.date))
  }

  /// "10:00", the day before it when it is not today, "All day", and "until 08:00" for what began on another day.
  func time(_ event: CalendarEvent) -> String {
    let name = dayName(of: event)
    let isToday = day(of: event) == calendar.startOfDay(for: entry.date)
    if event.hasUnknownZone { return isToday ? word(CalendarWord.unknownZone) : name }
    if event.isAllDay { return isToday ? word(CalendarWord.allDay) : name }
    let time: String
    if event.coversDay && event.part?.count == 1 {
      time = word(CalendarWord.allDay)
    } else {
      time = event.isContinued || event.coversDay ? until(event) : clock(event.start)
    }
    return isToday ? time : "\(name) \(time)"
  }

  func clock(_ date: Date) -> String { date.formatted(style.hour().minute()) }

  /// The hour as on the face of a clock, without AM and PM.
  func face(_ date: Date) -> String { date.formatted(style.hour(.defaultDigits(amPM: .omitted)).minute()) }

  /// "Sat 21 Nov"
  var shortDay: String { entry.date.formatted(style.weekday(.abbreviated).day().month(.abbreviated)) }

  func shortWeekday(of date: Date) -> String { date.formatted(style.weekday(.abbreviated)) }

  func isToday(_ event: CalendarEvent) -> Bool { day(of: event) == calendar.startOfDay(for: entry.date) }

  /// The number of today's events that are not over.
  var todayCount: Int {
    let today = calendar.startOfDay(for: entry.date)
    return entry.eventDays.count { $0 == today } + (entry.hidden[today] ?? 0)
  }

  /// A night out may end on the next day without naming it, in seconds.
  private static let longestNight = 12 * 3600.0

  /// From its start to its end, "All day", "until 08:00", or that it is not known.
  func range(_ event: CalendarEvent) -> String {
    if event.hasUnknownZone { return word(CalendarWord.unknownZone) }
    if event.isAllDay { return word(CalendarWord.allDay) }
    if event.isContinued { return until(event) }
    if event.coversDay { return isLastDay(event) ? word(CalendarWord.allDay) : until(event) }
    if event.start == event.end { return clock(event.start) }
    let isNight = event.end.timeIntervalSince(event.start) <= Self.longestNight
    let end = isNight || isLastDay(event) ? clock(event.end) : endWords(event)
    return RangeText.text(clock(event.start), end, in: locale)
  }

  /// "until 08:00", "until Thu 08:00".
  func until(_ event: CalendarEvent) -> String { CalendarWord.until.text(endWords(event), in: locale) }

  private func isLastDay(_ event: CalendarEvent) -> Bool { event.part.map { $0.number == $0.count } ?? true }

  /// "08:00" for an end on the day that an event is listed under, else with that day.
  private func endWords(_ event: CalendarEvent) -> String {
    let day = day(of: event)
    let days = calendar.dateComponents([.day], from: day, to: calendar.startOfDay(for: event.end)).day ?? 0
    switch days {
    case 0: return clock(event.end)
    case 1..<7: return "\(event.end.formatted(style.weekday(.abbreviated))) \(clock(event.end))"
    default: return event.end.formatted(style.day().month(.abbreviated))
    }
  }

  /// "day 2 of 3"; nil for an event of one day, or of one night.
  func dayOfDays(_ event: CalendarEvent) -> String? {
    guard let part = event.part, part.count > 1,
      event.isAllDay || event.end.timeIntervalSince(event.start) > Self.longestNight
    else { return nil }
    let numbers = [part.number, part.count].map { Figures.text($0, in: locale) }
    return CalendarWord.dayOfDays.text(numbers, in: locale)
  }

  func dayName(of event: CalendarEvent) -> String { dayName(of: day(of: event)) }

  func dayName(of day: Date) -> String {
    let days = calendar.dateComponents([.day], from: calendar.startOfDay(for: entry.date), to: day).day ?? 0
    switch days {
    case 0: return word(SharedWord.today)
    case 1: return word(SharedWord.tomorrow)
    case 2..<7: return day.formatted(style.weekday(.wide))
    default: return day.formatted(style.weekday(.abbreviated).day().month(.abbreviated))
    }
  }
}

extension CalendarWords {
  /// Below a title that has its start next to it: how long it lasts where that is more than its day, else where it is.
  func almanacLine(_ event: CalendarEvent) -> String? {
    if event.hasUnknownZone { return word(CalendarWord.unknownZone) }
    if event.isAllDay { return dayOfDays(event) ?? event.location }
    guard event.isContinued || event.coversDay || dayOfDays(event) != nil else { return event.location }
    return event.coversDay && event.part?.count == 1 ? word(CalendarWord.allDay) : until(event)
  }
}

extension CalendarEntry {
  /// The entry with one event alone.
  func showing(_ event: CalendarEvent) -> CalendarEntry {
    var one = self
    (one.events, one.eventDays, one.hidden) = ([event], event.part.map { [$0.day] } ?? [], [:])
    return one
  }
}

/// The weekday, marked in red where colours are free.
struct WeekdayWord: WidgetView {
  let words: CalendarWords
  let points: Double
  var isShort = false
  var isFitted = false

  var body: some View {
    CapText(
      text: Text(isShort ? words.shortWeekday : words.weekday), size: points, weight: .semibold, isFitted: isFitted
    )
    .foregroundStyle(Color.marked(.red, grey: 200, scheme))
    .widgetAccentable()
    .accessibilityIdentifier("weekday")
  }
}

/// The month's name, which supports the day.
private struct MonthWord: View {
  let words: CalendarWords
  let points: Double

  var body: some View {
    CapText(text: Text(words.month), size: points, weight: .regular, isFitted: true).foregroundStyle(.secondary)
      .accessibilityIdentifier("month")
  }
}

/// The day from across the room: its weekday above and its month below it; in a wide place next to it.
private struct CalendarGlance: WidgetView {
  let words: CalendarWords
  let size: Size
  /// Type size of the number below a weekday.
  let far: Double

  var body: some View {
    let room = GlanceRoom(size, margins)
    if room.isWide {
      wide(room).filling(size, margins)
    } else {
      let rest = room.factHeight - far * HeroGrid.capShare
      let hasMonth = rest > 2 * (room.wordsCap + room.gap)
      GlanceLayout(room, factCap: hasMonth ? nil : far * HeroGrid.capShare) {
        WeekdayWord(words: words, points: room.words)
      } fact: {
        ZStack {
          GlanceFact(text: words.day, points: far, name: "day")
          if hasMonth {
            MonthWord(words: words, points: room.words)
              .frame(width: room.width, height: room.factHeight, alignment: .bottom)
          }
        }
      }
    }
  }

  private func wide(_ room: GlanceRoom) -> some View {
    let share = 2 * HeroGrid.digitShare - GlanceRoom.bearings
    let points = min(room.height * 0.97 / HeroGrid.capShare, room.width * 0.54 / share)
    let gap = room.width * 0.06
    let rest = room.width - points * share - gap
    let longest = Double(max(words.weekday.count, words.month.count))
    let side = max(11, min(rest / (longest * 0.62), points * 0.36))
    // As wide as its words, so that all of it is in the middle.
    return HStack(spacing: gap) {
      GlanceFact(text: words.day, points: points, name: "day")
      VStack(alignment: .leading, spacing: side * 0.5) {
        WeekdayWord(words: words, points: side, isFitted: true)
        ZStack(alignment: .leading) {
          let month = MonthWord(words: words, points: side)
          month.hidden()
          // The mark of old content may be longer than the month.
          month.frame(width: rest, alignment: .leading).givesWayToAgeMark(side * 0.7, alignment: .leading)
            .frame(width: 1, alignment: .leading)
        }
      }
    }
  }
}

/// The day of the month, large.
struct DayNumber: WidgetView {
  let words: CalendarWords
  let points: Double
  var weight: Font.Weight?

  var body: some View {
    CapText(text: Text(words.day), size: points, weight: weight ?? heroWeight)
      .foregroundStyle(.primary)
      .accessibilityIdentifier("day")
  }
}

/// The day's number next to its weekday and month.
struct DayHeader: WidgetView {
  let words: CalendarWords
  let points: Double

  var body: some View {
    let side = max(11, points * 0.34 * typeSize.growth(upTo: 1.3))
    HStack(spacing: points * 0.36) {
      steady { DayNumber(words: words, points: points, weight: $0) }
      VStack(alignment: .leading, spacing: points * 0.14) {
        WeekdayWord(words: words, points: side)
        CapText(text: Text(words.month), size: side, weight: .regular).foregroundStyle(.secondary)
          .accessibilityIdentifier("month")
          .frame(maxWidth: .infinity, alignment: .leading)
          .givesWayToAgeMark(min(side, 14), alignment: .leading)
      }
    }
  }
}

/// The coming events day by day, as many as there is room for; the rest is counted (docs/rules.md, rule 75).
struct Agenda: WidgetView {
  let entry: CalendarEntry
  let words: CalendarWords
  let size: Size
  /// Type size of a title at the default one; larger rows are fewer.
  let titleSize: Double
  /// Whether the agenda has one event alone, which stands in the middle of its place.
  var isAlone = false
  /// Whether it is one of several columns, whose type has one size.
  var isColumn = false

  var body: some View {
    let plan = AgendaPlan(
      entry.events, days: entry.events.map(words.dayName),
      hidden: Dictionary(entry.hidden.map { (words.dayName(of: $0), $1) }, uniquingKeysWith: +),
      isIncomplete: entry.isIncomplete, today: words.word(SharedWord.today), height: size.height,
      points: max(11, titleSize * typeSize.growth(upTo: 1.5)), isColumn: isColumn)
    VStack(alignment: .leading, spacing: plan.gap) {
      ForEach(plan.rows) { row in
        line(row, plan.points).frame(width: size.width, height: row.height, alignment: .leading)
      }
    }
    .frame(width: size.width, height: size.height, alignment: isAlone ? .leading : .topLeading)
  }

  @ViewBuilder private func line(_ row: AgendaPlan.Row, _ points: Double) -> some View {
    switch row.kind {
    case .day(let name):
      Text(name).font(.system(size: max(11, points * 0.86), weight: .semibold)).foregroundStyle(.secondary)
        .lineLimit(1)
    case .event(let event):
      AgendaRow(event: event, words: words, points: points, width: size.width, isAlone: isAlone)
    case .more(let count):
      Text(words.more(count)).font(.system(size: max(11, points * 0.86))).foregroundStyle(.secondary).lineLimit(1)
        .accessibilityIdentifier("more")
    case .nothing:
      // Alone it has larger type, as far as it is no wider than its place.
      Text(words.word(CalendarWord.nothingPlanned)).font(.system(size: points)).foregroundStyle(.secondary)
        .lineLimit(1).shrinkable(from: points)
        .accessibilityIdentifier("nothing")
    case .incomplete:
      Text(words.incomplete).font(.system(size: max(11, points * 0.86))).foregroundStyle(.secondary)
        .lineLimit(1).shrinkable(from: max(11, points * 0.86))
        .accessibilityIdentifier("incomplete")
    }
  }
}

/// A coloured bar, the title, and when and where.
struct AgendaRow: WidgetView {
  let event: CalendarEvent
  let words: CalendarWords
  let points: Double
  /// Width of the row in points.
  let width: Double
  /// Whether there is one line for it, whatever it says.
  var isOneLine = false
  /// Whether the row stands alone: its type is so large that the end of the event may have no room.
  var isAlone = false

  private var isLine: Bool { isOneLine || event.isLine }

  var body: some View {
    HStack(alignment: .center, spacing: points * 0.5) {
      if let glyph = event.glyph {
        Image(symbol: glyph).font(.system(size: max(11, points * 0.92))).foregroundStyle(.primary)
          .widgetAccentable()
      } else {
        // A colour would name a calendar.
        Capsule()
          .fill(isPlaceholder ? AnyShapeStyle(.tertiary) : AnyShapeStyle(Color.marked(event.color.color, grey: 170)))
          .frame(width: isLuminanceReduced ? 1.5 : 3, height: points * (isLine ? 1.1 : 2.1))
          .frame(width: 3, alignment: .leading)
          .widgetAccentable()
      }
      VStack(alignment: .leading, spacing: points * 0.08) {
        if isLine {
          ViewThatFits(in: .horizontal) {
            if let beside {
              HStack(spacing: points * 0.5) {
                title
                detail(beside)
              }
            }
            title
          }
        } else {
          title
          if showsDetails {
            // The place is cut where it is too long.
            detail(details[0])
          } else {
            ViewThatFits(in: .horizontal) {
              ForEach(details, id: \.self) { detail($0) }
            }
          }
        }
      }
    }
  }

  private var title: some View {
    Text(event.title).font(.system(size: points, weight: .semibold)).lineLimit(1).shrinkable(from: points)
      .foregroundStyle(.primary)
      .accessibilityIdentifier("title")
  }

  /// The words next to a title without a second line, where there is room: the end, or the number of the day.
  private var beside: String? {
    if event.hasUnknownZone { return words.range(event) }
    return event.isAllDay ? words.dayOfDays(event) : words.range(event)
  }

  /// The line below a title, the fullest first.
  private var details: [String] {
    let time = words.range(event)
    var found = [time]
    if let day = words.dayOfDays(event) { found.insert("\(time), \(day)", at: 0) }
    if let location = event.location { found = found.map { "\($0), \(location)" } + [time] }
    if isAlone { found.append(words.time(event)) }
    return found
  }

  private func detail(_ text: String) -> some View {
    // A title that is shrunk to its row still leads.
    let title = FittedWords.points(event.title, inLineOf: width - points * 0.5 - 3, upTo: points)
    let size = max(11, isAlone ? title * 0.86 : min(points * 0.86, title * 0.95))
    return Text(text).font(.system(size: size)).lineLimit(1).shrinkable(from: size)
      .foregroundStyle(.secondary)
      .accessibilityIdentifier("time")
  }
}

/// A month in weeks: today is filled, days with events have a dot.
struct MonthGrid: WidgetView {
  let entry: CalendarEntry
  let words: CalendarWords
  let size: Size
  /// Whether it shows the week of today alone.
  var isWeek = false
  /// The weekdays give way to the mark of an old content's age.
  var hasAgeMark = false
  /// Whether no list next to the grid says that events may be missing.
  var isAlone = false

  /// The least width of a day, which is that of two figures of 11 pt, and the least height, that of today's disc around them.
  private static let leastDay = Size(width: 11 * 1.32, height: 11 * 1.4)

  /// Whether a place has room for six weeks below the names of the weekdays.
  static func fits(in size: Size) -> Bool { size.width >= 7 * leastDay.width && size.height >= 7 * leastDay.height }

  /// Whether a place has room for one week below the names of the weekdays.
  static func weekFits(in size: Size) -> Bool { size.width >= 7 * leastDay.width && size.height >= 2 * leastDay.height }

  var body: some View {
    let weeks = weeks
    let row = size.height / Double(weeks.count + 1)
    let column = size.width / 7
    let usual = min(max(11, min(row * 0.5, column * 0.5)), 22)
    let points = max(11, min(usual * typeSize.growth(upTo: 1.5), max(usual, min(row * 0.62, column * 0.56))))
    VStack(spacing: 0) {
      // Alone, the grid has no other place to say that days may lack their dots.
      if isAlone && entry.isIncomplete {
        let notice = CapText(
          text: Text(words.incomplete), size: max(11, points * 0.8), weight: .medium, isFitted: true
        )
        .foregroundStyle(.secondary).accessibilityIdentifier("incomplete")
        .frame(width: size.width, height: row)
        if hasAgeMark { notice.givesWayToAgeMark() } else { notice }
      } else {
        let header = header(points, Size(width: column, height: row))
        if hasAgeMark { header.givesWayToAgeMark() } else { header }
      }
      ForEach(Array(weeks.enumerated()), id: \.offset) { _, week in
        HStack(spacing: 0) {
          ForEach(Array(week.enumerated()), id: \.offset) { _, day in
            cell(day, points, Size(width: column, height: row))
          }
        }
      }
    }
    .frame(width: size.width, height: size.height)
    .accessibilityIdentifier("month grid")
  }

  private func header(_ points: Double, _ room: Size) -> some View {
    HStack(spacing: 0) {
      ForEach(Array(names.enumerated()), id: \.offset) { _, name in
        CapText(text: Text(name), size: max(11, points * 0.8), weight: .medium).foregroundStyle(.secondary)
          .frame(width: room.width, height: room.height)
      }
    }
  }

  @ViewBuilder private func cell(_ day: Date?, _ points: Double, _ room: Size) -> some View {
    if let day {
      let isToday = day == words.calendar.startOfDay(for: entry.date)
      let side = min(min(room.width, room.height), points * 2)
      ZStack {
        if isToday && !isPlaceholder { today(side) }
        CapText(
          text: Text("\(words.calendar.component(.day, from: day))"), size: points, weight: isToday ? .bold : .regular
        )
        .foregroundStyle(isToday && isFilled ? AnyShapeStyle(Color.white) : AnyShapeStyle(.primary))
        if entry.busyDays.contains(day) && !isToday && !isPlaceholder {
          let dot = max(3, points * 0.3)
          Circle().fill(.secondary).frame(width: dot, height: dot)
            .offset(y: min((room.height - dot) / 2, points * (HeroGrid.capShare / 2 + 0.46)))
        }
      }
      .frame(width: room.width, height: room.height)
    } else {
      Rectangle().fill(.background).frame(width: room.width, height: room.height).hidden()
    }
  }

  /// Only full colour by day has room for white on red; elsewhere today has a ring.
  private var isFilled: Bool { !isLuminanceReduced && mode == .fullColor }

  @ViewBuilder private func today(_ side: Double) -> some View {
    if isFilled {
      Circle().fill(Color(argb: 0xFFD7_261C)).frame(width: side, height: side)
    } else {
      Circle().strokeBorder(.primary, lineWidth: max(1, side * 0.05)).frame(width: side, height: side)
        .widgetAccentable()
    }
  }

  /// One letter or two a weekday, in the calendar's order.
  private var names: [String] {
    let symbols = words.calendar.veryShortStandaloneWeekdaySymbols
    let first = words.calendar.firstWeekday - 1
    return (0..<7).map { symbols[($0 + first) % 7] }
  }

  /// The shown days in rows of seven; nil before the first and after the last of the month.
  private var weeks: [[Date?]] {
    let calendar = words.calendar
    if isWeek {
      guard let week = calendar.dateInterval(of: .weekOfYear, for: entry.date) else { return [[]] }
      return [(0..<7).map { calendar.date(byAdding: .day, value: $0, to: week.start).map(calendar.startOfDay) }]
    }
    guard let month = calendar.dateInterval(of: .month, for: entry.date) else { return [[]] }
    let count = calendar.range(of: .day, in: .month, for: entry.date)?.count ?? 30
    let before = (calendar.component(.weekday, from: month.start) - calendar.firstWeekday + 7) % 7
    var days: [Date?] = Array(repeating: nil, count: before)
    for offset in 0..<count {
      days.append(calendar.date(byAdding: .day, value: offset, to: month.start).map(calendar.startOfDay))
    }
    while days.count % 7 != 0 { days.append(nil) }
    return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<($0 + 7)]) }
  }
}

/// The month in a face without a calendar; the week of today where a month has no room.
struct FaceMonth: View {
  let entry: CalendarEntry
  let words: CalendarWords
  let size: Size

  /// Whether a place has room for any of it.
  static func fits(in size: Size) -> Bool { MonthGrid.weekFits(in: size) }

  /// Height of a week below the names of the weekdays, in shares of its width.
  private static let weekShare = 0.34

  var body: some View {
    if MonthGrid.fits(in: size) {
      MonthGrid(entry: entry, words: words, size: size)
    } else if MonthGrid.weekFits(in: size) {
      MonthGrid(
        entry: entry, words: words,
        size: Size(width: size.width, height: min(size.height, size.width * Self.weekShare)), isWeek: true)
    }
  }
}
