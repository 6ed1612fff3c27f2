import AfterglowPictures
import Foundation
import Testing

/// `simulate`: a stretch of time, played and recorded.
@Suite struct CommandLineSimulationTests {
  struct Event: Decodable {
    var t: String
    var cause: String
    var night: Bool
    var alwaysOn: Bool
    var variant: String
    var entries: [String: String?]
    var damage: [[Int]]
    var pixelsChanged: Int
    var luminance: Double?
    var frame: String?
  }

  struct Light: Decodable {
    var t: String
    var mode: String
    var reason: String
    var lux: Double?
    var room: Double?
    var own: Double
    var white: Double?
    var why: String?
  }

  static let keys = [
    "t", "cause", "night", "alwaysOn", "variant", "entries", "damage", "pixelsChanged", "luminance", "frame",
  ]

  func events(_ program: CommandLineProgram, _ folder: String = "out") throws -> [Event] {
    try program.text("\(folder)/events.jsonl").split(separator: "\n").map { line in
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(Set(object.keys) == Set(Self.keys))
      return try JSONDecoder().decode(Event.self, from: Data(line.utf8))
    }
  }

  /// The lines of `light.jsonl` after the first, which has the board's limits.
  func light(_ program: CommandLineProgram, _ folder: String = "out") throws -> (head: [String: Any], lines: [Light]) {
    let lines = try program.text("\(folder)/light.jsonl").split(separator: "\n").map { Data($0.utf8) }
    let first = try #require(lines.first)
    let head = try #require(JSONSerialization.jsonObject(with: first) as? [String: Any])
    return (head, try lines.dropFirst().map { try JSONDecoder().decode(Light.self, from: $0) })
  }

  func simulate(
    _ program: CommandLineProgram, from: String, to: String, _ more: [String] = [], board: String = "bedside-clock"
  ) throws -> CommandLineProgram.Result {
    let result = try program.run(["simulate", board, "--from", from, "--to", to, "--out", "out"] + more)
    #expect(result.status == 0, "\(result.errors)")
    return result
  }

  @Test func `the output of an earlier simulation is replaced, and a folder with other files is refused`() throws {
    let program = try CommandLineProgram()
    let frames = ["--frames", "changed"]
    _ = try simulate(program, from: "2026-11-21T12:00:00Z", to: "2026-11-21T12:03:00Z", frames)
    let kept = try events(program).compactMap(\.frame)
    #expect(kept.count > 1 && kept.allSatisfy { program.exists("out/\($0)") })
    try program.write("mine", to: "out/notes.txt")
    _ = try simulate(program, from: "2026-11-21T12:00:00Z", to: "2026-11-21T12:00:30Z", frames)
    let now = try events(program).compactMap(\.frame)
    let left = try FileManager.default.contentsOfDirectory(atPath: program.path("out"))
    #expect(Set(left.filter { $0.hasPrefix("frame-") }) == Set(now) && now.count < kept.count)
    #expect(left.contains("notes.txt"))

    try FileManager.default.createDirectory(atPath: program.path("film"), withIntermediateDirectories: true)
    try program.write("mine", to: "film/frame-000001.png")
    let arguments = ["--from", "2026-11-21T12:00:00Z", "--to", "2026-11-21T12:01:00Z", "--out", "film"]
    let refused = try program.run(["simulate", "bedside-clock"] + arguments + frames)
    #expect(refused.status == 73, "\(refused.text)")
    let told = "film already holds files that are not a simulation's (frame-000001.png), and nothing is mixed with them"
    #expect(refused.errors.contains(told), "\(refused.errors)")
    #expect(try program.text("film/frame-000001.png") == "mine" && !program.exists("film/events.jsonl"))
  }

