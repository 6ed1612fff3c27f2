import AfterglowCore
import AfterglowLinux

/// What a guard is to know beside its archive, as it was asked for or heard last: one that comes anew is told all of it.
struct GuardSettings {
  enum Setting: Equatable {
    /// In place of the board's own source.
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

  /// The last of each kind.
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
