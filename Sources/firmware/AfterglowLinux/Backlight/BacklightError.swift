import CLinux

/// Why a backlight could not be set up.
public struct BacklightError: Error {
  /// What failed.
  public enum Step: Equatable, Sendable {
    case notFound, severalFound, readMaximum, readBrightness, readPower, openBrightness, openPower
  }

  public let step: Step
  /// The device, or the requested name if none was found; if there are several, one of them.
  public let device: ShortText
  /// 0 if no call failed.
  public let errno: Int32

  init(_ step: Step, device: ShortText, errno: Int32) {
    self.step = step
    self.device = device
    self.errno = errno
  }

  init(_ step: Step, device: UnsafePointer<CChar>, errno: Int32) {
    self.init(step, device: ShortText(cString: device), errno: errno)
  }

  /// Writes one sentence with the device, the cause and what to do.
  public func write(to text: inout some TextSink & ~Copyable) {
    text.write("backlight ")
    device.withCString { text.write(cString: $0) }
    text.write(": ")
    text.write(what)
    if step != .notFound && step != .severalFound {
      text.write(": ")
      text.write(cString: ag_errno_text(errno))
    }
    text.write("; ")
    text.write(advice)
  }

  private var what: StaticString {
    switch step {
    case .notFound: "there is no such device"
    case .severalFound: "is one of several of its kind, and none is the connector's own"
    case .readMaximum: "cannot read max_brightness"
    case .readBrightness: "cannot read brightness"
    case .readPower: "cannot read bl_power"
    case .openBrightness: "cannot open brightness for writing"
    case .openPower: "cannot open bl_power for writing"
    }
  }

  private var advice: StaticString {
    switch step {
    case .notFound: "see /sys/class/backlight; HDMI screens have none"
    case .severalFound: "name one of /sys/class/backlight in the board file"
    case .readMaximum, .readBrightness, .readPower: "its driver is at fault; see dmesg"
    case .openBrightness, .openPower: "let the service's user belong to the group of that file, usually video"
    }
  }
}
