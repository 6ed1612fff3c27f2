/// The numbers that a controller accepts for a value of its presets.
public enum PresetRange: Equatable, Sendable {
  /// All numbers from the lower to the upper bound.
  case within(ClosedRange<Int64>)
  /// Two numbers.
  case either(Int64, Int64)
  /// Three numbers.
  case oneOf(Int64, Int64, Int64)

  /// Whether the range includes this number.
  func contains(_ number: Int64) -> Bool {
    switch self {
    case .within(let range): range.contains(number)
    case .either(let first, let second): number == first || number == second
    case .oneOf(let first, let second, let third): number == first || number == second || number == third
    }
  }
}

/// A controller's preset and its ranges, from which the keys and messages of panel files derive.
protocol ControllerPreset {
  /// The range that is compiled into the controller; nil = its panels have no such value.
  static func range(of value: PresetValue) -> PresetRange?
}

extension ControllerPreset {
  /// Whether the controller accepts this number.
  static func accepts(_ value: PresetValue, _ number: Int64) -> Bool { range(of: value)?.contains(number) ?? false }

  /// Compares a number with the controller's range.
  ///
  /// - Throws: `PresetError` with this value and number.
  func require(_ value: PresetValue, _ number: Int64) throws(PresetError) {
    if !Self.accepts(value, number) { throw .outOfRange(value, number) }
  }

  /// Compares greys with the controller's range, and the width with their planes, whose rows are whole bytes.
  func requireGreys(_ greys: UInt8, widthPx: Int32) throws(PresetError) {
    try require(.greys, Int64(greys))
    if greys == 4 && widthPx % 8 != 0 { throw .outOfRange(.width, Int64(widthPx)) }
  }
}
