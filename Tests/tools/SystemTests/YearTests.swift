import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import Foundation
import PixelSupport
import Testing

/// The bedside clock through the whole loop, an update a minute, and each minute read back from the pixels of its panel.
@Suite struct YearTests {
  private static let zone = "Europe/Berlin"

  /// Plays the clock, and reads each minute.
  private func run(days: Int64) throws -> ClockReading {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let board = folder.appending(path: "board")
    try FileManager.default.copyItem(at: HouseRulesTests.root.appending(path: "boards/bedside-clock"), to: board)
    let scene = board.appending(path: "scene.yaml")
    let text = try String(contentsOf: scene, encoding: .utf8)
    try (text + "\nzone: \(Self.zone)\nlocale: en-GB\n").write(to: scene, atomically: true, encoding: .utf8)
    let from = WeekTests.from
    let start = Date(timeIntervalSince1970: Double(from.seconds))
    let loaded = try #require(BoardFolder.load(board.path, at: start).folder)
    let archive = try SceneCompiler().compile(loaded.panelScene(), at: start).archive

    let zone = try #require(TimeZone(identifier: Self.zone))
    return try ClockReading(archive: archive, from: from, days: days, in: zone) { try DigitReader($0) }
  }

  @Test func `a fortnight across the end of summer time shows every minute, read from the pixels`() throws {
    let reading = try run(days: 14)
    #expect(reading.wrong == [] && reading.minuteCount == 14 * 1_440)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["AFTERGLOW_YEAR"] != nil, "make test-time runs it"))
  func `a year shows every minute, read from the pixels, within a minute`() throws {
    let begin = ContinuousClock.now
    let reading = try run(days: 365)
    #expect(reading.wrong == [] && reading.minuteCount == 365 * 1_440)
    let took = ContinuousClock.now - begin
    #expect(took <= .seconds(60))
    print("a year of \(reading.minuteCount) minutes: \(reading.wrong.count) wrong, \(took)")
  }
}
