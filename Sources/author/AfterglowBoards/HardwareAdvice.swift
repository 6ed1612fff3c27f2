import AfterglowArchive
import AfterglowDocuments
import AfterglowLight

/// Remarks on settings of `board.yaml` that have no effect together, or that are hardly meant. Advice only, because
/// hardware may be unusual.
struct HardwareAdvice {
  private let file: String
  private let root: StrictDecoder
  private(set) var found: [Problem] = []

  /// - Parameters:
  ///   - root: the board file, in which no problem was found.
  ///   - path: the display's device; empty = the panel's own.
  ///   - isPaper: whether the panel emits no light.
  init(_ root: StrictDecoder, _ display: DisplayPart, path: String, _ light: LightPart?, isPaper: Bool) {
    (file, self.root) = (root.file, root)
    if display.kind == .epaper, let lines = display.lines { checkLines(lines, bus: path) }
    if let light, light.source == .constant { checkSchedule(light) }
    if !isPaper, root.contains("refresh") {
      add(root.position(of: "refresh"), "\"refresh\" has no effect on a screen; e-paper alone has refreshes")
    }
  }

  private mutating func add(_ place: DocumentPosition, _ message: String) {
    found.append(Problem(file: file, line: place.line, column: place.column, message: message))
  }

  /// The value at a path of keys; nil if a part of it is missing.
  private func node(_ keys: String...) -> DocumentNode? {
    var root = root
    var node = root.node(keys[0])
    for key in keys.dropFirst() {
      guard case .mapping(let members)? = node?.value else { return nil }
      node = members.first { $0.key == key }?.value
    }
    return node
  }

  // MARK: Schedule

  /// Periods that never count against a constant light.
  private mutating func checkSchedule(_ light: LightPart) {
    guard case .sequence(let items)? = node("light", "schedule")?.value else { return }
    let lux = light.constantMillilux
    let shown: LightMode =
      lux <= light.settings.night.enterMillilux
      ? .night : lux <= light.settings.alwaysOn.enterMillilux ? .alwaysOn : .day
    let words = "\"sensor: constant\" gives \(ScalarText.format(Double(lux) / 1000)) lx, which is known at all times"
    for (index, item) in items.enumerated() where index < Int(light.rules.schedule.count) {
      let period = light.rules.schedule.periods[index]
      switch ScheduleRule(rawValue: period.rule) {
      case .unknownLight:
        add(
          item.position,
          "this period has no effect: \(words), and the period decides only while the light was never known "
            + "(\"decides: unknownLight\", the default); add \"decides: always\", or write \"sensor: none\"")
      case .darker where period.mode <= shown.rank:
        add(
          item.position,
          "this period has no effect: \(words), and its mode is not darker than the one of that light; write "
            + "\"decides: always\", or \"sensor: none\"")
      default: break
      }
    }
  }

  // MARK: Lines of e-paper

  /// The signals of a Raspberry Pi's first SPI bus, by the BCM number of their lines.
  private static let busLines: [Int16: String] = [7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"]

  /// BCM numbers by the pin of a Raspberry Pi's header.
  private static let headerPins: [Int16: Int16] = [
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
  ]

  /// Lines that the bus has for itself: often pins of the header that were counted in place of BCM numbers.
  private mutating func checkLines(_ lines: LinesPart, bus: String) {
    guard lines.chip.isEmpty, bus.isEmpty || bus.hasPrefix("/dev/spidev0.") else { return }
    let named = [
      ("dataCommand", lines.dataCommand), ("reset", lines.reset), ("busy", lines.busy), ("power", lines.power),
    ]
    for (key, offset) in named {
      guard let signal = Self.busLines[offset], let place = node("display", "lines", key)?.position else { continue }
      let pin = Self.headerPins[offset].map { "; BCM numbers count, and pin \(offset) of the header is BCM \($0)" }
      add(
        place,
        "expected a free line for \"display.lines.\(key)\", found \(offset), which is \(signal) of the SPI bus"
          + (pin ?? ""))
    }
  }
}
