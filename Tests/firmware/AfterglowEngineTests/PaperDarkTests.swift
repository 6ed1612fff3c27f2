import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import Testing

@testable import AfterglowEngine

/// The time that paper shows in the dark, read from its pixels.
@Suite struct PaperDarkTests {
  /// 2026-11-24T00:00+01:00, a Tuesday's midnight in Berlin.
  private static let midnight: Int64 = 1_795_474_800

  /// A black and white panel that a schedule darkens.
  private static func rig(
    _ start: (UInt16, UInt16), _ end: (UInt16, UInt16), darkIntervalMs: Int64 = 3_600_000
  ) throws -> Rig {
    var board = SmallScene.board
    board.pixelFormat = PixelFormat.mono1.rawValue
    board.isEmissive = 0
    board.rules.schedule.count = 1
    board.rules.schedule.periods[0] = SchedulePeriod(
      startMinute: start.0 * 60 + start.1, endMinute: end.0 * 60 + end.1, mode: .night, rule: .always)
    let rig = Rig(board)
    var properties = rig.properties
    properties.darkRefreshIntervalMs = darkIntervalMs
    rig.engine.adapt(to: properties)
    try rig.load(try SmallScene(board: board).build())
    return rig
  }

  /// The digit in each of the five cells of the small scene's clock, nil in a cell without ink. The third cell is the colon,
  /// which is drawn as a 0.
  private struct Reading: Equatable {
    var cells: [Int?]
    var isMarked: Bool

    /// A digit's first row has as many dots as the digit, and one.
    init(of pixels: [UInt32]) {
      cells = (0..<5).map { cell in
        let count = (0..<10).count { pixels[16 * 120 + 3 + 12 * cell + $0] != 0 }
        return count == 0 ? nil : count - 1
      }
      isMarked = pixels[Int(SmallScene.behindMark.y0) * 120 + Int(SmallScene.behindMark.x0)] != 0
    }

    init(_ cells: [Int?], isMarked: Bool = false) { (self.cells, self.isMarked) = (cells, isMarked) }
  }

  /// The panel's picture at a time of that day; hours before 0 are of the evening before.
  private static func read(
    _ rig: Rig, at time: (hour: Int64, minute: Int64), second: Int64 = 0, override: ModeOverride = .automatic
  ) -> Reading {
    rig.show(moment(midnight + time.hour * 3_600 + time.minute * 60 + second), override: override)
    return Reading(of: rig.pixels)
  }

  private static func hourAlone(_ hour: Int, isMarked: Bool = false) -> Reading {
    Reading([hour / 10, hour % 10, nil, nil, nil], isMarked: isMarked)
  }

  @Test func `in a night of few hours the hour alone is shown, right and without a mark`() throws {
    let rig = try Self.rig((0, 30), (6, 0))
    #expect(Self.read(rig, at: (0, 25)) == Reading([0, 0, 0, 2, 5]))
    #expect(Self.read(rig, at: (0, 25), second: 59) == Reading([0, 0, 0, 2, 5]))
    // Four minutes before the night its picture is drawn.
    #expect(Self.read(rig, at: (0, 26)) == Self.hourAlone(0))
    #expect(Self.read(rig, at: (0, 59), second: 59) == Self.hourAlone(0))
    for hour in 1...5 {
      for (minute, second) in [(0, 0), (17, 0), (59, 59)] as [(Int64, Int64)] {
        #expect(
          Self.read(rig, at: (Int64(hour), minute), second: second) == Self.hourAlone(hour),
          "\(hour):\(minute):\(second)")
      }
    }
    #expect(Self.read(rig, at: (6, 0)) == Reading([0, 6, 0, 0, 0]))
    #expect(Self.read(rig, at: (6, 1)) == Reading([0, 6, 0, 0, 1]))
  }

  @Test func `an hour that may stand for longer than it is right is marked`() throws {
    // Five changes last for this night if each stands for two hours.
    let long = try Self.rig((23, 0), (6, 30))
    #expect(Self.read(long, at: (-2, 0)) == Reading([2, 2, 0, 0, 0]))
    #expect(Self.read(long, at: (-2, 56)) == Self.hourAlone(22, isMarked: true))
    #expect(Self.read(long, at: (2, 0)) == Self.hourAlone(2, isMarked: true))
    #expect(Self.read(long, at: (6, 30)) == Reading([0, 6, 0, 3, 0]))
    // The end of a night that was asked for is unknown.
    let asked = try Self.rig((0, 30), (6, 0))
    #expect(Self.read(asked, at: (12, 34)) == Reading([1, 2, 0, 3, 4]))
    #expect(Self.read(asked, at: (12, 35), override: .night) == Self.hourAlone(12, isMarked: true))
    #expect(Self.read(asked, at: (12, 36), override: .day) == Reading([1, 2, 0, 3, 6]))
  }

  @Test func `a panel that starts in the night shows its hour at once`() throws {
    #expect(Self.read(try Self.rig((0, 30), (6, 0)), at: (3, 21)) == Self.hourAlone(3))
  }

  @Test func `a panel that is refreshed in the dark as in the light keeps its minutes`() throws {
    let rig = try Self.rig((0, 30), (6, 0), darkIntervalMs: 0)
    #expect(Self.read(rig, at: (3, 21)) == Reading([0, 3, 0, 2, 1]))
    #expect(Self.read(rig, at: (3, 22)) == Reading([0, 3, 0, 2, 2]))
  }
}
