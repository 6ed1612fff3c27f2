import AfterglowCore
import AfterglowInput

/// The state that the kernel keeps of a device.
struct DeviceModel {
  let kind: PointingKind
  private(set) var state = DeviceState()

  init(_ kind: PointingKind) { self.kind = kind }

  /// Follows an event, also one that a reader does not get.
  mutating func apply(_ event: InputEvent) {
    if event.type == EventType.key && event.value == 1 { state.keys.insert(event.code) }
    if event.type == EventType.key && event.value == 0 { state.keys.remove(event.code) }
    guard event.type == EventType.absolute else { return }
    if kind == .slots {
      applySlotted(event)
    } else if event.code == EventCode.x {
      state.x = event.value
    } else if event.code == EventCode.y {
      state.y = event.value
    } else if event.code == EventCode.pressure {
      state.pressure = event.value
    }
  }

  private mutating func applySlotted(_ event: InputEvent) {
    if event.code == EventCode.slot { state.slot = event.value }
    guard state.slot >= 0 && state.slot < Int32(DeviceState.contactCount) else { return }
    let slot = Int(state.slot)
    if event.code == EventCode.contactIdentity { state.contacts[slot].identity = event.value }
    if event.code == EventCode.contactX { state.contacts[slot].x = event.value }
    if event.code == EventCode.contactY { state.contacts[slot].y = event.value }
    if event.code == EventCode.contactTool { state.contacts[slot].isPalm = event.value == 2 }
  }
}

/// Whether gestures that begin also end, and none ends that has not begun.
struct GestureBalance {
  private(set) var problems: [String] = []
  private var isPressed = false
  private var isLong = false
  private var isDragging = false
  private var isFocusPressed = false
  private var isTurning = false

  /// Whether everything that has begun has ended.
  var isAtRest: Bool { !isPressed && !isDragging && !isFocusPressed && !isTurning }

  mutating func note(_ gesture: Gesture) {
    switch gesture {
    case .press:
      check(!isPressed && !isDragging, gesture)
      (isPressed, isLong) = (true, false)
    case .tap, .longPress, .pressEnded:
      check(isPressed, gesture)
      (isPressed, isLong) = (false, gesture.isLongPress)
    case .lateTap:
      check(isLong, gesture)
      isLong = false
    case .drag:
      check(!isPressed, gesture)
      isDragging = true
    case .swipe:
      check(!isPressed, gesture)
      isDragging = false
    case .dragEnded:
      check(isDragging, gesture)
      isDragging = false
    case .focusPress:
      check(!isFocusPressed && !isTurning, gesture)
      isFocusPressed = true
    case .focusTap, .focusLongPress, .focusPressEnded:
      check(isFocusPressed, gesture)
      isFocusPressed = false
    case .heldTurn:
      check(!isFocusPressed, gesture)
      isTurning = true
    case .heldTurnEnded:
      check(isTurning, gesture)
      isTurning = false
    case .turn, .sideways, .page, .dismiss, .key, .pointer: break
    }
  }

  private mutating func check(_ holds: Bool, _ gesture: Gesture) {
    if !holds { problems.append("\(gesture)") }
  }
}

extension Gesture {
  fileprivate var isLongPress: Bool { if case .longPress = self { true } else { false } }
}

/// Devices of a panel with their decoders and the panel's gestures, as guard and renderer drive them.
final class InputRig {
  private struct Device {
    var decoder: DeviceDecoder
    var model: DeviceModel
  }

  /// 800×480 pixels of 200 µm.
  static let surface = TouchSurface(
    sizePx: PixelSize(width: 800, height: 480), widthMicrometres: 160_000, heightMicrometres: 96_000, rotation: .none)

  private var devices: [Device]
  private var packet = InputPacket()
  private var gestures: GestureState
  private(set) var changes: [InputChange] = []
  private(set) var found: [Gesture] = []
  private(set) var balance = GestureBalance()

  init(
    _ traits: [DeviceTraits], surface: TouchSurface = InputRig.surface, calibration: CalibrationMatrix = .identity
  ) {
    gestures = GestureState()
    devices = traits.enumerated().map { number, traits in
      let decoder = DeviceDecoder(
        traits, number: UInt8(number), surface: surface, calibration: calibration, state: DeviceState())
      return Device(decoder: decoder, model: DeviceModel(traits.pointing))
    }
  }

  /// Passes an event to a device's decoder, as a guard does that reads the device.
  ///
  /// - Parameter isLost: whether the kernel drops the event, so that only its own state changes.
  func play(_ event: InputEvent, device: Int = 0, isLost: Bool = false) {
    devices[device].model.apply(event)
    if isLost { return }
    if !packet.hasRoomForEvent { deliver() }
    if devices[device].decoder.take(event, into: &packet) == .state {
      devices[device].decoder.resynchronise(with: devices[device].model.state)
    }
  }

