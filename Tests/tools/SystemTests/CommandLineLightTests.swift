import Foundation
import Testing

/// A panel that is sent its light: `afterglow light`.
@Suite struct CommandLineLightTests {
  /// A board that acts on a reading within a moment.
  private func bedroom(_ sensor: String) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    let quick = "enterHold: 0, leaveHold: 0, minimumStay: 0"
    try program.write(
      """
      name: Bedroom
      display: {kind: virtual-framebuffer}
      size: {width: 800, height: 480}
      physicalSize: {width: 154.1, height: 85.9}
      light:
        \(sensor)
        filterTimeConstant: 0
        night: {enter: 2, leave: 5, \(quick)}
        alwaysOn: {enter: 15, leave: 30, \(quick)}
      clock: {trust: always}
      """, to: "boards/bedside-clock/board.yaml")
    return program
  }

  @Test func `check, render and build report what is wrong with the board's trace`() throws {
    let program = try bedroom("sensor: trace\n  file: evening.csv")
    try program.write("seconds,lux\n0,1\n5,dark\n", to: "boards/bedside-clock/evening.csv")
    let told = "evening.csv:3:1: lux must be a decimal number"
    let check = try program.run(["check", "bedside-clock"])
    #expect(
      check.status == 1 && check.text.contains("evening.csv:3:1: error: lux must be a decimal number"), "\(check.text)")
    for command in [["render", "bedside-clock", "--out", "x.png"], ["build", "bedside-clock", "--out", "x.archive"]] {
      let result = try program.run(command)
      // The trace may be another on the machine that shows it.
      #expect(result.status == 0 && result.errors.contains(told), "\(command): \(result.text)")
    }
    try program.write("seconds,lux\n0,1\n5,0.1\n", to: "boards/bedside-clock/evening.csv")
    let again = try program.run(["check", "bedside-clock"])
    #expect(!again.text.contains("evening.csv"), "\(again.text)")
  }

  /// How the panel was drawn last, as `run` reports it.
  private func mode(_ running: CommandLineProgram.Running) -> String {
    let last = running.output.split(separator: "\n").last { $0.contains("px changed") } ?? ""
    func isTold(_ mode: String) -> Bool { last.contains(", \(mode):") || last.contains(", \(mode), ") }
    return isTold("night") ? "night" : isTold("always-on") ? "always-on" : last.isEmpty ? "" : "day"
  }

  @Test func `a set value counts like a reading until auto`() throws {
    let program = try bedroom("sensor: constant\n  lux: 180")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { mode(running) == "day" })
    for (word, words, expected) in [
      ("0.5", "0.500 lx", "night"), ("12", "12.0 lx", "always-on"), ("unknown", "unknown", "always-on"),
      ("auto", "its own source again", "day"),
    ] {
      let told = try program.run(["light", word, "bedside-clock"])
      #expect(told.status == 0, "\(told.errors)")
      #expect(told.output == "bedside-clock: \(words)\n")
      #expect(program.wait(10) { mode(running) == expected }, "\(word): \(running.output)")
    }
    // What holds for a second only gives way to the board's own source by itself.
    let brief = try program.run(["light", "0.5", "--for", "2"])
    #expect(brief.output == "bedside-clock: 0.500 lx for 2 s\n")
    #expect(program.wait(10) { mode(running) == "night" })
    #expect(program.wait(10) { mode(running) == "day" })
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `paper takes light, unless it is refreshed in the dark as in light`() throws {
    let program = try CommandLineProgram()
    let board = try program.text("boards/epaper-2in13-v4/board.yaml")
    let external = board.replacing("sensor: none ", with: "sensor: external ")
    try program.write(external, to: "boards/epaper-2in13-v4/board.yaml")
    let running = try program.start(["run", "epaper-2in13-v4", "--headless"])
    #expect(program.wait(15) { running.output.contains("px changed") })
    let told = try program.run(["light", "0.5", "epaper-2in13-v4"])
    #expect(told.status == 0 && told.output.contains("0.500 lx"), "\(told.status): \(told.errors)")
    try program.write(external + "\nrefresh: {inDark: normal}\n", to: "boards/epaper-2in13-v4/board.yaml")
    var refused: (status: Int32, errors: String)?
    #expect(
      program.wait(20) {
        guard let told = try? program.run(["light", "0.5", "epaper-2in13-v4"]) else { return false }
        refused = (told.status, told.errors)
        return told.status == 65 && told.errors.contains("refresh.inDark")
      }, "\(String(describing: refused))")
    running.signal(SIGTERM)
    #expect(try program.finish(running, within: 60).status == 0)
  }

  @Test func `a source that falls silent is unknown and it is logged once`() throws {
    let program = try bedroom("sensor: external\n  validFor: 2")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { mode(running) == "day" })
    #expect(try program.run(["light", "0.5"]).status == 0)
    #expect(program.wait(10) { mode(running) == "night" })
    let words = "the light set from outside has expired; the panel keeps its mode"
    #expect(program.wait(10) { running.errors.contains(words) }, "\(running.errors)")
    // The guard looks again at each packet.
    for _ in 0..<3 { #expect(try program.run(["power", "on"]).status == 0) }
    #expect(mode(running) == "night")
    #expect(running.errors.components(separatedBy: words).count == 2)
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `lines of another program are taken as they come, and wrong ones are reported and skipped`() throws {
    let program = try bedroom("sensor: external")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { mode(running) == "day" })
    let pipe = Pipe()
    let source = try program.start(["light", "-", "bedside-clock"], input: pipe.fileHandleForReading)
    for (line, expected) in [("0.5", "night"), ("wet", "night"), ("", "night"), ("500", "day")] {
      pipe.fileHandleForWriting.write(Data((line + "\n").utf8))
      #expect(program.wait(10) { mode(running) == expected }, "\(line): \(running.output)")
    }
    try pipe.fileHandleForWriting.close()
    let result = try program.finish(source)
    #expect(result.status == 0)
    #expect(result.errors.contains("found \"wet\""))
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `without a guard the message says how to start one`() throws {
    let result = try CommandLineProgram().run(["light", "5"])
    #expect(result.status == 69)
    #expect(result.errors.contains("no board is running"))
  }
}
