/// Why a panel's preset is refused: it arrives with an archive, and a wrong value could harm the glass.
public enum PresetError: Error, Equatable {
  /// The value lies outside of what its controller accepts.
  case outOfRange(PresetValue, Int64)
  /// No controller has this number.
  case unknownController(UInt8)
  /// A value is set that this controller does not have.
  case unusedValue
}

/// A value of a preset, by its name in the presets of the controllers. `drive` and the boosters are voltages: a wrong one
/// fades the picture or harms the panel.
public enum PresetValue: UInt8, Sendable {
  case width, height, sources, border, resetSettle, resetPulse, refreshLimit, fastTemperature, booster, drive
  case commonVoltage, frameClock, greys, boosterAfterPowerOn
  /// `PaperPanel.glass` by its meaning: the source of the partial waveform, or the age of the glass.
  case waveforms, glass

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
    case .waveforms: "waveforms"
    case .glass: "glass"
    }
  }
}

#if !hasFeature(Embedded)
  // A list of all cases allocates, which the firmware cannot.
  extension PresetValue: CaseIterable {}
#endif
