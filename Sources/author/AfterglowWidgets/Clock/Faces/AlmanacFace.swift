import Afterglow
import Foundation

/// A day, its sun and its moon.
struct AlmanacFacts: Sendable {
  var day: CalendarEntry
  /// Rise and set in this day; none without a place.
  var turns: [SkyTurn]
  var polarSky: PolarSky?
  var moon: MoonEntry
  var week: Int

  init(_ day: CalendarEntry, _ sky: DayArc.Days, _ context: TimelineProviderContext) {
    self.day = day
    let arc = sky.arc(at: day.date)
    turns = arc?.turns.map(\.turn) ?? []
    polarSky = arc?.polarSky
    var now = context
    now.date = day.date
    moon = MoonProvider().placeholder(in: now)
    var calendar = sky.calendar
    calendar.firstWeekday = 2
    calendar.minimumDaysInFirstWeek = 4
    week = calendar.component(.weekOfYear, from: day.date)
  }
}

/// A leaf of a calendar next to what its day holds. It has no time: what changes is what comes next, a few times a day.
struct AlmanacFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime
  let facts: AlmanacFacts

  private var words: CalendarWords { CalendarWords(entry: facts.day, calendar: calendar) }
  private var isLight: Bool { isLuminanceReduced }
  private var weight: Font.Weight { isNight ? .light : isLight ? .ultraLight : .bold }
  private var design: Font.Design { isLight ? .default : .serif }
  private var accent: Color { Color.marked(.red, grey: 200, scheme) }

  /// "30" in the serif's bold, and "Wednesday" in it, in shares of the type size.
  private static let dayShare = 1.48
  private static let weekdayShare = 6.7
  /// A moon next to "↑ 07:29", in shares of the type size; "7:29 AM" is longer.
  private var skyShare: Double {
    let longest = facts.turns.prefix(2).map { ShortTime.text($0, locale, timeZone).count }.max() ?? 5
    return 3.6 + Double(max(5, longest)) * 0.56
  }

  var body: some View {
    switch room.shape {
    case _ where isAlone: alone
    case .wide: wide
    case .tall: tall
    case .round: round
    }
  }

  /// Whether the day stands alone: at night, and under reduced luminance where nothing is planned.
  private var isAlone: Bool {
    isNight || isLight && hasNoCalendar && (room.shape != .round || words.next == nil)
  }

  // MARK: Parts

  private func number(_ points: Double) -> some View {
    Text(words.day).font(.system(size: points, weight: weight, design: design)).lineLimit(1).fixedSize()
      .frame(height: points * HeroGrid.capShare).foregroundStyle(.primary).accessibilityIdentifier("day number")
  }

  private func weekday(_ points: Double) -> some View {
    time.date(.weekday, max(11, points), isLight ? .light : .bold, design: design).foregroundStyle(accent)
      .widgetAccentable()
  }

  private func month(_ points: Double) -> some View {
    time.date(.month, max(11, points), isLight ? .light : .medium).foregroundStyle(.primary)
  }

  /// The moon, and where there is a place when the sun rises and sets. Long words may need the moon's room.
  private func sky(_ points: Double) -> some View {
    ViewThatFits(in: .horizontal) {
      if let polarSky = facts.polarSky {
        moon(points) { PolarWords(sky: polarSky, points: points, isFitted: false) }
        PolarWords(sky: polarSky, points: points)
      } else {
        moon(points) { turns(points) }
        VStack(alignment: .leading, spacing: points * 0.6) { turns(points) }.foregroundStyle(.primary)
      }
    }
  }

  /// When the sun rises and sets, else the week.
  @ViewBuilder private func turns(_ points: Double) -> some View {
    if facts.turns.isEmpty {
      CapText(
        text: Text("\(ClockWord.week.text(in: locale)) \(Figures.text(facts.week, in: locale))"), size: points,
        weight: .medium, isFitted: true)
    } else {
      ForEach(Array(facts.turns.prefix(2).enumerated()), id: \.offset) { _, turn in
        TurnWords(turn: turn, points: points)
      }
    }
  }

  /// The moon with rows next to it.
  private func moon(_ points: Double, @ViewBuilder _ rows: () -> some View) -> some View {
    HStack(spacing: points * 0.9) {
      MoonDisc(entry: facts.moon, side: points * 1.9)
      VStack(alignment: .leading, spacing: points * 0.6) { rows() }
    }
    .foregroundStyle(.primary)
  }

  private func divider(_ height: Double) -> some View {
    Rectangle().fill(.primary).frame(width: max(1, room.side * 0.009), height: height)
  }

  // MARK: Places

  /// The day in the middle of its place, and large; below it sun and moon unless it is night.
  private var alone: some View {
    let isRound = room.shape == .round
    let place =
      isRound
      ? Size(width: room.side * 0.68, height: room.side * 0.72) : Size(width: room.width, height: room.height)
    let hasSky = !isNight && !isRound
    let side = min(place.width, place.height)
    let name = min(place.width / Self.weekdayShare, side * 0.16)
    let points = min(place.width / Self.dayShare, side * (hasSky ? 0.34 : 0.46) / HeroGrid.capShare)
    return VStack(spacing: side * (hasSky ? 0.08 : 0.1)) {
      weekday(name).frame(width: place.width)
      number(points)
      month(name * 0.86).frame(width: place.width)
      if hasSky { sky(max(11, min(room.words, side * 0.08))).frame(width: place.width) }
    }
    .multilineTextAlignment(.center)
  }

  private var wide: some View {
    let left = room.width * 0.345
    let gap = room.width * 0.04
    let right = room.width - left - 2 * gap
    let points = min(left / Self.dayShare, room.height * 0.5 / HeroGrid.capShare)
    let name = min(left / Self.weekdayShare, room.height * 0.16)
    return HStack(alignment: .top, spacing: gap) {
      VStack(alignment: .leading, spacing: 0) {
        weekday(name).frame(width: left, alignment: .leading)
        Spacer(minLength: 0)
        number(points)
        Spacer(minLength: 0)
        month(max(room.words, name * 0.86)).frame(width: left, alignment: .leading)
        Spacer(minLength: 0)
        // It may end in the gap before the rule.
        sky(max(11, min(room.words, left / skyShare))).frame(width: left + gap * 0.7, alignment: .leading)
      }
      .multilineTextAlignment(.leading)
      .frame(width: left, height: room.height, alignment: .leading)
      if !isLight { divider(room.height) }
      below(Size(width: right, height: room.height))
    }
    .frame(width: room.width, alignment: .leading)
  }

  /// Sun and moon have a line of their own where the place is much higher than wide; else the moon ends the weekday's line. Next
  /// to a number it would be a degree sign.
  private var tall: some View {
    let name = min(room.width / Self.weekdayShare, room.height * 0.095)
    let points = min(room.width * 0.52 / Self.dayShare, room.height * 0.28)
    let cap = points * HeroGrid.capShare
    let gap = room.side * 0.08
    let foot = room.height > room.width * 1.4 ? room.words * 2.6 + gap : 0
    let moon = foot > 0 ? 0 : max(13, name * HeroGrid.capShare * 1.3)
    let line = max(name * HeroGrid.capShare, moon)
    let head = line + cap + 3 * gap + room.side * 0.01
    return VStack(alignment: .leading, spacing: 0) {
      HStack(spacing: 0) {
        weekday(name).frame(width: room.width - moon * 1.2, alignment: .leading)
        if moon > 0 {
          Spacer(minLength: 0)
          MoonDisc(entry: facts.moon, side: moon)
        }
      }
      .frame(width: room.width, height: line)
      Spacer(minLength: 0).frame(height: gap)
      HStack(alignment: .bottom, spacing: room.words * 0.8) {
        number(points)
        month(room.words).frame(maxWidth: .infinity, alignment: .leading)
      }
      .frame(width: room.width, alignment: .leading)
      Spacer(minLength: 0).frame(height: gap)
      Rectangle().fill(.primary).frame(width: room.width, height: max(1, room.side * 0.009))
      Spacer(minLength: 0).frame(height: gap)
      below(Size(width: room.width, height: max(1, room.height - head - foot)))
      if foot > 0 {
        Spacer(minLength: 0)
        sky(room.words)
      }
    }
    .multilineTextAlignment(.leading)
    .frame(width: room.width, height: room.height, alignment: .topLeading)
  }

  /// The day, and the next thing or the month.
  private var round: some View {
    let side = room.side
    let grid = room.month(in: family)
    let isLow = showsMonth && MonthGrid.fits(in: grid)
    let hasNext = !showsMonth && words.next != nil
    let isDouble = hasNext && facts.day.isIncomplete
    return VStack(spacing: side * (isLow ? 0.045 : isDouble ? 0.05 : 0.06)) {
      weekday(room.words * 1.1).frame(width: side * (isLow || isDouble ? 0.5 : 0.56))
      if isLow {
        HStack(alignment: .bottom, spacing: room.words * 0.7) {
          number(side * 0.2)
          month(room.words).fixedSize()
        }
      } else {
        number(side * (isDouble ? 0.24 : showsMonth || hasNext ? 0.3 : 0.36))
        month(room.words).frame(width: side * 0.6)
      }
      if showsMonth {
        // A circle is wider in the middle, where a week stands.
        FaceMonth(
          entry: facts.day, words: words, size: Size(width: isLow ? grid.width : side * 0.72, height: grid.height))
      } else if !hasNoCalendar || hasNext {
        next(side)
      }
    }
    .multilineTextAlignment(.center)
  }

  /// The next event: its start, and below it its title, which shrinks before it is cut.
  private func next(_ side: Double) -> some View {
    VStack(spacing: room.words * 0.6) {
      if let event = words.next {
        if facts.day.isIncomplete {
          // Above the event, where a circle is wider.
          roundLine(words.incomplete, max(11, room.words * 0.86), isLight ? .light : .regular, named: "incomplete")
            .frame(width: side * 0.74)
        }
        roundLine(words.time(event), room.words, isLight ? .light : .bold, named: "start").frame(width: side * 0.68)
        roundLine(event.title, room.words, isLight ? .light : .medium, named: "title")
          .frame(width: side * (facts.day.isIncomplete ? 0.58 : 0.66))
      } else {
        roundLine(words.nothing, room.words, isLight ? .light : .medium, named: "title")
          .frame(width: side * (facts.day.isIncomplete ? 0.74 : 0.6))
      }
    }
  }

  private func roundLine(_ text: String, _ points: Double, _ weight: Font.Weight, named name: String) -> some View {
    CapText(text: Text(text), size: points, weight: weight, isFitted: true)
      .foregroundStyle(.primary).accessibilityIdentifier(name)
  }

  // MARK: What the day holds

  private var hasNoCalendar: Bool { time.clock.intent.calendar.isEmpty && facts.day.events.allSatisfy(\.isHoliday) }

  /// Whether the month stands in place of events. Reduced luminance has room for what comes next only.
  private var showsMonth: Bool { hasNoCalendar && !isLight }

  @ViewBuilder private func below(_ size: Size) -> some View {
    if showsMonth {
      FaceMonth(entry: facts.day, words: words, size: size)
    } else {
      AlmanacList(entry: shown, words: words, size: size, points: points(in: size))
    }
  }

  /// Type size of a title. One thing alone is larger than a list, as far as its day and itself have room.
  private func points(in size: Size) -> Double {
    let usual = max(11, room.words * 0.96)
    guard isLight else { return usual }
    let rows = (words.isNextToday ? 1.0 : 2) + (facts.day.isIncomplete ? 1 : 0)
    return max(usual, min(room.words * 1.7, size.height / rows / (AlmanacList.rowShare + 0.01)))
  }

  /// Reduced luminance has room for what comes next.
  private var shown: CalendarEntry {
    guard isLight, let next = words.next else { return facts.day }
    return facts.day.showing(next)
  }
}

