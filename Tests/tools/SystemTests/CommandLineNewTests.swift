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

  /// Two places of one name that no table has, as open-meteo.com/en/docs/geocoding-api documents an answer.
  private static let barcelos = """
    {"results":[{"id":8010689,"name":"Barcelos","latitude":41.53113,"longitude":-8.61099,"elevation":39.0,\
    "feature_code":"PPLA2","country_code":"PT","admin1_id":2742031,"admin2_id":8010689,"timezone":"Europe/Lisbon",\
    "population":20625,"postcodes":["4750"],"country_id":2264397,"country":"Portugal","admin1":"Braga",\
    "admin2":"Barcelos"},{"id":3664539,"name":"Barcelos","latitude":-0.975,"longitude":-62.92389,"country_code":"BR",\
    "timezone":"America/Manaus","country":"Brazil","admin1":"Amazonas"}],"generationtime_ms":0.6}
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
    #expect(made.output == "kitchen: virtual, Lisbon, Portugal\nafterglow run kitchen\n")
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

  /// By the size of the panel; a board that has one keeps it.
  @Test func `a new board has a viewing distance and memory for a photograph`() throws {
    let program = try CommandLineProgram()
    try program.copyBoard("wall-display-1080p")
    try program.copyBoard("rpi-dsi-720x1280")
    for (panel, distance, archive) in [
      ("virtual", "1.5", "9216"), ("waveshare-7in5-v2", "0.5", "2560"), ("waveshare-2in13-v4", "0.3", "1536"),
      ("rpi-dsi-720x1280", "0.3", "5120"), ("wall-display-1080p", "1.2", "10240"),
    ] {
      #expect(try program.run(["new", "n/\(panel)", "--panel", panel, "--place", "Lisbon"]).status == 0)
      let board = try program.text("n/\(panel)/board.yaml").split(separator: "\n")
      #expect(board.count { $0.hasPrefix("viewingDistance: \(distance) ") } == 1, "\(board)")
      #expect(board.count { $0.hasPrefix("  archive: \(archive) ") } == 1, "\(board)")
    }
  }

  @Test func `a board file with sizes on several lines and without memory is completed as well`() throws {
    let program = try CommandLineProgram()
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "boards/tablet"), withIntermediateDirectories: true)
    let file = """
      name: Tablet
      display:
        kind: virtual-framebuffer
      size:
        width: 1280
        height: 800
      physicalSize:
        width: 217
        height: 136
      clock:
        trust: always

      """
    try program.write(file, to: "boards/tablet/board.yaml")
    let made = try program.run(["new", "hall", "--panel", "tablet", "--place", "Lisbon"])
    #expect(made.status == 0, "\(made.text)")
    let board = try program.text("hall/board.yaml")
    #expect(
      board.contains("  height: 136\nviewingDistance: 0.5 ") && board.contains("memory:\n  archive: 5120 "), "\(board)")
  }

  @Test func `a large photograph fits a new board, and a crowded scene is reported`() throws {
    let program = try CommandLineProgram()
    #expect(try program.run(["new", "kitchen", "--place", "Lisbon"]).status == 0)
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "kitchen/photos"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: CommandLineProgram.root.appending(path: "boards/wall-display-1080p/dunes.jpg"),
      to: program.folder.appending(path: "kitchen/photos/dunes.jpg"))
    func check(_ grid: String, _ widgets: String) throws -> String {
      try program.write("context: home\n\(grid)widgets:\n\(widgets)", to: "kitchen/scene.yaml")
      let result = try program.run(["check", "kitchen"])
      #expect(result.status == 0, "\(result.text)")
      return result.output
    }
    let photo = "  - {kind: photos, family: systemLarge}\n  - {kind: clock, family: systemMedium}\n"
    let told = try check("", photo)
    #expect(!told.contains("left out") && !told.contains("warning:"), "\(told)")
    let crowd = try check("grid: {columns: 12, rows: 6}\n", "  - {kind: clock, family: systemSmall}\n")
    #expect(crowd.contains("warning: text of 11 pt cannot be read from 1.5 m"), "\(crowd)")
  }

  private static let isInCheckout = CommandLineProgram.programs.path.contains("/.build/")

  @Test(.enabled(if: isInCheckout, "the programs are elsewhere"))
  func `the hardware of a shipped board is known wherever a new one is made`() throws {
    let program = try CommandLineProgram()
    let made = try program.run(["new", "hall", "--panel", "rpi-hdmi-1080p", "--place", "Lisbon"])
    #expect(made.status == 0 && made.output.hasPrefix("hall: rpi-hdmi-1080p, "), "\(made.text)")
    #expect(try program.text("hall/board.yaml").contains("kind: drm"))
  }

  @Test func `a name that is not known is asked once, and its answer is in the scene`() throws {
    let program = try CommandLineProgram()
    let server = try LoopbackServer([.answer(200, "Content-Type: application/json\r\n", Self.barcelos)])
    let environment = ["AFTERGLOW_GEOCODING": server.url + "/v1/search", "no_proxy": "127.0.0.1"]
    let first = try finish(program, ["new", "a", "--place", "Barcelos"], environment)
    #expect(first.status == 0, "\(first.text)")
    #expect(
      first.output.hasPrefix("Barcelos: Barcelos, Braga, Portugal is taken; others are Barcelos, Amazonas, Brazil\n"))
    #expect(server.requests.count == 1)
    #expect(server.requests[0].hasPrefix("GET /v1/search?name=Barcelos&count=10&language=en&format=json HTTP/1.1\r\n"))
    #expect(server.requests[0].contains("User-Agent: Afterglow/"))
    #expect(
      try program.text("a/scene.yaml").contains(
        "zone: Europe/Lisbon\n# For the weather, the sun and holidays:\n"
          + "place: {name: Barcelos, latitude: 41.5311, longitude: -8.6110, country: PT}"))
    let second = try finish(program, ["new", "b", "--place", "barcelos, brazil"], environment)
    #expect(second.output == "b: virtual, Barcelos, Amazonas, Brazil\nafterglow run b\n", "\(second.text)")
    let third = try finish(program, ["new", "c", "--place", "Barcelos, Peru"], environment)
    #expect(
      third.status == 65
        && third.errors.contains("of that name are Barcelos, Braga, Portugal; Barcelos, Amazonas, Brazil"))
    #expect(!program.exists("c"))
  }

  @Test(arguments: [
    ("Porto", "a: virtual, Porto, Portugal\n", "{name: Porto, latitude: 41.1500, longitude: -8.6100, country: PT}"),
    (
      "köln, germany", "a: virtual, Köln, Germany\n",
      "{name: \"Köln\", latitude: 50.9400, longitude: 6.9600, country: DE}"
    ),
    (
      "Portland", "Portland: Portland, Oregon, United States is taken; others are Portland, Maine, United States\n",
      "{name: Portland, latitude: 45.5200, longitude: -122.6800, country: US}"
    ),
  ])
  func `a large city needs no network`(_ name: String, _ words: String, _ place: String) throws {
    let program = try CommandLineProgram()
    let server = try LoopbackServer([.answer(500, "", "")])
    let environment = ["AFTERGLOW_GEOCODING": server.url + "/v1/search", "no_proxy": "127.0.0.1"]
    let made = try finish(program, ["new", "a", "--place", name], environment)
    #expect(made.status == 0 && made.output.hasPrefix(words), "\(made.text)")
    #expect(server.requests.isEmpty)
    let scene = try program.text("a/scene.yaml")
    #expect(scene.contains("place: \(place)"), "\(scene)")
  }

  @Test(arguments: [
    ("41.15;-8.61", "expected latitude and longitude in decimal degrees"),
    ("41.15 -8.61", "expected latitude and longitude in decimal degrees"),
    ("41,15,-8,61", "with a decimal point and one comma between them, found \"41,15,-8,61\""),
    ("41.15", "expected latitude and longitude in decimal degrees"),
    ("41.15N, 8.61W", "south and west are negative"),
    ("41°9'N 8°37'W", "expected latitude and longitude in decimal degrees"),
    ("−41.15,8.61", "expected latitude and longitude in decimal degrees"),
    ("91,0", "expected a latitude from -90 to 90 degrees, found 91; the latitude comes first"),
    ("95,190", "expected a latitude from -90 to 90 degrees, found 95;"),
    ("41.15,200", "expected a longitude from -180 to 180 degrees, found 200"),
  ])
  func `malformed coordinates are reported as such and asked of no geocoder`(_ text: String, _ words: String) throws {
    let program = try CommandLineProgram()
    let server = try LoopbackServer([.answer(200, "", Self.barcelos)])
    let environment = ["AFTERGLOW_GEOCODING": server.url + "/v1/search", "no_proxy": "127.0.0.1"]
    let result = try finish(program, ["new", "a", "--place=\(text)"], environment)
    #expect(result.status == 65 && result.errors.contains(words), "\(result.text)")
    #expect(result.errors.contains("--place 41.15,-8.61"), "\(result.text)")
    #expect(server.requests.isEmpty && !program.exists("a"))
  }

  @Test func `a postal code is a name`() throws {
    let program = try CommandLineProgram()
    let server = try LoopbackServer([.answer(200, "", Self.barcelos)])
    let environment = ["AFTERGLOW_GEOCODING": server.url + "/v1/search", "no_proxy": "127.0.0.1"]
    let result = try finish(program, ["new", "a", "--place", "4750-123"], environment)
    #expect(result.status == 0 && server.requests.count == 1, "\(result.text)")
  }

  @Test func `a proxy of the environment is used`() throws {
    let program = try CommandLineProgram()
    let proxy = try LoopbackServer([.answer(200, "", Self.barcelos)])
    let environment = [
      "AFTERGLOW_GEOCODING": "http://geocoding.example/v1/search", "http_proxy": proxy.url, "no_proxy": "",
    ]
    let result = try finish(program, ["new", "a", "--place", "Barcelos, PT"], environment)
    #expect(result.status == 0, "\(result.text)")
    #expect(proxy.requests.first?.hasPrefix("GET http://geocoding.example/v1/search?name=Barcelos&") == true)
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
    #expect(again.status == 73, "\(again.text)")
    #expect(again.errors.contains("a already holds files, and nothing is overwritten; choose another folder"))
    #expect(try program.text("a/scene.yaml") == before)
    try program.write("x", to: "file")
    #expect(try program.run(["new", "file", "--place", "Lisbon"]).status == 73)
    // An empty folder is a new one.
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "deep/empty"), withIntermediateDirectories: true)
    #expect(try program.run(["new", "deep/empty", "--place", "Lisbon"]).status == 0)
    let bad = [
      (["--news", "ftp://example.org"], "ftp:"), (["--calendar", "gone.ics"], "gone.ics"),
      (["--panel", "nothing"], "waveshare"), (["--panel", "waveshare-7in5"], "; did you mean \"waveshare-7in5-v2\"?"),
      (["--calendar", "family.example.org/cal.ics"], "did you mean \"https://family.example.org/cal.ics\"?"),
      (["--calendar", "https://a.example/a.ics,https://b.example/b.ics"], "found several; repeat --calendar for each"),
      (["--news", "gone.xml, file"], "found several; repeat --news for each"),
      (["--calendar", "https://me:pass@example.org/a.ics"], "without a user"), (["--news", "file"], "expected"),
    ]
    for (options, words) in bad {
      let result = try program.run(["new", "b", "--place", "Lisbon"] + options)
      #expect(result.status != 0 && result.errors.contains(words), "\(options): \(result.text)")
      #expect(!program.exists("b"))
    }
    // The kernel makes no folder there, for root either.
    let refused = try program.run(["new", "/sys/board", "--place", "Lisbon"])
    #expect(refused.status == 73 && refused.errors.contains("cannot write /sys/board: "), "\(refused.text)")
    let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter { $0.hasSuffix(".new") }
    #expect(left.isEmpty)
  }

  @Test(arguments: [
    ("my hall/den", "'my hall/den'"), ("Ana's", "'Ana'\\''s'"), ("küche-2.b", "küche-2.b"), ("a$b", "'a$b'"),
  ])
  func `the command for a new board can be pasted`(_ folder: String, _ word: String) throws {
    let program = try CommandLineProgram()
    let made = try program.run(["new", folder, "--place", "Lisbon"])
    #expect(made.status == 0 && made.output.hasSuffix("\nafterglow run \(word)\n"), "\(made.text)")
    let none = try program.run(["reload", folder])
    #expect(none.status == 69 && none.errors.contains("`afterglow run \(word)`"), "\(none.text)")
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
