import AfterglowArchive
import AfterglowCore
import AfterglowLight
import Testing

@testable import AfterglowEngine

/// Always-on follows the lit fraction of the panel, as stored with each entry of the archive.
@Suite struct LitShareTests {
  private static let noon = RandomScene.epoch

  /// A grey square that is always shown, and a second widget whose entries light fractions of the panel.
  private func archive(shares: [UInt16]) throws -> [UInt8] {
    var builder = ArchiveBuilder(board: SmallScene.board)
    let everything = PixelRect(x0: 0, y0: 0, x1: 120, y1: 60)
    func square(_ x: Int32, _ role: PaintRole) -> UInt32 {
      let paint = builder.addPaint(PaintRecord(kind: .solid, role: role))
      let rect = PixelRect(x0: x, y0: 10, x1: x + 20, y1: 30)
      let fine = SubpixelRect(rect)
      return builder.addNode(
        NodeRecord(kind: .rectangle, paint: paint, bounds: rect, a: fine.x0, b: fine.y0, c: fine.x1, d: fine.y1))
    }
    let key = [[VariantKey(renderingMode: .fullColor)]]
    let fixed = [square(10, .background)]
    _ = builder.addWidget(
      kind: "fixed", bounds: everything, variants: key,
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [fixed])])
    let moving = [square(50, .primary)]
    _ = builder.addWidget(
      kind: "entries", bounds: everything, variants: key,
      entries: shares.enumerated().map { index, share in
        ArchiveEntry(
          date: Instant(seconds: Self.noon + Int64(index) * 3600), displayLists: [moving], litPermille: share)
      })
    return try builder.build(compiledAt: Instant(seconds: 0))
  }

  @Test func `another entry that lights more dims all of always-on at once, by day nothing changes`() throws {
    let shares: [UInt16] = [60, 90, 300, 80, 1000]
    let bytes = try archive(shares: shares)
    let table = SRGB()
    for mode in [ModeOverride.alwaysOn, .day] {
      let rig = Rig(SmallScene.board)
      try rig.load(bytes)
      for (index, share) in shares.enumerated() {
        let at = moment(Self.noon + Int64(index) * 3600 + 60)
        let shown = rig.show(at, override: mode)
        let fresh = Rig(SmallScene.board)
        try fresh.load(bytes)
        fresh.show(at, override: mode)
        #expect(rig.pixels == fresh.pixels)
        let level = table.linear(UInt8(rig.pixels[15 * 120 + 15] & 255))
        let factor = 65_535 * (mode == .day ? 1000 : 400 * ColorStage.litFactorPermille(Int32(share)) / 1000) / 1000
        let wanted = mode == .day ? factor : max(factor, ColorStage.leastWhite)
        #expect(abs(Int(level) - Int(wanted)) < 700, "entry \(index)")
        if index == 1 { #expect(shown.frame.pixelsChanged == 0) }
        if index == 2 && mode == .alwaysOn { #expect(shown.step.causes & UpdateCause.luminance != 0) }
        if mode == .day && index > 0 { #expect(shown.frame.pixelsChanged == 0) }
      }
    }
  }
}
