import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowVirtual
import TestSupport
import Testing

@testable import AfterglowEngine

/// Pages that fingers, keys and knobs turn.
@Suite struct PageTouchTests {
  private typealias Page = PagedScene.Page

  @Test func `a swipe turns the page, begins where it may, and presses nothing`() throws {
    let scene = PagedScene(pages: [Page(red: 40, button: 5), Page(red: 90, button: 6), Page(red: 140)])
    let panel = try PagedRig(scene)
    panel.swipe(from: 35, 20, by: -20)
    #expect(panel.page == 1)
    panel.swipe(from: 15, 20, by: 20)
    #expect(panel.page == 0)
    panel.swipe(from: 15, 20, by: 20)
    #expect(panel.page == 2, "before the first page comes the last one")
    #expect(panel.commands.isEmpty)
    // Too short, and the way back.
    panel.swipe(from: 60, 50, by: 2)
    #expect(panel.page == 2)
    panel.rig.engine.turn(.to(1))
    panel.frame(afterMs: 10)
    panel.tap(20, 20)
    #expect(panel.commands.map(\.region) == [6], "the other page's button was touched")
  }

  @Test func `a touch on the page before does nothing once another is shown`() throws {
    let scene = PagedScene(pages: [Page(red: 40, button: 5), Page(red: 90)])
    let panel = try PagedRig(scene)
    panel.send(.began, TouchRig.point(20, 20))
    panel.frame(afterMs: 16)
    panel.rig.engine.turn(.next)
    panel.frame(afterMs: 16)
    panel.send(.ended, TouchRig.point(20, 20), afterMs: 60)
    panel.frame()
    panel.tap(20, 20)
    #expect(panel.commands.isEmpty)
  }

  @Test func `a control turns the page without an author`() throws {
    let scene = PagedScene(pages: [Page(red: 40, button: 5, turnsTo: .to(2)), Page(red: 90), Page(red: 140)])
    let panel = try PagedRig(scene)
    panel.tap(20, 20)
    panel.frame(afterMs: 16)
    #expect(panel.page == 2 && panel.commands.isEmpty)
  }

  @Test func `the keys Left, Right and Page turn, and with one page Left and Right move the ring`() throws {
    let scene = PagedScene(pages: [Page(red: 40, button: 5), Page(red: 90), Page(red: 140)])
    let panel = try PagedRig(scene)
    var pages: [Int] = []
    for code in [KeyCode.right, KeyCode.pageDown, KeyCode.right, KeyCode.left, KeyCode.pageUp] {
      panel.key(code)
      pages.append(panel.page)
    }
    #expect(pages == [1, 2, 0, 2, 1])
    let one = try PagedRig(scene.alone(0))
    one.key(KeyCode.right)
    #expect(one.hasRing)
  }

  @Test func `a knob turns pages without a control, and passes behind the last control`() throws {
    let scene = PagedScene(pages: [Page(red: 40, button: 5), Page(red: 90), Page(red: 140, button: 6)])
    let panel = try PagedRig(scene)
    panel.turn(1)
    #expect(panel.page == 0 && panel.hasRing)
    panel.turn(1)
    #expect(panel.page == 1 && !panel.hasRing)
    panel.turn(1)
    #expect(panel.page == 2 && !panel.hasRing)
    panel.turn(1)
    #expect(panel.page == 2 && panel.hasRing)
    panel.turn(1)
    #expect(panel.page == 0 && panel.hasRing, "the ring enters the page with its first control")
    panel.turn(-1)
    #expect(panel.page == 2 && panel.hasRing)
    panel.key(KeyCode.enter)
    #expect(panel.commands.map(\.region) == [6])
  }

  @Test func `a ring on a page that is not on the panel yet activates nothing`() throws {
    let panel = try PagedRig(PagedScene(pages: [Page(red: 40, button: 5), Page(red: 90, button: 6)]))
    panel.turn(1)
    panel.isShown = false
    panel.turn(1)
    panel.key(KeyCode.enter)
    #expect(panel.page == 1 && panel.commands.isEmpty)
    panel.isShown = true
    panel.frame(afterMs: 10)
    panel.key(KeyCode.enter)
    #expect(panel.commands.map(\.region) == [6])
  }

  @Test(arguments: [true, false])
  func `what wakes a panel turns nothing`(isDark: Bool) throws {
    let panel = try PagedRig()
    panel.isDark = isDark
    panel.override = isDark ? .day : .automatic
    panel.lux = isDark ? nil : Illuminance(millilux: 8_000)
    panel.frame(afterMs: 16)
    #expect(panel.mode == (isDark ? .day : .alwaysOn))
    panel.turn(1)
    panel.key(KeyCode.pageDown)
    panel.swipe(from: 60, 50, by: -20)
    #expect(panel.page == 0)
  }

