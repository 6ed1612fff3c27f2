import AfterglowCore
import AfterglowInput
import Testing

@Suite struct GestureTests {
  static let fingers: [(String, String)] = [
    ("0 down 20 20; 120 up", "press tap"),
    ("0 down 20 20; 50 move 22 21; 120 up", "press tap"),
    ("0 down 20 20; 50 move 22.5 20; 120 up", "press tap"),
    ("0 down 20 20; 50 move 22.501 20; 120 up", "press pressEnded drag dragEnded"),
    ("0 down 20 20; 50 move 24 20; 100 move 20 20; 400 up", "press pressEnded drag dragEnded"),
    ("0 down 20 20; 50 move 30 20; 90 move 20 20; 91 up", "press pressEnded drag dragEnded"),
    // Its last position is beyond the slop.
    ("0 down 20 20; 100 up 23 20", "press pressEnded"),
    // Long enough, however slow.
    ("0 down 20 20; 200 move 24 20; 400 move 28 20; 1000 up", "press pressEnded drag swipe right"),
    ("0 down 20 20; 200 move 24 20; 400 move 27.999 20; 1000 up", "press pressEnded drag dragEnded"),
    // Fast enough, however short.
    ("0 down 20 20; 20 move 22 20; 40 move 24 20; 60 move 26 20; 70 up", "press pressEnded drag swipe right"),
    ("0 down 20 20; 100 move 14 20; 100 up", "press pressEnded drag swipe left"),
    ("0 down 20 20; 100 move 14.001 20; 100 up", "press pressEnded drag dragEnded"),
    // Fast, but at rest before the release.
    ("0 down 20 20; 20 move 23 20; 40 move 26 20; 300 up", "press pressEnded drag dragEnded"),
    ("0 down 20 20; 100 move 23 20; 200 move 26 20; 200 up", "press pressEnded drag dragEnded"),
    // The larger axis is at least half as long again as the other.
    ("0 down 20 20; 100 move 32 28; 110 up", "press pressEnded drag swipe right"),
    ("0 down 20 20; 100 move 32 28.001; 110 up", "press pressEnded drag dragEnded"),
    ("0 down 20 60; 100 move 20 48; 110 up", "press pressEnded drag swipe up"),
    ("0 down 20 20; 100 move 22 40; 110 up", "press pressEnded drag swipe down"),
    // Quickly on the way back.
    ("0 down 20 20; 100 move 35 20; 230 move 32 20; 260 move 29 20; 260 up", "press pressEnded drag dragEnded"),
    ("0 down 20 20; 499 up", "press tap"),
    ("0 down 20 20; 500 up", "press longPress"),
    ("0 down 20 20; 500 wait; 550 move 40 20; 700 up", "press longPress"),
    ("0 down 20 20; 499 wait; 499 move 40 20; 700 wait; 1700 up", "press pressEnded drag swipe right"),
    ("0 down 20 20; 600 move 40 20; 700 up", "press longPress"),
    // Changes that arrive late count by their own times.
    ("0 down 20 20; 600 wait; 80 up", "press longPress lateTap"),
    ("0 down 20 20; 600 wait; 80 move 22 20; 90 up; 95 up", "press longPress lateTap"),
    ("0 down 20 20; 600 wait; 80 move 30 20; 90 move 20 20; 95 up", "press longPress"),
    ("0 down 20 20; 600 wait; 500 up", "press longPress"),
    ("0 down 20 20; 600 wait; 80 cancel; 90 up", "press longPress"),
    ("0 down 20 20; 600 wait; 600 abandon; 80 up", "press longPress"),
    ("900 wait; 0 down 20 20; 80 up", "press tap"),
    ("900 wait; 0 down 20 20; 600 up", "press longPress"),
    // Two fingers are no tap, and none of a hand is.
    ("0 down 20 20; 50 down2 60 20; 100 up; 150 up2", "press pressEnded"),
    (
      "0 down 20 20; 50 down2 60 20; 100 up; 120 down 20 20; 150 up; 160 up2; 200 down 20 20; 250 up",
      "press pressEnded press tap"
    ),
    (
      "0 down 20 20; 50 move 30 20; 60 down2 60 60; 100 move 40 20; 120 up; 130 up2",
      "press pressEnded drag swipe right"
    ),
    // An object that lies on the panel.
    ("0 down2 60 60; 11000 down 20 20; 11100 up", "press longPress press tap"),
    ("0 down2 60 60; 9000 down 20 20; 9100 up", "press longPress"),
    ("0 down 20 20; 50 cancel; 60 up", "press pressEnded"),
    ("0 down 20 20; 50 lost; 100 up; 150 down 20 20; 200 up", "press pressEnded press tap"),
    ("0 down 20 20; 50 move 40 20; 60 lost; 100 up", "press pressEnded drag dragEnded"),
    ("0 down 20 20; 10 down 30 20; 50 up", "press pressEnded press tap"),
    ("0 move 20 20; 50 up", ""),
    // The touch that wakes a panel.
    ("0 down 20 20; 0 abandon; 50 up; 100 down 20 20; 150 up", "press pressEnded press tap"),
  ]

