import AfterglowPreview
import AfterglowServer
import Foundation
import PixelSupport
import Testing

@testable import AfterglowStudio

/// Touches on the studio's panel: what they change in the picture, and what they would do elsewhere.
@Suite struct StudioTouchTests {
  private static let scene = """
    context: standBy
    zone: Europe/Berlin
    locale: en-GB
    page: time
    widgets:
      - kind: clock
      - {kind: document, name: lamp, configuration: {view: lamp.yaml, file: lamp.json}}
    pages:
      - name: list
        widgets:
          - kind: clock
          - {kind: document, name: mark, configuration: {view: mark.yaml, file: lamp.json}}
      - {name: late, context: home, widgets: [{kind: clock}]}
    actions:
      - name: lamp
        http: {url: "https://home.example.org/api/lamp", body: "{value}"}
        value: ["on", "off"]
      - {name: dark, mode: night}
      - {name: mark, command: [touch, MARK]}

    """

  private static let view = """
    families:
      systemSmall:
        vstack:
          - toggle: {label: {text: Lamp, frame: {width: 120, height: 60}}, isOn: lit, action: lamp}
          - button: {label: {text: Dark, frame: {width: 120, height: 60}}, action: dark}

    """

  private static let markView = """
    families:
      systemSmall:
        vstack:
          - button: {label: {text: Mark, frame: {width: 120, height: 120}}, action: mark}

    """

  private static let board = "bedside-clock"
  /// The toggle, and the button below it, in pixels of the scene.
  private static let (toggle, button) = ((x: 600.0, y: 187.0), (x: 600.0, y: 293.0))

  /// A page that touches the panel of a rig.
  private struct Hand {
    let rig: StudioRig
    var canvas = StudioFrameTests.Page()
    var panel = 1
    private(set) var effects: [String] = []
    private(set) var next: Int?
    private var sequence = 0

    init(_ rig: StudioRig) { self.rig = rig }

    /// Draws the panel at an instant of the morning, in the light of the board.
    mutating func begin() throws { try take(ask(until: 0, [], more: ["begins": true, "at": "2026-11-21T08:41:00Z"])) }

    mutating func act(until: Int, _ steps: [[String: Any]]) throws { try take(ask(until: until, steps)) }

    mutating func ask(
      until: Int, _ steps: [[String: Any]], more: [String: Any] = [:], token: String = "full"
    ) throws -> HTTPAnswer {
      sequence += 1
      var body: [String: Any] = [
        "view": "v", "sequence": sequence, "panel": panel, "until": until, "steps": steps, "mode": "automatic",
      ]
      body["base"] = canvas.sequence
      return try rig.ask("POST", "/api/boards/\(board)/touch", body.merging(more) { $1 }, token: token)
    }

    private mutating func take(_ answer: HTTPAnswer) throws {
      try #require(answer.status == 200, "\(String(decoding: answer.body.prefix(300), as: UTF8.self))")
      try canvas.take(answer)
      let words = FrameWordsReader.words(answer.body)
      let document = try JSONSerialization.jsonObject(with: Data(answer.body[(4 * (1 + Int(words[0])))...]))
      let header = try #require(document as? [String: Any])
      effects = header["effects"] as? [String] ?? []
      next = header["next"] as? Int
    }

    /// The pixels around a control.
    func pixels(_ place: (x: Double, y: Double)) -> [UInt32] {
      (-40..<40).flatMap { y -> ArraySlice<UInt32> in
        let start = (Int(place.y) + y) * canvas.canvas.width + Int(place.x) - 190
        return canvas.canvas.pixels[start..<(start + 380)]
      }
    }
  }

  private static func contact(_ phase: String, _ place: (x: Double, y: Double), at: Int) -> [String: Any] {
    ["at": at, "contact": phase, "x": place.x, "y": place.y]
  }

  private static func tap(_ place: (x: Double, y: Double), at: Int) -> [[String: Any]] {
    [contact("began", place, at: at), contact("ended", place, at: at + 80)]
  }

  private static func key(_ name: String, at: Int) -> [[String: Any]] {
    [["at": at, "key": name, "isDown": true], ["at": at + 80, "key": name, "isDown": false]]
  }

  private func rig(input: String = "input: auto", mark: String = "/nowhere") throws -> StudioRig {
    let rig = try StudioRig(Self.board)
    func write(_ text: String, _ file: String) throws {
      try text.write(toFile: rig.path(Self.board, file), atomically: true, encoding: .utf8)
    }
    let settings = try String(contentsOfFile: rig.path(Self.board, "board.yaml"), encoding: .utf8)
    try write(settings + "\n\(input)\n", "board.yaml")
    try write(Self.scene.replacing("MARK", with: mark), "scene.yaml")
    try write(Self.view, "lamp.yaml")
    try write(Self.markView, "mark.yaml")
    try write("{\"lit\": false}", "lamp.json")
    return rig
  }

