import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowLight
import AfterglowVirtual
import TestSupport
import Testing

@testable import AfterglowEngine

/// The day under a hand: a knob or a finger moves the panel through the coming hours.
@Suite struct TravelTests {
  private static let minute: Int64 = 60_000

  @Test func `a detent of a held knob shows what the panel shows ten minutes later, with a mark`() throws {
    let panel = try TravelRig()
    panel.key(isDown: true)
    panel.turn(1)
    #expect(panel.minutes == 10)
    #expect(try panel.truth(aheadMs: 10 * Self.minute, day: 0) == panel.rig.pixels)
    for _ in 0..<8 { panel.turn(1) }
    panel.turn(-1)
    #expect(panel.minutes == 80)
    #expect(try panel.truth(aheadMs: 80 * Self.minute, day: 0) == panel.rig.pixels)
    panel.key(isDown: false)
    #expect(panel.minutes == 80, "it stays for a while")
    #expect(panel.commands.isEmpty)
  }

  @Test func `a knob goes no further than from now to 36 hours, and faster when it is turned quickly`() throws {
    let panel = try TravelRig()
    panel.key(isDown: true)
    panel.turn(-3)
    #expect(panel.minutes == 0 && !panel.isLit(TravelScene.mark))
    panel.turn(1)
    for _ in 0..<4 { panel.turn(1, afterMs: 40) }
    #expect(panel.minutes == 130)
    for _ in 0..<300 { panel.turn(1, afterMs: 60) }
    #expect(panel.minutes == 36 * 60)
    #expect(try panel.truth(aheadMs: 36 * 60 * Self.minute, day: 2) == panel.rig.pixels)
    panel.turn(-1)
    #expect(panel.minutes == 36 * 60 - 10)
  }

  @Test(arguments: [(0, 100_000, 2_160), (10_000, 60_000, 1_080), (50_000, 53_000, 65), (80_000, 20_000, 0)])
  func `a drag along the foot goes 36 hours in the panel's width, in steps of five minutes`(
    from: Int32, to: Int32, minutes: Int
  ) throws {
    let panel = try TravelRig()
    panel.drag(from: from, to: to)
    #expect(panel.minutes == minutes)
    panel.finger(.ended, x: to)
    panel.frame()
    #expect(panel.minutes == 0)
    #expect(try panel.truth() == panel.rig.pixels)
  }

  @Test func `a drag above the foot or upwards moves no time, and one on it turns no page`() throws {
    let panel = try TravelRig(TravelScene(pageCount: 3))
    panel.drag(from: 80_000, to: 60_000, up: 13_000)
    #expect(panel.minutes == 0)
    panel.finger(.ended, x: 60_000, up: 13_000)
    panel.frame(afterMs: 10)
    #expect(panel.rig.engine.shownPage == 1)
    panel.finger(.began, x: 50_000)
    panel.finger(.moved, x: 52_000, up: 10_000)
    panel.finger(.moved, x: 90_000, up: 11_000)
    panel.frame()
    #expect(panel.minutes == 0)
    panel.finger(.ended, x: 52_000, up: 30_000)
    panel.drag(from: 80_000, to: 40_000)
    panel.finger(.ended, x: 40_000)
    panel.frame(afterMs: 10)
    // A flick without a position on its way.
    panel.finger(.began, x: 60_000)
    panel.finger(.ended, x: 30_000)
    panel.frame(afterMs: 10)
    #expect(panel.rig.engine.shownPage == 1)
  }

  // MARK: The way back

  private static let ahead = 3 * 60

  /// A panel that a knob has moved three hours ahead.
  private func moved(_ scene: TravelScene = TravelScene()) throws -> TravelRig {
    let panel = try TravelRig(scene)
    panel.turnHeld(18)
    try #require(panel.minutes == Self.ahead)
    return panel
  }

  private func expectNow(_ panel: TravelRig, _ cause: String) throws {
    #expect(panel.minutes == 0, "\(cause)")
    #expect(try panel.truth() == panel.rig.pixels, "\(cause)")
    #expect(panel.commands.isEmpty, "\(cause)")
  }

