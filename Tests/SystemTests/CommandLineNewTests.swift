import AfterglowBoards
import Foundation
import SocketSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `afterglow new`: from nothing to a panel.
@Suite struct CommandLineNewTests {
  private static let feed =
    "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Harbour Post</title><item><title>Night trains are "
    + "back</title><pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>"

  private static let calendar =
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Choir\r\nDTSTART:20261121T180000Z\r\nEND:VEVENT\r\n"
    + "END:VCALENDAR\r\n"

  /// As open-meteo.com/en/docs/geocoding-api documents it.
  private static let porto = """
    {"results":[{"id":2735943,"name":"Porto","latitude":41.14961,"longitude":-8.61099,"elevation":104.0,\
    "feature_code":"PPLA","country_code":"PT","admin1_id":2735941,"admin2_id":8010689,"timezone":"Europe/Lisbon",\
    "population":249633,"postcodes":["4000"],"country_id":2264397,"country":"Portugal","admin1":"Porto",\
    "admin2":"Porto"},{"id":3452525,"name":"Porto","latitude":-3.89306,"longitude":-42.71083,"country_code":"BR",\
    "timezone":"America/Fortaleza","country":"Brazil","admin1":"Piauí"}],"generationtime_ms":0.6}
    """

  private func finish(
    _ program: CommandLineProgram, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> CommandLineProgram.Result {
    try program.finish(program.start(arguments, environment: environment), within: 60)
  }

  @Test func `three options make a wall with clock, weather, calendar and news that has nothing to be edited`() throws {
    let program = try CommandLineProgram()
    try program.write(Self.feed, to: "news.xml")
    try program.write(Self.calendar, to: "family.ics")
    let made = try program.run(
      ["new", "kitchen", "--place", "Lisbon", "--calendar", "family.ics", "--news", "news.xml"])
    #expect(made.status == 0, "\(made.text)")
    #expect(made.output == "kitchen: virtual, Lisbon, Europe/Lisbon\nafterglow run kitchen\n")
    let scene = try program.text("kitchen/scene.yaml")
    for line in [
      "zone: Europe/Lisbon", "locale: en-GB",
      "place: {name: Lisbon, latitude: 38.7167, longitude: -9.1333, country: PT}",
      "- kind: clock", "- kind: weather", "- kind: calendar", "- kind: news", program.path("family.ics"),
    ] { #expect(scene.contains(line), "\(line): \(scene)") }
    let check = try program.run(["check", "kitchen"])
    #expect(check.status == 0, "\(check.text)")
    // Nothing is wrong but that the weather has not come yet.
    #expect(check.output.split(separator: "\n").count == 2 && check.output.contains(": 1 piece of advice;"))
    #expect(check.output.contains("advice: weather: no content yet: https://api.open-meteo.com"), "\(check.text)")
    let shown = try program.run(["run", "kitchen", "--headless", "--once"])
    #expect(shown.status == 0, "\(shown.text)")
  }

  @Test func `every panel that can be named gets a board without a problem`() throws {
    let program = try CommandLineProgram()
    for board in CommandLineProgram.shippedBoards { try program.copyBoard(board) }
    try program.write(Self.feed, to: "news.xml")
    try program.write(Self.calendar, to: "family.ics")
    for panel in PaperPanelNames.all + CommandLineProgram.shippedBoards + ["virtual"] {
      for content in [[], ["--calendar", "family.ics", "--news", "news.xml"]] {
        let name = "\(panel)-\(content.count)"
        let made = try program.run(["new", "new/\(name)", "--panel", panel, "--place", "41.15,-8.61"] + content)
        #expect(made.status == 0, "\(made.text)")
        let check = try program.run(["check", "new/\(name)"])
        #expect(check.status == 0, "\(name): \(check.text)")
        let findings = check.output.split(separator: "\n").filter { $0.contains("error:") || $0.contains("warning:") }
        #expect(findings.isEmpty, "\(name): \(check.text)")
      }
    }
  }

  @Test func `a name of no zone is asked once, and its answer is in the scene`() throws {
    let program = try CommandLineProgram()
    let server = try LoopbackServer([.answer(200, "Content-Type: application/json\r\n", Self.porto)])
    let environment = ["AFTERGLOW_GEOCODING": server.url + "/v1/search", "no_proxy": "127.0.0.1"]
    let first = try finish(program, ["new", "a", "--place", "Porto"], environment)
    #expect(first.status == 0, "\(first.text)")
    #expect(first.output.hasPrefix("Porto: Porto, Portugal is taken; others are Porto, Piauí, Brazil\n"))
    #expect(server.requests.count == 1)
    #expect(server.requests[0].hasPrefix("GET /v1/search?name=Porto&count=10&language=en&format=json HTTP/1.1\r\n"))
    #expect(server.requests[0].contains("User-Agent: Afterglow/"))
    #expect(
      try program.text("a/scene.yaml").contains(
        "zone: Europe/Lisbon\n# For the weather, the sun and holidays:\n"
          + "place: {name: Porto, latitude: 41.1496, longitude: -8.6110, country: PT}"))
    let second = try finish(program, ["new", "b", "--place", "porto, brazil"], environment)
    #expect(second.output == "b: virtual, Porto, Piauí, Brazil\nafterglow run b\n", "\(second.text)")
    let third = try finish(program, ["new", "c", "--place", "Porto, Peru"], environment)
    #expect(
      third.status == 65 && third.errors.contains("of that name are Porto, Portugal; Porto, Piauí, Brazil"))
    #expect(!program.exists("c"))
  }