  /// Removes a device; its next events are those of a new one.
  func remove(_ device: Int, at time: MonotonicInstant) {
    if !packet.hasRoomForEvent { deliver() }
    devices[device].decoder.remove(at: time, into: &packet)
    devices[device].model = DeviceModel(devices[device].model.kind)
  }

  func removeAll(at time: MonotonicInstant) {
    for device in devices.indices { remove(device, at: time) }
    deliver()
  }

  /// Passes the packet to the gestures, as the renderer does once per frame.
  func deliver() {
    for index in 0..<packet.count {
      let change = packet[index]
      changes.append(change)
      follow(change)
    }
    packet.removeAll()
  }

  /// Passes a change to the gestures alone.
  func follow(_ change: InputChange) { note(gestures.take(change)) }

  func advance(to time: MonotonicInstant) { note(gestures.advance(to: time)) }

  func abandon() { note(gestures.abandon()) }

  var nextDue: MonotonicInstant { gestures.nextDue }

  /// Forgets what was found so far.
  func forget() {
    changes = []
    found = []
  }

  private func note(_ list: GestureList) {
    for index in 0..<list.count {
      found.append(list[index])
      balance.note(list[index])
    }
  }

  // MARK: Random input

  /// A device of each kind, and one whose axes have no range.
  static let everyKind: [DeviceTraits] = {
    var slots = touch([EventCode.slot, EventCode.contactX, EventCode.contactY], keys: [EventCode.touch])
    slots.properties = 2
    let anonymous = touch([EventCode.contactX, EventCode.contactY], keys: [])
    let single = touch([EventCode.x, EventCode.y], keys: [EventCode.touch])
    let pressed = touch([EventCode.x, EventCode.y, EventCode.pressure], keys: [])
    var mouse = DeviceTraits()
    mouse.relativeAxes = 0x103
    mouse.keys.insert(EventCode.leftButton)
    var knob = DeviceTraits()
    knob.relativeAxes = 1
    knob.keys.insert(28)
    var flat = slots
    flat.x = .none
    return [slots, anonymous, single, pressed, mouse, knob, flat]
  }()

  private static func touch(_ axes: [UInt16], keys: [UInt16]) -> DeviceTraits {
    var traits = DeviceTraits()
    for axis in axes { traits.absoluteAxes |= 1 << UInt64(axis) }
    for key in keys { traits.keys.insert(key) }
    traits.x = AxisRange(minimum: 0, maximum: 799)
    traits.y = AxisRange(minimum: 0, maximum: 479)
    return traits
  }

  /// Events with an effect: type, code, and the least value with a mask of what is added to it.
  private static let usual: [(type: UInt16, code: UInt16, least: Int32, mask: UInt64)] = [
    (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 2, 0, 0), (0, 2, 0, 0), (1, 0x14A, 0, 1),
    (1, 0x14A, 0, 1), (1, 0x110, 0, 1), (1, 28, 0, 1), (1, 30, 0, 1), (1, 57, 0, 1), (2, 0, -1, 3), (2, 1, -1, 3),
    (2, 8, -1, 3), (2, 11, -120, 255), (3, 0, 100, 3), (3, 0, 0, 511), (3, 1, 100, 3), (3, 0x18, 0, 1),
    (3, 0x2F, 0, 1), (3, 0x35, 100, 3), (3, 0x35, 0, 511), (3, 0x36, 100, 3), (3, 0x37, 0, 2), (3, 0x39, -1, 1),
    (3, 0x39, -1, 1), (3, 0x39, -1, 7),
  ]

  /// An event for any number: most have an effect, one in 256 is a drop, and some have any type, code and value.
  static func event(_ word: UInt64, at time: MonotonicInstant) -> InputEvent {
    let selector = Int(word & 0xFF)
    let any = Int32(truncatingIfNeeded: word >> 24)
    if selector == 255 { return InputEvent(at: time, type: 0, code: 3, value: 0) }
    if selector >= 250 {
      let code = UInt16(truncatingIfNeeded: word >> 32)
      return InputEvent(at: time, type: UInt16(truncatingIfNeeded: word >> 16 & 7), code: code, value: any)
    }
    let chosen = usual[selector % usual.count]
    let value = word >> 8 & 31 == 0 ? any : chosen.least + Int32(word >> 24 & chosen.mask)
    return InputEvent(at: time, type: chosen.type, code: chosen.code, value: value)
  }
}
