/// How long the room's light must ask for another luminance before a panel follows it.
///
/// A room that turns to and fro, as by a television's light, is followed ever more slowly: each turn doubles both holds,
/// four times at the most, until nothing was followed for a while.
struct FollowPatience {
  static var brightenHoldMs: Int64 { 4_000 }
  static var darkenHoldMs: Int64 { 8_000 }
  static var calmMs: Int64 { 600_000 }
  static var mostTurns: Int64 { 4 }

  /// Since when it asks.
  private var pendingSinceMs: Int64?
  /// How often the room has turned of late, and which way it went last.
  private var turns: Int64 = 0
  private var followedUp = false
  private var followedAtMs = Int64.min / 2

  /// It asks for nothing else any more, or another was chosen for it.
  mutating func abandon() { pendingSinceMs = nil }

  /// The room asks for more light, or for less: when that is followed if it goes on. What is due now counts as followed.
  mutating func due(isBrighter: Bool, at nowMs: Int64) -> Int64 {
    let since = pendingSinceMs ?? nowMs
    pendingSinceMs = since
    let isCalm = nowMs - followedAtMs >= FollowPatience.calmMs
    if isCalm { turns = 0 }
    let due = since + (isBrighter ? FollowPatience.brightenHoldMs : FollowPatience.darkenHoldMs) << turns
    if nowMs < due { return due }
    if !isCalm && isBrighter != followedUp { turns = Swift.min(turns + 1, FollowPatience.mostTurns) }
    followedUp = isBrighter
    followedAtMs = nowMs
    return due
  }
}