  @Test func `a proxy of the environment is used`() throws {
    let program = try CommandLineProgram()
    let proxy = try LoopbackServer([.answer(200, "", Self.porto)])
    let environment = [
      "AFTERGLOW_GEOCODING": "http://geocoding.example/v1/search", "http_proxy": proxy.url, "no_proxy": "",
    ]
    let result = try finish(program, ["new", "a", "--place", "Porto, PT"], environment)
    #expect(result.status == 0, "\(result.text)")
    #expect(proxy.requests.first?.hasPrefix("GET http://geocoding.example/v1/search?name=Porto&") == true)
  }

  @Test(arguments: [
    ("{\"generationtime_ms\":0.4}", 200, "expected the name of a place, found none"),
    ("{\"error\":true,\"reason\":\"Parameter count must be between 1 and 100.\"}", 400, "it answered 400: Parameter"),
    ("<!DOCTYPE html>", 200, "expected JSON with \"results\""),
    ("", 503, "it answered 503 (the server has a fault)"),
  ])
  func `a geocoder's fault is said, with what to do, and nothing is written`(
    _ body: String, _ status: Int, _ words: String
  ) throws {
    let program = try CommandLineProgram()
    let server = try LoopbackServer([.answer(status, "", body)])
    let environment = ["AFTERGLOW_GEOCODING": server.url + "/", "no_proxy": "127.0.0.1"]
    let result = try finish(program, ["new", "a", "--place", "Nowhere at all"], environment)
    #expect(result.status != 0 && result.errors.contains(words), "\(result.text)")
    #expect(result.errors.contains("--place 41.15,-8.61"))
    #expect(!program.exists("a"))
  }

  @Test func `nothing is overwritten, and nothing is half written`() throws {
    let program = try CommandLineProgram()
    #expect(try program.run(["new", "a", "--place", "Lisbon"]).status == 0)
    let before = try program.text("a/scene.yaml")
    let again = try program.run(["new", "a", "--place", "Berlin"])
    #expect(again.status == 73 && again.errors.contains("nothing is overwritten"), "\(again.text)")
    #expect(try program.text("a/scene.yaml") == before)
    try program.write("x", to: "file")
    #expect(try program.run(["new", "file", "--place", "Lisbon"]).status == 73)
    // An empty folder is a new one.
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "deep/empty"), withIntermediateDirectories: true)
    #expect(try program.run(["new", "deep/empty", "--place", "Lisbon"]).status == 0)
    let bad = [
      (["--news", "ftp://example.org"], "ftp:"), (["--calendar", "gone.ics"], "gone.ics"),
      (["--panel", "nothing"], "waveshare"),
      (["--calendar", "https://me:pass@example.org/a.ics"], "without a user"), (["--news", "file"], "expected"),
    ]
    for (options, words) in bad {
      let result = try program.run(["new", "b", "--place", "Lisbon"] + options)
      #expect(result.status != 0 && result.errors.contains(words), "\(options): \(result.text)")
      #expect(!program.exists("b"))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter { $0.hasSuffix(".new") }
    #expect(left.isEmpty)
  }

  @Test func `on a terminal it asks, and proposes what it has found`() throws {
    let program = try CommandLineProgram()
    try program.write(Self.calendar, to: "family.ics")
    let screen = try CommandLineTerminalTests.Screen()
    let running = try program.start(["new", "hall"], input: screen.near, output: screen.near)
    let questions = [
      ("Panel [virtual]: ", "nothing\n"), ("expected one of virtual", "\n"),
      ("or latitude and longitude [Berlin]: ", "\n"),
      ("Language [en-GB]: ", "de\n"), ("Calendar: an address or file, or nothing: ", "family.ics\n"),
      ("another one: ", "\n"), ("News: the address of a feed, or nothing: ", "\n"),
    ]
    for (question, answer) in questions {
      #expect(program.wait(20) { screen.text.contains(question) }, "\(screen.text)")
      screen.type(answer)
    }
    #expect(program.wait(20) { !running.process.isRunning }, "\(screen.text)")
    #expect(running.process.terminationStatus == 0, "\(screen.text)\(running.errors)")
    let scene = try program.text("hall/scene.yaml")
    #expect(scene.contains("locale: de\n") && scene.contains("name: Berlin") && !scene.contains("kind: news"))
  }
}