  @Test func `ten seconds without a motion return the panel to now, and wake it once`() throws {
    let panel = try moved()
    let step = panel.frame(afterMs: 9_000)
    #expect(panel.minutes == Self.ahead)
    #expect(step.wakeUp.monotonic.milliseconds - panel.nowMs == 900)
    panel.frame(afterMs: 900)
    try expectNow(panel, "time")
    #expect(panel.frame().wakeUp.monotonic == .distantFuture)
    panel.drag(from: 10_000, to: 60_000)
    panel.frame(afterMs: 9_000)
    #expect(panel.minutes == 1_080)
    panel.frame(afterMs: 1_000)
    try expectNow(panel, "a finger that rests")
    panel.finger(.moved, x: 70_000)
    panel.frame()
    try expectNow(panel, "the same finger goes on")
  }

  @Test func `each input besides a held turn returns the panel to now, and does nothing else`() throws {
    let inputs: [(String, (TravelRig) -> Void)] = [
      (
        "a tap",
        { panel in
          panel.finger(.began, x: 86_000, up: 36_000)
          panel.frame(afterMs: 16)
          panel.finger(.ended, x: 86_000, up: 36_000)
        }
      ),
      (
        "a swipe",
        { panel in
          panel.drag(from: 80_000, to: 40_000, up: 30_000)
          panel.finger(.ended, x: 40_000, up: 30_000)
        }
      ),
      ("a turn", { $0.turn(1) }),
      (
        "a press of the knob",
        { panel in
          panel.key(isDown: true)
          panel.key(isDown: false)
        }
      ),
      ("a key", { $0.key(isDown: true, code: KeyCode.pageDown) }),
      (
        "a key with an action",
        { panel in
          panel.key(isDown: true, code: TravelScene.lampKey)
          panel.key(isDown: false, code: TravelScene.lampKey)
        }
      ),
      ("a device that is gone", { $0.send(.cancelled(device: 1, at: $0.at)) }),
      ("lost events", { $0.send(.cancelled(device: InputChange.everyDevice, at: $0.at)) }),
    ]
    for (cause, input) in inputs {
      let panel = try moved(TravelScene(pageCount: 2))
      input(panel)
      panel.frame(afterMs: 16)
      try expectNow(panel, cause)
      #expect(panel.rig.engine.shownPage == 0, "\(cause)")
    }
  }

  @Test func `a finger that outlasts the way back turns no page when it comes up`() throws {
    let panel = try TravelRig(TravelScene(pageCount: 2))
    panel.drag(from: 10_000, to: 60_000)
    panel.frame(afterMs: 10_000)
    panel.finger(.ended, x: 60_000)
    panel.frame(afterMs: 16)
    try expectNow(panel, "a finger that rests")
    #expect(panel.rig.engine.shownPage == 0)
    panel.drag(from: 10_000, to: 60_000)
    try panel.rig.load(try panel.scene.build().file)
    panel.frame()
    panel.finger(.ended, x: 60_000)
    panel.frame(afterMs: 16)
    try expectNow(panel, "an archive under the finger")
    #expect(panel.rig.engine.shownPage == 0)
  }

  @Test func `a knob that is pressed again goes on from the coming moment`() throws {
    let panel = try moved()
    panel.turnHeld(2)
    #expect(panel.minutes == Self.ahead + 20)
    // The press began on a coming moment, and ends on the present one.
    panel.key(isDown: true)
    panel.frame(afterMs: 11_000)
    panel.key(isDown: false)
    try expectNow(panel, "a press that is held for too long")
  }

  @Test func `an archive, a page and a new renderer return the panel to now`() throws {
    let panel = try moved()
    try panel.rig.load(try panel.scene.build().file)
    panel.frame(afterMs: 16)
    try expectNow(panel, "an archive")
    panel.drag(from: 10_000, to: 60_000)
    try panel.rig.load(try panel.scene.build().file)
    panel.finger(.moved, x: 70_000)
    panel.frame()
    try expectNow(panel, "an archive under the finger")
    let paged = try moved(TravelScene(pageCount: 2))
    paged.rig.engine.turn(.next)
    paged.frame(afterMs: 16)
    #expect(paged.rig.engine.shownPage == 1 && paged.minutes == 0)
    paged.frame(afterMs: 3_000)
    #expect(try paged.truth() == paged.rig.pixels)
    #expect(try TravelRig().minutes == 0)
  }