  @Test func `a press shows at once, and a toggle flips and keeps its state while its request is only named`() throws {
    var hand = Hand(try rig())
    try hand.begin()
    let off = hand.pixels(Self.toggle)
    try hand.act(until: 1_000, [Self.contact("began", Self.toggle, at: 1_000)])
    let pressed = hand.pixels(Self.toggle)
    #expect(pressed != off && hand.effects.isEmpty)
    try hand.act(until: 1_080, [Self.contact("ended", Self.toggle, at: 1_080)])
    let on = hand.pixels(Self.toggle)
    #expect(on != pressed && on != off)
    #expect(hand.effects.count == 1)
    let line = hand.effects.first ?? ""
    #expect(line.hasPrefix("switched on; would do: lamp with “on”, a request ("), "\(line)")
    #expect(line.hasSuffix(", of the widget lamp") && !line.contains("example.org"), "\(line)")
    // Without an author a panel gives up after two seconds, and one that is asked after twenty.
    for second in stride(from: 5, through: 60, by: 5) { try hand.act(until: second * 1_000, []) }
    #expect(hand.pixels(Self.toggle) != off)
    try hand.act(until: 61_000, Self.tap(Self.toggle, at: 60_500))
    #expect(hand.effects.first?.hasPrefix("switched off; would do: lamp with “off”") == true, "\(hand.effects)")
  }

  @Test func `a swipe and a key turn pages and press nothing, and the panel says when its dots disappear`() throws {
    var hand = Hand(try rig())
    try hand.begin()
    let swipe =
      [Self.contact("began", Self.toggle, at: 100)]
      + (1...8).map { Self.contact("moved", (600 - 50 * Double($0), 187), at: 100 + 16 * $0) }
      + [Self.contact("ended", (200, 187), at: 250)]
    try hand.act(until: 250, swipe)
    #expect(hand.effects == ["Page list, 2 of 3"])
    let next = try #require(hand.next)
    #expect(next > 250 && next <= 2_250)
    let dotted = hand.canvas.canvas
    try hand.act(until: next, [])
    #expect(hand.canvas.canvas != dotted)
    try hand.act(until: 5_000, Self.key("right", at: 4_900))
    #expect(hand.effects == ["Page late, 3 of 3"])
  }

  @Test func `a mode is set by the panel alone, and a program is named and not run`() throws {
    let mark = FileManager.default.temporaryDirectory.appending(path: "mark-\(UInt64.random(in: 0...UInt64.max))").path
    var hand = Hand(try rig(mark: mark))
    try hand.begin()
    #expect(hand.canvas.mode == "day")
    try hand.act(until: 1_000, Self.tap(Self.button, at: 500))
    #expect(hand.effects == ["dark: light mode night, which the panel sets alone"])
    #expect(hand.canvas.mode == "night")
    try hand.act(until: 2_000, Self.key("right", at: 1_500))
    #expect(hand.effects == ["Page list, 2 of 3"])
    try hand.act(until: 4_000, Self.tap((600, 240), at: 3_000))
    #expect(hand.effects == ["would do: mark, a program, of the widget mark"])
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test func `wrong steps are refused with the reason, and the token for looking is enough`() throws {
    var hand = Hand(try rig())
    try hand.begin()
    for (until, steps, words) in [
      (0, Array(repeating: ["at": 0, "turn": 1], count: 65), "at most 64 steps, found 65"),
      (10, [["at": 11, "turn": 1]], "0 to 10 ms for a step"), (10, [["at": -1, "turn": 1]], "found -1"),
      (10, [["at": 9, "turn": 1], ["at": 8, "turn": 1]], "9 to 10 ms"), (-1, [], "found -1"),
      (10, [["at": 0, "contact": "hovered", "x": 1, "y": 1]], "found hovered"),
      (10, [["at": 0, "contact": "began", "x": 1]], "a place near the panel"),
      (10, [["at": 0, "contact": "began", "x": 1e9, "y": 1]], "a place near the panel"),
      (10, [["at": 0, "key": "any", "isDown": true]], "found any"), (10, [["at": 0, "key": "enter"]], "isDown"),
      (10, [["at": 0, "turn": 0]], "found 0"),
      (10, [["at": 0, "turn": 1, "key": "up"]], "one of contact, key and turn"),
    ] as [(Int, [[String: Any]], String)] {
      let answer = try hand.ask(until: until, steps)
      let message = try answer.document["message"] as? String ?? ""
      #expect(answer.status == 400 && message.contains(words), "\(steps.first ?? [:]): \(message)")
    }
    #expect(try hand.ask(until: 10, [], token: "look").status == 200)
    #expect(try hand.ask(until: 10, [], token: "none").status == 401)
  }

  @Test func `a panel that was left, or whose files have changed, is not touched any more`() throws {
    let rig = try rig()
    var hand = Hand(rig)
    try hand.begin()
    hand.panel = 2
    #expect(try hand.ask(until: 10, []).status == 410)
    try hand.begin()
    try hand.act(until: 10, [])
    #expect(try hand.ask(until: 3_600_001, []).status == 410, "after an hour")
    let edit: [String: Any] = ["op": "scene", "path": ["locale"], "value": "de"]
    #expect(try rig.ask("POST", "/api/boards/\(Self.board)/edit", ["edits": [edit]]).status == 200)
    #expect(try hand.ask(until: 20, []).status == 410)
  }

  @Test(arguments: ["input: auto", ""])
  func `a page learns whether the board can be touched`(input: String) throws {
    let start = try rig(input: input).ask("GET", "/api/start").document
    let boards = try #require(start["boards"] as? [[String: Any]])
    #expect(boards.first?["isTouchable"] as? Bool == !input.isEmpty)
  }

  @Test func `a board without input devices says which key it needs`() throws {
    var hand = Hand(try rig(input: ""))
    let answer = try hand.ask(until: 0, [], more: ["begins": true])
    #expect(answer.status == 422)
    #expect(try (answer.document["message"] as? String)?.contains("add `input: auto` to board.yaml") == true)
  }
}
