/// The way in which a device reports positions.
public enum PointingKind: UInt8, Sendable, BitwiseCopyable {
  /// None that are positions on a panel: keys and knobs, but also touchpads and joysticks.
  case none = 0
  /// Contacts with slots and identities: multitouch protocol B.
  case slots = 1
  /// Contacts in sequence: multitouch protocol A.
  case anonymous = 2
  /// One position and a button or a pressure: single touch, or an absolute mouse.
  case single = 3
  /// Relative motion and a button.
  case mouse = 4
}

/// The abilities of a device, as the kernel lists them when it is opened.
public struct DeviceTraits: Sendable, BitwiseCopyable {
  /// Keys and buttons (EVIOCGBIT of EV_KEY).
  public var keys = KeySet()
  /// One bit per relative axis (EVIOCGBIT of EV_REL).
  public var relativeAxes: UInt32 = 0
  /// One bit per absolute axis (EVIOCGBIT of EV_ABS).
  public var absoluteAxes: UInt64 = 0
  /// One bit per property (EVIOCGPROP).
  public var properties: UInt32 = 0
  /// Ranges of the axes that `positionCodes` names (EVIOCGABS).
  public var x = AxisRange.none
  public var y = AxisRange.none

  public init() {}

  /// The way in which the device reports positions, as udev and libinput classify devices.
  public var pointing: PointingKind {
    if isSensor || isTouchpad || has(EventCode.belowSlot) { return .none }
    if has(EventCode.contactX) && has(EventCode.contactY) { return has(EventCode.slot) ? .slots : .anonymous }
    if has(EventCode.x) && has(EventCode.y) && !isMoved && (contactKey != nil || has(EventCode.pressure)) {
      return .single
    }
    return isMoved && keys.contains(EventCode.leftButton) ? .mouse : .none
  }

  /// Codes of the absolute axes whose ranges are `x` and `y`; nil for devices without positions.
  public var positionCodes: (x: UInt16, y: UInt16)? {
    switch pointing {
    case .none, .mouse: nil
    case .slots, .anonymous: (EventCode.contactX, EventCode.contactY)
    case .single: (EventCode.x, EventCode.y)
    }
  }

  /// The button that is down while a finger, or a mouse's button, is; nil = the device has none.
  var contactKey: UInt16? {
    if keys.contains(EventCode.touch) { return EventCode.touch }
    return keys.contains(EventCode.leftButton) ? EventCode.leftButton : nil
  }

  /// The axis of a knob or a wheel. A device has one: the high-resolution axes repeat its detents.
  var knob: KnobAxis? {
    if hasRelative(EventCode.dial) { return KnobAxis(code: EventCode.dial) }
    if hasRelative(EventCode.wheel) {
      return KnobAxis(code: EventCode.wheel, isReversed: keys.contains(EventCode.leftButton))
    }
    if isMoved { return nil }
    // A rotary encoder's axis is any that its device tree names; many examples name REL_X.
    for code in EventCode.relativeX...EventCode.relativeOther where hasRelative(code) { return KnobAxis(code: code) }
    return nil
  }

  /// Whether it has keys, positions or a knob, which a panel can use.
  public var isUseful: Bool {
    if pointing != .none || knob != nil { return true }
    for index in 0..<12 where keys.words[index] != 0 { return true }
    return false
  }

  /// Whether the whole device is moved, as a mouse or a trackball is.
  private var isMoved: Bool { hasRelative(EventCode.relativeX) && hasRelative(EventCode.relativeY) }

  /// A finger's tool without a pen's and without a panel below: a touchpad, whose positions are not the panel's.
  private var isTouchpad: Bool {
    let isDirect = properties & 1 << 1 != 0
    return !isDirect && keys.contains(EventCode.finger) && !keys.contains(EventCode.pen)
  }

  /// An accelerometer, whose axes look like positions.
  private var isSensor: Bool { properties & 1 << 6 != 0 }

  private func has(_ code: UInt16) -> Bool { absoluteAxes >> UInt64(code) & 1 == 1 }

  private func hasRelative(_ code: UInt16) -> Bool { relativeAxes >> UInt32(code) & 1 == 1 }
}

/// The relative axis of a knob or a wheel.
struct KnobAxis: BitwiseCopyable {
  var code: UInt16
  /// Whether the axis counts up where `KnobTurn` counts down.
  var isReversed = false
}
