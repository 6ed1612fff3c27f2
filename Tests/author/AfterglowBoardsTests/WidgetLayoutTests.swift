import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowBoards

/// 2026-11-21T10:09:35Z
private let now = Date(timeIntervalSince1970: 1_795_255_775)

private var repository: String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .path
}

/// A shipped board with another scene, in a fixed zone and language; the same is compiled only once.
func compile(
  _ widgets: String, on board: String = "bedside-clock", files: [String: String] = [:],
  detail: LevelOfDetail = .default
) throws -> CompiledScene {
  try compiled(ShownBoard(widgets: widgets, board: board, files: files, detail: detail))
}

private struct ShownBoard: Hashable {
  var widgets: String
  var board: String
  var files: [String: String]
  var detail: LevelOfDetail
}

private let compiled = MadeOnce { (shown: ShownBoard) in
  let (widgets, board, files) = (shown.widgets, shown.board, shown.files)
  let path = FileManager.default.temporaryDirectory.path + "/layout-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  for name in ["board.yaml", "forecast.json"] where files[name] == nil {
    try FileManager.default.copyItem(atPath: "\(repository)/boards/\(board)/\(name)", toPath: "\(path)/\(name)")
  }
  let scene = "zone: Europe/Lisbon\nlocale: en-GB\nwidgets:\n" + widgets
  for (name, text) in files.merging(["scene.yaml": scene], uniquingKeysWith: { $1 }) {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
  let folder = try #require(BoardFolder.load(path, at: now).folder)
  var panel = folder.panelScene()
  panel.style.levelOfDetail = shown.detail
  return try SceneCompiler().compile(panel, at: now)
}

let clockAndWeather = "  - kind: clock\n  - {kind: weather, configuration: {rebase: true}}\n"
let dialAndValue =
  "  - {kind: clock, configuration: {style: analogue}}\n  - {kind: value, configuration: {file: t.json}}\n"
let tank = """
  {"kind": "value", "policy": "never", "entries": [{"date": "2026-11-21T08:00:00Z", "title": "Hot water",
    "value": 54.5, "unit": "°C", "detail": "Tank, upper", "symbol": "thermometer", "trend": "rising"}]}
  """

extension CompiledScene {
  fileprivate func named(_ name: String) -> [LayoutNode] { layout.nodes.filter { $0.name == name } }

  fileprivate var ageText: String? { named("ageMark").compactMap(\.text).first { $0.contains("as of") } }

  /// The texts of each slot, in which a time of day or date counts once, and so do the sky and its words, and the high and the low
  /// of a day; marks are not content.
  fileprivate func pieces(_ slot: String) -> Set<String> {
    let once = [
      "minute": "hour", "degree": "temperature", "unit": "value", "hour hand": "hour",
      "minute hand": "hour", "condition": "symbol", "low": "high",
    ]
    return Set(
      layout.nodes.filter { $0.slot == slot }.compactMap(\.name).filter { !["ageMark", "sampleMark"].contains($0) }
        .map { once[$0] ?? $0 })
  }
}

@Suite struct WidgetLayoutTests {
  @Test func `a value's arrow is that of its past unless one is given`() throws {
    let document = """
      {"kind": "value", "policy": "never", "entries": [
        {"date": "2026-11-21T08:00:00Z", "title": "Tank", "value": 54.5, "detail": "upper"}]}
      """
    let scene = """
        - kind: clock
        - {kind: value, configuration: {file: t.json, history: t.csv}}

      """
    func hasArrow(_ lines: String) throws -> Bool {
      try !compile(scene, files: ["t.json": document, "t.csv": lines]).named("trend").isEmpty
    }
    #expect(try hasArrow("2026-11-21T06:00Z,50\n2026-11-21T07:00Z,54\n"))
    // Values after the entry are not known to it yet.
    #expect(try !hasArrow("2026-11-21T07:00Z,50\n2026-11-21T09:00Z,54\n"))
    let broken = try compile(scene, files: ["t.json": document, "t.csv": "2026-11-21T06:00Z;many\n"])
    #expect(broken.diagnostics.contains { $0.slot != nil && $0.message.contains("t.csv:1:1:") })
  }

  @Test(arguments: ["bedside-clock", "epaper-2in13-v4"])
  func `a small widget shows at most four things`(board: String) throws {
    let scene = try compile(clockAndWeather, on: board)
    #expect(scene.pieces("clock") == ["hour", "date"])
    #expect(scene.pieces("weather") == ["temperature", "symbol", "high"])
    let other = try compile(dialAndValue, on: board, files: ["t.json": tank])
    #expect(other.pieces("value") == ["value", "title", "detail", "trend"])
    #expect(scene.diagnostics == [])
  }

