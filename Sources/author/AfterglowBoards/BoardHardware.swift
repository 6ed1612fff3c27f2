import AfterglowArchive
import AfterglowCore

/// The devices in an archive's board; empty = none, or any.
public struct BoardHardware: Sendable {
  public let kind: DisplayKind
  public let light: LightSourceKind
  public var displayPath = ""
  public var connector = ""
  public var mode = ""
  public var backlight = ""
  /// Bus of a monitor that is dimmed by DDC/CI, or "auto".
  public var monitor = ""
  public var input = ""
  public var lineChip = ""
  /// The controller of an e-paper panel.
  private let controller: String

  /// Kinds only: the names are in the archive's strings.
  public init(_ record: BoardRecord) {
    kind = DisplayKind(rawValue: record.displayKind) ?? .virtualFramebuffer
    light = LightSourceKind(rawValue: record.lightSource) ?? .none
    controller =
      switch PaperController(rawValue: record.panel.controller) {
      case .ssd1680: "SSD1680"
      case .ssd1683: "SSD1683"
      case .uc8179: "UC8179"
      case .spectra6: "Spectra 6"
      case nil: ""
      }
  }

  /// Kinds and names.
  public init(_ archive: Archive) {
    let record = archive.board
    self.init(record)
    displayPath = archive.string(record.displayPath)
    connector = archive.string(record.connector)
    mode = archive.string(record.mode)
    backlight = archive.string(record.backlight)
    monitor = archive.string(record.monitor)
    input = archive.string(record.input)
    lineChip = archive.string(record.lineChip)
  }

  /// Whether no display device is opened.
  public var isVirtual: Bool { kind == .virtualFramebuffer || kind == .simulatedEPaper }

  /// `DRM, connector HDMI-A-1 of any card, mode 1920x1080`.
  public var description: String {
    switch kind {
    case .virtualFramebuffer: "virtual framebuffer"
    case .simulatedEPaper: "e-paper with \(controller), simulated"
    case .drm: "DRM, \(screen)"
    case .framebuffer: displayPath.isEmpty ? "the first framebuffer" : displayPath
    case .automatic: "DRM, \(screen), else the first framebuffer"
    case .epaper:
      "e-paper with \(controller) at \(displayPath.isEmpty ? "the first SPI device" : displayPath), lines of "
        + (lineChip.isEmpty ? "the header" : lineChip)
    }
  }

  private var screen: String {
    let place = displayPath.isEmpty ? "any card" : displayPath
    let plug = connector.isEmpty ? "the connected connector" : "connector \(connector)"
    return "\(plug) of \(place)" + (mode.isEmpty ? "" : ", mode \(mode)")
  }
}
