import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster
import Foundation
import TestSupport
import Testing

@testable import AfterglowEngine

/// Law 2 for any archive: at night no green or blue is lit, on any frame, in any format and layout; during the
/// transition to night they only decrease.
///
/// AFTERGLOW_NIGHT_ARCHIVES sets the number of random archives; a run of 100,000 takes minutes.
@Suite struct NightLawTests {
  private static let formats: [PixelFormat] = [.xrgb8888, .argb8888, .rgb565]
  private static let layouts: [PixelLayout] = [.xrgb8888, .argb8888, .rgb565, .abgr8888, .argb1555, .bgr888]
  private static let shares = 10
  private static let archives =
    ProcessInfo.processInfo.environment["AFTERGLOW_NIGHT_ARCHIVES"].flatMap { Int($0) } ?? 10_000

  /// Small panels of each format and rotation; one rig shows thousands of archives in sequence.
  private static func rigs() -> [Rig] {
    formats.flatMap { format in
      (UInt8(0)...3).map { rotation in
        var board = RandomScene.board(seed: UInt64(rotation) + 1)
        board.widthPx = 44
        board.heightPx = 30
        board.pixelFormat = format.rawValue
        board.rotation = rotation
        return Rig(board)
      }
    }
  }

  @Test(arguments: 0..<shares)
  func `no archive lights green or blue by night`(share: Int) throws {
    let rigs = Self.rigs()
    let scanOut = TestMemory(64 * 64 * 4)
    var random = SeededNumbers(seed: UInt64(share) &* 99_991 &+ 5)
    for seed in stride(from: share, to: Self.archives, by: Self.shares) {
      let rig = rigs[seed / Self.shares % rigs.count]
      try rig.load(try RandomScene.archive(seed: UInt64(seed) &+ 10_000, board: rig.board))
      var now = (RandomScene.epoch + Int64.random(in: -600...7_800, using: &random)) * 1000
      func next(_ override: ModeOverride, trusted: Bool = true) -> [UInt32] {
        now += Int64.random(in: 1...1_000_000, using: &random)
        let at = Moment(
          realtime: Instant(milliseconds: now), monotonic: MonotonicInstant(milliseconds: now), isTrusted: trusted)
        rig.show(at, override: override)
        return rig.pixels
      }
      let format = rig.properties.format
      let before = next(random.next() & 1 == 0 ? .day : .alwaysOn)
      let entered = next(.night)
      try #require(
        zip(before, entered).allSatisfy { !rises(from: $0, to: $1, format) }, "archive \(seed), on entering")
      try #require(entered.allSatisfy { greenAndBlue($0, format) == 0 }, "archive \(seed), on entering")
      // Other entries, stale content, an untrusted clock.
      let later = next(.night, trusted: seed & 3 != 0)
      try #require(later.allSatisfy { greenAndBlue($0, format) == 0 }, "archive \(seed), later")
      let layout = Self.layouts[seed % Self.layouts.count]
      try #require(!lightsGreenOrBlue(rig, layout, scanOut), "archive \(seed), scanned out")
    }
  }

  private func rises(from old: UInt32, to new: UInt32, _ format: PixelFormat) -> Bool {
    format == .rgb565
      ? new & 0x7E0 > old & 0x7E0 || new & 0x1F > old & 0x1F : new & 0xFF00 > old & 0xFF00 || new & 0xFF > old & 0xFF
  }

  /// The plane as a graphics device gets it.
  private func lightsGreenOrBlue(_ rig: Rig, _ layout: PixelLayout, _ memory: TestMemory) -> Bool {
    let size = rig.properties.size
    let stride = 64 * 4
    let target = ScanOutTarget(
      base: memory.bytes.baseAddress!, strideBytes: stride, size: size, layout: layout, format: rig.properties.format,
      rotation: Rotation(rawValue: rig.board.rotation)!, isRedOnly: rig.engine.mode.isNight)
    if transfer(rig.engine.plane, PixelRect(size), into: target) == 0 { return true }
    let mask = layout.greenAndBlueBits
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) {
        var pixel: UInt32 = 0
        for byte in 0..<Int(layout.bytesPerPixel) {
          pixel |= UInt32(memory.bytes[y * stride + x * Int(layout.bytesPerPixel) + byte]) << UInt32(8 * byte)
        }
        if pixel & mask != 0 { return true }
      }
    }
    return false
  }

  @Test func `red is seen all the same`() throws {
    let rig = Self.rigs()[0]
    var lit = 0
    for seed in UInt64(0)..<40 {
      try rig.load(try RandomScene.archive(seed: seed, board: rig.board))
      rig.show(moment(RandomScene.epoch + 60), override: .night)
      lit += rig.pixels.contains { $0 & 0xFF_0000 != 0 } ? 1 : 0
    }
    #expect(lit > 30)
  }
}

extension PixelLayout {
  /// Three bytes, red lowest.
  static var bgr888: PixelLayout {
    PixelLayout(
      bytesPerPixel: 3, red: BitField(offset: 0, length: 8), green: BitField(offset: 8, length: 8),
      blue: BitField(offset: 16, length: 8))
  }
}
