import AfterglowCore

/// The controllers that have a model.
public enum PanelControllerKind: String, CaseIterable, Sendable {
  case ssd1680 = "SSD1680"
  case ssd1683 = "SSD1683"
  case uc8179 = "UC8179"
  case spectra6 = "Spectra 6"

  /// The level of BUSY that means busy.
  public var busyLevel: Bool {
    switch self {
    case .ssd1680, .ssd1683: true
    case .uc8179, .spectra6: false
    }
  }

  /// The fastest bus clock for writing in Hz.
  public var maximumClockHz: Int {
    switch self {
    case .ssd1680, .ssd1683: 20_000_000
    case .uc8179, .spectra6: 10_000_000
    }
  }

  /// The level of BUSY in deep sleep: Solomon's stay busy, the others read idle. It is high for both.
  var busyLevelAsleep: Bool { true }
}

/// What a panel's maker and seller put into one register.
public struct RegisterRule: Sendable {
  public var command: UInt8
  /// All that they list; empty = any value, or a value that the refresh judges.
  public var values: [[UInt8]]
  /// Whether every refresh needs it to have been written since the last reset.
  public var isRequired: Bool
  /// Whether another value spoils the picture, so that replay mode does not tolerate it either.
  public var isFatal: Bool
  /// Another command that serves instead.
  public var orElse: UInt8?

  /// A rule for one register; without `values` only the refresh judges what is in it.
  public init(
    _ command: UInt8, _ values: [[UInt8]] = [], isRequired: Bool = true, isFatal: Bool = false, orElse: UInt8? = nil
  ) {
    self.command = command
    self.values = values
    self.isRequired = isRequired
    self.isFatal = isFatal
    self.orElse = orElse
  }
}

/// How long a panel works at 25 °C, in ms; a model adds its jitter of ±20 %.
public struct PanelTimes: Sendable {
  /// High voltage on, and off, by a command of its own.
  public var powerOn: Int64
  public var powerOff: Int64
  /// A refresh by the waveform of a measured temperature, with power on and off where they belong to its sequence.
  public var full: Int64
  /// A full refresh by a forced temperature.
  public var fast: Int64
  /// A differential refresh.
  public var partial: Int64
  /// A refresh in four greys.
  public var grey: Int64

  public init(powerOn: Int64, powerOff: Int64, full: Int64, fast: Int64 = 0, partial: Int64 = 0, grey: Int64 = 0) {
    self.powerOn = powerOn
    self.powerOff = powerOff
    self.full = full
    self.fast = fast
    self.partial = partial
    self.grey = grey
  }
}

/// What distinguishes panels of one controller.
public struct PanelOptions: Sendable {
  /// Temperatures in °C that no room has: they choose special waveforms of the controller's one-time memory.
  var forcedWaveforms: [UInt8: PanelWaveform] = [:]
  /// Whether that memory has a differential waveform.
  public var hasPartialWaveform = true
  /// Solomon: how far the panel's first source is from the controller's, in pixels.
  public var firstSource = 0
  /// Solomon: whether traffic that never sets register 21 may rely on an earlier set-up, in replay mode.
  public var assumesInnerSources = false
  /// Solomon: whether plane 26 disturbs a full refresh unless register 21 excludes it.
  public var redPlaneMatters = false
  /// Border settings for each kind of refresh; empty = not judged.
  public var fullBorders: [UInt8] = []
  public var partialBorders: [UInt8] = []
  public var greyBorders: [UInt8] = []
  /// Checksums of the waveforms that were published for this panel (`waveformChecksum`); empty = none are.
  public var waveforms: [UInt64] = []
  /// Registers that a waveform from registers needs in addition.
  public var waveformRegisters: [UInt8] = []
  /// Spectra 6: time of a refresh in ms by frame clock (register 30).
  public var clockTimes: [UInt8: Int64] = [:]
  /// Spectra 6: values of register 06 that makers send after power-on; empty = not judged.
  public var poweredBoosters: [[UInt8]] = []

  public init() {}

  /// The borders that a refresh may have; empty = any.
  func borders(for waveform: PanelWaveform) -> [UInt8] {
    switch waveform {
    case .differential: partialBorders
    case .grey: greyBorders
    case .full, .fast, .registers: fullBorders
    }
  }
}

/// A panel as data: everything else is its controller's.
public struct PanelDescription: Sendable {
  /// As `panel-sim --panel` takes it.
  public var name: String
  /// For people.
  public var title: String
  public var controller: PanelControllerKind
  public var size: PixelSize
  public var times: PanelTimes
  public var rules: [RegisterRule]
  public var options: PanelOptions
  /// Colours by code as 0xFFRRGGBB, relative to the panel's white; empty for black, white and greys.
  public var inks: [UInt8: UInt32]

  /// A panel of a known controller. Memory of a controller limits the size: 176×296 pixels on an SSD1680, 400×300 on an
  /// SSD1683; on an UC8179 the width is a multiple of 8, on Spectra 6 of 2.
  public init(
    name: String, title: String, controller: PanelControllerKind, size: PixelSize, times: PanelTimes,
    rules: [RegisterRule], options: PanelOptions = PanelOptions(), inks: [UInt8: UInt32] = [:]
  ) {
    self.name = name
    self.title = title
    self.controller = controller
    self.size = size
    self.times = times
    self.rules = rules
    self.options = options
    self.inks = inks
  }
}

/// A waveform's checksum (FNV-1a, 64 bits), by which a panel's data names it without holding it.
public func waveformChecksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
