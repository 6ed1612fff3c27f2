import AfterglowDevice

/// What a renderer's failed frame means for its guard: `value` of a `displayFailed` packet.
enum DisplayTrouble: Int64 {
  /// No error: it was too early for a refresh.
  case none = 0
  /// Nothing can be shown on the display any more; the renderer ends.
  case lost = 1
  /// The renderer tries again.
  case passing = 2

  init(_ error: DisplayError) {
    switch error {
    case .tooEarly: self = .none
    case .lost: self = .lost
    case .system, .busyTimeout, .bus: self = .passing
    }
  }
}
