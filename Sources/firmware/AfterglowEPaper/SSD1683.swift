import AfterglowCore

/// The SSD1683: up to 400 sources and 300 gates, black and white (docs/panels/ssd1683.md).
public struct SSD1683: SequencedController, Sendable {
  /// What differs between the panels of this controller.
  public struct Preset: ControllerPreset, Equatable, Sendable {
    /// In pixels, as the panel's rows lie.
    public var size: PixelSize
    /// `3C` in a full refresh.
    public var border: UInt8
    /// Around the reset pulse, and the pulse, in ms.
    public var resetSettleMs: Int32
    public var resetPulseMs: Int32
    /// The forced temperature in °C that chooses the short waveform.
    public var fastTemperature: UInt8
    /// Time limit of a refresh, in ms.
    public var refreshLimitMs: Int32
    /// 4 = pictures in four greys, 0 = black and white.
    public var greys: UInt8

    public init(
      size: PixelSize, border: UInt8, resetSettleMs: Int32, resetPulseMs: Int32, fastTemperature: UInt8,
      refreshLimitMs: Int32, greys: UInt8 = 0
    ) {
      self.size = size
      self.border = border
      self.resetSettleMs = resetSettleMs
      self.resetPulseMs = resetPulseMs
      self.fastTemperature = fastTemperature
      self.refreshLimitMs = refreshLimitMs
      self.greys = greys
    }

    /// Waveshare's 4.2" V2 (GDEY042T81).
    public static var inch4in2V2: Preset {
      Preset(
        size: PixelSize(width: 400, height: 300), border: 0x05, resetSettleMs: 100, resetPulseMs: 2,
        fastTemperature: 0x6E, refreshLimitMs: 16_000)
    }

    /// The range that is compiled into this controller; nil = its panels have no such value.
    static func range(of value: PresetValue) -> PresetRange? {
      switch value {
      case .width: .within(8...400)
      case .height: .within(2...300)
      case .border: .within(0x00...0x07)
      case .resetSettle: .within(10...500)
      case .resetPulse: .within(1...500)
      // 90 to 110 °C: the temperatures that the makers force.
      case .fastTemperature: .within(0x5A...0x6E)
      case .refreshLimit: .within(10_000...30_000)
      case .greys: .either(0, 4)
      case .sources, .waveforms, .booster, .boosterAfterPowerOn, .drive, .commonVoltage, .frameClock, .glass: nil
      }
    }

    /// Compares every value with the range that is compiled into this controller.
    ///
    /// - Throws: `PresetError` naming the first value outside of this controller's range.
    public func check() throws(PresetError) {
      try require(.width, Int64(size.width))
      try require(.height, Int64(size.height))
      try require(.border, Int64(border))
      try require(.resetSettle, Int64(resetSettleMs))
      try require(.resetPulse, Int64(resetPulseMs))
      try require(.fastTemperature, Int64(fastTemperature))
      try require(.refreshLimit, Int64(refreshLimitMs))
      try requireGreys(greys, widthPx: size.width)
    }
  }

  /// The panel; every value was checked.
  public let preset: Preset

  /// - Throws: `PresetError` for a value that this controller or its glass must not get.
  public init(_ preset: Preset) throws(PresetError) {
    try preset.check()
    self.preset = preset
  }

  /// The 4.2" V2.
  public init() { preset = .inch4in2V2 }

  public var size: PixelSize { preset.size }
  public var bitsPerPixel: Int32 { preset.greys == 4 ? 2 : 1 }
  public var busyLevel: Bool { PaperController.ssd1683.traits.family.busyLevel }
  public var longestEndMs: Int32 { preset.refreshLimitMs + 4 * SolomonSteps.readyLimitMs + 1_000 }

  public func supports(_ kind: RefreshKind) -> Bool { kind != .grey || preset.greys == 4 }

