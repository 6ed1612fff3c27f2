import AfterglowCore
import AfterglowLinux

/// The state that a guard must have besides its archive, as last requested or reported; a new guard receives all of it.
/// Part of `GuardKeeper`.
struct GuardBriefing {
  /// One part of that state.
  enum Word: Equatable {
    /// Replaces the board's own source.
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
  private(set) var words: [Word] = []

  mutating func add(_ word: Word) {
    words.removeAll { $0.message.kind == word.message.kind }
    words.append(word)
  }

  var isDark: Bool { words.contains(.power(isLit: false)) }

  var light: Illuminance? {
    for case .light(let light) in words { return light.value }
    return nil
  }
}