  @Test func `a day with a change of the clocks updates at every minute`() throws {
    let program = try CommandLineProgram()
    let result = try simulate(program, from: "2026-10-25T00:00:00+02:00", to: "2026-10-26T00:00:00+01:00")
    let events = try events(program)
    // The day has 25 hours.
    let minutes = Set(events.map { $0.t.prefix(16) })
    #expect(minutes.count == 25 * 60)
    #expect(events.first?.t == "2026-10-24T22:00:00.000Z")
    #expect(events.first?.cause == "start")
    #expect(events.last?.t == "2026-10-25T22:59:00.000Z")
    for event in events {
      #expect(event.t.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
      #expect(event.frame == nil)
      #expect(event.pixelsChanged <= event.damage.reduce(0) { $0 + $1[2] * $1[3] })
      #expect(event.damage.allSatisfy { $0.count == 4 && $0[0] >= 0 && $0[0] + $0[2] <= 800 && $0[1] + $0[3] <= 480 })
    }
    #expect(events.dropFirst().allSatisfy { !$0.damage.isEmpty })
    #expect(result.output.contains("updates in 90000 s"))
  }

  @Test func `every frame that is kept is the render of its instant`() throws {
    let program = try CommandLineProgram()
    // The hour that comes twice.
    _ = try simulate(
      program, from: "2026-10-25T02:58:00+02:00", to: "2026-10-25T02:02:00+01:00", ["--frames", "changed"])
    let events = try events(program)
    #expect(events.count >= 4)
    for event in events {
      let frame = try #require(event.frame)
      try program.run(["render", "bedside-clock", "--at", event.t, "--out", "one.png"])
      let pictures = try ["out/\(frame)", "one.png"].map { name in
        try Data(contentsOf: program.folder.appending(path: name)).withUnsafeBytes { try PNG.decode($0) }
      }
      #expect(pictures[0] == pictures[1], "\(event.t)")
    }
  }

  @Test func `steps of always-on for the room are reported and are one update each`() throws {
    let program = try CommandLineProgram()
    try program.write("0,300\n60,5\n120,6\n240,300\n", to: "evening.csv")
    try program.write("- {at: 1, override: alwaysOn}\n", to: "script.yaml")
    let times = (from: "2026-11-21T20:00:00Z", to: "2026-11-21T20:10:00Z")
    let evening = ["--lux-trace", "evening.csv", "--script", "script.yaml"]
    let result = try simulate(program, from: times.from, to: times.to, evening)
    let steps = try light(program).lines.filter { $0.mode == "alwaysOn" && $0.why != nil }
    #expect(steps.map { $0.t.dropFirst(14).prefix(5) } == ["00:01", "01:12", "04:08"])
    let whites = steps.compactMap(\.white)
    #expect(whites.count == 3 && abs(whites[0] - 100) < 0.2 && whites[1] < 60 && whites[2] == whites[0], "\(whites)")
    #expect(steps[1].why?.contains("lx white has 58.") == true && result.output.contains("lx white has 58."))
    let repaints = try events(program).filter { $0.cause.contains("luminance") }
    #expect(repaints.map { $0.t.dropFirst(14).prefix(5) } == ["00:01", "01:12", "04:08"])
    let given = repaints.compactMap(\.luminance)
    #expect(given.count == 3 && given[1] < given[0] * 0.75 && abs(given[2] - given[0]) < given[0] / 20, "\(given)")
    // A backlight does that instead.
    _ = try simulate(program, from: times.from, to: times.to, evening + ["--backlight", "255"])
    #expect(try light(program).lines.allSatisfy { $0.white == nil })
    #expect(try events(program).filter { $0.cause.contains("luminance") }.count == 1)
  }

  @Test(arguments: [("Asia/Kathmandu", "2026-11-22T04:45:00+05:45"), ("America/St_Johns", "2026-11-21T19:30:00-03:30")])
  func `what a simulation prints is in the zone of its board`(_ zone: String, _ time: String) throws {
    let program = try CommandLineProgram()
    try program.write(
      "zone: \(zone)\n" + program.text("boards/bedside-clock/scene.yaml"), to: "boards/bedside-clock/scene.yaml")
    try program.write("0,300\n", to: "evening.csv")
    let result = try simulate(
      program, from: "2026-11-21T23:00:00Z", to: "2026-11-21T23:02:00Z", ["--lux-trace", "evening.csv"])
    #expect(result.output.contains("  \(time)  day: 300 lx in the room"), "\(result.output)")
    #expect(try events(program).allSatisfy { $0.t.hasSuffix("Z") }, "what programs read is in UTC")
  }

