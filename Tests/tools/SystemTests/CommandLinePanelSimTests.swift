import AfterglowPictures
import Foundation
import Testing

/// `afterglow panel-sim`: recordings on models of panels.
@Suite struct CommandLinePanelSimTests {
  /// A full refresh of the 2.13" V4: a white panel with a black corner of 8×100 pixels, top left.
  private static func recording(border: String = "05") -> String {
    var lines = [#"{"t":0,"power":1}"#, #"{"t":0.02,"rst":0}"#, #"{"t":0.03,"rst":1}"#]
    var time = 0.05
    func wait() {
      time += 0.001
      lines.append(#"{"t":\#(time),"busy_wait":{"level":0,"limit":10}}"#)
    }
    func send(_ command: String, _ data: String = "") {
      lines += [#"{"t":\#(time),"dc":0}"#, #"{"t":\#(time),"write":"\#(command)","hz":4000000}"#]
      if !data.isEmpty {
        lines += [#"{"t":\#(time),"dc":1}"#, #"{"t":\#(time),"write":"\#(data)","hz":4000000}"#]
      }
      time += 0.001
    }
    let row = String(repeating: "FF", count: 15)
    let picture = (0..<250).map { ($0 < 100 ? "00" : "FF") + row }.joined()
    wait()
    send("12")
    time += 0.01
    wait()
    let registers = [
      ("01", "F90000"), ("11", "03"), ("44", "000F"), ("45", "0000F900"), ("3C", border), ("21", "0080"), ("18", "80"),
      ("4E", "00"), ("4F", "0000"), ("24", picture), ("26", picture), ("22", "F7"), ("20", ""),
    ]
    for (command, data) in registers { send(command, data) }
    wait()
    send("10", "01")
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func `a clean recording ends with 0 and its picture is written`() throws {
    let program = try CommandLineProgram()
    try program.write(Self.recording(), to: "clean.jsonl")
    let result = try program.run(["panel-sim", "clean.jsonl", "--panel", "2in13-v4", "--out", "panel.png"])
    #expect(result.status == 0, "\(result.text)")
    #expect(
      result.output
        == "clean.jsonl: 1 full and 0 partial refreshes, 0 errors, 0 warnings; panel.png shows the panel\n")
    let file = try Data(contentsOf: program.folder.appending(path: "panel.png"))
    let picture = try file.withUnsafeBytes { try PNG.decode($0) }
    #expect(picture.size.width == 122 && picture.size.height == 250)
    let black = picture.pixels.indices.filter { picture.pixels[$0] & 0xFF_FFFF == 0 }
    #expect(black.count == 800 && black.allSatisfy { $0 % 122 < 8 && $0 / 122 < 100 })
  }

  @Test func `violations have their line, and end with 1 in strict mode`() throws {
    let program = try CommandLineProgram()
    try program.write(Self.recording(border: "80"), to: "wrong.jsonl")
    let strict = try program.run(["panel-sim", "wrong.jsonl", "--panel", "epaper-2in13-v4"])
    #expect(strict.status == 1)
    let lines = strict.output.split(separator: "\n")
    let trigger = try #require(
      Self.recording().split(separator: "\n").firstIndex { $0.contains(#""write":"20""#) })
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("wrong.jsonl:\(trigger + 1): 0.") == true, "\(strict.output)")
    #expect(lines.first?.hasSuffix("error V-BORDER: expected 3C: 05 for this refresh, found 80") == true)
    let replay = try program.run(["panel-sim", "wrong.jsonl", "--panel", "2in13-v4", "--replay"])
    #expect(replay.status == 0)
    #expect(replay.output.contains("warning V-BORDER"))
    let stuck = try program.run(["panel-sim", "wrong.jsonl", "--panel", "2in13-v4", "--fault", "stuck-high"])
    #expect(stuck.status == 1)
    #expect(stuck.output.contains("V-WAIT: expected BUSY low within 10.000000 s, found it stays high"))
  }

  @Test func `what is no recording ends with 65, and a panel without a model with 64`() throws {
    let program = try CommandLineProgram()
    try program.write(#"{"t":0,"rst":2}"# + "\n", to: "bad.jsonl")
    let bad = try program.run(["panel-sim", "bad.jsonl", "--panel", "2in13-v4"])
    #expect(bad.status == 65)
    #expect(bad.errors.contains(#"bad.jsonl:1: expected "rst" as 0 or 1, found 2.0"#))
    let missing = try program.run(["panel-sim", "none.jsonl", "--panel", "2in13-v4"])
    #expect(missing.status == 65)
    let unknown = try program.run(["panel-sim", "bad.jsonl", "--panel", "2in13"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("2in13-v4"))
  }
}
