import AfterglowCore
import AfterglowInput

/// A device with the state that the kernel keeps of it.
struct FuzzedDevice {
  let kind: PointingKind
  private var decoder: DeviceDecoder
  private var state = DeviceState()

  init(_ traits: DeviceTraits, number: UInt8, surface: TouchSurface) {
    kind = traits.pointing
    decoder = DeviceDecoder(
      traits, number: number, surface: surface, calibration: .identity, state: DeviceState())
  }

  /// Decodes an event.
  mutating func play(_ event: InputEvent, into packet: inout InputPacket) {
    lose(event)
    if decoder.take(event, into: &packet) == .state { decoder.resynchronise(with: state) }
  }

  /// Follows an event that the kernel drops: it changes the device's state alone.
  mutating func lose(_ event: InputEvent) {
    if event.type == EventType.key && event.value == 1 { state.keys.insert(event.code) }
    if event.type == EventType.key && event.value == 0 { state.keys.remove(event.code) }
    guard event.type == EventType.absolute else { return }
    switch event.code {
    case EventCode.x: state.x = event.value
    case EventCode.y: state.y = event.value
    case EventCode.pressure: state.pressure = event.value
    case EventCode.slot: state.slot = event.value
    default: loseContact(event)
    }
  }

  private mutating func loseContact(_ event: InputEvent) {
    guard state.slot >= 0 && state.slot < Int32(DeviceState.contactCount) else { return }
    let slot = Int(state.slot)
    switch event.code {
    case EventCode.contactIdentity: state.contacts[slot].identity = event.value
    case EventCode.contactX: state.contacts[slot].x = event.value
    case EventCode.contactY: state.contacts[slot].y = event.value
    case EventCode.contactTool: state.contacts[slot].isPalm = event.value == DeviceState.palm
    default: break
    }
  }

  mutating func remove(at time: MonotonicInstant, into packet: inout InputPacket) {
    decoder.remove(at: time, into: &packet)
    state = DeviceState()
  }

  // MARK: Events

  /// Devices of each kind, also with axes that have no range. Axes have one step for each pixel of 120 × 60.
  static let everyKind: [DeviceTraits] = {
    let contact = [EventCode.contactX, EventCode.contactY]
    let slots = touch([EventCode.slot] + contact, keys: [EventCode.touch])
    let single = touch([EventCode.x, EventCode.y], keys: [EventCode.touch])
    let pressed = touch([EventCode.x, EventCode.y, EventCode.pressure], keys: [])
    var mouse = DeviceTraits()
    mouse.relativeAxes = 0x103
    mouse.keys.insert(EventCode.leftButton)
    var knob = DeviceTraits()
    knob.relativeAxes = 1
    knob.keys.insert(KeyCode.enter)
    var (flat, line) = (slots, single)
    flat.x = .none
    flat.y = .none
    line.y = .none
    return [slots, touch(contact, keys: []), single, pressed, mouse, knob, flat, line]
  }()

  private static func touch(_ axes: [UInt16], keys: [UInt16]) -> DeviceTraits {
    var traits = DeviceTraits()
    for axis in axes { traits.absoluteAxes |= 1 << UInt64(axis) }
    for key in keys { traits.keys.insert(key) }
    traits.x = AxisRange(minimum: 0, maximum: 119)
    traits.y = AxisRange(minimum: 0, maximum: 59)
    return traits
  }

  /// Events with an effect: type, code, and the least value with a mask of the number that is added to it.
  private static let usual: [(type: UInt16, code: UInt16, least: Int32, mask: UInt64)] = [
    (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 2, 0, 0), (0, 2, 0, 0), (1, 0x14A, 0, 1),
    (1, 0x14A, 0, 1), (1, 0x110, 0, 1), (1, 28, 0, 1), (1, 30, 0, 1), (1, 57, 0, 1), (2, 0, -1, 3), (2, 1, -1, 3),
    (2, 8, -1, 3), (3, 0, 20, 3), (3, 0, 0, 127), (3, 1, 20, 1), (3, 0x18, 0, 1), (3, 0x2F, 0, 1),
    (3, 0x35, 20, 3), (3, 0x35, 0, 127), (3, 0x36, 20, 1), (3, 0x37, 0, 2), (3, 0x39, -1, 1), (3, 0x39, -1, 7),
  ]

  /// An event for any number: most have an effect, and some have any type, code and value.
  static func event(_ word: UInt64, at time: MonotonicInstant) -> InputEvent {
    let selector = Int(word & 0xFF)
    let any = Int32(truncatingIfNeeded: word >> 24)
    if selector >= 250 {
      let code = UInt16(truncatingIfNeeded: word >> 32)
      return InputEvent(at: time, type: UInt16(truncatingIfNeeded: word >> 16 & 7), code: code, value: any)
    }
    let chosen = usual[selector % usual.count]
    let value = word >> 8 & 31 == 0 ? any : chosen.least + Int32(word >> 24 & chosen.mask)
    return InputEvent(at: time, type: chosen.type, code: chosen.code, value: value)
  }

  /// The events of a whole tap on a pixel: those until the finger is down, and those that lift it.
  static func tap(_ kind: PointingKind, x: Int32, y: Int32) -> (down: [[Int32]], up: [[Int32]])? {
    switch kind {
    case .slots:
      let down: [[Int32]] = [[3, 0x2F, 0], [3, 0x37, 0], [3, 0x39, 9], [3, 0x35, x], [3, 0x36, y], [0, 0, 0]]
      return (down, [[3, 0x39, -1], [0, 0, 0]])
    case .single:
      return (
        [[3, 0, x], [3, 1, y], [3, 0x18, 1], [1, 0x14A, 1], [0, 0, 0]], [[3, 0x18, 0], [1, 0x14A, 0], [0, 0, 0]]
      )
    default: return nil
    }
  }
}
