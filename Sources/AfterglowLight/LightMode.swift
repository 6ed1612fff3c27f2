import AfterglowCore

/// What the room's light asks of a panel.
public struct LightMode: Equatable, Sendable {
  /// Red on black (law 2). Implies reduced luminance.
  public var isNight: Bool
  public var isLuminanceReduced: Bool

  /// Night without reduced luminance does not exist: it is corrected.
  @inlinable
  public init(isNight: Bool, isLuminanceReduced: Bool) {
    self.isNight = isNight
    self.isLuminanceReduced = isLuminanceReduced || isNight
  }

  @inlinable public static var day: LightMode { LightMode(isNight: false, isLuminanceReduced: false) }
  @inlinable public static var alwaysOn: LightMode { LightMode(isNight: false, isLuminanceReduced: true) }
  @inlinable public static var night: LightMode { LightMode(isNight: true, isLuminanceReduced: true) }
}

/// A mode, and how long it certainly lasts.
public struct LightDecision: Equatable, Sendable {
  public var mode: LightMode
  /// When the mode changes if no reading and no override arrive before; `distantFuture` when it stays as it is.
  public var nextDecision: MonotonicInstant

  @inlinable
  public init(mode: LightMode, nextDecision: MonotonicInstant) {
    self.mode = mode
    self.nextDecision = nextDecision
  }
}
