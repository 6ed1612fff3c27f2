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

  public init(
    mode: LightMode, reason: LightReason, reading: Illuminance?, room: Illuminance?, own: Illuminance
  ) {
    self.mode = mode
    self.reason = reason
    self.reading = reading
    self.room = room
    self.own = own
  }
}
