import AfterglowCore
import Foundation
import Testing

@testable import AfterglowTimeline

private let zdump = "/usr/bin/zdump"

/// Each zone of the machine around each of its changes from 1970 to 2037, against glibc by its own zdump(8): the local time
/// a second before and at the change, that there is no other change, and where days begin around it.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: zdump), "needs zdump, of libc-bin"))
struct ZoneGlibcTests {
  /// A change according to glibc: the offset from this second on.
  struct Change: Equatable {
    var seconds: Int64
    var before: CivilTime
    var after: CivilTime
    var oldOffset: Int64
    var newOffset: Int64
  }

  /// Names of all zone files, with their links; `right` counts leap seconds, which no clock here does.
  private static let zones: [String] = {
    let names = (FileManager.default.enumerator(atPath: ZoneTests.folder)?.allObjects ?? []).compactMap {
      $0 as? String
    }
    return names.filter { name in
      !name.hasPrefix("right/") && !name.hasPrefix("posix/") && name != "localtime"
        && FileHandle(forReadingAtPath: "\(ZoneTests.folder)/\(name)").flatMap { try? $0.read(upToCount: 4) }
          == Data("TZif".utf8)
    }.sorted()
  }()

  private static func dump() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: zdump)
    process.arguments = ["-v", "-c", "1970,2038"] + zones
    process.environment = ["LC_ALL": "C"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.waitUntilExit() }
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `Sun Apr  6 00:59:59 1980`, of five words.
  private static func time(_ words: ArraySlice<Substring>) -> CivilTime? {
    let words = Array(words)
    let clock = words[3].split(separator: ":").compactMap { Int32($0) }
    guard clock.count == 3, let month = months.firstIndex(of: String(words[1])), let day = Int32(words[2]),
      let year = Int64(words[4])
    else { return nil }
    return CivilTime(
      year: year, month: Int32(month + 1), day: day, hour: clock[0], minute: clock[1], second: clock[2])
  }

  /// By zone. Lines stand in pairs: the last second before a change, and its first.
  private static func changes() throws -> [String: [Change]] {
    var found: [String: [Change]] = [:]
    var last: (utc: Int64, civil: CivilTime, offset: Int64)?
    for line in try dump().split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 16, let utc = time(words[1...5]), let civil = time(words[8...12]),
        let offset = Int64(words[15].dropFirst("gmtoff=".count))
      else {
        last = nil
        continue
      }
      let seconds = localSeconds(of: utc)
      if let before = last, before.utc == seconds - 1 {
        found[String(words[0]), default: []].append(
          Change(
            seconds: seconds, before: before.civil, after: civil, oldOffset: before.offset, newOffset: offset))
        last = nil
      } else {
        last = (seconds, civil, offset)
      }
    }
    return found
  }

  private static func fields(_ civil: CivilTime) -> [Int64] {
    [civil.year] + [civil.month, civil.day, civil.hour, civil.minute, civil.second].map(Int64.init)
  }

  /// The first instant after `start` with another date, when the offset is `old` until `change` and then `new`.
  private static func nextDay(after start: Int64, _ change: Change) -> Int64 {
    func day(_ second: Int64) -> Int64 {
      let offset = second < change.seconds ? change.oldOffset : change.newOffset
      return Int64((Double(second + offset) / 86_400).rounded(.down))
    }
    var candidates = [change.seconds]
    for offset in [change.oldOffset, change.newOffset] {
      let midnight = Int64((Double(start + offset) / 86_400).rounded(.down) + 1) * 86_400 - offset
      candidates += [midnight - 86_400, midnight, midnight + 86_400]
    }
    return candidates.filter { $0 > start && day($0) != day(start) }.min() ?? .max
  }

  @Test func `every zone agrees with glibc around each change from 1970 to 2037`() throws {
    let known = try Self.changes()
    #expect(Self.zones.count > 400 && known.count > 300, "\(Self.zones.count) zones, \(known.count) with changes")
    let begin = ZoneTests.seconds(1970, 1, 1)
    let end = ZoneTests.seconds(2038, 1, 1)
    var checked = 0
    let days = TestTemplate.civil([TestTemplate.number(.day, 1...2), TestTemplate.number(.month, 1...2)])
    for name in Self.zones {
      // What changes no offset, such as a name, is no change of a clock.
      let theirs = known[name, default: []].filter {
        $0.oldOffset != $0.newOffset && $0.seconds >= begin && $0.seconds < end
      }
      try ZoneTests.zone(name).withView { zone in
        var ours: [Int64] = []
        var at = Instant(seconds: begin - 1)
        while true {
          at = zone.nextOffsetChange(after: at)
          if at.seconds >= end { break }
          let before = zone.utcOffset(at: Instant(seconds: at.seconds - 1))
          if zone.utcOffset(at: at) != before { ours.append(at.seconds) }
        }
        #expect(ours == theirs.map(\.seconds), "\(name)")
        for (index, change) in theirs.enumerated() {
          for (second, civil) in [(change.seconds - 1, change.before), (change.seconds, change.after)] {
            let here = zone.civilTime(at: Instant(seconds: second))
            #expect(Self.fields(here) == Self.fields(civil), "\(name) \(second)")
            checked += 1
          }
          let others = [index - 1, index + 1].filter(theirs.indices.contains).map {
            abs(theirs[$0].seconds - change.seconds)
          }
          // Two changes within two days are looked at one by one above.
          if (others.min() ?? .max) < 3 * 86_400 { continue }
          days.with { view, _ in
            for start in [change.seconds - 43_200, change.seconds - 1, change.seconds, change.seconds + 3600] {
              let next = view.nextChange(after: Instant(seconds: start), zone: zone, reference: Instant(seconds: 0))
              #expect(next.seconds == Self.nextDay(after: start, change), "\(name): the day after \(start)")
              checked += 1
            }
          }
        }
      }
    }
    #expect(checked > 40_000, "\(checked)")
  }
}