  @Test(arguments: [true, false])
  func `the touch that wakes a panel shows the page for a person who arrives`(isDark: Bool) throws {
    let panel = try PagedRig(PagedScene(presencePage: 1))
    panel.isDark = isDark
    panel.override = isDark ? .day : .automatic
    panel.lux = isDark ? nil : Illuminance(millilux: 8_000)
    panel.frame(afterMs: 59_000)
    panel.tap(60, 50)
    #expect(panel.page == 0, "the panel was in use")
    panel.frame(afterMs: 70_000)
    panel.send(.began, TouchRig.point(60, 50))
    // The guard reports it as presence as well.
    panel.rig.engine.notePresence(at: panel.at)
    panel.frame()
    #expect(panel.page == 1)
  }

  @Test func `ten thousand random swipes, keys and archives keep the page in range and press nothing`() throws {
    let panel = try PagedRig()
    var random = SeededNumbers(seed: 47)
    var count = 3
    var archives: [(pages: Int, file: [UInt8])] = []
    for number in 0..<10 {
      let pages = (0..<number / 2 + 1).map { Page(red: UInt8($0 * 40), button: UInt64($0)) }
      archives.append((pages.count, try PagedScene(pages: pages, returnSeconds: number % 2 * 60).build().file))
    }
    for _ in 0..<10_000 {
      switch random.next() % 8 {
      case 0:
        let next = archives[Int(random.next() % 10)]
        count = next.pages
        try panel.rig.load(next.file)
        if random.next() % 2 == 0 { panel.step(afterMs: 10) }
      case 1: panel.send(.turn(KnobTurn(device: 1, detents: Int32(random.next() % 7) - 3, at: panel.at)))
      case 2:
        let code = random.next() % 2 == 0 ? KeyCode.right : KeyCode.pageUp
        panel.send(.key(KeyChange(device: 1, code: code, isDown: true, at: panel.at)))
      case 3: panel.step(afterMs: Int64(random.next() % 90_000))
      default:
        let start = TouchRig.point(Int32(random.next() % 120), Int32(random.next() % 60))
        var end = start
        end.x += Int32(random.next() % 2 == 0 ? 1 : -1) * Int32(2_600 + random.next() % 30_000)
        panel.send(.began, start, afterMs: 20)
        panel.send(.moved, end, afterMs: Int64(random.next() % 80))
        panel.send(.ended, end, afterMs: 10)
      }
      #expect(panel.page < 5)
      if random.next() % 4 == 0 {
        panel.step(afterMs: 10)
        #expect(panel.page < count)
      }
    }
    #expect(panel.commands.isEmpty)
    panel.rig.engine.turn(.to(0))
    panel.frame(afterMs: 10)
    panel.tap(20, 20)
    #expect(panel.commands.count == 1, "a press is stuck")
  }

  // MARK: Through the loop

  private struct Observer: ~Copyable, UpdateObserver {
    let log: PageLog
    mutating func presented(_ report: borrowing UpdateReport) { log.pages.append(report.page.page) }
    mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
  }

  private final class PageLog {
    var pages: [Int] = []
  }

  @Test func `a panel that is woken shows the page for a person who arrives`() throws {
    let (file, board) = try PagedScene(returnSeconds: 0, presencePage: 2).build()
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: file)
    try engine.adopt(byteCount: file.count)
    let log = PageLog()
    var panel = TestDisplay(
      size: PixelSize(width: board.widthPx, height: board.heightPx), intervalMs: 0, log: DisplayLog())
    var observer = Observer(log: log)
    let events = [
      VirtualEvent(atMs: 1_000, .power(isOn: false)), VirtualEvent(atMs: 10_000, .power(isOn: true)),
      VirtualEvent(atMs: 20_000, .power(isOn: false)), VirtualEvent(atMs: 120_000, .power(isOn: true)),
    ]
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: Instant(seconds: 100), to: Instant(seconds: 260), events: events)
      runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer, override: .day)
    }
    #expect(log.pages == [0, 0, 2])
    _ = memory
  }

  @Test func `a request turns the page at once, and nothing else wakes the loop than dots and return`() throws {
    let (file, board) = try PagedScene().build()
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: file)
    try engine.adopt(byteCount: file.count)
    let display = DisplayLog()
    let log = PageLog()
    var panel = TestDisplay(
      size: PixelSize(width: board.widthPx, height: board.heightPx), intervalMs: 0, log: display)
    var observer = Observer(log: log)
    let events = [VirtualEvent(atMs: 1_000, .page(.next)), VirtualEvent(atMs: 1_500, .page(.next))]
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: Instant(seconds: 100), to: Instant(seconds: 260), events: events)
      runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer, override: .day)
    }
    #expect(display.presents.map(\.at) == [0, 1_000, 1_500, 3_500, 61_500])
    #expect(log.pages == [0, 1, 2, 2, 0])
    _ = memory
  }
}
