import AfterglowCore
import AfterglowPictures
import Foundation
import PixelSupport
import Testing

/// Frames that were looked at when they were made, bit for bit: from `afterglow render`, and from all three builds of the
/// firmware, aarch64 under emulation.
@Suite(.enabled(if: FirmwareProgram.all.count == 3, FirmwareProgram.missing))
struct GoldenFrameTests {
  struct Frame: Sendable, CustomTestStringConvertible {
    var name: String
    var board: String
    /// In place of the board's own file.
    var hardware: String?
    var scene: String?
    var at: String
    var lux: String
    /// A viewer across the room looks at it.
    var isFar = false

    var testDescription: String { name }
    var golden: GoldenPicture { GoldenPicture("frames/\(name)") }
  }

  static let frames = screens + paper + photographs

  /// Clock faces made for ink, on a panel each of three sizes in black and white, and of six inks; and the scenes of the larger
  /// shipped boards.
  private static let paper =
    ["slab", "quarters", "almanac"].flatMap { face in
      [(250, 122, "mono1"), (400, 300, "mono1"), (800, 480, "mono1"), (800, 480, "spectra6")].map {
        width, height, format in
        Frame(
          name: "ink-\(face)-\(width)\(format == "mono1" ? "" : "-six")", board: "epaper-7in5-v2",
          hardware: inks(width, height, format), scene: inkFace(face), at: "2026-11-21T09:41:00+01:00", lux: "300")
      }
    }
    + ["epaper-4in2-v2", "epaper-7in5-v2", "epaper-7in3-spectra6"].map {
      Frame(name: $0, board: $0, at: "2026-11-21T09:41:00+01:00", lux: "300")
    }

  /// One photograph in each dithering, on paper of each kind.
  private static let photographs = [("mono1", "mono"), ("gray2", "greys"), ("spectra6", "six")].map { format, name in
    Frame(
      name: "photo-\(name)", board: "wall-display-1080p", hardware: inks(720, 260, format), scene: ditherings,
      at: "2026-11-21T09:41:00+01:00", lux: "300")
  }

  private static let ditherings = """
    context: home
    zone: Europe/Lisbon
    locale: en-GB
    grid: {columns: 3, rows: 1}
    widgets:
      - {kind: photos, dithering: floydSteinberg, configuration: {folder: .}}
      - {kind: photos, dithering: atkinson, configuration: {folder: .}}
      - {kind: photos, dithering: blueNoise, configuration: {folder: .}}

    """

  private static func inks(_ width: Int, _ height: Int, _ format: String) -> String {
    """
    name: Inks
    display: {kind: virtual-framebuffer}
    size: {width: \(width), height: \(height)}
    physicalSize: {width: \(Double(width) * 0.2), height: \(Double(height) * 0.2)}
    pixelFormat: \(format)
    clock: {trust: always}

    """
  }

  private static func inkFace(_ face: String) -> String {
    """
    context: standBy
    zone: Europe/Lisbon
    locale: en-GB
    place: {name: Porto, latitude: 41.15, longitude: -8.61}
    widgets:
      - kind: clock
        configuration: {face: \(face), calendar: calendar.ics}

    """
  }

  private static let screens = [
    Frame(name: "bedside-day", board: "bedside-clock", at: "2026-11-21T09:41:00+01:00", lux: "300"),
    Frame(name: "bedside-always-on", board: "bedside-clock", at: "2026-11-21T21:58:00+01:00", lux: "12"),
    Frame(name: "bedside-night", board: "bedside-clock", at: "2026-11-21T22:07:00+01:00", lux: "0.5"),
    Frame(
      name: "bedside-far-day", board: "bedside-clock", at: "2026-11-21T09:41:00+01:00", lux: "300", isFar: true),
    Frame(
      name: "bedside-far-night", board: "bedside-clock", at: "2026-11-21T22:07:00+01:00", lux: "0.5", isFar: true),
    Frame(name: "dial-day", board: "bedside-clock", scene: dial, at: "2026-11-21T10:09:00+01:00", lux: "300"),
    Frame(name: "dial-always-on", board: "bedside-clock", scene: dial, at: "2026-11-21T10:09:00+01:00", lux: "12"),
    Frame(name: "dial-night", board: "bedside-clock", scene: dial, at: "2026-11-21T23:36:00+01:00", lux: "0.5"),
    Frame(name: "value-stale", board: "bedside-clock", scene: dial, at: "2026-11-21T14:00:00+01:00", lux: "300"),
    Frame(name: "ink-day", board: "epaper-2in13-v4", at: "2026-11-21T09:41:00+01:00", lux: "300"),
    Frame(
      name: "six-inks-day", board: "wall-display-1080p", hardware: sixInks, scene: inkWall,
      at: "2026-11-21T09:41:00+01:00", lux: "300"),
    Frame(name: "hdmi-day", board: "rpi-hdmi-1080p", at: "2026-11-21T09:41:00+01:00", lux: "300"),
    Frame(name: "portrait-day", board: "rpi-dsi-720x1280", at: "2026-11-21T09:41:00+01:00", lux: "300"),
    Frame(name: "portrait-night", board: "rpi-dsi-720x1280", at: "2026-11-21T22:07:00+01:00", lux: "0.5"),
    Frame(name: "zero-always-on", board: "rpi-zero-hdmi-800x480", at: "2026-11-21T21:58:00+01:00", lux: "12"),
    Frame(name: "stack-day", board: "smart-stack", at: "2026-11-21T09:41:00+01:00", lux: "300"),
    Frame(name: "tft-day", board: "rpi-fb-tft-480x320", at: "2026-11-21T09:41:00+01:00", lux: "300"),
    Frame(name: "tft-night", board: "rpi-fb-tft-480x320", at: "2026-11-21T22:07:00+01:00", lux: "0.5"),
  ]

