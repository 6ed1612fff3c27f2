import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowServer
import Foundation
import PixelSupport
import Testing

@testable import AfterglowStudio

/// The page's frames are those of `afterglow render`, pixel for pixel.
@Suite(.serialized) struct StudioFrameTests {
  /// What a page shows of a board: its canvas, and the frame that it has.
  struct Page {
    var sequence: Int?
    var canvas = PanelPicture(width: 0, height: 0, pixels: [])
    var sentPixels = 0
    var isProvisional = false
    var mode = ""

    /// Takes an answer as the page's script does.
    mutating func take(_ answer: HTTPAnswer) throws {
      let words = FrameWordsReader.words(answer.body)
      let end = 1 + Int(words[0])
      let header = try #require(
        try JSONSerialization.jsonObject(with: Data(answer.body[(4 * end)...])) as? [String: Any])
      let (width, height) = (header["widthPx"] as? Int ?? 0, header["heightPx"] as? Int ?? 0)
      if canvas.width != width || canvas.height != height {
        canvas = PanelPicture(width: width, height: height, pixels: Array(repeating: 0xFF00FF, count: width * height))
      }
      #expect(header["base"] as? Int == nil || header["base"] as? Int == sequence)
      let read = FrameWordsReader.apply(words[1..<end], to: &canvas.pixels)
      sentPixels = read.sent
      #expect(read.at == end && read.pixels <= width * height && read.isSound)
      isProvisional = header["isProvisional"] as? Bool ?? true
      mode = (header["facts"] as? [String: Any])?["mode"] as? String ?? ""
      sequence = header["sequence"] as? Int
    }
  }

  private static func expected(_ path: String, at instant: Instant, lux: Double?, mode: ModeOverride) throws
    -> PanelPicture
  {
    let board = try BoardSource(path).compile(at: instant)
    let light = lux.map { Illuminance(millilux: Int64($0 * 1000)) } ?? board.constantLight
    return try StillFrame(board, at: instant, lux: light, override: mode).picture
  }

  /// Over instants that go forward, back, within one archive's time and across midnight, and light from dark to bright.
  @Test(arguments: [
    "bedside-clock", "wall-display-1080p", "round-240", "epaper-2in13-v4", "lock-screen", "smart-stack",
  ])
  func `each frame equals the one that render draws`(board: String) throws {
    let rig = try StudioRig(board)
    var page = Page()
    let base: Int64 = 1_795_000_000_000
    let minutes: [Double] = [0, 1, 4.5, 7, 61, 60, -3, 700, 745.3, 10_000]
    let lights: [(lux: Double?, mode: String)] = [
      (nil, "automatic"), (0.3, "automatic"), (9, "automatic"), (300, "automatic"), (nil, "night"), (nil, "alwaysOn"),
    ]
    for (turn, minute) in minutes.enumerated() {
      let instant = Instant(milliseconds: base + Int64(minute * 60_000))
      // Each light at some instants, and each instant in some lights: all pairs would take minutes.
      for light in [lights[turn % lights.count], lights[(turn + 3) % lights.count]] {
        var body: [String: Any] = [
          "view": "v", "sequence": (page.sequence ?? 0) + 1, "at": TimeText.utc(instant), "mode": light.mode,
        ]
        body["base"] = page.sequence
        body["lux"] = light.lux
        let answer = try rig.ask("POST", "/api/boards/\(board)/frame", body)
        #expect(answer.status == 200, "\(String(decoding: answer.body.prefix(300), as: UTF8.self))")
        try page.take(answer)
        let mode: ModeOverride = light.mode == "night" ? .night : light.mode == "alwaysOn" ? .alwaysOn : .automatic
        let expected = try Self.expected(rig.path(board), at: instant, lux: light.lux, mode: mode)
        let differing = page.canvas.pixels.differingCount(from: expected.pixels)
        #expect(differing == 0, "\(board) \(minute) min, \(light): \(differing) px differ")
      }
    }
  }

  @Test func `only what has changed is sent, and a page that missed a frame gets all`() throws {
    let rig = try StudioRig("bedside-clock")
    var page = Page()
    func ask(_ at: String, base: Int?) throws {
      var body: [String: Any] = ["view": "v", "sequence": (page.sequence ?? 0) + 1, "at": at]
      body["base"] = base
      try page.take(rig.ask("POST", "/api/boards/bedside-clock/frame", body))
    }
    try ask("2026-11-21T09:41:00Z", base: nil)
    #expect(page.sentPixels == 800 * 480)
    try ask("2026-11-21T09:41:30Z", base: page.sequence)
    #expect(page.sentPixels == 0)
    try ask("2026-11-21T09:42:00Z", base: page.sequence)
    #expect(page.sentPixels > 0 && page.sentPixels < 800 * 480 / 2)
    try ask("2026-11-21T09:42:00Z", base: 1)
    #expect(page.sentPixels == 800 * 480)
  }

  @Test func `a frame in a hurry is one of what is at hand, until the right one is compiled`() throws {
    let rig = try StudioRig("bedside-clock")
    var page = Page()
    func ask(_ at: String, hurries: Bool) throws {
      var body: [String: Any] = [
        "view": "v", "sequence": (page.sequence ?? 0) + 1, "at": at, "hurries": hurries,
      ]
      body["base"] = page.sequence
      try page.take(rig.ask("POST", "/api/boards/bedside-clock/frame", body))
    }
    try ask("2026-11-21T09:41:00Z", hurries: false)
    #expect(!page.isProvisional)
    try ask("2026-11-29T21:07:00Z", hurries: true)
    #expect(page.isProvisional)
    try ask("2026-11-29T21:07:00Z", hurries: false)
    #expect(!page.isProvisional)
    let instant = Instant(milliseconds: 1_795_986_420_000)
    #expect(TimeText.utc(instant) == "2026-11-29T21:07:00.000Z")
    let expected = try Self.expected(rig.path("bedside-clock"), at: instant, lux: nil, mode: .automatic)
    #expect(page.canvas == expected)
    try ask("2026-11-29T21:07:00Z", hurries: true)
    #expect(!page.isProvisional && page.canvas == expected)
  }

  /// Cards and words of this scene have no colour.
  @Test func `a text that an edit begins with an emoji is drawn in the next frame`() throws {
    let rig = try StudioRig(
      "bedside-clock",
      scene: "context: home\nwidgets:\n  - {kind: note, family: systemSmall, configuration: {text: Party}}\n")
    var page = Page()
    func coloredPixels(of text: String) throws -> Int {
      let edit: [String: Any] = ["op": "configure", "widget": "note", "path": ["text"], "value": text]
      let edited = try rig.ask("POST", "/api/boards/bedside-clock/edit", ["edits": [edit]])
      #expect(edited.status == 200, "\(String(decoding: edited.body.prefix(300), as: UTF8.self))")
      let body: [String: Any] = ["view": "v", "sequence": (page.sequence ?? 0) + 1, "at": "2026-11-21T09:41:00Z"]
      try page.take(rig.ask("POST", "/api/boards/bedside-clock/frame", body))
      #expect(!page.isProvisional)
      return page.canvas.pixels.coloredCount
    }
    let plain = try coloredPixels(of: "Birthday")
    for text in ["🎉 Party", "🎂", "Birthday 🎂🎂🎂🎂🎂"] {
      #expect(try coloredPixels(of: text) > plain + 100, "\(text)")
    }
  }

  @Test func `the picture as a file is that of render`() throws {
    let rig = try StudioRig("bedside-clock")
    let answer = try rig.ask(
      "GET", "/api/boards/bedside-clock/frame.png", query: "at=2026-11-21T21:07:00Z&lux=0.5")
    let instant = Instant(milliseconds: 1_795_295_220_000)
    #expect(TimeText.utc(instant) == "2026-11-21T21:07:00.000Z")
    let expected = try Self.expected(rig.path("bedside-clock"), at: instant, lux: 0.5, mode: .automatic)
    let file = try expected.png()
    #expect(answer.contentType == "image/png" && answer.body == file)
  }

  @Test func `what is asked wrongly is refused with the reason`() throws {
    let rig = try StudioRig("bedside-clock")
    for (body, words) in [
      (["at": "noon"], "expected an instant"), (["lux": -1], "expected 0 to 200000 lux"),
      (["mode": "dusk"], "found dusk"),
      (["locale": "xx-not"], "language tag"), (["host": "iPhone 1"], "no host"), (["distance": 400], "0 to 100 m"),
      (["view": 7], "another document"), (["appearance": "pink"], "pink"),
    ] as [([String: Any], String)] {
      let answer = try rig.ask("POST", "/api/boards/bedside-clock/frame", body)
      let message = try answer.document["message"] as? String ?? ""
      #expect(answer.status == 400 && message.contains(words), "\(body): \(message)")
    }
  }

  @Test func `a scene that cannot be read is said with file and line`() throws {
    let rig = try StudioRig("bedside-clock")
    try "widgets: [{kind: clok}]\n".write(
      toFile: rig.path("bedside-clock", "scene.yaml"), atomically: true, encoding: .utf8)
    let answer = try rig.ask("POST", "/api/boards/bedside-clock/frame", [:] as [String: Any])
    let document = try answer.document
    #expect(answer.status == 422 && document["line"] as? Int == 1)
    #expect((document["file"] as? String)?.hasSuffix("scene.yaml") == true)
    let problems = document["problems"] as? [[String: Any]] ?? []
    #expect(problems.contains { ($0["message"] as? String)?.contains("did you mean \"clock\"") == true })
  }
}
