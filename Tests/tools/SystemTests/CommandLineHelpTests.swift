import AfterglowCore
import Foundation
import Testing

/// Help that teaches, and answers to wrong usage that say what is right.
@Suite struct CommandLineHelpTests {
  static let commands: [(name: String, options: [String])] = [
    ("new", ["<folder>", "--panel", "--place", "--calendar", "--news"]),
    ("run", ["<board>", "--once", "--headless", "--lux ", "--lux-trace", "--virtual", "--control"]),
    (
      "render",
      ["<board>", "--at", "--lux", "--distance", "--always-on", "--scene", "--expect", "--out", "--layout"]
    ),
    ("simulate", ["<board>", "--from", "--to", "--lux-trace", "--script", "--touch", "--frames", "--out"]),
    ("build", ["<board>", "--at", "--out"]),
    ("check", ["<boards>"]),
    ("plot", ["<dir>", "--out", "--zone"]),
    ("view", ["<file>", "--rotation", "--once"]),
    ("power", ["<state>", "<board>", "--control"]),
    ("distance", ["<distance>", "<board>", "--for", "--control"]),
    ("light", ["<light>", "<board>", "--for", "--control"]),
    ("touch", ["<board>", "--tap", "--swipe", "--key", "--control"]),
    ("touch-test", ["<board>", "--for", "--json", "--control"]),
    ("page", ["<page>", "<board>", "--control"]),
    ("sensors", ["<sensor>", "--live", "--set-night", "--seconds", "--devices"]),
    ("symbols", ["<words>", "--out", "--json"]),
    ("status", ["<board>"]),
    ("logs", ["<board>", "--lines", "--follow"]),
    ("stop", ["<board>", "--control"]),
    ("push", ["<name>", "<file>"]),
    ("panel-sim", ["<recording>", "--panel", "--out", "--strict", "--replay", "--fault", "--bufsiz"]),
    ("compare", ["<expected.png>", "<found.png>", "--out", "--tolerance"]),
  ]

  @Test(arguments: commands.map(\.name))
  func `every command explains its options, gives examples and lists its exit status`(_ command: String) throws {
    let result = try CommandLineProgram().run([command, "--help"])
    #expect(result.status == 0)
    for option in Self.commands.first(where: { $0.name == command })!.options {
      #expect(result.output.contains(option), "\(command) --help does not mention \(option)")
    }
    #expect(result.output.contains("EXAMPLES"))
    #expect(result.output.contains("afterglow \(command)"))
    for code in ["0 ", "1 ", "64", "65", "69", "73", "74"] { #expect(result.output.contains("  \(code)")) }
  }

  /// In the reading path of authors, in the pages of that path, and in the help of the command with which they begin.
  @Test func `the studio of a package is named where authors of widgets look`() throws {
    let index = try RepositoryText.read("docs/index.md")
    let path = try #require(
      index.components(separatedBy: "\n## Author of widgets\n").last?.components(separatedBy: "\n## ")[0])
    #expect(path.contains("(studio.md#for-authors-of-widgets)") && path.contains("(coming-from-widgetkit.md)"))
    #expect(try RepositoryText.headings("docs/studio.md").contains("For authors of widgets"))
    for page in ["docs/coming-from-widgetkit.md", "docs/studio.md"] {
      #expect(try RepositoryText.read(page).contains(#/afterglow studio \S+ --package \S+/#), "\(page)")
    }
    let help = try CommandLineProgram().run(["widgets", "--help"]).output.split(whereSeparator: \.isWhitespace)
    #expect(help.joined(separator: " ").contains("afterglow studio BOARD --package "))
  }