  @Test(arguments: 0..<10)
  func `after random journeys and releases the panel shows the right minute`(share: Int) throws {
    var random = SeededNumbers(seed: UInt64(share) &+ 71)
    var scene = TravelScene()
    scene.start += Int64(share) * 7_777
    scene.reach = scene.start + 9 * 3_600
    let panel = try TravelRig(scene)
    for journey in 0..<100 {
      if random.next() % 2 == 0 {
        panel.drag(from: Int32(random.next() % 50_000), to: Int32(50_000 + random.next() % 50_000))
        let end = Int32(random.next() % 100_000)
        panel.finger(.moved, x: end)
        panel.frame(afterMs: Int64(random.next() % 3_000))
        panel.finger(.ended, x: end)
        panel.frame()
      } else {
        panel.turnHeld(Int32(random.next() % 12) - 3)
        panel.frame(afterMs: Int64(random.next() % 9_000))
        if random.next() % 4 == 0 { panel.send(.cancelled(device: 1, at: panel.at)) }
        panel.frame(afterMs: 10_000)
      }
      try #require(panel.minutes == 0, "journey \(journey)")
      try #require(try panel.truth() == panel.rig.pixels, "journey \(journey)")
      panel.frame(afterMs: Int64(random.next() % 200_000))
    }
    #expect(panel.commands.isEmpty)
  }

  // MARK: Real time

  @Test func `at night a coming noon is red, because the mode is that of the room`() throws {
    let panel = try moved()
    panel.override = .night
    panel.frame(afterMs: 16)
    #expect(panel.minutes == Self.ahead && panel.rig.engine.mode == .night)
    #expect(panel.rig.pixels.allSatisfy { $0 & 0xFFFF == 0 })
    #expect(try panel.truth(aheadMs: 180 * Self.minute, day: 0) == panel.rig.pixels)
    panel.frame(afterMs: 10_000)
    try expectNow(panel, "at night")
  }

  @Test func `a schedule's night does not begin when the panel is moved into it`() throws {
    var scene = TravelScene()
    // It is 13:00 in Berlin.
    scene.board.rules.schedule.count = 1
    scene.board.rules.schedule.periods[0] = SchedulePeriod(
      startMinute: 14 * 60, endMinute: 20 * 60, mode: .night, rule: .always)
    let panel = try TravelRig(scene)
    panel.override = .automatic
    panel.frame(afterMs: 16)
    panel.turnHeld(18)
    #expect(panel.minutes == Self.ahead && panel.rig.engine.mode == .day)
    panel.frame(afterMs: 3_600_000)
    #expect(panel.minutes == 0 && panel.rig.engine.mode == .night)
  }

  @Test func `content grows old by the present time`() throws {
    var scene = TravelScene()
    scene.staleAfter = scene.start + 3_600
    let panel = try moved(scene)
    let age = PixelRect(x0: 60, y0: 0, x1: 66, y1: 4)
    #expect(!panel.isLit(age))
    panel.frame(afterMs: 3_600_000)
    #expect(panel.isLit(age))
    panel.turnHeld(3)
    #expect(panel.minutes == 30 && panel.isLit(age))
  }

  @Test func `the mark names the day in the zone of its text`() throws {
    // 23:50 in Berlin.
    let panel = try TravelRig(TravelScene(start: 1_795_262_400 + 39_000))
    for (detents, day) in [(Int32(3), 1), (140, 1), (10, 2)] {
      panel.turnHeld(detents)
      let ahead = Int64(panel.minutes) * Self.minute
      #expect(try panel.truth(aheadMs: ahead, day: day) == panel.rig.pixels, "\(panel.minutes) min")
    }
    panel.frame(afterMs: 10_000)
    panel.turnHeld(1)
    #expect(try panel.truth(aheadMs: 10 * Self.minute, day: 1) == panel.rig.pixels)
  }

