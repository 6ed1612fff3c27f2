/// An occurrence of an event that may be shown. Its words are read when it is kept.
struct CalendarOccurrence {
  /// In seconds since 1970.
  var start: Int64
  /// In seconds since 1970, not before `start`.
  var end: Int64
  var isAllDay: Bool
  var hasUnknownZone: Bool
  /// Which one of the reader's events it is of.
  var event: Int
}

/// The occurrences that come next, of any number and in any order: those that are not over by their starts, then those
/// that are over, the latest first. What is left out depends on the calendar alone, not on the order of its file.
struct NextOccurrences {
  private let now: Int64
  private let limit: Int
  /// In any order, up to twice as many as are kept.
  private var found: [CalendarOccurrence] = []
  /// The last one that was kept when others had to be left out: all after it have no place.
  private var last: CalendarOccurrence?
  /// Whether some were left out.
  private(set) var isCut = false

  /// - Parameter now: in seconds since 1970.
  init(limit: Int, from now: Int64) {
    self.limit = limit
    self.now = now
  }

  /// No occurrence that starts later has a place, in seconds since 1970; nil = every one may have.
  var latestStart: Int64? { last.flatMap { isOver($0) ? nil : $0.start } }

  /// - Parameter identifiers: of the events, by which occurrences of the same time are ordered.
  /// - Returns: whether it is the first that leaves no room for all.
  mutating func add(_ occurrence: CalendarOccurrence, identifiers: (Int) -> String) -> Bool {
    let wasCut = isCut
    if let last, !isBefore(occurrence, last, identifiers) { return false }
    found.append(occurrence)
    if found.count > limit { isCut = true }
    if found.count >= 2 * limit { choose(identifiers) }
    return isCut != wasCut
  }

  /// All that are kept, in any order.
  mutating func kept(identifiers: (Int) -> String) -> [CalendarOccurrence] {
    if found.count > limit { choose(identifiers) }
    return found
  }

  private mutating func choose(_ identifiers: (Int) -> String) {
    found = Array(found.sorted { isBefore($0, $1, identifiers) }.prefix(limit))
    last = found.last
  }

  private func isOver(_ occurrence: CalendarOccurrence) -> Bool {
    occurrence.end <= now && (occurrence.end > occurrence.start || occurrence.start < now)
  }

  private func isBefore(_ a: CalendarOccurrence, _ b: CalendarOccurrence, _ identifiers: (Int) -> String) -> Bool {
    let (isOverA, isOverB) = (isOver(a), isOver(b))
    if isOverA != isOverB { return isOverB }
    if a.start != b.start { return isOverA ? a.start > b.start : a.start < b.start }
    if a.isAllDay != b.isAllDay { return a.isAllDay }
    if a.end != b.end { return a.end < b.end }
    if a.event == b.event { return false }
    let (nameA, nameB) = (identifiers(a.event), identifiers(b.event))
    return nameA == nameB ? a.event < b.event : nameA < nameB
  }
}
