import Foundation
import Testing

/// Names and paths may hold anything; what a person reads of them moves no cursor, begins no line and is no dump.
@Suite struct CommandLineOutsideTextTests {
  private static let escape = "\u{1B}[31m"

  private func expectPlain(_ result: CommandLineProgram.Result) {
    let bad = result.text.unicodeScalars.first {
      ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || (0x202A...0x202E).contains($0.value)
        || [0x61C, 0x200F].contains($0.value)
    }
    #expect(bad == nil, "\(result.text.debugDescription)")
  }

  @Test(arguments: [
    ["check", "x%y"], ["render", "x%y", "--out", "a.png"], ["render", "bedside-clock", "--out", "no%where/a.png"],
    ["build", "bedside-clock", "--out", "no%where/a"], ["compare", "a%b.png", "c.png"], ["plot", "a%b"],
    ["view", "a%b", "--once"], ["power", "on", "a%b"], ["light", "5", "--control", "a%b"], ["frob%nicate"],
    ["render", "bedside-clock", "--out", "a.png", "--at", "a%b"], ["widgets", "add", "a%b"], ["light", "a%b"],
    ["simulate", "a%b", "--from", "2026-01-01T00:00Z", "--to", "2026-01-02T00:00Z", "--out", "x"],
    ["gallery", "--widget", "a%b", "--out", "x"], ["render", "--widget", "a%b", "--out", "x.png"],
    ["render", "--widget", "clock", "--host", "a%b", "--out", "x.png"],
  ]) func `an argument comes back without its control characters`(_ arguments: [String]) throws {
    for outside in [Self.escape, "\u{7}", "\u{9B}31m", "\u{202E}", "\r", "\u{61C}", "\u{200F}"] {
      let result = try CommandLineProgram().run(
        arguments.map { $0.replacingOccurrences(of: "%", with: outside) })
      #expect(result.status != 0)
      expectPlain(result)
    }
  }

  /// A line of a file's name would read as a message of ours.
  @Test func `a name of two lines is printed on one`() throws {
    let program = try CommandLineProgram()
    let name = "boards/a\nafterglow: error: all is lost"
    try FileManager.default.createDirectory(atPath: program.path(name), withIntermediateDirectories: true)
    try program.write("name: \(Self.escape)\n", to: name + "/board.yaml")
    let result = try program.run(["check", name])
    #expect(result.status == 1)
    for line in result.text.split(separator: "\n") { #expect(line.hasPrefix("boards/a\\nafterglow"), "\(result.text)") }
    expectPlain(result)
  }

  // MARK: paths that cannot be written

  /// Every command that writes, into a file's name taken as a folder.
  @Test(arguments: [
    ["gallery", "--widget", "clock", "--look", "dark", "--out", "file/x"],
    ["render", "bedside-clock", "--out", "file/x.png"], ["build", "bedside-clock", "--out", "file/x"],
    ["render", "bedside-clock", "--out", "a.png", "--layout", "file/x.json"],
    [
      "simulate", "bedside-clock", "--from", "2026-01-01T00:00Z", "--to", "2026-01-01T00:01Z", "--out", "file/x",
    ],
    ["compare", "one.png", "two.png", "--out", "file/x.png"],
  ]) func `a path that cannot be written is reported in words`(_ arguments: [String]) throws {
    let program = try CommandLineProgram()
    try program.write("", to: "file")
    if arguments[0] == "compare" {
      for (name, hour) in [("one.png", "09"), ("two.png", "10")] {
        try program.run(["render", "epaper-2in13-v4", "--at", "2026-01-01T\(hour):00:00Z", "--out", name])
      }
    }
    let result = try program.run(arguments, within: 120)
    #expect([73, 74].contains(result.status), "\(result.status) \(result.text)")
    #expect(
      result.errors.hasPrefix("afterglow: cannot write file/x")
        || result.errors.contains(": a part of the path is a file and not a folder"),
      "\(result.text)")
    #expect(!result.errors.contains("Error Domain") && !result.errors.contains("NSCocoa"), "\(result.text)")
  }
}
