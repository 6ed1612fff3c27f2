import Afterglow
import AfterglowArchive
import AfterglowDocuments
import Foundation
import TestSupport
import Testing

@testable import AfterglowBoards
@testable import AfterglowWidgets

private let item = "  - {kind: document, configuration: {view: w.yaml, file: v.json}}\n"

private func small(_ view: String) -> String { "families:\n  systemSmall: \(view)\n" }

private func problems(_ view: String, _ values: String = "{}") -> [String] {
  load(scene: "widgets:\n  - kind: clock\n" + item, files: ["w.yaml": view, "v.json": values]).problems
}

/// The texts of a small widget on a panel at 2026-11-21T10:00 in Lisbon.
private func texts(_ view: String, _ values: String = "{}", detail: LevelOfDetail = .default) throws -> [String] {
  let scene = try compile("  - kind: clock\n" + item, files: ["w.yaml": view, "v.json": values], detail: detail)
  return scene.layout.nodes.filter { $0.slot == "document" && $0.name != "ageMark" }.compactMap(\.text)
}

/// The view of a document as a host makes it, and what was noted.
private func made(
  _ view: String, _ values: [String: EntryValue] = [:], _ facts: ViewFacts = ViewFacts()
) throws -> ViewLedger {
  let document = try ViewDocument(bytes: Array(view.utf8), file: "w.yaml")
  let scope = ViewScope(values: values, now: Date(timeIntervalSince1970: 1_795_680_000), facts: facts)
  _ = document.view(in: scope)
  return scope.ledger
}

/// Computations, conditions and styles in documents (docs/data-widgets.md).
@Suite struct DocumentComputationTests {
  private let bus = """
    {"line": "42", "departs": "2026-11-21T10:30:00Z", "delay": 3, "price": 0.254, "change": 0.021,
     "collected": "2026-11-24", "rooms": [{"n": "Bath", "t": 19}, {"n": "Attic", "t": 24}, {"n": "Hall", "t": 26}],
     "soc": 37, "color": "orange", "state": "19.5"}
    """

  @Test(
    arguments: [
      ("{departs + delay * 1min}", "10:33"), ("{departs + delay * 1min:time}", "10:33"),
      ("{price * 100:.1} ct", "25.4 ct"),
      ("{change:+.1%}", "+2.1%"), ("{-change:+.1%}", "\u{2212}2.1%"), ("{collected:weekday}", "Tuesday"),
      ("{collected:dayMonthAbbreviated}", "24 Nov"), ("{collected:weekdayDayMonth}", "Tuesday 24 November"),
      ("{count(rooms)} rooms, {max(rooms.0.t, rooms.1.t)}°", "3 rooms, 24°"),
      ("{delay > 5 ? 'late' : 'on time'}", "on time"),
      ("{join(rooms, ', ', 'n')}", "Bath, Attic, Hall"), ("{argmax(rooms, 't').n}", "Hall"),
      ("{first(rooms, item.t > 20).t:.1}", "24.0"), ("{sum(where(rooms, item.t < 25), 't')}", "43"),
      ("{gone ?? 'none'}", "none"), ("{number(state) - 1:.1}", "18.5"), ("{90min}", "1 hr, 30 min"),
      ("{delay == 3 ? 'a: b' : '}'}", "a: b"), ("{'{'}", "{"), ("{average(rooms, 't'):.1}", "23.0"),
    ] as [(String, String)])
  func `texts show computations`(text: String, shown: String) throws {
    let quoted = text.replacing("\"", with: "\\\"")
    #expect(try texts(small("{text: \"\(quoted)\"}"), bus) == [shown])
  }

  @Test(arguments: [
    ("2026-11-20", "Yesterday"), ("2026-11-21", "Today"), ("2026-11-21T23:59:00Z", "Today"), ("2026-11-22", "Tomorrow"),
    ("2026-11-24", "In 3 days"),
  ]) func `days are in words`(day: String, shown: String) throws {
    // The entries of the next midnights follow.
    #expect(try texts(small("{text: \"{day:days}\"}"), "{\"day\": \"\(day)\"}").first == shown)
  }

