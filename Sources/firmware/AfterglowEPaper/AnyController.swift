import AfterglowCore

/// The controller that a board's panel has. One type for all of them, so that what runs sequences exists once in the
/// firmware.
public enum AnyController: SequencedController, Sendable {
  case ssd1680(SSD1680)
  case ssd1683(SSD1683)
  case uc8179(UC8179)
  case spectra6(Spectra6)

  /// The controller of a panel as archives carry it.
  ///
  /// - Throws: `PresetError` for an unknown controller, for a value beyond its ranges, and for one that it does not have.
  public init(_ panel: PaperPanel) throws(PresetError) {
    switch panel.knownController {
    case .ssd1680: self = .ssd1680(try SSD1680(SSD1680.Preset(panel)))
    case .ssd1683: self = .ssd1683(try SSD1683(SSD1683.Preset(panel)))
    case .uc8179: self = .uc8179(try UC8179(UC8179.Preset(panel)))
    case .spectra6: self = .spectra6(try Spectra6(Spectra6.Preset(panel)))
    case nil: throw .unknownController(panel.controller)
    }
    if self.panel != panel { throw .unusedValue }
  }

  /// The panel as archives carry it.
  public var panel: PaperPanel {
    switch self {
    case .ssd1680(let controller): controller.preset.panel
    case .ssd1683(let controller): controller.preset.panel
    case .uc8179(let controller): controller.preset.panel
    case .spectra6(let controller): controller.preset.panel
    }
  }

  public var size: PixelSize {
    switch self {
    case .ssd1680(let controller): controller.size
    case .ssd1683(let controller): controller.size
    case .uc8179(let controller): controller.size
    case .spectra6(let controller): controller.size
    }
  }

  public var bitsPerPixel: Int32 {
    switch self {
    case .ssd1680(let controller): controller.bitsPerPixel
    case .ssd1683(let controller): controller.bitsPerPixel
    case .uc8179(let controller): controller.bitsPerPixel
    case .spectra6(let controller): controller.bitsPerPixel
    }
  }

  public var busyLevel: Bool {
    switch self {
    case .ssd1680(let controller): controller.busyLevel
    case .ssd1683(let controller): controller.busyLevel
    case .uc8179(let controller): controller.busyLevel
    case .spectra6(let controller): controller.busyLevel
    }
  }

  public var longestEndMs: Int32 {
    switch self {
    case .ssd1680(let controller): controller.longestEndMs
    case .ssd1683(let controller): controller.longestEndMs
    case .uc8179(let controller): controller.longestEndMs
    case .spectra6(let controller): controller.longestEndMs
    }
  }

  public func supports(_ kind: RefreshKind) -> Bool {
    switch self {
    case .ssd1680(let controller): controller.supports(kind)
    case .ssd1683(let controller): controller.supports(kind)
    case .uc8179(let controller): controller.supports(kind)
    case .spectra6(let controller): controller.supports(kind)
    }
  }

  public func step(_ index: Int32, of part: SequencePart, _ refresh: PanelRefresh) -> SequenceStep? {
    switch self {
    case .ssd1680(let controller): controller.step(index, of: part, refresh)
    case .ssd1683(let controller): controller.step(index, of: part, refresh)
    case .uc8179(let controller): controller.step(index, of: part, refresh)
    case .spectra6(let controller): controller.step(index, of: part, refresh)
    }
  }

  public func tableByte(_ index: Int32, of number: UInt8) -> UInt8 {
    switch self {
    case .ssd1680(let controller): controller.tableByte(index, of: number)
    case .ssd1683(let controller): controller.tableByte(index, of: number)
    case .uc8179(let controller): controller.tableByte(index, of: number)
    case .spectra6(let controller): controller.tableByte(index, of: number)
    }
  }
}

/// A command that a sequence may send. Every controller's list is closed: commands that write one-time memory are in
/// none of them, so that no sequence can express them.
public enum ControllerCommand: Equatable, Sendable {
  case solomon(SolomonCommand)
  case ultraChip(UltraChipCommand)
  case spectra(SpectraCommand)

  /// The byte that is sent with D/C low.
  public var byte: UInt8 {
    switch self {
    case .solomon(let command): command.rawValue
    case .ultraChip(let command): command.rawValue
    case .spectra(let command): command.rawValue
    }
  }
}

