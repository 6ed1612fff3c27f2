import AfterglowCore

/// Whether the panel is simplified for a distant viewer (docs/rules.md, rules 52 to 54).
///
/// A reading is valid until the next one. Each threshold must be passed for its hold time, and between the two nothing
/// changes. An unknown distance keeps the state and cancels a pending change; one that was never known counts as near.
/// The first known one takes effect at once.
public struct DetailState: Sendable {
  /// Whether the simplified form is shown.
  public private(set) var isSimplified = false
  private let settings: DistanceSettings
  private var reading: Int64?
  private var wasEverKnown = false
  /// Since when, in monotonic milliseconds, the readings have continuously required the other state; nil = they do not.
  private var pendingSince: Int64?

  public init(_ settings: DistanceSettings) { self.settings = settings }

  /// Updates the state to `now`.
  ///
  /// - Parameter distance: in the unit of the source: mm, or counts; nil = unknown.
  /// - Returns: when the state changes if no further reading arrives; `distantFuture` = never.
  public mutating func update(now: MonotonicInstant, distance: Int64?) -> MonotonicInstant {
    if settings.kind == .none { return .distantFuture }
    advance(to: now.milliseconds)
    // A value from an author takes precedence over the board's.
    reading = distance ?? (settings.kind == .constant && !wasEverKnown ? Int64(settings.constantMm) : nil)
    guard let reading else {
      pendingSince = nil
      return .distantFuture
    }
    if !wasEverKnown {
      wasEverKnown = true
      isSimplified = settings.isFar(reading)
    }
    let asksForOther = isSimplified ? settings.isNear(reading) : settings.isFar(reading)
    pendingSince = asksForOther ? pendingSince ?? now.milliseconds : nil
    advance(to: now.milliseconds)
    return pendingSince.map { MonotonicInstant(milliseconds: $0 + holdMs) } ?? .distantFuture
  }

  private mutating func advance(to now: Int64) {
    guard let since = pendingSince, since + holdMs <= now else { return }
    isSimplified.toggle()
    pendingSince = nil
  }

  private var holdMs: Int64 { Int64(isSimplified ? settings.leaveHoldMs : settings.enterHoldMs) }
}
