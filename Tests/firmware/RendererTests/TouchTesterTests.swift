import AfterglowCore
import AfterglowInput
import AfterglowLinux
import Testing

@testable import afterglow_renderer

/// The guard's part of a touch test.
@Suite struct TouchTesterTests {
  @Test func `a test is that of one author, until its time is over`() {
    var clients = ControlClients()
    #expect(clients.tester(atMs: 0) == nil)
    clients.beginTest(from: 2, untilMs: 3_000)
    #expect(clients.tester(atMs: 2_999) == 2 && clients.tester(atMs: 3_000) == nil)
    let isEndedByAnother = clients.endTest(from: 1)
    #expect(!isEndedByAnother && clients.tester(atMs: 0) == 2)
    clients.beginTest(from: 4, untilMs: 5_000)
    #expect(clients.tester(atMs: 4_000) == 4)
    let isEnded = clients.endTest(from: 4)
    #expect(isEnded && clients.tester(atMs: 0) == nil)
    clients.beginTest(from: 5, untilMs: 5_000)
    clients.drop(5)
    #expect(clients.tester(atMs: 0) == nil, "its author is gone")
  }

  private func contact(_ phase: TouchContact.Phase, x: Int32, place: UInt8 = 0) -> InputChange {
    .contact(
      TouchContact(
        device: 1, place: place, phase: phase, position: PanelPoint(x: x, y: 0), at: MonotonicInstant(milliseconds: 9)))
  }

  @Test func `of a finger's positions in one frame the last one is reported`() {
    let key = InputChange.key(KeyChange(device: 2, code: 148, isDown: true, at: MonotonicInstant(milliseconds: 9)))
    var packet = InputPacket()
    for change in [
      contact(.began, x: 1), contact(.moved, x: 2), contact(.began, x: 3, place: 1), contact(.moved, x: 4), key,
      .pointer(PanelPoint(x: 0, y: 0), at: MonotonicInstant(milliseconds: 9)), contact(.moved, x: 5, place: 1),
    ] { packet.append(change) }
    var tested = InputPacket()
    tested.appendLatest(of: packet)
    let found = (0..<tested.count).map { tested[$0] }
    #expect(
      found == [
        contact(.began, x: 1), contact(.began, x: 3, place: 1), contact(.moved, x: 4), key,
        contact(.moved, x: 5, place: 1),
      ])
    for _ in 0..<100 { tested.appendLatest(of: packet) }
    #expect(tested.count == InputPacket.capacity, "a full packet keeps its changes")
    #expect(tested[0] == contact(.began, x: 1))
  }
}