  @Test(arguments: [
    (
      "{text: \"{a[0].n}\"}",
      "w.yaml:2:23: expected an item's number after a dot, such as a.0.n, found \"[\", at character 3 of \"{a[0].n}\""
    ),
    ("{text: \"{a['b'][12]}\"}", "expected an item's number after a dot, such as a.b.12, found \"[\""),
    (
      "{text: \"{a[-1]}\"}",
      "such as a.0, found \"[\"; for one from the end name its path in \"values\", such as $.a[-1], at character"
    ),
    ("{text: \"{a +}\"}", "w.yaml:2:23: expected a value's name, a number or a text, found \"}\", at character 5 of"),
    ("{text: \"{a b}\"}", "expected an operator, \":\" and a format, or \"}\", found \"b\""),
    ("{text: \"{rond(a)}\"}", "did you mean \"round\"?"),
    ("{if: \"a >\", then: spacer}", "w.yaml:2:21: expected a value's name"),
    ("{if: {family: [small]}, then: spacer}", "expected one of systemSmall"),
    ("{if: {luminance: dim}, then: spacer}", "expected one of full, reduced"),
    ("{if: {above: 3}, then: spacer}", "expected \"value\""), ("{if: {}, then: spacer}", "expected \"value\""),
    ("{text: a, opacity: 2}", "expected a number from 0 to 1 for \"families.systemSmall.opacity\", found 2"),
    ("{text: a, foregroundStyle: {if: a, then: red}}", "expected \"else\""),
    (
      "{text: a, foregroundStyle: {value: a}}",
      "expected one of \"cases\", \"steps\" and \"gradient\" with \"value\", found 0"
    ),
    ("{text: a, foregroundStyle: {value: a, gradient: [red, blue]}}", "expected \"in\""),
    (
      "{text: a, foregroundStyle: {value: a, steps: {low: red}}}",
      "expected a number for each of \"steps\", found \"low\""
    ),
    ("{text: a, foregroundStyle: {value: a, cases: {low: rde}}}", "did you mean \"red\"?"),
    ("{text: a, link: page}", "expected an address such as https://example.org"),
    ("{text: a, link: \"https://e.org\", action: Go}", "expected either \"link\" or \"action\", found both"),
    ("{forEach: a, where: \"x ==\", content: spacer}", "expected a value's name"),
    ("{forEach: a, limit: 0, content: spacer}", "expected a whole number from 1 to 1000"),
  ]) func `what cannot be computed is reported with its place`(view: String, message: String) {
    let found = problems(small(view))
    #expect(found.contains { $0.hasPrefix("w.yaml:2:") && $0.contains(message) }, "\(found)")
  }

  @Test func `what values spoil is reported with its place`() {
    let view = """
      families:
        systemSmall:
          vstack:
            - {text: "{line * 2}"}
            - {text: a, foregroundStyle: "{color}"}
            - {symbol: "{icon}"}
            - {text: a, link: "{line}"}
      """
    let found = problems(view, #"{"line": "x", "color": "orang", "icon": "buss"}"#)
    #expect(found.contains { $0.hasPrefix("w.yaml:4:16: expected values that \"*\" suits") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("w.yaml:5:36: ") && $0.contains("did you mean \"orange\"?") }, "\(found)")
    #expect(
      found.contains { $0.hasPrefix("w.yaml:6:18: expected a symbol's name from values, found \"buss\"") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("w.yaml:7:25: expected an address from values, found \"x\"") }, "\(found)")
  }

