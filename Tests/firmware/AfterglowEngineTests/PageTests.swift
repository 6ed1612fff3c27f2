import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowEngine

/// Pages: which one is shown, and that the others do nothing.
@Suite struct PageTests {
  private typealias Page = PagedScene.Page

  /// Three pages on e-paper.
  private static var paper: PagedScene {
    var scene = PagedScene()
    scene.board.displayKind = DisplayKind.simulatedEPaper.rawValue
    scene.board.pixelFormat = PixelFormat.mono1.rawValue
    scene.board.isEmissive = 0
    scene.board.panel.controller = PaperController.uc8179.rawValue
    (scene.board.panel.widthPx, scene.board.panel.heightPx) = (120, 60)
    return scene
  }

  @Test(arguments: [ModeOverride.day, .alwaysOn, .night])
  func `a page shows what an archive of this page alone shows`(mode: ModeOverride) throws {
    var scene = PagedScene()
    scene.pages[1].hasSecondHand = true
    scene.pages[2].button = 7
    let panel = try PagedRig(scene)
    panel.override = mode
    panel.frame(afterMs: 2_000)
    for number in [1, 2, 0] {
      panel.rig.engine.turn(.to(UInt8(number)))
      panel.frame(afterMs: 100)
      panel.frame(afterMs: 2_000)
      #expect(panel.page == number)
      #expect(try panel.rig.pixels == panel.fresh(scene.alone(number), page: 0))
      #expect(try panel.rig.pixels == panel.fresh(scene, page: number))
    }
  }

  @Test func `only the shown page has times at which something is due`() throws {
    var scene = PagedScene(returnSeconds: 0)
    scene.pages[0].hasSecondHand = true
    scene.pages[1].secondEntry = 500
    scene.pages[2].staleAfter = 300
    let panel = try PagedRig(scene)
    #expect(panel.frame(afterMs: 100).step.wakeUp.realtime.milliseconds == 101_000)
    panel.rig.engine.show(page: 1)
    #expect(panel.frame(afterMs: 100).step.wakeUp.realtime.milliseconds == 500_000)
    panel.rig.engine.show(page: 2)
    #expect(panel.frame(afterMs: 100).step.wakeUp.realtime.milliseconds == 300_000)
    // An entry and an age that pass on other pages change nothing here, and are there when their page is shown.
    panel.rig.engine.show(page: 0)
    panel.frame(afterMs: 100)
    let shown = panel.frame(afterMs: 601_000)
    #expect(shown.step.causes == UpdateCause.tick)
    panel.rig.engine.show(page: 1)
    panel.frame(afterMs: 100)
    #expect(try panel.rig.pixels == panel.fresh(scene.alone(1), page: 0))
  }

  @Test func `a turn damages the whole scene once and draws it in one frame`() throws {
    let panel = try PagedRig()
    panel.rig.engine.turn(.next)
    let turned = panel.frame(afterMs: 10)
    #expect(turned.step.causes == UpdateCause.page)
    #expect(turned.frame.damage.bounds == PixelRect(x0: 0, y0: 0, x1: 120, y1: 60))
    #expect(!panel.frame(afterMs: 10).step.hasDamage)
  }

  @Test func `the dots disappear after two seconds and leave nothing behind`() throws {
    let scene = PagedScene()
    let panel = try PagedRig(scene)
    panel.rig.engine.turn(.next)
    let turned = panel.frame(afterMs: 10)
    let bare = try panel.fresh(scene, page: 1)
    #expect(turned.step.wakeUp.monotonic.milliseconds == 2_010)
    let dots = PageDots(PageSettings(count: 3), on: Engine.surface(of: panel.rig.board))
    let lit = (Int32(0)..<3).map { number in
      let dot = dots.dot(number)
      return panel.pixel(Int(dot.x0 + dot.width / 2), Int(dot.y0 + dot.height / 2))
    }
    #expect(lit[1] == 0xFF_FFFF && lit[0] != lit[1] && lit[0] == lit[2])
    panel.frame(afterMs: 1_999)
    #expect(panel.rig.pixels != bare)
    let gone = panel.frame(afterMs: 1)
    #expect(panel.rig.pixels == bare)
    #expect(dots.box.contains(gone.frame.damage.bounds))
  }

  @Test func `at night the dots are red, and paper has none`() throws {
    let panel = try PagedRig()
    panel.override = .night
    panel.frame(afterMs: 2_000)
    let dark = panel.rig.pixels
    panel.rig.engine.turn(.previous)
    panel.frame(afterMs: 10)
    #expect(panel.rig.pixels.allSatisfy { $0 & 0xFFFF == 0 } && panel.rig.pixels != dark)
    let scene = Self.paper
    let paper = try PagedRig(scene)
    paper.rig.engine.turn(.next)
    let turned = paper.frame(afterMs: 10)
    #expect(paper.page == 1)
    #expect(turned.step.wakeUp.monotonic.milliseconds == 60_010)
    #expect(try paper.rig.pixels == paper.fresh(scene, page: 1))
  }

  // MARK: What keeps a page

  @Test func `another archive, mode or distance shows the same page, and fewer pages the last one`() throws {
    let panel = try PagedRig()
    panel.rig.engine.turn(.to(2))
    panel.frame(afterMs: 10)
    try panel.load(PagedScene(pages: [Page(red: 10), Page(red: 20), Page(red: 30), Page(red: 50)]))
    panel.frame(afterMs: 10)
    #expect(panel.page == 2)
    panel.override = .night
    panel.frame(afterMs: 10)
    #expect(panel.page == 2)
    try panel.load(PagedScene(pages: [Page(red: 10), Page(red: 20)]))
    panel.frame(afterMs: 10)
    #expect(panel.page == 1)
    try panel.load(PagedScene(pages: [Page(red: 10)]))
    panel.frame(afterMs: 10)
    #expect(panel.page == 0)
    panel.rig.engine.turn(.next)
    #expect(!panel.frame(afterMs: 5_000).step.hasDamage)
  }