  @Test func `the program lists its commands and prints its version`() throws {
    let program = try CommandLineProgram()
    let help = try program.run(["--help"])
    #expect(help.status == 0)
    for command in Self.commands { #expect(help.output.contains("\n  \(command.name) ")) }
    for group in ["MAKE", "LOOK", "RUN", "TALK TO A PANEL"] {
      #expect(help.output.contains("\n\(group) SUBCOMMANDS:\n"), "\(group)")
    }
    let version = try program.run(["--version"])
    #expect(version.status == 0)
    #expect(version.output == "\(AfterglowVersion.number)\n")
  }

  @Test(arguments: [(["--help"], 0), (["ink", "-h"], 0), (["--hlep"], 64)] as [([String], Int32)])
  func `the bench explains itself, and measures nothing for a wrong option`(_ words: [String], _ status: Int32) throws {
    let bench = Process()
    bench.executableURL = CommandLineProgram.programs.appending(path: "afterglow-bench")
    bench.arguments = words
    let (output, errors) = (Pipe(), Pipe())
    (bench.standardOutput, bench.standardError) = (output, errors)
    try bench.run()
    let text = (status == 0 ? output : errors).fileHandleForReading.readDataToEndOfFile()
    bench.waitUntilExit()
    #expect(bench.terminationStatus == status)
    #expect(String(decoding: text, as: UTF8.self).contains("USAGE: afterglow-bench [WORD] [--no-gate]"))
  }

  /// The examples of a help text, continuation lines joined.
  static func examples(_ help: String) -> [[String]] {
    let lines = help.replacing(#/\\\n */#, with: "").split(separator: "\n")
    return lines.filter { $0.hasPrefix("  afterglow ") }.map { line in
      // More than one space separates an example from its explanation.
      let command = line.dropFirst(2).components(separatedBy: "      ")[0]
      return command.split(separator: " ").dropFirst().map(String.init)
    }
  }

  @Test func `the examples of the program's help run as they are, one after the other`() throws {
    let program = try CommandLineProgram()
    let examples = Self.examples(try program.run(["--help"]).output)
    #expect(examples.count > 10 && examples.last?.first == "stop")
    var shown: CommandLineProgram.Running?
    for example in examples {
      if example.first == "run" {
        let running = try program.start(example + ["--headless"])
        #expect(program.wait(20) { running.output.contains("px changed") }, "\(running.errors)")
        shown = running
        continue
      }
      let result = try program.run(example)
      #expect(result.status == 0, "\(example.joined(separator: " ")): \(result.text)")
    }
    let running = try #require(shown)
    #expect(try program.finish(running).status == 0)
  }

  /// A line that the help breaks cannot be pasted.
  @Test(arguments: [""] + commands.map(\.name))
  func `no example is too long for a terminal of 80 columns`(_ command: String) throws {
    let program = try CommandLineProgram()
    let arguments = command.isEmpty ? ["--help"] : [command, "--help"]
    let narrow = Self.examples(try program.run(arguments).output)
    let wide = Self.examples(try program.finish(program.start(arguments, environment: ["COLUMNS": "300"])).output)
    #expect(narrow == wide && !wide.isEmpty, "\(narrow)")
  }

  @Test(arguments: [
    (["rendr"], "did you mean `afterglow render`?"), (["widgets", "ad"], "did you mean `afterglow widgets add`?"),
    (["help", "simulat"], "did you mean `afterglow simulate`?"),
    (["bedside-clock"], "`afterglow run bedside-clock` shows this board"),
    (["frobnicate"], "`afterglow --help` lists all"),
    (["widgets", "frobnicate"], "`afterglow widgets --help` lists all"),
  ])
  func `an unknown command is reported as one, with the nearest`(_ arguments: [String], _ words: String) throws {
    let result = try CommandLineProgram().run(arguments)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("afterglow: unknown command \"\(arguments.last!)\""), "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test(arguments: ["render", "simulate", "build", "check", "symbols"])
  func `every example runs`(_ command: String) throws {
    let program = try CommandLineProgram()
    let examples = Self.examples(try program.run([command, "--help"]).output).filter { $0.first == command }
    #expect(examples.count >= 2)
    // A panel that can be touched, with a second page.
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "boards/kitchen"), withIntermediateDirectories: true)
    let board = try program.text("boards/bedside-clock/board.yaml") + "\ninput: auto\n"
    try program.write(board, to: "boards/kitchen/board.yaml")
    let pages = "pages: [{name: weather, widgets: [{kind: moon}]}]\n"
    try program.write("context: home\nwidgets: [{kind: clock}]\n" + pages, to: "boards/kitchen/scene.yaml")
    try program.write("- {at: 10, swipe: [600, 240, 200, 240]}\n", to: "taps.yaml")
    for example in examples {
      let result = try program.run(example)
      #expect(result.status == 0, "\(example.joined(separator: " ")): \(result.errors)")
    }
  }

  @Test(arguments: [
    ["render", "bedside-clock"], ["render"], ["frobnicate"], ["simulate", "bedside-clock", "--out", "x"],
    ["render", "bedside-clock", "--out", "x.png", "--lux", "bright"],
    ["render", "bedside-clock", "--out", "x.png", "--lux", "-1"],
    ["light"], ["light", "dark"], ["distance", "far"], ["distance", "101"], ["light", "-1"],
    ["light", "5", "--for", "0"],
    ["sensors", "bh1750"], ["sensors", "--live", "--set-night", "x"], ["sensors", "--seconds", "5"],
    ["view", "--rotation", "45", "x"], ["compare", "a.png"], ["power"], ["power", "dim"],
    ["run", "bedside-clock", "--virtual", "--control", "x"], ["compare", "a.png", "b.png", "--tolerance", "256"],
    ["run", "bedside-clock", "--lux", "1", "--lux-trace", "x"],
    ["simulate", "bedside-clock", "--from", "2026-01-02T00:00Z", "--to", "2026-01-01T00:00Z", "--out", "x"],
    [
      "simulate", "bedside-clock", "--from", "2026-01-01T00:00Z", "--to", "2026-01-02T00:00Z", "--frames", "all",
      "--out", "x",
    ],
  ])
  func `wrong usage ends with 64 and says what is right`(_ arguments: [String]) throws {
    let result = try CommandLineProgram().run(arguments)
    #expect(result.status == 64)
    #expect(!result.errors.isEmpty)
    #expect(result.errors.contains("Usage") || result.errors.contains("--help"))
  }

  @Test(arguments: [
    ["render", "bedside-clock", "--out", "x.jpg"], ["render", "--widget", "clock", "--out", "a.b/x.WebP"],
    ["plot", "evening", "--out", "x.jpeg"], ["compare", "a.png", "b.png", "--out", "x.gif"],
    ["symbols", "rain", "--out", "x.svg"], ["panel-sim", "clock.jsonl", "--panel", "2in13-v4", "--out", "x.bmp"],
  ])
  func `a picture's name that promises another format is refused`(_ arguments: [String]) throws {
    let program = try CommandLineProgram()
    let result = try program.run(arguments)
    #expect(result.status == 64, "\(result.text)")
    #expect(result.errors.contains("ends in .png, found \"\(arguments.last!)\""), "\(result.errors)")
    #expect(!program.exists(arguments.last!))
  }

  @Test(arguments: [
    ["light", "-5"], ["light", "-0.5", "bedside-clock", "--for", "10"], ["light", "--", "-5"], ["distance", "-2"],
    ["run", "bedside-clock", "--lux", "-1"], ["render", "bedside-clock", "--out", "x.png", "--lux", "-1e3"],
    ["render", "bedside-clock", "--out", "x.png", "--distance", "-1"],
  ])
  func `a number below zero is answered as a number`(arguments: [String]) throws {
    let number = try #require(arguments.first { $0.hasPrefix("-") && Double($0) != nil })
    let result = try CommandLineProgram().run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("from 0 to") && result.errors.contains("found \"\(number)\""), "\(result.errors)")
    #expect(!result.errors.lowercased().contains("missing") && !result.errors.contains("Unknown option"))
  }

