import AfterglowCore

/// How a panel is drawn: day, always-on or night.
public struct LightMode: Equatable, Sendable {
  /// Red on black (law 2). Implies reduced luminance.
  public var isNight: Bool
  public var isLuminanceReduced: Bool

  /// Night without reduced luminance does not exist and is corrected.
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

/// What decided a mode.
public enum LightReason: UInt8, Sendable {
  /// Light was never known, and no period of the schedule holds: day.
  case nothing = 0
  /// The light that the sensor reads.
  case light = 1
  /// The sensor gives no reading now; the last one still holds.
  case heldLight = 2
  /// A period of the schedule.
  case schedule = 3
  /// A touch, a key or a motion woke the panel for a while.
  case presence = 4
  /// A person or a script requested it.
  case override = 5
}

/// A mode, what decided it, and how long it certainly lasts.
public struct LightDecision: Equatable, Sendable {
  public var mode: LightMode
  public var reason: LightReason
  /// By how many steps the room's light dims always-on (`LightState.alwaysOnMillinits`); 0 in other modes.
  public var alwaysOnStep: UInt8
  /// When the mode may change if nothing arrives before; `distantFuture` when it stays as it is.
  public var nextDecision: MonotonicInstant
}