  @Test func `a widget is dimmed from where it is not known, and only on a coming moment`() throws {
    var scene = TravelScene()
    scene.reach = scene.start + 2 * 3_600
    let panel = try TravelRig(scene)
    panel.turnHeld(11)
    #expect(try panel.truth(aheadMs: 110 * Self.minute, day: 0) == panel.rig.pixels)
    panel.turnHeld(1)
    #expect(try panel.truth(aheadMs: 120 * Self.minute, day: 0, isDimmed: true) == panel.rig.pixels)
    panel.turnHeld(-1)
    #expect(try panel.truth(aheadMs: 110 * Self.minute, day: 0) == panel.rig.pixels)
    panel.frame(afterMs: 3 * 3_600_000)
    try expectNow(panel, "after its reach")
  }

  @Test func `a widget that a person leafs through is dimmed by the moment and not by its entry`() throws {
    var scene = TravelScene()
    scene.reach = scene.start + 2 * 3_600
    let panel = try TravelRig(scene)
    let found = panel.rig.engine.archive
    let archive = try #require(found)
    panel.rig.engine.leafThrough(1, by: 3, archive)
    panel.frame(afterMs: 16)
    panel.turnHeld(1)
    #expect(panel.minutes == 10)
    let isDimmed = panel.rig.engine.widgets[1].isUnknown
    #expect(!isDimmed)
  }

  // MARK: Panels that stay

  @Test func `panels without input, without the setting and of paper stay at now`() throws {
    var without = TravelScene()
    without.board.showsAhead = 0
    var paper = TravelScene()
    paper.board.displayKind = DisplayKind.simulatedEPaper.rawValue
    paper.board.pixelFormat = PixelFormat.mono1.rawValue
    paper.board.isEmissive = 0
    paper.board.panel.controller = PaperController.uc8179.rawValue
    (paper.board.panel.widthPx, paper.board.panel.heightPx) = (80, 40)
    for still in [TravelScene(input: ""), without, paper] {
      let panel = try TravelRig(still)
      panel.turnHeld(5)
      panel.drag(from: 10_000, to: 60_000)
      #expect(panel.minutes == 0)
      #expect(try panel.truth() == panel.rig.pixels)
    }
  }

  // MARK: Through the loop

  private struct Observer: ~Copyable, UpdateObserver {
    let log: JourneyLog
    mutating func presented(_ report: borrowing UpdateReport) {
      log.frames.append((report.moment.monotonic.milliseconds, report.aheadMs, report.causes & UpdateCause.ahead != 0))
    }
    mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
  }

  private final class JourneyLog {
    var frames: [(at: Int64, aheadMs: Int64, isMoved: Bool)] = []
  }

  @Test func `a detent is on the panel with the next frame, and nothing wakes the loop but the way back`() throws {
    let (file, board) = try TravelScene(hours: 1).build()
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: file)
    try engine.adopt(byteCount: file.count)
    let log = JourneyLog()
    var panel = TestDisplay(
      size: PixelSize(width: board.widthPx, height: board.heightPx), intervalMs: 0, log: DisplayLog())
    var observer = Observer(log: log)
    func key(_ atMs: Int64, _ isDown: Bool) -> VirtualEvent {
      let at = MonotonicInstant(milliseconds: atMs)
      return VirtualEvent(
        atMs: atMs, .input(.key(KeyChange(device: 1, code: KeyCode.enter, isDown: isDown, at: at))))
    }
    let detent = VirtualEvent(
      atMs: 2_000, .input(.turn(KnobTurn(device: 1, detents: 1, at: MonotonicInstant(milliseconds: 2_000)))))
    let events = [key(1_000, true), detent, key(2_500, false)]
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: Instant(seconds: 0), to: Instant(seconds: 50), events: events)
      runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer, override: .day)
    }
    let moved = log.frames.filter(\.isMoved)
    #expect(moved.map(\.at) == [2_000, 12_000])
    #expect(moved.map(\.aheadMs) == [600_000, 0])
    #expect(log.frames.count <= 4)
    _ = memory
  }
}
