import AfterglowCore

/// The SSD1680: up to 176 sources and 296 gates, black and white (docs/panels/ssd1680.md).
public struct SSD1680: SequencedController, Sendable {
  /// What differs between the panels of this controller.
  public struct Preset: ControllerPreset, Equatable, Sendable {
    /// In pixels, as the panel's rows lie.
    public var size: PixelSize
    /// Second byte of `21`: 80 for glass that is wired to sources S8 to S167, 00 from S0 on.
    public var sources: UInt8
    /// `3C` in a full refresh.
    public var border: UInt8
    /// Around the reset pulse, and the pulse, in ms.
    public var resetSettleMs: Int32
    public var resetPulseMs: Int32
    public var waveforms: Waveforms
    /// Time limit of a refresh, in ms.
    public var refreshLimitMs: Int32
    /// 4 = pictures in four greys, whose waveform is the 2.9" V2's; 0 = black and white.
    public var greys: UInt8

    /// Where the waveform of a partial refresh comes from.
    public enum Waveforms: UInt8, Sendable {
      /// The controller's one-time memory has it.
      case built = 0
      /// It is sent before each partial refresh.
      case sent = 1
    }

    public init(
      size: PixelSize, sources: UInt8, border: UInt8, resetSettleMs: Int32, resetPulseMs: Int32, waveforms: Waveforms,
      refreshLimitMs: Int32, greys: UInt8 = 0
    ) {
      self.size = size
      self.sources = sources
      self.border = border
      self.resetSettleMs = resetSettleMs
      self.resetPulseMs = resetPulseMs
      self.waveforms = waveforms
      self.refreshLimitMs = refreshLimitMs
      self.greys = greys
    }

    /// Waveshare's 2.13" V4 (GDEY0213B74).
    public static var inch2in13V4: Preset {
      Preset(
        size: PixelSize(width: 122, height: 250), sources: 0x80, border: 0x05, resetSettleMs: 20, resetPulseMs: 2,
        waveforms: .built, refreshLimitMs: 10_000)
    }

    /// Waveshare's 2.9" V2 with newer glass (GDEY029T94).
    public static var inch2in9V2: Preset {
      Preset(
        size: PixelSize(width: 128, height: 296), sources: 0x80, border: 0x05, resetSettleMs: 50, resetPulseMs: 2,
        waveforms: .built, refreshLimitMs: 16_000)
    }

    /// Waveshare's 2.9" V2 with older glass (GDEM029T94), without a partial waveform of its own.
    public static var inch2in9V2Old: Preset {
      var preset = inch2in9V2
      preset.waveforms = .sent
      return preset
    }

    /// The range that is compiled into this controller; nil = its panels have no such value.
    static func range(of value: PresetValue) -> PresetRange? {
      switch value {
      case .width: .within(8...176)
      case .height: .within(2...296)
      case .sources: .either(0x00, 0x80)
      // Follows the waveform of one of the four transitions.
      case .border: .within(0x00...0x07)
      case .resetSettle: .within(10...200)
      case .resetPulse: .within(1...50)
      case .refreshLimit: .within(10_000...30_000)
      case .waveforms: .within(0...1)
      case .greys: .either(0, 4)
      case .fastTemperature, .booster, .boosterAfterPowerOn, .drive, .commonVoltage, .frameClock, .glass: nil
      }
    }

    /// Compares every value with the range that is compiled into this controller.
    ///
    /// - Throws: `PresetError` naming the first value outside of this controller's range.
    public func check() throws(PresetError) {
      try require(.width, Int64(size.width))
      try require(.height, Int64(size.height))
      try require(.sources, Int64(sources))
      try require(.border, Int64(border))
      try require(.resetSettle, Int64(resetSettleMs))
      try require(.resetPulse, Int64(resetPulseMs))
      try require(.refreshLimit, Int64(refreshLimitMs))
      try requireGreys(greys, widthPx: size.width)
      // The waveform is that panel's, and the partial one of older glass moves the greys next to what changes.
      if greys == 4 && (size != Preset.inch2in9V2.size || waveforms == .sent) { throw .outOfRange(.greys, 4) }
    }
  }

  /// The panel; every value was checked.
  public let preset: Preset

  /// - Throws: `PresetError` for a value that this controller or its glass must not get.
  public init(_ preset: Preset) throws(PresetError) {
    try preset.check()
    self.preset = preset
  }

