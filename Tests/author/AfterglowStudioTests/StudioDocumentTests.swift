import AfterglowCore
import AfterglowGuide
import AfterglowKit
import AfterglowPreview
import Foundation
import PixelSupport
import Testing

@testable import AfterglowStudio

/// What the page learns about a board besides its frames.
@Suite struct StudioDocumentTests {
  private typealias Object = [String: Any]

  private static func picture(_ path: String, at instant: Instant) throws -> PanelPicture {
    let board = try BoardSource(path).compile(at: instant)
    return try StillFrame(board, at: instant, lux: board.constantLight, override: .automatic).picture
  }

  /// A frame of a document in pixels.
  private static func rect(_ frame: [String: Double]) -> PixelRect {
    PixelRect(
      x0: Int32(frame["x"]!), y0: Int32(frame["y"]!), x1: Int32(frame["x"]! + frame["width"]!),
      y1: Int32(frame["y"]! + frame["height"]!))
  }

  /// On upright panels and on turned ones: what differs between a minute and the next is what the last update redrew.
  @Test(arguments: ["bedside-clock", "rpi-dsi-720x1280", "epaper-2in13-v4", "wall-display-1080p"])
  func `the damage of the last update is where the picture has changed`(board: String) throws {
    let rig = try StudioRig(board)
    try Self.set(zone: "Etc/UTC", of: rig, board) {
      $0.replacing("{face: words, date: false}", with: "{style: digital}")
    }
    let minute = Instant(milliseconds: 1_795_295_220_000)
    let answer = try rig.ask(
      "POST", "/api/boards/\(board)/layout", ["at": TimeText.utc(Instant(milliseconds: minute.milliseconds + 5_000))])
    let update = try #require(try answer.document["update"] as? Object)
    #expect(update["at"] as? String == TimeText.utc(minute))
    #expect((update["cause"] as? String)?.contains("tick") == true)
    #expect(update["nextWake"] as? String == TimeText.utc(Instant(milliseconds: minute.milliseconds + 60_000)))
    let damage = (update["damage"] as? [[String: Double]] ?? []).map(Self.rect)
    #expect(!damage.isEmpty)
    let before = try Self.picture(rig.path(board), at: Instant(milliseconds: minute.milliseconds - 1))
    let after = try Self.picture(rig.path(board), at: minute)
    let changed = before.pixels.differingIndices(from: after.pixels)
    for index in changed {
      let (x, y) = (Int32(index % after.width), Int32(index / after.width))
      #expect(damage.contains { x >= $0.x0 && x < $0.x1 && y >= $0.y0 && y < $0.y1 }, "\(x), \(y)")
    }
    #expect(!changed.isEmpty && update["changedPx"] as? Int == changed.count)
  }

