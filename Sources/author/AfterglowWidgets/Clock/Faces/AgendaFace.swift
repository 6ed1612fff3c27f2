import Afterglow
import Foundation

/// The day next to the time, and what it holds; without a calendar the month.
struct AgendaFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime
  let day: CalendarEntry

  private var words: CalendarWords { CalendarWords(entry: day, calendar: calendar) }
  private var weight: Font.Weight { isNight ? .light : isLuminanceReduced ? .ultraLight : .regular }
  private var accent: Color { Color.marked(Color(hex: 0xFF_6A4D), grey: 200, scheme) }

  var body: some View {
    switch room.shape {
    case .wide where isAlone: aloneWide
    case .tall where isAlone: aloneTall
    case .wide: wide
    case .tall: tall
    case .round: round
    }
  }

  /// Whether time and day stand alone: at night, and under reduced luminance without a calendar.
  private var isAlone: Bool { isNight || isLuminanceReduced && hasNoCalendar }

  private var aloneWide: some View {
    let points = min(room.width / 2.86, room.height * 0.8)
    return VStack(spacing: points * 0.3) {
      time.line(points, weight).foregroundStyle(.primary)
      time.dayLine(room.words * 1.15, .medium).foregroundStyle(accent).widgetAccentable()
        .frame(width: room.width)
    }
    .multilineTextAlignment(.center)
  }

  /// The time in the whole width, and below it the day as large.
  private var aloneTall: some View {
    VStack(spacing: room.side * 0.11) {
      time.line(room.width / 2.86, weight).foregroundStyle(.primary)
      number(room.width * 0.56)
      VStack(spacing: room.words * 0.8) {
        time.date(.weekday, room.words * 1.15, .semibold).foregroundStyle(accent).widgetAccentable()
        time.date(.month, room.words * 1.15, .regular).foregroundStyle(.secondary)
      }
      .frame(width: room.width)
    }
    .multilineTextAlignment(.center)
  }

  @ViewBuilder private var wide: some View {
    let left = room.width * 0.4
    let gap = room.width * 0.06
    let right = room.width - left - gap
    let rest = Size(width: right, height: room.height - lineSize(right) * HeroGrid.capShare - room.side * 0.1)
    if showsMonth && !MonthGrid.fits(in: rest) && MonthGrid.fits(in: Size(width: right, height: room.height)) {
      besideMonth(left: left, gap: gap)
    } else {
      besideTime(left: left, gap: gap, below: rest)
    }
  }

  /// Type size of the time above what the day holds.
  private func lineSize(_ width: Double) -> Double { min(width / 2.86, room.height * 0.3 / HeroGrid.capShare) }

  /// The time and the day in words; next to them a month that has no room below the time.
  private func besideMonth(left: Double, gap: Double) -> some View {
    HStack(alignment: .top, spacing: gap) {
      VStack(alignment: .leading, spacing: 0) {
        time.date(.weekday, room.words * 1.15, .semibold).foregroundStyle(accent).widgetAccentable()
        Spacer(minLength: 0)
        time.line(left / 2.86, weight).foregroundStyle(.primary)
        Spacer(minLength: 0)
        time.date(.dayMonth, room.words * 1.15, .regular).foregroundStyle(.secondary)
      }
      .multilineTextAlignment(.leading)
      .frame(width: left, height: room.height, alignment: .leading)
      MonthGrid(entry: day, words: words, size: Size(width: room.width - left - gap, height: room.height))
    }
  }

  private func besideTime(left: Double, gap: Double, below rest: Size) -> some View {
    let right = rest.width
    let points = min(left / 1.2, room.height * 0.6 / HeroGrid.capShare)
    // Of the weekday, and the gap below it.
    let head = room.words * (1.15 * HeroGrid.capShare + 0.9)
    return HStack(alignment: .top, spacing: gap) {
      VStack(alignment: .leading, spacing: 0) {
        VStack(alignment: .leading, spacing: room.words * 0.9) {
          time.date(.weekday, room.words * 1.15, .semibold).foregroundStyle(accent).widgetAccentable()
          number(points)
        }
        Spacer(minLength: 0)
        time.date(.month, room.words * 1.15, .regular).foregroundStyle(.secondary)
      }
      .multilineTextAlignment(.leading)
      .frame(width: left, height: room.height, alignment: .leading)
      if hasNothingBelow(rest) {
        // On the line of the day's number.
        time.line(right / 2.86, weight).foregroundStyle(.primary).multilineTextAlignment(.leading)
          .frame(width: right, height: head + points * HeroGrid.capShare, alignment: .bottomLeading)
      } else {
        VStack(alignment: .leading, spacing: room.side * 0.1) {
          time.line(lineSize(right), weight).foregroundStyle(.primary).multilineTextAlignment(.leading)
          below(rest)
        }
        .frame(width: right, height: room.height, alignment: .topLeading)
      }
    }
  }

  private var tall: some View {
    let line = room.width / 2.86
    let gap = room.words * 1.35
    // Next to the number, "Wednesday" has its width at 11 pt.
    let points = min(room.width * 0.4, max(11, (room.width - gap - 64) / 1.22))
    let top = line * HeroGrid.capShare + points * HeroGrid.capShare + room.side * 0.26
    return VStack(alignment: .leading, spacing: room.side * 0.13) {
      time.line(line, weight).foregroundStyle(.primary)
      HStack(spacing: gap) {
        number(points)
        VStack(alignment: .leading, spacing: room.words * 0.7) {
          time.date(.weekday, room.words, .semibold).foregroundStyle(accent).widgetAccentable()
          time.date(.month, room.words, .regular).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      .frame(width: room.width, alignment: .leading)
      below(Size(width: room.width, height: room.height - top))
    }
    .multilineTextAlignment(.leading)
    .frame(width: room.width, height: room.height, alignment: .topLeading)
  }

  /// The next thing alone, or the month.
  private var round: some View {
    let side = room.side
    let month = room.month(in: family)
    let isLow = showsMonth && MonthGrid.fits(in: month)
    return VStack(spacing: side * (isLow ? 0.05 : 0.06)) {
      time.dayLine(room.words, .semibold).foregroundStyle(accent).widgetAccentable()
        .frame(width: side * (isLow ? 0.64 : 0.8))
      time.line(side * (isLow ? 0.2 : 0.28), weight).foregroundStyle(.primary)
      if showsMonth {
        // A circle is wider in the middle, where a week stands.
        FaceMonth(entry: day, words: words, size: Size(width: isLow ? month.width : side * 0.72, height: month.height))
      } else if !isNight && (!hasNoCalendar || words.next != nil) {
        VStack(spacing: room.words * 0.5) {
          if let next = words.next {
            if day.isIncomplete {
              // Above the event, where a circle is wider.
              Text(words.incomplete).font(.system(size: max(11, room.words * 0.86))).lineLimit(1)
                .shrinkable(from: max(11, room.words * 0.86)).foregroundStyle(.secondary)
                .accessibilityIdentifier("incomplete")
                .frame(width: side * 0.8)
            }
            Text(next.title).font(.system(size: room.words * 1.1, weight: .semibold)).lineLimit(1)
              .shrinkable(from: room.words * 1.1).foregroundStyle(.primary).accessibilityIdentifier("title")
            let title = FittedWords.points(next.title, inLineOf: side * 0.66, upTo: room.words * 1.1)
            Text(words.time(next)).font(.system(size: max(11, min(room.words, title * 0.91)))).lineLimit(1)
              .foregroundStyle(.secondary).accessibilityIdentifier("start")
          } else {
            Text(words.nothing).font(.system(size: room.words)).lineLimit(1).shrinkable(from: room.words)
              .foregroundStyle(.secondary)
              .frame(width: side * (day.isIncomplete ? 0.8 : 0.66))
          }
        }
        .frame(width: side * 0.66)
      }
    }
    .multilineTextAlignment(.center)
  }

  private func number(_ points: Double) -> some View {
    // The day's number stands for a day: its figures are as wide as they are.
    Text(words.day).font(.system(size: points, weight: weight)).lineLimit(1).fixedSize()
      .frame(height: points * HeroGrid.capShare).foregroundStyle(.primary).accessibilityIdentifier("day number")
  }

  private var hasNoCalendar: Bool { time.clock.intent.calendar.isEmpty && day.events.allSatisfy(\.isHoliday) }

  /// Whether the month stands in place of events. Reduced luminance has room for what comes next only.
  private var showsMonth: Bool { hasNoCalendar && !isLuminanceReduced }

  private func hasNothingBelow(_ size: Size) -> Bool { hasNoCalendar && !FaceMonth.fits(in: size) }

  /// Reduced luminance has room for what comes next, larger and in the middle of its place.
  @ViewBuilder private func below(_ size: Size) -> some View {
    let usual = max(11, room.words * 1.02)
    // An event, its day, and that events are missing.
    let lines = 2.75 + (words.isNextToday ? 0 : 1.55) + (day.isIncomplete ? 1.3 : 0)
    let points = isLuminanceReduced ? max(usual, min(room.words * 1.3, size.height / lines)) : usual
    if hasNothingBelow(size) {
      EmptyView()
    } else if hasNoCalendar {
      FaceMonth(entry: day, words: words, size: size)
    } else {
      Agenda(entry: shown, words: words, size: size, titleSize: points, isAlone: isLuminanceReduced)
    }
  }

  private var shown: CalendarEntry {
    guard isLuminanceReduced, let next = words.next else { return day }
    return day.showing(next)
  }
}
