import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

/// What a panel shows, by its renderers' updates. Part of a `PanelSupervisor`.
struct ShownFrame {
  /// Whether any renderer of this board has shown a frame.
  private(set) var isThere = false
  /// The last update, for authors that come later.
  private(set) var update: ControlMessage?
  /// How the last frame was drawn.
  private(set) var mode = LightMode.day
  /// Whether light decided that, and neither a user nor the schedule.
  private(set) var isByLight = false

  init() {}

  /// Dimmed for a room that is not dark: presence wakes it.
  var isAlwaysOn: Bool { mode.isLuminanceReduced && !mode.isNight }

  mutating func note(_ message: ControlMessage) {
    isThere = true
    update = message
    mode = LightMode(isNight: message.isNight, isLuminanceReduced: message.isAlwaysOn)
    isByLight = message.reason == LightReason.light.rawValue || message.reason == LightReason.heldLight.rawValue
  }

  /// Begins with another board: only the last frame's brightness still counts.
  mutating func startOver() {
    isThere = false
    update = nil
  }

  /// Returns to the previous board, whose frames are on its display.
  mutating func goBack() { isThere = true }

  /// The reading for a new renderer, which acts on its first one at once. A renderer that replaces another begins with
  /// a reading that leads to the mode before, so that nothing lights up green or blue in the dark (law 2) while the
  /// sensor is between two thresholds or silent; the true reading follows its first frame. A mode that a user or the
  /// schedule decided is known to the new renderer anyway.
  func lightToBeginWith(_ board: BoardRecord, current: Reading<Illuminance>) -> Reading<Illuminance> {
    if board.isEmissive == 0 || !isByLight || !mode.isLuminanceReduced { return current }
    let threshold = mode.isNight ? board.light.night : board.light.alwaysOn
    return .value(Illuminance(millilux: Int64(threshold.enterMillilux)))
  }
}
