import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import TestSupport
import Testing

@testable import AfterglowEngine

/// Invariants for any archive, with any sequence of moments and modes.
@Suite struct RandomArchiveTests {
  struct Journey {
    var random: SeededNumbers
    var now: Int64 = (RandomScene.epoch - 600) * 1000
    var monotonic: Int64 = 0
    var isTrusted = true
    var lux: Illuminance? = Illuminance(millilux: 300_000)
    var override = ModeOverride.automatic

    /// Time advances, mostly by little; sometimes clock, light, trust or a user change something.
    mutating func next() -> Moment {
      let advance: Int64
      switch Int.random(in: 0...9, using: &random) {
      case 0...5: advance = Int64.random(in: 1...1_500, using: &random)
      case 6...7: advance = Int64.random(in: 1...90_000, using: &random)
      default: advance = Int64.random(in: 1...1_200_000, using: &random)
      }
      now += advance
      monotonic += advance
      switch Int.random(in: 0...19, using: &random) {
      case 0: now += Int64([-3_600_000, 3_600_000, -1_000, 1_000, -10_000_000].randomElement(using: &random)!)
      case 1: isTrusted.toggle()
      case 2, 3: lux = Illuminance(millilux: [100, 3_000, 10_000, 300_000].randomElement(using: &random)!)
      case 4: lux = nil
      case 5, 6: override = ModeOverride(rawValue: UInt8.random(in: 0...3, using: &random))!
      default: break
      }
      return Moment(
        realtime: Instant(milliseconds: now), monotonic: MonotonicInstant(milliseconds: monotonic),
        isTrusted: isTrusted)
    }
  }

  @Test(arguments: UInt64(1)...60)
  func `an incremental frame is the frame that a fresh engine draws, and its damage is exact`(seed: UInt64) throws {
    let board = RandomScene.board(seed: seed)
    let archive = try RandomScene.archive(seed: seed, board: board)
    let rig = Rig(board)
    try rig.load(archive)
    var journey = Journey(random: SeededNumbers(seed: seed &+ 1000))
    var before: [UInt32]?
    for step in 0..<40 {
      let moment = journey.next()
      let shown = rig.show(moment, lux: journey.lux, override: journey.override)
      let pixels = rig.pixels
      let fresh = Rig(board)
      try fresh.load(archive)
      let whole = fresh.show(moment, lux: rig.sameRoom, override: rig.sameMode)
      try #require(fresh.pixels == pixels, "seed \(seed), step \(step)")
      try #require(whole.frame.frameHash == shown.frame.frameHash, "seed \(seed), step \(step)")
      if let before { try expectExact(shown.frame, before: before, after: pixels, rig.properties.size) }
      before = pixels
    }
  }

  @Test(arguments: UInt64(1)...10)
  func `a page, whenever it is turned to, is the frame that a fresh engine draws of it`(seed: UInt64) throws {
    let board = RandomScene.board(seed: seed)
    let archive = try RandomScene.archive(seed: seed, board: board, pages: 3)
    let rig = Rig(board)
    try rig.load(archive)
    var journey = Journey(random: SeededNumbers(seed: seed &+ 2000))
    var turns = SeededNumbers(seed: seed &+ 3000)
    for step in 0..<30 {
      if turns.next() % 3 == 0 { rig.engine.show(page: Int(turns.next() % 3)) }
      let moment = journey.next()
      rig.show(moment, lux: journey.lux, override: journey.override)
      let fresh = Rig(board)
      try fresh.load(archive)
      fresh.engine.show(page: rig.engine.shownPage)
      fresh.show(moment, lux: rig.sameRoom, override: rig.sameMode)
      try #require(fresh.pixels == rig.pixels, "seed \(seed), step \(step)")
    }
  }