  @Test(arguments: [
    (["studio", "bedside-clock", "--no-open", "--port", "80808"], "80808", "from 0 to 65535"),
    (["run", "bedside-clock", "--http", "80808"], "80808", "from 0 to 65535"),
    (["run", "bedside-clock", "--http", "-1"], "-1", "from 0 to 65535"),
    (["compare", "a.png", "b.png", "--tolerance", "256"], "256", "from 0 to 255"),
    (["panel-sim", "a.jsonl", "--panel", "7in5-v2", "--ghost-limit", "5.5"], "5.5", "from 0 to 65535"),
    (["panel-sim", "a.jsonl", "--panel", "7in5-v2", "--temperature", "200"], "200", "from -128 to 127"),
  ])
  func `a number beyond its range is answered with the range`(
    _ arguments: [String], _ number: String, _ range: String
  ) throws {
    let result = try CommandLineProgram().run(arguments)
    // The parser breaks lines.
    let errors = result.errors.replacing(/\s+/, with: " ")
    let told = "expected a whole number \(range), found \"\(number)\""
    #expect(result.status == 64 && errors.contains(told), "\(errors)")
  }

  private static func render(_ options: String...) -> [String] {
    ["render", "bedside-clock", "--out", "x.png"] + options
  }

  private static let mismatches: [(arguments: [String], words: String)] = [
    (
      render("--locale", "de"),
      "--locale is for --widget, and has no effect on a board; set \"locale\" in its scene.yaml"
    ),
    (render("--density", "2"), "--density is for --widget"),
    (render("--pixel-format", "mono1"), "set \"pixelFormat\" in its board.yaml"),
    (render("--distance", "3"), "--distance has no effect: bedside-clock has no `distance` in board.yaml"),
    (["render", "--widget", "clock", "--out", "x.png", "--distance", "3"], "write --detail simplified"),
    (["light", "bedside-clock", "0.5"], "`afterglow light 0.5 bedside-clock`"),
    (["light", "17", "0.5"], "`afterglow light 0.5 17`"),
    (["distance", "bedside-clock", "2"], "`afterglow distance 2 bedside-clock`"),
    (["power", "bedside-clock", "off"], "`afterglow power off bedside-clock`"),
    (["push", "boiler", "{\"t\": 3}"], "`printf '%s' '{\"t\": 3}' | afterglow push boiler`"),
    (["start", "bedside-clock"], "did you mean `afterglow run`?"),
    (["widgets", "install", "tides"], "did you mean `afterglow widgets add`?"),
    (
      ["plot", "boards/bedside-clock"],
      "found a board; `afterglow simulate boards/bedside-clock --out DIR` writes one"
    ),
    (
      ["run", "bedside-clock", "epaper-2in13-v4", "--headless"],
      "`afterglow run` takes one board, found 2; one process shows one board, so run each in a terminal of its own: "
        + "`afterglow run bedside-clock`, `afterglow run epaper-2in13-v4`"
    ),
    (
      ["stop", "bedside-clock", "epaper-2in13-v4"],
      "found 2; name one at a time: `afterglow stop bedside-clock`, `afterglow stop epaper-2in13-v4`"
    ),
    (["run", "bedside-clock", "nothing"], "Unexpected argument 'nothing'"),
    (["plot", "17"], "expected the folder of a simulation, found none of its files"),
  ]

