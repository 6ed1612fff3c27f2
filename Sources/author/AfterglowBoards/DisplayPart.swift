import AfterglowArchive
import AfterglowCore
import AfterglowDocuments

/// The `display` part of a board: the device that shows the picture, and its connection.
struct DisplayPart {
  var kind: DisplayKind
  var mode: ModeName?
  var lines: LinesPart?
  /// The e-paper panel; nil = the display is none.
  var panel: PaperPanelChoice?
  /// The panel's file; nil = it has none.
  var panelFile: String?

  static let kinds: [(String, DisplayKind)] = [
    ("drm", .drm), ("framebuffer", .framebuffer), ("auto", .automatic), ("epaper", .epaper),
    ("virtual-framebuffer", .virtualFramebuffer), ("epaper-simulated", .simulatedEPaper),
  ]

  /// - Parameter strings: receives the device, bus or file, and what else describes the connection.
  init?(_ root: inout StrictDecoder, into strings: inout BoardStrings) {
    guard
      var display = root.mapping(
        key: "display", main: "kind", required: "kind: drm, framebuffer, virtual-framebuffer or another")
    else { return nil }
    let kind = display.choice(key: "kind", Self.kinds)
    let path = display.text(key: "path")
    let device = Self.device(&display, kind)
    let connector = Self.connector(&display)
    let mode = ModeName(&display)
    let bus = Self.bus(&display)
    let isPaper = kind?.isPaper == true
    let lines = isPaper ? LinesPart(&display) : nil
    let panel = isPaper ? PaperPanels.read(&display) : nil
    let recording = isPaper ? display.text(key: "record") : nil
    Self.checkKeys(display, kind)
    display.finish(also: ["lines", "panel", "greys", "record"])
    if isPaper, case .scalar(let name, _)? = display.node("panel")?.value, PaperPanels.isFile(name) {
      panelFile = PaperPanelFile.path(name, boardFile: display.file)
    }
    guard let kind, !isPaper || panel != nil else { return nil }
    self.kind = kind
    self.panel = panel
    self.mode = mode
    self.lines = lines
    strings[.displayPath] = path ?? device ?? (kind == .epaper ? bus : nil) ?? ""
    strings[.connector] = connector ?? ""
    strings[.mode] = mode?.text ?? ""
    strings[.lineChip] = lines?.chip ?? ""
    strings[.recording] = recording ?? ""
  }

  /// Whether the panel exists only in simulation.
  static func isVirtual(_ kind: DisplayKind) -> Bool { kind == .virtualFramebuffer || kind == .simulatedEPaper }

  /// Whether the panel is driven by an e-paper controller, real or simulated.
  var isPaper: Bool { kind.isPaper }

  /// Whether the kernel reports the panel's size if the board does not set it.
  var tellsItsSize: Bool { kind == .drm || kind == .automatic }

  // MARK: Which keys go with which kind

  private static let keys = ["path", "device", "connector", "mode", "bus", "lines", "panel", "greys", "record"]

  private static func takes(_ kind: DisplayKind) -> [String] {
    switch kind {
    case .virtualFramebuffer: ["path"]
    // Bus and lines too, so that one word makes it the real panel.
    case .simulatedEPaper: ["path", "panel", "greys", "record", "bus", "lines"]
    case .drm: ["device", "connector", "mode"]
    case .framebuffer: ["device"]
    case .automatic: ["connector", "mode"]
    case .epaper: ["panel", "greys", "record", "bus", "lines"]
    }
  }

  private static func name(_ kind: DisplayKind) -> String { kinds.first { $0.1 == kind }?.0 ?? "" }

  private static func checkKeys(_ display: StrictDecoder, _ kind: DisplayKind?) {
    guard let kind else { return }
    for key in keys where display.contains(key) && !takes(kind).contains(key) {
      let others = kinds.filter { takes($0.1).contains(key) }.map { "\"kind: \($0.0)\"" }
      display.fail(
        at: display.position(of: key),
        "expected \"display.\(key)\" only with \(others.joined(separator: " or ")), found it with "
          + "\"kind: \(name(kind))\"")
    }
  }

  // MARK: Values

  /// The device of a card or framebuffer. Any path under /dev is accepted, because udev may have created it, except one
  /// of the other kind.
  private static func device(_ display: inout StrictDecoder, _ kind: DisplayKind?) -> String? {
    guard let path = display.text(key: "device") else { return nil }
    let example = kind == .framebuffer ? "/dev/fb0" : "/dev/dri/card0"
    let isCard = path.hasPrefix("/dev/dri/")
    let isFramebuffer = path.hasPrefix("/dev/fb")
    if !path.hasPrefix("/dev/") {
      let near = isFramebufferName(path) ? "/dev/\(path)" : path.hasPrefix("card") ? "/dev/dri/\(path)" : nil
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
      display.fail("device", "expected a device such as \(example) for \"display.device\", found \"\(path)\"\(hint)")
    } else if isCard && path.contains("/renderD") {
      display.fail(
        "device",
        "expected a card such as /dev/dri/card0 for \"display.device\", found \"\(path)\", which computes pictures and "
          + "shows none")
    } else if kind == .drm && isFramebuffer || kind == .framebuffer && isCard {
      let other = isFramebuffer ? "framebuffer" : "drm"
      display.fail(
        "device",
        "expected a device such as \(example) for \"display.device\", found \"\(path)\"; did you mean "
          + "\"kind: \(other)\"?")
    }
    return path
  }

  private static func isFramebufferName(_ path: String) -> Bool {
    path.hasPrefix("fb") && path.dropFirst(2).allSatisfy(\.isNumber)
  }

