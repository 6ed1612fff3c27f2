import AfterglowCore

/// Why a panel's preset is refused: it arrives with an archive, and a wrong value could harm the glass.
public enum PresetError: Error, Equatable {
  /// The value lies outside of what its controller accepts.
  case outOfRange(PresetValue, Int64)
  /// No controller has this number.
  case unknownController(UInt8)
  /// A value is set that this controller does not have.
  case unusedValue

  static func check(_ value: Int32, _ range: ClosedRange<Int32>, _ name: PresetValue) throws(PresetError) {
    if !range.contains(value) { throw .outOfRange(name, Int64(value)) }
  }

  /// Four greys or none; their planes are whole bytes of a row.
  static func checkGreys(_ greys: UInt8, _ size: PixelSize) throws(PresetError) {
    if greys == 0 { return }
    if greys != 4 { throw .outOfRange(.greys, Int64(greys)) }
    if size.width % 8 != 0 { throw .outOfRange(.width, Int64(size.width)) }
  }
}

/// A value of a preset, by its name in the presets of the controllers. `drive` and the boosters are voltages: a wrong one
/// fades the picture or harms the panel.
public enum PresetValue: UInt8, Sendable {
  case width, height, sources, border, resetSettle, resetPulse, refreshLimit, fastTemperature, booster, drive
  case commonVoltage, frameClock, greys, boosterAfterPowerOn

  /// The key of a panel's file that it is in.
  public var name: StaticString {
    switch self {
    case .width: "width"
    case .height: "height"
    case .sources: "sources"
    case .border: "border"
    case .resetSettle: "resetSettle"
    case .resetPulse: "resetPulse"
    case .refreshLimit: "refreshLimit"
    case .fastTemperature: "fastTemperature"
    case .booster: "booster"
    case .drive: "drive"
    case .commonVoltage: "commonVoltage"
    case .frameClock: "frameClock"
    case .greys: "greys"
    case .boosterAfterPowerOn: "boosterAfterPowerOn"
    }
  }
}