  @Test(arguments: mismatches)
  func `arguments that do not belong together are answered with those that do`(
    arguments: [String], words: String
  ) throws {
    let program = try CommandLineProgram()
    try FileManager.default.createDirectory(atPath: program.path("17"), withIntermediateDirectories: true)
    let result = try program.run(arguments)
    #expect(result.status != 0 && !program.exists("x.png"))
    // The parser breaks lines.
    #expect(result.errors.replacing(/\s+/, with: " ").contains(words), "\(result.errors)")
  }

  @Test(arguments: ["run", "render", "simulate", "build", "check", "studio", "status"])
  func `a shell completes boards by name, and folders on the way to one`(_ command: String) throws {
    let program = try CommandLineProgram()
    // The word at 2 up to its last letter, as a script of completion asks.
    func words(_ begun: String) throws -> [String] {
      let result = try program.run(
        ["---completion", command, "--", "positional@0", "2", "\(begun.count)", "afterglow", command, begun])
      #expect(result.status == 0, "\(result.text)")
      return result.output.split(separator: "\n").map(String.init)
    }
    #expect(try words("bed") == ["bedside-clock"])
    #expect(try words("").contains("epaper-2in13-v4") && words("").contains("boards/"))
    #expect(try words("boards/e") == ["boards/epaper-2in13-v4"])
  }

  @Test func `a shell completes boards that run`() throws {
    let program = try CommandLineProgram()
    #expect(try program.run(["run", "bedside-clock", "--once"]).status == 0)
    let places = [
      ("stop", 0), ("logs", 0), ("reload", 0), ("power", 1), ("light", 1), ("distance", 1), ("touch-test", 0),
    ]
    for (command, place) in places {
      let result = try program.run(
        ["---completion", command, "--", "positional@\(place)", "2", "3", "afterglow", command, "bed"])
      #expect(result.output.split(separator: "\n") == ["bedside-clock"], "\(command): \(result.text)")
    }
  }