/// Appointments below each other between hairlines: when in a column of its own, what next to it. Days that are not today
/// have a heading. Reduced luminance has one appointment, in the middle of its place.
private struct AlmanacList: WidgetView {
  let entry: CalendarEntry
  let words: CalendarWords
  let size: Size
  /// Type size of a title.
  let points: Double

  private struct Row: Identifiable {
    var id: Int
    var kind: AgendaPlan.Row.Kind
  }

  /// Height of a row, in shares of the type size.
  static let rowShare = 2.2
  private var rowHeight: Double { points * Self.rowShare }
  /// Room between the two lines of an event.
  private var leading: Double { points * 0.36 }

  /// Height of a row's words.
  private func height(_ row: Row) -> Double {
    let title = points * HeroGrid.capShare
    var height = title
    if case .event(let event) = row.kind {
      if isNarrow {
        height += event.coversDay ? 0 : leading + title
      } else if words.almanacLine(event) != nil && !isLuminanceReduced {
        height += leading + max(11, points * 0.86) * HeroGrid.capShare
      }
    }
    return whole(height, .up)
  }

  /// Room between a row and the line above or below it. All of the list's is spent on it, as far as rows still belong together.
  private func gap(between rows: [Row]) -> Double {
    let free = size.height - rows.reduce(0) { $0 + height($1) }
    return whole(min(max(0, free) / Double(max(1, 2 * rows.count - 2)), points), .down)
  }

