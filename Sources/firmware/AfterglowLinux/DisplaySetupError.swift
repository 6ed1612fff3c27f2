import CLinux

/// Why a display could not be set up: device, call, errno, and what to do.
///
/// An example: "/dev/dri/card0: cannot become DRM master (errno 16, Device or resource busy): Xorg (pid 812) holds the
/// display; stop it with `systemctl stop lightdm.service`".
public struct DisplaySetupError: Error, Sendable {
  /// The cause, from which the guard decides whether to retry.
  public enum Kind: UInt8, Sendable {
    /// There is no device of this kind.
    case noDevice
    /// The device has no connector of this name, or none at all.
    case noConnector
    /// No display is connected to the connector.
    case notConnected
    /// The connected display does not offer the mode, or none of the board's size.
    case noMode
    /// The driver reports an implausible mode or line length.
    case absurd
    /// The driver provides no memory to draw into.
    case noDumbBuffers
    /// The display does not support the board's pixel format.
    case format
    /// This user may not open the device or become its master.
    case permission
    /// Another program uses the display.
    case held
    /// The device was removed meanwhile.
    case gone
    /// Any other call that failed.
    case system
  }

  public var kind: Kind
  /// Path of the device, with the connector where one is meant: "/dev/dri/card0 HDMI-A-1".
  public var device: FixedText<96>
  /// What was attempted, to complete the sentence "cannot …".
  public var operation: StaticString
  /// 0 = no call failed, but its result was rejected.
  public var errno: Int32
  /// What was found, and what to do about it.
  public var advice: FixedText<320>

  public init(_ kind: Kind, device: FixedText<96>, operation: StaticString, errno: Int32 = 0) {
    self.kind = kind
    self.device = device
    self.operation = operation
    self.errno = errno
    advice = FixedText()
  }

  public init(
    _ kind: Kind, device: FixedText<96>, operation: StaticString, errno: Int32 = 0, advice: StaticString
  ) {
    self.init(kind, device: device, operation: operation, errno: errno)
    self.advice.append(advice)
  }

  /// Writes device, operation, errno and advice as one sentence.
  public func write(to text: inout some TextSink & ~Copyable) {
    text.write(device)
    text.write(": cannot ")
    text.write(operation)
    if errno != 0 {
      text.write(" (errno ")
      text.write(Int64(errno))
      text.write(", ")
      text.write(cString: ag_errno_text(errno))
      text.write(")")
    }
    if !advice.isEmpty {
      text.write(": ")
      text.write(advice)
    }
  }
}