  private func expectExact(
    _ frame: FrameReport, before: [UInt32], after: [UInt32], _ size: PixelSize
  ) throws {
    let width = Int(size.width)
    var changed = 0
    var inside = 0
    for index in before.indices where before[index] != after[index] {
      changed += 1
      let x = Int32(index % width)
      let y = Int32(index / width)
      let pixel = PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)
      for rect in 0..<frame.damage.count where frame.damage[rect].contains(pixel) { inside += 1 }
    }
    try #require(frame.pixelsChanged == Int64(changed))
    try #require(inside == changed, "every changed pixel lies in exactly one rectangle")
    try #require(frame.pixelsDamaged == frame.damage.area)
    for rect in 0..<frame.damage.count {
      try expectTight(frame.damage[rect], before: before, after: after, width: width)
    }
  }

  /// Each side of the rectangle touches a changed pixel.
  private func expectTight(_ rect: PixelRect, before: [UInt32], after: [UInt32], width: Int) throws {
    func changes(_ part: PixelRect) -> Bool {
      for y in part.y0..<part.y1 {
        for x in part.x0..<part.x1 where before[Int(y) * width + Int(x)] != after[Int(y) * width + Int(x)] {
          return true
        }
      }
      return false
    }
    try #require(changes(PixelRect(x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y0 + 1)))
    try #require(changes(PixelRect(x0: rect.x0, y0: rect.y1 - 1, x1: rect.x1, y1: rect.y1)))
    try #require(changes(PixelRect(x0: rect.x0, y0: rect.y0, x1: rect.x0 + 1, y1: rect.y1)))
    try #require(changes(PixelRect(x0: rect.x1 - 1, y0: rect.y0, x1: rect.x1, y1: rect.y1)))
  }

  @Test(arguments: UInt64(100)...160)
  func `by night no green or blue is lit, on any frame, and entering night only ever dims them`(seed: UInt64) throws {
    var board = RandomScene.board(seed: seed)
    board.pixelFormat = UInt8(seed % 3)
    let rig = Rig(board)
    var journey = Journey(random: SeededNumbers(seed: seed))
    var before: [UInt32]?
    var nights = 0
    for step in 0..<60 {
      if step % 15 == 0 { try rig.load(try RandomScene.archive(seed: seed &+ UInt64(step), board: board)) }
      let moment = journey.next()
      let wasNight = rig.engine.mode.isNight
      _ = rig.show(moment, lux: journey.lux, override: step % 4 == 0 ? .night : journey.override)
      let pixels = rig.pixels
      if rig.engine.mode.isNight {
        nights += 1
        let format = rig.properties.format
        try #require(pixels.allSatisfy { greenAndBlue($0, format) == 0 }, "seed \(seed), step \(step)")
        if let before, !wasNight {
          try #require(zip(before, pixels).allSatisfy { greenAndBlue($1, format) <= greenAndBlue($0, format) })
        }
      }
      before = pixels
    }
    #expect(nights >= 15)
  }

  @Test(arguments: UInt64(200)...220)
  func `alternating buffers and buffers of unknown content show the same frames`(seed: UInt64) throws {
    let board = RandomScene.board(seed: seed)
    let archive = try RandomScene.archive(seed: seed, board: board)
    let single = Rig(board)
    let unknown = Rig(board, bufferAge: 0)
    let alternating = AlternatingRig(board)
    try single.load(archive)
    try unknown.load(archive)
    try alternating.load(archive)
    var journey = Journey(random: SeededNumbers(seed: seed))
    for _ in 0..<30 {
      let moment = journey.next()
      let one = single.show(moment, lux: journey.lux, override: journey.override)
      let none = unknown.show(moment, lux: journey.lux, override: journey.override)
      let two = alternating.show(moment, lux: journey.lux, override: journey.override)
      try #require(unknown.pixels == single.pixels)
      try #require(alternating.pixels == single.pixels)
      try #require(one.frame.frameHash == none.frame.frameHash)
      try #require(one.frame.frameHash == two.frameHash)
    }
  }
}

/// Two alternating buffers.
final class AlternatingRig {
  private let rig: Rig
  private let buffers: [TestMemory]
  private var shown = 1
  private let properties: DisplayProperties

  init(_ board: BoardRecord) {
    rig = Rig(board)
    properties = DisplayProperties(
      size: rig.properties.size, format: rig.properties.format, isEmissive: rig.properties.isEmissive, bufferAge: 2,
      minimumRefreshIntervalMs: 0)
    let count = rig.strideBytes * Int(properties.size.height)
    buffers = [TestMemory(count), TestMemory(count)]
  }

  func load(_ archive: [UInt8]) throws(ArchiveError) { try rig.load(archive) }

  func show(_ moment: Moment, lux: Illuminance?, override: ModeOverride) -> FrameReport {
    shown = 1 - shown
    _ = rig.engine.step(moment, lux: lux, override: override)
    rig.engine.paint()
    var report = rig.engine.encode(
      into: BackBuffer(base: buffers[shown].bytes.baseAddress!, strideBytes: rig.strideBytes), properties: properties)
    rig.engine.lookBack(at: &report)
    return report
  }

  var pixels: [UInt32] {
    readPixels(UnsafeRawBufferPointer(buffers[shown].bytes), properties, rig.strideBytes)
  }
}