  @Test func `every decision is reported with its reason`() throws {
    let program = try CommandLineProgram()
    let board = try program.text("boards/bedside-clock/board.yaml")
    try program.write(
      board.replacing(
        "light:\n", with: "light:\n  schedule: [{mode: night, from: \"23:30\", to: \"23:40\", decides: always}]\n"),
      to: "boards/bedside-clock/board.yaml")
    try program.write(
      "zone: Europe/Lisbon\n" + program.text("boards/bedside-clock/scene.yaml"), to: "boards/bedside-clock/scene.yaml")
    try program.write("0,300\n60.25,8\n180,0.5\n300,\n420,300\n", to: "evening.csv")
    try program.write(
      "- {at: 100, presence: true}\n- {at: 1000, override: night}\n- {at: 1010, override: automatic}\n",
      to: "script.yaml")
    let result = try simulate(
      program, from: "2026-11-21T23:00:00Z", to: "2026-11-21T23:50:00Z",
      ["--lux-trace", "evening.csv", "--script", "script.yaml"])
    let (head, lines) = try light(program)
    #expect(head["board"] as? String == "Bedside clock" && head["zone"] as? String == "Europe/Lisbon")
    #expect(head["night"] as? [Double] == [2, 5] && head["alwaysOn"] as? [Double] == [15, 30])
    let told = lines.filter { $0.why != nil }.map {
      "\($0.t.dropFirst(11).dropLast()) \($0.mode) \($0.reason): \($0.why!)"
    }
    #expect(
      told == [
        "23:00:00.000 day light: 300 lx in the room: the first reading decides at once",
        "23:01:10.250 alwaysOn light: 8.2 lx: at or below 15 lx for at least 10 s",
        "23:01:40.000 day presence: presence was detected",
        "23:02:10.000 alwaysOn light: 8 lx in the room, and presence has expired",
        "23:03:10.000 night light: 0.51 lx: at or below 2 lx for at least 10 s",
        "23:05:00.000 night heldLight: the sensor gives no reading; the last one holds",
        "23:07:00.000 night light: 0.5 lx in the room: the sensor reads again",
        "23:07:04.000 day light: 129 lx: at or above 5 lx for at least 4 s",
        "23:16:40.000 night override: it was asked for",
        "23:16:50.000 day light: 300 lx in the room, and the override has ended",
        "23:30:00.000 night schedule: a period of the schedule holds",
        "23:40:00.000 day light: 300 lx in the room, and no period of the schedule decides any more",
      ], "\(told)")
    // The summary has each change of the mode, and the pictures follow in the same moment.
    #expect(result.output.contains("2026-11-21T23:03:10+00:00  night: 0.51 lx: at or below 2 lx for at least 10 s"))
    let red = try events(program).first { $0.night }
    #expect(red?.t == "2026-11-21T23:03:10.000Z")
    // Each mode emits less than the one before.
    let shown = try events(program)
    func luminance(at time: String) throws -> Double { try #require(shown.last { $0.t <= time }?.luminance) }
    let day = try luminance(at: "2026-11-21T23:00:30")
    let alwaysOn = try luminance(at: "2026-11-21T23:01:20")
    let night = try luminance(at: "2026-11-21T23:03:20")
    #expect(day > alwaysOn && alwaysOn > night && night > 0, "\(day), \(alwaysOn), \(night) cd/m²")
  }

