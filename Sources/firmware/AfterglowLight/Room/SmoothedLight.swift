import AfterglowCore

/// The room's light, smoothed, and the states that depend on it: the thresholds of night and always-on, and the steps
/// by which colours follow it.
struct SmoothedLight {
  private var filter: LuxFilter
  private(set) var night: ThresholdState
  private(set) var alwaysOn: ThresholdState
  private(set) var dimming: RoomDimming

  /// - Parameter dimming: nil = panels that are not dimmed.
  init(_ settings: LightSettings, _ dimming: DimmingSettings?) {
    filter = LuxFilter(timeConstantMs: settings.filterTimeConstantMs)
    night = ThresholdState(settings.night)
    alwaysOn = ThresholdState(settings.alwaysOn)
    self.dimming = RoomDimming(settings, dimming)
  }

  func level(at now: Int64) -> Int64 { filter.level(at: MonotonicInstant(milliseconds: now)) }

  /// When each would change if the target stays the same.
  var changes: (night: Int64, alwaysOn: Int64, step: Int64) {
    (night.nextChange(filter), alwaysOn.nextChange(filter), dimming.nextChange(filter))
  }

  /// Applies every change at or before `until`.
  mutating func advance(until: Int64) {
    night.advance(filter, until: until)
    alwaysOn.advance(filter, until: until)
    dimming.advance(filter, until: until)
  }

  /// Continues towards `level`. `advance` must have been called before.
  mutating func aim(at level: Int64, from now: Int64) {
    filter.setTarget(level, at: MonotonicInstant(milliseconds: now))
    note()
  }

  /// Notes that the target or a limit has changed.
  mutating func note() {
    night.note(filter)
    alwaysOn.note(filter)
    dimming.note(filter)
  }

  /// The light is known for the first time: it decides at once.
  mutating func begin(at level: Int64, from now: Int64) {
    filter.restart(at: MonotonicInstant(milliseconds: now), level: level)
    night.decideAtOnce(level: level, at: now)
    alwaysOn.decideAtOnce(level: level, at: now)
    note()
  }

  /// The light is unknown: the filter keeps its value until readings return; pending changes are abandoned.
  mutating func abandon(at now: Int64) {
    filter.restart(at: MonotonicInstant(milliseconds: now), level: level(at: now))
    night.abandon()
    alwaysOn.abandon()
    dimming.abandon()
  }

  /// Sets whether steps are followed from now on.
  mutating func followSteps(_ wanted: Bool, at now: Int64) { dimming.run(wanted, filter, at: now) }

  /// Keeps each threshold's gap a quarter wider than the step that the panel itself causes there. `note` has to follow.
  mutating func widenGaps(alwaysOnStep: Int64, nightStep: Int64) {
    alwaysOn.widen(to: alwaysOnStep * 5 / 4)
    night.widen(to: nightStep * 5 / 4)
  }
}
