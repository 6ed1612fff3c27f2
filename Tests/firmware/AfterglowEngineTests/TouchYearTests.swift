import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowEngine

/// A year of random touches, turns and keys.
@Suite struct TouchYearTests {
  /// 2026-01-01T00:00:00Z.
  private static let start: Int64 = 1_767_225_600

  private var scene: PagedScene {
    var scene = PagedScene()
    for index in scene.pages.indices { scene.pages[index].hasSecondHand = true }
    scene.pages[0].button = 7
    scene.pages[1].button = 8
    scene.pages[1].turnsTo = .to(2)
    scene.schedule = [(minute: 420, page: 1), (minute: 1_200, page: 0)]
    scene.board.showsAhead = 1
    return scene
  }

  private func act(_ rig: PagedRig, _ random: inout SeededNumbers) {
    let (x, y) = (Int32(random.next() % 120), Int32(random.next() % 60))
    switch random.next() % 7 {
    case 0: rig.tap(20, 20)
    case 1: rig.tap(x, y)
    case 2: rig.swipe(from: x, y, by: Int32(random.next() % 100) - 50)
    case 3: rig.turn(Int32(random.next() % 7) - 3)
    case 4:
      let codes = [KeyCode.left, KeyCode.right, KeyCode.tab, KeyCode.enter, KeyCode.pageDown, KeyCode.escape]
      rig.key(codes[Int(random.next() % UInt64(codes.count))])
    case 5:
      // The day under the hand: a knob that is turned while it is held.
      let knob = { (isDown: Bool) in
        rig.send(.key(KeyChange(device: 1, code: KeyCode.enter, isDown: isDown, at: rig.at)))
      }
      knob(true)
      rig.turn(Int32(random.next() % 21) - 10)
      rig.frame(afterMs: 300)
      knob(false)
    default:
      rig.send(.began, TouchRig.point(x, y))
      rig.send(.cancelled(device: 0, at: rig.at))
    }
  }

  @Test func `no minute of a year with random input is wrong`() throws {
    let scene = scene
    let rig = try PagedRig(scene, start: Self.start)
    var random = SeededNumbers(seed: 2026)
    var wrong: [Int] = []
    var pages: Set<Int> = []
    for day in 0..<365 {
      rig.step(afterMs: Int64(day) * 86_400_000 + Int64(random.next() % 80_000_000) - rig.nowMs)
      for _ in 0..<2 { act(rig, &random) }
      pages.insert(rig.page)
      // Rings, dots and marks disappear, and the panel returns to now and to its page.
      for pause in [600, 2_000, 6_000, 12_000, 61_000, 1_000] as [Int64] { rig.step(afterMs: pause) }
      rig.frame(afterMs: Int64(random.next() % 120_000))
      if rig.rig.pixels != (try rig.fresh(scene, page: rig.page)) { wrong.append(day) }
    }
    #expect(wrong.isEmpty, "days \(wrong.prefix(10))")
    #expect(pages.count == 3, "the input turns pages")
    #expect(rig.nowMs > 364 * 86_400_000)
  }
}
