/// Where the viewer's distance comes from.
public enum DistanceSourceKind: UInt8, Sendable {
  /// Nobody measures it: always near.
  case none = 0
  case constant = 1
  /// Told from outside, in millimetres.
  case external = 2
  /// A channel of the kernel (IIO) that tells metres.
  case iio = 3
  /// A proximity channel of the kernel (IIO): counts, which grow as somebody comes near.
  case counts = 4
}

/// From where on a panel is simplified for a viewer who is far away, in millimetres, or counts.
public struct DistanceSettings: Equatable, Sendable {
  public var kind: DistanceSourceKind
  /// Of a constant source.
  public var constantMm: Int32
  /// The panel is simplified from here on outwards.
  public var enter: Int32
  /// It is no more from here on inwards.
  public var leave: Int32
  public var enterHoldMs: Int32
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

  /// Whether there are readings between the two limits at which nothing changes.
  public var hasGap: Bool { kind == .counts ? enter < leave : leave < enter }

  func isFar(_ reading: Int64) -> Bool { kind == .counts ? reading <= Int64(enter) : reading >= Int64(enter) }

  func isNear(_ reading: Int64) -> Bool { kind == .counts ? reading >= Int64(leave) : reading <= Int64(leave) }
}
