import AfterglowPanelModels

/// Recipes for SSD1680 and SSD1683, from the makers' drivers and from drivers whose authors measured
/// (docs/panels/ssd1680-model.md and docs/panels/ssd1683-model.md, Sources).
struct SolomonRecipe {
  let panel: PanelDescription
  var recorder = RecipeRecorder()

  private var size: (Int, Int) { (Int(panel.size.width), Int(panel.size.height)) }

  init(_ panel: PanelDescription) { self.panel = panel }

  func picture(_ seed: UInt64) -> TestPicture { .noise(size, seed: seed) }

  mutating func wait() { recorder.wait(false) }

  mutating func start(_ high: Int64, _ low: Int64, _ after: Int64) {
    recorder.power(true)
    reset(high, low, after)
  }

  mutating func reset(_ high: Int64, _ low: Int64, _ after: Int64) {
    recorder.reset(high, low, after)
    wait()
    recorder.send(0x12)
    recorder.pause(ms: 10)
    wait()
  }

  /// In pixels; ends are exclusive here, and bytes and rows on the wire are inclusive.
  mutating func window(x: Range<Int>? = nil, y: Range<Int>? = nil, firstByte: Int = 0) {
    let x = x ?? 0..<size.0
    let y = y ?? 0..<size.1
    let (left, right) = (x.lowerBound / 8 + firstByte, (x.upperBound - 1) / 8 + firstByte)
    let (top, bottom) = (y.lowerBound, y.upperBound - 1)
    recorder.send(0x44, [UInt8(left), UInt8(right)])
    recorder.send(0x45, [UInt8(top & 255), UInt8(top >> 8), UInt8(bottom & 255), UInt8(bottom >> 8)])
    recorder.send(0x4E, [UInt8(left)])
    recorder.send(0x4F, [UInt8(top & 255), UInt8(top >> 8)])
  }

  mutating func run(_ sequence: UInt8) {
    recorder.send(0x22, [sequence])
    recorder.send(0x20)
    wait()
  }

  mutating func planes(_ new: [UInt8], _ old: [UInt8]) {
    recorder.image(0x24, new)
    recorder.image(0x26, old)
  }

  /// Everything that a strict model asks for, before a full refresh.
  mutating func completeInit(_ extra: [(UInt8, [UInt8])] = []) {
    recorder.send(0x01, gates)
    recorder.send(0x11, [3])
    recorder.send(0x3C, [5])
    recorder.send(0x21, panel.controller == .ssd1683 ? [0x40, 0] : [0, 0x80])
    recorder.send(0x18, [0x80])
    for (command, parameters) in extra { recorder.send(command, parameters) }
    window()
    wait()
  }

  var gates: [UInt8] { [UInt8((size.1 - 1) & 255), UInt8((size.1 - 1) >> 8), 0] }

  mutating func full(_ picture: TestPicture, _ sequence: UInt8 = 0xF7) {
    planes(picture.plane(), picture.plane())
    run(sequence)
  }

  /// What a sequence of partial refreshes begins with.
  mutating func beginPartials() {
    recorder.send(0x3C, [0x80])
    if panel.controller == .ssd1683 { recorder.send(0x21, [0, 0]) }
  }

  /// GxEPD2's: no reset, and both planes written again afterwards.
  mutating func steadyPartial(
    _ picture: TestPicture, x: Range<Int>? = nil, y: Range<Int>? = nil, sequence: UInt8 = 0xFC
  ) {
    let bytes = picture.plane(x: x ?? 0..<size.0, y: y ?? 0..<size.1)
    window(x: x, y: y)
    recorder.image(0x24, bytes)
    run(sequence)
    window(x: x, y: y)
    recorder.image(0x26, bytes)
    recorder.image(0x24, bytes)
  }

  mutating func loadWaveform(_ bytes: [UInt8], _ voltages: [UInt8]) {
    recorder.send(0x32, bytes)
    recorder.send(0x3F, [voltages[0]])
    recorder.send(0x03, [voltages[1]])
    recorder.send(0x04, Array(voltages[2...4]))
    recorder.send(0x2C, [voltages[5]])
  }

  mutating func sleep(_ mode: UInt8 = 1) {
    recorder.send(0x10, [mode])
    recorder.pause(ms: 200)
    recorder.power(false)
  }

