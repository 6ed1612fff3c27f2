import AfterglowCore
import Foundation
import Testing

@testable import AfterglowTimeline

@Suite struct ZoneTests {
  static let folder = "/usr/share/zoneinfo"

  static func zone(_ name: String) throws -> ZoneDescription {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    return try ZoneDescription(name: name, zoneFile: [UInt8](data))
  }

  static func seconds(_ year: Int64, _ month: Int32, _ day: Int32, hour: Int32 = 0, minute: Int32 = 0) -> Int64 {
    localSeconds(of: CivilTime(year: year, month: month, day: day, hour: hour, minute: minute))
  }

  struct Change: Sendable {
    var zone: String
    var utc: Int64
    /// month, day, hour, minute on the wall clock one second before and at the change.
    var before: [Int32]
    var after: [Int32]
  }

  /// docs/rules.md, Changes of clocks
  static let changes: [Change] = [
    Change(zone: "Europe/Berlin", utc: seconds(2026, 3, 29, hour: 1), before: [3, 29, 1, 59], after: [3, 29, 3, 0]),
    Change(
      zone: "Europe/Berlin", utc: seconds(2026, 10, 25, hour: 1), before: [10, 25, 2, 59], after: [10, 25, 2, 0]),
    Change(
      zone: "America/New_York", utc: seconds(2026, 11, 1, hour: 6), before: [11, 1, 1, 59], after: [11, 1, 1, 0]),
    Change(
      zone: "Australia/Lord_Howe", utc: seconds(2026, 10, 3, hour: 15, minute: 30), before: [10, 4, 1, 59],
      after: [10, 4, 2, 30]),
    Change(zone: "America/Havana", utc: seconds(2026, 3, 8, hour: 5), before: [3, 7, 23, 59], after: [3, 8, 1, 0]),
    Change(zone: "America/Havana", utc: seconds(2026, 11, 1, hour: 5), before: [11, 1, 0, 59], after: [11, 1, 0, 0]),
    Change(zone: "America/Santiago", utc: seconds(2026, 4, 5, hour: 3), before: [4, 4, 23, 59], after: [4, 4, 23, 0]),
    Change(zone: "Africa/Cairo", utc: seconds(2026, 4, 23, hour: 22), before: [4, 23, 23, 59], after: [4, 24, 1, 0]),
    Change(
      zone: "Africa/Casablanca", utc: seconds(2026, 2, 15, hour: 2), before: [2, 15, 2, 59], after: [2, 15, 2, 0]),
    Change(
      zone: "Pacific/Apia", utc: seconds(2011, 12, 30, hour: 10), before: [12, 29, 23, 59], after: [12, 31, 0, 0]),
    Change(
      zone: "America/St_Johns", utc: seconds(2010, 11, 7, hour: 2, minute: 31), before: [11, 7, 0, 0],
      after: [11, 6, 23, 1]),
  ]

  static func fields(_ civil: CivilTime) -> [Int32] { [civil.month, civil.day, civil.hour, civil.minute] }

  @Test(arguments: changes)
  func `clocks change as the table of facts says`(change: Change) throws {
    try Self.zone(change.zone).withView { zone in
      let at = Instant(seconds: change.utc)
      let before = Instant(milliseconds: at.milliseconds - 1)
      #expect(Self.fields(zone.civilTime(at: before)) == change.before)
      #expect(Self.fields(zone.civilTime(at: at)) == change.after)
      #expect(zone.nextOffsetChange(after: before) == at)
      #expect(zone.nextOffsetChange(after: at) > at)
    }
  }

  @Test(arguments: changes)
  func `the rule alone continues where the transitions end`(change: Change) throws {
    // 400 years later the calendar repeats, and only the rule applies.
    let zone = try Self.zone(change.zone)
    if zone.rule.kind != 2 || change.zone == "Pacific/Apia" || change.zone == "America/St_Johns" { return }
    zone.withView { zone in
      let at = Instant(seconds: change.utc + 146_097 * 86_400)
      #expect(Self.fields(zone.civilTime(at: at)) == change.after)
      #expect(zone.nextOffsetChange(after: Instant(milliseconds: at.milliseconds - 1)) == at)
    }
  }