  static let keys: [(String, String)] = [
    ("0 key 28 down; 100 key 28 up", "focusPress focusTap"),
    ("0 key 28 down; 499 key 28 up", "focusPress focusTap"),
    ("0 key 28 down; 500 key 28 up", "focusPress focusLongPress"),
    ("0 key 96 down; 1 key 96 up; 2 key 57 down; 3 key 57 up", "focusPress focusTap focusPress focusTap"),
    ("0 turn -1; 10 turn 3", "turn -1 turn 3"),
    ("0 turn 2147483647; 0 turn -2147483648", "turn 1000 turn -1000"),
    (
      "0 key 28 down; 50 turn 1; 80 turn 2; 100 key 28 up; 120 turn 1",
      "focusPress focusPressEnded heldTurn 1 heldTurn 2 heldTurnEnded turn 1"
    ),
    ("0 key 15 down; 5 key 15 up; 10 key 106 down; 20 key 108 down", "turn 1 sideways 1 turn 1"),
    ("0 key 105 down; 5 key 105 up; 10 key 103 down", "sideways -1 turn -1"),
    ("0 key 28 down; 10 key 106 down; 20 key 28 up", "focusPress focusPressEnded heldTurn 1 heldTurnEnded"),
    ("0 key 109 down; 5 key 109 up; 10 key 104 down", "page 1 page -1"),
    ("0 key 1 down; 5 key 1 up; 10 key 158 down", "dismiss dismiss"),
    ("0 key 30 down; 50 key 30 up", "key 30"),
    ("0 key 30 down; 550 key 30 up", "key 30 long"),
    ("0 key 30 down; 20 turn 1; 50 key 30 up", "turn 1"),
    ("0 key 352 down; 10 key 353 down; 20 key 352 up; 30 key 353 up", "focusPress focusTap"),
    ("0 key 28 down; 10 lost; 20 key 28 up", "focusPress focusPressEnded"),
    ("0 key 28 down; 10 turn 1; 20 lost; 30 key 28 up", "focusPress focusPressEnded heldTurn 1 heldTurnEnded"),
    ("0 key 28 down; 10 abandon; 20 key 28 up; 30 turn 1", "focusPress focusPressEnded turn 1"),
    // Fingers and keys are independent.
    ("0 down 20 20; 10 key 28 down; 20 up; 30 key 28 up", "press focusPress tap focusTap"),
  ]

  @Test(arguments: fingers)
  func `fingers make gestures`(script: String, gestures: String) throws {
    #expect(try GestureScript.play(script) == gestures)
  }

  @Test(arguments: keys)
  func `a key acts when it comes up, and only if no knob was turned`(script: String, gestures: String) throws {
    #expect(try GestureScript.play(script) == gestures)
  }

  @Test func `a board binds keys to other effects, at most sixteen`() throws {
    var bindings = KeyBindings()
    for code in UInt16(200)..<215 {
      let isBound = bindings.bind(code, to: .next)
      #expect(isBound)
    }
    let isBound = bindings.bind(28, to: .other)
    let isReplaced = bindings.bind(200, to: .activate)
    let isBeyond = bindings.bind(300, to: .activate)
    #expect(isBound && isReplaced && !isBeyond)
    #expect(bindings.role(of: 200) == .activate && bindings.role(of: 214) == .next)
    #expect(bindings.role(of: 300) == .other && bindings.role(of: 96) == .activate)
    let gestures = try GestureScript.play(
      "0 key 28 down; 10 key 28 up; 20 key 200 down; 30 key 200 up; 40 key 201 down", bindings: bindings)
    #expect(gestures == "key 28 focusPress focusTap turn 1")
  }

