import AfterglowCore
import AfterglowLinux

/// What people and programs want of a panel, and what they tell of its room.
struct RoomInputs {
  var mode = ModeOverride.automatic
  var light: ExternalValue<Illuminance>
  /// In millimetres.
  var distance = ExternalValue<Int64>()
  /// Dark for an empty room.
  var isDark = false
  /// How often somebody has come.
  private(set) var presences: Int64 = 0
  private var presenceAtMs = Int64.min / 2

  /// `light`: a constant from the start; nil = the board's own source.
  init(light: Illuminance?) { self.light = ExternalValue(light.map { .value($0) } ?? .absent) }

  /// A finger that drums is one person, unless it wakes the panel.
  mutating func notePresence(isWaking: Bool, nowMs: Int64) {
    if !isWaking && nowMs - presenceAtMs < 1_000 { return }
    presenceAtMs = nowMs
    presences += 1
  }

  /// Int64.max = never.
  var nextDueMs: Int64 { Swift.min(light.nextDueMs, distance.nextDueMs) }
}