  @Test(arguments: ["bedside-clock", "epaper-2in13-v4"])
  func `text is at least eleven points`(board: String) throws {
    for scene in [
      try compile(clockAndWeather, on: board), try compile(dialAndValue, on: board, files: ["t.json": tank]),
    ] {
      let sizes = scene.layout.nodes.compactMap(\.fontSizePt)
      #expect(sizes.count > 4)
      #expect(sizes.allSatisfy { $0 >= 11 }, "\(sizes)")
    }
  }

  @Test func `two widgets are aligned on the same lines`() throws {
    let scene = try compile(clockAndWeather)
    let hour = try #require(scene.named("hour").first)
    let temperature = try #require(scene.named("temperature").first { $0.fontSizePt != nil })
    // The temperature leaves room for the other lines, and is smaller for it.
    let share = try #require(temperature.fontSizePt) / #require(hour.fontSizePt)
    #expect((0.75...1).contains(share), "\(share)")
    let scale = hour.framePx.height / hour.framePt.height
    // Half the height of figures above and below the middle.
    func half(_ node: LayoutNode) -> Double { (node.fontSizePt ?? 0) * scale * 0.727 / 2 }
    func head(_ node: LayoutNode) -> Double { node.framePx.midY - half(node) }
    func foot(_ node: LayoutNode) -> Double { node.framePx.midY + half(node) }
    // What is above the temperature begins with the hours, and the words for the sky end with the minutes.
    let minute = try #require(scene.named("minute").first)
    let symbol = try #require(scene.named("symbol").first)
    let mark = try #require(scene.named("sampleMark").first)
    let words = try #require(scene.named("condition").first)
    #expect(abs(head(hour) - head(mark)) < 2, "\(head(hour)) \(head(mark))")
    #expect(abs(foot(minute) - foot(words)) < 2, "\(foot(minute)) \(foot(words))")
    #expect(foot(mark) < head(temperature) && foot(temperature) < symbol.framePx.minY)
    #expect(symbol.framePx.maxY < head(words))
    let day = try #require(scene.named("date").first)
    let high = try #require(scene.named("high").first)
    // Two figures of two digits, which need more room than the date, have one size on every day.
    let sizes = (day: day.fontSizePt ?? 0, high: high.fontSizePt ?? 0)
    #expect(sizes.high > 0.9 * sizes.day && sizes.high <= sizes.day)
    #expect(abs(day.framePx.midY - high.framePx.midY) < 0.5)
  }

  @Test func `the time is large and every widget keeps to its half`() throws {
    let scene = try compile(clockAndWeather)
    let hour = try #require(scene.named("hour").first)
    // Digits more than a quarter of the panel high (rule 44), and half as large again for a distant viewer.
    #expect(try #require(hour.fontSizePt) * 0.727 * scene.layout.scales[1] > 480 / 3.75)
    for node in scene.layout.nodes where node.slot != nil && node.name != nil {
      let half = node.slot == "clock" ? 0.0...400.0 : 400.0...800.0
      #expect(half.contains(node.framePx.minX) && half.contains(node.framePx.maxX), "\(node)")
    }
  }

  @Test func `nothing is cut`() throws {
    let agenda = try compile("  - kind: clock\n  - {kind: calendar, configuration: {file: \"\"}}\n")
    #expect(agenda.named("nothing").contains { $0.text == "Nothing planned" })
    for scene in [try compile(clockAndWeather), try compile(dialAndValue, files: ["t.json": tank]), agenda] {
      #expect(!scene.layout.nodes.contains { $0.text?.contains("…") == true })
      #expect(scene.diagnostics == [])
    }
  }

