import AfterglowDevice

/// The consequence of a renderer's failed frame for its guard: `value` of a `displayFailed` packet.
enum DisplayTrouble: Int64 {
  /// No error: it was too early for a refresh.
  case none = 0
  /// The display can no longer show anything; the renderer exits.
  case lost = 1
  /// The renderer retries.
  case passing = 2

  init(_ error: DisplayError) {
    switch error {
    case .tooEarly: self = .none
    case .lost: self = .lost
    case .system, .busyTimeout, .busyAfterReset, .partialFailed, .bus: self = .passing
    }
  }
}
