import AfterglowCore
import AfterglowLight

/// A string of the board. Archives store the strings in this order. A new one is a case at the end, a range in
/// `BoardRecord` and both lines of its subscript: every loop ends with the last case (CONTRIBUTING.md, A board key).
public enum BoardString: UInt8, Sendable {
  /// The board's name, for people.
  case name = 0
  /// The display's device, or the file of a virtual one.
  case displayPath
  /// The file of a trace, or the name of the light sensor.
  case lightSourcePath
  /// The connector of a DRM card.
  case connector
  /// The mode of the connector.
  case mode
  /// The backlight device.
  case backlight
  /// The input device that wakes the panel.
  case input
  /// The GPIO chip of an e-paper controller's lines.
  case lineChip
  /// The sensor of the viewer's distance.
  case distanceDevice
  /// The I²C bus of a monitor that is dimmed by DDC/CI.
  case monitor
  /// The file that gets a recording of an e-paper panel's wires.
  case recording
  /// Six numbers that map a touch device to the panel, in place of udev's.
  case calibration

  /// Every string, in the order of archives.
  public static var all: All { All() }

  /// The strings of a board, one after the other. In the firmware it is no sequence, which could be copied to an array.
  public struct All: Sendable {
    private var number: UInt8 = 0

    fileprivate init() {}

    public mutating func next() -> BoardString? {
      guard let string = BoardString(rawValue: number) else { return nil }
      number += 1
      return string
    }
  }
}

#if !hasFeature(Embedded)
  extension BoardString.All: Sequence, IteratorProtocol {}
#endif

/// The hardware that this archive was compiled for. 432 bytes, exactly one (docs/archive-format.md, BoardRecord, 432
/// bytes).
public struct BoardRecord: Sendable, BitwiseCopyable {
  /// Scene size in pixels, after rotation, 1 to 16,384: what widgets are laid out on.
  public var widthPx: Int32
  public var heightPx: Int32
  /// Size of the lit area in micrometres, in the scene's orientation; 0 = unknown.
  public var widthMicrometres: Int32
  public var heightMicrometres: Int32
  /// `DisplayKind`.
  public var displayKind: UInt8
  /// `PixelFormat`.
  public var pixelFormat: UInt8
  /// `Rotation`.
  public var rotation: UInt8
  /// `ClockTrust`.
  public var clockTrust: UInt8
  /// `LightSourceKind`.
  public var lightSource: UInt8
  /// 1 where the panel emits light and turns red at night (law 2), 0 for paper.
  public var isEmissive: UInt8
  /// 1 where an e-paper panel may flash in a dark room, as in a lit one.
  public var flashesInDark: UInt8
  /// 1 where a knob that is turned while it is held, or a finger on the panel's foot, shows the coming 36 hours. Nodes with
  /// the condition `ahead` then mark the moment.
  public var showsAhead: UInt8
  /// lux × 1000 of a constant source.
  public var constantMillilux: Int32
  /// Shortest time between two refreshes that the board asks for, in ms; 0 = the display's own default.
  public var minimumRefreshIntervalMs: Int32
  /// Bytes of each of the two archive banks that the renderer reserves.
  public var archiveBankByteCount: UInt32
  public var reserved2: UInt32
  public var light: LightSettings
  /// Ranges in the strings section (bytes).
  public var name: RecordRange
  public var displayPath: RecordRange
  public var lightSourcePath: RecordRange
  /// Connector of a DRM card, such as HDMI-A-1; empty = the one that is connected.
  public var connector: RecordRange
  /// Mode of the connector, such as 1920x1080 or 1920x1080@50; empty = the preferred one of the board's size.
  public var mode: RecordRange
  /// Backlight class device; empty = none, "auto" = the connector's or the only one.
  public var backlight: RecordRange
  /// Input device whose touch or key wakes the panel; empty = none, "auto" = every one with keys or touch.
  public var input: RecordRange
  /// GPIO chip of an e-paper controller's lines: a device path, a name or a label.
  public var lineChip: RecordRange
  /// Offsets of D/C, RST, BUSY and PWR on that chip; −1 = not wired (PWR alone).
  public var dataCommandLine: Int16
  public var resetLine: Int16
  public var busyLine: Int16
  public var powerLine: Int16
  /// File that gets a recording of an e-paper panel's wires (docs/panels/recordings.md); empty = none.
  public var recording: RecordRange
  public var pages: PageSettings
  /// What decides the mode besides the light.
  public var rules: LightRules
  public var legibility: LegibilitySettings
  public var sensor: SensorSettings
  public var dimming: DimmingSettings
  /// Monitor that is dimmed by DDC/CI: its I²C bus; empty = none, "auto" = the connector's.
  public var monitor: RecordRange
  public var wear: WearSettings
  /// Calibration of touch devices, as the value of udev's `LIBINPUT_CALIBRATION_MATRIX`; empty = udev's.
  public var calibration: RecordRange
  /// The e-paper panel, with both paper kinds; all 0 otherwise.
  public var panel: PaperPanel

  /// Whether readings of light may make the room dark.
  public var sensesDarkness: Bool {
    lightSource != LightSourceKind.none.rawValue && lightSource != LightSourceKind.constant.rawValue
  }

  /// Whether the schedule has a night.
  public var schedulesDarkness: Bool {
    for index in 0..<Int(Swift.min(rules.schedule.count, UInt32(LightSchedule.capacity)))
    where rules.schedule.periods[index].mode >= LightMode.night.rank {
      return true
    }
    return false
  }

