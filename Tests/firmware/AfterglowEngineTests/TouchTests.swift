import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowEngine

/// From a finger on the panel to the command and back.
@Suite struct TouchTests {
  @Test func `a tap lights its region in the next frame and sends one command at the release`() throws {
    let panel = try TouchRig()
    let rest = panel.pixel(20, 20)
    panel.send(.began, TouchRig.point(20, 20))
    let pressed = panel.frame(afterMs: 16)
    #expect(pressed.damage.bounds == TouchScene.button.intersection(pressed.damage.bounds))
    #expect(panel.pixel(20, 20) > rest)
    #expect(panel.commands.isEmpty)
    panel.send(.ended, TouchRig.point(20, 20), afterMs: 80)
    panel.frame()
    #expect(panel.pixel(20, 20) == rest)
    let command = try #require(panel.commands.first)
    #expect(panel.commands.count == 1)
    #expect(command.region == TouchScene.buttonKey && command.widget == 1 && command.value == 0)
    #expect(command.archive == panel.rig.engine.archive?.contentHash)
    #expect(command.at.milliseconds == 96)
  }

  @Test(arguments: [PressStyle.fill, .cell, .content])
  func `a press repaints its region alone, and its end leaves nothing behind`(press: PressStyle) throws {
    let panel = try TouchRig(TouchScene(press: press))
    let before = panel.rig.pixels
    panel.send(.began, TouchRig.point(20, 20))
    let report = panel.frame(afterMs: 16)
    #expect(TouchScene.button.contains(report.damage.bounds))
    // Behind an opaque background a cell's tint cannot be seen.
    #expect((panel.rig.pixels != before) == (press != .cell))
    panel.send(.cancelled, TouchRig.point(20, 20), afterMs: 16)
    panel.frame()
    #expect(panel.rig.pixels == before)
    #expect(panel.commands.isEmpty)
  }

  @Test func `a toggle flips at once, and the archive with the result takes over`() throws {
    let panel = try TouchRig()
    #expect(panel.showsOn == false)
    panel.tap(75, 20)
    #expect(panel.showsOn == true)
    let command = try #require(panel.commands.last)
    #expect(command.region == TouchScene.toggleKey && command.value == 1)
    panel.answer(.accepted, to: command)
    panel.frame(afterMs: 60_000)
    #expect(panel.showsOn == true)
    try panel.load(TouchScene(isOn: true))
    panel.frame()
    #expect(panel.showsOn == true)
    panel.answer(.done, to: command)
    #expect(panel.showsOn == true)
    #expect(!panel.isMarked)
    panel.tap(75, 20)
    #expect(panel.showsOn == false)
    #expect(panel.commands.last?.value == 0)
  }

