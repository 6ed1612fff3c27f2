import AfterglowCore

/// The readings and the resulting mode, for messages, logs and plots.
public struct LightReport: Equatable, Sendable {
  public var mode: LightMode
  public var reason: LightReason
  /// The sensor's reading; nil = unknown.
  public var reading: Illuminance?
  /// The reading smoothed and without the panel's own light, as thresholds use it; nil = unknown.
  public var room: Illuminance?
  /// The light that the panel's picture is estimated to add to the reading in this mode.
  public var own: Illuminance
  /// Luminance of always-on's white, in cd/m² × 1000; nil in other modes, or where colours do not follow the room's
  /// light.
  public var alwaysOnMillinits: Int32?
}
