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

  /// 0 = day, 1 = always-on, 2 = night: the darker the greater. More counts as night.
  @inlinable public var rank: UInt8 { isNight ? 2 : isLuminanceReduced ? 1 : 0 }

  @inlinable
  public init(rank: UInt8) { self.init(isNight: rank >= 2, isLuminanceReduced: rank >= 1) }
}

/// What decides a mode at a moment.
public enum LightReason: UInt8, Sendable {
  /// Light was never known, and no period of the schedule holds: day.
  case nothing = 0
  /// The light that the sensor reads.
  case light = 1
  /// The sensor says nothing now; what it said last holds on.
  case heldLight = 2
  case schedule = 3
  /// Somebody touched the panel, pressed a key or moved: it is awake for a while.
  case presence = 4
  /// A person or a script asked for it.
  case override = 5
}

/// A mode, what decides it, and how long it certainly lasts.
public struct LightDecision: Equatable, Sendable {
  public var mode: LightMode
  public var reason: LightReason
  /// By how many steps the room's light dims always-on (`LightState.alwaysOnMillinits`); 0 in other modes.
  public var alwaysOnStep: UInt8
  /// When the mode may change if nothing arrives before; `distantFuture` when it stays as it is.
  public var nextDecision: MonotonicInstant
}
