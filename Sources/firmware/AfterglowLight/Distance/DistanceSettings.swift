/// The source of the viewer's distance.
public enum DistanceSourceKind: UInt8, Sendable {
  /// Not measured: always near.
  case none = 0
  /// A fixed distance from the board file.
  case constant = 1
  /// Reported from outside, in millimetres.
  case external = 2
  /// A distance channel of a kernel IIO device, in metres.
  case iio = 3
  /// A proximity channel of a kernel IIO device: counts, which increase as the viewer approaches.
  case counts = 4
}

/// The thresholds beyond which a panel is simplified for a distant viewer, in millimetres, or counts if `kind` is
/// `counts`.
public struct DistanceSettings: Equatable, Sendable {
  public var kind: DistanceSourceKind
  /// For a constant source, in millimetres.
  public var constantMm: Int32
  /// The panel is simplified beyond this: mm at or above, counts at or below.
  public var enter: Int32
  /// The panel is no longer simplified within this: mm at or below, counts at or above.
  public var leave: Int32
  /// How long `enter` must be passed, in milliseconds, 0 to a day.
  public var enterHoldMs: Int32
  /// How long `leave` must be passed, in milliseconds, 0 to a day.
  public var leaveHoldMs: Int32

  public init(
    kind: DistanceSourceKind, constantMm: Int32, enter: Int32, leave: Int32, enterHoldMs: Int32, leaveHoldMs: Int32
  ) {
    self.kind = kind
    self.constantMm = constantMm
    self.enter = enter
    self.leave = leave
    self.enterHoldMs = enterHoldMs
    self.leaveHoldMs = leaveHoldMs
  }

  /// Whether there is hysteresis between the two thresholds.
  public var hasGap: Bool { kind == .counts ? enter < leave : leave < enter }

  func isFar(_ reading: Int64) -> Bool { kind == .counts ? reading <= Int64(enter) : reading >= Int64(enter) }

  func isNear(_ reading: Int64) -> Bool { kind == .counts ? reading >= Int64(leave) : reading <= Int64(leave) }
}
