import AfterglowCore

/// The value of a board's panel that a register follows (`PanelDescription.of`).
public enum RegisterSource: Sendable {
  /// Solomon: the number of the last gate.
  case lastGate
  /// Width and height, high bytes first.
  case resolution
  case sources
  case border
  case frameClock
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
  /// The value of a board's panel that replaces or extends `values`; nil = none does.
  var follows: RegisterSource?

  /// A rule for one register; without `values` only the refresh judges what is in it.
  public init(
    _ command: UInt8, _ values: [[UInt8]] = [], isRequired: Bool = true, isFatal: Bool = false, orElse: UInt8? = nil,
    follows: RegisterSource? = nil
  ) {
    self.command = command
    self.values = values
    self.isRequired = isRequired
    self.isFatal = isFatal
    self.orElse = orElse
    self.follows = follows
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
  public var controller: PaperController
  /// `PaperPanel.glass` of the boards that have this panel.
  public var glass: UInt8
  public var size: PixelSize
  public var times: PanelTimes
  public var rules: [RegisterRule]
  public var options: PanelOptions
  /// Colours by code as 0xFFRRGGBB, relative to the panel's white; empty for black, white and greys.
  public var inks: [UInt8: UInt32]

  /// A panel of a known controller, whose memory limits the size.
  public init(
    name: String, title: String, controller: PaperController, glass: UInt8 = 0, size: PixelSize, times: PanelTimes,
    rules: [RegisterRule], options: PanelOptions = PanelOptions(), inks: [UInt8: UInt32] = [:]
  ) {
    self.name = name
    self.title = title
    self.controller = controller
    self.glass = glass
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