  @Test func `every zone agrees with Foundation around each of its changes until 2100`() throws {
    var checked = 0
    for name in TimeZone.knownTimeZoneIdentifiers {
      guard let description = try? Self.zone(name), let other = TimeZone(identifier: name) else { continue }
      var wrong = 0
      description.withView { zone in
        var instants = description.transitions.map(\.seconds)
        var at = Instant(seconds: Self.seconds(2030, 1, 1))
        while at.seconds < Self.seconds(2100, 1, 1) {
          at = zone.nextOffsetChange(after: at)
          instants.append(at.seconds)
        }
        // Foundation's data may be newer or older than the system's, and truncates the years before 1970.
        for second in instants where second > 86_400 && second < 4_102_444_800 {
          for near in [second - 1, second, second + 5_000_000] {
            let theirs = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(near)))
            if Int(zone.utcOffset(at: Instant(seconds: near))) != theirs { wrong += 1 }
            checked += 1
          }
        }
      }
      #expect(wrong == 0, "\(name)")
    }
    #expect(checked > 50_000)
  }

  @Test func `rules in every form`() throws {
    let plain = try #require(PosixRule("UTC0"))
    #expect(plain.utcOffset(atSecond: 0) == 0)
    let odd = try #require(PosixRule("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"))
    #expect(odd.utcOffset(atSecond: Self.seconds(2050, 1, 1)) == 39_600)
    #expect(odd.utcOffset(atSecond: Self.seconds(2050, 7, 1)) == 37_800)
    let julian = try #require(PosixRule("AAA3BBB,J60/0,300/0"))
    #expect(julian.utcOffset(atSecond: Self.seconds(2024, 3, 1, hour: 2, minute: 59)) == -10_800)
    #expect(julian.utcOffset(atSecond: Self.seconds(2024, 3, 1, hour: 3)) == -7200)
    #expect(julian.utcOffset(atSecond: Self.seconds(2024, 10, 27, hour: 2)) == -10_800)
    let always = try #require(PosixRule("EST5EDT,0/0,J365/25"))
    #expect(always.utcOffset(atSecond: Self.seconds(2031, 1, 1, hour: 4, minute: 59)) == -14_400)
    #expect(always.utcOffset(atSecond: Self.seconds(2031, 1, 1, hour: 5)) == -14_400)
    #expect(always.nextChange(afterSecond: 0) == nil)
    let negative = try #require(PosixRule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0"))
    #expect(negative.utcOffset(atSecond: Self.seconds(2030, 3, 31, hour: 1)) == -3600)
    #expect(negative.utcOffset(atSecond: Self.seconds(2030, 3, 31, minute: 59)) == -7200)
    for bad in ["", "A", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-168", "CET-1CEST,M3.5.0,M10.5.0x"] {
      #expect(PosixRule(bad) == nil, "\(bad)")
    }
  }

  @Test func `a zone file cut at any byte is refused`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/Europe/Berlin")))
    for length in bytes.indices {
      #expect(throws: ZoneFileError.self) { _ = try ZoneDescription(name: "x", zoneFile: Array(bytes[..<length])) }
    }
  }

  @Test func `a zone without its past is the same from then on`() throws {
    let zone = try Self.zone("Europe/Berlin")
    let start = Self.seconds(2026, 1, 1)
    let short = zone.since(second: start)
    #expect(short.transitions.count < 30)
    zone.withView { whole in
      short.withView { part in
        for day in 0..<10_000 {
          let at = Instant(seconds: start + Int64(day) * 86_400)
          #expect(whole.utcOffset(at: at) == part.utcOffset(at: at))
        }
      }
    }
  }
}
