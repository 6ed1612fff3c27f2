import AfterglowArchive
import AfterglowCore

/// The devices in an archive's board; empty = none, or any.
public struct BoardHardware: Sendable {
  public let kind: DisplayKind
  public let light: LightSourceKind
  private var strings: BoardStrings = [:]
  /// The controller of an e-paper panel.
  private let controller: String

  /// Kinds only: the names are in the archive's strings.
  public init(_ record: BoardRecord) {
    kind = DisplayKind(rawValue: record.displayKind) ?? .virtualFramebuffer
    light = LightSourceKind(rawValue: record.lightSource) ?? .none
    controller = record.panel.knownController.map { "\($0.traits.name)" } ?? ""
  }

  /// Kinds and names.
  public init(_ archive: Archive) {
    self.init(archive.board)
    strings = BoardStrings(archive)
  }

  /// A name or path; empty = none, or any.
  public subscript(_ string: BoardString) -> String {
    get { strings[string] }
    set { strings[string] = newValue }
  }

  /// Whether no display device is opened.
  public var isVirtual: Bool { kind == .virtualFramebuffer || kind == .simulatedEPaper }

  /// `DRM, connector HDMI-A-1 of any card, mode 1920x1080`.
  public var description: String {
    let path = self[.displayPath]
    let chip = self[.lineChip]
    return switch kind {
    case .virtualFramebuffer: "virtual framebuffer"
    case .simulatedEPaper: "e-paper with \(controller), simulated"
    case .drm: "DRM, \(screen)"
    case .framebuffer: path.isEmpty ? "the first framebuffer" : path
    case .automatic: "DRM, \(screen), else the first framebuffer"
    case .epaper:
      "e-paper with \(controller) at \(path.isEmpty ? "the first SPI device" : path), lines of "
        + (chip.isEmpty ? "the header" : chip)
    }
  }

  private var screen: String {
    let (path, connector, mode) = (self[.displayPath], self[.connector], self[.mode])
    let place = path.isEmpty ? "any card" : path
    let plug = connector.isEmpty ? "the connected connector" : "connector \(connector)"
    return "\(plug) of \(place)" + (mode.isEmpty ? "" : ", mode \(mode)")
  }
}
