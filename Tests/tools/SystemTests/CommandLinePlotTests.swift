import AfterglowDevice
import AfterglowPictures
import Foundation
import Testing

/// `plot`: a simulation's light as a picture.
@Suite struct CommandLinePlotTests {
  /// How the modes are coloured, and where the picture has them.
  private static let colors: [String: UInt32] = ["day": 0xFF5C_A0DC, "always-on": 0xFFE2_963C, "night": 0xFFD6_302C]
  private static let left = 135.0
  private static let right = 1_755.0
  private static let stripY = 674

  private func picture(_ program: CommandLineProgram, _ name: String) throws -> Picture {
    try Data(contentsOf: program.folder.appending(path: name)).withUnsafeBytes { try PNG.decode($0) }
  }

  /// A column's colour in the strip of modes, at a share of the simulated time.
  private func mode(_ picture: Picture, at share: Double) -> String? {
    let x = Int(Self.left + (Self.right - Self.left) * share)
    let color = picture.pixels[Self.stripY * Int(picture.size.width) + x]
    return Self.colors.first { $0.value == color }?.key
  }

  /// Rows of a column that have a colour.
  private func rows(_ picture: Picture, x: Int, of color: UInt32) -> [Int] {
    (0..<Int(picture.size.height)).filter { picture.pixels[$0 * Int(picture.size.width) + x] == color }
  }

  @Test func `the strip shows each mode at its time and the lines go where the light went`() throws {
    let program = try CommandLineProgram()
    // An hour: lit, dim from 10 min, dark from 30 min, a lamp at 50 min.
    try program.write("0,300\n600,8\n1800,0.1\n3000,300\n", to: "hour.csv")
    #expect(
      try program.run([
        "simulate", "bedside-clock", "--from", "2026-11-21T21:00:00Z", "--to", "2026-11-21T22:00:00Z", "--out", "out",
        "--lux-trace", "hour.csv",
      ]).status == 0)
    let result = try program.run(["plot", "out"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("out/light.png: 1800×1080 px, "))
    let plot = try picture(program, "out/light.png")
    #expect(plot.size.width == 1_800 && plot.size.height == 1_080)
    #expect(mode(plot, at: 5 / 60) == "day")
    #expect(mode(plot, at: 15 / 60) == "always-on")
    #expect(mode(plot, at: 40 / 60) == "night")
    #expect(mode(plot, at: 55 / 60) == "day")
    // The smoothed light falls from step to step; so does what the panel gives.
    for color: UInt32 in [0xFFFF_C454, 0xFF78_C4FF] {
      let heights = try [5.0, 15, 40].map { minute in
        let x = Int(Self.left + (Self.right - Self.left) * minute / 60)
        return try #require(rows(plot, x: x, of: color).first, "no line at minute \(minute)")
      }
      #expect(heights == heights.sorted() && Set(heights).count == 3, "\(heights)")
    }
    // The same record gives the same picture, and may go elsewhere.
    #expect(try program.run(["plot", "out", "--out", "again.png"]).status == 0)
    #expect(try picture(program, "again.png") == plot)
  }

  private struct Step: Decodable {
    var level: Int
    var white: Double
    var luminance: Double?
  }

