import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

/// What a panel shows, as its renderers have said.
struct ShownFrame {
  /// Whether any renderer of this board has shown a frame.
  private(set) var isThere = false
  /// The last update, for authors that come later.
  private(set) var update: ControlMessage?
  /// How the last frame was drawn.
  private(set) var mode = LightMode.day
  /// Whether light decided that, and neither a person nor the schedule.
  private(set) var isByLight = false

  init() {}

  /// Dimmed for a room that is not dark: whoever comes near wakes it.
  var isAlwaysOn: Bool { mode.isLuminanceReduced && !mode.isNight }

  mutating func note(_ message: ControlMessage) {
    isThere = true
    update = message
    mode = LightMode(isNight: message.isNight, isLuminanceReduced: message.isAlwaysOn)
    isByLight = message.reason == LightReason.light.rawValue || message.reason == LightReason.heldLight.rawValue
  }

  /// Another board is to be shown: only how bright the last frame was still counts.
  mutating func startOver() {
    isThere = false
    update = nil
  }

  /// The board before is shown again, whose frames are on its display.
  mutating func goBack() { isThere = true }

  /// A renderer takes its first reading at its word. One that replaces another begins with a reading that leads to the
  /// mode its forerunner was in, so that nothing lights up green or blue in the dark (law 2) because the sensor is
  /// between two thresholds or silent just then; the true reading follows its first frame. What a person or the schedule
  /// decided, the new one knows by itself.
  func lightToBeginWith(_ board: BoardRecord, current: Reading<Illuminance>) -> Reading<Illuminance> {
    if board.isEmissive == 0 || !isByLight || !mode.isLuminanceReduced { return current }
    let threshold = mode.isNight ? board.light.night : board.light.alwaysOn
    return .value(Illuminance(millilux: Int64(threshold.enterMillilux)))
  }
}