  @Test func `a trace of falling light brings always-on and then night`() throws {
    let program = try CommandLineProgram()
    try program.write("0,300\n60,8\n180,0.5\n300,\n420,300\n", to: "evening.csv")
    _ = try simulate(
      program, from: "2026-11-21T21:00:00Z", to: "2026-11-21T21:10:00Z", ["--lux-trace", "evening.csv"])
    let events = try events(program)
    func mode(_ event: Event) -> String { event.night ? "night" : event.alwaysOn ? "alwaysOn" : "day" }
    var modes: [String] = []
    for event in events where modes.last != mode(event) { modes.append(mode(event)) }
    #expect(modes.first == "day")
    #expect(modes.contains("night"))
    #expect(modes.last == "day")
    // A drop-out is not darkness, nor light.
    let duringDropOut = events.filter { $0.t > "2026-11-21T21:05:01" && $0.t < "2026-11-21T21:07:00" }
    #expect(!duringDropOut.isEmpty && duringDropOut.allSatisfy { $0.night })
    #expect(events.contains { $0.cause.contains("night") })
  }

  @Test(arguments: ["json", "yaml"])
  func `a script plays its events`(_ format: String) throws {
    let program = try CommandLineProgram()
    let script =
      format == "json"
      ? """
      [
        {"at": 30, "override": "night"},
        {"at": 90, "override": "automatic"},
        {"at": 130, "clockStep": 3600},
        {"at": 150, "trust": false},
        {"at": 250, "stop": true}
      ]
      """
      : """
      # a night and a step
      - {at: 30, override: night}
      - {at: 90, override: automatic}
      - at: 130
        clockStep: 3600
      - {at: 150, trust: false}
      - {at: 250, stop: true}
      """
    try program.write(script, to: "script.\(format)")
    _ = try simulate(
      program, from: "2026-11-21T12:00:00Z", to: "2026-11-21T13:00:00Z", ["--script", "script.\(format)"])
    let events = try events(program)
    #expect(events.first { $0.night }?.t == "2026-11-21T12:00:30.000Z")
    #expect(events.last { $0.night }!.t < "2026-11-21T12:01:31")
    #expect(events.first { $0.cause.contains("clockStep") }?.t == "2026-11-21T13:02:10.000Z")
    #expect(events.contains { $0.cause.contains("clockTrust") })
    #expect(events.last!.t < "2026-11-21T13:04:11")
  }