  @Test func `a supposed backlight goes down with the light in small steps and its line is drawn`() throws {
    let program = try CommandLineProgram()
    try program.write("0,300\n600,8\n1800,0.1\n3000,300\n", to: "hour.csv")
    let simulate = [
      "simulate", "bedside-clock", "--from", "2026-11-21T21:00:00Z", "--to", "2026-11-21T22:00:00Z", "--out", "out",
      "--lux-trace", "hour.csv",
    ]
    #expect(try program.run(simulate + ["--backlight", "255"]).status == 0)
    let text = try String(contentsOf: program.folder.appending(path: "out/dimming.jsonl"), encoding: .utf8)
    let steps = try text.split(separator: "\n").map { try JSONDecoder().decode(Step.self, from: Data($0.utf8)) }
    // By day with the room: 300 lx ask for less than 500 would.
    #expect(steps.first?.level == 255 && (150..<255).contains(steps.last?.level ?? 0))
    let lowest = try #require(steps.map(\.level).min())
    // 5 % of 255 is the least that is used.
    #expect(lowest >= 13 && lowest < 40, "\(lowest)")
    // The first reading decides at once; from there on in invisible steps.
    for (one, next) in zip(steps.dropFirst(), steps.dropFirst(2)) {
      #expect(abs(one.white - next.white) <= max(2, one.white * 0.12), "\(one) to \(next)")
    }
    #expect(try program.run(["plot", "out"]).status == 0)
    let plot = try picture(program, "out/light.png")
    let heights = try [5.0, 15, 40].map { minute in
      let x = Int(Self.left + (Self.right - Self.left) * minute / 60)
      return try #require(rows(plot, x: x, of: 0xFFEC_E2C4).first, "no line at minute \(minute)")
    }
    #expect(heights == heights.sorted() && Set(heights).count == 3, "\(heights)")
    // A simulation without one leaves nothing of it behind.
    #expect(try program.run(simulate).status == 0)
    #expect(!program.exists("out/dimming.jsonl"))
    #expect(try program.run(simulate + ["--backlight", "0"]).status == 64)
  }

  @Test func `a record that is none is refused with its place`() throws {
    let program = try CommandLineProgram()
    #expect(try program.run(["plot", "nowhere"]).status == 65)
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "out"), withIntermediateDirectories: true)
    try program.write("{\"board\":1}\n", to: "out/light.jsonl")
    let result = try program.run(["plot", "out"])
    #expect(result.status == 65)
    #expect(result.errors.contains("out/light.jsonl:1: not a line that afterglow simulate writes"))
    #expect(try program.run(["plot", "out", "--zone", "Mars/Base"]).status == 64)
  }

  // MARK: refreshes

  /// A guard's record of 10 days: the tile in the middle was driven by every refresh, the others by a sixth.
  private func record() -> RefreshRecord {
    var record = RefreshRecord()
    (record.columns, record.rows) = (16, 16)
    (record.full, record.partial) = (2_400, 12_000)
    (record.sinceMs, record.untilMs) = (1_000, 1_000 + 10 * 86_400_000)
    for index in 0..<256 { record.shares[index] = index == 8 * 16 + 8 ? 255 : 42 }
    record.seal()
    return record
  }

  private func write(_ record: RefreshRecord, in program: CommandLineProgram, to name: String) throws {
    let data = withUnsafeBytes(of: record) { Data($0) }
    try data.write(to: program.folder.appending(path: name))
  }

  @Test func `refreshes are drawn where they were, and say how long the glass lasts`() throws {
    let program = try CommandLineProgram()
    try write(record(), in: program, to: "kitchen.refreshes")
    let result = try program.run(["plot", "kitchen.refreshes", "--out", "kitchen.png"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output
        == "kitchen.png: 14400 refreshes (2400 full, 0 fast, 12000 partial, 0 failed), 1440 a day; a million, for which "
        + "its glass is rated, in 1.9 years\n")
    let plot = try picture(program, "kitchen.png")
    let side = Int(plot.size.width) / 16
    func color(_ column: Int, _ row: Int) -> UInt32 {
      plot.pixels[(row * side + side / 2) * Int(plot.size.width) + column * side + side / 2]
    }
    #expect(color(8, 8) == 0xFF5A_0014)
    #expect(color(0, 0) == color(15, 15) && color(0, 0) != color(8, 8))
    #expect(color(0, 0) & 0xFF_0000 == 0xFF_0000, "a light one")
  }

  @Test func `a file that is no record of refreshes is refused`() throws {
    let program = try CommandLineProgram()
    try program.write("not this", to: "a.refreshes")
    let short = try program.run(["plot", "a.refreshes"])
    #expect(short.status == 65 && short.errors.contains("304 bytes, found 8 bytes"), "\(short.errors)")
    var wrong = record()
    wrong.full += 1
    try write(wrong, in: program, to: "b.refreshes")
    let result = try program.run(["plot", "b.refreshes"])
    #expect(result.status == 65 && result.errors.contains("a wrong checksum"), "\(result.errors)")
  }
}
