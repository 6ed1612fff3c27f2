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
    guard let controller = controller(&file) else { return nil }
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

  private static func controller(_ file: inout StrictDecoder) -> PaperController? {
    let names = controllers.map(\.0)
    guard case .scalar(let name, _)? = file.node("controller")?.value, name.count <= 40, !names.contains(name) else {
      return file.choice("controller", controllers, required: true)
    }
    file.fail(
      "controller",
      "expected one of \(names.joined(separator: ", ")) for \"controller\", found \"\(name)\""
        + file.suggestion(for: name, amongModels: names, of: "controller"))
    return nil
  }

  /// The ranges are the controllers': what one refuses is reported at the key.
  private static func report(_ error: PresetError, _ controller: PaperController, _ file: StrictDecoder) {
    let name = controllers.first { $0.1 == controller }?.0 ?? ""
    guard case .outOfRange(let value, let found) = error else {
      return file.fail("controller", "expected values that the controller \(name) has, found others")
    }
    let key = "\(value.name)"
    let isSide = value == .width || value == .height
    let place = isSide ? "size" : key
    guard let range = range(of: value, controller) else {
      return file.fail(
        place,
        "expected a value of \"\(key)\" within the ranges of the controller \(name), which are compiled in because others "
          + "could harm the glass, found \(value.isBytes ? hexadecimal(found) : "\(found)")")
    }
    file.fail(
      place,
      "expected \(range) for \"\(key)\" with the controller \(name), as other values could harm the glass, found "
        + written(value, found))
  }

  /// The values of a controller, as files write them; nil = only its page lists them.
  private static func range(of value: PresetValue, _ controller: PaperController) -> String? {
    switch value {
    case .refreshLimit: controller == .spectra6 ? "40 to 90 s" : "10 to 30 s"
    case .resetSettle: controller == .ssd1683 ? "10 to 500 ms" : "10 to 200 ms"
    case .resetPulse: controller == .ssd1683 ? "1 to 500 ms" : "1 to 50 ms"
    case .fastTemperature: "90 to 110 °C"
    case .booster: controller == .spectra6 ? "6F 1F 17 17 or 6F 1F 17 49" : "17 17 28 17 or 17 17 38 17"
    case .boosterAfterPowerOn: "6F 1F 17 27, 6F 1F 17 47 or 6F 1F 17 49"
    default: nil
    }
  }

  /// A value that has a range, in the unit of its key.
  private static func written(_ value: PresetValue, _ found: Int64) -> String {
    switch value {
    case .refreshLimit: ScalarText.format(Double(found) / 1000)
    case .booster, .boosterAfterPowerOn: groups(found)
    default: "\(found)"
    }
  }

  /// Four bytes, as the pages of controllers write them.
  private static func groups(_ value: Int64) -> String {
    let digits = hexadecimal(value)
    let padded = Array(String(repeating: "0", count: max(0, 8 - digits.count)) + digits)
    return stride(from: 0, to: 8, by: 2).map { String(padded[$0...$0 + 1]) }.joined(separator: " ")
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
    if let seconds = file.number("refreshLimit", in: 0...3600, unit: "s") {
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
    if let value = file.integer("fastTemperature", in: 0...255, unit: "°C") { panel.fastTemperature = UInt8(value) }
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