  @Test func `where no board has a name, the places are listed`() throws {
    let program = try CommandLineProgram()
    for board in ["bedside-clock", "epaper-2in13-v4"] {
      try FileManager.default.removeItem(atPath: program.path("boards/\(board)"))
    }
    let result = try program.run(["check", "kitchen"])
    #expect(result.status == 1)
    // The machine may have boards of its own.
    #expect(!result.text.contains("(none)"), "\(result.text)")
    #expect(result.text.contains("/etc/afterglow/boards") || result.text.contains("the name of one"))
  }

  /// The commands and their options, as the program prints them for other programs.
  private struct Table: Decodable {
    struct Command: Decodable {
      struct Argument: Decodable {
        struct Name: Decodable { var kind, name: String }
        var names: [Name]?
        var parsingStrategy: String
      }
      var commandName: String
      var subcommands: [Command]?
      var arguments: [Argument]?
    }
    var command: Command
  }

  @Test func `every option of every command is suggested when its last letter is doubled`() throws {
    let program = try CommandLineProgram()
    let output = try program.run(["--experimental-dump-help"]).output
    func check(_ command: Table.Command, _ path: [String]) throws {
      // The parameters of an intent may be of any name.
      if command.arguments?.contains(where: { $0.parsingStrategy != "default" }) == true { return }
      for name in (command.arguments ?? []).flatMap({ $0.names ?? [] }) where name.kind == "long" {
        let wrong = "--\(name.name)\(name.name.last!)"
        let result = try program.run(path + [wrong])
        #expect(result.status == 64 && result.output.isEmpty, "\(path) \(wrong): \(result.text)")
        let words = "afterglow: unknown option \"\(wrong)\"; did you mean \"--\(name.name)\"?; `afterglow"
        #expect(result.errors.hasPrefix(words), "\(path): \(result.errors)")
      }
      for one in command.subcommands ?? [] where one.commandName != "help" { try check(one, path + [one.commandName]) }
    }
    try check(try JSONDecoder().decode(Table.self, from: Data(output.utf8)).command, [])
  }

  @Test(arguments: [
    (["render", "bedside-clock", "-o", "now.png"], "unknown option \"-o\"; did you mean \"--out\"?"),
    (["render", "bedside-clock", "--Out", "now.png"], "unknown option \"--Out\"; did you mean \"--out\"?"),
    (["render", "bedside-clock", "--outt=now.png"], "unknown option \"--outt\"; did you mean \"--out\"?"),
    (["run", "bedside-clock", "-headless"], "unknown option \"-headless\"; did you mean \"--headless\"?"),
    (["widgets", "new", "x", "-help"], "unknown option \"-help\"; did you mean \"--help\"?"),
    (["stop", "--frobnicate"], "unknown option \"--frobnicate\"; `afterglow stop --help` lists all"),
    (
      ["render", "--widget", "clock", "--family", "medium", "--out", "x.png"],
      "--family: expected one of systemSmall, systemMedium"
    ),
    (["panel-sim", "a.jsonl", "--panel", "7in5v2"], "found \"7in5v2\"; did you mean \"7in5-v2\"?"),
    (["render", "bedside-clock", "--out", ""], "--out is empty"),
    (["build", "bedside-clock", "--out="], "--out is empty"),
    (["check", ""], "an argument is empty"), (["run", ""], "an argument is empty"),
    (["stop", ""], "an argument is empty"),
    (
      ["studio", "bedside-clock", "--no-open", "--host-name", "https://panel.example.org:8443/x"],
      "expected a host name such as panel.example.org, found an address; write --host-name panel.example.org"
    ),
    (["gallery", "--widget", "clok", "--out", "g"], "there is no widget \"clok\""),
    (["gallery", "--widget", "clok", "--out", "g"], "; did you mean \"clock\"?"),
    (["gallery", "--look", "drk", "--out", "g"], "; did you mean \"dark\"?"),
    (["render", "--widget", "wether", "--out", "x.png"], "; did you mean \"weather\"?"),
    (["render", "--widget", "clock", "--host", "iPhone 430", "--out", "x.png"], "; did you mean \"iPhone 430x932\"?"),
    (["studio", "bedside-clock", "--no-open", "--host-name", "panel:80"], "found \"panel:80\""),
    (
      [
        "studio", "bedside-clock", "--no-open", "--port", "8090", "--listen", "0.0.0.0:8090", "--password-file", "pw",
      ],
      "--listen 0.0.0.0:8090: the studio itself listens on 127.0.0.1:8090, because of --port; leave out --port"
    ),
    (
      ["studio", "bedside-clock", "--no-open", "--listen", "0.0.0.0:80808", "--password-file", "pw"],
      "0.0.0.0:80808: expected an address and a port from 0 to 65535"
    ),
    (["build", "bedside-clock", "--out", "clock/"], "clock/ names a folder; give a file name"),
    (["build", "bedside-clock", "--out", "boards"], "boards names a folder; give a file name"),
    (["render", "bedside-clock", "--out", "boards/"], "boards/ names a folder; give a file name"),
    (["render", "bedside-clock", "--out", "x.png", "--layout", "y/"], "y/ names a folder; give a file name"),
  ])
  func `a mistake in an option is named with its remedy`(_ arguments: [String], _ words: String) throws {
    let program = try CommandLineProgram()
    let result = try program.run(arguments)
    #expect(result.status == 64 && result.output.isEmpty, "\(result.text)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(!program.exists("now.png") && !program.exists("x.png"))
  }

