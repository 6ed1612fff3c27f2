import AfterglowTimeline
import CICal
import Foundation

/// Converts between an event's wall clock and instants.
enum CalendarZone {
  case named(TimeZone)
  /// Defined in the file: offsets from UTC, each with the second from which it holds, sorted.
  case described([(from: Int64, offset: Int64)])

  static let utc = CalendarZone.named(TimeZone(secondsFromGMT: 0)!)

  private func offset(at second: Int64) -> Int64 {
    switch self {
    case .named(let zone): return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    case .described(let changes):
      var low = 0
      var high = changes.count
      while low < high {
        let middle = (low + high) / 2
        if changes[middle].from <= second { low = middle + 1 } else { high = middle }
      }
      return changes[max(low - 1, 0)].offset
    }
  }

  /// A time that occurs twice means its first occurrence; one that is skipped is read by the clock before (RFC 5545,
  /// section 3.3.5).
  func second(ofLocal local: Int64) -> Int64 {
    let before = offset(at: local - offset(at: local) - 86_400)
    let early = local - before
    if offset(at: early) == before { return early }
    let after = offset(at: local - offset(at: local) + 86_400)
    let late = local - after
    return offset(at: late) == after ? late : early
  }

  /// The wall clock's reading, in seconds since 1970 on that wall clock.
  func local(of second: Int64) -> Int64 { second + offset(at: second) }
}

extension CalendarZone {
  /// A zone by name: of the time zone database, with or without a vendor's prefix.
  init?(identifier: String) {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "/_+-"))
    let name = identifier.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
    let words = name.split(separator: "/")
    for count in Set([words.count, 3, 2, 1]).sorted(by: >) where count >= 1 && count <= words.count {
      let tail = words.suffix(count).joined(separator: "/")
      guard tail.unicodeScalars.allSatisfy(allowed.contains), tail.utf8.count <= 64 else { continue }
      var status = stat()
      guard stat("/usr/share/zoneinfo/\(tail)", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let zone = TimeZone(identifier: tail)
      else { continue }
      self = .named(zone)
      return
    }
    return nil
  }

  /// The transitions of a VTIMEZONE up to `end`. Its rules are wall-clock rules by the offset before each transition.
  init?(describedBy component: OpaquePointer, until end: Int64, steps: inout Int) {
    var changes: [(from: Int64, offset: Int64)] = []
    var earliest: (from: Int64, before: Int64)?
    var observance = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
    while let part = observance {
      defer { observance = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT) }
      guard let from = Self.offset(part, ICAL_TZOFFSETFROM_PROPERTY),
        let to = Self.offset(part, ICAL_TZOFFSETTO_PROPERTY),
        let start = icalcomponent_get_first_property(part, ICAL_DTSTART_PROPERTY)
      else { continue }
      let begin = icalproperty_get_dtstart(start)
      if icaltime_is_null_time(begin) != 0 { continue }
      for local in Self.onsets(part, begin, until: end, steps: &steps) {
        changes.append((local - from, to))
        if earliest.map({ local - from < $0.from }) ?? true { earliest = (local - from, from) }
      }
    }
    guard let earliest else { return nil }
    changes.sort { $0.from < $1.from }
    self = .described([(Int64.min / 4, earliest.before)] + changes)
  }

  private static func offset(_ part: OpaquePointer, _ kind: icalproperty_kind) -> Int64? {
    guard let property = icalcomponent_get_first_property(part, kind) else { return nil }
    let value =
      kind == ICAL_TZOFFSETFROM_PROPERTY
      ? icalproperty_get_tzoffsetfrom(property) : icalproperty_get_tzoffsetto(property)
    return abs(value) <= 64_800 ? Int64(value) : nil
  }

  /// When the clocks are changed, by the wall clock before the change.
  private static func onsets(
    _ part: OpaquePointer, _ begin: icaltimetype, until end: Int64, steps: inout Int
  ) -> [Int64] {
    var locals = [begin.localSeconds]
    for property in properties(of: part, ICAL_RRULE_PROPERTY) {
      var rule = icalproperty_get_rrule(property)
      // Until counts in UTC there; the offsets differ by less than the months between two changes.
      let limit = icaltime_is_null_time(rule.until) != 0 ? end : min(end, rule.until.localSeconds)
      rule.until = icaltime_null_time()
      guard let iterator = icalrecur_iterator_new(rule, begin.floating) else { continue }
      defer { icalrecur_iterator_free(iterator) }
      while steps > 0 {
        steps -= 1
        let next = icalrecur_iterator_next(iterator)
        if icaltime_is_null_time(next) != 0 || next.localSeconds > limit + 86_400 { break }
        locals.append(next.localSeconds)
      }
    }
    for property in properties(of: part, ICAL_RDATE_PROPERTY) {
      let time = icalproperty_get_rdate(property).time
      if icaltime_is_null_time(time) == 0 { locals.append(time.localSeconds) }
    }
    return locals
  }
}

/// Properties of one kind.
func properties(of component: OpaquePointer, _ kind: icalproperty_kind) -> [OpaquePointer] {
  var found: [OpaquePointer] = []
  var next = icalcomponent_get_first_property(component, kind)
  while let property = next {
    found.append(property)
    next = icalcomponent_get_next_property(component, kind)
  }
  return found
}

extension icaltimetype {
  /// Seconds from 1970-01-01T00:00 on the same wall clock.
  var localSeconds: Int64 {
    AfterglowTimeline.localSeconds(
      of: CivilTime(
        year: Int64(year), month: min(max(month, 1), 12), day: day, hour: is_date != 0 ? 0 : hour,
        minute: is_date != 0 ? 0 : minute, second: is_date != 0 ? 0 : second))
  }

  /// The same wall clock without a zone, as rules are expanded.
  var floating: icaltimetype {
    var copy = self
    copy.zone = nil
    return copy
  }

  var isDate: Bool { is_date != 0 }
  var isUTC: Bool { icaltime_is_utc(self) != 0 }
}
