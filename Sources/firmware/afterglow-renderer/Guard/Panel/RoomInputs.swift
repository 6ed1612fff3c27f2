import AfterglowCore
import AfterglowLinux

/// What users and programs have requested for a panel, and reported about its room. Part of a `PanelSupervisor`.
struct RoomInputs {
  var mode = ModeOverride.automatic
  var light: ExternalValue<Illuminance>
  /// In millimetres.
  var distance = ExternalValue<Int64>()
  /// Whether the panel is to be dark for an empty room.
  var isDark = false
  /// Number of presence events so far.
  private(set) var presences: Int64 = 0
  private var presenceAtMs = Int64.min / 2

  /// `light`: a constant from the start; nil = the board's source.
  init(light: Illuminance?) { self.light = ExternalValue(light.map { .value($0) } ?? .absent) }

  /// Counts a presence event; repeated touches within a short time count once, unless they wake the panel.
  mutating func notePresence(isWaking: Bool, nowMs: Int64) {
    if !isWaking && nowMs - presenceAtMs < 1_000 { return }
    presenceAtMs = nowMs
    presences += 1
  }

  /// When a report expires; Int64.max = never.
  var nextDueMs: Int64 { Swift.min(light.nextDueMs, distance.nextDueMs) }
}