  /// Both files as the page has them.
  @Test func `the board of the guide draws its empty agenda whole`() throws {
    let samples = PageSampleTests.samples("yaml").filter { $0.page == "docs/board-guide.md" }
    let board = try #require(samples.first { $0.text.hasPrefix("name: Kitchen\n") })
    let scene = try #require(samples.first { $0.text.hasPrefix("context: standBy\n") })
    let (folder, problems) = load(board: board.text, scene: scene.text)
    #expect(problems == [])
    var panel = try #require(folder).panelScene()
    panel.timeZone = try #require(TimeZone(identifier: "Europe/Lisbon"))
    panel.locale = Locale(identifier: "en_GB")
    #expect(panel.geometry.widthPx == 1024 && panel.geometry.heightPx == 600)
    let compiled = try SceneCompiler().compile(panel, at: now)
    #expect(compiled.diagnostics == [])
    #expect(compiled.named("nothing").contains { $0.text == "Nothing planned" })
    for node in compiled.layout.nodes where node.slot != nil && node.text != nil {
      #expect(!node.isCut && node.framePx.minX >= 0 && node.framePx.maxX <= 1024, "\(node)")
    }
  }

  @Test func `cold is shown as large as it fits`() throws {
    let text = try String(contentsOfFile: repository + "/boards/bedside-clock/forecast.json", encoding: .utf8)
    let start = try #require(text.range(of: "\"temperature_2m\": ["))
    let end = try #require(text.range(of: "]", range: start.upperBound..<text.endIndex))
    let cold = text.replacingCharacters(
      in: start.upperBound..<end.lowerBound, with: Array(repeating: "-24.6", count: 72).joined(separator: ", "))
    let scene = try compile(clockAndWeather, files: ["forecast.json": cold])
    let temperature = try #require(scene.named("temperature").first { $0.text == "\u{2212}25" })
    #expect(try #require(temperature.fontSizePt) > 40)
    #expect(temperature.framePx.minX >= 400 && temperature.framePx.maxX <= 800)
  }

  @Test(arguments: [0, 1, 200, 2500])
  func `a forecast cut anywhere leaves a panel with a clock`(byteCount: Int) throws {
    let text = try String(contentsOfFile: repository + "/boards/bedside-clock/forecast.json", encoding: .utf8)
    let scene = try compile(clockAndWeather, files: ["forecast.json": String(text.prefix(byteCount))])
    #expect(!scene.archive.isEmpty)
    #expect(!scene.named("hour").isEmpty)
    #expect(scene.diagnostics.contains { $0.slot == "weather" && $0.message.contains("forecast.json:") })
  }

  @Test func `a value is as old as it says however often it is read`() throws {
    let old = tank.replacingOccurrences(of: "\"never\"", with: "\"atEnd\"")
    #expect(try compile(dialAndValue, files: ["t.json": old]).ageText == "as of Sat 08:00")
    let older = old.replacingOccurrences(of: "2026-11-21", with: "2026-10-01")
    #expect(try compile(dialAndValue, files: ["t.json": older]).ageText == "as of 1 Oct 2026")
    let ahead = old.replacingOccurrences(of: "2026-11-21T08", with: "2026-11-21T18")
    #expect(try compile(dialAndValue, files: ["t.json": ahead]).ageText == "as of Sat 10:09")
  }

  @Test func `a value without a past fills its half, and one with a past has its graph`() throws {
    let alone = try compile(dialAndValue, files: ["t.json": tank])
    let value = try #require(alone.named("value").first { $0.fontSizePt != nil })
    // A half is 170 pt wide, with 12 pt of margin on either side.
    #expect(value.framePt.width > 0.8 * 146, "\(value)")
    #expect(alone.named("course").isEmpty)
    // The name above, the unit and the further line below.
    let title = try #require(alone.named("title").first)
    let unit = try #require(alone.named("unit").first)
    let detail = try #require(alone.named("detail").first)
    let places = [title, value, unit, detail].map(\.framePt.midY)
    #expect(places == places.sorted(), "\(places)")
    let past = tank.replacingOccurrences(
      of: "\"policy\": \"never\",",
      with: """
        "policy": "never", "history": [{"date": "2026-11-20T08:00:00Z", "value": 48},
          {"date": "2026-11-21T08:00:00Z", "value": 54.5}],
        """)
    let shown = try compile(dialAndValue, files: ["t.json": past])
    let smaller = try #require(shown.named("value").first { $0.fontSizePt != nil })
    #expect(!shown.named("course").isEmpty)
    #expect(try #require(smaller.fontSizePt) < #require(value.fontSizePt))
  }

