import AfterglowCore

/// The Solomon controllers that have a model; what they share is `SolomonModel`.
enum SolomonKind {
  case ssd1680
  case ssd1683

  /// The kind of a controller of Solomon's family.
  init(_ controller: PaperController) {
    switch controller {
    case .ssd1680: self = .ssd1680
    case .ssd1683: self = .ssd1683
    default: preconditionFailure("\(controller.traits.name) has no model of Solomon's family")
    }
  }

  /// Bytes of a row of memory (sources ÷ 8).
  var columns: Int {
    switch self {
    case .ssd1680: 22
    case .ssd1683: 50
    }
  }

  var gates: Int {
    switch self {
    case .ssd1680: 296
    case .ssd1683: 300
    }
  }

  /// Bytes of a waveform (register 32).
  var waveformByteCount: Int {
    switch self {
    case .ssd1680: 153
    case .ssd1683: 227
    }
  }

  /// Whether a reset selects a temperature sensor outside of the controller, which no panel has.
  var startsWithOuterSensor: Bool {
    switch self {
    case .ssd1680: true
    case .ssd1683: false
    }
  }

  /// Commands and the number of their parameters (docs/panels/ssd1680-model.md and docs/panels/ssd1683-model.md, Commands).
  func form(of command: UInt8) -> CommandForm? {
    switch command {
    case 0x08, 0x36, 0x39: .forbidden
    case 0x24, 0x26: .image
    // These boards cannot read; a NOP is harmless at any time.
    case 0x2F, 0x7F: .status
    case 0x12, 0x20: .count(0)
    case 0x03, 0x10, 0x11, 0x18, 0x22, 0x2C, 0x3A, 0x3B, 0x3C, 0x3F, 0x46, 0x47, 0x4E: .count(1)
    case 0x1A, 0x21: .parameters(1...2)
    case 0x44, 0x4F: .count(2)
    case 0x01, 0x04: .count(3)
    case 0x0C, 0x45: .count(4)
    case 0x37: .count(10)
    case 0x32: .count(waveformByteCount)
    default: nil
    }
  }

  /// What a waveform in registers does, by old · 2 + new.
  func waveform(_ bytes: [UInt8]) -> RegisterWaveform {
    switch self {
    case .ssd1680: Self.decodeSSD1680(bytes)
    case .ssd1683: Self.decodeSSD1683(bytes)
    }
  }

  /// Five rows of twelve levels, the fifth for VCOM, then twelve groups of seven bytes: frames of phases A and B and
  /// how often both repeat, the same for C and D, and how often the group does. Counts of repetitions are less one.
  private static func decodeSSD1680(_ bytes: [UInt8]) -> RegisterWaveform {
    var rows = [DriveWaveform](repeating: DriveWaveform(), count: 4)
    var frameCount = 0
    for group in 0..<12 {
      let timing = Array(bytes[(60 + 7 * group)..<(67 + 7 * group)])
      let frames = (timing[0], timing[1], timing[3], timing[4])
      let sum = [timing[0], timing[1], timing[3], timing[4]].reduce(0) { $0 + Int($1) }
      frameCount += sum * (Int(timing[6]) + 1)
      if sum == 0 { continue }
      for row in 0..<4 {
        let levels = bytes[row * 12 + group]
        for _ in 0...min(timing[6], 15) {
          for _ in 0...min(timing[2], 15) {
            rows[row].append(level: levels >> 6, frames: Int(frames.0))
            rows[row].append(level: levels >> 4 & 3, frames: Int(frames.1))
          }
          for _ in 0...min(timing[5], 15) {
            rows[row].append(level: levels >> 2 & 3, frames: Int(frames.2))
            rows[row].append(level: levels & 3, frames: Int(frames.3))
          }
        }
      }
    }
    return RegisterWaveform(rows: rows, frameCount: frameCount)
  }

  /// Five tables of six groups of seven bytes, the first for VCOM, then for {old, new} = 11, 10, 01, 00: repetitions of
  /// the group, four phases of two bits of level and six of frames, repetitions of the first two and of the last two.
  private static func decodeSSD1683(_ bytes: [UInt8]) -> RegisterWaveform {
    var rows = [DriveWaveform](repeating: DriveWaveform(), count: 4)
    var frameCount = 0
    for table in 1..<5 {
      for group in 0..<6 {
        let at = (table * 6 + group) * 7
        let phases = bytes[(at + 1)..<(at + 5)].map { (level: $0 >> 6, frames: Int($0 & 63)) }
        for _ in 0..<min(bytes[at], 16) {
          for _ in 0..<min(bytes[at + 5], 16) {
            for phase in phases[..<2] { rows[4 - table].append(level: phase.level, frames: phase.frames) }
          }
          for _ in 0..<min(bytes[at + 6], 16) {
            for phase in phases[2...] { rows[4 - table].append(level: phase.level, frames: phase.frames) }
          }
        }
        if table == 1 { frameCount += phases.reduce(0) { $0 + $1.frames } * Int(bytes[at]) }
      }
    }
    return RegisterWaveform(rows: rows, frameCount: frameCount)
  }
}
