import Afterglow

/// Which lines an agenda has, how high they are, and how large their type: what the next event would not fill makes the
/// others larger, and then looser.
struct AgendaPlan {
  /// A line of the agenda.
  struct Row: Identifiable {
    /// What the line shows; `more` is the number of events left out, `incomplete` that the number is unknown.
    enum Kind {
      case day(String)
      case event(CalendarEvent)
      case more(Int)
      case nothing
      case incomplete
    }
    var id: Int
    var kind: Kind
    /// In points.
    var height: Double
  }

  private(set) var rows: [Row] = []
  /// Type size of a title.
  private(set) var points: Double
  /// Between lines.
  private(set) var gap = 0.0

  /// How many times larger than usual the type may be.
  private static let growths = [1.3, 1.22, 1.15, 1.08]
  /// The widest gap, in shares of the type size.
  private static let widestGap = 0.7
  /// The widest gap in one of several columns, in shares of the type size.
  private static let widestColumnGap = 0.3

  /// - Parameters:
  ///   - days: what the day of each event is called.
  ///   - hidden: events of a day beyond these, by its name.
  ///   - isIncomplete: whether events may be missing.
  ///   - today: the name that needs no heading.
  ///   - height: for all lines, in points.
  ///   - points: type size of a title.
  ///   - isColumn: whether it is one of several columns, whose type has this size.
  init(
    _ events: [CalendarEvent], days: [String], hidden: [String: Int] = [:], isIncomplete: Bool = false, today: String,
    height: Double, points: Double, isColumn: Bool = false
  ) {
    func rows(_ points: Double) -> [Row] {
      // The last line says that something is missing, whatever stands above it.
      let last = isIncomplete ? points * 1.3 : 0
      var rows = Self.rows(events, days, hidden, today: today, height: height - last, points: points)
      guard isIncomplete else { return rows }
      if let end = rows.last {
        switch end.kind {
        case .more, .nothing: rows.removeLast()
        default: break
        }
      }
      return rows + [Row(id: rows.count, kind: .incomplete, height: last)]
    }
    self.points = points
    self.rows = rows(points)
    let growths = isColumn ? [] : Self.growths
    let larger = growths.lazy.map { (points: points * $0, rows: rows(points * $0)) }
    let count = Self.eventCount(self.rows)
    if let fitting = larger.first(where: { Self.eventCount($0.rows) == count && Self.used($0.rows) <= height }) {
      (self.points, self.rows) = fitting
    }
    let left = height - Self.used(self.rows)
    let widest = isColumn ? Self.widestColumnGap : Self.widestGap
    gap = max(0, min(self.points * widest, left / Double(max(1, self.rows.count - 1))))
  }

  private static func eventCount(_ rows: [Row]) -> Int {
    rows.count { if case .event = $0.kind { true } else { false } }
  }

  /// Whether all of these events have a row.
  func shows(_ count: Int) -> Bool {
    Self.eventCount(rows) == count && !rows.contains { if case .more = $0.kind { true } else { false } }
  }

  private static func used(_ rows: [Row]) -> Double { rows.reduce(0) { $0 + $1.height } }

  private static func rows(
    _ events: [CalendarEvent], _ days: [String], _ hidden: [String: Int], today: String, height: Double,
    points: Double
  ) -> [Row] {
    if events.isEmpty { return [Row(id: 0, kind: .nothing, height: points * 1.6)] }
    var rows: [Row] = []
    var used = 0.0
    var day = today
    for (index, event) in events.enumerated() {
      let heading = days[index] != day ? points * 1.55 : 0
      let line = points * (event.isLine ? 1.7 : 2.75)
      // The last line is kept for the count, while there is anything to count.
      let follows = index + 1 < events.count ? days[index + 1] == days[index] : hidden[days[index]] != nil
      let reserve = follows ? points * 1.3 : 0
      if used + heading + line + reserve > height {
        // Of the day that is being shown; what lies beyond it is not missed.
        let left = days[index...].count { $0 == day } + (hidden[day] ?? 0)
        if !rows.isEmpty && left > 0 { rows.append(Row(id: rows.count, kind: .more(left), height: points * 1.3)) }
        break
      }
      if heading > 0 {
        rows.append(Row(id: rows.count, kind: .day(days[index]), height: heading))
        day = days[index]
      }
      rows.append(Row(id: rows.count, kind: .event(event), height: line))
      used += heading + line
      if index + 1 == events.count, let left = hidden[day] {
        rows.append(Row(id: rows.count, kind: .more(left), height: points * 1.3))
      }
    }
    if !rows.isEmpty { return rows }
    // Better one event cut short than none, but never under another day's name.
    guard days[0] != today else { return [Row(id: 0, kind: .event(events[0]), height: height)] }
    let heading = min(points * 1.55, height / 2)
    return [
      Row(id: 0, kind: .day(days[0]), height: heading), Row(id: 1, kind: .event(events[0]), height: height - heading),
    ]
  }
}
