import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowEngine

/// Modes, clocks and archives that change while a finger is down, or after its release and before the next frame.
@Suite struct TouchChangeTests {
  private static let modes: [ModeOverride] = [.day, .night, .alwaysOn]
  /// In ms; none leaves the entry, which begins at 0 s.
  private static let steps: [Int64] = [-99_000, -1, 1, 3_600_000, 86_400_000, 31_536_000_000]

  @Test(arguments: modes)
  func `a mode that changes under the finger loses no tap and repeats none`(mode: ModeOverride) throws {
    for first in Self.modes {
      for isReleased in [false, true] {
        let panel = try TouchRig()
        panel.override = first
        panel.frame(afterMs: 5_000)
        panel.send(.began, TouchRig.point(20, 20))
        panel.frame(afterMs: 16)
        if isReleased { panel.send(.ended, TouchRig.point(20, 20), afterMs: 60) }
        panel.override = mode
        panel.frame(afterMs: 16)
        panel.frame(afterMs: 100)
        if !isReleased { panel.send(.ended, TouchRig.point(20, 20), afterMs: 60) }
        for _ in 0..<3 { panel.frame(afterMs: 1_000) }
        #expect(panel.commands.map(\.region) == [TouchScene.buttonKey], "\(first) to \(mode), \(isReleased)")
      }
    }
  }

  @Test(arguments: steps)
  func `a clock step under the finger loses no tap and repeats none`(step: Int64) throws {
    for isReleased in [false, true] {
      let panel = try TouchRig()
      panel.send(.began, TouchRig.point(75, 20))
      panel.frame(afterMs: 16)
      if isReleased { panel.send(.ended, TouchRig.point(75, 20), afterMs: 60) }
      panel.clockStepMs = step
      panel.frame(afterMs: 100)
      if !isReleased { panel.send(.ended, TouchRig.point(75, 20), afterMs: 60) }
      panel.frame()
      #expect(panel.commands.map(\.region) == [TouchScene.toggleKey])
      #expect(panel.commands.map(\.at.milliseconds) == [isReleased ? 76 : 176], "not the time of the release")
      #expect(panel.showsOn == true)
      // The time without an answer counts from the release, not by the clock that was set.
      panel.clockStepMs = step / 2
      panel.frame(afterMs: 1_000)
      #expect(panel.showsOn == true)
      panel.frame(afterMs: 1_000)
      #expect(panel.showsOn == false)
      #expect(panel.commands.count == 1)
    }
  }

  @Test func `a clock step that moves a region away from the finger presses nothing`() throws {
    let panel = try TouchRig(TouchScene(movesAt: 3_600))
    panel.send(.began, TouchRig.point(20, 15))
    panel.frame(afterMs: 16)
    panel.clockStepMs = 3_600_000
    panel.frame(afterMs: 16)
    panel.send(.ended, TouchRig.point(20, 15), afterMs: 60)
    panel.frame()
    #expect(panel.commands.isEmpty)
    panel.tap(20, 46)
    #expect(panel.commands.count == 1)
  }

  /// 4,000 taps, each with changes while the finger is down and after its release.
  @Test func `taps among random modes, clock steps and archives act once, or not if their region is gone`() throws {
    let moved = PixelRect(x0: 10, y0: 10, x1: 41, y1: 30)
    let archives = [
      try TouchScene().build().file, try TouchScene(isOn: true).build().file,
      try TouchScene(buttonBounds: moved).build().file,
    ]
    let panel = try TouchRig()
    var random = SeededNumbers(seed: 52)
    var isMoved = false
    var counts = (acting: 0, gone: 0)

    func change() throws {
      switch random.next() % 5 {
      case 0: panel.override = Self.modes[Int(random.next() % 3)]
      case 1: panel.clockStepMs = Self.steps[Int(random.next() % 6)]
      case 2:
        let number = Int(random.next() % 3)
        isMoved = number == 2
        try panel.rig.load(archives[number])
      default: panel.frame(afterMs: Int64(random.next() % 60))
      }
    }

    for _ in 0..<4_000 {
      panel.frame(afterMs: 3_000)
      let before = panel.commands.count
      let wasMoved = isMoved
      panel.send(.began, TouchRig.point(20, 20))
      for _ in 0..<random.next() % 4 { try change() }
      panel.send(.ended, TouchRig.point(20, 20), afterMs: 60)
      // A tap that waits for a new archive's first frame acts if its region is in that archive.
      panel.frame()
      let isActing = isMoved == wasMoved
      for _ in 0..<random.next() % 4 { try change() }
      panel.frame(afterMs: 20)
      if isActing { counts.acting += 1 } else { counts.gone += 1 }
      if panel.commands.count - before != (isActing ? 1 : 0) {
        Issue.record("\(panel.commands.count - before) commands, not \(isActing ? 1 : 0), before \(panel.nowMs) ms")
      }
    }
    #expect(counts.acting > 1_000 && counts.gone > 100, "\(counts)")
    #expect(Set(panel.commands.map(\.sequence)).count == panel.commands.count)
  }
}
