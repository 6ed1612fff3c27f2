import AfterglowCore
import AfterglowInput
import Testing

/// Streams of devices in text form, and the changes that they cause on a panel of 800×480 pixels of 200 µm.
@Suite struct DeviceDecoderTests {
  struct Stream: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let changes: [String]

    var testDescription: String { name }
  }

  static let contacts = [
    Stream(
      name: "protocol B, two fingers",
      text: DeviceTexts.slots + """
        E: 0.000000 0003 0039 0012
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0001 014a 0001
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0035 0110
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 002f 0001
        E: 0.032000 0003 0039 0013
        E: 0.032000 0003 0035 0400
        E: 0.032000 0003 0036 0240
        E: 0.032000 0000 0000 0000
        E: 0.048000 0003 002f 0000
        E: 0.048000 0003 0039 -001
        E: 0.048000 0000 0000 0000
        E: 0.064000 0003 002f 0001
        E: 0.064000 0003 0039 -001
        E: 0.064000 0001 014a 0000
        E: 0.064000 0000 0000 0000
        """,
      changes: [
        "0 began 0 at 20100,10100", "16 moved 0 at 22100,10100", "32 began 1 at 80100,48100",
        "48 ended 0 at 22100,10100", "64 ended 1 at 80100,48100",
      ]),
    Stream(
      name: "protocol B, another finger in one report at a position that is not repeated",
      text: DeviceTexts.slots + """
        E: 0.000000 0003 0039 0012
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0039 0013
        E: 0.016000 0003 0036 0060
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 0039 -001
        E: 0.032000 0003 0035 0300
        E: 0.032000 0000 0000 0000
        """,
      changes: [
        "0 began 0 at 20100,10100", "16 ended 0 at 20100,10100", "16 began 0 at 20100,12100",
        "32 ended 0 at 20100,12100",
      ]),
    Stream(
      name: "protocol B, a finger that becomes a palm",
      text: DeviceTexts.slots + """
        E: 0.000000 0003 0039 0012
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0037 0002
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 0037 0000
        E: 0.032000 0003 0035 0110
        E: 0.032000 0000 0000 0000
        E: 0.048000 0003 0039 -001
        E: 0.048000 0000 0000 0000
        """,
      changes: ["0 began 0 at 20100,10100", "16 cancelled 0 at 20100,10100"]),
    Stream(
      name: "protocol B, a slot beyond the tenth",
      text: DeviceTexts.slots + """
        E: 0.000000 0003 002f 0010
        E: 0.000000 0003 0039 0012
        E: 0.000000 0003 0035 0100
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0039 -001
        E: 0.016000 0000 0000 0000
        """, changes: []),
    Stream(
      name: "protocol A, two fingers in any order",
      text: DeviceTexts.anonymous + """
        E: 0.000000 0001 014a 0001
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0000 0002 0000
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0035 0400
        E: 0.016000 0003 0036 0240
        E: 0.016000 0000 0002 0000
        E: 0.016000 0003 0035 0110
        E: 0.016000 0003 0036 0050
        E: 0.016000 0000 0002 0000
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 0035 0400
        E: 0.032000 0003 0036 0240
        E: 0.032000 0000 0002 0000
        E: 0.032000 0000 0000 0000
        E: 0.048000 0001 014a 0000
        E: 0.048000 0000 0000 0000
        """,
      changes: [
        "0 began 0 at 20100,10100", "16 moved 0 at 22100,10100", "16 began 1 at 80100,48100",
        "32 ended 0 at 22100,10100", "48 ended 1 at 80100,48100",
      ]),
    Stream(
      name: "protocol A, without a button an empty contact says that nothing is down",
      text: DeviceTexts.anonymousWithoutButton + """
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0000 0002 0000
        E: 0.000000 0000 0000 0000
        E: 0.016000 0000 0000 0000
        E: 0.032000 0000 0002 0000
        E: 0.032000 0000 0000 0000
        """, changes: ["0 began 0 at 20100,10100", "32 ended 0 at 20100,10100"]),
    Stream(
      name: "protocol A, identities of contacts count more than distances",
      text: DeviceTexts.anonymousWithoutButton + """
        E: 0.000000 0003 0039 0007
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0000 0002 0000
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0039 0008
        E: 0.016000 0003 0035 0100
        E: 0.016000 0003 0036 0050
        E: 0.016000 0000 0002 0000
        E: 0.016000 0000 0000 0000
        E: 0.032000 0000 0002 0000
        E: 0.032000 0000 0000 0000
        """,
      changes: [
        "0 began 0 at 20100,10100", "16 ended 0 at 20100,10100", "16 began 0 at 20100,10100",
        "32 ended 0 at 20100,10100",
      ]),
    Stream(
      name: "single touch",
      text: DeviceTexts.single + """
        E: 0.000000 0001 014a 0001
        E: 0.000000 0003 0000 2048
        E: 0.000000 0003 0001 1024
        E: 0.000000 0003 0018 0120
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0018 0000
        E: 0.016000 0003 0000 0004
        E: 0.016000 0001 014a 0000
        E: 0.016000 0000 0000 0000
        """, changes: ["0 began 0 at 80020,24012", "16 ended 0 at 80020,24012"]),
    Stream(
      name: "single touch without a button",
      text: DeviceTexts.pressure + """
        E: 0.000000 0003 0000 0100
        E: 0.000000 0003 0001 0050
        E: 0.000000 0003 0018 0007
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0018 0009
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 0018 0000
        E: 0.032000 0000 0000 0000
        """, changes: ["0 began 0 at 20100,10100", "32 ended 0 at 20100,10100"]),
    Stream(
      name: "an absolute mouse and its wheel",
      text: DeviceTexts.tablet + """
        E: 0.000000 0003 0000 16384
        E: 0.000000 0003 0001 8192
        E: 0.000000 0000 0000 0000
        E: 0.016000 0001 0110 0001
        E: 0.016000 0000 0000 0000
        E: 0.032000 0001 0110 0000
        E: 0.032000 0000 0000 0000
        E: 0.048000 0002 0008 -001
        E: 0.048000 0000 0000 0000
        """, changes: ["16 began 0 at 80002,24001", "32 ended 0 at 80002,24001", "48 turn 1"]),
    Stream(
      name: "a mouse",
      text: DeviceTexts.mouse + """
        E: 0.000000 0002 0000 0010
        E: 0.000000 0002 0001 -020
        E: 0.000000 0000 0000 0000
        E: 0.016000 0001 0110 0001
        E: 0.016000 0000 0000 0000
        E: 0.032000 0002 0000 5000
        E: 0.032000 0000 0000 0000
        E: 0.048000 0001 0110 0000
        E: 0.048000 0000 0000 0000
        E: 0.064000 0002 0008 0001
        E: 0.064000 0002 000b 0120
        E: 0.064000 0000 0000 0000
        """,
      changes: [
        "0 pointer at 82000,44000", "16 began 0 at 82000,44000", "32 moved 0 at 159999,44000",
        "48 ended 0 at 159999,44000", "64 turn -1",
      ]),
    Stream(
      name: "a device whose axes have no range",
      text: DeviceTexts.flat + """
        E: 0.000000 0003 0039 0012
        E: 0.000000 0003 0035 0100
        E: 0.000000 0001 014a 0001
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0035 0110
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 0039 -001
        E: 0.032000 0000 0000 0000
        """, changes: ["0 presence"]),
    Stream(
      name: "a touchpad",
      text: DeviceTexts.touchpad + """
        E: 0.000000 0003 0039 0012
        E: 0.000000 0003 0035 0100
        E: 0.000000 0001 014a 0001
        E: 0.000000 0000 0000 0000
        E: 0.016000 0003 0039 -001
        E: 0.016000 0001 014a 0000
        E: 0.016000 0000 0000 0000
        """, changes: ["0 key 330 down", "16 key 330 up"]),
  ]

  static let keys = [
    Stream(
      name: "a keyboard repeats",
      text: DeviceTexts.keyboard + """
        E: 0.000000 0004 0004 0028
        E: 0.000000 0001 001c 0001
        E: 0.000000 0000 0000 0000
        E: 0.250000 0001 001c 0002
        E: 0.250000 0000 0000 0001
        E: 0.283000 0001 001c 0002
        E: 0.300000 0001 001c 0000
        E: 0.300000 0000 0000 0000
        """, changes: ["0 key 28 down", "300 key 28 up"]),
    Stream(
      name: "buttons on lines",
      text: DeviceTexts.buttons + """
        E: 0.000000 0001 001c 0001
        E: 0.000000 0000 0000 0000
        E: 0.050000 0001 001c 0001
        E: 0.100000 0001 001c 0000
        E: 0.100000 0001 001c 0000
        E: 0.100000 0001 ffff 0001
        """, changes: ["0 key 28 down", "100 key 28 up"]),
    Stream(
      name: "a rotary encoder",
      text: DeviceTexts.encoder + """
        E: 0.000000 0002 0000 0001
        E: 0.000000 0000 0000 0000
        E: 0.020000 0002 0000 -001
        E: 0.020000 0000 0000 0000
        E: 0.040000 0002 0000 -2147483648
        E: 0.040000 0002 0000 0000
        E: 0.040000 0002 0001 0005
        """, changes: ["0 turn 1", "20 turn -1", "40 turn -1000"]),
    Stream(
      name: "a wheel whose high-resolution axis repeats it",
      text: DeviceTexts.wheelKnob + """
        E: 0.000000 0002 0008 0002
        E: 0.000000 0002 000b 0240
        E: 0.000000 0000 0000 0000
        """, changes: ["0 turn 2"]),
    Stream(
      name: "a dial before its wheel",
      text: DeviceTexts.dial + """
        E: 0.000000 0002 0007 0001
        E: 0.000000 0002 0008 0001
        E: 0.000000 0000 0000 0000
        """, changes: ["0 turn 1"]),
  ]

  static let drops = [
    Stream(
      name: "protocol B",
      text: DeviceTexts.slots + """
        E: 0.000000 0003 0039 0012
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0000 0000 0000
        L: 0.010000 0003 0035 0300
        L: 0.010000 0003 002f 0001
        L: 0.010000 0003 0039 0013
        L: 0.010000 0003 0035 0400
        L: 0.010000 0003 0036 0240
        E: 0.016000 0000 0003 0000
        E: 0.016000 0003 0036 0070
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 0035 0410
        E: 0.032000 0000 0000 0000
        E: 0.048000 0003 0039 -001
        E: 0.048000 0000 0000 0000
        E: 0.064000 0003 0039 0014
        E: 0.064000 0000 0000 0000
        E: 0.080000 0003 0039 -001
        E: 0.080000 0003 002f 0000
        E: 0.080000 0003 0039 -001
        E: 0.080000 0000 0000 0000
        """,
      changes: [
        "0 began 0 at 20100,10100", "16 cancelled", "64 began 1 at 82100,14100", "80 ended 1 at 82100,14100",
      ]),
    Stream(
      name: "protocol B, a finger that was lifted and put down again",
      text: DeviceTexts.slots + """
        E: 0.000000 0003 0039 0012
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0000 0000 0000
        L: 0.010000 0003 0039 -001
        E: 0.016000 0000 0003 0000
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 0039 0013
        E: 0.032000 0000 0000 0000
        E: 0.048000 0003 0039 -001
        E: 0.048000 0000 0000 0000
        """,
      changes: [
        "0 began 0 at 20100,10100", "16 cancelled", "32 began 0 at 20100,10100", "48 ended 0 at 20100,10100",
      ]),
    Stream(
      name: "protocol A, until nothing is down",
      text: DeviceTexts.anonymousWithoutButton + """
        E: 0.000000 0003 0035 0100
        E: 0.000000 0003 0036 0050
        E: 0.000000 0000 0002 0000
        E: 0.000000 0000 0000 0000
        E: 0.016000 0000 0003 0000
        E: 0.016000 0000 0000 0000
        E: 0.032000 0003 0035 0100
        E: 0.032000 0003 0036 0050
        E: 0.032000 0000 0002 0000
        E: 0.032000 0000 0000 0000
        E: 0.048000 0000 0002 0000
        E: 0.048000 0000 0000 0000
        E: 0.064000 0003 0035 0100
        E: 0.064000 0003 0036 0050
        E: 0.064000 0000 0002 0000
        E: 0.064000 0000 0000 0000
        """, changes: ["0 began 0 at 20100,10100", "16 cancelled", "64 began 0 at 20100,10100"]),
    Stream(
      name: "single touch",
      text: DeviceTexts.single + """
        E: 0.000000 0001 014a 0001
        E: 0.000000 0003 0000 2048
        E: 0.000000 0003 0001 1024
        E: 0.000000 0000 0000 0000
        L: 0.010000 0003 0000 0000
        E: 0.016000 0000 0003 0000
        E: 0.016000 0000 0000 0000
        E: 0.032000 0001 014a 0000
        E: 0.032000 0000 0000 0000
        E: 0.048000 0001 014a 0001
        E: 0.048000 0000 0000 0000
        """, changes: ["0 began 0 at 80020,24012", "16 cancelled", "48 began 0 at 20,24012"]),
    Stream(
      name: "a key that stays down, and one that comes up meanwhile",
      text: DeviceTexts.keyboard + """
        E: 0.000000 0001 001c 0001
        E: 0.000000 0001 001e 0001
        E: 0.000000 0000 0000 0000
        L: 0.010000 0001 001e 0000
        E: 0.016000 0000 0003 0000
        E: 0.016000 0001 001f 0001
        E: 0.016000 0000 0000 0000
        E: 0.032000 0001 001c 0000
        E: 0.048000 0001 001c 0001
        E: 0.048000 0001 001e 0001
        """,
      changes: ["0 key 28 down", "0 key 30 down", "16 cancelled", "48 key 28 down", "48 key 30 down"]),
    Stream(
      name: "a device that is gone with a finger and a key down",
      text: DeviceTexts.slots + """
        E: 0.000000 0003 0039 0012
        E: 0.000000 0000 0000 0000
        E: 0.016000 0001 001c 0001
        R: 0.032000
        E: 0.048000 0003 0039 -001
        E: 0.048000 0001 001c 0000
        E: 0.048000 0000 0000 0000
        """, changes: ["0 began 0 at 100,100", "16 key 28 down", "32 cancelled"]),
  ]

  @Test(arguments: contacts)
  func `positions become contacts on the panel`(stream: Stream) throws {
    #expect(try EventRecording(stream.text).play() == stream.changes)
  }

  @Test(arguments: keys)
  func `keys and knobs are reported once`(stream: Stream) throws {
    #expect(try EventRecording(stream.text).play() == stream.changes)
  }

  @Test(arguments: drops)
  func `after dropped events everything that was down has ended without an effect`(stream: Stream) throws {
    #expect(try EventRecording(stream.text).play() == stream.changes)
  }

  @Test func `a finger and a key that are down when the device is opened are ignored until they are up`() throws {
    let traits = try EventRecording(DeviceTexts.slots).traits
    var state = DeviceState()
    state.keys.insert(28)
    state.slot = 1
    state.contacts[1].identity = 5
    var decoder = DeviceDecoder(
      traits, number: 3, surface: InputRig.surface, calibration: .identity, state: state)
    var packet = InputPacket()
    let events: [(UInt16, UInt16, Int32)] = [
      (3, 0x35, 40), (0, 0, 0), (3, 0x39, -1), (1, 28, 0), (0, 0, 0), (3, 0x39, 6), (1, 28, 1), (0, 0, 0),
    ]
    for event in events {
      let request = decoder.take(
        InputEvent(at: MonotonicInstant(milliseconds: 7), type: event.0, code: event.1, value: event.2), into: &packet)
      #expect(request == .nothing)
    }
    #expect(packet.count == 2)
    #expect(EventRecording.text(packet[0]) == "7 key 28 down")
    #expect(EventRecording.text(packet[1]) == "7 began 1 at 8100,100")
    guard case .contact(let contact) = packet[1] else {
      Issue.record("no contact")
      return
    }
    #expect(contact.device == 3)
  }

  @Test func `what wakes a dark panel is a finger, a key or a turn`() {
    let at = MonotonicInstant(milliseconds: 1)
    let point = PanelPoint(x: 0, y: 0)
    func contact(_ phase: TouchContact.Phase) -> InputChange {
      .contact(TouchContact(device: 0, place: 0, phase: phase, position: point, at: at))
    }
    let waking: [InputChange] = [
      contact(.began), .key(KeyChange(device: 0, code: 30, isDown: true, at: at)),
      .turn(KnobTurn(device: 0, detents: 1, at: at)), .presence(at: at),
    ]
    let others: [InputChange] = [
      contact(.moved), contact(.ended), contact(.cancelled),
      .key(KeyChange(device: 0, code: 30, isDown: false, at: at)), .pointer(point, at: at),
      .cancelled(device: 0, at: at),
    ]
    #expect(waking.allSatisfy { $0.isActivity && $0.at == at })
    #expect(others.allSatisfy { !$0.isActivity && $0.at == at })
  }

  @Test func `a report of ten fingers fits a packet with room, and a packet that is full cancels everything`() {
    var traits = DeviceTraits()
    traits.absoluteAxes = 1 << 0x2F | 1 << 0x35 | 1 << 0x36
    traits.x = AxisRange(minimum: 0, maximum: 799)
    traits.y = AxisRange(minimum: 0, maximum: 479)
    var decoder = DeviceDecoder(
      traits, number: 0, surface: InputRig.surface, calibration: .identity, state: DeviceState())
    var packet = InputPacket()
    var identity: Int32 = 1
    func put(_ decoder: inout DeviceDecoder, _ packet: inout InputPacket) {
      for slot in Int32(0)..<10 {
        for event in [(EventCode.slot, slot), (EventCode.contactIdentity, identity)] {
          _ = decoder.take(
            InputEvent(
              at: MonotonicInstant(milliseconds: 1), type: EventType.absolute, code: event.0, value: event.1),
            into: &packet)
        }
        identity += 1
      }
      let report = InputEvent(
        at: MonotonicInstant(milliseconds: 1), type: EventType.synchronisation, code: EventCode.report, value: 0)
      _ = decoder.take(report, into: &packet)
    }
    put(&decoder, &packet)
    #expect(packet.count == 10 && packet.hasRoomForEvent)
    put(&decoder, &packet)
    #expect(packet.count == 30 && !packet.hasRoomForEvent)
    put(&decoder, &packet)
    #expect(packet[0] == .cancelled(device: InputChange.everyDevice, at: MonotonicInstant(milliseconds: 1)))
    packet.removeAll()
    #expect(packet.count == 0 && packet.hasRoomForEvent)
  }
}
