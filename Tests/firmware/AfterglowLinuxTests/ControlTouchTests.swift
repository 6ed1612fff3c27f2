import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowLinux
import Testing

@Suite struct ControlTouchTests {
  private static func at(_ ms: Int64) -> MonotonicInstant { MonotonicInstant(milliseconds: ms) }

  private static let changes: [InputChange] = [
    .contact(
      TouchContact(device: 3, place: 9, phase: .began, position: PanelPoint(x: -7, y: 1_000_000), at: at(5_000_000_000))
    ),
    .contact(
      TouchContact(
        device: 254, place: 0, phase: .cancelled, position: PanelPoint(x: .max, y: .min), at: at(5_000_000_001))),
    .key(KeyChange(device: 1, code: 767, isDown: true, at: at(5_000_000_002))),
    .key(KeyChange(device: 1, code: 0, isDown: false, at: at(5_000_000_002))),
    .turn(KnobTurn(device: 2, detents: -1_000, at: at(5_000_000_003))),
    .pointer(PanelPoint(x: 1, y: 2), at: at(5_000_000_004)),
    .presence(at: at(5_000_000_005)),
    .cancelled(device: InputChange.everyDevice, at: at(5_000_000_006)),
  ]

  @Test func `every change of a device survives its packet`() {
    var packet = InputPacket()
    for change in Self.changes + Self.changes + Self.changes { packet.append(change) }
    var received: [InputChange] = []
    var first = 0
    while first < packet.count {
      let message = ControlMessage(packet, from: first)
      #expect(message.kind == .input)
      let part = message.input
      for index in 0..<part.count { received.append(part[index]) }
      first += ControlMessage.inputCapacity
    }
    #expect(received == Self.changes + Self.changes + Self.changes)
  }

  @Test func `a change of a touch test has its place on the device`() {
    for change in Self.changes {
      let message = ControlMessage(touched: change, raw: (-5, 70_000))
      #expect(message.kind == .touched && message.touched == change)
      #expect(message.rawPosition?.x == -5 && message.rawPosition?.y == 70_000)
      #expect(ControlMessage(touched: change, raw: nil).rawPosition == nil)
    }
    let device = ControlMessage(touchable: .slots, isPassed: false)
    #expect(device.kind == .touched && device.touched == nil && device.pointing == .slots && device.onlyWakes)
    #expect(!ControlMessage(touchable: .mouse, isPassed: true).onlyWakes)
  }

  @Test func `a damaged change ends everything that is down`() {
    var packet = InputPacket()
    packet.append(Self.changes[0])
    var message = ControlMessage(packet, from: 0)
    for word in [Int32(-1), 0x0000_0900, 6] {
      message.damageStorage[0].x0 = word
      let received = message.input
      guard case .cancelled(let device, _) = received[0] else {
        Issue.record("word \(word): \(received[0])")
        continue
      }
      #expect(device == InputChange.everyDevice)
    }
  }

  @Test(arguments: [Int64.max, Int64.max - 5, Int64.min, -1])
  func `a time that no clock has counts as now or as the start`(base: Int64) {
    var packet = InputPacket()
    packet.append(Self.changes[0])
    packet.append(Self.changes[1])
    var message = ControlMessage(packet, from: 0)
    message.nextMonotonicMs = base
    let all = message.input
    let past = message.input(until: Self.at(700))
    for index in 0..<2 {
      #expect(all[index].at >= Self.at(0) && all[index].at <= .distantFuture)
      #expect(past[index].at >= Self.at(0) && past[index].at <= Self.at(700))
    }
  }

  @Test func `commands and answers survive their packets`() {
    let command = ActionCommand(
      sequence: .max, archive: .max - 1, widget: .max - 2, action: .max - 3, region: .max - 4, value: 1, at: Self.at(77)
    )
    let message = ControlMessage(command)
    #expect(message.kind == .command && message.command == command)
    for outcome in [ActionOutcome.accepted, .done, .failed, .unavailable] {
      let answer = ActionAnswer(sequence: 9, outcome: outcome)
      #expect(ControlMessage(answer).kind == .answer && ControlMessage(answer).answer == answer)
    }
    var unknown = ControlMessage(.answer, value: 9)
    unknown.causes = 4
    #expect(unknown.answer == nil)
  }
}
