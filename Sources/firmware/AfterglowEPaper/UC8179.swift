import AfterglowCore

/// The UC8179: 800×480, black and white (docs/panels/uc8179.md).
///
/// In black and white a bit of 1 is white: polarity is in `50`, of which only values with that meaning are sent. The
/// maker's sequence for four greys has the other one.
public struct UC8179: SequencedController, Sendable {
  /// What differs between the panels of this controller.
  public struct Preset: ControllerPreset, Equatable, Sendable {
    /// In pixels, as the panel's rows lie.
    public var size: PixelSize
    public var glass: Glass
    /// `06`: the booster's three phases and its end; a wrong one fades the picture.
    public var booster: UInt32
    /// Last two bytes of `01`: the sources' voltages.
    public var drive: UInt16
    /// `82` of a partial refresh of old glass: −0.10 V − 0.05 V × n.
    public var commonVoltage: UInt8
    /// Time limit of a refresh, in ms.
    public var refreshLimitMs: Int32
    /// 4 = pictures in four greys, which newer glass has; 0 = black and white.
    public var greys: UInt8

    /// Which waveforms the glass has. It cannot be read without a MISO line: the user names it.
    public enum Glass: UInt8, Sendable {
      /// GDEW075T7: no fast waveform, and the partial one is sent.
      case old = 0
      /// GDEY075T7: forced temperatures choose fast and partial waveforms.
      case new = 1
    }

    public init(
      size: PixelSize, glass: Glass, booster: UInt32, drive: UInt16, commonVoltage: UInt8, refreshLimitMs: Int32,
      greys: UInt8 = 0
    ) {
      self.size = size
      self.glass = glass
      self.booster = booster
      self.drive = drive
      self.commonVoltage = commonVoltage
      self.refreshLimitMs = refreshLimitMs
      self.greys = greys
    }

    /// Waveshare's 7.5" V2 with newer glass (GDEY075T7).
    public static var inch7in5V2: Preset {
      Preset(
        size: PixelSize(width: 800, height: 480), glass: .new, booster: 0x1717_2817, drive: 0x2817, commonVoltage: 0x26,
        refreshLimitMs: 18_000)
    }

    /// Waveshare's 7.5" V2 with older glass (GDEW075T7).
    public static var inch7in5V2Old: Preset {
      var preset = inch7in5V2
      preset.glass = .old
      return preset
    }

    /// The range that is compiled into this controller; nil = its panels have no such value.
    static func range(of value: PresetValue) -> PresetRange? {
      switch value {
      case .width: .within(8...800)
      case .height: .within(2...600)
      case .glass: .within(0...1)
      // The values that the maker's own drivers use, and nothing else.
      case .booster: .either(0x1717_2817, 0x1717_3817)
      case .drive: .either(0x2817, 0x3F3F)
      // −1.0 V to −2.5 V.
      case .commonVoltage: .within(0x12...0x30)
      case .refreshLimit: .within(10_000...30_000)
      case .greys: .either(0, 4)
      case .sources, .border, .resetSettle, .resetPulse, .waveforms, .fastTemperature, .frameClock: nil
      case .boosterAfterPowerOn: nil
      }
    }

    /// Compares every value with the range that is compiled into this controller.
    ///
    /// - Throws: `PresetError` naming the first value outside of this controller's range.
    public func check() throws(PresetError) {
      try require(.width, Int64(size.width))
      if size.width % 8 != 0 { throw .outOfRange(.width, Int64(size.width)) }
      try require(.height, Int64(size.height))
      try require(.booster, Int64(booster))
      try require(.drive, Int64(drive))
      try require(.commonVoltage, Int64(commonVoltage))
      try require(.refreshLimit, Int64(refreshLimitMs))
      try requireGreys(greys, widthPx: size.width)
      if greys == 4 && glass == .old { throw .outOfRange(.greys, 4) }
    }
  }

  /// The panel; every value was checked.
  public let preset: Preset

  /// - Throws: `PresetError` for a value that this controller or its glass must not get.
  public init(_ preset: Preset) throws(PresetError) {
    try preset.check()
    self.preset = preset
  }

  /// The 7.5" V2 with newer glass.
  public init() { preset = .inch7in5V2 }

  public var size: PixelSize { preset.size }
  public var bitsPerPixel: Int32 { preset.greys == 4 ? 2 : 1 }
  public var busyLevel: Bool { PaperController.uc8179.traits.family.busyLevel }
  public var longestEndMs: Int32 { preset.refreshLimitMs + 3 * UC8179.powerLimitMs + 1_000 }

  public func supports(_ kind: RefreshKind) -> Bool {
    switch kind {
    case .full, .partial: true
    case .fast: preset.glass == .new
    case .grey: preset.greys == 4
    }
  }

  public func step(_ index: Int32, of part: SequencePart, _ refresh: PanelRefresh) -> SequenceStep? {
    switch part {
    case .wake: UC8179.wake(index)
    case .setUp: setUp(index, refresh.kind)
    case .prepare: prepare(index, refresh)
    case .refresh: self.refresh(index, refresh.kind)
    case .settle: settle(index, refresh)
    case .floatBorder: index == 0 ? UC8179.send(.dataInterval, 2, 0xF707) : nil
    case .powerOff: UC8179.powerOff(index)
    case .sleep: index == 0 ? UC8179.send(.deepSleep, 1, 0xA5) : nil
    }
  }

  // MARK: parts

  static func send(_ command: UltraChipCommand, _ count: Int32 = 0, _ bytes: UInt64 = 0) -> SequenceStep {
    .command(.ultraChip(command), CommandParameters(count, bytes))
  }

