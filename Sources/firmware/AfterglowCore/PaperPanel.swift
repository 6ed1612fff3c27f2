/// An e-paper panel as data: its controller, and the values that the controller's preset chooses. 32 bytes, as stored in
/// archives (docs/archive-format.md, PaperPanel, 32 bytes). A value that the controller does not have is 0; the ranges of
/// the others are compiled into the controllers (`ControllerPreset`).
public struct PaperPanel: Equatable, Sendable, BitwiseCopyable {
  /// `PaperController`; 0 = the board has no e-paper panel.
  public var controller: UInt8
  /// Solomon: where the partial waveform comes from, 0 one-time memory, 1 sent. UltraChip: 0 older glass, 1 newer.
  public var glass: UInt8
  /// Solomon: second byte of `21`, which sources the glass is wired to.
  public var sources: UInt8
  /// Solomon: `3C` in a full refresh.
  public var border: UInt8
  /// In pixels, as the panel's rows lie.
  public var widthPx: UInt16
  public var heightPx: UInt16
  /// Solomon: around the reset pulse, and the pulse, in ms.
  public var resetSettleMs: UInt16
  public var resetPulseMs: UInt16
  /// Time limit of a refresh, in ms.
  public var refreshLimitMs: UInt32
  /// UltraChip, Spectra 6: the four bytes of `06`, the first one highest.
  public var booster: UInt32
  /// UltraChip: last two bytes of `01`, the sources' voltages.
  public var drive: UInt16
  /// Solomon: the forced temperature in °C that chooses the short waveform.
  public var fastTemperature: UInt8
  /// UltraChip: `82` of a partial refresh of older glass.
  public var commonVoltage: UInt8
  /// Spectra 6: `30`.
  public var frameClock: UInt8
  /// 4 = pictures in four greys; 0 = black and white.
  public var greys: UInt8
  public var reserved1: UInt16
  /// Spectra 6: `06` again after power-on; 0 = as `booster`.
  public var boosterAfterPowerOn: UInt32

  /// No panel.
  public init() {
    controller = 0
    glass = 0
    sources = 0
    border = 0
    widthPx = 0
    heightPx = 0
    resetSettleMs = 0
    resetPulseMs = 0
    refreshLimitMs = 0
    booster = 0
    drive = 0
    fastTemperature = 0
    commonVoltage = 0
    frameClock = 0
    greys = 0
    reserved1 = 0
    boosterAfterPowerOn = 0
  }

  /// Size in pixels, as the panel's rows lie.
  public var size: PixelSize { PixelSize(width: Int32(widthPx), height: Int32(heightPx)) }

  /// The panel's controller; nil = none, or an unknown number.
  public var knownController: PaperController? { PaperController(rawValue: controller) }

  /// The format of the panel's pictures; nil for an unknown controller. Two planes of one bit hold four greys.
  public var format: PixelFormat? {
    guard let format = knownController?.traits.memoryFormat else { return nil }
    return format == .mono1 && greys == 4 ? .gray2 : format
  }

  /// Whether all reserved bytes are 0.
  public var hasZeroReserved: Bool { reserved1 == 0 }
}
