/// A contact of protocol B as the kernel keeps it (EVIOCGMTSLOTS).
public struct SlotState: Sendable, BitwiseCopyable {
  /// Tracking identity; −1 = no contact.
  public var identity: Int32 = -1
  /// Last position in the slot, on the device's axes; the kernel does not repeat it for a new contact at the same place.
  public var x: Int32 = 0
  public var y: Int32 = 0
  /// Whether the contact is a palm (`ABS_MT_TOOL_TYPE`).
  public var isPalm = false

  public init() {}
}

/// The state of a device at one moment, which the kernel reports on request: after opening, and after it has dropped
/// events.
public struct DeviceState: Sendable, BitwiseCopyable {
  /// Number of contacts that are followed.
  public static var contactCount: Int { 10 }

  /// The tool of a palm (`MT_TOOL_PALM`).
  public static var palm: Int32 { 2 }

  /// Keys and buttons that are down (EVIOCGKEY).
  public var keys = KeySet()
  /// The slot of the next events (EVIOCGABS of ABS_MT_SLOT).
  public var slot: Int32 = 0
  /// Contacts of protocol B, by slot.
  public var contacts = InlineArray<10, SlotState>(repeating: SlotState())
  /// Position of single touch (EVIOCGABS of ABS_X and ABS_Y).
  public var x: Int32 = 0
  public var y: Int32 = 0
  /// Pressure of single touch without a button (EVIOCGABS of ABS_PRESSURE).
  public var pressure: Int32 = 0

  /// Nothing is down, and all positions are 0.
  public init() {}
}