  public init() {
    widthPx = 0
    heightPx = 0
    widthMicrometres = 0
    heightMicrometres = 0
    displayKind = 0
    pixelFormat = 0
    rotation = 0
    clockTrust = 0
    lightSource = 0
    isEmissive = 1
    flashesInDark = 0
    showsAhead = 0
    constantMillilux = 0
    minimumRefreshIntervalMs = 0
    archiveBankByteCount = 0
    reserved2 = 0
    light = LightSettings()
    name = RecordRange(first: 0, count: 0)
    displayPath = RecordRange(first: 0, count: 0)
    lightSourcePath = RecordRange(first: 0, count: 0)
    connector = .empty
    mode = .empty
    backlight = .empty
    input = .empty
    lineChip = .empty
    dataCommandLine = -1
    resetLine = -1
    busyLine = -1
    powerLine = -1
    recording = .empty
    pages = PageSettings()
    rules = LightRules()
    legibility = LegibilitySettings()
    sensor = SensorSettings()
    dimming = DimmingSettings()
    monitor = .empty
    wear = WearSettings()
    calibration = .empty
    panel = PaperPanel()
  }
}

extension BoardRecord {
  /// The range of a string in the strings section.
  public subscript(_ string: BoardString) -> RecordRange {
    get {
      switch string {
      case .name: name
      case .displayPath: displayPath
      case .lightSourcePath: lightSourcePath
      case .connector: connector
      case .mode: mode
      case .backlight: backlight
      case .input: input
      case .lineChip: lineChip
      case .distanceDevice: sensor.distanceDevice
      case .monitor: monitor
      case .recording: recording
      case .calibration: calibration
      }
    }
    set {
      switch string {
      case .name: name = newValue
      case .displayPath: displayPath = newValue
      case .lightSourcePath: lightSourcePath = newValue
      case .connector: connector = newValue
      case .mode: mode = newValue
      case .backlight: backlight = newValue
      case .input: input = newValue
      case .lineChip: lineChip = newValue
      case .distanceDevice: sensor.distanceDevice = newValue
      case .monitor: monitor = newValue
      case .recording: recording = newValue
      case .calibration: calibration = newValue
      }
    }
  }

  /// Whether two boards that differ in a string need different devices. People may rename a board. The command line may
  /// override the file of a virtual panel and a trace.
  func namesDevice(_ string: BoardString) -> Bool {
    switch string {
    case .name: false
    case .displayPath:
      displayKind != DisplayKind.virtualFramebuffer.rawValue && displayKind != DisplayKind.simulatedEPaper.rawValue
    case .lightSourcePath: lightSource == LightSourceKind.iio.rawValue
    default: true
    }
  }
}

// MARK: what validation checks of the record's own numbers

extension BoardRecord {
  var hasKnownKinds: Bool {
    DisplayKind(rawValue: displayKind) != nil && PixelFormat(rawValue: pixelFormat) != nil
      && Rotation(rawValue: rotation) != nil && ClockTrust(rawValue: clockTrust) != nil
      && LightSourceKind(rawValue: lightSource) != nil && isEmissive <= 1
  }

  /// Whether the numbers are in their ranges; the size and the lines are checked with the kind of display.
  var isInRange: Bool {
    widthMicrometres >= 0 && heightMicrometres >= 0 && constantMillilux >= 0 && minimumRefreshIntervalMs >= 0
      && flashesInDark <= 1 && showsAhead <= 1 && pages.isInRange
  }

  var hasZeroReserved: Bool { reserved2 == 0 && pages.hasZeroReserved && panel.hasZeroReserved }
}

extension BoardRecord {
  /// Whether two archives were compiled for one board: equal display, size, formats, lines, clock and memory. Light
  /// settings, pages and names may change without a restart of the renderer; what it has reserved and opened may not. Device
  /// names are compared by `Archive.namesSameDevices`.
  public func isSameHardware(as other: BoardRecord) -> Bool {
    widthPx == other.widthPx && heightPx == other.heightPx && widthMicrometres == other.widthMicrometres
      && heightMicrometres == other.heightMicrometres && displayKind == other.displayKind
      && pixelFormat == other.pixelFormat && rotation == other.rotation && clockTrust == other.clockTrust
      && lightSource == other.lightSource && isEmissive == other.isEmissive && hasSameLines(as: other)
      && panel == other.panel && archiveBankByteCount == other.archiveBankByteCount
  }

  /// Whether two archives have the same settings for light, sensors, wear and refresh interval. Where names and the
  /// schedule's zone are stored does not matter.
  public func hasSameSettings(as other: BoardRecord) -> Bool {
    light == other.light && rules.isSame(as: other.rules) && legibility == other.legibility
      && sensor.isSame(as: other.sensor) && dimming == other.dimming && wear == other.wear
      && minimumRefreshIntervalMs == other.minimumRefreshIntervalMs && flashesInDark == other.flashesInDark
  }

  /// Whether all bytes are equal.
  public func isIdentical(to other: BoardRecord) -> Bool {
    withUnsafeBytes(of: self) { own in
      withUnsafeBytes(of: other) { other in
        for index in 0..<own.count where own[index] != other[index] { return false }
        return true
      }
    }
  }

  /// Whether the lines of an e-paper controller have the same offsets.
  public func hasSameLines(as other: BoardRecord) -> Bool {
    dataCommandLine == other.dataCommandLine && resetLine == other.resetLine && busyLine == other.busyLine
      && powerLine == other.powerLine
  }
}