  func recipe(_ name: String, shows expected: TestPicture, warnings: Set<PanelViolationKind> = []) -> PanelRecipe {
    PanelRecipe(name: name, panel: panel, recording: recorder.recording, expected: expected, warnings: warnings)
  }
}

/// Waveforms for registers.
enum SolomonWaveform {
  /// 153 bytes: rows of levels by group, groups of timing, frame rates.
  static func ssd1680(_ rows: [[Int: UInt8]], _ groups: [Int: [UInt8]], _ rates: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 153)
    for (row, levels) in rows.enumerated() { for (group, level) in levels { bytes[row * 12 + group] = level } }
    for (group, timing) in groups {
      for (index, value) in timing.enumerated() { bytes[60 + 7 * group + index] = value }
    }
    bytes.replaceSubrange(144..<150, with: rates)
    return bytes
  }

  static let full = ssd1680(
    [
      [0: 0x80, 1: 0x66, 8: 0x40], [0: 0x10, 1: 0x66, 8: 0x20], [0: 0x80, 1: 0x66, 8: 0x40],
      [0: 0x10, 1: 0x66, 8: 0x20],
    ],
    [
      0: [0x14, 8, 0, 0, 0, 0, 2], 1: [0x0A, 0x0A, 0, 0x0A, 0x0A, 0, 1], 8: [0x14, 8, 0, 1, 0, 0, 1],
      9: [0, 0, 0, 0, 0, 0, 1],
    ], [UInt8](repeating: 0x44, count: 6))
  static let fast = ssd1680(
    [[0: 0x90], [0: 0x60], [0: 0x90], [0: 0x60]], [0: [0x19, 0x19]], [0x24, 0x42, 0x22, 0x22, 0x23, 0x32])
  static let partial = ssd1680(
    [[1: 0x40], [0: 0x80, 1: 0x80], [0: 0x40, 1: 0x40], [1: 0x80]], [0: [0x0A, 0, 0, 0, 0, 0, 1], 1: [1], 2: [1]],
    [UInt8](repeating: 0x22, count: 6))
  static let grey = ssd1680(
    [[1: 0x60], [0: 0x20, 1: 0x60, 2: 0x10], [0: 0x28, 1: 0x60, 2: 0x14], [0: 0x2A, 1: 0x60, 2: 0x15], [1: 0x90]],
    [0: [0, 2, 0, 5, 0x14, 0, 0], 1: [0x1E, 0x1E, 0, 0, 0, 0, 1], 2: [0, 2, 0, 5, 0x14, 0, 0]],
    [0x24, 0x22, 0x22, 0x22, 0x23, 0x32])

  /// 227 bytes for SSD1683: five tables, of which four groups are in use.
  static let grey1683: [UInt8] = {
    let tables: [[[UInt8]]] = [
      [[1, 0x0A, 0x1B, 0x0F, 3], [5, 0x0A, 1, 0x0A, 1], [5, 8, 3, 2, 4], [1, 4, 4, 2, 0]],
      [[1, 0x0A, 0x1B, 0x0F, 3], [5, 0x4A, 1, 0x8A, 1], [5, 0x48, 3, 0x82, 0x84], [1, 0x84, 0x84, 0x82, 0]],
      [[1, 0x0A, 0x1B, 0x8F, 3], [5, 0x4A, 1, 0x8A, 1], [5, 0x48, 0x83, 0x82, 4], [1, 4, 4, 2, 0]],
      [[1, 0x8A, 0x1B, 0x8F, 3], [5, 0x4A, 1, 0x8A, 1], [5, 0x48, 0x83, 2, 4], [1, 4, 4, 2, 0]],
      [[1, 0x8A, 0x9B, 0x8F, 3], [5, 0x4A, 1, 0x8A, 1], [5, 0x48, 3, 0x42, 4], [1, 4, 4, 0x42, 0]],
    ]
    let unused: [UInt8] = [1, 0, 0, 0, 0, 1, 1]
    var bytes: [UInt8] = []
    for table in tables {
      for group in table { bytes += group + [1, 1] }
      bytes += unused + unused
    }
    return bytes + [UInt8](repeating: 0, count: 14) + [2, 0, 0]
  }()
}
