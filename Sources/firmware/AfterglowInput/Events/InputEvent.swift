import AfterglowCore

/// An event of an input device, as the kernel's `struct input_event`.
public struct InputEvent: Equatable, Sendable, BitwiseCopyable {
  /// The kernel's time stamp, on the clock that EVIOCSCLOCKID has chosen (CLOCK_BOOTTIME).
  public var at: MonotonicInstant
  /// `EventType`.
  public var type: UInt16
  /// `EventCode`.
  public var code: UInt16
  public var value: Int32

  public init(at: MonotonicInstant, type: UInt16, code: UInt16, value: Int32) {
    self.at = at
    self.type = type
    self.code = code
    self.value = value
  }
}

/// Types of events (`EV_…` in `linux/input-event-codes.h`).
public enum EventType {
  public static var synchronisation: UInt16 { 0x00 }
  public static var key: UInt16 { 0x01 }
  public static var relative: UInt16 { 0x02 }
  public static var absolute: UInt16 { 0x03 }
}

/// Codes of events (`linux/input-event-codes.h`).
public enum EventCode {
  /// `SYN_REPORT`: the events since the previous report belong together.
  public static var report: UInt16 { 0 }
  /// `SYN_MT_REPORT`: the end of a contact in protocol A.
  public static var contactReport: UInt16 { 2 }
  /// `SYN_DROPPED`: the kernel had no room for some events.
  public static var dropped: UInt16 { 3 }

  /// `REL_X` and the other relative axes.
  public static var relativeX: UInt16 { 0x00 }
  public static var relativeY: UInt16 { 0x01 }
  public static var dial: UInt16 { 0x07 }
  public static var wheel: UInt16 { 0x08 }
  /// `REL_MISC`, the last one that counts steps.
  public static var relativeOther: UInt16 { 0x09 }

  /// `ABS_X` and the other absolute axes.
  public static var x: UInt16 { 0x00 }
  public static var y: UInt16 { 0x01 }
  public static var pressure: UInt16 { 0x18 }
  /// The code below `ABS_MT_SLOT`. A device with it counts its axes upwards and has no contacts.
  public static var belowSlot: UInt16 { 0x2E }
  public static var slot: UInt16 { 0x2F }
  public static var contactX: UInt16 { 0x35 }
  public static var contactY: UInt16 { 0x36 }
  public static var contactTool: UInt16 { 0x37 }
  public static var contactIdentity: UInt16 { 0x39 }

  /// `BTN_LEFT`.
  public static var leftButton: UInt16 { 0x110 }
  /// `BTN_TOOL_PEN`, the first of sixteen codes for the tools of a touch device.
  public static var pen: UInt16 { 0x140 }
  public static var finger: UInt16 { 0x145 }
  public static var touch: UInt16 { 0x14A }
}

/// Codes of keys that have a meaning without a board's bindings (`KEY_…` in `linux/input-event-codes.h`).
public enum KeyCode {
  public static var escape: UInt16 { 1 }
  public static var tab: UInt16 { 15 }
  public static var enter: UInt16 { 28 }
  public static var space: UInt16 { 57 }
  public static var keypadEnter: UInt16 { 96 }
  public static var up: UInt16 { 103 }
  public static var pageUp: UInt16 { 104 }
  public static var left: UInt16 { 105 }
  public static var right: UInt16 { 106 }
  public static var down: UInt16 { 108 }
  public static var pageDown: UInt16 { 109 }
  public static var back: UInt16 { 158 }
  public static var okay: UInt16 { 352 }
  public static var select: UInt16 { 353 }
}
