import AfterglowTimeline
import Foundation

/// Converts between an event's wall clock and instants.
enum CalendarZone {
  case utc
  case system(SystemZone)
  /// Defined in the file: offsets from UTC, each with the second from which it holds, sorted.
  case described([(from: Int64, offset: Int64)])

  init(_ zone: TimeZone) { self = .system(SystemZone(zone)) }

  private func offset(at second: Int64) -> Int64 {
    switch self {
    case .utc: return 0
    case .system(let zone): return zone.offset(at: second)
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
    if case .utc = self { return local }
    let middle = offset(at: local)
    let before = offset(at: local - middle - 86_400)
    let early = local - before
    if offset(at: early) == before { return early }
    let after = offset(at: local - middle + 86_400)
    let late = local - after
    return offset(at: late) == after ? late : early
  }

  /// The wall clock's reading, in seconds since 1970 on that wall clock.
  func local(of second: Int64) -> Int64 { second + offset(at: second) }
}

/// A zone of the system that remembers its offsets: the system computes each again, and a calendar or a table asks for a
/// hundred thousand of them.
final class SystemZone {
  let zone: TimeZone
  /// The offsets at the midnights of UTC that were asked for, by the days since 1970.
  private var midnights: [Int64: Int64] = [:]
  private var recentDay = Int64.min
  /// The offset during all of the day that was asked for last; nil where it changes.
  private var recent: Int64?

  private static let maximumMidnightCount = 16_384
  private static let day: Int64 = 86_400

  init(_ zone: TimeZone) { self.zone = zone }

  /// Seconds east of Greenwich at an instant, which is in seconds since 1970.
  func offset(at second: Int64) -> Int64 {
    let day = flooredQuotient(second, Self.day)
    if day != recentDay {
      let (begin, end) = (midnight(day), midnight(day + 1))
      // No zone has ever changed its clocks and changed them back within a day.
      (recentDay, recent) = (day, begin == end ? begin : nil)
    }
    return recent ?? computed(at: second)
  }

  private func midnight(_ day: Int64) -> Int64 {
    if let known = midnights[day] { return known }
    if midnights.count >= Self.maximumMidnightCount { midnights.removeAll(keepingCapacity: true) }
    let offset = computed(at: day * Self.day)
    midnights[day] = offset
    return offset
  }

  private func computed(at second: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
  }
}

extension CalendarZone {
  /// A zone by name: of the time zone database, with or without a vendor's prefix.
  init?(identifier: String) {
    let plain = identifier.utf8.filter { $0 != UInt8(ascii: "\"") }
    let words = CalendarProperty.trimmed(plain[...]).split(separator: UInt8(ascii: "/"))
    for count in Set([words.count, 3, 2, 1]).sorted(by: >) where count >= 1 && count <= words.count {
      let name = Array(words.suffix(count).joined(separator: [UInt8(ascii: "/")]))
      guard name.count <= 64, name.allSatisfy(Self.isNameByte) else { continue }
      let tail = String(decoding: name, as: UTF8.self)
      var status = stat()
      guard stat("/usr/share/zoneinfo/\(tail)", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let zone = TimeZone(identifier: tail)
      else { continue }
      self.init(zone)
      return
    }
    return nil
  }
}

extension CalendarZone {
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// The zones that a file's times name: each is looked for once, and described ones are read when a time names them.
final class CalendarZones {
  private let text: CalendarText
  /// The instants that are shown.
  private let window: Range<Int64>
  /// The zones that the file describes; looked for when a time names one that the system does not have.
  private lazy var described = text.zones
  private var known: [String: CalendarZone?] = [:]
  /// The times of the rules that were computed: zones of one file mostly share theirs.
  private var computed: [Rule: [Int64]] = [:]
  private(set) var budget = StepBudget(CalendarDocument.maximumZoneStepCount)

  private struct Rule: Hashable {
    var text: String
    var begin: Int64
  }

  /// Years before the window, of which the changes of the clocks are computed.
  private static let yearsBefore: Int64 = 3
  private static let year: Int64 = 366 * 86_400

  init(_ text: CalendarText, window: Range<Int64>) {
    self.text = text
    self.window = window
  }

  /// The zone of a name: the system's, whose rules are newer than those of a file, else the file's, else Windows'.
  ///
  /// - Parameter fail: reports a described zone that cannot be used, with its line.
  func zone(named name: String, fail: (Int, String) -> Void) -> CalendarZone? {
    if let zone = known[name] { return zone }
    var zone = CalendarZone(identifier: name)
    if zone == nil, let part = described[name] { zone = self.zone(describedBy: part, fail) }
    if zone == nil { zone = WindowsZones.identifier(of: name).flatMap(CalendarZone.init(identifier:)) }
    known[name] = .some(zone)
    return zone
  }