  /// In ink rows of whole pixels, so that all look alike.
  private func whole(_ points: Double, _ rule: FloatingPointRoundingRule) -> Double {
    let pixel = inks == .shades ? 0 : value(\.pixelLength)
    return pixel > 0 ? (points / pixel).rounded(rule) * pixel : points
  }

  /// "10:00" in the serif's bold; "10:00 AM" is longer.
  private var whenWidth: Double {
    let longest = entry.events.filter(\.hasHour).map { words.clock($0.start).count }.max() ?? 5
    return Double(longest) * 0.65 * points
  }

  /// When and what stand below each other where titles would have no room next to it.
  private var isNarrow: Bool { size.width - whenWidth < points * 8 }

  var body: some View {
    let rows = rows
    let gap = gap(between: rows)
    VStack(alignment: .leading, spacing: 0) {
      ForEach(rows) { row in
        line(row).frame(width: size.width, height: height(row), alignment: .leading)
          .padding(.top, row.id > 0 ? gap : 0).padding(.bottom, row.id + 1 < rows.count ? gap : 0)
          .overlay(alignment: .bottom) {
            if row.id + 1 < rows.count && !isLuminanceReduced {
              Rectangle().fill(.quaternary).frame(width: size.width, height: 1)
            }
          }
      }
    }
    .frame(width: size.width, height: size.height, alignment: isLuminanceReduced ? .leading : .topLeading)
  }

