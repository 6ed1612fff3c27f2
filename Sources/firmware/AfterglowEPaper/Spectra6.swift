import AfterglowCore

/// The controller of Spectra 6 panels: six colours of four bits, full refreshes only (docs/panels/spectra6.md, Times).
public struct Spectra6: SequencedController, Sendable {
  /// What differs between the panels of this controller.
  public struct Preset: ControllerPreset, Equatable, Sendable {
    /// In pixels, as the panel's rows lie.
    public var size: PixelSize
    /// `30`; the refresh takes 15 s with 02 and 12.5 s with 03 or 08.
    public var frameClock: UInt8
    /// `06`: the second booster; its last byte differs between panels.
    public var booster: UInt32
    /// `06` again after power-on; 0 = as `booster`.
    public var boosterAfterPowerOn: UInt32
    /// Time limit of a refresh, in ms.
    public var refreshLimitMs: Int32

    public init(
      size: PixelSize, frameClock: UInt8, booster: UInt32 = 0x6F1F_1749, boosterAfterPowerOn: UInt32 = 0x6F1F_1749,
      refreshLimitMs: Int32
    ) {
      self.size = size
      self.frameClock = frameClock
      self.booster = booster
      self.boosterAfterPowerOn = boosterAfterPowerOn
      self.refreshLimitMs = refreshLimitMs
    }

    /// Waveshare's 7.3" (E), and Inky Impression of 2025.
    public static var inch7in3: Preset {
      Preset(size: PixelSize(width: 800, height: 480), frameClock: 0x03, refreshLimitMs: 60_000)
    }

    /// Waveshare's 4.0" (E), and Inky Impression of 2025, upright as its controller scans.
    public static var inch4in0: Preset {
      Preset(
        size: PixelSize(width: 400, height: 600), frameClock: 0x03, booster: 0x6F1F_1717,
        boosterAfterPowerOn: 0x6F1F_1727, refreshLimitMs: 75_000)
    }

    /// What `06` gets after power-on.
    var poweredBooster: UInt32 { boosterAfterPowerOn == 0 ? booster : boosterAfterPowerOn }

    /// The range that is compiled into this controller; nil = its panels have no such value.
    static func range(of value: PresetValue) -> PresetRange? {
      switch value {
      case .width: .within(2...1200)
      case .height: .within(2...1600)
      // 04 to 07 are faster than the maker's, and leave ghosts outside of 5 to 22 °C.
      case .frameClock: .oneOf(0x02, 0x03, 0x08)
      // The values that the makers' own drivers use, and nothing else.
      case .booster: .either(0x6F1F_1717, 0x6F1F_1749)
      case .boosterAfterPowerOn: .oneOf(0x6F1F_1727, 0x6F1F_1747, 0x6F1F_1749)
      case .refreshLimit: .within(40_000...90_000)
      case .sources, .border, .resetSettle, .resetPulse, .waveforms, .fastTemperature, .drive, .commonVoltage: nil
      case .glass, .greys: nil
      }
    }

    /// Compares every value with the range that is compiled into this controller.
    ///
    /// - Throws: `PresetError` naming the first value outside of this controller's range.
    public func check() throws(PresetError) {
      try require(.width, Int64(size.width))
      if size.width % 2 != 0 { throw .outOfRange(.width, Int64(size.width)) }
      try require(.height, Int64(size.height))
      try require(.frameClock, Int64(frameClock))
      try require(.booster, Int64(booster))
      if !Preset.accepts(.boosterAfterPowerOn, Int64(poweredBooster)) {
        throw .outOfRange(.boosterAfterPowerOn, Int64(boosterAfterPowerOn))
      }
      try require(.refreshLimit, Int64(refreshLimitMs))
    }
  }

  /// The panel; every value was checked.
  public let preset: Preset

  /// - Throws: `PresetError` for a value that this controller or its glass must not get.
  public init(_ preset: Preset) throws(PresetError) {
    try preset.check()
    self.preset = preset
  }