  /// The transitions of a VTIMEZONE around the window. Its rules are wall-clock rules by the offset before each transition.
  private func zone(describedBy part: CalendarText.Part, _ fail: (Int, String) -> Void) -> CalendarZone? {
    var changes: [(from: Int64, offset: Int64)] = []
    var earliest: (from: Int64, before: Int64)?
    var observance: [CalendarProperty] = []
    for line in text.lines[part.lines.dropFirst()] {
      guard line.name == .begin || line.name == .end else {
        if observance.count < 1000 { observance.append(text.property(line)) }
        continue
      }
      guard line.name == .end else {
        observance = []
        continue
      }
      guard let from = Self.offset(observance, .offsetFrom), let to = Self.offset(observance, .offsetTo),
        let begin = observance.first(where: { $0.name == .start })?.stamp
      else { continue }
      do throws(CalendarRuleError) {
        for local in try onsets(observance, begin.local) {
          changes.append((local - from, to))
          if earliest.map({ local - from < $0.from }) ?? true { earliest = (local - from, from) }
        }
      } catch {
        fail(
          Int(line.number), "expected \(error.expected) in VTIMEZONE, found another; its times are of an unknown zone")
        return nil
      }
    }
    guard let earliest else {
      fail(part.number, "expected STANDARD or DAYLIGHT with offsets in VTIMEZONE, found none")
      return nil
    }
    changes.sort { $0.from < $1.from }
    return .described([(Int64.min / 4, earliest.before)] + changes)
  }

  /// An offset such as `+0530` or `-013000`, in seconds.
  private static func offset(_ observance: [CalendarProperty], _ name: CalendarText.Name) -> Int64? {
    guard let word = observance.first(where: { $0.name == name })?.word, let sign = word.first,
      sign == "+" || sign == "-" || sign.isNumber
    else { return nil }
    let digits = Array((sign.isNumber ? word[...] : word.dropFirst()).utf8)
    guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    func number(_ index: Int) -> Int64 { Int64(digits[index] - 0x30) * 10 + Int64(digits[index + 1] - 0x30) }
    let value = number(0) * 3600 + number(2) * 60 + (digits.count == 6 ? number(4) : 0)
    return value <= 64_800 ? (sign == "-" ? -value : value) : nil
  }

  /// When the clocks are changed, by the wall clock before the change.
  private func onsets(_ observance: [CalendarProperty], _ begin: Int64) throws(CalendarRuleError) -> [Int64] {
    var locals = [begin]
    for property in observance {
      switch property.name {
      case .rule:
        guard budget.spend(CalendarDocument.ruleStepCount) else { break }
        let key = Rule(text: property.word, begin: begin)
        if let times = computed[key] {
          locals += times
          break
        }
        let rule = try RecurrenceRule(property.word)
        guard rule.frequency.rawValue >= RecurrenceRule.Frequency.monthly.rawValue else {
          throw CalendarRuleError(expected: "a yearly or monthly rule")
        }
        guard [rule.times.hours, rule.times.minutes, rule.times.seconds].allSatisfy({ $0.count <= 1 }) else {
          throw CalendarRuleError(expected: "a rule of one time a day")
        }
        // Until counts in UTC there; the offsets differ by less than the months between two changes.
        let last = min(window.upperBound + Self.year, rule.until.map { $0.local + 86_400 } ?? Int64.max)
        let first = min(window.lowerBound, last) - Self.yearsBefore * Self.year
        var unlimited = rule
        unlimited.until = nil
        var times: [Int64] = []
        if first < last { times = Recurrence(unlimited, from: begin).times(in: first..<last, budget: &budget) }
        computed[key] = times
        locals += times
      case .additions:
        let stamps = property.stamps
        if budget.spend(stamps.count) { locals += stamps.compactMap { $0.stamp?.local } }
      default: break
      }
    }
    return locals
  }
}

extension CalendarText {
  /// The zones that the file describes, by their names; of two with one name the later one.
  fileprivate var zones: [String: Part] {
    var zones: [String: Part] = [:]
    for part in parts where part.kind == .zone {
      if let name = first(.zone, in: part)?.word { zones[name] = part }
    }
    return zones
  }
}
