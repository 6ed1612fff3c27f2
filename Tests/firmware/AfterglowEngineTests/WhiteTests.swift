import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import Testing

@testable import AfterglowEngine

/// The effect of hardware dimming on the engine.
@Suite struct WhiteTests {
  /// 2026-11-21T12:00:00Z
  private func moment(_ seconds: Int64) -> Moment {
    Moment(
      realtime: Instant(seconds: 1_795_262_400 + seconds), monotonic: MonotonicInstant(milliseconds: seconds * 1000),
      isTrusted: true)
  }

  private func rig() throws -> Rig {
    let rig = Rig(SmallScene.board)
    try rig.load(try SmallScene().build())
    return rig
  }

  /// All of always-on's dimming in hardware; at night a tenth of the panel's white.
  static let dimmed = PanelWhite(
    alwaysOnMillinits: 100_000, alwaysOnWantedMillinits: 100_000, nightMillinits: 25_000)

  @Test func `where hardware dims, always-on keeps the day's colours`() throws {
    let rig = try rig()
    rig.show(moment(1), override: .day)
    let day = rig.pixels
    rig.show(moment(2), override: .alwaysOn)
    #expect(rig.pixels != day)
    rig.engine.setWhite(Self.dimmed)
    let (step, _) = rig.show(moment(3), override: .alwaysOn)
    #expect(step.causes == UpdateCause.luminance)
    #expect(rig.pixels == day)
  }

  @Test func `at night red becomes brighter as the panel becomes darker, and nothing else is lit`() throws {
    let rig = try rig()
    rig.show(moment(1), override: .night)
    let before = rig.pixels.max()!
    rig.engine.setWhite(Self.dimmed)
    rig.show(moment(2), override: .night)
    #expect(rig.pixels.allSatisfy { $0 & 0xFFFF == 0 })
    #expect(rig.pixels.max()! > before)
  }

  @Test func `by day nothing is painted for it`() throws {
    let rig = try rig()
    rig.show(moment(1), override: .day)
    rig.engine.setWhite(Self.dimmed)
    let (step, frame) = rig.show(moment(2), override: .day)
    #expect(!step.hasDamage && frame.pixelsChanged == 0)
    // Known from the first frame that needs it.
    rig.engine.setWhite(Self.dimmed)
    let day = rig.pixels
    let (next, _) = rig.show(moment(3), override: .alwaysOn)
    #expect(next.causes == UpdateCause.luminance && rig.pixels == day)
  }
}