  @Test func `a value that is written like a number fills its half as a number does`() throws {
    let quoted = tank.replacingOccurrences(of: "54.5", with: "\"54.5\"")
    let sizes = try [tank, quoted].map { document in
      let shown = try compile(dialAndValue, files: ["t.json": document])
      let value = try #require(shown.named("value").first { $0.fontSizePt != nil })
      #expect(value.framePt.width > 0.85 * 146, "\(value)")
      func capitals(_ name: String) throws -> (top: Double, bottom: Double) {
        let node = try #require(shown.named(name).first { $0.fontSizePt != nil })
        let half = try #require(node.fontSizePt) * 0.727 / 2
        return (node.framePt.midY - half, node.framePt.midY + half)
      }
      // Figures and unit are in the middle between the lines above and below.
      let above = try capitals("value").top - capitals("title").bottom
      let below = try capitals("detail").top - capitals("unit").bottom
      #expect(abs(above - below) < 3 && above < 45, "\(above) above, \(below) below")
      return try #require(value.fontSizePt)
    }
    #expect(sizes[0] == sizes[1])
  }

  @Test func `the clock mark keeps clear of a value`() throws {
    let scene = try compile(dialAndValue, files: ["t.json": tank])
    // The mark's text has a common baseline, at four fifths of its line.
    let mark = try #require(scene.named("clockMark").first { $0.text == "Time not set" })
    let baseline = mark.framePx.minY + 0.81 * mark.framePx.height
    for node in scene.layout.nodes where node.slot == "value" && node.name != "ageMark" {
      // A symbol's ink is five sixths of its square; the letters of a title have space above them.
      let inset =
        node.text == "thermometer" ? node.framePx.height / 12 : node.name == "title" ? 0.2 * node.framePx.height : 0
      #expect(node.framePx.minY + inset > baseline, "\(node)")
    }
  }

  @Test func `an unknown sky looks like none`() throws {
    #expect(try compile(clockAndWeather).named("symbol").contains { $0.role != "tertiary" })
    let unknown = try compile(clockAndWeather, files: ["forecast.json": "{"])
    // Filled by day; always-on, which has its own colours for marks, and night draw an outline each.
    let discs = unknown.named("symbol")
    #expect(Set(discs.map(\.role)) == ["tertiary"], "a plain disc in its place")
    #expect(discs.allSatisfy { $0.framePx == discs[0].framePx } && discs.count <= 3)
    #expect(unknown.layout.nodes.contains { $0.slot == "weather" })
  }

  @Test func `a panel of one pixel is refused with its size`() throws {
    let board = try String(contentsOfFile: repository + "/boards/bedside-clock/board.yaml", encoding: .utf8)
      .replacingOccurrences(of: "{width: 800, height: 480}", with: "{width: 1, height: 1}")
    #expect(
      "\(try #require(throws: CompileError.self) { try compile(clockAndWeather, files: ["board.yaml": board]) })"
        .contains("1×1 px"))
  }

  @Test func `the archive lives on for two days`() throws {
    let scene = try compile(clockAndWeather)
    try scene.archive.withUnsafeBytes { bytes in
      let archive = try Archive.validate(bytes)
      let weather = archive.widget(archive.widgetCount - 2)
      // One entry per hour, and one at each sunrise and sunset.
      #expect(weather.entries.count == 52)
      let last = archive.entry(Int(weather.entries.first + weather.entries.count) - 1)
      #expect(Double(last.dateMs) / 1000 - now.timeIntervalSince1970 > 46 * 3600)
    }
  }
}

@Suite struct TypeSizeTests {
  private let clocks = "widgets: [{kind: clock}, {kind: clock}]\n"

  @Test func `a scene's typeSize is read, and a wrong one is reported with the valid ones`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/type-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.copyItem(
      atPath: "\(repository)/boards/bedside-clock/board.yaml", toPath: "\(path)/board.yaml")
    func load(_ line: String) throws -> (style: PanelStyle?, problems: String) {
      try Data((line + clocks).utf8).write(to: URL(fileURLWithPath: "\(path)/scene.yaml"))
      let loaded = BoardFolder.load(path, at: now)
      return (loaded.folder?.panelScene().style, "\(loaded.problems)")
    }
    #expect(try load("typeSize: accessibility2\n").style?.typeSize == .accessibility2)
    #expect(try load("").style?.typeSize == .large)
    #expect(try load("typeTable: macOS\n").style?.typeTable == .macOS)
    #expect(try load("").style?.typeTable == .iOS)
    #expect(try load("dithering: atkinson\n").style?.dithering == .atkinson)
    #expect(try load("").style?.dithering == .auto)
    let wrong = try load("typeSize: huge\n")
    #expect(wrong.style == nil)
    #expect(wrong.problems.contains("xSmall") && wrong.problems.contains("accessibility5"))
  }
}