  @Test func `a subtraction without spaces is explained`() {
    let found = problems(small("{text: \"{a-b}\"}"), #"{"a": 1, "b": 2}"#)
    #expect(found.first?.hasSuffix("found none; to subtract, write spaces around the minus") == true, "\(found)")
  }

  @Test(arguments: [
    ("{gauge: {value: t, min: 0, max: 30}}", "found \"min\"; write \"in: [0, 30]\""),
    ("{gauge: {value: t, max: 30}}", "found \"max\"; write \"in: [0, 30]\""),
    (
      "{chart: {values: rooms, y: temp}}",
      "expected a member \"temp\" in the items of \"rooms\" in v.json, found \"name\", \"t\""
    ),
    (
      "{chart: {values: rooms, y: name}}",
      "expected a number \"name\" in the items of \"rooms\" in v.json, found the text"
    ),
    ("{forEach: t, content: spacer}", "expected a list \"t\" in v.json, found a number"),
    ("{text: \"{de:days}\"}", "expected a date such as 2026-11-30"),
    ("{forEach: rooms, as: room, content: {text: \"{room.T}\"}}", "found none; did you mean \"room.t\"?"),
    ("{forEach: rooms, as: room, content: {text: \"{name}\"}}", "found none; did you mean \"room.name\"?"),
    ("{forEach: rooms, as: room, content: {text: \"{room.size}\"}}", "found none; \"room\" has \"name\", \"t\""),
    ("{text: \"{rooms.name}\"}", "\"rooms\" is a list of 2 items: show them with forEach"),
    ("{forEach: rooms, as: room, content: {text: \"{item.name}\"}}", "found none; did you mean \"room.name\"?"),
    ("{forEach: rooms, content: {text: \"{room.t}\"}}", "found none; did you mean \"item.t\"?"),
    ("{text: \"{share-1}\"}", "found none; to subtract, write spaces around the minus"),
    ("{text: \"{shar-e}\"}", "found none; did you mean \"share\"?"),
    ("{text: \"{t | round}\"}", "expected a function before its value"),
  ]) func `what a view shows wrongly is named with its remedy`(view: String, words: String) {
    let values =
      #"{"t": 21.5, "share": 1, "de": "30.11.2026", "rooms": [{"name": "Bath", "t": 20}, {"name": "Bed", "t": 18}]}"#
    let found = problems(small(view), values)
    #expect(found.count == (words.isEmpty ? 0 : 1), "\(found)")
    #expect(words.isEmpty || found.first?.contains(words) == true, "\(found)")
  }

  @Test(arguments: [
    ("{gauge: {value: t}}", "write its range, such as \"in: [0, 100]\""),
    ("{progress: {value: t}}", "write the whole, such as \"total: 100\""),
    ("{chart: {values: rooms, y: t, x: date}}", "expected a member \"date\" in the items of \"rooms\""),
    ("{text: \"{{ states.temperature }}\"}", "is shown as text in braces; for a value write \"{temperature}\""),
    (
      "{text: \"now ${t}\"}",
      "\"${t}\" is shown as a dollar sign and the value; for the value alone write \"{t}\", and for a price give it "
        + "decimals, such as \"${t:.2}\""
    ),
    ("{text: \"${t:.2} a litre\"}", ""), ("{text: \"$ {t}, $5\"}", ""),
    ("{if: heating, then: spacer}", "found the text \"off\", which counts as true"),
    (
      "{if: heating == on, then: spacer}",
      "expected a value \"on\" in \"heating == on\", found none; put a text in quotes: 'on'"
    ),
    ("{text: \"{on != heating ? 'a' : 'b'}\"}", "put a text in quotes: 'on'"),
    ("{if: heating == 'on', then: spacer}", ""), ("{if: heating == de, then: spacer}", ""),
    ("{if: t == gone, then: spacer}", ""),
    (
      "{text: \"{t:%}\"}",
      "expected a share of 1 from \"t\" for the format \"%\", found a larger number, which is shown times 100; write "
        + "\"{t} %\""
    ),
    ("{text: \"{-t * 2:.1%}\"}", "divide it by 100"), ("{text: \"{share:%}, {t / 100:.1%}\"}", ""),
    ("{if: de, then: spacer}", ""), ("{gauge: {value: t, in: [0, 30]}}", ""), ("{gauge: {value: share}}", ""),
    ("{progress: {value: t, total: 30}}", ""), ("{text: \"{{\"}", ""), ("{chart: {values: rooms, y: t, x: name}}", ""),
  ]) func `what a view hardly means is advised on`(view: String, words: String) throws {
    let values = #"{"t": 21.5, "share": 1, "de": "x", "heating": "off", "rooms": [{"name": "Bath", "t": 20}]}"#
    let (folder, problems) = load(
      scene: "context: home\nwidgets:\n" + item.replacing("document,", with: "document, family: systemSmall,"),
      files: ["w.yaml": small(view), "v.json": values])
    #expect(problems == [])
    let advice = try #require(folder).advice.map(\.message)
    #expect(advice.count == (words.isEmpty ? 0 : 1), "\(advice)")
    #expect(words.isEmpty || advice.first?.contains(words) == true, "\(advice)")
  }

  @Test func `lists may be computed where views and charts repeat them`() throws {
    let list = small("{forEach: \"sort(rooms, -item.t)\", as: room, limit: 2, content: {text: \"{room.n}\"}}")
    #expect(try texts(list, bus) == ["Hall", "Attic"])
    let chart = small("{chart: {values: \"where(rooms, item.t > 20) + rooms\", y: t}}")
    #expect(problems(list, bus) == [] && problems(chart, bus) == [])
    let found = problems(small("{forEach: \"sort(delay)\", content: spacer}"), bus)
    #expect(found == ["w.yaml:2:26: expected a list for sort, found a number in \"sort(delay)\""], "\(found)")
  }

  // MARK: How it is shown

  @Test func `conditions know family, mode, appearance, luminance and detail`() throws {
    let view = """
      families: [systemSmall, systemMedium]
      view:
        vstack:
          - {if: {family: systemSmall}, then: {text: "{small}"}, else: {text: "{other}"}}
          - {if: {mode: [accented, vibrant], luminance: reduced}, then: {text: "{night}"}}
          - {if: "widget.appearance == 'light'", then: {text: "{light}"}}
          - {if: {detail: simplified, value: near, equals: 1}, then: {text: "{far}"}}
      """
    func asked(_ facts: ViewFacts) throws -> [String] {
      try made(view, ["near": .number(1, decimals: 0)], facts).missing.map(\.name)
    }
    #expect(try asked(ViewFacts()) == ["small"])
    #expect(try asked(ViewFacts(family: .systemMedium)) == ["other"])
    #expect(try asked(ViewFacts(mode: .vibrant, isLuminanceReduced: true)) == ["small", "night"])
    #expect(try asked(ViewFacts(mode: .vibrant)) == ["small"])
    #expect(try asked(ViewFacts(appearance: .light)) == ["small", "light"])
    #expect(try asked(ViewFacts(detail: .simplified)) == ["small", "far"])
    // All of them are looked at by `check`, whichever are met.
    let names = ["small", "other", "night", "light", "far"].filter { name in
      problems(view, #"{"near": 1}"#).contains { $0.contains("\"\(name)\"") }
    }
    #expect(names.count == 5)
  }

  @Test func `a host's variants meet their conditions`() throws {
    let view = small("{if: {detail: simplified}, then: {text: far}, else: {text: near}}")
    #expect(try texts(view) == ["near"])
    #expect(try texts(view, detail: .simplified) == ["far"])
  }

  @Test func `anchors and one list serve all families`() throws {
    let view = """
      shared:
        - &row {hstack: [{text: "{room.n}"}, spacer, {text: "{room.t}°"}]}
        - &quiet {font: footnote, foregroundStyle: secondary}
      families: [systemSmall, systemMedium, systemLarge]
      view:
        vstack:
          - {text: Rooms, <<: *quiet}
          - {forEach: rooms, as: room, where: "room.t > 20", limit: "widget.family == 'systemSmall' ? 1 : 5", content: *row}
      """
    #expect(problems(view, bus) == [])
    #expect(try texts(view, bus) == ["Rooms", "Attic", "24°"])
    let document = try ViewDocument(bytes: Array(view.utf8), file: "w.yaml")
    #expect(document.families == [.systemSmall, .systemMedium, .systemLarge])
  }

  @Test(arguments: [("", nil as WidgetTexture?), ("widgetTexture: paper\n", .paper as WidgetTexture?)])
  func `a view file says what its widget is made of`(line: String, texture: WidgetTexture?) throws {
    let document = try ViewDocument(bytes: Array((small("{text: a}") + line).utf8), file: "w.yaml")
    #expect(DocumentWidget(view: document).descriptor.texture == texture)
  }

  @Test(arguments: [
    ("families: []\nview: {text: a}", "expected at least one family"),
    ("families: [small]\nview: {text: a}", "systemSmall"),
    ("families: [systemSmall]", "expected \"view\""),
    ("families: {systemSmall: {text: a}}\nview: {text: a}", "expected \"view\" only with a list of families"),
    (
      "families: [systemSmall]\nview: {text: a}\ndisfavoredLocations: {standBy: [systemLarge]}",
      "expected families that \"families\" has too, found systemLarge"
    ),
    ("families: [systemSmall]\nview: {text: a}\ndisfavoredLocations: {kitchen: [systemSmall]}", "kitchen"),
    ("families: [systemSmall]\nview: {text: a}\ndisfavoredLocations: {standBy: []}", "expected at least one family"),
    ("families: [systemSmall]\nview: {text: a}\nsupportedMountingStyles: [hung]", "expected one of elevated, recessed"),
    ("families: [systemSmall]\nview: {text: a}\nwidgetTexture: wood", "expected one of glass, paper"),
  ]) func `a list of families that makes no sense is reported`(view: String, message: String) {
    #expect(problems(view).contains { $0.contains(message) }, "\(problems(view))")
  }

  // MARK: Styles

  /// Of a disc on a panel.
  private func color(_ style: String, _ values: String) throws -> UInt32 {
    let scene = try compile(
      "  - kind: clock\n" + item, files: ["w.yaml": small("{shape: circle, fill: \(style)}"), "v.json": values])
    let disc = try #require(scene.layout.nodes.first { $0.slot == "document" && $0.kind == "roundedRectangle" })
    let archive = AlignedBytes(scene.archive)
    return try withExtendedLifetime(archive) {
      try Archive.validate(archive.bytes).paints[disc.paint].color & 0xFF_FFFF
    }
  }

  @Test(arguments: [
    ("\"{color}\"", "orange"), ("\"{soc > 20 ? 'green' : 'red'}\"", "green"),
    ("{if: soc > 50, then: red, else: orange}", "orange"),
    ("{value: color, cases: {red: blue, orange: green}}", "green"), ("{value: soc, cases: {37: purple}}", "purple"),
    ("{value: color, cases: {red: blue}, default: teal}", "teal"),
    ("{value: soc, steps: {0: red, 20: orange, 50: green}}", "orange"),
    ("{value: soc + 13, steps: {0: red, 20: orange, 50: green}}", "green"),
    ("{value: soc, in: [0, 37], gradient: [red, green]}", "green"),
    ("{value: soc, in: [50, 90], gradient: [red, green]}", "red"),
    ("{color: {value: soc, steps: {0: pink}}}", "pink"), ("\"#{color == 'orange' ? '30D158' : 'FF0000'}\"", "green"),
  ]) func `a style follows a value`(style: String, name: String) throws {
    #expect(try color(style, bus) == color(name, bus))
  }

  @Test func `between two colours lies neither`() throws {
    let mixed = try color("{value: soc, in: [0, 74], gradient: [red, green]}", bus)
    #expect(try mixed != color("red", bus) && mixed != color("green", bus))
  }

  /// The colours of all that a widget draws on a panel.
  private func colors(_ view: String, _ values: String) throws -> Set<UInt32> {
    let scene = try compile("  - kind: clock\n" + item, files: ["w.yaml": small(view), "v.json": values])
    let archive = AlignedBytes(scene.archive)
    return try withExtendedLifetime(archive) {
      let paints = try Archive.validate(archive.bytes).paints
      return Set(scene.layout.nodes.filter { $0.slot == "document" }.map { paints[$0.paint].color & 0xFF_FFFF })
    }
  }

  @Test(
    arguments: [
      "\"{item.color}\"", "{color: \"{item.color}\", opacity: 1}",
      "{gradient: [\"{item.color}\", \"{item.color}\"]}", "{if: item.v > 2, then: green, else: orange}",
      "{if: {value: item.v, above: 2}, then: green, else: orange}",
      "{value: item.color, cases: {green: green}, default: orange}", "{value: item.v, steps: {0: orange, 3: green}}",
      "{value: item.v, in: [1, 4], gradient: [orange, green]}",
    ], ["line", "bar", "area", "point"])
  func `the style of a chart may depend on its items in every form`(style: String, mark: String) throws {
    let items = [(1, "orange"), (1, "orange"), (4, "green"), (4, "green")].map {
      "{\"v\": \($0), \"color\": \"\($1)\"}"
    }
    let values = "{\"list\": [\(items.joined(separator: ", "))]}"
    let view = "{chart: {values: list, y: v, mark: \(mark), style: \(style)}}"
    #expect(problems(small(view), values) == [])
    guard !style.hasPrefix("{gradient") else { return }
    let both: Set = try [color("orange", bus), color("green", bus)]
    #expect(try colors(view, values).isSuperset(of: both))
  }

  @Test func `links and actions are targets`() throws {
    let scene = try compile(
      "  - kind: clock\n" + item,
      files: [
        "w.yaml": small(
          """
          {vstack: [{text: "{line}", link: "https://example.org/{line}"}, {text: b, action: off}], widgetURL: "https://example.org"}
          """), "v.json": bus,
      ])
    #expect(scene.layout.targets["document"]?.map(\.kind) == [.widget, .link, .button])
  }

  // MARK: Time

  private func timeline(_ view: String, _ values: String, at date: String) throws -> Timeline<DocumentEntry> {
    let folder = FileManager.default.temporaryDirectory.appending(path: "turns-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(view.utf8).write(to: folder.appending(path: "w.yaml"))
    try Data(values.utf8).write(to: folder.appending(path: "v.json"))
    var environment = EnvironmentValues()
    environment.timeZone = TimeZone(identifier: "Europe/Berlin")!
    let context = TimelineProviderContext(
      family: .systemSmall, displaySize: Size(width: 170, height: 170), date: try Date(date, strategy: .iso8601),
      environment: environment, folder: folder)
    var intent = DocumentIntent()
    (intent.view, intent.file) = ("w.yaml", "v.json")
    return try DocumentProvider(sample: .unreadable).timeline(for: intent, in: context)
  }

  @Test func `a bus that has left goes without new values`() throws {
    let departures = ["09:05", "09:20", "09:50"].map { "{\"at\": \"2026-11-26T\($0):00+01:00\"}" }.joined(
      separator: ", ")
    let view = small("{forEach: d, as: bus, where: \"bus.at > now()\", limit: 2, content: {text: \"{bus.at:time}\"}}")
    let found = try timeline(view, "{\"d\": [\(departures)]}", at: "2026-11-26T08:00:00Z")
    #expect(found.entries.map { Int($0.date.timeIntervalSince1970 - 1_795_680_000) / 60 } == [0, 5, 20, 50])
    #expect(found.policy == .never)
  }

  @Test func `tomorrow becomes today at midnight, and more is asked for later`() throws {
    let found = try timeline(small("{text: \"{day:days}\"}"), #"{"day": "2026-11-29"}"#, at: "2026-11-26T08:00:00Z")
    #expect(found.entries.map { $0.date.formatted(.iso8601) } == ["2026-11-26T08:00:00Z", "2026-11-26T23:00:00Z"])
    #expect(found.policy == .after(try Date("2026-11-27T23:00:00Z", strategy: .iso8601)))
  }

  @Test func `many turns are bounded`() throws {
    let many = (1...100).map { "{\"at\": \(1_795_680_000 + $0 * 60)}" }.joined(separator: ", ")
    let view = small("{forEach: d, as: bus, where: \"date(bus.at) > now()\", content: {text: a}}")
    let found = try timeline(view, "{\"d\": [\(many)]}", at: "2026-11-26T08:00:00Z")
    #expect(found.entries.count == 1 + DocumentTurns.maximumCount)
    #expect(found.policy == .after(Date(timeIntervalSince1970: 1_795_680_000 + 25 * 60)))
  }

  @Test func `values of past entries are shown as of now`() throws {
    let view = small("{if: \"at > now()\", then: {text: a}, else: {text: b}}")
    let values = """
      {"policy": "atEnd", "entries": [
        {"date": "2026-11-26T07:00:00Z", "at": "2026-11-26T08:10:00Z"}, {"date": "2026-11-26T09:00:00Z", "at": "2026-11-26T08:10:00Z"}]}
      """
    let found = try timeline(view, values, at: "2026-11-26T08:00:00Z")
    #expect(found.entries.map { Int($0.date.timeIntervalSince1970 - 1_795_680_000) / 60 } == [-60, 0, 10, 60])
    #expect(found.policy == .atEnd)
  }

  @Test func `what lies beyond a day and a half is computed when it comes`() throws {
    let view = small("{if: \"at > now()\", then: {text: a}, else: {text: b}}")
    let entries = [26, 28, 29].map { "{\"date\": \"2026-11-\($0)T08:00:00Z\", \"at\": \"2026-11-\($0)T09:00:00Z\"}" }
    let values = "{\"policy\": \"never\", \"entries\": [\(entries.joined(separator: ", "))]}"
    let found = try timeline(view, values, at: "2026-11-26T08:00:00Z")
    #expect(found.entries.map { Int($0.date.timeIntervalSince1970 - 1_795_680_000) / 3600 } == [0, 1, 48, 72])
    #expect(found.policy == .after(try Date("2026-11-28T08:00:00Z", strategy: .iso8601)))
  }

  @Test func `a document without time has the entries of its values`() throws {
    let found = try timeline(small("{text: \"{a}\"}"), #"{"a": 1}"#, at: "2026-11-26T08:00:00Z")
    #expect(found.entries.count == 1 && found.policy == .never)
  }

  @Test func `a distance from now ticks`() throws {
    let scene = try compile(
      "  - kind: clock\n" + item,
      files: ["w.yaml": small("{text: \"{departs - now()}\"}"), "v.json": #"{"departs": "2026-11-21T10:30:00Z"}"#])
    #expect(scene.layout.nodes.contains { $0.slot == "document" && $0.tick != nil })
    let found = problems(small("{text: \"{now()}\"}"))
    #expect(found.contains { $0.contains("found one that moves with time") }, "\(found)")
  }

  @Test func `computations know when the values were written`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "values-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("{\"a\": 1}".utf8).write(to: URL(fileURLWithPath: path))
    let written = Date(timeIntervalSince1970: 1_795_676_400)
    try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: path)
    let values = try DocumentIntent().values(path: path)
    #expect(values.updated == written)
    let age = try ViewExpressionReader.read(
      "minutes(now() - updated())", at: DocumentPosition(line: 1, column: 1))
    let scope = ViewScope(values: [:], now: written + 1800, updated: values.updated)
    #expect(age.value(in: scope) == .number(30, decimals: 0))
    let bare = ViewScope(values: [:], now: written)
    #expect(age.value(in: bare) == nil)
    #expect(bare.ledger.faults.map { $0.message.contains("expected a file or source of values") } == [true])
    #expect(problems(small("{text: \"{updated():relative}\"}")) == [])
  }

  @Test func `previews may be computed from their own time`() throws {
    let document = try ViewDocument(
      bytes: Array("preview: {at: \"{now() + 8min}\", deep: [{x: \"{1 +}\"}]}\nfamilies: {systemSmall: spacer}".utf8),
      file: "w.yaml")
    let now = Date(timeIntervalSince1970: 0)
    let values = document.preview(at: now, Calendar(identifier: .gregorian))
    #expect(values["at"] == .date(now.addingTimeInterval(480)))
    #expect(values["deep"] == .list([.object(["x": .text("{1 +}")])]))
  }

  @Test func `computations of a family are bounded`() {
    let view = small(
      "{forEach: r, as: x, content: {forEach: r, as: y, where: \"x.a + y.a > 1000 and x.a < y.a\", content: {text: a}}}"
    )
    let rows = "{\"r\": [" + Array(repeating: "{\"a\": 1}", count: 900).joined(separator: ",") + "]}"
    let found = problems(view, rows)
    #expect(found.contains { $0.contains("at most 200000 steps of computations in systemSmall") }, "\(found)")
  }
}
