/// How long the room's light must require another luminance before a panel follows it.
///
/// A room whose light keeps changing, as by a television, is followed ever more slowly: each reversal doubles both
/// holds, four times at the most, until nothing was followed for a while.
struct FollowPatience {
  static var brightenHoldMs: Int64 { 4_000 }
  static var darkenHoldMs: Int64 { 8_000 }
  static var calmMs: Int64 { 600_000 }
  static var mostTurns: Int64 { 4 }

  /// Since when another luminance is required.
  private var pendingSinceMs: Int64?
  /// Recent reversals, and the last direction.
  private var turns: Int64 = 0
  private var followedUp = false
  private var followedAtMs = Int64.min / 2

  /// No change is required any more, or another one was made.
  mutating func abandon() { pendingSinceMs = nil }

  /// When a change that is required now is followed if it lasts. One that is due already counts as followed.
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
