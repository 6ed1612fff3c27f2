import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowLight

/// The content of `board.yaml`: the hardware, and how it responds to light (docs/boards.md).
public struct BoardSettings: Sendable {
  public var geometry: PanelGeometry
  /// Everything except sizes and strings.
  public var record: BoardRecord
  public var strings: BoardStrings
  /// The viewing distance in mm; nil = not set.
  public var viewingDistanceMm: Double?
  /// The keys that have effects of their own.
  public var keys: [KeyBinding] = []
  /// The positions in the file of settings that a scene may require to change.
  var positions: [SceneSubject: DocumentPosition] = [:]
  /// The position of `light.file` in `board.yaml`.
  var lightFilePlace: DocumentPosition?
  /// The position of `physicalSize` in `board.yaml`; nil = the panel or the kernel gives the size.
  var physicalSizePlace: DocumentPosition?
  /// The file that describes an e-paper panel; nil = none does.
  var panelFile: String?
  /// Remarks on valid settings that may not be intended.
  var advice: [Problem] = []
}

/// Limits of sizes, including those that the kernel reports; all other limits are declared with their keys
/// (`BoardKeys`).
enum BoardLimits {
  static let sidePx = 1...Int(PixelSize.maximumSide)
  /// Eight times 4K, in megapixels of 1,048,576 pixels. More is a typing error.
  static let areaMegapixels = 64
  static let megapixel = 1 << 20
  static let sideMm = 5.0...5000.0
}

extension BoardSettings {
  static let rotations: [(String, Rotation)] = [
    ("0", .none), ("90", .clockwise90), ("180", .clockwise180), ("270", .clockwise270),
  ]
  static let shapes: [(String, Bool)] = [("rectangle", false), ("round", true)]

  /// Reads a board. Every problem goes to the decoder's collector; nil when there is no usable board.
  init?(_ root: inout StrictDecoder, kernel: KernelDisplays) {
    var strings: BoardStrings = [:]
    let name = root.text(key: "name", required: "a name for people")
    strings[.name] = name ?? ""
    let display = DisplayPart(&root, into: &strings)
    let rotation = Self.rotation(&root)
    var geometry = GeometryPart(&root, display: display, strings: strings, rotation: rotation, kernel: kernel)?
      .geometry
    let isRound = root.choice(key: "shape", Self.shapes) ?? false
    geometry?.isRound = isRound
    let viewingDistance = root.number(key: "viewingDistance")
    let format = FormatPart.read(&root, display: display)
    DevicesPart.read(&root, display: display, into: &strings)
    let input = InputPart(&root)
    strings[.input] = input.device
    strings[.calibration] = input.calibration
    let travels = root.boolean("timeTravel")
    let light = LightPart(&root, into: &strings)
    var sensor = light?.sensor ?? SensorSettings()
    DistancePart.read(&root, into: &sensor, &strings)
    let trust = ClockPart.trust(&root)
    let memory = MemoryPart(&root)
    let refresh = RefreshPart(&root)
    // Of one bit there are no screens that the author knows: a virtual panel of it stands for paper too.
    let isPaper = display?.isPaper == true || format.isInk || format == .mono1
    let wear = WearSettings(&root, isPaper: isPaper)
    if travels == true && isPaper {
      root.fail("timeTravel", "expected no \"timeTravel\" on paper, which would need a refresh for each step")
    } else if travels == true && strings[.input].isEmpty {
      root.fail("timeTravel", "expected an \"input\" for \"timeTravel\", found none; write \"input: auto\" as well")
    }
    root.finish(
      misplaced: Dictionary(SceneSettings.keys.map { ($0, "in scene.yaml") }, uniquingKeysWith: { first, _ in first }))
    guard name != nil, let display, let geometry, let light else { return nil }
    var record = BoardRecord()
    record.displayKind = display.kind.rawValue
    record.isEmissive = isPaper ? 0 : 1
    record.rotation = rotation.rawValue
    record.pixelFormat = format.rawValue
    record.clockTrust = trust.rawValue
    record.lightSource = light.source.rawValue
    record.constantMillilux = light.constantMillilux
    record.light = light.settings
    record.rules = light.rules
    record.legibility = light.legibility
    record.sensor = sensor
    record.dimming = light.dimming
    record.wear = wear
    record.minimumRefreshIntervalMs = refresh.minimumIntervalMs
    record.flashesInDark = refresh.flashesInDark
    record.showsAhead = travels != false && !isPaper && !strings[.input].isEmpty ? 1 : 0
    record.panel = display.panel?.panel ?? PaperPanel()
    record.archiveBankByteCount = UInt32(memory.archiveKiB) * 1024
    if let lines = display.lines {
      record.dataCommandLine = lines.dataCommand
      record.resetLine = lines.reset
      record.busyLine = lines.busy
      record.powerLine = lines.power
    }
    self.init(
      geometry: geometry, record: record, strings: strings, viewingDistanceMm: viewingDistance.map { $0 * 1000 },
      lightFilePlace: light.filePlace)
    keys = input.keys
    positions = Self.positions(root)
    panelFile = display.panelFile
    if root.contains("physicalSize") { physicalSizePlace = root.valuePosition(of: "physicalSize") }
    advice = HardwareAdvice(root, display, path: strings[.displayPath], light, isPaper: isPaper).found
    if let panel = display.panel {
      if let question = panel.advice { advice.append(question) }
      checkSize(root, panel)
    }
  }