  @Test func `a page that does not exist changes nothing`() throws {
    let panel = try PagedRig()
    panel.rig.engine.turn(.to(3))
    let step = panel.frame(afterMs: 10).step
    #expect(panel.page == 0 && !step.hasDamage, "it has dots")
    #expect(PageTurn(argument: 16) == nil && PageTurn(argument: -3) == nil)
    #expect(PageTurn(argument: PageTurn.previous.argument) == .previous)
  }

  // MARK: What turns by itself

  @Test func `the first page returns after a minute without input`() throws {
    let panel = try PagedRig()
    panel.rig.engine.turn(.to(2))
    panel.frame(afterMs: 10)
    panel.frame(afterMs: 59_990)
    panel.send(.presence(at: panel.at))
    panel.frame()
    #expect(panel.frame(afterMs: 59_999).step.wakeUp.monotonic.milliseconds == 120_000)
    #expect(panel.page == 2)
    let back = panel.frame(afterMs: 1)
    #expect(panel.page == 0 && back.step.causes == UpdateCause.page)
    #expect(back.step.wakeUp.monotonic == .distantFuture, "a return shows dots")
    let still = try PagedRig(PagedScene(returnSeconds: 0))
    still.rig.engine.turn(.next)
    still.frame(afterMs: 10)
    still.frame(afterMs: 86_400_000)
    #expect(still.page == 1)
  }

  @Test func `a page that a slow display does not show yet is shown before the panel returns`() throws {
    let panel = try PagedRig()
    panel.isShown = false
    panel.rig.engine.turn(.to(1))
    panel.frame(afterMs: 10)
    panel.frame(afterMs: 60_000)
    #expect(panel.page == 1)
    panel.isShown = true
    panel.frame(afterMs: 30_000)
    panel.frame(afterMs: 30_000)
    #expect(panel.page == 0)
  }

  @Test func `a page that paper did not show in the dark is not shown in the morning`() throws {
    let panel = try PagedRig(Self.paper)
    let slow = DisplayProperties(
      size: PixelSize(width: 120, height: 60), format: .mono1, isEmissive: false, bufferAge: 1,
      minimumRefreshIntervalMs: 0, darkRefreshIntervalMs: 3_600_000)
    panel.rig.engine.adapt(to: slow)
    panel.override = .night
    panel.frame(afterMs: 10)
    panel.isShown = false
    panel.rig.engine.turn(.to(1))
    panel.frame(afterMs: 10)
    #expect(panel.page == 1)
    panel.frame(afterMs: 60_000)
    #expect(panel.page == 0)
  }

  @Test func `an archive that lets pages return does so on the page that is shown`() throws {
    let panel = try PagedRig(PagedScene(returnSeconds: 0))
    panel.rig.engine.turn(.to(2))
    panel.frame(afterMs: 10)
    try panel.load(PagedScene())
    panel.frame(afterMs: 10)
    #expect(panel.page == 2)
    panel.frame(afterMs: 60_000)
    #expect(panel.page == 0)
  }

  @Test func `a person who arrives sees the page for that, and a touch turns nothing`() throws {
    let panel = try PagedRig(PagedScene(presencePage: 1))
    panel.rig.engine.notePresence(at: panel.at)
    panel.frame(afterMs: 59_000)
    #expect(panel.page == 0, "the panel was in use")
    panel.frame(afterMs: 60_000)
    panel.rig.engine.notePresence(at: panel.at)
    panel.frame()
    #expect(panel.page == 1)
    // Presence holds it.
    panel.frame(afterMs: 50_000)
    panel.rig.engine.notePresence(at: panel.at)
    panel.frame()
    panel.frame(afterMs: 50_000)
    #expect(panel.page == 1)
    panel.frame(afterMs: 10_000)
    #expect(panel.page == 0)
    // The guard reports a touch as presence as well.
    panel.frame(afterMs: 120_000)
    panel.send(.began, TouchRig.point(60, 50))
    panel.frame()
    panel.rig.engine.notePresence(at: panel.at)
    panel.frame()
    #expect(panel.page == 0)
  }

  @Test func `the schedule's page is home by a trusted clock alone`() throws {
    // 1970-01-02 was a Friday; Berlin is an hour ahead of UTC.
    let scene = PagedScene(schedule: [(6 * 60, 1), (9 * 60, 0), (22 * 60, 2)])
    let midnight: Int64 = 86_400 - 3_600
    let panel = try PagedRig(scene, start: midnight + 5 * 3_600)
    #expect(panel.page == 2)
    #expect(panel.frame(afterMs: 100).step.wakeUp.realtime.seconds == midnight + 6 * 3_600)
    panel.frame(afterMs: 3_599_900)
    #expect(panel.page == 1)
    // In use, the boundary waits.
    panel.frame(afterMs: 3 * 3_600_000 - 10_000)
    panel.rig.engine.turn(.to(2))
    panel.frame()
    panel.frame(afterMs: 10_000)
    #expect(panel.page == 2)
    panel.frame(afterMs: 50_000)
    #expect(panel.page == 0)
    let unsure = try PagedRig(scene, start: midnight + 7 * 3_600)
    #expect(unsure.page == 1)
    unsure.frame(afterMs: 120_000, isTrusted: false)
    #expect(unsure.page == 0)
  }
}
