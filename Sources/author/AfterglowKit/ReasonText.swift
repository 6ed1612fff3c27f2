import AfterglowLight

/// The reasons of modes, as text.
package enum ReasonText {
  package static func name(_ reason: LightReason) -> String {
    switch reason {
    case .nothing: "nothing"
    case .light: "light"
    case .heldLight: "heldLight"
    case .schedule: "schedule"
    case .presence: "presence"
    case .override: "override"
    }
  }

  /// For short lines: `by the light`.
  package static func short(_ reason: LightReason) -> String {
    switch reason {
    case .nothing: "as the light was never known"
    case .light: "by the light"
    case .heldLight: "by the light that was known last"
    case .schedule: "by the schedule"
    case .presence: "on presence"
    case .override: "as asked for"
    }
  }
}
