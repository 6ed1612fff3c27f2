import AfterglowCore
import AfterglowDevice
import Testing

@testable import AfterglowEPaper

/// Every sequence as docs/panels has it, byte for byte.
@Suite struct MakerSequenceTests {
  private static let solomonWake = [
    "supply on", "RST high", "pause 20", "RST low", "pause 2", "RST high", "pause 20", "wait", "12", "pause 10", "wait",
  ]
  private static let setUp2in13 = [
    "01: F9 00 00", "11: 03", "44: 00 0F", "45: 00 00 F9 00", "4E: 00", "4F: 00 00", "3C: 05", "21: 00 80", "18: 80",
  ]

  private func run<C: SequencedController>(
    _ controller: C, _ durations: [UInt8: Int64], _ kind: RefreshKind, ending: RefreshEnding = .sleep
  ) throws -> [String] {
    let rig = SequencerRig(controller)
    var panel = ScriptedPanel(controller, durations: durations)
    // Only a panel whose picture is known is refreshed in part.
    if kind == .partial { try rig.refresh(.full, on: &panel) }
    _ = panel.takeLines()
    try rig.refresh(kind, ending: ending, on: &panel)
    return panel.lines
  }

  // MARK: SSD1680

  @Test func `2in13 V4, full`() throws {
    #expect(
      try run(SSD1680(), Durations.solomon, .full) == Self.solomonWake + Self.setUp2in13 + [
        "24: 4000 B", "26: 4000 B", "22: F7", "20", "wait", "10: 01",
      ])
  }

  @Test func `2in13 V4, fast`() throws {
    #expect(
      try run(SSD1680(), Durations.solomon, .fast) == Self.solomonWake + Self.setUp2in13 + [
        "22: B1", "20", "pause 2", "wait", "1A: 64 00", "22: 91", "20", "pause 2", "wait", "24: 4000 B", "26: 4000 B",
        "22: C7", "20", "wait", "10: 01",
      ])
  }

  @Test func `2in13 V4, partial`() throws {
    let rig = SequencerRig(SSD1680())
    var panel = ScriptedPanel(SSD1680(), durations: Durations.solomon)
    try rig.refresh(.full, ending: .standby, on: &panel)
    #expect(panel.takeLines().last == "wait")
    try rig.refresh(.partial, PixelRect(x0: 10, y0: 100, x1: 33, y1: 160), ending: .standby, on: &panel)
    // Columns 1 to 4, rows 100 to 159: 4 × 60 bytes.
    let window = ["44: 01 04", "45: 64 00 9F 00", "4E: 01", "4F: 64 00"]
    #expect(
      panel.takeLines() == ["3C: 80"] + window + [
        "24: 240 B", "22: FF", "20", "wait", "24: 240 B", "26: 240 B",
      ])
    #expect(rig.isStandingBy)
  }

  @Test func `2in13 V4, a partial refresh after sleep is a full one`() throws {
    #expect(try run(SSD1680(), Durations.solomon, .partial) == run(SSD1680(), Durations.solomon, .full))
  }

  @Test func `2in9 V2, full`() throws {
    let lines = try run(try SSD1680(.inch2in9V2), Durations.solomon, .full)
    #expect(lines.contains("01: 27 01 00") && lines.contains("45: 00 00 27 01") && lines.contains("24: 4736 B"))
    #expect(lines[2] == "pause 50" && lines[4] == "pause 2" && lines[6] == "pause 50")
  }

  @Test func `2in9 V2 with older glass, partial`() throws {
    let rig = SequencerRig(try SSD1680(.inch2in9V2Old))
    var panel = ScriptedPanel(rig.sequencer.controller, durations: Durations.solomon)
    try rig.refresh(.full, ending: .standby, on: &panel)
    _ = panel.takeLines()
    try rig.refresh(.partial, PixelRect(x0: 0, y0: 0, x1: 8, y1: 2), ending: .standby, on: &panel)
    #expect(
      panel.takeLines() == [
        "32: 153 B", "3F: 22", "03: 17", "04: 41 B0 32", "2C: 36", "3C: 80", "44: 00 00", "45: 00 00 01 00", "4E: 00",
        "4F: 00 00", "24: FF FF", "22: C0", "20", "pause 2", "wait", "22: 0F", "20", "wait", "24: FF FF", "26: FF FF",
      ])
  }

  @Test func `2in9 V2 with older glass has no fast refresh, and makes a full one`() throws {
    let lines = try run(try SSD1680(.inch2in9V2Old), Durations.solomon, .fast)
    #expect(lines.contains("22: F7") && !lines.contains("22: C7"))
  }

  /// Rows of 12 level bytes and groups of 7, as the datasheet lays them out.
  @Test func `the waveform of the older 2in9 glass`() {
    var expected = [UInt8](repeating: 0, count: 153)
    expected.replaceSubrange(0..<2, with: [0x00, 0x40])
    expected.replaceSubrange(12..<14, with: [0x80, 0x80])
    expected.replaceSubrange(24..<26, with: [0x40, 0x40])
    expected.replaceSubrange(36..<38, with: [0x00, 0x80])
    expected.replaceSubrange(60..<67, with: [0x0A, 0, 0, 0, 0, 0, 0x02])
    expected[67] = 1
    expected[74] = 1
    expected.replaceSubrange(144..<150, with: [0x22, 0x22, 0x22, 0x22, 0x22, 0x22])
    #expect((0..<153).map { SSD1680Waveform.partial.byte(Int32($0)) } == expected)
  }

  @Test func `2in9 V2 in greys`() throws {
    let lines = try run(GreyRefreshTests.ssd1680(), Durations.solomon, .grey, ending: .standby)
    let setUp = [
      "01: 27 01 00", "11: 03", "44: 00 0F", "45: 00 00 27 01", "4E: 00", "4F: 00 00", "3C: 04", "21: 00 80", "18: 80",
    ]
    let waveform = [
      "32: 153 B", "3F: 22", "03: 17", "04: 41 AE 32", "2C: 28", "24: 4736 B", "26: 4736 B", "22: C7", "20",
    ]
    let after = setUp.map { $0 == "3C: 04" ? "3C: 05" : $0 }
    let whole: [String] = setUp + waveform + ["wait", "12", "pause 10", "wait"] + after + ["24: 4736 B", "26: 4736 B"]
    #expect(Array(lines.dropFirst(11)) == whole)
    var expected = [UInt8](repeating: 0, count: 153)
    for (row, levels): (Int, [UInt8]) in [
      [0, 0x60], [0x20, 0x60, 0x10], [0x28, 0x60, 0x14], [0x2A, 0x60, 0x15], [0, 0x90],
    ]
    .enumerated() { expected.replaceSubrange(12 * row..<12 * row + levels.count, with: levels) }
    for group in [0, 2] { expected.replaceSubrange(60 + 7 * group..<67 + 7 * group, with: [0, 2, 0, 5, 0x14, 0, 0]) }
    expected.replaceSubrange(67..<74, with: [0x1E, 0x1E, 0, 0, 0, 0, 1])
    expected.replaceSubrange(144..<150, with: [0x24, 0x22, 0x22, 0x22, 0x23, 0x32])
    #expect((0..<153).map { SSD1680Waveform.grey.byte(Int32($0)) } == expected)
  }

  // MARK: SSD1683

  private static let wake4in2 = [
    "supply on", "RST high", "pause 100", "RST low", "pause 2", "RST high", "pause 100", "wait", "12", "pause 10",
    "wait",
  ]
  private static let setUp4in2 = [
    "01: 2B 01 00", "21: 40 00", "3C: 05", "18: 80", "11: 03", "44: 00 31", "45: 00 00 2B 01", "4E: 00", "4F: 00 00",
  ]

  @Test func `4in2 V2, full`() throws {
    #expect(
      try run(SSD1683(), Durations.solomon, .full) == Self.wake4in2 + Self.setUp4in2 + [
        "24: 15000 B", "26: 15000 B", "22: F7", "20", "wait", "10: 01",
      ])
  }

  @Test func `4in2 V2, fast`() throws {
    #expect(
      try run(SSD1683(), Durations.solomon, .fast) == Self.wake4in2 + Self.setUp4in2 + [
        "1A: 6E", "22: 91", "20", "pause 2", "wait", "24: 15000 B", "26: 15000 B", "22: C7", "20", "wait", "10: 01",
      ])
  }

  @Test func `4in2 V2, partial compares with plane 26, and the next full one ignores it again`() throws {
    let rig = SequencerRig(SSD1683())
    var panel = ScriptedPanel(SSD1683(), durations: Durations.solomon)
    try rig.refresh(.full, ending: .standby, on: &panel)
    _ = panel.takeLines()
    try rig.refresh(.partial, PixelRect(x0: 392, y0: 298, x1: 400, y1: 300), ending: .standby, on: &panel)
    #expect(
      panel.takeLines() == [
        "3C: 80", "21: 00 00", "44: 31 31", "45: 2A 01 2B 01", "4E: 31", "4F: 2A 01", "24: FF FF", "22: FF", "20",
        "wait",
        "24: FF FF", "26: FF FF",
      ])
    try rig.refresh(.full, on: &panel)
    #expect(panel.takeLines().contains("21: 40 00"))
  }

  // MARK: UC8179

  private static let wake7in5 = [
    "supply on", "RST high", "pause 20", "RST low", "pause 2", "RST high", "pause 20", "wait",
  ]
  private static let setUp7in5 = [
    "06: 17 17 28 17", "01: 07 07 28 17", "00: 1F", "61: 03 20 01 E0", "15: 00", "50: 29 07", "60: 22", "E3: 22",
    "E0: 00", "41: 00",
  ]
  private static let powerOn = ["04", "pause 2", "wait"]
  private static let sleep7in5 = ["50: F7 07", "02", "pause 2", "wait", "07: A5"]

  @Test func `7in5 V2, full`() throws {
    #expect(
      try run(UC8179(), Durations.ultraChip, .full) == Self.wake7in5 + Self.setUp7in5 + Self.powerOn + [
        "10: 48000 B", "13: 48000 B", "12", "wait",
      ] + Self.sleep7in5)
  }

  @Test func `7in5 V2, fast`() throws {
    #expect(
      try run(UC8179(), Durations.ultraChip, .fast) == Self.wake7in5 + Self.setUp7in5 + Self.powerOn + [
        "06: 27 27 18 17", "E0: 02", "E5: 5A", "10: 48000 B", "13: 48000 B", "12", "wait",
      ] + Self.sleep7in5)
  }

  @Test func `7in5 V2, partial`() throws {
    let rig = SequencerRig(UC8179())
    var panel = ScriptedPanel(UC8179(), durations: Durations.ultraChip)
    try rig.refresh(.full, ending: .standby, on: &panel)
    #expect(panel.takeLines().suffix(3) == ["02", "pause 2", "wait"])
    // One row becomes two, and columns whole bytes: 104 to 319, rows 400 and 401.
    try rig.refresh(.partial, PixelRect(x0: 107, y0: 400, x1: 313, y1: 401), ending: .standby, on: &panel)
    #expect(
      panel.takeLines() == ["E0: 02", "E5: 6E", "50: A9 07"] + Self.powerOn + [
        "91", "90: 00 68 01 3F 01 90 01 91 01", "13: 54 B", "12", "wait", "92", "02", "pause 2", "wait",
      ])
    #expect(rig.isStandingBy)
  }

  @Test func `7in5 V2 with older glass, partial`() throws {
    let rig = SequencerRig(try UC8179(.inch7in5V2Old))
    var panel = ScriptedPanel(rig.sequencer.controller, durations: Durations.ultraChip)
    try rig.refresh(.full, ending: .standby, on: &panel)
    _ = panel.takeLines()
    try rig.refresh(.partial, PixelRect(x0: 0, y0: 0, x1: 8, y1: 2), ending: .standby, on: &panel)
    #expect(
      panel.takeLines() == [
        "00: 3F", "82: 26", "50: 39 07", "20: 42 B", "21: 42 B", "22: 42 B", "23: 42 B", "24: 42 B", "25: 42 B",
      ] + Self.powerOn + [
        "91", "90: 00 00 00 07 00 00 00 01 01", "13: FF FF", "12", "wait", "92", "02", "pause 2", "wait",
      ])
    func table(_ number: UInt8) -> [UInt8] { (0..<42).map { UC8179Waveform.byte($0, of: number) } }
    let rest = [UInt8](repeating: 0, count: 36)
    #expect(table(0x22) == [0x5A, 0x1E, 0x05, 0x1E, 0x05, 0x01] + rest)
    #expect(table(0x23) == [0x84, 0x1E, 0x05, 0x1E, 0x05, 0x01] + rest)
    for number: UInt8 in [0x20, 0x21, 0x24, 0x25] {
      #expect(table(number) == [0x00, 0x1E, 0x05, 0x1E, 0x05, 0x01] + rest)
    }
  }

  // MARK: Spectra 6

  @Test func `7in3 Spectra 6`() throws {
    #expect(
      try run(Spectra6(), Durations.spectra, .full) == [
        "supply on", "RST high", "pause 20", "RST low", "pause 2", "RST high", "pause 20", "wait", "pause 30",
        "AA: 49 55 20 08 09 18", "01: 3F", "00: 5F 69", "03: 00 54 00 44", "05: 40 1F 1F 2C", "06: 6F 1F 17 49",
        "08: 6F 1F 1F 22", "30: 03", "50: 3F", "60: 02 00", "61: 03 20 01 E0", "84: 01", "E3: 2F", "10: 192000 B", "04",
        "pause 2", "wait", "06: 6F 1F 17 49", "12: 00", "wait", "02: 00", "pause 2", "wait", "07: A5",
      ])
  }

  @Test func `4in0 Spectra 6`() throws {
    #expect(
      try run(Spectra6(.inch4in0), Durations.spectra, .full) == [
        "supply on", "RST high", "pause 20", "RST low", "pause 2", "RST high", "pause 20", "wait", "pause 30",
        "AA: 49 55 20 08 09 18", "01: 3F", "00: 5F 69", "03: 00 54 00 44", "05: 40 1F 1F 2C", "06: 6F 1F 17 17",
        "08: 6F 1F 1F 22", "30: 03", "50: 3F", "60: 02 00", "61: 01 90 02 58", "84: 01", "E3: 2F", "10: 120000 B", "04",
        "pause 2", "wait", "06: 6F 1F 17 27", "12: 00", "wait", "02: 00", "pause 2", "wait", "07: A5",
      ])
  }

  @Test(arguments: [RefreshKind.fast, .partial])
  func `Spectra 6 has one kind of refresh`(_ kind: RefreshKind) throws {
    let lines = try run(Spectra6(), Durations.spectra, kind)
    #expect(try lines == run(Spectra6(), Durations.spectra, .full))
  }

  // MARK: the picture, and the ends

  @Test(arguments: [1, 7, 100, 4096, 65_536])
  func `a window's bytes are those of its rows, whatever the bus's limit`(_ limit: Int) throws {
    let rig = SequencerRig(SSD1680(), maximumTransferByteCount: limit)
    var panel = ScriptedPanel(SSD1680(), durations: Durations.solomon)
    try rig.refresh(.full, ending: .standby, on: &panel)
    for index in 0..<4_000 { rig.sequencer.newPlane[index] = UInt8(truncatingIfNeeded: index &* 31) }
    rig.sequencer.begin(.partial, area: PixelRect(x0: 8, y0: 5, x1: 40, y1: 9), ending: .standby)
    var sent: [UInt8] = []
    var command: UInt8 = 0
    var answer = PanelAnswer.done
    loop: for step in 0...100_000 {
      if step == 100_000 { Issue.record("a refresh that never ends") }
      switch try rig.sequencer.resume(answer, at: panel.now) {
      case .transfer(let bytes, let isData):
        #expect(bytes.count <= limit)
        if !isData { command = bytes[0] } else if command == 0x24 { sent += bytes }
        if command == 0x20 { break loop }
        answer = .done
      case .finished: break loop
      default: answer = .done
      }
    }
    let expected = (5..<9).flatMap { row in (1..<5).map { UInt8(truncatingIfNeeded: (row * 16 + $0) &* 31) } }
    #expect(sent == expected)
  }

  @Test func `closing a panel that stands by lets it sleep, and one that sleeps only loses its supply`() throws {
    let rig = SequencerRig(UC8179())
    var panel = ScriptedPanel(UC8179(), durations: Durations.ultraChip)
    try rig.refresh(.full, ending: .standby, on: &panel)
    _ = panel.takeLines()
    rig.sequencer.close()
    try panel.run(&rig.sequencer)
    #expect(panel.takeLines() == ["50: F7 07", "07: A5", "pause 100", "RST high", "supply off"])
    rig.sequencer.close()
    try panel.run(&rig.sequencer)
    #expect(panel.takeLines().isEmpty, "closed twice")
    try rig.refresh(.full, ending: .sleep, on: &panel)
    _ = panel.takeLines()
    rig.sequencer.close()
    try panel.run(&rig.sequencer)
    #expect(panel.takeLines() == ["pause 100", "RST high", "supply off"])
  }
}