  private static func bus(_ display: inout StrictDecoder) -> String? {
    guard let path = display.text(key: "bus") else { return nil }
    if !path.hasPrefix("/dev/") {
      let hint = path.hasPrefix("spidev") ? "; did you mean \"/dev/\(path)\"?" : ""
      display.fail("bus", "expected a device such as /dev/spidev0.0 for \"display.bus\", found \"\(path)\"\(hint)")
    }
    return path
  }

  private static func connector(_ display: inout StrictDecoder) -> String? {
    guard let name = display.text(key: "connector") else { return nil }
    if ConnectorName.isOne(name) { return name }
    let hint = ConnectorName.suggestion(for: name).map { "; did you mean \"\($0)\"?" } ?? ""
    display.fail(
      "connector",
      "expected a connector such as HDMI-A-1, DSI-1 or DP-1 for \"display.connector\", found \"\(name)\"\(hint)")
    return nil
  }
}

/// Connectors by the kernel's names: a type and a number (Linux, `drivers/gpu/drm/drm_connector.c`).
enum ConnectorName {
  private static let types = [
    "HDMI-A", "DSI", "DP", "DPI", "eDP", "LVDS", "VGA", "DVI-D", "DVI-I", "DVI-A", "HDMI-B", "Composite", "SVIDEO",
    "Component", "DIN", "TV", "Virtual", "SPI", "USB", "Unknown",
  ]

  static func isOne(_ name: String) -> Bool {
    guard let dash = name.lastIndex(of: "-") else { return false }
    let number = name[name.index(after: dash)...]
    return types.contains(String(name[..<dash])) && (1...3).contains(number.count)
      && number.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The kernel's name for a similar one: X11 calls HDMI-A-1 HDMI-1, and the number is often omitted.
  static func suggestion(for name: String) -> String? {
    let digits = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    let number = digits.isEmpty ? "1" : digits
    let type = name.dropLast(digits.count).filter { $0.isLetter }.uppercased()
    let known = type == "HDMI" ? "HDMI-A" : types.first { $0.filter(\.isLetter).uppercased() == type }
    return known.map { "\($0)-\(number)" } ?? NearestName.find(name, among: types.map { "\($0)-\(number)" })
  }
}

/// A mode by its name: `1920x1080`, `1920x1080@50` with its refresh rate in Hz, or `1920x1080i@50`, interlaced.
struct ModeName {
  var text: String
  var width: Int
  var height: Int
  /// The position in the file.
  var position: DocumentPosition

  init?(_ display: inout StrictDecoder) {
    guard let text = display.text(key: "mode") else { return nil }
    guard let found = Self.parse(text) else {
      let plain = text.replacing("×", with: "x").replacing("X", with: "x").replacing(" ", with: "")
        .replacing("Hz", with: "").replacing("hz", with: "")
      let hint = plain != text && Self.parse(plain) != nil ? "; did you mean \"\(plain)\"?" : ""
      display.fail(
        "mode",
        "expected a mode such as 1920x1080 or 1920x1080@50 for \"display.mode\", found \"\(text)\"\(hint)")
      return nil
    }
    self.text = text
    width = found.width
    height = found.height
    position = display.position(of: "mode")
  }

  private static func parse(_ text: String) -> (width: Int, height: Int)? {
    guard let match = text.wholeMatch(of: /([0-9]{1,5})x([0-9]{1,5})i?(@[0-9]{1,3}(\.[0-9]{1,3})?)?/) else {
      return nil
    }
    guard let width = Int(match.1), let height = Int(match.2), BoardLimits.sidePx.contains(width),
      BoardLimits.sidePx.contains(height)
    else { return nil }
    return (width, height)
  }
}

/// `display.lines` of an e-paper controller: offsets of its control lines on one GPIO chip.
struct LinesPart {
  /// Device, name or label; empty = the chip of a Raspberry Pi's header, whose name differs between models.
  var chip = ""
  var dataCommand: Int16 = -1
  var reset: Int16 = -1
  var busy: Int16 = -1
  var power: Int16 = -1

  /// The lines of Waveshare's HATs on a Raspberry Pi, by BCM number: those of a board without the key.
  static let hat = LinesPart(dataCommand: 25, reset: 17, busy: 24, power: 18)

  private init(dataCommand: Int16, reset: Int16, busy: Int16, power: Int16) {
    self.dataCommand = dataCommand
    self.reset = reset
    self.busy = busy
    self.power = power
  }

  /// Reads the key, or returns the lines of `hat` if it is missing.
  init?(_ display: inout StrictDecoder) {
    if !display.contains("lines") {
      _ = display.node("lines")
      self = .hat
      return
    }
    guard var lines = display.mapping("lines") else { return nil }
    chip = lines.text(key: "chip") ?? ""
    func offset(_ key: String) -> Int16 { lines.integer(key: key).map(Int16.init) ?? -1 }
    dataCommand = offset("dataCommand")
    reset = offset("reset")
    busy = offset("busy")
    power = offset("power")
    lines.finish()
    checkDistinct(lines)
  }

  private func checkDistinct(_ lines: StrictDecoder) {
    var seen: [Int16: String] = [:]
    for (key, offset) in [("dataCommand", dataCommand), ("reset", reset), ("busy", busy), ("power", power)]
    where offset >= 0 {
      if let other = seen[offset] {
        lines.fail(
          key, "expected a line of its own for \"display.lines.\(key)\", found \(offset), which is \"\(other)\"")
      }
      seen[offset] = key
    }
  }
}