  private var rows: [Row] {
    if entry.events.isEmpty { return [Row(id: 0, kind: entry.isIncomplete ? .incomplete : .nothing)] }
    // The last line says that something is missing, whatever stands above it.
    let room = max(1, Int(size.height / rowHeight) - (entry.isIncomplete ? 1 : 0))
    var kinds: [AgendaPlan.Row.Kind] = []
    var day = words.word(SharedWord.today)
    for (index, event) in entry.events.enumerated() {
      let name = words.dayName(of: event)
      let needed = name == day ? 1 : 2
      let isLast = index + 1 == entry.events.count
      if kinds.count + needed > room
        || kinds.count + needed == room && !isLast && needed == 1 && kinds.count > 0
          && words.dayName(of: entry.events[index + 1]) == name
      {
        let left = entry.events[index...].count { words.dayName(of: $0) == day } + hidden(day)
        if left > 0 && kinds.count < room { kinds.append(.more(left)) }
        break
      }
      if name != day { kinds.append(.day(name)) }
      day = name
      kinds.append(.event(event))
      if isLast, hidden(name) > 0, kinds.count < room { kinds.append(.more(hidden(name))) }
    }
    if entry.isIncomplete {
      if case .more? = kinds.last { kinds.removeLast() }
      kinds.append(.incomplete)
    }
    return kinds.enumerated().map { Row(id: $0, kind: $1) }
  }

  /// Events of a day beyond those that are listed.
  private func hidden(_ day: String) -> Int {
    entry.hidden.reduce(0) { $0 + (words.dayName(of: $1.key) == day ? $1.value : 0) }
  }

  @ViewBuilder private func line(_ row: Row) -> some View {
    switch row.kind {
    case .day(let name):
      label(name, .bold, points * 0.9).frame(width: size.width, alignment: .leading)
    case .more(let count): label(words.more(count), .regular, points * 0.9).accessibilityIdentifier("more")
    case .nothing: label(words.word(CalendarWord.nothingPlanned), .medium, points)
    case .incomplete:
      label(words.incomplete, .regular, points * 0.9).accessibilityIdentifier("incomplete")
    case .event(let event):
      if isNarrow && event.coversDay {
        HStack(spacing: points * 0.5) {
          when(event)
          label(event.title, .semibold, points).accessibilityIdentifier("title")
        }
      } else if isNarrow {
        VStack(alignment: .leading, spacing: leading) {
          when(event)
          label(event.title, .semibold, points).accessibilityIdentifier("title")
        }
      } else {
        HStack(alignment: .top, spacing: points * 0.6) {
          when(event).frame(width: whenWidth, alignment: .leading)
          VStack(alignment: .leading, spacing: leading) {
            label(event.title, .semibold, points).accessibilityIdentifier("title")
            if let line = words.almanacLine(event), !isLuminanceReduced {
              label(line, .regular, points * 0.86).accessibilityIdentifier("place")
            }
          }
          .frame(width: size.width - whenWidth - points * 0.6, alignment: .leading)
        }
      }
    }
  }

  @ViewBuilder private func when(_ event: CalendarEvent) -> some View {
    if let glyph = event.glyph {
      Image(symbol: glyph).font(.system(size: max(11, points))).foregroundStyle(accent).widgetAccentable()
    } else if isNarrow && !event.coversDay {
      label(words.time(event), .bold, points, isTime: true)
    } else if !event.hasHour {
      Circle().fill(isPlaceholder ? AnyShapeStyle(.tertiary) : AnyShapeStyle(accent))
        .frame(width: points * 0.5, height: points * 0.5).widgetAccentable()
    } else {
      label(words.clock(event.start), .bold, points, isTime: true)
    }
  }

  private var accent: Color { Color.marked(.red, grey: 200, scheme) }

  private func label(
    _ text: String, _ weight: Font.Weight, _ points: Double, isTime: Bool = false
  ) -> some View {
    let size = max(11, points)
    return CapText(
      text: Text(text), size: size, weight: isLuminanceReduced ? .light : weight, isFitted: true,
      design: isTime && !isLuminanceReduced ? .serif : .default
    )
    .foregroundStyle(.primary)
  }
}