  @Test(arguments: [ActionOutcome.failed, .unavailable])
  func `a refused command returns its toggle with a mark for five seconds`(outcome: ActionOutcome) throws {
    let panel = try TouchRig()
    panel.tap(75, 20)
    panel.answer(outcome, to: try #require(panel.commands.last))
    #expect(panel.showsOn == false)
    #expect(panel.isMarked)
    panel.frame(afterMs: ActionFigures.markMs - 1)
    #expect(panel.isMarked)
    panel.frame(afterMs: 2)
    #expect(!panel.isMarked)
  }

  @Test func `without an answer within two seconds a toggle returns with a mark`() throws {
    let panel = try TouchRig()
    panel.tap(75, 20)
    #expect(!panel.isMarked)
    panel.frame(afterMs: 600)
    #expect(panel.isMarked, "a command that takes longer than half a second is not shown as pending")
    panel.frame(afterMs: 1_399)
    #expect(panel.showsOn == true)
    panel.frame(afterMs: 1)
    #expect(panel.showsOn == false && panel.isMarked)
    let late = try #require(panel.commands.last)
    panel.answer(.done, to: late)
    #expect(panel.showsOn == false)
  }

  @Test func `a second tap before the answer returns the toggle, and each has its own sequence`() throws {
    let panel = try TouchRig()
    panel.tap(75, 20)
    panel.tap(75, 20)
    #expect(panel.showsOn == false)
    #expect(panel.commands.map(\.value) == [1, 0])
    #expect(panel.commands[1].sequence > panel.commands[0].sequence)
    panel.answer(.failed, to: panel.commands[0])
    #expect(!panel.isMarked, "an answer to a replaced command changed the control")
  }

  @Test func `the first touch on a dark panel or in always-on only wakes it`() throws {
    for isDark in [true, false] {
      let panel = try TouchRig()
      panel.isDark = isDark
      panel.override = isDark ? .day : .automatic
      panel.room.lux = isDark ? nil : Self.dim
      panel.frame(afterMs: 16)
      #expect(panel.rig.engine.mode == (isDark ? .day : .alwaysOn))
      panel.send(.began, TouchRig.point(20, 20))
      panel.isDark = false
      panel.override = .day
      panel.frame(afterMs: 16)
      panel.send(.ended, TouchRig.point(20, 20), afterMs: 60)
      panel.frame()
      #expect(panel.commands.isEmpty)
      panel.tap(20, 20)
      #expect(panel.commands.count == 1)
    }
  }

  /// The light of a room in which panels are in always-on.
  private static let dim = Illuminance(millilux: 8_000)

  @Test func `in an always-on that no touch ends a touch acts`() throws {
    var scene = TouchScene()
    scene.board.rules.wakeMs = 0
    let asked = try TouchRig()
    asked.override = .alwaysOn
    let lasting = try TouchRig(scene)
    lasting.override = .automatic
    lasting.room.lux = Self.dim
    for panel in [asked, lasting] {
      panel.frame(afterMs: 16)
      #expect(panel.rig.engine.mode == .alwaysOn)
      panel.tap(20, 20)
      #expect(panel.commands.map(\.region) == [TouchScene.buttonKey])
      #expect(panel.rig.engine.mode == .alwaysOn)
    }
  }

  @Test func `a panel in its simplified form has no region, also for a finger that is down`() throws {
    var scene = TouchScene()
    scene.board = DetailTests.board(.constant) { $0.distanceMm = 500 }
    let panel = try TouchRig(scene)
    panel.tap(20, 20)
    #expect(panel.commands.count == 1)
    panel.room.distance = 4_000
    panel.frame(afterMs: 16)
    panel.frame(afterMs: 2_900)
    panel.send(.began, TouchRig.point(75, 20))
    panel.frame(afterMs: 100)
    #expect(panel.rig.engine.isSimplified == true)
    panel.send(.ended, TouchRig.point(75, 20), afterMs: 60)
    panel.tap(20, 20)
    panel.turn(1)
    #expect(!panel.hasRing(TouchScene.button))
    #expect(panel.commands.count == 1)
    panel.room.distance = 500
    panel.frame(afterMs: 10_000)
    panel.frame(afterMs: 10_000)
    panel.tap(20, 20)
    #expect(panel.commands.count == 2, "a viewer who has come near finds no control")
  }

  @Test func `a tap whose release is reported after half a second is a tap, by its own time`() throws {
    let panel = try TouchRig()
    panel.send(.began, TouchRig.point(20, 20))
    panel.frame(afterMs: 600)
    #expect(panel.commands.isEmpty)
    panel.deliver(.ended, TouchRig.point(20, 20), fromMs: 80)
    panel.frame()
    #expect(panel.commands.map(\.region) == [TouchScene.buttonKey])
    panel.send(.began, TouchRig.point(20, 20), afterMs: 100)
    panel.frame(afterMs: 600)
    panel.deliver(.ended, TouchRig.point(20, 20), fromMs: panel.nowMs)
    panel.frame()
    #expect(panel.commands.count == 1, "a long press acts as a tap")
  }

  @Test func `an accepted command that never ends returns its toggle after twenty seconds, with a mark`() throws {
    let panel = try TouchRig()
    panel.tap(75, 20)
    let command = try #require(panel.commands.last)
    panel.answer(.accepted, to: command)
    panel.frame(afterMs: 600)
    panel.frame(afterMs: ActionFigures.endMs - 1)
    #expect(panel.showsOn == true && panel.isMarked)
    // Its author still works on it.
    panel.answer(.accepted, to: command)
    panel.frame(afterMs: ActionFigures.endMs - 1)
    #expect(panel.showsOn == true)
    panel.frame(afterMs: 1)
    #expect(panel.showsOn == false && panel.isMarked)
    panel.frame(afterMs: ActionFigures.markMs)
    #expect(!panel.isMarked)
    panel.tap(75, 20)
    #expect(panel.commands.count == 2)
  }

  @Test func `at night a touch acts and lights nothing but red`() throws {
    let panel = try TouchRig()
    panel.override = .night
    panel.frame(afterMs: 2_000)
    panel.send(.began, TouchRig.point(20, 20))
    panel.frame(afterMs: 16)
    #expect(panel.rig.pixels.allSatisfy { $0 & 0xFFFF == 0 })
    panel.send(.ended, TouchRig.point(20, 20), afterMs: 60)
    panel.frame()
    #expect(panel.commands.count == 1)
    panel.answer(.failed, to: panel.commands[0])
    #expect(panel.rig.pixels.allSatisfy { $0 & 0xFFFF == 0 })
  }

  // MARK: What changes under a finger

  @Test func `an archive that arrives under the finger drops nothing while region and bounds are the same`() throws {
    let panel = try TouchRig()
    panel.send(.began, TouchRig.point(20, 20))
    panel.frame(afterMs: 16)
    try panel.load(TouchScene(isOn: true))
    panel.send(.ended, TouchRig.point(20, 20), afterMs: 40)
    panel.frame()
    #expect(panel.commands.count == 1)
    #expect(panel.commands.first?.archive == panel.rig.engine.archive?.contentHash)
  }

  @Test(arguments: [
    TouchScene(hasButton: false), TouchScene(buttonBounds: PixelRect(x0: 10, y0: 10, x1: 41, y1: 30)),
  ]) func `a touch on a region that is gone or has moved does nothing`(scene: TouchScene) throws {
    for isLate in [true, false] {
      let panel = try TouchRig()
      panel.send(.began, TouchRig.point(20, 20))
      panel.frame(afterMs: 16)
      try panel.load(scene)
      if isLate { panel.frame(afterMs: 16) }
      panel.send(.ended, TouchRig.point(20, 20), afterMs: 40)
      panel.frame()
      #expect(panel.commands.isEmpty)
    }
  }

  @Test func `a finger that comes down on an archive before its first frame presses nothing`() throws {
    let panel = try TouchRig()
    try panel.load(TouchScene(isOn: true))
    panel.send(.began, TouchRig.point(20, 20))
    panel.send(.ended, TouchRig.point(20, 20), afterMs: 60)
    panel.frame()
    #expect(panel.commands.isEmpty)
    panel.tap(20, 20)
    #expect(panel.commands.count == 1)
  }

  @Test func `until a slow display has shown an entry, the regions of the one before are touched`() throws {
    let panel = try TouchRig(TouchScene(movesAt: 101))
    panel.isShown = false
    panel.frame(afterMs: 1_500)
    // The button is at the foot now, and not yet on the panel.
    panel.tap(20, 46)
    #expect(panel.commands.isEmpty)
    panel.isShown = true
    panel.frame(afterMs: 16)
    panel.tap(20, 46)
    #expect(panel.commands.count == 1)
    panel.tap(20, 16)
    #expect(panel.commands.count == 1)
  }

  @Test func `a finger that slides off its region cancels`() throws {
    let panel = try TouchRig()
    panel.send(.began, TouchRig.point(39, 20))
    // Less than the slop, but beyond the region's edge and over bare panel; the region has its full size there.
    panel.send(.ended, TouchRig.point(41, 20), afterMs: 60)
    panel.frame()
    #expect(panel.commands.isEmpty)
  }

  // MARK: Knobs and keys

  @Test func `turning a knob moves a ring, and a press that is not turned activates what is in it`() throws {
    let panel = try TouchRig()
    let bare = panel.rig.pixels
    panel.turn(1)
    #expect(panel.hasRing(TouchScene.button) && !panel.hasRing(TouchScene.toggle))
    panel.turn(1)
    #expect(panel.hasRing(TouchScene.toggle) && !panel.hasRing(TouchScene.button))
    panel.turn(1)
    #expect(panel.hasRing(TouchScene.button))
    panel.turn(-1)
    panel.key(isDown: true)
    #expect(panel.commands.isEmpty)
    panel.key(isDown: false, afterMs: 80)
    #expect(panel.commands.map(\.region) == [TouchScene.toggleKey])
    #expect(panel.showsOn == true)
    panel.answer(.done, to: panel.commands[0])
    panel.key(isDown: true)
    panel.turn(1)
    panel.key(isDown: false, afterMs: 80)
    #expect(panel.commands.count == 1)
    panel.frame(afterMs: 10_001)
    #expect(panel.rig.pixels == bare)
  }

  @Test func `a key under a finger activates the ring, and the finger its own region`() throws {
    let panel = try TouchRig()
    panel.turn(1)
    panel.turn(1)
    #expect(panel.hasRing(TouchScene.toggle))
    panel.send(.began, TouchRig.point(20, 20))
    panel.key(isDown: true)
    panel.send(.ended, TouchRig.point(20, 20), afterMs: 60)
    panel.key(isDown: false, afterMs: 20)
    #expect(panel.commands.map(\.region) == [TouchScene.buttonKey, TouchScene.toggleKey])
  }

  @Test func `a first press shows the first focus, and a first turn on a dark panel nothing`() throws {
    let panel = try TouchRig()
    panel.isDark = true
    panel.turn(1)
    #expect(!panel.hasRing(TouchScene.button) && !panel.hasRing(TouchScene.toggle))
    panel.isDark = false
    panel.key(isDown: true)
    panel.key(isDown: false, afterMs: 80)
    #expect(panel.commands.isEmpty && panel.hasRing(TouchScene.button))
    panel.key(isDown: true)
    panel.key(isDown: false, afterMs: 80)
    #expect(panel.commands.map(\.region) == [TouchScene.buttonKey])
  }

  // MARK: Laws

  @Test func `a board without input devices reserves nothing and hears nothing`() throws {
    let scene = TouchScene(input: "")
    let (_, board) = try scene.build()
    var other = board
    other.input = .empty
    #expect(Engine.workingByteCount(for: board) == Engine.workingByteCount(for: other))
    let panel = try TouchRig(scene)
    panel.tap(20, 20)
    #expect(panel.commands.isEmpty)
    let withInput = try TouchScene().build().board
    let more = Engine.workingByteCount(for: withInput) - Engine.workingByteCount(for: board)
    #expect(more > 0 && more <= 8_192)
  }

  /// Random strokes that leave the slop, on every kind of beginning.
  @Test func `of a hundred thousand strokes beyond the slop none acts`() throws {
    let panel = try TouchRig()
    var random = SeededNumbers(seed: 45)
    for _ in 0..<100_000 {
      let x = Int32(random.next() % 120)
      let y = Int32(random.next() % 60)
      let start = TouchRig.point(x, y)
      panel.send(.began, start, afterMs: Int64(random.next() % 50))
      let far = Int32(2_501 + random.next() % 20_000)
      var away = start
      if random.next() % 2 == 0 { away.x += far } else { away.y -= far }
      panel.send(.moved, away, afterMs: Int64(random.next() % 50))
      let back = random.next() % 3 == 0 ? away : start
      panel.send(.moved, back, afterMs: Int64(random.next() % 50))
      panel.send(.ended, back, afterMs: Int64(random.next() % 50))
    }
    panel.frame()
    #expect(panel.commands.isEmpty)
    panel.tap(20, 20)
    #expect(panel.commands.count == 1, "a press is stuck")
  }

  private static func isNear(_ a: PanelPoint, _ b: PanelPoint) -> Bool {
    let x = Int64(a.x) - Int64(b.x)
    let y = Int64(a.y) - Int64(b.y)
    return x * x + y * y <= GestureFigures.slopMicrometres * GestureFigures.slopMicrometres
  }

  @Test func `random changes of devices act only after a whole tap in one region`() throws {
    let panel = try TouchRig()
    var random = SeededNumbers(seed: 46)
    var isDown = false
    var taps = 0
    var down = PanelPoint(x: 0, y: 0)
    for _ in 0..<20_000 {
      let point = TouchRig.point(Int32(random.next() % 120), Int32(random.next() % 60))
      switch random.next() % 4 {
      case 0:
        panel.send(.began, point, afterMs: 20)
        (isDown, down) = (true, point)
      case 1:
        let end = random.next() % 2 == 0 ? down : point
        panel.send(.ended, end, afterMs: 20)
        if isDown && Self.isNear(end, down) { taps += 1 }
        isDown = false
      case 2:
        panel.send(.cancelled, point, afterMs: 20)
        isDown = false
      default: panel.frame(afterMs: 20)
      }
    }
    panel.frame()
    #expect(panel.commands.count <= taps)
    #expect(Set(panel.commands.map(\.sequence)).count == panel.commands.count)
  }
}
