import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

/// What a panel shows, according to its renderers' updates. Part of a `PanelSupervisor`.
struct ShownFrame {
  /// Whether any renderer of this board has shown a frame.
  private(set) var isThere = false
  /// The last update, for authors that connect later.
  private(set) var update: ControlMessage?
  /// How the last frame was drawn.
  private(set) var mode = LightMode.day
  /// Whether the mode was decided by light, and neither by a user nor by the schedule.
  private(set) var isByLight = false

  init() {}

  /// The page of the last frame, for the next renderer; −1 = none was shown.
  var page: Int32 { update.map { Int32($0.page) } ?? -1 }

  /// Dimmed in a room that is not dark: presence wakes it.
  var isAlwaysOn: Bool { mode.isLuminanceReduced && !mode.isNight }

  mutating func note(_ message: ControlMessage) {
    isThere = true
    update = message
    mode = LightMode(isNight: message.isNight, isLuminanceReduced: message.isAlwaysOn)
    isByLight = message.reason == LightReason.light.rawValue || message.reason == LightReason.heldLight.rawValue
  }

  /// Resets the state for another board: only the last frame's brightness is kept.
  mutating func startOver() {
    isThere = false
    update = nil
  }

  /// Returns to the previous board, whose frames are on its display.
  mutating func goBack() { isThere = true }

  /// The reading for a new renderer, which acts on its first one at once. A renderer that replaces another starts with
  /// a reading that leads to the previous mode, so that nothing lights up green or blue in the dark (law 2) while the
  /// sensor is between two thresholds or silent; the actual reading follows its first frame. A mode decided by a user
  /// or the schedule reaches the new renderer in any case.
  func lightToBeginWith(_ board: BoardRecord, current: Reading<Illuminance>) -> Reading<Illuminance> {
    if board.isEmissive == 0 || !isByLight || !mode.isLuminanceReduced { return current }
    let threshold = mode.isNight ? board.light.night : board.light.alwaysOn
    return .value(Illuminance(millilux: Int64(threshold.enterMillilux)))
  }
}
