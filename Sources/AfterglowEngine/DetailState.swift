import AfterglowArchive
import AfterglowCore

/// Whether the panel is simplified for somebody who is far away (rules 52 to 54).
///
/// A reading holds until the next one. Each limit must be kept for its hold time, and between the two nothing changes.
/// Unknown keeps what is shown and abandons what was pending; a distance that was never known is near. The first known
/// one decides at once.
struct DetailState {
  private(set) var isSimplified = false
  private let settings: SensorSettings
  private var reading: Int64?
  private var wasEverKnown = false
  /// Since when the readings have asked for the other state without a break; nil = they do not.
  private var pendingSince: Int64?

  init(_ settings: SensorSettings) { self.settings = settings }

  /// Brings the state to `now`, and says when it changes if nothing else is heard.
  mutating func update(now: MonotonicInstant, distance: Int64?) -> MonotonicInstant {
    let kind = settings.distanceKind
    if kind == .none { return .distantFuture }
    advance(to: now.milliseconds)
    // What is told counts before what the board says of itself.
    reading = distance ?? (kind == .constant && !wasEverKnown ? Int64(settings.distanceMm) : nil)
    guard let reading else {
      pendingSince = nil
      return .distantFuture
    }
    if !wasEverKnown {
      wasEverKnown = true
      isSimplified = isFar(reading)
    }
    let asksForOther = isSimplified ? isNear(reading) : isFar(reading)
    pendingSince = asksForOther ? pendingSince ?? now.milliseconds : nil
    advance(to: now.milliseconds)
    return pendingSince.map { MonotonicInstant(milliseconds: $0 + holdMs) } ?? .distantFuture
  }

  private mutating func advance(to now: Int64) {
    guard let since = pendingSince, since + holdMs <= now else { return }
    isSimplified.toggle()
    pendingSince = nil
  }

  private var holdMs: Int64 {
    Int64(isSimplified ? settings.simplifiedLeaveHoldMs : settings.simplifiedEnterHoldMs)
  }

  /// Counts grow as somebody comes near.
  private var countsDown: Bool { settings.distanceKind == .counts }

  private func isFar(_ reading: Int64) -> Bool {
    let limit = Int64(settings.simplifiedEnter)
    return countsDown ? reading <= limit : reading >= limit
  }

  private func isNear(_ reading: Int64) -> Bool {
    let limit = Int64(settings.simplifiedLeave)
    return countsDown ? reading >= limit : reading <= limit
  }
}
