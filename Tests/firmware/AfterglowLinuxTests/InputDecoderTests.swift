import Testing

@testable import AfterglowLinux

@Suite struct InputDecoderTests {
  static let report: (UInt16, UInt16, Int32) = (0, 0, 0)
  static let dropped: (UInt16, UInt16, Int32) = (0, 3, 0)
  static let key: UInt16 = 1
  static let relative: UInt16 = 2
  static let absolute: UInt16 = 3
  static let contact: UInt16 = 0x39
  static let touch: UInt16 = 0x14A

  static func meanings(_ events: [(UInt16, UInt16, Int32)]) -> [InputMeaning] {
    var decoder = InputDecoder()
    return events.map { decoder.take(type: $0.0, code: $0.1, value: $0.2) }
  }

  @Test func `a key counts when it goes down, not when it repeats or comes up`() {
    let events = [(Self.key, 30, 1), Self.report, (Self.key, 30, 2), Self.report, (Self.key, 30, 0), Self.report]
    #expect(Self.meanings(events) == [.activity, .nothing, .nothing, .nothing, .nothing, .nothing])
  }

  @Test func `a finger counts when it is put down, by button or by contact`() {
    let events = [
      (Self.absolute, Self.contact, 7), (Self.absolute, 0x35, 300), (Self.key, Self.touch, 1), Self.report,
      (Self.absolute, 0x35, 310), Self.report, (Self.absolute, Self.contact, -1), (Self.key, Self.touch, 0),
      Self.report,
    ]
    #expect(
      Self.meanings(events)
        == [.activity, .nothing, .activity, .nothing, .nothing, .nothing, .nothing, .nothing, .nothing])
  }

  @Test func `motion, scrolling and a sensor's axes wake nothing`() {
    let events = [
      (Self.relative, 0, 5), (Self.relative, 8, 1), (Self.absolute, 0, 4095), (Self.absolute, 1, 0), Self.report,
      (4, 4, 458_756), (5, 0, 1), (0x11, 0, 1),
    ]
    #expect(Self.meanings(events).allSatisfy { $0 == .nothing })
  }

  @Test func `after a drop everything up to the next report is garbage, and what is down is asked`() {
    let events = [Self.dropped, (Self.key, 30, 1), (Self.absolute, Self.contact, 3), Self.report, (Self.key, 31, 1)]
    #expect(Self.meanings(events) == [.nothing, .nothing, .nothing, .resynchronise, .activity])
  }

  @Test func `only what went down meanwhile counts when it is asked`() {
    var decoder = InputDecoder()
    _ = decoder.take(type: Self.key, code: 30, value: 1)
    var down = InlineArray<12, UInt64>(repeating: 0)
    down[0] = 1 << 30
    let held = decoder.synchronise(with: down)
    down[Int(Self.touch) / 64] |= 1 << UInt64(Int(Self.touch) % 64)
    let touched = decoder.synchronise(with: down)
    let still = decoder.synchronise(with: down)
    let released = decoder.synchronise(with: InlineArray<12, UInt64>(repeating: 0))
    let again = decoder.synchronise(with: down)
    #expect([held, touched, still, released, again] == [false, true, false, false, true])
  }

  @Test func `any event at all is taken without harm`() {
    var decoder = InputDecoder()
    for _ in 0..<200_000 {
      _ = decoder.take(
        type: Bool.random() ? .random(in: 0...5) : .random(in: 0...UInt16.max), code: .random(in: 0...UInt16.max),
        value: .random(in: Int32.min...Int32.max))
    }
    // After any events, a press following the next report counts.
    _ = decoder.take(type: 0, code: 0, value: 0)
    let last = decoder.take(type: 1, code: 30, value: 1)
    #expect(last == .activity)
  }
}
