import AfterglowArchive
import AfterglowCore
import AfterglowLight
import TestSupport
import Testing

@testable import AfterglowEngine

/// The viewer's distance chooses the level of detail: rules 52 to 54.
@Suite struct DetailTests {
  static let shared = PixelRect(x0: 10, y0: 10, x1: 20, y1: 20)
  static let nearOnly = PixelRect(x0: 30, y0: 10, x1: 40, y1: 20)
  static let farOnly = PixelRect(x0: 60, y0: 10, x1: 90, y1: 50)

  static func board(_ kind: DistanceSourceKind, _ change: (inout SensorSettings) -> Void = { _ in }) -> BoardRecord {
    var board = SmallScene.board
    board.sensor.distanceSource = kind.rawValue
    change(&board.sensor)
    return board
  }

  private func rig(_ board: BoardRecord) throws -> Rig {
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([.name: "near and far"])
    let white = builder.addPaint(PaintRecord(kind: .solid, role: .primary))
    func box(_ rect: PixelRect) -> UInt32 {
      let fine = SubpixelRect(rect)
      return builder.addNode(
        NodeRecord(kind: .rectangle, paint: white, bounds: rect, a: fine.x0, b: fine.y0, c: fine.x1, d: fine.y1))
    }
    let all = PixelRect(x0: 0, y0: 0, x1: board.widthPx, y1: board.heightPx)
    let plain = VariantKey(renderingMode: .fullColor)
    _ = builder.addWidget(
      kind: "scene", bounds: all, variants: [[plain]],
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]])])
    let both = box(Self.shared)
    let lists = [[both, box(Self.nearOnly)], [both, box(Self.farOnly)]]
    _ = builder.addWidget(
      kind: "boxes", bounds: all, variants: [[plain], [VariantKey(renderingMode: .fullColor, isSimplified: true)]],
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: lists)])
    let rig = Rig(board)
    try rig.load(try builder.build(compiledAt: Instant(seconds: 0)))
    return rig
  }

  private func moment(_ ms: Int64) -> Moment {
    Moment(
      realtime: Instant(milliseconds: 1_000_000 + ms), monotonic: MonotonicInstant(milliseconds: ms), isTrusted: true)
  }

  /// The times at which the level changes with these readings.
  private func changes(_ board: BoardRecord, _ readings: [(atMs: Int64, distance: Int64?)]) throws -> [Int64] {
    let rig = try rig(board)
    var changed: [Int64] = []
    var wasSimplified = false
    var index = 0
    var now: Int64 = 0
    var next: Int64 = 0
    while index < readings.count {
      now = readings[index].atMs
      let until = index + 1 < readings.count ? readings[index + 1].atMs : now + 20_000
      let distance = readings[index].distance
      while now < until {
        let result = rig.show(moment(now), override: .day, distance: distance).step
        if rig.engine.variantKey.isSimplified != wasSimplified { changed.append(now) }
        wasSimplified = rig.engine.variantKey.isSimplified
        next = result.wakeUp.monotonic.milliseconds
        now = Swift.min(next, until)
      }
      index += 1
    }
    return changed
  }

  @Test func `a viewer who leaves sees less, larger, after a while, and one who approaches sees all again`() throws {
    let board = Self.board(.iio)
    // 2 m for 3 s, 1.5 m for half a second.
    #expect(try changes(board, [(0, 800), (10_000, 2_000), (20_000, 1_500)]) == [13_000, 20_500])
    #expect(try changes(board, [(0, 800), (10_000, 1_999), (20_000, 1_400)]).isEmpty)
    #expect(try changes(board, [(0, 3_000), (10_000, 1_501)]) == [0])
  }

  @Test func `a viewer who passes by, or stands between the limits, changes nothing`() throws {
    let steps = (0..<401).map { (atMs: Int64($0) * 500, distance: Int64($0 % 6 < 4 ? 2_600 : 1_700) as Int64?) }
    #expect(try changes(Self.board(.iio), [(0, 800)] + steps.map { ($0.atMs + 1_000, $0.distance) }).isEmpty)
  }

  @Test func `an unknown distance keeps what is shown, and one that was never known is near`() throws {
    let board = Self.board(.external)
    #expect(try changes(board, [(0, nil), (10_000, 3_000), (20_000, nil), (40_000, 3_000)]) == [10_000])
    // A pending change is cancelled.
    #expect(try changes(board, [(0, 800), (10_000, 3_000), (12_000, nil), (14_000, 3_000)]) == [17_000])
  }

  @Test func `counts of a proximity sensor grow as a viewer approaches`() throws {
    let board = Self.board(.counts) {
      $0.simplifiedEnter = 20
      $0.simplifiedLeave = 60
    }
    #expect(try changes(board, [(0, 400), (10_000, 20), (20_000, 59), (30_000, 60)]) == [13_000, 30_500])
  }

  @Test func `a constant distance decides from the first frame, and a board without a source has none`() throws {
    let far = Self.board(.constant) { $0.distanceMm = 4_000 }
    #expect(try changes(far, [(0, nil)]) == [0])
    // A distance from an author takes precedence; an unknown one then keeps the state.
    #expect(try changes(far, [(0, 500), (10_000, 4_000)]) == [13_000])
    #expect(try changes(far, [(0, nil), (10_000, 500), (20_000, nil), (30_000, 4_000)]) == [0, 10_500, 33_000])
    #expect(try changes(Self.board(.none), [(0, 5_000), (10_000, 100)]).isEmpty)
  }

  @Test func `what both levels share is neither damaged nor drawn anew`() throws {
    let rig = try rig(Self.board(.external))
    rig.show(moment(0), override: .day, distance: 800)
    #expect(
      drawn(rig) == """
        ............
        .#.#........
        ............
        ............
        ............
        ............
        """)
    rig.show(moment(1_000), override: .day, distance: 5_000)
    let changed = rig.show(moment(4_000), override: .day, distance: 5_000)
    #expect(changed.step.causes == UpdateCause.detail)
    #expect(changed.frame.pixelsDamaged == Self.nearOnly.area + Self.farOnly.area)
    let fresh = try self.rig(Self.board(.external))
    fresh.show(moment(4_000), override: .day, distance: 5_000)
    #expect(rig.pixels == fresh.pixels)
    #expect(
      drawn(rig) == """
        ............
        .#....###...
        ......###...
        ......###...
        ......###...
        ............
        """)
  }

  /// Ten pixels a character.
  private func drawn(_ rig: Rig) -> PixelPattern {
    PixelPattern(rig.pixels, width: 120, cell: 10, key: [0: ".", 0xFF_FFFF: "#"])
  }
}

extension PixelRect {
  fileprivate var area: Int64 { Int64(width) * Int64(height) }
}
