import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowEPaper
import AfterglowSources
import Foundation

/// A panel of a known controller as a file of a board's folder (docs/boards.md, Panels as files). What it leaves out is
/// that of the first shipped panel of its controller.
enum PaperPanelFile {
  /// Controllers by their names in files.
  static let controllers: [(String, PaperController)] = PaperController.allCases.map { ("\($0.traits.key)", $0) }

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
    readSize(&file, &choice, of: controller)
    for value in PresetValue.allCases where controller.range(of: value) != nil {
      read(value, &file, &choice.panel, of: controller)
    }
    file.finish()
    do throws(PresetError) { _ = try AnyController(choice.panel) } catch {
      if hasOnlyWrongGreys(choice.panel) {
        PaperPanels.refuseGreys(of: name, file)
      } else {
        report(error, of: choice.panel, controller, file)
      }
      return nil
    }
    if file.contains("physicalSize") {
      let glass = PanelGeometry(
        widthPx: Int(choice.panel.size.width), heightPx: Int(choice.panel.size.height), widthMm: choice.widthMm,
        heightMm: choice.heightMm)
      choice.advice = SizeAdvice.of(glass, at: file.valuePosition(of: "physicalSize"), file: path)
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

  /// Whether the panel is right apart from its four greys. A controller may then refuse the width, whose rows are not
  /// whole bytes in their planes.
  private static func hasOnlyWrongGreys(_ panel: PaperPanel) -> Bool {
    guard panel.greys == 4 else { return false }
    var plain = panel
    plain.greys = 0
    return (try? AnyController(plain)) != nil
  }

  /// The ranges are the controllers': what one refuses is reported at the key.
  private static func report(
    _ error: PresetError, of panel: PaperPanel, _ controller: PaperController, _ file: StrictDecoder
  ) {
    let name = controller.traits.key
    guard case .outOfRange(let value, let found) = error else {
      return file.fail("controller", "expected values that the controller \(name) has, found others")
    }
    let key = "\(value.name)"
    if value == .width {
      // `readSize` has compared it with the controller's range.
      let step = widthStep(of: panel)
      return file.fail(
        "size",
        "expected a multiple of \(step) px for \"size.width\", as rows of the controller \(name) are whole bytes, found "
          + "\(found)")
    }
    guard let range = range(of: value, controller) else {
      return file.fail(key, "expected a value of \"\(key)\" that the controller \(name) has, found \(found)")
    }
    file.fail(key, refusal(of: value, range, controller) + written(value, found))
  }

  /// The step of widths that the controller accepts, in pixels: its rows may be whole bytes.
  private static func widthStep(of panel: PaperPanel) -> UInt16 {
    let steps: [UInt16] = [1, 2, 4]
    return steps.first { step in
      var other = panel
      other.widthPx = panel.widthPx / 8 * 8 + step
      do throws(PresetError) { _ = try AnyController(other) } catch {
        if case .outOfRange(.width, _) = error { return false }
      }
      return true
    } ?? 8
  }

  /// The beginning of a message about a value beyond the controller's range, up to the value.
  private static func refusal(of value: PresetValue, _ range: String, _ controller: PaperController) -> String {
    "expected \(range) for \"\(value.name)\" with the controller \(controller.traits.key), as other values could harm the "
      + "glass, found "
  }

  /// The controller's range as files write it; nil = messages do not name it.
  private static func range(of value: PresetValue, _ controller: PaperController) -> String? {
    guard let unit = value.unit else { return nil }
    func word(_ number: Int64) -> String { written(value, number) }
    return switch controller.range(of: value) {
    case .within(let range): "\(word(range.lowerBound)) to \(word(range.upperBound))\(unit)"
    case .either(let first, let second): "\(word(first)) or \(word(second))\(unit)"
    case .oneOf(let first, let second, let third): "\(word(first)), \(word(second)) or \(word(third))\(unit)"
    case nil: nil
    }
  }

  /// A value that has a range, in the unit of its key.
  private static func written(_ value: PresetValue, _ found: Int64) -> String {
    switch value {
    case .refreshLimit: ScalarText.format(Double(found) / 1000)
    default: value.byteCount.map { groups(found, $0) } ?? "\(found)"
    }
  }

  /// Bytes, as the pages of controllers write them.
  private static func groups(_ value: Int64, _ count: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    let padded = Array(String(repeating: "0", count: max(0, 2 * count - digits.count)) + digits)
    return stride(from: 0, to: 2 * count, by: 2).map { String(padded[$0...$0 + 1]) }.joined(separator: " ")
  }

  // MARK: keys

  private static func readSize(
    _ file: inout StrictDecoder, _ choice: inout PaperPanelChoice, of controller: PaperController
  ) {
    let unit = "px with the controller \(controller.traits.key)"
    let before = choice.panel.size
    if var size = file.mapping("size", pair: ("width", "height")) {
      if let width = size.integer("width", in: sides(.width, controller), unit: unit, required: true) {
        choice.panel.widthPx = UInt16(width)
      }
      if let height = size.integer("height", in: sides(.height, controller), unit: unit, required: true) {
        choice.panel.heightPx = UInt16(height)
      }
      size.finish()
    }
    if var size = file.mapping("physicalSize", pair: ("width", "height")) {
      choice.widthMm = size.number("width", in: BoardLimits.sideMm, unit: "mm", required: true) ?? choice.widthMm
      choice.heightMm = size.number("height", in: BoardLimits.sideMm, unit: "mm", required: true) ?? choice.heightMm
      size.finish()
    } else if choice.panel.size != before {
      file.missing("physicalSize", "width and height of the lit area in mm, as \"size\" differs")
    }
  }

  private static func sides(_ value: PresetValue, _ controller: PaperController) -> ClosedRange<Int> {
    guard case .within(let range) = controller.range(of: value) else { return 2...1600 }
    return Int(range.lowerBound)...Int(range.upperBound)
  }

  /// Reads a number within `limits`, which include the controller's range. Other texts are reported with that range.
  ///
  /// - Parameter isWhole: whether fractions are refused.
  private static func number(
    _ value: PresetValue, _ file: inout StrictDecoder, _ controller: PaperController, in limits: ClosedRange<Double>,
    isWhole: Bool = true
  ) -> Double? {
    let key = "\(value.name)"
    guard let node = file.node(key) else { return nil }
    if case .scalar(let text, false) = node.value, ScalarText.isNumber(text), let number = Double(text),
      limits.contains(number), !isWhole || Int(text) != nil
    {
      return number
    }
    file.fail(key, refusal(of: value, range(of: value, controller) ?? "a number", controller) + node.foundDescription)
    return nil
  }

  /// Reads the key of a value that the controller has.
  private static func read(
    _ value: PresetValue, _ file: inout StrictDecoder, _ panel: inout PaperPanel, of controller: PaperController
  ) {
    let key = "\(value.name)"
    switch value {
    // `readSize` reads both.
    case .width, .height: break
    case .refreshLimit:
      if let seconds = number(value, &file, controller, in: 0...3600, isWhole: false) {
        panel.refreshLimitMs = UInt32((seconds * 1000).rounded())
      }
    case .resetSettle:
      if let time = number(value, &file, controller, in: 0...1000) { panel.resetSettleMs = UInt16(time) }
    case .resetPulse:
      if let time = number(value, &file, controller, in: 0...1000) { panel.resetPulseMs = UInt16(time) }
    case .border: readBytes(key, &file, &panel.border)
    case .sources: readBytes(key, &file, &panel.sources)
    case .waveforms: panel.glass = file.choice(key, [("built", 0), ("sent", 1)]) ?? panel.glass
    case .glass: panel.glass = file.choice(key, [("old", 0), ("new", 1)]) ?? panel.glass
    case .fastTemperature:
      if let degrees = number(value, &file, controller, in: 0...255) { panel.fastTemperature = UInt8(degrees) }
    case .booster: readBytes(key, &file, &panel.booster)
    case .boosterAfterPowerOn: readBytes(key, &file, &panel.boosterAfterPowerOn)
    case .drive: readBytes(key, &file, &panel.drive)
    case .commonVoltage: readBytes(key, &file, &panel.commonVoltage)
    case .frameClock: readBytes(key, &file, &panel.frameClock)
    case .greys: panel.greys = file.choice(key, PaperPanels.greys) ?? panel.greys
    }
  }

  /// Reads as many bytes as `number` has.
  private static func readBytes<Number: FixedWidthInteger>(
    _ key: String, _ file: inout StrictDecoder, _ number: inout Number
  ) {
    if let found = bytes(key, Number.bitWidth / 8, &file) { number = Number(found) }
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
  /// The unit in messages that name a range; nil = files name its few values.
  fileprivate var unit: String? {
    switch self {
    case .refreshLimit: " s"
    case .resetSettle, .resetPulse: " ms"
    case .fastTemperature: " °C"
    case .width, .height: " px"
    case .booster, .boosterAfterPowerOn, .sources, .border, .drive, .commonVoltage, .frameClock: ""
    case .greys, .waveforms, .glass: nil
    }
  }

  /// Number of the bytes that files write in hexadecimal; nil for other values.
  fileprivate var byteCount: Int? {
    switch self {
    case .booster, .boosterAfterPowerOn: 4
    case .drive: 2
    case .sources, .border, .commonVoltage, .frameClock: 1
    case .width, .height, .resetSettle, .resetPulse, .refreshLimit, .fastTemperature, .greys, .waveforms, .glass: nil
    }
  }
}
