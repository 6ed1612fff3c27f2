import AfterglowCore

/// Two thresholds and their dwell times: enter at or below one held for a while, leave at or above the other. 24 bytes,
/// the record of archives (docs/archive-format.md, LightThreshold, 24 bytes).
public struct LightThreshold: Equatable, Sendable, BitwiseCopyable {
  /// Enter when the filtered light is at or below this.
  public var enterMillilux: Int32
  /// Leave when the filtered light is at or above this; greater than `enterMillilux`.
  public var leaveMillilux: Int32
  /// How long the light must stay there, in ms, 0 to a day; so for `leaveHoldMs`.
  public var enterHoldMs: Int32
  public var leaveHoldMs: Int32
  /// Shortest stay in either state, in ms, 0 to a day.
  public var minimumStayMs: Int32
  public var reserved: Int32

  public init(
    enterMillilux: Int32, leaveMillilux: Int32, enterHoldMs: Int32, leaveHoldMs: Int32, minimumStayMs: Int32
  ) {
    self.enterMillilux = enterMillilux
    self.leaveMillilux = leaveMillilux
    self.enterHoldMs = enterHoldMs
    self.leaveHoldMs = leaveHoldMs
    self.minimumStayMs = minimumStayMs
    reserved = 0
  }

  /// Whether `leaveMillilux` is above `enterMillilux`, and neither is negative.
  public var hasGap: Bool { enterMillilux >= 0 && leaveMillilux > enterMillilux }

  /// Whether the times are in their ranges.
  public var isInRange: Bool {
    HoldTime.isValid(enterHoldMs) && HoldTime.isValid(leaveHoldMs) && HoldTime.isValid(minimumStayMs)
  }

  public var hasZeroReserved: Bool { reserved == 0 }

  /// docs/rules.md, Filter and holds: enter at 2 lx held 10 s, leave at 5 lx held 4 s, stay at least 30 s.
  public static var night: LightThreshold {
    LightThreshold(
      enterMillilux: 2_000, leaveMillilux: 5_000, enterHoldMs: 10_000, leaveHoldMs: 4_000, minimumStayMs: 30_000)
  }

  /// Reduced luminance for a dim room (evening lamp), before it is dark enough for night.
  public static var alwaysOn: LightThreshold {
    LightThreshold(
      enterMillilux: 15_000, leaveMillilux: 30_000, enterHoldMs: 10_000, leaveHoldMs: 4_000, minimumStayMs: 30_000)
  }
}

/// How a panel responds to light. 64 bytes, the record of archives (docs/archive-format.md, LightSettings, 64 bytes).
public struct LightSettings: Equatable, Sendable, BitwiseCopyable {
  public var night: LightThreshold
  public var alwaysOn: LightThreshold
  /// Time constant of the low-pass on log10(lux + 0.1), in milliseconds (docs/rules.md, Filter and holds: about 2 s).
  public var filterTimeConstantMs: Int32
  /// Luminance of white at the highest backlight level, in cd/m² × 1000.
  public var peakMillinits: Int32
  /// The brightest red a primary paint may reach at night, in cd/m² × 1000.
  public var nightMillinits: Int32
  /// Linear-light factor in always-on, × 1000.
  public var alwaysOnPermille: Int32

  public init() {
    night = .night
    alwaysOn = .alwaysOn
    filterTimeConstantMs = 2_000
    peakMillinits = 250_000
    nightMillinits = 5_000
    alwaysOnPermille = 400
  }

  /// Whether the numbers other than the thresholds are in their ranges.
  public var isInRange: Bool {
    HoldTime.isValid(filterTimeConstantMs) && peakMillinits >= 0 && nightMillinits >= 0 && alwaysOnPermille >= 0
      && alwaysOnPermille <= 1000
  }
}