extension PaperController {
  /// The range that is compiled into the controller; nil = its panels have no such value.
  public func range(of value: PresetValue) -> PresetRange? {
    switch self {
    case .ssd1680: SSD1680.Preset.range(of: value)
    case .ssd1683: SSD1683.Preset.range(of: value)
    case .uc8179: UC8179.Preset.range(of: value)
    case .spectra6: Spectra6.Preset.range(of: value)
    }
  }
}

extension PaperPanel {
  /// The name that boards give the panel of the same controller and size whose glass is older; nil = there is none.
  public var olderName: StaticString? {
    switch knownController {
    case .ssd1680: glass == 0 && heightPx == 296 ? "waveshare-2in9-v2-old" : nil
    case .uc8179: glass == 1 && widthPx == 800 ? "waveshare-7in5-v2-old" : nil
    case .ssd1683, .spectra6, nil: nil
    }
  }
}

// A preset's values as archives carry them. A number that a preset cannot hold is out of its controller's range too, so
// that reading one back differs from the archive's, or is refused by the controller.

extension SSD1680.Preset {
  init(_ panel: PaperPanel) {
    self.init(
      size: panel.size, sources: panel.sources, border: panel.border, resetSettleMs: Int32(panel.resetSettleMs),
      resetPulseMs: Int32(panel.resetPulseMs), waveforms: panel.glass == 0 ? .built : .sent,
      refreshLimitMs: Int32(clamping: panel.refreshLimitMs), greys: panel.greys)
  }

  /// The panel as archives carry it.
  public var panel: PaperPanel {
    var panel = PaperPanel(.ssd1680, size, refreshLimitMs)
    panel.glass = waveforms.rawValue
    panel.sources = sources
    panel.border = border
    panel.resetSettleMs = UInt16(clamping: resetSettleMs)
    panel.resetPulseMs = UInt16(clamping: resetPulseMs)
    panel.greys = greys
    return panel
  }
}

extension SSD1683.Preset {
  init(_ panel: PaperPanel) {
    self.init(
      size: panel.size, border: panel.border, resetSettleMs: Int32(panel.resetSettleMs),
      resetPulseMs: Int32(panel.resetPulseMs), fastTemperature: panel.fastTemperature,
      refreshLimitMs: Int32(clamping: panel.refreshLimitMs), greys: panel.greys)
  }

  /// The panel as archives carry it.
  public var panel: PaperPanel {
    var panel = PaperPanel(.ssd1683, size, refreshLimitMs)
    panel.border = border
    panel.resetSettleMs = UInt16(clamping: resetSettleMs)
    panel.resetPulseMs = UInt16(clamping: resetPulseMs)
    panel.fastTemperature = fastTemperature
    panel.greys = greys
    return panel
  }
}

extension UC8179.Preset {
  init(_ panel: PaperPanel) {
    self.init(
      size: panel.size, glass: panel.glass == 0 ? .old : .new, booster: panel.booster, drive: panel.drive,
      commonVoltage: panel.commonVoltage, refreshLimitMs: Int32(clamping: panel.refreshLimitMs), greys: panel.greys)
  }

  /// The panel as archives carry it.
  public var panel: PaperPanel {
    var panel = PaperPanel(.uc8179, size, refreshLimitMs)
    panel.glass = glass.rawValue
    panel.booster = booster
    panel.drive = drive
    panel.commonVoltage = commonVoltage
    panel.greys = greys
    return panel
  }
}

extension Spectra6.Preset {
  init(_ panel: PaperPanel) {
    self.init(
      size: panel.size, frameClock: panel.frameClock, booster: panel.booster,
      boosterAfterPowerOn: panel.boosterAfterPowerOn, refreshLimitMs: Int32(clamping: panel.refreshLimitMs))
  }

  /// The panel as archives carry it.
  public var panel: PaperPanel {
    var panel = PaperPanel(.spectra6, size, refreshLimitMs)
    panel.frameClock = frameClock
    panel.booster = booster
    panel.boosterAfterPowerOn = boosterAfterPowerOn
    return panel
  }
}

extension PaperPanel {
  fileprivate init(_ controller: PaperController, _ size: PixelSize, _ refreshLimitMs: Int32) {
    self.init()
    self.controller = controller.rawValue
    widthPx = UInt16(clamping: size.width)
    heightPx = UInt16(clamping: size.height)
    self.refreshLimitMs = UInt32(clamping: refreshLimitMs)
  }
}
