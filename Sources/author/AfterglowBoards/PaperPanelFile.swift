import AfterglowCore
import AfterglowDocuments
import AfterglowEPaper
import AfterglowSources
import Foundation

/// A panel of a known controller as a file of a board's folder (docs/boards.md, Panels as files). What it leaves out is
/// that of the first shipped panel of its controller.
enum PaperPanelFile {
  static let controllers: [(String, PaperController)] = [
    ("ssd1680", .ssd1680), ("ssd1683", .ssd1683), ("uc8179", .uc8179), ("spectra6", .spectra6),
  ]

  /// The file's path, as it is opened.
  static func path(_ name: String, boardFile: String) -> String {
    let folder = URL(fileURLWithPath: boardFile).deletingLastPathComponent()
    return FilePath.of(name, in: folder)
  }

  static func read(_ name: String, _ display: StrictDecoder) -> PaperPanelChoice? {
    let path = path(name, boardFile: display.file)
    guard var file = StrictDecoder.open(path: path, kind: .settings, problems: display.collector) else { return nil }
    guard let controller = file.choice("controller", controllers, required: true) else { return nil }
    var choice = PaperPanels.standard(controller)
    choice.name = name
    readSize(&file, &choice)
    readLimit(&file, &choice.panel)
    switch controller {
    case .ssd1680: readSSD1680(&file, &choice.panel)
    case .ssd1683: readSSD1683(&file, &choice.panel)
    case .uc8179: readUC8179(&file, &choice.panel)
    case .spectra6: readSpectra6(&file, &choice.panel)
    }
    file.finish()
    do throws(PresetError) { _ = try AnyController(choice.panel) } catch {
      report(error, controller, file)
      return nil
    }
    return choice
  }

  /// The ranges are the controllers': what one refuses is reported at the key.
  private static func report(_ error: PresetError, _ controller: PaperController, _ file: StrictDecoder) {
    let name = controllers.first { $0.1 == controller }?.0 ?? ""
    guard case .outOfRange(let value, let found) = error else {
      return file.fail("controller", "expected values that the controller \(name) has, found others")
    }
    let key = "\(value.name)"
    let isSide = value == .width || value == .height
    file.fail(
      isSide ? "size" : key,
      "expected a value of \"\(key)\" within the ranges of the controller \(name), which are compiled in because others "
        + "could harm the glass, found \(value.isBytes ? hexadecimal(found) : "\(found)")")
  }

  private static func hexadecimal(_ value: Int64) -> String { String(value, radix: 16, uppercase: true) }

  // MARK: keys

  private static func readSize(_ file: inout StrictDecoder, _ choice: inout PaperPanelChoice) {
    let before = choice.panel.size
    if var size = file.mapping("size") {
      if let width = size.integer("width", in: 2...1600, unit: "px", required: true) {
        choice.panel.widthPx = UInt16(width)
      }
      if let height = size.integer("height", in: 2...1600, unit: "px", required: true) {
        choice.panel.heightPx = UInt16(height)
      }
      size.finish()
    }
    if var size = file.mapping("physicalSize") {
      choice.widthMm = size.number("width", in: BoardLimits.sideMm, unit: "mm", required: true) ?? choice.widthMm
      choice.heightMm = size.number("height", in: BoardLimits.sideMm, unit: "mm", required: true) ?? choice.heightMm
      size.finish()
    } else if choice.panel.size != before {
      file.missing("physicalSize", "width and height of the lit area in mm, as \"size\" differs")
    }
  }

  private static func readLimit(_ file: inout StrictDecoder, _ panel: inout PaperPanel) {
    if let seconds = file.number("refreshLimit", in: 1...120, unit: "s") {
      panel.refreshLimitMs = UInt32((seconds * 1000).rounded())
    }
  }

  private static func readReset(_ file: inout StrictDecoder, _ panel: inout PaperPanel) {
    if let time = file.integer("resetSettle", in: 0...1000, unit: "ms") { panel.resetSettleMs = UInt16(time) }
    if let time = file.integer("resetPulse", in: 0...1000, unit: "ms") { panel.resetPulseMs = UInt16(time) }
  }

  private static func readSSD1680(_ file: inout StrictDecoder, _ panel: inout PaperPanel) {
    readReset(&file, &panel)
    if let value = bytes("border", 1, &file) { panel.border = UInt8(value) }
    if let value = bytes("sources", 1, &file) { panel.sources = UInt8(value) }
    panel.glass = file.choice("waveforms", [("built", 0), ("sent", 1)]) ?? panel.glass
    readGreys(&file, &panel)
  }

  private static func readSSD1683(_ file: inout StrictDecoder, _ panel: inout PaperPanel) {
    readReset(&file, &panel)
    if let value = bytes("border", 1, &file) { panel.border = UInt8(value) }
    if let value = file.integer("fastTemperature", in: 0...127, unit: "°C") { panel.fastTemperature = UInt8(value) }
    readGreys(&file, &panel)
  }

  private static func readUC8179(_ file: inout StrictDecoder, _ panel: inout PaperPanel) {
    panel.glass = file.choice("glass", [("old", 0), ("new", 1)]) ?? panel.glass
    if let value = bytes("booster", 4, &file) { panel.booster = UInt32(value) }
    if let value = bytes("drive", 2, &file) { panel.drive = UInt16(value) }
    if let value = bytes("commonVoltage", 1, &file) { panel.commonVoltage = UInt8(value) }
    readGreys(&file, &panel)
  }

  private static func readGreys(_ file: inout StrictDecoder, _ panel: inout PaperPanel) {
    panel.greys = file.choice("greys", PaperPanels.greys) ?? panel.greys
  }

  private static func readSpectra6(_ file: inout StrictDecoder, _ panel: inout PaperPanel) {
    if let value = bytes("frameClock", 1, &file) { panel.frameClock = UInt8(value) }
    if let value = bytes("booster", 4, &file) { panel.booster = UInt32(value) }
    if let value = bytes("boosterAfterPowerOn", 4, &file) { panel.boosterAfterPowerOn = UInt32(value) }
  }

  /// Bytes as the pages of controllers write them: "17 17 28 17".
  private static func bytes(_ key: String, _ count: Int, _ file: inout StrictDecoder) -> UInt64? {
    guard let text = file.text(key) else { return nil }
    let words = text.split(separator: " ")
    let values = words.compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
    if words.count == count && values.count == count { return values.reduce(0) { $0 << 8 | UInt64($1) } }
    let example = ["17", "17 28", "17 17 28", "17 17 28 17"][count - 1]
    file.fail(
      key,
      "expected \(count) hexadecimal byte\(count == 1 ? "" : "s") such as \"\(example)\" for \"\(key)\", found \"\(text)\""
    )
    return nil
  }
}

extension PresetValue {
  /// Whether files write it in hexadecimal.
  fileprivate var isBytes: Bool {
    switch self {
    case .sources, .border, .booster, .boosterAfterPowerOn, .drive, .commonVoltage, .frameClock: true
    case .width, .height, .resetSettle, .resetPulse, .refreshLimit, .fastTemperature, .greys: false
    }
  }
}
