import Foundation
import Testing

/// The picture of a large calendar is the same on a machine that is idle, on one that is busy, and on one that is many
/// times slower: what a panel shows follows from counted steps, and no clock.
///
/// `make test-load` runs it with the programs of `make build`.
@Suite(.serialized) struct LoadedPictureTests {
  private static let isAsked = ProcessInfo.processInfo.environment["AFTERGLOW_LOAD"] != nil

  enum Content: CaseIterable {
    case tenThousandEvents, hourSince1970

    /// A calendar within its limits, whose last events are today's and tomorrow's.
    var calendar: String {
      let lantern = "UID:lantern\r\nSUMMARY:Lantern walk\r\nDTSTART:20261128T101500Z\r\nDURATION:PT45M\r\n"
      let lesson = "UID:lesson\r\nSUMMARY:Recorder lesson\r\nDTSTART:20261129T140000Z\r\nDURATION:PT1H\r\n"
      let events = others + [lantern, lesson]
      return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Choir//Planner//EN\r\n"
        + events.map { "BEGIN:VEVENT\r\n\($0)END:VEVENT\r\n" }.joined() + "END:VCALENDAR\r\n"
    }

    private var others: [String] {
      switch self {
      case .hourSince1970:
        ["UID:chime\r\nSUMMARY:Chime\r\nDTSTART:19700101T000000Z\r\nRRULE:FREQ=HOURLY\r\n"]
      case .tenThousandEvents:
        (0..<10_000).map { index in
          // Half of them once, in any month but this one; half of them each week of 2025 until October.
          let once = String(format: "2026%02d%02dT180000", (index / 2 % 11 + 11) % 12 + 1, index / 22 % 28 + 1)
          let begin = String(format: "202501%02dT193000", index / 2 % 28 + 1)
          return "UID:e\(index)\r\nSUMMARY:Rehearsal \(index)\r\nDURATION:PT1H\r\nDTSTART;TZID=Europe/London:"
            + (index % 2 == 0 ? "\(once)\r\n" : "\(begin)\r\nRRULE:FREQ=WEEKLY;COUNT=40\r\n")
        }
      }
    }
  }

  /// The ways in which one program draws one board.
  private enum Way: String, CaseIterable {
    case alone, busy, slow
  }

  @Test(.enabled(if: isAsked, "make test-load runs it"), arguments: Content.allCases)
  func `a busy and a slow machine draw the picture of an idle one`(_ content: Content) throws {
    let program = try CommandLineProgram()
    let folder = program.folder.appending(path: "boards/bedside-clock")
    let settings = folder.appending(path: "board.yaml")
    try String(contentsOf: settings, encoding: .utf8).replacingOccurrences(of: "archive: 1024", with: "archive: 8192")
      .write(to: settings, atomically: true, encoding: .utf8)
    let widget = "{kind: calendar, family: systemLarge, configuration: {file: c.ics, layout: agenda, holidays: none}}"
    try program.write(
      "context: home\nzone: Europe/London\nlocale: en-GB\nwidgets: [\(widget)]\n",
      to: "boards/bedside-clock/scene.yaml")
    try program.write(content.calendar, to: "boards/bedside-clock/c.ics")
    try strip(CommandLineProgram.programs.appending(path: "afterglow").path, to: program.path("copy"))
    for way in Way.allCases { try draw(way, program) }
    let first = try Data(contentsOf: program.folder.appending(path: "alone.png"))
    for way in Way.allCases {
      #expect(try Data(contentsOf: program.folder.appending(path: "\(way).png")) == first, "\(way)")
      let words = try shownWords(program.text("\(way).json"))
      #expect(words.contains("Lantern walk"), "\(way): \(words)")
      #expect(!words.contains("Calendar incomplete") && !words.contains("Nothing planned"), "\(way): \(words)")
    }
  }

  private func draw(_ way: Way, _ program: CommandLineProgram) throws {
    let loops = try (way == .busy ? [busyLoop(), busyLoop()] : [])
    defer {
      for loop in loops {
        // It has inherited a thread's signals, of which the end may be blocked.
        kill(loop.processIdentifier, SIGKILL)
        loop.waitUntilExit()
      }
    }
    var words = [program.path("copy")]
    var environment: [String: String] = [:]
    switch way {
    case .alone: break
    case .busy: words = ["/usr/bin/nice", "-n", "19"] + words
    case .slow:
      words = ["/usr/bin/valgrind", "--tool=none", "--quiet"] + words
      // It composes by itself: a child would be started without valgrind.
      environment["AFTERGLOW_COMPOSES_FOR"] = "\(ProcessInfo.processInfo.processIdentifier)"
    }
    let arguments = ["render", "bedside-clock", "--at", "2026-11-28T09:41:00Z"]
    let running = try program.start(
      arguments + ["--out", "\(way).png", "--layout", "\(way).json"], through: words, environment: environment)
    let result = try program.finish(running, within: 600)
    #expect(result.status == 0, "\(way): \(result.text)")
    for loop in loops { #expect(loop.isRunning, "the machine was not busy all the time") }
  }

  private func busyLoop() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "while :; do :; done"]
    try process.run()
    return process
  }

  /// Copies a program without its debug information, which older versions of valgrind cannot read.
  private func strip(_ program: String, to copy: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/strip")
    process.arguments = ["--strip-debug", "-o", copy, program]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// The words of a layout that are on the panel at its instant.
  private func shownWords(_ layout: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(layout.utf8)) as? [String: Any]
    let nodes = object?["nodes"] as? [[String: Any]] ?? []
    return nodes.filter { $0["isVisible"] as? Bool == true }.compactMap { $0["text"] as? String }
      .joined(separator: "; ")
  }
}
