import AfterglowCore
import AfterglowLinux

/// The state that a guard must have besides its archive, as last requested or reported; a new guard receives all of it.
/// Part of `GuardKeeper`.
struct GuardSettings {
  /// One part of that state.
  enum Setting: Equatable {
    /// Replaces the board's source.
    case light(Reading<Illuminance>)
    case mode(ModeOverride)
    case power(isLit: Bool)

    var message: ControlMessage {
      switch self {
      case .light(let light): ControlMessage(light: light)
      case .mode(let mode): ControlMessage(.modeOverride, value: Int64(mode.rawValue))
      case .power(let isLit): ControlMessage(.power, value: isLit ? 1 : 0)
      }
    }
  }

  /// The latest of each kind.
  private(set) var values: [Setting] = []

  mutating func add(_ setting: Setting) {
    values.removeAll { $0.message.kind == setting.message.kind }
    values.append(setting)
  }

  var isDark: Bool { values.contains(.power(isLit: false)) }

  var light: Illuminance? {
    for case .light(let light) in values { return light.value }
    return nil
  }
}