  /// Maximum time until the controller is idle after a reset, power on or power off.
  static var powerLimitMs: Int32 { 2_000 }

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
    default: nil
    }
  }

  private func setUp(_ index: Int32, _ kind: RefreshKind) -> SequenceStep? {
    switch index {
    case 0: UC8179.send(.booster, 4, UInt64(preset.booster))
    case 1: UC8179.send(.powerSetting, 4, 0x0707_0000 | UInt64(preset.drive))
    // Mono, waveform of the one-time memory.
    case 2: UC8179.send(.panelSetting, 1, 0x1F)
    case 3: UC8179.send(.resolution, 4, UInt64(size.width) << 16 | UInt64(size.height))
    case 4: UC8179.send(.dualSPI, 1, 0x00)
    // White is 1, and the controller copies the new plane to the old one after each refresh.
    case 5: UC8179.send(.dataInterval, 2, kind == .grey ? 0x1007 : 0x2907)
    case 6: UC8179.send(.gatesToSources, 1, 0x22)
    case 7: UC8179.send(.powerSaving, 1, 0x22)
    case 8: UC8179.send(.cascade, 1, 0x00)
    case 9: UC8179.send(.temperatureSensor, 1, 0x00)
    default: nil
    }
  }

  private func prepare(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    switch refresh.kind {
    case .full: index < 3 ? UC8179.powerOn(index) : UC8179.bothPlanes(index - 3)
    case .fast: index < 6 ? UC8179.force(index, 0x5A) : UC8179.bothPlanes(index - 6)
    case .grey: prepareGrey(index)
    case .partial: preparePartial(index, refresh)
    }
  }

  /// A forced temperature chooses another waveform: 90 °C a short one, 95 °C the one in greys.
  private static func force(_ index: Int32, _ degrees: UInt64) -> SequenceStep? {
    switch index {
    case 0...2: powerOn(index)
    case 3: send(.booster, 4, 0x2727_1817)
    case 4: send(.cascade, 1, 0x02)
    case 5: send(.forcedTemperature, 1, degrees)
    default: nil
    }
  }

  /// In greys a bit of 1 is dark: `10` has the lighter half of a grey, `13` the heavier one.
  private func prepareGrey(_ index: Int32) -> SequenceStep? {
    let isInverted = PaperController.uc8179.traits.hasInvertedGreys
    return switch index {
    case 0...5: UC8179.force(index, 0x5F)
    case 6: .plane(.ultraChip(.writeOldPlane), .low(isInverted: isInverted))
    case 7: .plane(.ultraChip(.writeNewPlane), .high(isInverted: isInverted))
    default: nil
    }
  }

  /// After a partial refresh the controller has copied the new plane to the old one itself; the window must not stay. After
  /// one in greys the old plane gets the picture in black and white, as the next partial refresh compares it.
  private func settle(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    switch (refresh.kind, index) {
    case (.partial, 0): UC8179.send(.partialOut)
    case (.grey, 0) where refresh.ending == .standby: UC8179.send(.dataInterval, 2, 0x2907)
    case (.grey, 1) where refresh.ending == .standby: .plane(.ultraChip(.writeOldPlane), .new)
    default: nil
    }
  }

  private func preparePartial(_ index: Int32, _ refresh: PanelRefresh) -> SequenceStep? {
    let registers = preset.glass == .new ? 3 : UC8179Waveform.stepCount
    let after = index - 3 - registers
    switch index {
    case 0..<registers: return preset.glass == .new ? forcedPartial(index) : UC8179Waveform.step(index, preset)
    case registers..<registers + 3: return UC8179.powerOn(index - registers)
    default: break
    }
    return switch after {
    case 0: UC8179.send(.partialIn)
    case 1: UC8179.window(refresh.window)
    case 2: .plane(.ultraChip(.writeNewPlane), .new)
    default: nil
    }
  }

  /// A forced temperature of 110 °C chooses the partial waveform; the border floats.
  private func forcedPartial(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: UC8179.send(.cascade, 1, 0x02)
    case 1: UC8179.send(.forcedTemperature, 1, 0x6E)
    default: UC8179.send(.dataInterval, 2, 0xA907)
    }
  }

  private static func window(_ window: PixelRect) -> SequenceStep {
    func pair(_ value: Int32) -> UInt64 { UInt64(UInt16(truncatingIfNeeded: value)) }
    let columns = pair(window.x0) << 16 | pair(window.x1 - 1)
    let rows = pair(window.y0) << 16 | pair(window.y1 - 1)
    // Nine bytes; the last one lets gates outside of the window scan too.
    let all = columns << 32 | rows
    return .command(.ultraChip(.window), CommandParameters(9, all >> 56, all << 8 | 1))
  }

  private static func bothPlanes(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: .plane(.ultraChip(.writeOldPlane), .new)
    case 1: .plane(.ultraChip(.writeNewPlane), .new)
    default: nil
    }
  }

  private static func powerOn(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: send(.powerOn)
    case 1: .pause(milliseconds: SequenceTiming.triggerLagMs)
    case 2: .waitUntilIdle(limitMs: powerLimitMs)
    default: nil
    }
  }

  private static func powerOff(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: send(.powerOff)
    case 1: .pause(milliseconds: SequenceTiming.triggerLagMs)
    case 2: .waitUntilIdle(limitMs: powerLimitMs)
    default: nil
    }
  }

  private func refresh(_ index: Int32, _ kind: RefreshKind) -> SequenceStep? {
    switch index {
    case 0: UC8179.send(.refresh)
    case 1: .waitForRefresh(leastMs: kind == .partial ? 200 : 300, limitMs: preset.refreshLimitMs)
    default: nil
    }
  }

  public func tableByte(_ index: Int32, of number: UInt8) -> UInt8 { UC8179Waveform.byte(index, of: number) }
}