  public func step(_ index: Int32, of part: SequencePart, _ refresh: PanelRefresh) -> SequenceStep? {
    switch part {
    case .wake: SolomonSteps.wake(index, settleMs: preset.resetSettleMs, pulseMs: preset.resetPulseMs)
    case .setUp: setUp(index, refresh.kind)
    case .prepare: prepare(index, refresh)
    case .refresh: self.refresh(index, refresh.kind)
    case .settle: settle(index, refresh)
    case .floatBorder, .powerOff: nil
    case .sleep: index == 0 ? SolomonSteps.send(.deepSleep, 1, 0x01) : nil
    }
  }

  private func setUp(_ index: Int32, _ kind: RefreshKind) -> SequenceStep? {
    switch index {
    case 0: SolomonSteps.gates(size)
    // Plane 26 is ignored, except in a partial refresh and in greys.
    case 1: SolomonSteps.send(.planeOptions, 2, kind == .grey ? 0x0000 : 0x4000)
    case 2: SolomonSteps.send(.border, 1, kind == .grey ? 0x03 : UInt64(preset.border))
    case 3: SolomonSteps.send(.temperatureSensor, 1, 0x80)
    case 4: SolomonSteps.send(.entryMode, 1, 0x03)
    case 5...8: SolomonSteps.window(index - 5, PixelRect(size))
    default: nil
    }
  }

  private func prepare(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    switch refresh.kind {
    case .full: SolomonSteps.bothPlanes(index)
    case .fast: index < 5 ? loadFastWaveform(index) : SolomonSteps.bothPlanes(index - 5)
    case .partial: preparePartial(index, refresh)
    case .grey: prepareGrey(index)
    }
  }

  private func prepareGrey(_ index: Int32) -> SequenceStep? {
    let after = index - SSD1683Waveform.stepCount
    let isInverted = PaperController.ssd1683.traits.hasInvertedGreys
    return switch after {
    case ..<0: SSD1683Waveform.step(index)
    case 0: .plane(.solomon(.writeNewPlane), .low(isInverted: isInverted))
    case 1: .plane(.solomon(.writeOldPlane), .high(isInverted: isInverted))
    default: nil
    }
  }

  /// After a partial refresh both planes are the glass again. After one in greys the registers are those of a full one,
  /// by a software reset, which keeps the planes; both then hold the picture in black and white, so that a partial
  /// refresh does not move the greys.
  private func settle(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    if refresh.kind == .partial { return SolomonSteps.bothPlanes(index) }
    if refresh.kind != .grey || refresh.ending == .sleep { return nil }
    return SolomonSteps.leaveGreys(index, setUpCount: 9) { setUp($0, .full) }
  }

  private func loadFastWaveform(_ index: Int32) -> SequenceStep? {
    index == 0
      ? SolomonSteps.send(.temperature, 1, UInt64(preset.fastTemperature)) : SolomonSteps.run(index - 1, 0x91)
  }

  private func preparePartial(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    switch index {
    case 0: SolomonSteps.send(.border, 1, 0x80)
    case 1: SolomonSteps.send(.planeOptions, 2, 0x0000)
    case 2...5: SolomonSteps.window(index - 2, refresh.window)
    case 6: .plane(.solomon(.writeNewPlane), .new)
    default: nil
    }
  }

  private func refresh(_ index: Int32, _ kind: RefreshKind) -> SequenceStep? {
    let limitMs = preset.refreshLimitMs
    return switch kind {
    case .full: SolomonSteps.refresh(index, 0xF7, leastMs: 300, limitMs: limitMs)
    case .fast: SolomonSteps.refresh(index, 0xC7, leastMs: 300, limitMs: limitMs)
    case .partial: SolomonSteps.refresh(index, 0xFF, leastMs: 200, limitMs: limitMs)
    case .grey: SolomonSteps.refresh(index, 0xCF, leastMs: 300, limitMs: limitMs)
    }
  }

  public func tableByte(_ index: Int32, of number: UInt8) -> UInt8 { SSD1683Waveform.byte(index) }
}
