/// Protocol violations that a simulated SSD1680 detects (docs/panels/ssd1680.md, Violations).
///
/// V-POLARITY (one polarity), V-DC (whole bytes only), V-CODE and V-IT (other controllers) cannot occur here and are
/// omitted.
public enum SimulatedViolationCode: UInt8, Sendable {
  case busy, orphan, short, long, image, window, pad, noInit, defaults, noPower, asleep, sleep, plane, ghost, rate
  case leftOn, reset, clock, transfer, otp, unknown

  /// The number of codes.
  public static var count: Int { 21 }

  /// The name in docs/panels/ssd1680.md, Violations.
  public var name: StaticString {
    switch self {
    case .busy: "V-BUSY"
    case .orphan: "V-ORPHAN"
    case .short: "V-SHORT"
    case .long: "V-LONG"
    case .image: "V-IMG"
    case .window: "V-WINDOW"
    case .pad: "V-PAD"
    case .noInit: "V-NOINIT"
    case .defaults: "V-DEFAULTS"
    case .noPower: "V-NOPOWER"
    case .asleep: "V-ASLEEP"
    case .sleep: "V-SLEEP"
    case .plane: "V-PLANE"
    case .ghost: "V-GHOST"
    case .rate: "V-RATE"
    case .leftOn: "V-LEFTON"
    case .reset: "V-RESET"
    case .clock: "V-CLOCK"
    case .transfer: "V-XFER"
    case .otp: "V-OTP"
    case .unknown: "V-UNKNOWN"
    }
  }

  /// Whether it is a warning in replay mode; in strict mode every one is an error.
  var isToleratedInReplay: Bool {
    switch self {
    case .long, .pad, .defaults, .sleep, .plane, .ghost, .rate, .leftOn: true
    default: false
    }
  }
}

/// One violation, with the expected and actual values; the meaning of the two numbers depends on the code.
public struct SimulatedViolation: Sendable {
  public var code: SimulatedViolationCode
  /// Whether it counts as an error in the selected mode.
  public var isError: Bool
  /// Virtual time in µs.
  public var atUs: Int64
  /// The command byte during which it occurred; 0 = none.
  public var command: UInt8
  public var expected: Int32
  public var found: Int32
}

/// Counts all violations and stores the first `capacity` of them.
public struct SimulatedViolationLog: Sendable {
  /// Maximum number of entries stored.
  public static var capacity: Int { 32 }

  public private(set) var errorCount: Int64 = 0
  public private(set) var warningCount: Int64 = 0
  /// Entries that `subscript` returns.
  public private(set) var count = 0
  private var counts = InlineArray<21, Int64>(repeating: 0)
  private var kept = InlineArray<32, SimulatedViolation>(
    repeating: SimulatedViolation(code: .busy, isError: false, atUs: 0, command: 0, expected: 0, found: 0))

  public subscript(index: Int) -> SimulatedViolation {
    precondition(index >= 0 && index < count)
    return kept[index]
  }

  /// How often this violation occurred.
  public func count(of code: SimulatedViolationCode) -> Int64 { counts[Int(code.rawValue)] }

  mutating func add(_ violation: SimulatedViolation) {
    counts[Int(violation.code.rawValue)] += 1
    if violation.isError { errorCount += 1 } else { warningCount += 1 }
    if count < SimulatedViolationLog.capacity {
      kept[count] = violation
      count += 1
    }
  }
}
