import AfterglowBoards
import AfterglowDocuments
import AfterglowKit
import AfterglowSources
import Foundation

/// What a new board is shown on.
enum NewPanel: Equatable {
  /// A file of this machine.
  case virtual
  /// A display that is connected.
  case display(Display)
  /// An e-paper panel, by its name.
  case paper(String)
  /// The hardware of another board: its name, and its board.yaml.
  case board(String, file: String)

  struct Display: Equatable {
    /// Such as `HDMI-A-1`.
    var connector: String
    /// In px.
    var width: Int
    var height: Int
    /// In mm; nil = it does not say.
    var widthMm: Int?
    var heightMm: Int?

    init(_ found: KernelDisplays.Found) {
      (connector, width, height) = (found.name, found.width, found.height)
      (widthMm, heightMm) = (found.sizeMm?.width, found.sizeMm?.height)
    }
  }

  static let virtualName = "virtual"
  static let displayName = "display"

  /// - Throws: `Failure` for a name of nothing.
  init(named name: String, kernel: KernelDisplays, lookup: BoardLookup) throws(Failure) {
    switch name {
    case Self.virtualName: self = .virtual
    case Self.displayName:
      guard let found = kernel.connected.first else {
        throw Failure(
          .unavailable, "--panel display: expected a connected display, found none; plug it in, or name a panel")
      }
      self = .display(Display(found))
    case _ where PaperPanelNames.all.contains(name): self = .paper(name)
    default:
      guard !name.contains("/"), let folder = lookup.find(name) else {
        let names = Self.names(lookup)
        let models = NearestName.models(like: name, in: PaperPanelNames.all)
        let possible = names.filter { !PaperPanelNames.all.contains($0) || models.contains($0) }
        let hint = NearestName.find(name, among: possible).map { "; did you mean \"\($0)\"?" } ?? ""
        throw Failure(
          .badInput, "--panel \(name): expected one of \(names.joined(separator: ", "))\(hint)")
      }
      self = .board(name, file: folder + "/board.yaml")
    }
  }

  /// Everything that can be asked for.
  static func names(_ lookup: BoardLookup) -> [String] {
    [virtualName, displayName] + PaperPanelNames.all + lookup.names
  }

  /// For people, as the answer to a question.
  var words: String {
    switch self {
    case .virtual: "virtual"
    case .display(let display): "display (\(display.connector), \(display.width)×\(display.height))"
    case .paper(let name), .board(let name, _): name
    }
  }

  /// The board file.
  ///
  /// - Parameter name: what the board is called.
  /// - Throws: `Failure` if another board's file cannot be read.
  func file(name: String) throws -> String {
    switch self {
    case .virtual: return NewPanelFile.virtual(name)
    case .display(let display): return NewPanelFile.display(display, name)
    case .paper(let panel): return NewPanelFile.paper(panel, name)
    case .board(_, let file):
      let text = String(decoding: try Files.read(file, limit: DocumentKind.settings.maximumByteCount), as: UTF8.self)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if let line = lines.firstIndex(where: { $0.hasPrefix("name:") }) { lines[line] = "name: \(NewText.quoted(name))" }
      return lines.joined(separator: "\n")
    }
  }
}

/// Board files of panels that are no board yet, without what follows from their sizes.
private enum NewPanelFile {
  static func virtual(_ name: String) -> String {
    """
    # A panel in a file of this machine: no hardware needed. `afterglow run` shows it in the terminal and as a PNG.
    # Every key, its range and its default: docs/boards.md.
    name: \(NewText.quoted(name))

    display:
      kind: virtual-framebuffer   # drm: a monitor or panel of this machine, as `afterglow new --panel display` writes it

    # As you look at it.
    size: {width: 1920, height: 1080}            # px
    physicalSize: {width: 531, height: 299}      # mm, the lit area: 24 inches

    \(light)

    clock:
      trust: always               # a virtual board uses the clock of its host

    \(memory)

    """
  }

  static func display(_ display: NewPanel.Display, _ name: String) -> String {
    // Of a monitor that does not say it, as most of that shape are: 24 inches.
    let (width, height) = (display.widthMm ?? 531, display.heightMm ?? 531 * display.height / display.width)
    let guess = display.widthMm == nil ? ": a guess, as it does not say; measure it" : ""
    return """
      # The display on \(display.connector). Every key, its range and its default: docs/boards.md.
      name: \(NewText.quoted(name))

      display:
        kind: drm
        connector: \(display.connector)

      # As you look at it: after `rotation`. Of a panel that hangs upright swap width and height in both lines.
      size: {width: \(display.width), height: \(display.height)}            # px
      physicalSize: {width: \(width), height: \(height)}      # mm, the lit area\(guess)
      rotation: 0                 # or 90, 180, 270: how far the picture is turned clockwise

      backlight: auto             # the panel's own, if it has one
      input: none                 # auto: keys and touches act, and wake a darkened panel

      \(light)

      clock:
        trust: synchronised       # marked until the time comes from the network; rtc with a clock battery

      \(memory)

      """
  }

  static func paper(_ panel: String, _ name: String) -> String {
    let isUpright = PaperPanelNames.isUpright(panel) == true
    return """
      # The e-paper panel \(panel) on a Raspberry Pi's header, wired as Waveshare's HATs are; other wires: `lines` in
      # docs/boards.md. Without the panel: `afterglow run FOLDER --virtual`.
      name: \(NewText.quoted(name))

      display:
        kind: epaper
        panel: \(panel)

      rotation: \(isUpright ? "90 " : "0  ")               # clockwise, in quarters\(isUpright ? ": the glass itself is upright" : "")

      light:
        sensor: none              # reflective: nothing to dim

      clock:
        trust: synchronised       # marked until the time comes from the network; rtc with a clock battery

      \(memory)

      """
  }

  private static let light = """
    light:
      sensor: none                # iio: this machine's light sensor, as `afterglow sensors` lists it
      # Red from half past ten until half past six:
      # schedule: [{mode: night, from: "22:30", to: "06:30"}]
    """

  /// Memory that `NewPanelSize` raises.
  private static let memory = """
    memory:
      archive: 1024               # KiB, twice: one is shown while the next is received
    """
}

/// Text as YAML.
enum NewText {
  /// Plain where it cannot be anything else, else in quotes.
  static func quoted(_ text: String) -> String {
    let isPlain =
      text.wholeMatch(of: /[A-Za-z\/][A-Za-z0-9 _.\/~%?=+-]*(:\/\/[A-Za-z0-9_.\/~%?=+&;:@!$()*-]+)?/) != nil
    let isWord = ["true", "false", "null", "yes", "no", "on", "off"].contains(text.lowercased())
    if isPlain && !isWord && !text.hasSuffix(" ") && !text.hasSuffix(":") { return text }
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: String(format: "\\x%02X", scalar.value)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