  /// The 2.13" V4.
  public init() { preset = .inch2in13V4 }

  public var size: PixelSize { preset.size }
  public var bitsPerPixel: Int32 { preset.greys == 4 ? 2 : 1 }
  public var busyLevel: Bool { PaperController.ssd1680.traits.family.busyLevel }
  public var longestEndMs: Int32 { preset.refreshLimitMs + 5 * SolomonSteps.readyLimitMs }

  public func supports(_ kind: RefreshKind) -> Bool {
    switch kind {
    case .full, .partial: true
    case .fast: preset.waveforms == .built
    case .grey: preset.greys == 4
    }
  }

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

  /// A reset clears every register, also `21`: all are written, whatever the makers' short sequences leave out.
  private func setUp(_ index: Int32, _ kind: RefreshKind) -> SequenceStep? {
    switch index {
    case 0: SolomonSteps.gates(size)
    case 1: SolomonSteps.send(.entryMode, 1, 0x03)
    case 2...5: SolomonSteps.window(index - 2, PixelRect(size))
    case 6: SolomonSteps.send(.border, 1, kind == .grey ? 0x04 : UInt64(preset.border))
    case 7: SolomonSteps.send(.planeOptions, 2, UInt64(preset.sources))
    case 8: SolomonSteps.send(.temperatureSensor, 1, 0x80)
    default: nil
    }
  }

  private func prepare(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    switch refresh.kind {
    case .full: SolomonSteps.bothPlanes(index)
    case .fast: index < 9 ? loadFastWaveform(index) : SolomonSteps.bothPlanes(index - 9)
    case .partial: preparePartial(index, refresh)
    case .grey: prepareGrey(index)
    }
  }

  /// In greys a bit of 0 is light: `24` has the lower half of a grey, `26` the higher one.
  private func prepareGrey(_ index: Int32) -> SequenceStep? {
    let after = index - SSD1680Waveform.stepCount
    let isInverted = PaperController.ssd1680.traits.hasInvertedGreys
    return switch after {
    case ..<0: SSD1680Waveform.grey.step(index)
    case 0: .plane(.solomon(.writeNewPlane), .low(isInverted: isInverted))
    case 1: .plane(.solomon(.writeOldPlane), .high(isInverted: isInverted))
    default: nil
    }
  }

  /// After a partial refresh both planes are the glass again; after one in greys too, and the registers those of a full one.
  private func settle(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    switch refresh.kind {
    case .partial: SolomonSteps.bothPlanes(index)
    case .grey where refresh.ending == .standby: SolomonSteps.leaveGreys(index, setUpCount: 9) { setUp($0, .full) }
    case .grey, .full, .fast: nil
    }
  }

  /// A forced temperature of 100 °C chooses a short waveform.
  private func loadFastWaveform(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0...3: SolomonSteps.run(index, 0xB1)
    case 4: SolomonSteps.send(.temperature, 2, 0x6400)
    default: SolomonSteps.run(index - 5, 0x91)
    }
  }

  private func preparePartial(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    let sent = preset.waveforms == .sent ? SSD1680Waveform.stepCount : 0
    let planes = index - 1 - sent
    return switch planes {
    case _ where index < sent: SSD1680Waveform.partial.step(index)
    case -1: SolomonSteps.send(.border, 1, 0x80)
    case 0...3: SolomonSteps.window(planes, refresh.window)
    case 4: .plane(.solomon(.writeNewPlane), .new)
    default: nil
    }
  }

  private func refresh(_ index: Int32, _ kind: RefreshKind) -> SequenceStep? {
    let limitMs = preset.refreshLimitMs
    switch kind {
    case .full: return SolomonSteps.refresh(index, 0xF7, leastMs: 300, limitMs: limitMs)
    case .fast, .grey: return SolomonSteps.refresh(index, 0xC7, leastMs: 300, limitMs: limitMs)
    case .partial:
      if preset.waveforms == .built { return SolomonSteps.refresh(index, 0xFF, leastMs: 200, limitMs: limitMs) }
      // The waveform that was sent must not be replaced: power on, display with it, power off.
      return index < 4
        ? SolomonSteps.run(index, 0xC0) : SolomonSteps.refresh(index - 4, 0x0F, leastMs: 200, limitMs: limitMs)
    }
  }

  public func tableByte(_ index: Int32, of number: UInt8) -> UInt8 {
    SSD1680Waveform(rawValue: number)?.byte(index) ?? 0
  }
}
