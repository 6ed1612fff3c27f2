import Afterglow
import Foundation

/// The time of the next event, below its weekday when that is not today; the day when no event has an hour.
struct CircularCalendar: View {
  let words: CalendarWords

  var body: some View { NextTime(words: words, room: 0.84) }
}

/// The time of the next event, with its title along the dial; the day when no event has an hour.
struct CornerCalendar: View {
  let words: CalendarWords

  var body: some View {
    NextTime(words: words, room: 0.96)
      .widgetLabel { Text(words.next?.title ?? words.nothing).accessibilityIdentifier("title") }
  }
}

/// The hour of the next event, or the day, in the middle of a round accessory.
private struct NextTime: View {
  let words: CalendarWords
  /// Width of the hour, as a share of the shorter side.
  let room: Double

  var body: some View {
    let size = words.entry.displaySize
    let side = min(size.width, size.height)
    Group {
      if let next = words.nextWithHour {
        EventTime(words: words, event: next, side: side, room: side * room)
      } else {
        ShortDay(words: words, side: side)
      }
    }
    .frame(width: size.width, height: size.height)
  }
}

/// An event's hour below what it is: today's sign, or its weekday.
private struct EventTime: View {
  let words: CalendarWords
  let event: CalendarEvent
  let side: Double
  /// Width of the hour.
  let room: Double

  var body: some View {
    let points = max(11, min(side * 0.34, room / 2.76))
    VStack(spacing: side * 0.1) {
      ZStack {
        if let weekday = words.otherWeekday(of: event) {
          CapText(text: Text(weekday), size: max(11, side * 0.19), weight: .semibold, isFitted: true)
            .accessibilityIdentifier("weekday")
        } else {
          Image(symbol: event.glyph ?? .calendar).font(.system(size: max(11, side * 0.22)))
        }
      }
      .frame(width: room, height: side * 0.2)
      .foregroundStyle(.secondary)
      .givesWayToAgeMark(side * 0.17, hasWords: false)
      CapText(text: Text(words.face(event.start)), size: points, weight: .semibold, isFitted: true)
        .multilineTextAlignment(.center)
        .frame(width: room)
        .foregroundStyle(.primary)
        .widgetAccentable()
        .accessibilityIdentifier("time")
    }
  }
}

/// The weekday above the day's number.
private struct ShortDay: View {
  let words: CalendarWords
  let side: Double

  var body: some View {
    VStack(spacing: side * 0.07) {
      WeekdayWord(words: words, points: max(11, side * 0.19), isShort: true)
        .givesWayToAgeMark(side * 0.17, hasWords: false)
      DayNumber(words: words, points: side * 0.44, weight: .semibold)
    }
  }
}

/// Two events, each with its time above its title.
struct EventPair: View {
  let words: CalendarWords
  let first: CalendarEvent
  let second: CalendarEvent

  var body: some View {
    let points = max(11, words.entry.displaySize.height * 0.165)
    VStack(alignment: .leading, spacing: points * 0.95) {
      row(first, points, hasAgeMark: true)
      row(second, points, hasAgeMark: false)
    }
  }

  private func row(_ event: CalendarEvent, _ points: Double, hasAgeMark: Bool) -> some View {
    let gap = points * 0.55
    let height = 2 * points * HeroGrid.capShare + gap
    let bar = points * 0.2
    let room = words.entry.displaySize.width - bar - gap
    return HStack(spacing: gap) {
      Capsule().fill(.primary).frame(width: bar, height: height).widgetAccentable()
      VStack(alignment: .leading, spacing: gap) {
        HStack(spacing: 0) {
          HStack(spacing: points * 0.3) {
            if let glyph = event.glyph { Image(symbol: glyph).font(.system(size: points)) }
            CapText(text: Text(words.time(event)), size: points, weight: .medium, isFitted: true)
              .accessibilityIdentifier("time")
          }
          Spacer(minLength: 0)
          if hasAgeMark { AgeMarkRoom(points: points * 0.9) }
        }
        .frame(width: room, height: points * HeroGrid.capShare)
        .foregroundStyle(.secondary)
        CapText(text: Text(event.title), size: points, weight: .semibold, isFitted: true)
          .frame(width: room, alignment: .leading)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("title")
      }
    }
  }
}

extension CalendarWords {
  /// The next event whose hour is known; nil if what comes next has none.
  fileprivate var nextWithHour: CalendarEvent? { next.flatMap { $0.hasHour ? $0 : nil } }

  /// The weekday of an event that is not today.
  fileprivate func otherWeekday(of event: CalendarEvent) -> String? {
    isToday(event) ? nil : shortWeekday(of: event.start)
  }

  /// The event after the next one: another event, not another day of it.
  var second: CalendarEvent? {
    guard let next, let index = entry.events.firstIndex(of: next) else { return nil }
    func isOther(_ event: CalendarEvent) -> Bool { event.title != next.title || event.start != next.start }
    return entry.events[(index + 1)...].first(where: isOther) ?? entry.events.first(where: isOther)
  }

  /// The date and the number of today's events: "Sat 21 Nov · 3 events"; nil if today has none, or not all are known.
  var dayAndCount: String? {
    let count = todayCount
    if entry.isIncomplete || count == 0 { return nil }
    return "\(shortDay) · \(Figures.text(count, in: locale))\u{A0}\(CalendarWord.events.text(for: count, in: locale))"
  }
}
