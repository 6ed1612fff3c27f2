/// A mistake of a driver that a panel model detects (docs/panels/models.md, Violations).
public enum PanelViolationKind: String, CaseIterable, Sendable {
  /// A byte while busy, from the trigger on.
  case busy = "V-BUSY"
  /// Data without a command that takes any.
  case orphan = "V-ORPHAN"
  /// Too few parameters.
  case short = "V-SHORT"
  /// Too many parameters or picture bytes.
  case long = "V-LONG"
  /// A picture shorter than its window, or memory that was never written.
  case image = "V-IMG"
  /// A window or counter outside the panel, reversed or misaligned.
  case window = "V-WINDOW"
  case pad = "V-PAD"
  /// A refresh with nothing set up.
  case noInit = "V-NOINIT"
  /// Relying on defaults, or on what a reset left.
  case defaults = "V-DEFAULTS"
  /// A refresh without high voltage, or bytes without supply.
  case noPower = "V-NOPOWER"
  /// Anything but RST in deep sleep.
  case asleep = "V-ASLEEP"
  /// Sleep or supply loss at the wrong moment.
  case sleep = "V-SLEEP"
  /// An old plane that is not what the panel shows.
  case plane = "V-PLANE"
  /// A partial refresh of pixels that a refresh in greys left between black and white: no plane can name them.
  case grey = "V-GREY"
  /// One picture under two polarities.
  case polarity = "V-POLARITY"
  case ghost = "V-GHOST"
  case rate = "V-RATE"
  case leftOn = "V-LEFTON"
  case reset = "V-RESET"
  /// Lines that changed inside a byte, or bytes without chip select.
  case lines = "V-DC"
  case clock = "V-CLOCK"
  case transfer = "V-XFER"
  case code = "V-CODE"
  case otp = "V-OTP"
  case unknown = "V-UNKNOWN"
  case setting = "V-SETTING"
  case waveform = "V-WAVEFORM"
  case temperature = "V-TEMPERATURE"
  case border = "V-BORDER"
  /// Something was sent without effect.
  case unused = "V-UNUSED"
  /// BUSY did not reach a level in time.
  case wait = "V-WAIT"

  /// Whether hardware tolerates it: then it is a warning in replay mode. In strict mode everything is an error.
  public var isToleratedInReplay: Bool {
    switch self {
    case .long, .pad, .defaults, .plane, .ghost, .rate, .leftOn, .code, .setting, .border, .unused: true
    default: false
    }
  }
}

/// One violation, with what was expected and what was found instead.
public struct PanelViolation: Sendable, Equatable, CustomStringConvertible {
  public var kind: PanelViolationKind
  /// Whether it counts as an error in the model's mode; otherwise it is a warning.
  public var isError: Bool
  /// The model's virtual time in µs.
  public var atUs: Int64
  /// The command that was being received; nil = none yet.
  public var command: UInt8?
  public var expected: String
  public var found: String
  /// The line of the recording that is being replayed, from 1; nil for a live driver.
  public var line: Int?

  /// When, in which command, what was expected and what was found: all but the line.
  public var summary: String {
    let during = command.map { ", command \(hexText($0))" } ?? ""
    return "\(secondsText(atUs)) s\(during): \(isError ? "error" : "warning") \(kind.rawValue): expected "
      + "\(expected), found \(found)"
  }

  public var description: String { (line.map { "line \($0), " } ?? "") + summary }
}

/// Two hexadecimal digits, in capitals.
public func hexText(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0" + digits : digits
}

/// Bytes as in this project's pages, such as "F9 00 00"; long ones are cut after the twelfth.
public func hexText(_ bytes: some Collection<UInt8>) -> String {
  if bytes.isEmpty { return "no bytes" }
  let shown = bytes.prefix(12).map { hexText($0) }.joined(separator: " ")
  return bytes.count > 12 ? "\(shown) … (\(bytes.count) bytes)" : shown
}

/// Seconds with six decimals.
func secondsText(_ us: Int64) -> String {
  let fraction = String(us % 1_000_000)
  return "\(us / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
}
