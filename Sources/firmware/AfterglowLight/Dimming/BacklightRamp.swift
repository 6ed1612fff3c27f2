/// Moves a backlight to a goal in small, invisible steps.
struct BacklightRamp {
  let light: DimmableLight
  private let peakNits: Double
  private(set) var level: Int64
  private(set) var goal: Int64 = 0
  /// The ramp's position in just noticeable differences; the level is the nearest above.
  private var position: Double
  /// Just noticeable differences in a step.
  private var step = Dimmer.modeStep
  private var steppedAtMs = Int64.min / 2

  init(_ light: DimmableLight, peakNits: Double, level: Int64) {
    self.light = light
    self.peakNits = peakNits
    self.level = level
    position = 0
    position = index(level)
  }

  private func index(_ level: Int64) -> Double { Perception.index(nits: peakNits * light.share(ofLevel: level)) }

  /// Sets a new goal by the luminance of white, in cd/m²; `step` is in just noticeable differences.
  mutating func aim(at nits: Double, step: Double) {
    self.step = step
    goal = light.level(givingAtLeast: nits / peakNits)
  }

  /// Jumps to the goal.
  mutating func arrive() {
    level = goal
    position = index(goal)
  }

  /// Takes a step towards the goal if it is due. Returns when the next one is.
  mutating func advance(to nowMs: Int64) -> Int64 {
    if level == goal { return Int64.max }
    if nowMs < steppedAtMs + Dimmer.stepMs { return steppedAtMs + Dimmer.stepMs }
    steppedAtMs = nowMs
    let end = index(goal)
    position = end > position ? Swift.min(end, position + step) : Swift.max(end, position - step)
    if position == end {
      level = goal
      return Int64.max
    }
    level = light.lowestLevel { index($0) >= position }
    return nowMs + Dimmer.stepMs
  }
}
