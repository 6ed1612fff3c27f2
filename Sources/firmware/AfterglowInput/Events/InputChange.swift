import AfterglowCore

/// A change of a finger, or of a pressed mouse, on the panel.
public struct TouchContact: Equatable, Sendable, BitwiseCopyable {
  /// A moment in the life of a contact.
  public enum Phase: UInt8, Sendable, BitwiseCopyable {
    case began = 0
    case moved = 1
    case ended = 2
    /// It ends without an effect: a palm, for one.
    case cancelled = 3
  }

  /// Number of the device, among the devices of a panel.
  public var device: UInt8
  /// Place of the contact, 0 to 9. Contacts that touch at the same time differ in device or place.
  public var place: UInt8
  public var phase: Phase
  public var position: PanelPoint
  public var at: MonotonicInstant

  public init(device: UInt8, place: UInt8, phase: Phase, position: PanelPoint, at: MonotonicInstant) {
    self.device = device
    self.place = place
    self.phase = phase
    self.position = position
    self.at = at
  }
}

/// A key or button that went down or came up. Repeats are not reported.
public struct KeyChange: Equatable, Sendable, BitwiseCopyable {
  /// Number of the device, among the devices of a panel.
  public var device: UInt8
  /// The kernel's code, 0 to 767.
  public var code: UInt16
  public var isDown: Bool
  public var at: MonotonicInstant

  public init(device: UInt8, code: UInt16, isDown: Bool, at: MonotonicInstant) {
    self.device = device
    self.code = code
    self.isDown = isDown
    self.at = at
  }
}

/// A turn of a knob or a wheel.
public struct KnobTurn: Equatable, Sendable, BitwiseCopyable {
  /// The largest turn that is believed, in detents in either direction.
  public static var maximumDetents: Int32 { 1_000 }

  /// Number of the device, among the devices of a panel.
  public var device: UInt8
  /// Steps of the knob; positive = clockwise, or a mouse's wheel towards the user.
  public var detents: Int32
  public var at: MonotonicInstant

  public init(device: UInt8, detents: Int32, at: MonotonicInstant) {
    self.device = device
    self.detents = detents
    self.at = at
  }
}

/// A step from a device to the gestures of a panel.
public enum InputChange: Equatable, Sendable, BitwiseCopyable {
  /// The number that stands for every device in `cancelled`.
  public static var everyDevice: UInt8 { 255 }

  case contact(TouchContact)
  case key(KeyChange)
  case turn(KnobTurn)
  /// A mouse moved without its button.
  case pointer(PanelPoint, at: MonotonicInstant)
  /// A finger touched a device whose positions are unknown.
  case presence(at: MonotonicInstant)
  /// Everything that is down on this device ends without an effect: the device is gone, or the kernel dropped events.
  case cancelled(device: UInt8, at: MonotonicInstant)

  /// The kernel's time stamp.
  public var at: MonotonicInstant {
    switch self {
    case .contact(let contact): contact.at
    case .key(let key): key.at
    case .turn(let turn): turn.at
    case .pointer(_, let at), .presence(let at), .cancelled(_, let at): at
    }
  }

  /// Number of the device; nil = unknown.
  public var device: UInt8? {
    switch self {
    case .contact(let contact): contact.device
    case .key(let key): key.device
    case .turn(let turn): turn.device
    case .cancelled(let device, _): device
    case .pointer, .presence: nil
    }
  }

  /// Whether it shows that a viewer is present, and so wakes a dark panel.
  public var isActivity: Bool {
    switch self {
    case .contact(let contact): contact.phase == .began
    case .key(let key): key.isDown
    case .turn, .presence: true
    case .pointer, .cancelled: false
    }
  }
}
