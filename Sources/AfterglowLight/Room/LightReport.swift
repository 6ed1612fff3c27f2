import AfterglowCore

/// What is known about the light, and what follows from it; for people, logs and plots.
public struct LightReport: Equatable, Sendable {
  public var mode: LightMode
  public var reason: LightReason
  /// The sensor's reading; nil = unknown.
  public var reading: Illuminance?
  /// The same smoothed and without the panel's own light: what the thresholds see; nil = unknown.
  public var room: Illuminance?
  /// What the panel's picture is taken to add to the reading in this mode.
  public var own: Illuminance
  /// What colours make of always-on's white for the room's light, in cd/m² × 1000; nil = in other modes, and where
  /// colours do not follow it.
  public var alwaysOnMillinits: Int32?
}