  @Test func `a timeline has entries, reloads, modes, the change of the clock, and how far content is known`() throws {
    let rig = try StudioRig("bedside-clock")
    try Self.set(zone: "Europe/Lisbon", of: rig, "bedside-clock")
    let document = try rig.ask(
      "GET", "/api/boards/bedside-clock/timeline", query: "from=2026-10-24T12:00:00Z&to=2026-10-25T12:00:00Z"
    ).document
    let changes = document["clockChanges"] as? [Object] ?? []
    #expect(changes.map { $0["at"] as? String } == ["2026-10-25T01:00:00.000Z"])
    #expect(
      changes.first?["label"] as? String == "−1 h" && changes.first?["text"] as? String == "clocks go back by 1 h")
    let ahead = try rig.ask(
      "GET", "/api/boards/bedside-clock/timeline", query: "from=2030-03-01T12:00:00Z&to=2030-03-02T12:00:00Z"
    ).document
    let entries = ahead["entries"] as? [Object] ?? []
    #expect(
      entries.contains { $0["widget"] as? String == "weather" && $0["at"] as? String == "2030-03-01T13:00:00.000Z" })
    #expect((ahead["reloads"] as? [Object])?.contains { $0["widget"] as? String == "weather" } == true)
    #expect((ahead["modes"] as? [Object])?.first?["mode"] as? String == "day")
    // What is known, is known now: of the same board as if the stretch began today.
    let now = Date.now
    let today = try rig.ask(
      "GET", "/api/boards/bedside-clock/timeline",
      query: "from=\(now.formatted(.iso8601))&to=\((now + 86_400).formatted(.iso8601))"
    ).document
    let known = try #require(ahead["knownUntil"] as? String)
    #expect(known == today["knownUntil"] as? String)
    let date = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(known)
    #expect((now...(now + 7 * 86_400)).contains(date))
  }

  @Test(arguments: [
    "from=2026-10-24T12:00:00Z", "from=noon&to=2026-10-25T12:00:00Z",
    "from=2026-10-25T12:00:00Z&to=2026-10-24T12:00:00Z", "from=2026-10-25T12:00:00Z&to=2036-10-24T12:00:00Z",
  ])
  func `a stretch of time that is none is refused`(query: String) throws {
    let rig = try StudioRig("bedside-clock")
    #expect(try rig.ask("GET", "/api/boards/bedside-clock/timeline", query: query).status == 400)
  }

  @Test func `a scene's widgets have their places, families and lines`() throws {
    let rig = try StudioRig("wall-display-1080p")
    let document = try rig.ask("GET", "/api/boards/wall-display-1080p/scene").document
    let widgets = document["widgets"] as? [Object] ?? []
    let text = try String(contentsOfFile: rig.path("wall-display-1080p", "scene.yaml"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(widgets.count == 7)
    for widget in widgets {
      let (kind, line) = (widget["kind"] as? String ?? "", widget["line"] as? Int ?? 0)
      #expect(lines[line - 1].contains("kind: \(kind)"), "\(widget["name"] ?? ""), line \(line)")
      let span = try #require(widget["span"] as? [String: Int])
      let frame = try #require(widget["frame"] as? [String: Double])
      let grid = try #require(document["grid"] as? [String: Double])
      let cell = try #require(widget["cell"] as? [String: Int])
      // A place begins at its cell, and is as large as its cells.
      #expect(abs(frame["x"]! - (grid["x"]! + Double(cell["column"]! - 1) * grid["pitchX"]!)) <= 1)
      #expect(abs(frame["y"]! - (grid["y"]! + Double(cell["row"]! - 1) * grid["pitchY"]!)) <= 1)
      #expect(abs(frame["width"]! - (Double(span["columns"]! - 1) * grid["pitchX"]! + grid["cellWidth"]!)) <= 1)
      let families = widget["families"] as? [Object] ?? []
      #expect(families.contains { $0["family"] as? String == widget["family"] as? String && $0["refusal"] == nil })
      let refused = families.first { ($0["family"] as? String)?.hasPrefix("accessory") == true }
      #expect((refused?["refusal"] as? String)?.isEmpty == false || refused == nil)
    }
  }

  /// A click on a widget chooses it: the page looks for the frame around the pointer.
  @Test(arguments: ["wall-display-1080p", "bedside-clock", "lock-screen"])
  func `a point of a widget is in its frame alone`(board: String) throws {
    let rig = try StudioRig(board)
    let document = try rig.ask("GET", "/api/boards/\(board)/scene").document
    let widgets = document["widgets"] as? [Object] ?? []
    let places = try widgets.map { Self.rect(try #require($0["frame"] as? [String: Double])) }
    let layout = try rig.ask("POST", "/api/boards/\(board)/layout", ["at": "2026-11-21T09:41:00Z"]).document
    var texts: [String: Int] = [:]
    for node in layout["nodes"] as? [Object] ?? [] {
      guard let slot = node["widget"] as? String, node["text"] is String,
        let frame = (node["frame"] as? [String: Double]).map(Self.rect)
      else { continue }
      let (x, y) = ((frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2)
      let owners = places.indices.filter { index in
        let place = places[index]
        return x >= place.x0 && x < place.x1 && y >= place.y0 && y < place.y1
      }
      #expect(owners.map { widgets[$0]["name"] as? String } == [slot], "\(node["text"] ?? "") at \(x), \(y)")
      texts[slot, default: 0] += 1
    }
    #expect(texts.count >= 2 && widgets.count >= texts.count, "\(texts)")
  }

  /// The ends of the page's slider of light are in its script, and Home and End send them.
  @Test func `both ends of the slider of light are answered`() throws {
    let rig = try StudioRig("bedside-clock")
    let script = String(decoding: try rig.ask("GET", "/evening.js", token: nil).body, as: UTF8.self)
    let ends = try #require(script.firstMatch(of: #/leastLux = ([0-9.]+), mostLux = ([0-9.]+);/#))
    let numbers = try [ends.1, ends.2].map { try #require(Double($0)) }
    #expect(numbers[0] < numbers[1])
    for lux in numbers {
      let answer = try rig.ask(
        "POST", "/api/boards/bedside-clock/layout", ["at": "2026-11-21T09:41:00Z", "lux": lux] as Object)
      #expect(answer.status == 200, "\(lux)")
    }
    let beyond: Object = ["at": "2026-11-21T09:41:00Z", "lux": -numbers[0]]
    #expect(try rig.ask("POST", "/api/boards/bedside-clock/layout", beyond).status == 400)
  }

  /// The bedside clock, where a winter's day has the hours of UTC, in whichever zone this machine stands.
  private static func lisbon() throws -> StudioRig {
    let rig = try StudioRig("bedside-clock")
    try set(zone: "Europe/Lisbon", of: rig, "bedside-clock")
    return rig
  }

  /// Writes the zone, which shipped scenes take from the machine, into a board's scene, after another change of it.
  private static func set(
    zone: String, of rig: StudioRig, _ board: String, _ change: (String) -> String = { $0 }
  ) throws {
    let scene = rig.path(board, "scene.yaml")
    let text = try change(String(contentsOfFile: scene, encoding: .utf8))
    try #require(!text.contains(#/(?m)^zone:/#), "\(board) has a zone of its own")
    try "zone: \(zone)\n\(text)".write(toFile: scene, atomically: true, encoding: .utf8)
  }

  @Test func `texts have their size, and their contrast in the light of the room`() throws {
    let rig = try Self.lisbon()
    func contrast(_ lux: Double) throws -> Double {
      let document = try rig.ask(
        "POST", "/api/boards/bedside-clock/layout", ["at": "2026-11-21T09:41:00Z", "lux": lux, "mode": "day"] as Object
      ).document
      let nodes = document["nodes"] as? [Object] ?? []
      let clock = nodes.first { $0["text"] as? String == "41" }
      #expect((clock?["fontSizePt"] as? Double ?? 0) > 50)
      return clock?["contrast"] as? Double ?? 0
    }
    let (dark, bright) = try (contrast(1), contrast(50_000))
    #expect(dark > 100 && bright < dark / 10)
    let spoken = try rig.ask("POST", "/api/boards/bedside-clock/layout", ["at": "2026-11-21T09:41:00Z"]).document[
      "spoken"]
    let elements = (spoken as? [Object] ?? []).map { $0["elements"] as? [String] ?? [] }
    #expect(elements.first?.contains { $0.contains("9:41") } == true, "\(elements)")
    #expect(elements.last?.contains { $0.hasSuffix("°") } == true, "\(elements)")
  }

  /// The present, moved by hand.
  private final class Present: @unchecked Sendable {
    var instant = Instant(milliseconds: 1_795_254_060_000)
  }

  @Test func `what is read aloud follows the present, although its board was compiled before`() throws {
    let rig = try Self.lisbon()
    let present = Present()
    #expect(TimeText.utc(present.instant) == "2026-11-21T09:41:00.000Z")
    rig.boards[0].now = { present.instant }
    func spoken() throws -> [String] {
      let document = try rig.ask("POST", "/api/boards/bedside-clock/layout", [:] as Object).document
      return (document["spoken"] as? [Object] ?? []).flatMap { $0["elements"] as? [String] ?? [] }
    }
    #expect(try spoken().contains { $0.contains("9:41") })
    for minute in [42, 43] {
      present.instant.milliseconds += 60_000
      let words = try spoken()
      #expect(words.contains { $0.contains("9:\(minute)") } && !words.contains { $0.contains("9:41") }, "\(words)")
    }
  }

  @Test func `findings are those of check, with their lines`() throws {
    let rig = try StudioRig("bedside-clock")
    let scene = rig.path("bedside-clock", "scene.yaml")
    let text = try String(contentsOfFile: scene, encoding: .utf8)
    try text.replacing("      # face: solar", with: "      face: solar").replacing(
      "      style: digital", with: "      # style"
    )
    .write(toFile: scene, atomically: true, encoding: .utf8)
    let instant = Instant(milliseconds: 1_795_295_220_000)
    let answer = try rig.ask("POST", "/api/boards/bedside-clock/findings", ["at": TimeText.utc(instant)])
    let findings = try answer.document["findings"] as? [Object] ?? []
    let expected = try BoardCheck(BoardSource(rig.path("bedside-clock")).compile(at: instant), at: instant).findings
    #expect(findings.map { $0["message"] as? String } == expected.map(\.message))
    #expect(findings.contains { ($0["message"] as? String)?.contains("place") == true && $0["line"] is Int })
  }

  @Test func `check names every widget without room in a grid, at its line`() throws {
    let board = "wall-display-1080p"
    let rig = try StudioRig(board)
    let scene = rig.path(board, "scene.yaml")
    let text = try String(contentsOfFile: scene, encoding: .utf8)
      .replacing("at: {column: 3, row: 1}", with: "at: {column: 1, row: 1}")
      .replacing("at: {column: 4, row: 2}", with: "at: {column: 5, row: 3}")
    try text.write(toFile: scene, atomically: true, encoding: .utf8)
    let findings = BoardCheck(rig.path(board), at: Instant(milliseconds: 1_795_295_220_000)).findings
    #expect(
      findings.map(\.message) == [
        "\"clock\" and \"weather\" overlap at column 1, row 1.",
        "calendar: systemLarge takes 2×2 cells and does not fit at column 5, row 3 of a grid of 5×3.",
      ])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let places = findings.compactMap { $0.place?.line }
    #expect(places.map { lines[$0 - 1].trimmingCharacters(in: .whitespaces) } == ["- kind: clock", "- kind: calendar"])
  }

  @Test func `the start has the panel's size, and the light's thresholds`() throws {
    let rig = try StudioRig("bedside-clock", "epaper-2in13-v4")
    let boards = try rig.ask("GET", "/api/start").document["boards"] as? [Object] ?? []
    #expect(boards.map { $0["id"] as? String } == ["bedside-clock", "epaper-2in13-v4"])
    #expect(boards[0]["widthPx"] as? Int == 800 && boards[0]["heightMm"] as? Double == 85.9)
    let thresholds = boards[0]["thresholds"] as? [Object] ?? []
    #expect(thresholds.map { $0["lux"] as? Double } == [2, 5, 15, 30])
    #expect(boards[1]["isPaper"] as? Bool == true && (boards[1]["thresholds"] as? [Object])?.isEmpty == true)
  }
}
