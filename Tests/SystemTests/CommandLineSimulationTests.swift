import AfterglowPNG
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
    var damage: [[Int]]
    var pixelsChanged: Int
    var frame: String?
  }

  static let keys = ["t", "cause", "night", "alwaysOn", "variant", "damage", "pixelsChanged", "frame"]

  func events(_ program: CommandLineProgram, _ folder: String = "out") throws -> [Event] {
    try program.text("\(folder)/events.jsonl").split(separator: "\n").map { line in
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(Set(object.keys) == Set(Self.keys))
      return try JSONDecoder().decode(Event.self, from: Data(line.utf8))
    }
  }

  func simulate(
    _ program: CommandLineProgram, from: String, to: String, _ more: [String] = [], board: String = "bedside-clock"
  ) throws -> CommandLineProgram.Result {
    let result = try program.run(["simulate", board, "--from", from, "--to", to, "--out", "out"] + more)
    #expect(result.status == 0, "\(result.errors)")
    return result
  }

  @Test func aDayWithAChangeOfTheClocksUpdatesAtEveryMinute() throws {
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

  @Test func everyFrameThatIsKeptIsTheRenderOfItsInstant() throws {
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

  @Test func aTraceOfFallingLightBringsAlwaysOnAndThenNight() throws {
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
  func aScriptPlaysItsEvents(_ format: String) throws {
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

  @Test func aScriptReplacesATimelineInACopyOfTheBoard() throws {
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

  @Test func everythingWrongInAScriptIsToldWithItsLine() throws {
    let program = try CommandLineProgram()
    try program.write(
      """
      - {at: 30, override: nigth}
      - {at: -1, lux: 3}
      - {at: 40}
      - {at: 50, lux: 3, dropout: true}
      - {at: 60, overide: day}
      """, to: "script.yaml")
    let result = try program.run([
      "simulate", "bedside-clock", "--from", "2026-11-21T12:00:00Z", "--to", "2026-11-21T12:03:00Z", "--out", "out",
      "--script", "script.yaml",
    ])
    #expect(result.status == 65)
    for line in 1...5 { #expect(result.errors.contains("script.yaml:\(line):"), "line \(line): \(result.errors)") }
    #expect(result.errors.contains("did you mean \"night\"?"))
    #expect(result.errors.contains("did you mean \"override\"?"))
  }

  @Test func aTraceWithAnErrorNamesItsLine() throws {
    let program = try CommandLineProgram()
    try program.write("0,300\nsoon,8\n", to: "trace.csv")
    let result = try program.run([
      "simulate", "bedside-clock", "--from", "2026-11-21T12:00:00Z", "--to", "2026-11-21T12:03:00Z", "--out", "out",
      "--lux-trace", "trace.csv",
    ])
    #expect(result.status == 65)
    #expect(result.errors.contains("trace.csv:2:"))
  }

  @Test func inkIsRefreshedNoMoreOftenThanItsBoardAllows() throws {
    let program = try CommandLineProgram()
    _ = try simulate(
      program, from: "2026-11-21T12:00:00Z", to: "2026-11-21T12:30:00Z", ["--frames", "changed"], board: "ink-clock")
    let events = try events(program)
    #expect(events.count >= 9)
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let times = try events.map { try #require(formatter.date(from: $0.t)) }
    for (before, after) in zip(times, times.dropFirst()) { #expect(after.timeIntervalSince(before) >= 59.9) }
    #expect(events.allSatisfy { !$0.night })
  }
}
