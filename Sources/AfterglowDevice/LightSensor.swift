import AfterglowCore

/// Where lux comes from. `nil` is "unknown", never "dark" (facts.md 3.2).
public protocol LightSensor: ~Copyable {
  /// The reading that holds at this moment.
  mutating func sample(at now: MonotonicInstant) -> Illuminance?

  /// When the reading may next be different; `distantFuture` when it never changes by itself.
  func nextChange(after now: MonotonicInstant) -> MonotonicInstant
}
