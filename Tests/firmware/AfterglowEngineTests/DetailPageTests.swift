import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowLight
import TestSupport
import Testing

@testable import AfterglowEngine

/// Detail pages: a region opens them, and they return by themselves.
@Suite struct DetailPageTests {
  private typealias Page = PagedScene.Page

  /// Two pages with a button each, which open two details behind them.
  private static func scene(returnSeconds: Int = 60) -> PagedScene {
    var scene = PagedScene(
      pages: [Page(red: 40, button: 5, turnsTo: .to(2)), Page(red: 90, button: 6, turnsTo: .to(3))],
      returnSeconds: returnSeconds)
    scene.details = [Page(red: 140, identity: 71), Page(red: 180, identity: 72)]
    return scene
  }

  /// A single page with a button that opens its detail.
  private static var single: PagedScene {
    var scene = PagedScene(pages: [Page(red: 40, button: 5, turnsTo: .to(1))])
    scene.details = [Page(red: 140, identity: 71)]
    return scene
  }

  private func opened(_ scene: PagedScene = Self.scene()) throws -> PagedRig {
    let panel = try PagedRig(scene)
    panel.tap(20, 20)
    panel.frame(afterMs: 16)
    return panel
  }

  @Test(arguments: [ModeOverride.day, .alwaysOn, .night])
  func `a tap opens what a page of this detail alone shows, without dots and without a command`(
    mode: ModeOverride
  ) throws {
    let panel = try PagedRig(Self.scene())
    panel.override = mode
    panel.frame(afterMs: 2_000)
    panel.tap(20, 20)
    panel.frame(afterMs: 16)
    let alone = PagedScene(pages: [Self.scene().details[0]])
    #expect(panel.page == 2 && panel.commands.isEmpty)
    #expect(try panel.rig.pixels == panel.fresh(alone, page: 0))
    if mode == .night { #expect(panel.rig.pixels.allSatisfy { $0 & 0xFFFF == 0 }) }
  }

  @Test func `a report names the page under the detail`() throws {
    let panel = try opened()
    #expect(panel.rig.engine.shownPlace == PagePlace(page: 0, count: 2, detail: 0))
    panel.tap(100, 50)
    panel.frame(afterMs: 16)
    #expect(panel.rig.engine.shownPlace == PagePlace(page: 0, count: 2, detail: nil))
  }

  @Test func `without input the detail returns after thirty seconds, and the home page after sixty`() throws {
    let panel = try PagedRig(Self.scene())
    panel.rig.engine.turn(.to(1))
    panel.frame(afterMs: 10)
    panel.tap(20, 20)
    let shown = panel.frame(afterMs: 4)
    #expect(panel.page == 3)
    let used = shown.step.wakeUp.monotonic.milliseconds - 30_000
    panel.frame(afterMs: used + 29_999 - panel.nowMs)
    #expect(panel.page == 3)
    let back = panel.frame(afterMs: 1)
    #expect(panel.page == 1 && back.step.causes == UpdateCause.page)
    #expect(back.step.wakeUp.monotonic.milliseconds == used + 60_000)
    panel.frame(afterMs: 30_000)
    #expect(panel.page == 0)
  }

  @Test func `a shorter return of the pages closes the detail as well`() throws {
    let panel = try opened(Self.scene(returnSeconds: 10))
    panel.frame(afterMs: 10_000)
    #expect(panel.page == 0)
  }

  @Test func `with one page a detail opens and returns, and nothing else wakes the panel`() throws {
    let panel = try opened(Self.single)
    #expect(panel.page == 1)
    panel.frame(afterMs: 29_000)
    panel.tap(100, 50)
    let closed = panel.frame(afterMs: 16)
    #expect(panel.page == 0 && closed.step.wakeUp.monotonic == .distantFuture)
  }

  @Test func `a tap anywhere, a swipe, a turn, Escape and the page keys return`() throws {
    let ways: [(PagedRig) -> Void] = [
      { $0.tap(20, 20) }, { $0.swipe(from: 60, 40, by: -20) }, { $0.swipe(from: 60, 40, by: 20) }, { $0.turn(1) },
      { $0.turn(-1) }, { $0.key(KeyCode.escape) }, { $0.key(KeyCode.right) }, { $0.key(KeyCode.pageUp) },
      { $0.key(KeyCode.enter) },
    ]
    for scene in [Self.scene(), Self.single] {
      for (number, way) in ways.enumerated() {
        let panel = try opened(scene)
        let detail = panel.rig.pixels
        way(panel)
        panel.frame(afterMs: 16)
        #expect(panel.page == 0 && panel.rig.pixels != detail, "way \(number)")
        #expect(try panel.rig.pixels == panel.fresh(scene, page: 0), "dots of way \(number)")
      }
    }
  }

  @Test func `a ring opens a detail, and the knob returns from it`() throws {
    let panel = try PagedRig(Self.scene())
    panel.turn(1)
    panel.key(KeyCode.enter)
    panel.frame(afterMs: 16)
    #expect(panel.page == 2 && !panel.hasRing)
    panel.turn(1)
    panel.frame(afterMs: 16)
    #expect(panel.page == 0)
  }

  @Test func `no swipe, key, knob, request, schedule or person shows a detail`() throws {
    var scene = Self.scene()
    scene.presencePage = 1
    scene.schedule = [(6 * 60, 1), (9 * 60, 0)]
    let panel = try PagedRig(scene)
    var random = SeededNumbers(seed: 51)
    for _ in 0..<400 {
      switch random.next() % 7 {
      case 0: panel.swipe(from: 60, 50, by: random.next() % 2 == 0 ? 20 : -20)
      case 1: panel.key(random.next() % 2 == 0 ? KeyCode.pageUp : KeyCode.right)
      case 2: panel.turn(random.next() % 2 == 0 ? 1 : -1)
      case 3: panel.rig.engine.turn(.to(UInt8(random.next() % 16)))
      case 4: panel.rig.engine.show(page: Int(random.next() % 16))
      case 5: panel.rig.engine.notePresence(at: panel.at)
      default: panel.frame(afterMs: Int64(random.next() % 7_200_000))
      }
      panel.frame(afterMs: 20)
      #expect(panel.page < 2)
    }
  }

  @Test func `dots of a turn before disappear under a detail, and count the pages alone`() throws {
    let panel = try PagedRig(Self.scene())
    panel.rig.engine.turn(.next)
    panel.frame(afterMs: 10)
    panel.tap(20, 20)
    panel.frame(afterMs: 16)
    #expect(panel.page == 3)
    let alone = PagedScene(pages: [Self.scene().details[1]])
    #expect(try panel.rig.pixels == panel.fresh(alone, page: 0))
  }

  @Test func `another archive keeps the detail by what it shows, and closes it where it is gone`() throws {
    let panel = try opened()
    var moved = Self.scene()
    moved.pages.append(Page(red: 220))
    moved.details = [Page(red: 180, identity: 72), Page(red: 150, identity: 71)]
    try panel.load(moved)
    panel.frame(afterMs: 100)
    #expect(panel.page == 4, "it is the second detail behind three pages now")
    #expect(panel.rig.engine.shownPlace.page == 0)
    // Content that has not come yet has no identity.
    moved.details[1].identity = 0
    try panel.load(moved)
    panel.frame(afterMs: 100)
    #expect(panel.page == 4)
    moved.details = [moved.details[0]]
    moved.pages[1].turnsTo = .to(3)
    try panel.load(moved)
    panel.frame(afterMs: 100)
    #expect(panel.page == 0)
    try panel.load(PagedScene(pages: [Page(red: 10)]))
    panel.frame(afterMs: 100)
    #expect(panel.page == 0)
  }

  @Test func `an archive without the page under a detail leaves the last page there`() throws {
    let panel = try PagedRig(Self.scene(returnSeconds: 0))
    panel.rig.engine.turn(.to(1))
    panel.frame(afterMs: 3_000)
    panel.tap(20, 20)
    panel.frame(afterMs: 16)
    #expect(panel.page == 3)
    var scene = PagedScene(pages: [Page(red: 40)])
    scene.details = [Page(red: 180, identity: 72)]
    try panel.load(scene)
    panel.frame(afterMs: 16)
    #expect(panel.page == 1)
    panel.tap(100, 50)
    panel.frame(afterMs: 16)
    #expect(panel.page == 0)
  }

  @Test func `a change of the light keeps an open detail, and at night it is red`() throws {
    let panel = try opened()
    panel.override = .night
    panel.frame(afterMs: 2_000)
    #expect(panel.page == 2 && panel.rig.pixels.allSatisfy { $0 & 0xFFFF == 0 })
    panel.frame(afterMs: 28_000)
    #expect(panel.page == 0 && panel.rig.pixels.allSatisfy { $0 & 0xFFFF == 0 })
  }

  @Test func `a detail that a slow display does not show yet is not closed by a second tap or by time`() throws {
    let panel = try PagedRig(Self.scene())
    panel.isShown = false
    panel.tap(20, 20)
    panel.frame(afterMs: 16)
    panel.tap(100, 50)
    panel.frame(afterMs: 40_000)
    #expect(panel.page == 2)
    panel.isShown = true
    panel.frame(afterMs: 10)
    panel.frame(afterMs: 30_000)
    #expect(panel.page == 0)
  }

  @Test func `on paper the detail returns after two minutes`() throws {
    var scene = Self.single
    scene.board.displayKind = DisplayKind.simulatedEPaper.rawValue
    scene.board.pixelFormat = PixelFormat.mono1.rawValue
    scene.board.isEmissive = 0
    scene.board.panel.controller = PaperController.uc8179.rawValue
    (scene.board.panel.widthPx, scene.board.panel.heightPx) = (120, 60)
    let panel = try opened(scene)
    panel.frame(afterMs: 119_000)
    #expect(panel.page == 1)
    panel.frame(afterMs: 1_000)
    #expect(panel.page == 0)
  }

  @Test func `a preview shows a detail by its number`() throws {
    let panel = try PagedRig(Self.scene())
    panel.rig.engine.show(page: 3, isDetail: true)
    panel.frame(afterMs: 16)
    #expect(panel.page == 3)
    panel.rig.engine.show(page: 1, isDetail: true)
    panel.frame(afterMs: 16)
    panel.frame(afterMs: 40_000)
    #expect(panel.page == 1)
    panel.rig.engine.show(page: 3)
    panel.frame(afterMs: 16)
    #expect(panel.page == 1, "a number beyond the last page counts as the last one")
  }
}