  @Test func `each update reports the date of each widget's entry, also of a forecast by the minute`() throws {
    let program = try CommandLineProgram()
    let scene = "context: standBy\nwidgets:\n  - {kind: clock}\n  - {kind: value, configuration: {file: rain.json}}\n"
    try program.write(scene, to: "boards/bedside-clock/scene.yaml")
    // A day of minutes from one o'clock on, and no entry before.
    let start = Date(timeIntervalSince1970: 1_795_222_800)  // 2026-11-21T01:00Z
    let entries = (0..<1440).map { minute in
      let date = (start + 60 * Double(minute)).formatted(.iso8601)
      return #"{"date": "\#(date)", "title": "Rain", "value": \#(minute % 60), "unit": "mm"}"#
    }
    try program.write(
      #"{"kind": "value", "entries": [\#(entries.joined(separator: ",\n"))]}"#, to: "boards/bedside-clock/rain.json")
    _ = try simulate(program, from: "2026-11-21T00:50:00Z", to: "2026-11-21T12:00:00Z")
    let events = try events(program)
    func shown(_ event: Event) -> String { (event.entries["value"] ?? nil) ?? "none" }
    for event in events where event.t >= "2026-11-21T01:00:01" {
      #expect(shown(event) == "\(event.t.prefix(17))00.000Z", "\(event.t)")
    }
    // Before, there is a dash from the start on; clocks tick by themselves.
    let before = events.filter { $0.t < "2026-11-21T01:00:00" }
    #expect(before.count >= 10 && before.allSatisfy { shown($0) == "2026-11-21T00:50:00.000Z" })
    #expect(events.allSatisfy { $0.entries.keys.sorted() == ["clock", "value"] })
  }

  @Test func `a script replaces a timeline in a copy of the board`() throws {
    let program = try CommandLineProgram()
    let forecast = try program.text("boards/bedside-clock/forecast.json")
    try program.write("{\"nothing\": true}", to: "broken.json")
    try program.write("- {at: 30, timeline: broken.json, replaces: forecast.json}", to: "script.yaml")
    let result = try simulate(
      program, from: "2026-11-21T12:00:00Z", to: "2026-11-21T12:03:00Z", ["--script", "script.yaml"])
    #expect(result.output.contains("reload"))
    #expect(try program.text("boards/bedside-clock/forecast.json") == forecast)
    #expect(try events(program).count >= 3)
  }

  @Test func `everything wrong in a script is reported with its line`() throws {
    let program = try CommandLineProgram()
    try program.write(
      """
      - {at: 30, override: nigth}
      - {at: -1, lux: 3}
      - {at: 40}
      - {at: 50, lux: 3, dropout: true}
      - {at: 60, overide: day}
      - {at: 70, timeline: missing.json, replaces: forecast.json}
      - {at: 80, timeline: boards}
      """, to: "script.yaml")
    let result = try program.run([
      "simulate", "bedside-clock", "--from", "2026-11-21T12:00:00Z", "--to", "2026-11-21T12:03:00Z", "--out", "out",
      "--script", "script.yaml",
    ])
    #expect(result.status == 65)
    for line in 1...7 { #expect(result.errors.contains("script.yaml:\(line):"), "line \(line): \(result.errors)") }
    #expect(result.errors.contains("did you mean \"night\"?"))
    #expect(result.errors.contains("did you mean \"override\"?"))
    let missing = "script.yaml:6:22: expected a file for \"timeline\", found none at missing.json"
    #expect(result.errors.contains(missing), "\(result.errors)")
    #expect(result.errors.contains("found a folder at boards"), "\(result.errors)")
  }

  @Test func `events of a script that have no effect are named`() throws {
    let program = try CommandLineProgram()
    try program.write(
      """
      - {at: 1, distance: 3}
      - {at: 60, lux: 3}
      - {at: 1000, override: night}
      - {at: 1000, stop: true}
      """, to: "script.yaml")
    let result = try simulate(
      program, from: "2026-11-21T12:00:00Z", to: "2026-11-21T12:01:00Z", ["--script", "script.yaml"])
    let late =
      "warning: script.yaml: the event at 60 s is not before --to, 60 s after --from, and has no effect, "
      + "nor has the event after it\n"
    #expect(result.errors.contains(late), "\(result.errors)")
    #expect(result.errors.contains("script.yaml: the distance at 1 s has no effect: board.yaml"), "\(result.errors)")
    try program.write("- {at: 59.5, lux: 3}\n- {at: 60, stop: true}\n", to: "script.yaml")
    let right = try simulate(
      program, from: "2026-11-21T12:00:00Z", to: "2026-11-21T12:01:00Z", ["--script", "script.yaml"])
    #expect(!right.errors.contains("no effect"), "\(right.errors)")
  }

  @Test func `a trace with an error names its line`() throws {
    let program = try CommandLineProgram()
    try program.write("0,300\nsoon,8\n", to: "trace.csv")
    let result = try program.run([
      "simulate", "bedside-clock", "--from", "2026-11-21T12:00:00Z", "--to", "2026-11-21T12:03:00Z", "--out", "out",
      "--lux-trace", "trace.csv",
    ])
    #expect(result.status == 65)
    #expect(result.errors.contains("trace.csv:2:"))
  }

  @Test func `ink is refreshed no more often than its board allows`() throws {
    let program = try CommandLineProgram()
    let scene = try program.text("boards/epaper-2in13-v4/scene.yaml")
    try program.write(
      scene.replacing("{face: words, date: false}", with: "{style: digital}"), to: "boards/epaper-2in13-v4/scene.yaml")
    _ = try simulate(
      program, from: "2026-11-21T12:00:00Z", to: "2026-11-21T12:30:00Z", ["--frames", "changed"],
      board: "epaper-2in13-v4")
    let events = try events(program)
    #expect(events.count >= 9)
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let times = try events.map { try #require(formatter.date(from: $0.t)) }
    for (before, after) in zip(times, times.dropFirst()) { #expect(after.timeIntervalSince(before) >= 59.9) }
    #expect(events.allSatisfy { !$0.night })
  }
}
