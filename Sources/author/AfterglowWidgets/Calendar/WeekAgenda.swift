import Afterglow
import Foundation

/// The events of the coming week with their places, each under its day, in columns below the date: a calendar's details.
struct WeekAgenda: WidgetView {
  let entry: CalendarEntry
  let words: CalendarWords
  let size: Size

  private static let dayCount = 7
  private static let gap = 28.0
  private static let leastColumn = 270.0
  private static let mostColumns = 2

  private var points: Double { max(12, min(17, size.height * 0.042)) }
  /// Type size of a title at the chosen type size, equal to that of `Agenda`.
  private var shownPoints: Double { max(11, points * typeSize.growth(upTo: 1.5)) }
  private var header: Double { max(22, min(52, size.height * 0.13)) }
  private var top: Double { header * HeroGrid.capShare + size.height * 0.06 }
  private var count: Int {
    max(1, min(Self.mostColumns, Int((size.width + Self.gap) / (Self.leastColumn + Self.gap))))
  }
  private var room: Size {
    Size(width: (size.width - Self.gap * Double(count - 1)) / Double(count), height: size.height - top)
  }

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      DayHeader(words: words, points: header).frame(width: size.width, height: top, alignment: .topLeading)
      HStack(alignment: .top, spacing: Self.gap) {
        ForEach(Array(columns.enumerated()), id: \.offset) { _, part in
          Agenda(entry: part, words: words, size: room, titleSize: points, isColumn: true)
        }
      }
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
  }

  /// The events of each column; the last one says what has no room.
  private var columns: [CalendarEntry] {
    let today = words.calendar.startOfDay(for: entry.date)
    let end = words.calendar.date(byAdding: .day, value: Self.dayCount, to: today) ?? .distantFuture
    var rest = entry.listing(0..<entry.eventDays.count { $0 < end })
    var parts: [CalendarEntry] = []
    while parts.count < count - 1 {
      let fitting = fittingCount(rest)
      if fitting == rest.events.count { break }
      var part = rest.listing(0..<fitting)
      part.isIncomplete = false
      parts.append(part)
      rest = rest.listing(fitting..<rest.events.count)
    }
    return parts + [rest]
  }

  /// How many events have a row in one column; at least one.
  private func fittingCount(_ entry: CalendarEntry) -> Int {
    let days = entry.events.map(words.dayName)
    var count = 1
    while count < entry.events.count {
      let next = count + 1
      let plan = AgendaPlan(
        Array(entry.events.prefix(next)), days: Array(days.prefix(next)), today: words.word(SharedWord.today),
        height: room.height, points: shownPoints, isColumn: true)
      if !plan.shows(next) { break }
      count = next
    }
    return min(count, entry.events.count)
  }
}

extension CalendarEntry {
  /// The entry with some of its events. Those that are hidden belong to the part with the last events of their day.
  func listing(_ range: Range<Int>) -> CalendarEntry {
    var part = self
    part.events = Array(events[range])
    part.eventDays = Array(eventDays[range])
    if range.upperBound < eventDays.count { part.hidden[eventDays[range.upperBound]] = nil }
    return part
  }
}
