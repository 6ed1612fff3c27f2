import Foundation
import Testing

/// `afterglow sensors` on a folder that is shaped like the kernel's.
@Suite struct CommandLineSensorTests {
  private func plug(_ program: CommandLineProgram, _ number: Int, _ files: [String: String]) throws {
    let folder = program.folder.appending(path: "iio/iio:device\(number)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (file, value) in files {
      try Data((value + "\n").utf8).write(to: folder.appending(path: file), options: .atomic)
    }
  }

  private static let bh1750 = [
    "name": "bh1750", "in_illuminance_raw": "4", "in_illuminance_scale": "0.226377",
    "in_illuminance_integration_time": "0.441960", "integration_time_available": "0.053940 0.441960",
  ]

  private func sensors(_ program: CommandLineProgram, _ arguments: [String]) throws -> CommandLineProgram.Result {
    try program.run(["sensors", "--devices", program.path("iio")] + arguments)
  }

  @Test func `every sensor is listed with its reading, or the reason for none`() throws {
    let program = try CommandLineProgram()
    try plug(program, 0, ["name": "adxl345", "in_accel_x_raw": "1"])
    try plug(program, 2, Self.bh1750.merging(["label": "window"]) { $1 })
    try plug(program, 10, ["name": "ltr501", "in_illuminance_input": "0", "in_intensity_ir_raw": "900"])
    try plug(
      program, 3,
      ["name": "apds9960", "in_intensity_clear_raw": "500", "in_intensity_green_raw": "77", "in_proximity_raw": "12"])
    try plug(
      program, 4,
      ["name": "bh1721", "in_illuminance_raw": "4", "in_illuminance_scale": "0.833333", "integration_time": "0.12"])
    try plug(program, 5, ["name": "srf08", "in_distance_raw": "183", "in_distance_scale": "0.010000"])
    let result = try sensors(program, [])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        bh1750  iio:device2, labelled window  0.906 lx
          integration time 0.441960
          steps of 0.226 lx
        apds9960  iio:device3  no lux
          counts clear 500, green 77: needs light.calibration in the board file
          proximity 12 counts, for distance.sensor: proximity
        bh1721  iio:device4  3.333 lx
          integration time 0.12
          steps of 0.833 lx
          too coarse for the dark, until a panel that starts as root sets its longest time
        srf08  iio:device5
          distance 1.83 m, for distance.sensor: iio
        ltr501  iio:device10  unknown: it reads 0 lx while another channel is saturated

        """)
  }

  @Test func `a machine without sensors gets advice how to add one`() throws {
    let program = try CommandLineProgram()
    let result = try sensors(program, [])
    #expect(result.status == 69)
    #expect(result.errors.contains("dtoverlay=i2c-sensor,bh1750"))
    try plug(program, 0, Self.bh1750)
    let other = try sensors(program, ["--live", "tsl2563"])
    #expect(other.status == 69)
    #expect(other.errors.contains("no light sensor is called tsl2563"))
  }

  @Test func `a sensor is followed as it changes`() throws {
    let program = try CommandLineProgram()
    try plug(program, 0, Self.bh1750)
    let running = try program.start(["sensors", "--live", "--seconds", "8", "--devices", program.path("iio")])
    #expect(program.wait(10) { running.output.contains("0.906 lx") }, "\(running.output)\(running.errors)")
    try plug(program, 0, ["in_illuminance_raw": "4000"])
    #expect(program.wait(10) { running.output.contains("905.5 lx") }, "\(running.output)\(running.errors)")
    try plug(program, 0, ["in_illuminance_raw": "nan"])
    let result = try program.finish(running, within: 30)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1)[1] }
    #expect(
      lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "0.906 lx", "905.5 lx", "unknown: it returned a non-numeric value",
      ])
  }

  private static let board = """
    # My kitchen.
    name: Kitchen
    display: {kind: virtual-framebuffer}
    size: {width: 800, height: 480}            # px
    physicalSize: {width: 154.1, height: 85.9} # mm
    light:
      # on the window sill
      sensor: iio
      night: {enter: 2, leave: 5, enterHold: 20}   # as it came
    clock: {trust: always}

    """

  private func kitchen(_ text: String = board) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    try FileManager.default.moveItem(
      atPath: program.path("boards/bedside-clock"), toPath: program.path("boards/kitchen"))
    try program.write(text, to: "boards/kitchen/board.yaml")
    return program
  }

  @Test func `the dark room's thresholds are written and nothing else is touched`() throws {
    let program = try kitchen()
    try plug(program, 0, Self.bh1750)
    chmod(program.path("boards/kitchen/board.yaml"), 0o600)
    let result = try sensors(program, ["--set-night", "kitchen", "--seconds", "1"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("night from 1.9 lx down, until 4.8 lx"))
    let expected = Self.board.replacing("{enter: 2, leave: 5, ", with: "{enter: 1.9, leave: 4.8, ")
    #expect(try program.text("boards/kitchen/board.yaml") == expected)
    var status = stat()
    #expect(stat(program.path("boards/kitchen/board.yaml"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try program.run(["check", "kitchen"]).status == 0)
  }

  @Test func `a brighter night moves always-on above it`() throws {
    let program = try kitchen()
    try plug(program, 0, ["name": "opt3001", "in_illuminance_input": "10.500000"])
    let result = try sensors(program, ["--set-night", "kitchen", "--seconds", "1"])
    #expect(result.status == 0, "\(result.errors)")
    let text = try program.text("boards/kitchen/board.yaml")
    #expect(text.contains("night: {enter: 21, leave: 53, enterHold: 20}   # as it came"))
    #expect(text.contains("  alwaysOn: {leave: 160, enter: 80}\n  # on the window sill\n  sensor: iio\n"))
    #expect(try program.run(["check", "kitchen"]).status == 0)
  }

  @Test func `a lit room, a silent sensor and a board without one change nothing`() throws {
    let program = try kitchen()
    try plug(program, 0, ["name": "opt3001", "in_illuminance_input": "120.5"])
    let lit = try sensors(program, ["--set-night", "kitchen", "--seconds", "1"])
    #expect(lit.status == 65)
    #expect(lit.errors.contains("the room is not dark enough: the sensor reads 120.5 lx"))
    try plug(program, 0, ["in_illuminance_input": "nan"])
    let silent = try sensors(program, ["--set-night", "kitchen", "--seconds", "1"])
    #expect(silent.status == 69)
    #expect(silent.errors.contains("a non-numeric value"))
    #expect(try program.text("boards/kitchen/board.yaml") == Self.board)
    try program.copyBoard("bedside-clock")
    let without = try sensors(program, ["--set-night", "bedside-clock"])
    #expect(without.status == 65)
    #expect(without.errors.contains("\"sensor: iio\""))
  }
}
