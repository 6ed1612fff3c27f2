import AfterglowCore

/// How far always-on follows the room's light where colours alone dim the panel: in a few steps, because each of them
/// repaints the panel.
///
/// Step 0 is the board's own always-on, the brightest. The last one is what a dark room requires (`LuminanceTarget`),
/// but never below the least white that colours keep (`ColorStage`). Between them steps are perceptually equal. Each is
/// entered and left like a mode, with half a step between the limits; the holds are longer than a mode's, so that a
/// pending change of mode comes first.
struct RoomDimming: Sendable {
  static var mostSteps: Int { 3 }
  /// In just noticeable differences: a fifth of the luminance. Smaller steps are not worth a repaint.
  static var leastStep: Double { 16 }
  static var darkenHoldMs: Int32 { 12_000 }
  static var brightenHoldMs: Int32 { 8_000 }
  static var minimumStayMs: Int32 { 30_000 }

  private var thresholds: InlineArray<3, ThresholdState>
  /// The number of steps.
  private let count: Int
  private let brightest: Double
  private let stepSize: Double
  /// Whether the light is followed now: only while always-on is shown, so that nothing else is woken for it.
  private(set) var isRunning = false

  /// - Parameter dimming: nil = panels that are not dimmed.
  init(_ light: LightSettings, _ dimming: DimmingSettings?) {
    thresholds = InlineArray(repeating: ThresholdState(light.alwaysOn))
    var ofPanel = dimming ?? DimmingSettings()
    // By day colours are never dimmed: then white is what the panel has.
    ofPanel.dayMillinits = 0
    let target = LuminanceTarget(light, ofPanel)
    let floor = Swift.max(
      Double(ofPanel.dimMillinits) / 1000, target.dayNits * Double(ColorStage.leastWhite) / 65_535)
    brightest = Perception.index(nits: target.alwaysOnNits)
    let span = brightest - Perception.index(nits: floor)
    let follows = dimming != nil && ofPanel.followsLight != 0 && span >= RoomDimming.leastStep
    count = follows ? Swift.min(RoomDimming.mostSteps, Int(span / RoomDimming.leastStep)) : 0
    stepSize = span / Double(Swift.max(1, count))
    for step in 0..<count {
      let middle = brightest - stepSize * (Double(step) + 0.5)
      func millilux(_ index: Double) -> Int32 {
        Int32(clamping: LuxFilter.millilux(level: target.level(askingForIndex: index)))
      }
      thresholds[step] = ThresholdState(
        LightThreshold(
          enterMillilux: millilux(middle - stepSize / 4), leaveMillilux: millilux(middle + stepSize / 4),
          enterHoldMs: RoomDimming.darkenHoldMs, leaveHoldMs: RoomDimming.brightenHoldMs,
          minimumStayMs: RoomDimming.minimumStayMs))
    }
  }

  /// How much darker than the board's always-on: 0 to `mostSteps`.
  var step: UInt8 {
    if !isRunning { return 0 }
    var step: UInt8 = 0
    for index in 0..<count where thresholds[index].isEntered { step += 1 }
    return step
  }

  /// The luminance of white at a step, in cd/m² × 1000.
  func millinits(step: UInt8) -> Int32 {
    Int32(Perception.nits(index: brightest - stepSize * Double(step)) * 1000 + 0.5)
  }

  /// The same at the step of the moment; nil = nothing is followed.
  var currentMillinits: Int32? { isRunning ? millinits(step: step) : nil }

  /// Begins or ends following, from the filter's present value.
  mutating func run(_ wanted: Bool, _ filter: LuxFilter, at now: Int64) {
    let isWanted = wanted && count > 0
    if isWanted && !isRunning {
      let level = filter.level(at: MonotonicInstant(milliseconds: now))
      for index in 0..<count { thresholds[index].decideAtOnce(level: level, at: now) }
      isRunning = true
      note(filter)
    }
    isRunning = isWanted
  }

  mutating func advance(_ filter: LuxFilter, until: Int64) {
    if !isRunning { return }
    for index in 0..<count { thresholds[index].advance(filter, until: until) }
  }

  mutating func note(_ filter: LuxFilter) {
    if !isRunning { return }
    for index in 0..<count { thresholds[index].note(filter) }
  }

  mutating func abandon() {
    for index in 0..<count { thresholds[index].abandon() }
  }

  func nextChange(_ filter: LuxFilter) -> Int64 {
    var next = MonotonicInstant.distantFuture.milliseconds
    if !isRunning { return next }
    for index in 0..<count { next = Swift.min(next, thresholds[index].nextChange(filter)) }
    return next
  }
}
