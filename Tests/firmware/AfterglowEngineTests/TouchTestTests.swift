import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowEngine

/// Touch tests: contacts are drawn for a while and have no effect.
@Suite struct TouchTestTests {
  private func begin(_ touch: TouchRig, forMs ms: Int64 = 3_000) {
    touch.rig.engine.testTouches(until: MonotonicInstant(milliseconds: touch.nowMs + ms))
  }

  /// Whether a pixel is that of a ring, but for its smooth edge.
  private func isBright(_ touch: TouchRig, _ x: Int, _ y: Int) -> Bool { touch.pixel(x, y) & 0xFF > 0xB0 }

  @Test func `a test draws fingers and nothing acts`() throws {
    let touch = try TouchRig()
    begin(touch)
    touch.send(.began, TouchRig.point(25, 20))
    touch.frame(afterMs: 16)
    // The ring has a radius of 7 px, which is 6 mm here.
    for (x, y) in [(32, 20), (18, 20), (25, 27), (25, 13)] { #expect(isBright(touch, x, y), "\(x), \(y)") }
    #expect(touch.pixel(25, 20) != 0x60_6060, "a point marks the way")
    touch.send(.moved, TouchRig.point(75, 40), afterMs: 20)
    touch.frame()
    #expect(isBright(touch, 82, 40) && touch.pixel(32, 20) == 0x60_6060, "the ring follows the finger")
    touch.send(.ended, TouchRig.point(75, 40), afterMs: 20)
    touch.frame()
    #expect(touch.pixel(82, 40) == 0 && touch.commands.isEmpty)
    touch.tap(25, 20)
    touch.key(isDown: true)
    touch.key(isDown: false, afterMs: 60)
    touch.turn(1)
    #expect(touch.commands.isEmpty && touch.rig.engine.touch?.pointee.focus == nil)
  }

  @Test func `a test that is not extended ends by itself, and leaves nothing on the panel`() throws {
    let touch = try TouchRig()
    let before = touch.rig.pixels
    begin(touch)
    touch.send(.began, TouchRig.point(25, 20))
    touch.frame(afterMs: 16)
    #expect(touch.rig.pixels != before)
    #expect(touch.rig.engine.nextTouch.milliseconds == 3_000)
    touch.frame(afterMs: 2_980)
    #expect(touch.rig.pixels != before)
    touch.frame(afterMs: 4)
    #expect(touch.rig.pixels == before && touch.rig.engine.nextTouch == .distantFuture)
    touch.send(.ended, TouchRig.point(25, 20), afterMs: 20)
    touch.frame()
    #expect(touch.commands.isEmpty, "the finger of the test acts no more than any other")
    touch.tap(25, 20)
    #expect(touch.commands.count == 1)
  }

  @Test func `a test that its author ends leaves nothing on the panel`() throws {
    let touch = try TouchRig()
    let before = touch.rig.pixels
    begin(touch)
    touch.send(.began, TouchRig.point(60, 30))
    touch.frame(afterMs: 16)
    touch.rig.engine.testTouches(until: MonotonicInstant(milliseconds: 0))
    touch.frame(afterMs: 16)
    #expect(touch.rig.pixels == before)
  }

  @Test func `a press that is under way when a test begins has no effect`() throws {
    let touch = try TouchRig()
    touch.send(.began, TouchRig.point(25, 20))
    touch.frame(afterMs: 16)
    begin(touch)
    touch.send(.ended, TouchRig.point(25, 20), afterMs: 60)
    touch.frame()
    touch.frame(afterMs: 4_000)
    #expect(touch.commands.isEmpty && touch.rig.engine.touch?.pointee.pressed == nil)
  }

  @Test func `fingers that come up during a test do not count as down after it`() throws {
    let touch = try TouchRig()
    func send(_ phase: TouchContact.Phase) {
      var packet = InputPacket()
      for place in 0..<UInt8(2) {
        packet.append(
          .contact(
            TouchContact(
              device: 0, place: place, phase: phase, position: TouchRig.point(60, 50),
              at: MonotonicInstant(milliseconds: touch.nowMs))))
      }
      touch.rig.engine.take(packet, isDark: false)
      touch.frame(afterMs: 16)
    }
    send(.began)
    begin(touch)
    send(.ended)
    touch.rig.engine.testTouches(until: MonotonicInstant(milliseconds: 0))
    touch.frame(afterMs: 16)
    touch.tap(25, 20)
    #expect(touch.commands.count == 1)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func `any fingers anywhere leave nothing on the panel`(
    seed: UInt64
  ) throws {
    let touch = try TouchRig()
    let before = touch.rig.pixels
    var random = SeededNumbers(seed: seed)
    begin(touch, forMs: 60_000)
    for step in 0..<300 {
      let far: Int32 = step % 50 == 0 ? 1_000_000_000 : 130_000
      let point = PanelPoint(
        x: Int32(random.next() % 260_000) - far, y: Int32(random.next() % 160_000) - Swift.min(far, 50_000))
      let phases: [TouchContact.Phase] = [.began, .moved, .moved, .ended, .cancelled]
      let contact = TouchContact(
        device: UInt8(random.next() % 2), place: UInt8(random.next() % 10), phase: phases[Int(random.next() % 5)],
        position: point, at: MonotonicInstant(milliseconds: touch.nowMs))
      var packet = InputPacket()
      packet.append(.contact(contact))
      if step % 40 == 39 { packet.append(.cancelled(device: InputChange.everyDevice, at: contact.at)) }
      touch.rig.engine.take(packet, isDark: false)
      if step % 7 == 0 { touch.frame(afterMs: 16) }
    }
    #expect(touch.rig.engine.touch?.pointee.trail.pointCount == TouchTrail.pointCapacity)
    touch.rig.engine.testTouches(until: MonotonicInstant(milliseconds: 0))
    touch.frame(afterMs: 16)
    #expect(touch.rig.pixels == before && touch.commands.isEmpty)
  }

  @Test func `at night a test lights no green and no blue`() throws {
    let touch = try TouchRig()
    touch.override = .night
    touch.frame(afterMs: 5_000)
    begin(touch)
    touch.send(.began, TouchRig.point(60, 30))
    touch.frame(afterMs: 16)
    #expect(touch.rig.pixels.contains { $0 & 0xFF_0000 != 0 } && touch.rig.pixels.allSatisfy { $0 & 0xFFFF == 0 })
  }

  @Test func `a dark panel wakes at a test's touch`() throws {
    let touch = try TouchRig()
    begin(touch)
    touch.isDark = true
    touch.send(.began, TouchRig.point(60, 30))
    touch.isDark = false
    touch.frame(afterMs: 16)
    #expect(isBright(touch, 67, 30) && touch.commands.isEmpty)
  }
}