  @Test(arguments: [
    ("2026-11-31T22:07:00Z", "November has 30 days, found day 31"),
    ("2026-02-29T22:07Z", "February 2026 has 28 days, found day 29"),
    ("2028-02-30T22:07Z", "February 2028 has 29 days, found day 30"),
    ("2026-13-01T22:07:00Z", "expected a month from 01 to 12, found 13"),
    ("2026-11-00T22:07:00Z", "November has 30 days, found day 00"),
    ("2026-11-21T25:07:00Z", "expected an hour from 00 to 23, found 25"),
    ("2026-11-21T24:00:00Z", "midnight is 00:00 of the next day"),
    ("2026-11-21T22:60:00Z", "expected a minute from 00 to 59, found 60"),
    ("2026-11-21T22:07:60Z", "expected a second from 00 to 59, found 60"),
    ("2026-11-21T22:07:00+1", "the zone needs two digits for its hours: +01:00"),
    ("2026-11-21T22:07-3:30", "the zone needs two digits for its hours: -03:30"),
    ("2026-11-21T22:07:00 CET", "expected Z or an offset such as +01:00 for the zone, found \" CET\""),
    ("2026-11-21T9:41:00Z", "the hour needs two digits, found \"9\""),
    ("2026-1-21T09:41:00Z", "the month needs two digits, found \"1\""),
    ("2026-11-21", "the time is missing; write 2026-11-21T00:00:00Z"),
  ])
  func `an instant that cannot be is answered with the part that is wrong`(_ text: String, _ words: String) throws {
    let program = try CommandLineProgram()
    for arguments in [
      ["render", "bedside-clock", "--out", "x.png", "--at", text], ["check", "bedside-clock", "--at", text],
      ["simulate", "bedside-clock", "--out", "x", "--from", text, "--to", "2026-12-24T00:00Z"],
    ] {
      let result = try program.run(arguments)
      #expect(result.status == 64 && result.errors.contains(words), "\(result.text)")
    }
  }

  @Test func `an instant without a zone is answered with one that has it`() throws {
    let result = try CommandLineProgram().run([
      "render", "bedside-clock", "--at", "2026-11-21T09:41:00", "--out", "x.png",
    ])
    #expect(result.status == 64)
    #expect(result.errors.contains("zone is missing"))
    #expect(result.errors.contains("2026-11-21T09:41:00Z"))
  }

  @Test func `a nonsensical instant is answered with an example`() throws {
    let result = try CommandLineProgram().run(["render", "bedside-clock", "--at", "tomorrow", "--out", "x.png"])
    #expect(result.status == 64)
    #expect(result.errors.contains("2026-11-21T22:07:00+01:00"))
  }

  @Test(arguments: [["render", "--out", "x.png"], ["build", "--out", "x"], ["run"]])
  func `an unknown board ends with 65 and names the nearest`(_ arguments: [String]) throws {
    let result = try CommandLineProgram().run([arguments[0], "bedside-clok"] + arguments.dropFirst())
    #expect(result.status == 65)
    #expect(result.errors.contains("did you mean \"bedside-clock\"?"))
  }
}