  static let dial = """
    context: standBy
    widgets:
      - kind: clock
        configuration: {style: analogue}
      - kind: value
        configuration: {file: tank.json}

    """

  static let sixInks = """
    name: Six inks
    display: {kind: virtual-framebuffer}
    size: {width: 800, height: 480}
    physicalSize: {width: 160, height: 96}
    pixelFormat: spectra6
    clock: {trust: always}

    """

  static let inkWall = """
    context: home
    zone: Europe/Lisbon
    locale: en-GB
    grid: {columns: 4, rows: 2}
    widgets:
      - kind: weather
        family: systemLarge
        at: {column: 1, row: 1}
        configuration: {file: forecast.json, rebase: true}
      - kind: calendar
        family: systemMedium
        at: {column: 3, row: 1}
        configuration: {file: calendar.ics}
      - kind: photos
        at: {column: 3, row: 2}
        configuration: {folder: .}
      - kind: countdown
        at: {column: 4, row: 2}
        configuration: {title: New Year, date: "2027-01-01"}

    """

  static let tank = """
    {"kind": "value", "policy": {"after": "2026-11-21T12:00:00+01:00"}, "entries": [
      {"date": "2026-11-21T08:00:00+01:00", "title": "Hot water", "value": "54.5", "unit": "°C",
       "detail": "Tank, upper", "symbol": "thermometer", "trend": "rising"}]}

    """

  static let far = "\ndistance: {sensor: constant, metres: 4}\n"

  /// The frame's board in a folder of its own, as an archive for the frame's instant.
  private func prepare(_ frame: Frame) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.copyBoard(frame.board)
    if let hardware = frame.hardware { try program.write(hardware, to: "boards/\(frame.board)/board.yaml") }
    if let scene = frame.scene {
      try program.write(scene, to: "boards/\(frame.board)/scene.yaml")
      try program.write(Self.tank, to: "boards/\(frame.board)/tank.json")
    }
    if frame.isFar {
      let path = "boards/\(frame.board)/board.yaml"
      try program.write(try program.text(path) + Self.far, to: path)
    }
    return program
  }

  @Test(arguments: frames)
  func `render draws the golden frame`(frame: Frame) throws {
    let program = try prepare(frame)
    let arguments = ["render", frame.board, "--at", frame.at, "--lux", frame.lux, "--out", "frame.png"]
    if GoldenPicture.isUpdate {
      let drawn = try program.run(arguments)
      #expect(drawn.status == 0, "\(drawn.text)")
      try frame.golden.renewIfAsked(from: program.path("frame.png"))
    }
    let result = try program.run(arguments + ["--expect", frame.golden.path])
    #expect(result.status == 0, "\(result.text)")
  }

  @Test(arguments: frames, FirmwareProgram.all)
  func `every build of the firmware draws the golden frame`(frame: Frame, build: FirmwareProgram) throws {
    let program = try prepare(frame)
    let built = try program.run(["build", frame.board, "--at", frame.at, "--out", "frame.archive"])
    #expect(built.status == 0, "\(built.text)")
    let end = frame.at.replacing(":00+01:00", with: ":01+01:00")
    let run = try build.run([
      "--simulate", frame.at, end, "--lux", frame.lux, "--dump-frame", program.path("frame.vfb"),
      program.path("frame.archive"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let golden = try PNG.decode([UInt8](Data(contentsOf: URL(fileURLWithPath: frame.golden.path))))
    let shown = try VirtualFrame(program.path("frame.vfb"))
    #expect(shown.size == golden.size)
    let differing = shown.pixels.differingCount(from: golden.pixels)
    #expect(differing == 0, "\(differing) pixels differ")
  }
}
