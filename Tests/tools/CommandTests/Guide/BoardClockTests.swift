import AfterglowCore
import AfterglowKit
import AfterglowPreview
import Foundation
import Testing

@testable import AfterglowGuide

/// `check` says nothing of a shipped board, at any hour: what a calendar or the sky shows changes with it.
@Suite struct BoardClockTests {
  /// A shipped board where the time is that of a zone.
  struct Place: CustomTestStringConvertible, Sendable {
    var board: String
    var zone: String

    var testDescription: String { "\(board), \(zone)" }
  }

  private static let boards = Lint.root.appending(path: "boards")

  static let zones = ["Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata"]

  static let all: [Place] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: boards.path)) ?? []
    let shipped = names.filter {
      FileManager.default.fileExists(atPath: boards.appending(path: "\($0)/board.yaml").path)
    }.sorted()
    return zones.flatMap { zone in shipped.map { Place(board: $0, zone: zone) } }
  }()

  /// In quarters of an hour: the days of 2026 on which clocks go back in Berlin and in Los Angeles; and Monday, 16 November,
  /// to Sunday, 29 November.
  private static let fortnight = days("2026-10-25", 1) + days("2026-11-01", 1) + days("2026-11-16", 14)

  private static func days(_ first: String, _ count: Int64) -> [Instant] {
    let start = (try? Date("\(first)T00:00:00Z", strategy: .iso8601)).map { Instant(roundingUp: $0) }
    return (0..<count * 96).compactMap { quarter in
      start.map { Instant(milliseconds: $0.milliseconds + quarter * quarterMs) }
    }
  }

  private static let quarterMs: Int64 = 900_000

  /// Hours at which shipped calendars hold most, among them those at which boards had something to say.
  private static let sample: [Instant] = [
    "2026-11-25T06:00:00Z", "2026-11-28T09:00:00Z", "2026-11-28T13:00:00Z", "2026-11-28T21:00:00Z",
    "2026-11-29T12:00:00Z",
  ].compactMap { try? Date($0, strategy: .iso8601) }.map { Instant(roundingUp: $0) }

  /// - Returns: each finding with the first instant at which it is made, and how often it is.
  private func findings(_ place: Place, _ instants: [Instant]) throws -> [String: (first: String, count: Int)] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "clock-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: Self.boards.appending(path: place.board), to: folder)
    let scene = folder.appending(path: "scene.yaml")
    let text = try String(contentsOf: scene, encoding: .utf8)
    try #require(!text.contains("\nzone:"), "\(place.board) has a zone of its own")
    try "zone: \(place.zone)\n\(text)".write(to: scene, atomically: true, encoding: .utf8)
    let source = try BoardSource(folder.path)
    var found: [String: (first: String, count: Int)] = [:]
    var before: Instant?
    let isPaper = try String(contentsOf: folder.appending(path: "board.yaml"), encoding: .utf8).contains("kind: epaper")
    let first = try #require(instants.first)
    for instant in instants {
      // Between the first quarters of days a screen's author is asked for what is due, as one that runs: half the time. The
      // life of paper is judged from a compile of everything.
      let goesOn = before.map { instant.milliseconds - $0.milliseconds == Self.quarterMs } == true
      let asksAll = isPaper || !goesOn || instant.milliseconds % 86_400_000 == 0
      before = instant
      let moment = AuthorMoment(bootMs: instant.milliseconds - first.milliseconds, wall: instant)
      let board = try source.compile(moment, all: asksAll ? .asked : nil)
      for finding in try BoardCheck(board, at: instant).findings {
        found[finding.line.replacing(folder.path, with: place.board), default: (TimeText.utc(instant), 0)].count += 1
      }
    }
    return found
  }

  /// Each board is checked at two of these hours, in turn; a board with an almanac, whose rows are most, at all of them. What
  /// a fortnight has is checked by `make test-clocks`.
  @Test(arguments: all.filter { $0.zone == zones[0] })
  func `check says nothing of a shipped board on a Saturday, a Sunday and a Wednesday`(place: Place) throws {
    let scene = try String(
      contentsOf: Self.boards.appending(path: "\(place.board)/scene.yaml"), encoding: .utf8)
    let turn = (Self.all.firstIndex { $0.board == place.board } ?? 0) * 2
    let two = [turn, turn + 1].map { Self.sample[$0 % Self.sample.count] }
    let instants = scene.contains("almanac") ? Self.sample : two
    let found = try findings(place, instants)
    #expect(found.isEmpty, "\(found)")
  }

  /// 1 for every place, or a part of the descriptions of some: `AFTERGLOW_FORTNIGHT=bedside-clock`.
  static let asked = ProcessInfo.processInfo.environment["AFTERGLOW_FORTNIGHT"]

  @Test(
    .enabled(if: asked != nil, "make test-clocks checks a fortnight"),
    arguments: all.filter { asked == "1" || $0.testDescription.contains(asked ?? "") })
  func `check says nothing of a shipped board at any quarter of an hour of a fortnight`(place: Place) throws {
    let found = try findings(place, Self.fortnight)
    #expect(found.isEmpty, "\(found)")
  }
}
