import AfterglowCore
import AfterglowDevice

@testable import AfterglowVirtual

/// One line of a recipe (docs/panels/ssd1680.md, Set-up and Refresh).
enum Step {
  case power(Bool)
  case reset(lowUs: Int64)
  case send(UInt8, [UInt8])
  /// Image bytes, in transfers of at most 4096.
  case image(UInt8, [UInt8])
  /// Data without a command.
  case data([UInt8])
  case wait
  case pause(ms: Int32)
}

/// A simulated panel on its bus, in memory that lives as long as it does.
final class Bench {
  private let memory: UnsafeMutableRawBufferPointer
  var bus: SimulatedPanelBus

  init(_ settings: SimulatedPanelSettings) {
    memory = .allocate(byteCount: SimulatedSSD1680.byteCount, alignment: 64)
    bus = SimulatedPanelBus(panel: SimulatedSSD1680(memory: memory, settings: settings))
  }

  deinit { memory.deallocate() }

  func run(_ steps: [Step]) throws {
    for step in steps { try run(step) }
  }

  private func run(_ step: Step) throws {
    switch step {
    case .power(let isOn): try bus.setPower(isOn)
    case .reset(let lowUs):
      try bus.setReset(false)
      bus.panel.advance(toUs: bus.panel.nowUs + lowUs)
      try bus.setReset(true)
    case .send(let command, let parameters):
      try transfer([command], isData: false)
      if !parameters.isEmpty { try transfer(parameters, isData: true) }
    case .image(let command, let bytes):
      try transfer([command], isData: false)
      for start in stride(from: 0, to: bytes.count, by: 4096) {
        try transfer(Array(bytes[start..<min(bytes.count, start + 4096)]), isData: true)
      }
    case .data(let bytes): try transfer(bytes, isData: true)
    case .wait:
      // Not within the lag of a trigger: 13.8.
      bus.panel.advance(toUs: bus.panel.nowUs + 1_000)
      var polls = 0
      while try bus.busyLevel() {
        bus.panel.advance(toUs: bus.panel.nowUs + 1_000)
        polls += 1
        if polls > 20_000 { throw BusError.line(errno: 110) }
      }
    case .pause(let ms): bus.panel.advance(toUs: bus.panel.nowUs + Int64(ms) * 1_000)
    }
  }

  private func transfer(_ bytes: [UInt8], isData: Bool) throws {
    var failure: BusError?
    bytes.withUnsafeBytes { buffer in
      do throws(BusError) { try bus.transfer(buffer, isData: isData) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Names and counts of everything recorded so far.
  var notes: [String: Int64] {
    var all: [String: Int64] = [:]
    for raw in 0..<SimulatedViolationCode.count {
      let code = SimulatedViolationCode(rawValue: UInt8(raw))!
      let count = bus.panel.violations.count(of: code)
      if count > 0 { all["\(code.name)"] = count }
    }
    return all
  }

  /// Pixels whose level on the panel differs from the plane.
  func pixelsUnlike(_ plane: [UInt8]) -> Int {
    var count = 0
    for y in 0..<250 {
      for x in 0..<122 {
        let isWhite = plane[y * 16 + x / 8] >> UInt8(7 - x % 8) & 1 == 1
        if bus.panel.pixelLevel(x: x, y: y) != (isWhite ? 255 : 0) { count += 1 }
      }
    }
    return count
  }

  /// Pixels that appear as the wrong one of black and white.
  func pixelsWrong(_ plane: [UInt8]) -> Int {
    var count = 0
    for y in 0..<250 {
      for x in 0..<122 {
        let isWhite = plane[y * 16 + x / 8] >> UInt8(7 - x % 8) & 1 == 1
        if (bus.panel.pixelLevel(x: x, y: y) >= 128) != isWhite { count += 1 }
      }
    }
    return count
  }
}

/// A picture in plane layout with white padding bits, different for each seed.
func picture(_ seed: UInt64) -> [UInt8] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  return (0..<4000).map { index in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state >> 32) | (index % 16 == 15 ? 0x3F : 0)
  }
}

/// Recipes of this driver and of others (docs/panels/ssd1680.md, Sources).
enum Recipe {
  static let window: [Step] = [
    .send(0x44, [0x00, 0x0F]), .send(0x45, [0, 0, 0xF9, 0]), .send(0x4E, [0]), .send(0x4F, [0, 0]),
  ]

  static let start: [Step] = [
    .power(true), .pause(ms: 20), .reset(lowUs: 2_000), .pause(ms: 20), .wait, .send(0x12, []), .pause(ms: 10), .wait,
  ]

  static let fullInit: [Step] =
    start + [.send(0x01, [0xF9, 0, 0]), .send(0x11, [3])] + window + [
      .send(0x3C, [5]), .send(0x21, [0, 0x80]), .send(0x18, [0x80]), .wait,
    ]

  static func fullRefresh(_ plane: [UInt8]) -> [Step] {
    window + [.image(0x24, plane), .image(0x26, plane), .send(0x22, [0xF7]), .send(0x20, []), .wait]
  }

  /// Complete and valid even in strict mode.
  static func full(_ plane: [UInt8]) -> [Step] { fullInit + fullRefresh(plane) + [.send(0x10, [1])] }

  /// The vendor's: without 01 and 21.
  static func fast(_ plane: [UInt8]) -> [Step] {
    start + [.send(0x18, [0x80]), .send(0x11, [3])] + window + [
      .send(0x22, [0xB1]), .send(0x20, []), .wait, .send(0x1A, [0x64, 0]), .send(0x22, [0x91]), .send(0x20, []), .wait,
      .image(0x24, plane), .image(0x26, plane), .send(0x22, [0xC7]), .send(0x20, []), .wait,
    ]
  }

  /// The vendor's, with its short reset; planes are expected to agree with the panel.
  static func vendorPartial(_ plane: [UInt8]) -> [Step] {
    [.reset(lowUs: 1_000), .send(0x3C, [0x80]), .send(0x01, [0xF9, 0, 0]), .send(0x11, [3])] + window + [
      .image(0x24, plane), .send(0x22, [0xFF]), .send(0x20, []), .wait,
    ]
  }

  /// GxEPD2's: no reset, planes rewritten afterwards.
  static func steadyPartial(_ plane: [UInt8]) -> [Step] {
    window + [.image(0x24, plane), .send(0x22, [0xFC]), .send(0x20, []), .wait] + window + [
      .image(0x26, plane), .image(0x24, plane),
    ]
  }
}
