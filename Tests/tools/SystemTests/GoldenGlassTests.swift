import AfterglowPictures
import Foundation
import PixelSupport
import Testing

/// Boards of real e-paper panels, one for every kind of glass, as pictures that were looked at when they were made.
@Suite struct GoldenGlassTests {
  /// A glass, and the colours that its codes are seen in.
  struct Glass: CustomTestStringConvertible, Sendable {
    var name: String
    var panel: String
    var display = ""
    var colors: Set<UInt32>

    var testDescription: String { name }
  }

  private static let mono: Set<UInt32> = [0xFF00_0000, 0xFFFF_FFFF]
  private static let greys: Set<UInt32> = mono.union([0xFF55_5555, 0xFFAA_AAAA])
  private static let inks: Set<UInt32> = [
    0xFF2B_1A31, 0xFFFF_FFFF, 0xFFFF_ED00, 0xFFA3_1F10, 0xFF20_57B4, 0xFF42_6E4E,
  ]

  static let all = [
    Glass(name: "mono", panel: "waveshare-4in2-v2", colors: mono),
    Glass(name: "greys-ssd1683", panel: "waveshare-4in2-v2", display: ", greys: 4", colors: greys),
    Glass(name: "greys-ssd1680", panel: "waveshare-2in9-v2", display: ", greys: 4", colors: greys),
    Glass(name: "greys-uc8179", panel: "waveshare-7in5-v2", display: ", greys: 4", colors: greys),
    Glass(name: "six-inks", panel: "waveshare-7in3-e6", colors: inks),
  ]

  private static let start = "2026-11-21T09:41:00+01:00"

  private func prepare(_ glass: Glass) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.copyBoard("wall-display-1080p")
    try program.write(
      """
      name: Glass
      display: {kind: epaper-simulated, panel: \(glass.panel)\(glass.display)}
      rotation: \(glass.panel == "waveshare-2in9-v2" ? 90 : 0)
      clock: {trust: always}
      memory: {archive: 1024}

      """, to: "boards/wall-display-1080p/board.yaml")
    try program.write(
      """
      context: home
      zone: Europe/Lisbon
      locale: en-GB
      grid: {columns: 2, rows: 1}
      widgets:
        - {kind: photos, configuration: {folder: .}}
        - {kind: clock}

      """, to: "boards/wall-display-1080p/scene.yaml")
    return program
  }

  private func picture(_ path: String) throws -> Picture {
    try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { try PNG.decode($0) }
  }

  /// The panel's own controller, model and refreshes are between the scene and these pixels.
  @Test(arguments: all) func `a board of each glass has the colours of its glass`(glass: Glass) throws {
    let program = try prepare(glass)
    let drawn = try program.run(["render", "wall-display-1080p", "--at", Self.start, "--out", "frame.png"])
    #expect(drawn.status == 0, "\(drawn.text)")
    let colors = try picture(program.path("frame.png")).pixels.colors
    #expect(colors == glass.colors, "\(colors.map { String($0, radix: 16) })")
    try GoldenPicture("glass/\(glass.name)").expect(program.path("frame.png"))
  }

  @Test(arguments: all) func `a simulation shows what render draws`(glass: Glass) throws {
    let program = try prepare(glass)
    let played = try program.run([
      "simulate", "wall-display-1080p", "--from", Self.start, "--to", "2026-11-21T09:41:01+01:00", "--out", "out",
      "--frames", "changed",
    ])
    #expect(played.status == 0 && !played.text.contains("violation "), "\(played.text)")
    let names = try FileManager.default.contentsOfDirectory(atPath: program.path("out")).filter { $0.hasSuffix(".png") }
    let first = try #require(names.min())
    try GoldenPicture("glass/\(glass.name)").expect(program.path("out/\(first)"))
  }
}