  /// The 7.3" panel.
  public init() { preset = .inch7in3 }

  public var size: PixelSize { preset.size }
  public var bitsPerPixel: Int32 { 4 }
  public var busyLevel: Bool { PaperController.spectra6.traits.family.busyLevel }
  public var longestEndMs: Int32 { preset.refreshLimitMs + 3 * Spectra6.powerLimitMs + 3_000 }

  public func supports(_ kind: RefreshKind) -> Bool { kind == .full }

  public func step(_ index: Int32, of part: SequencePart, _ refresh: PanelRefresh) -> SequenceStep? {
    switch part {
    case .wake: Spectra6.wake(index)
    case .setUp: setUp(index)
    case .prepare: prepare(index)
    case .refresh: self.refresh(index)
    case .settle, .floatBorder: nil
    case .powerOff: Spectra6.powerOff(index)
    case .sleep: index == 0 ? Spectra6.send(.deepSleep, 1, 0xA5) : nil
    }
  }

  // MARK: parts

  private static func send(_ command: SpectraCommand, _ count: Int32 = 0, _ bytes: UInt64 = 0) -> SequenceStep {
    .command(.spectra(command), CommandParameters(count, bytes))
  }

  /// Maximum time until the controller is idle after a reset, power on or power off.
  private static var powerLimitMs: Int32 { 2_000 }

  private static func wake(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: .supply(isOn: true)
    case 1: .reset(level: true)
    case 2: .pause(milliseconds: 20)
    case 3: .reset(level: false)
    case 4: .pause(milliseconds: 2)
    case 5: .reset(level: true)
    case 6: .pause(milliseconds: 20)
    case 7: .waitUntilIdle(limitMs: powerLimitMs)
    case 8: .pause(milliseconds: 30)
    default: nil
    }
  }

  private func setUp(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: Spectra6.send(.unlock, 6, 0x4955_2008_0918)
    case 1: Spectra6.send(.powerSetting, 1, 0x3F)
    case 2: Spectra6.send(.panelSetting, 2, 0x5F69)
    case 3: Spectra6.send(.powerOffSequence, 4, 0x0054_0044)
    case 4: Spectra6.send(.boosterFirst, 4, 0x401F_1F2C)
    case 5: Spectra6.send(.boosterSecond, 4, UInt64(preset.booster))
    case 6: Spectra6.send(.boosterThird, 4, 0x6F1F_1F22)
    case 7: Spectra6.send(.frameClock, 1, UInt64(preset.frameClock))
    case 8: Spectra6.send(.dataInterval, 1, 0x3F)
    case 9: Spectra6.send(.gatesToSources, 2, 0x0200)
    case 10: Spectra6.send(.resolution, 4, UInt64(size.width) << 16 | UInt64(size.height))
    case 11: Spectra6.send(.voltageSetting, 1, 0x01)
    case 12: Spectra6.send(.powerSaving, 1, 0x2F)
    default: nil
    }
  }

  private func prepare(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: .plane(.spectra(.writePicture), .new)
    case 1: Spectra6.send(.powerOn)
    case 2: .pause(milliseconds: SequenceTiming.triggerLagMs)
    case 3: .waitUntilIdle(limitMs: Spectra6.powerLimitMs)
    case 4: Spectra6.send(.boosterSecond, 4, UInt64(preset.poweredBooster))
    default: nil
    }
  }

  private func refresh(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: Spectra6.send(.refresh, 1, 0x00)
    case 1: .waitForRefresh(leastMs: 3_000, limitMs: preset.refreshLimitMs)
    default: nil
    }
  }

  private static func powerOff(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: send(.powerOff, 1, 0x00)
    case 1: .pause(milliseconds: SequenceTiming.triggerLagMs)
    case 2: .waitUntilIdle(limitMs: powerLimitMs)
    default: nil
    }
  }
}