  /// A size that the file does not set is that of its display.
  private static func positions(_ root: StrictDecoder) -> [SceneSubject: DocumentPosition] {
    let document = root.whole
    func position(_ ways: [String]...) -> DocumentPosition {
      ways.lazy.compactMap { document.position(of: $0) }.first ?? root.position
    }
    var positions: [SceneSubject: DocumentPosition] = [
      .size: position(["size"], ["display"]), .physicalSize: position(["physicalSize"], ["display"]),
      .orbit: position(["wear", "orbit"]), .memory: position(["memory", "archive"]),
    ]
    for (path, place) in document.valuePositions { positions[.boardKey(path)] = place }
    return positions
  }

  private static func rotation(_ root: inout StrictDecoder) -> Rotation {
    guard case .scalar(let text, _)? = root.node("rotation")?.value, let degrees = Int(text), degrees % 90 == 0,
      !rotations.contains(where: { $0.0 == text })
    else { return root.choice(key: "rotation", rotations) ?? .none }
    let names = rotations.map(\.0).joined(separator: ", ")
    let turned = degrees % 360 < 0 ? degrees % 360 + 360 : degrees % 360
    root.fail(
      "rotation",
      "expected one of \(names) for \"rotation\", found \(text); rotation is clockwise: write \(turned)")
    return .none
  }

  private func checkSize(_ root: StrictDecoder, _ choice: PaperPanelChoice) {
    let swaps = Rotation(rawValue: record.rotation)?.swapsAxes ?? false
    let width = swaps ? geometry.heightPx : geometry.widthPx
    let height = swaps ? geometry.widthPx : geometry.heightPx
    let panel = choice.panel.size
    if width == Int(panel.width) && height == Int(panel.height) { return }
    let isTurned = width == Int(panel.height) && height == Int(panel.width)
    let size = "\"size: {width: \(geometry.heightPx), height: \(geometry.widthPx)}\""
    // A rotation that is written is meant.
    let turned = swaps ? "\(size) or \"rotation: 0\"" : "\"rotation: 90\" or \(size)"
    let hint = isTurned ? "did you mean \(turned)?" : "\"size\" may be left out"
    root.fail(
      "size",
      "expected \(panel.width)×\(panel.height) px on the panel \(choice.name), found \(width)×\(height) px after "
        + "rotation; \(hint)")
  }
}

/// `display.format`: the pixel format.
enum FormatPart {
  static let names: [(String, PixelFormat)] = [
    ("xrgb8888", .xrgb8888), ("argb8888", .argb8888), ("rgb565", .rgb565), ("gray8", .gray8), ("mono1", .mono1),
    ("spectra6", .spectra6), ("gray2", .gray2),
  ]

  /// Reads the format. For a framebuffer device it is that of simulations and frame hashes; its memory is written in
  /// the driver's layout.
  static func read(_ root: inout StrictDecoder, display: DisplayPart?) -> PixelFormat {
    let automatic = display.map { $0.isPaper ? $0.panel?.panel.format ?? .mono1 : .xrgb8888 } ?? .xrgb8888
    let choices = [("auto", automatic)] + names
    guard let format = root.choice(key: "pixelFormat", choices) else { return automatic }
    guard let display else { return format }
    if display.isPaper && format != automatic {
      let wanted = names.first { $0.1 == automatic }?.0 ?? ""
      let found = names.first { $0.1 == format }?.0 ?? ""
      root.fail(
        "pixelFormat", "expected auto or \(wanted), the only format of this e-paper panel, found \"\(found)\"")
    } else if !DisplayPart.isVirtual(display.kind) && !display.isPaper
      && [.gray8, .mono1, .spectra6, .gray2].contains(format)
    {
      root.fail(
        "pixelFormat",
        "expected auto, xrgb8888, argb8888 or rgb565 for \"pixelFormat\" of a screen, found "
          + "\"\(names.first { $0.1 == format }?.0 ?? "")\"")
    }
    return format
  }
}

/// `clock.trust`.
enum ClockPart {
  static let trusts: [(String, ClockTrust)] = [("synchronised", .synchronised), ("rtc", .always), ("always", .always)]

  /// Without the key, the clock is untrusted until the kernel reports synchronisation (law 4).
  static func trust(_ root: inout StrictDecoder) -> ClockTrust {
    guard var clock = root.mapping(key: "clock", main: "trust") else { return .synchronised }
    let trust = clock.choice(key: "trust", trusts)
    clock.finish()
    return trust ?? .synchronised
  }
}

/// `memory`: the size of the archive banks.
struct MemoryPart {
  static let standardKiB = 1024
  /// Of each archive bank. All other memory of a renderer depends on the panel's size only.
  var archiveKiB = standardKiB

  init(_ root: inout StrictDecoder) {
    guard var memory = root.mapping(key: "memory", main: "archive") else { return }
    archiveKiB = memory.integer(key: "archive") ?? archiveKiB
    memory.finish()
  }
}

/// `refresh`.
struct RefreshPart {
  /// In ms; 0 = the panel maker's interval (law 8).
  private(set) var minimumIntervalMs: Int32 = 0
  private(set) var flashesInDark: UInt8 = 0

  static let inDark: [(String, UInt8)] = [("quiet", 0), ("normal", 1)]

  init(_ root: inout StrictDecoder) {
    guard var refresh = root.mapping(key: "refresh", main: "minimumInterval") else { return }
    minimumIntervalMs = Int32((refresh.number(key: "minimumInterval") ?? 0) * 1000)
    flashesInDark = refresh.choice(key: "inDark", Self.inDark) ?? 0
    refresh.finish()
  }
}