  @Test func `positions of gestures are those of the finger`() {
    var state = GestureState()
    func contact(_ phase: TouchContact.Phase, _ x: Int32, _ ms: Int64) -> InputChange {
      let position = PanelPoint(x: x, y: 7)
      return .contact(
        TouchContact(
          device: 0, place: 3, phase: phase, position: position, at: MonotonicInstant(milliseconds: ms)))
    }
    let start = PanelPoint(x: 1_000, y: 7)
    #expect(state.take(contact(.began, 1_000, 0))[0] == .press(start))
    let moves = state.take(contact(.moved, 15_000, 40))
    #expect(moves.count == 2 && moves[0] == .pressEnded)
    #expect(moves[1] == .drag(from: start, to: PanelPoint(x: 15_000, y: 7)))
    #expect(state.take(contact(.ended, 15_000, 50))[0] == .swipe(.right, from: start))
    #expect(state.take(contact(.began, 1_000, 100)).count == 1)
    let taps = state.take(contact(.ended, 2_000, 150))
    #expect(taps.count == 1 && taps[0] == .tap(from: start, to: PanelPoint(x: 2_000, y: 7)))
    let pointers = state.take(.pointer(start, at: MonotonicInstant(milliseconds: 200)))
    #expect(pointers.count == 1 && pointers[0] == .pointer(start))
  }

  @Test func `the state is due once, 500 ms after a press`() {
    let rig = InputRig([])
    let point = PanelPoint(x: 0, y: 0)
    #expect(rig.nextDue == .distantFuture)
    rig.follow(
      .contact(
        TouchContact(device: 0, place: 0, phase: .began, position: point, at: MonotonicInstant(milliseconds: 40))))
    #expect(rig.nextDue == MonotonicInstant(milliseconds: 540))
    rig.advance(to: MonotonicInstant(milliseconds: 539))
    #expect(rig.found == [.press(point)])
    rig.advance(to: MonotonicInstant(milliseconds: 540))
    #expect(rig.found == [.press(point), .longPress(point)])
    #expect(rig.nextDue == .distantFuture)
  }

  /// A thousand reports per second, as of a gaming mouse.
  @Test func `the speed of a drag does not depend on the rate of the device`() throws {
    for interval in [1, 4, 8, 16, 33] {
      for (speed, isSwipe) in [(0.058, false), (0.063, true)] {
        var script = "0 down 20 20"
        // First 300 ms at rest, then 120 ms on the way: less than 8 mm.
        for ms in stride(from: 300, through: 420, by: interval) {
          script += "; \(ms) move \(20 + speed * Double(ms - 300)) 20"
        }
        let last = 300 + 120 / interval * interval
        let gestures = try GestureScript.play(script + "; \(last) up")
        let end = isSwipe ? "swipe right" : "dragEnded"
        #expect(gestures == "press pressEnded drag \(end)", "\(interval) ms, \(speed) m/s")
      }
    }
  }

  @Test func `times that run backwards, and any time and position, are followed`() {
    let rig = InputRig([])
    let times = [Int64.min, -1, 0, 5, .max, 3]
    let sides = [Int32.min, -1, 0, 160_000, .max]
    for phase in [TouchContact.Phase.began, .moved, .ended, .cancelled] {
      for time in times {
        for x in sides {
          rig.follow(
            .contact(
              TouchContact(
                device: 0, place: 0, phase: phase, position: PanelPoint(x: x, y: sides[2]),
                at: MonotonicInstant(milliseconds: time))))
          #expect(InputRig.surface.pixel(at: PanelPoint(x: x, y: x)).x <= 10_737_418)
        }
      }
    }
    #expect(rig.balance.problems.isEmpty && rig.balance.isAtRest)
  }
}
