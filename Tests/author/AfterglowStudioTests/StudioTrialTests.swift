import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowKit
import AfterglowPreview
import AfterglowServer
import AfterglowVirtual
import Foundation
import PixelSupport
import Testing

@testable import AfterglowStudio

/// What is tried out on the page: content that widgets have to bear, the light of an evening, someone who touches the
/// panel; and what is asked of a running one.
@Suite(.serialized) struct StudioTrialTests {
  typealias Object = [String: Any]

  private static let at = "2026-11-21T09:41:00Z"
  private static let instant = Instant(milliseconds: 1_795_254_060_000)

  private static func png(_ rig: StudioRig, _ board: String, _ query: String) throws -> [UInt8] {
    let answer = try rig.ask("GET", "/api/boards/\(board)/frame.png", query: "at=\(at)&\(query)")
    try #require(answer.status == 200, "\(query): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
    return answer.body
  }

  @Test func `every content that a widget has to bear is another picture`() throws {
    #expect(TimeText.utc(Self.instant) == "2026-11-21T09:41:00.000Z")
    let rig = try StudioRig("wall-display-1080p")
    let pictures = try ShownContent.allCases.map {
      (name: $0.rawValue, bytes: try Self.png(rig, "wall-display-1080p", "content=\($0.rawValue)"))
    }
    let live = try #require(pictures.first { $0.name == "live" })
    // Its widgets hold nothing private; they are asked below.
    for picture in pictures where !["live", "redacted"].contains(picture.name) {
      #expect(picture.bytes != live.bytes, "\(picture.name)")
    }
    #expect(pictures.first { $0.name == "redacted" }?.bytes == live.bytes)
    // A provider that fails is not a page of its own: the panel shows what it shows before any content.
    #expect(pictures.first { $0.name == "failing" }?.bytes == pictures.first { $0.name == "placeholder" }?.bytes)
    #expect(Set(pictures.map(\.bytes)).count == pictures.count - 2)
    let texts = try Self.texts(rig, "longest")
    #expect(texts.contains("Water the plants Water the plants"), "\(texts)")
    let own = try Set(Self.texts(rig, "live")).subtracting(Self.texts(rig, "empty"))
    #expect(own.contains { $0.contains(where: \.isLetter) }, "nothing is missing from an empty calendar: \(own)")
    let stale = try Self.texts(rig, "stale")
    #expect(stale.contains { $0.hasPrefix("as of Fri") }, "\(stale)")
  }

  private static func texts(_ rig: StudioRig, _ content: String) throws -> [String] {
    let body: Object = ["at": at, "content": content]
    let document = try rig.ask("POST", "/api/boards/wall-display-1080p/layout", body).document
    let nodes = document["nodes"] as? [Object] ?? []
    return nodes.filter { $0["isVisible"] as? Bool == true }.compactMap { $0["text"] as? String }
  }

  @Test func `what is read aloud is what accessibility says, without what is hidden`() throws {
    let rig = try StudioRig("wall-display-1080p")
    let document = try rig.ask("POST", "/api/boards/wall-display-1080p/layout", ["at": Self.at]).document
    let spoken = document["spoken"] as? [Object] ?? []
    let elements = Dictionary(
      uniqueKeysWithValues: spoken.map { ($0["widget"] as? String ?? "", $0["elements"] as? [String] ?? []) })
    #expect(elements["note"] == ["Kitchen", "Water the plants"])
    #expect(elements["calendar"]?.contains("Team call") == true || elements["calendar"]?.isEmpty == false)
    // The mark of old content is there, and not shown.
    #expect(elements.values.joined().allSatisfy { !$0.hasPrefix("as of") }, "\(elements)")
  }

  // MARK: Light

  private struct Nothing: ~Copyable, UpdateObserver {
    mutating func presented(_ report: borrowing UpdateReport) {}
    mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
  }

  private static func trace(_ rig: StudioRig, _ text: String) throws -> HTTPAnswer {
    try rig.ask("POST", "/api/traces", ["text": text, "name": "evening.csv"])
  }

  /// The renderer's own loop in the same light.
  private static func played(_ board: CompiledBoard, _ light: LuxTraceFile, from: Instant, to: Instant) throws
    -> PanelPicture
  {
    let panel = StagePanel(board.record)
    var clock = VirtualClock(from: from, to: Instant(milliseconds: to.milliseconds + 1), lux: light.trace)
    var observer = Nothing()
    try SceneStage(board).runLoop(on: panel, clock: &clock, observer: &observer, lux: nil)
    return panel.picture
  }

  @Test(arguments: ["lamp-off.csv", "drop-outs.csv"])
  func `an evening shows what the renderer's loop shows in the same light`(file: String) throws {
    let rig = try StudioRig("bedside-clock")
    let path = StudioRig.repository.appending(path: "Tests/support/LuxTraces/\(file)").path
    let light = try LuxTraceFile(path: path)
    let document = try Self.trace(rig, String(contentsOfFile: path, encoding: .utf8)).document
    let trace = try #require(document["trace"] as? Int)
    #expect(document["seconds"] as? Double == light.seconds)
    var modes: Set<String> = []
    for share in [0, 0.2, 0.45, 0.9, 0.6, 1.1] {
      let at = Instant(milliseconds: Self.instant.milliseconds + Int64(light.seconds * share * 1000))
      let body: Object = [
        "at": TimeText.utc(at), "trace": trace, "traceFrom": Self.at, "view": "v", "sequence": 1,
      ]
      let answer = try rig.ask("POST", "/api/boards/bedside-clock/frame", body)
      try #require(answer.status == 200, "\(String(decoding: answer.body.prefix(300), as: UTF8.self))")
      var page = StudioFrameTests.Page()
      try page.take(answer)
      let board = try BoardSource(rig.path("bedside-clock")).compile(at: at)
      let expected = try Self.played(board, light, from: Self.instant, to: at)
      #expect(page.canvas.pixels.differingCount(from: expected.pixels) == 0, "\(file), \(share)")
      let layout = try rig.ask("POST", "/api/boards/bedside-clock/layout", body)
      #expect(layout.status == 200)
      modes.insert(page.mode)
    }
    #expect(modes.count > 1, "\(modes)")
  }

  @Test func `a trace that cannot be read is refused with its line, and one that is gone is said`() throws {
    let rig = try StudioRig("bedside-clock")
    let answer = try Self.trace(rig, "0,10\n5,dark\n")
    let message = try answer.document["message"] as? String ?? ""
    #expect(answer.status == 422 && message.hasPrefix("evening.csv:2:"), "\(message)")
    let body: Object = ["trace": 99, "traceFrom": Self.at]
    #expect(try rig.ask("POST", "/api/boards/bedside-clock/frame", body).status == 410)
  }

  // MARK: A running panel

  private final class Panels: PanelAccess, @unchecked Sendable {
    var asked: [ModeOverride] = []
    var isRunning = true
    /// Keeps the next questions waiting.
    let gate = DispatchSemaphore(value: 0)
    var isHanging = false

    func panel(ofBoardIn folder: String) -> RunningPanel? {
      if isHanging { gate.wait() }
      var panel = RunningPanel()
      panel.mode = "night"
      panel.log = [RunningPanel.Line(at: "2026-11-21T09:41:00Z", text: "tick: 7 px changed")]
      return isRunning ? panel : nil
    }

    func picture(ofBoardIn folder: String, rotation: Rotation, size: PixelSize) throws -> PanelPicture {
      PanelPicture(width: 2, height: 1, pixels: [0xFF0000, 0])
    }

    func setMode(_ mode: ModeOverride, ofBoardIn folder: String) throws { asked.append(mode) }
  }

  @Test func `a panel that does not answer holds up no frame`() throws {
    let panels = Panels()
    let rig = try StudioRig("bedside-clock", panels: panels)
    panels.isHanging = true
    let waiting = try rig.begin("GET", "/api/boards/bedside-clock/panel")
    // Neither instant has been compiled yet: each takes the thread that frames wait for.
    for at in ["2026-11-21T09:41:00Z", "2026-12-24T18:00:00Z"] {
      let frame = try rig.ask("POST", "/api/boards/bedside-clock/frame", ["view": "v", "sequence": 1, "at": at])
      #expect(frame.status == 200)
    }
    #expect(!rig.isAnswered(waiting))
    panels.gate.signal()
    #expect(try rig.answer(waiting).document["isRunning"] as? Bool == true)
  }

  @Test func `a running panel is shown, and its mode is set on its own machine only`() throws {
    let panels = Panels()
    let rig = try StudioRig("bedside-clock", panels: panels)
    func ask(_ mode: String, token: String = "full", from origin: HTTPListener.Origin = .loopback(port: 80)) throws
      -> Int
    {
      try rig.ask("POST", "/api/boards/bedside-clock/override", ["mode": mode], token: token, from: origin).status
    }
    let document = try rig.ask("GET", "/api/boards/bedside-clock/panel").document
    let panel = document["panel"] as? Object
    #expect(document["isRunning"] as? Bool == true && panel?["mode"] as? String == "night")
    #expect(try rig.ask("GET", "/api/boards/bedside-clock/panel.png").contentType == "image/png")
    #expect(try ask("night") == 204 && ask("automatic") == 204 && ask("dusk") == 400)
    #expect(try ask("day", token: "look") == 403)
    #expect(try ask("day", from: .network(port: 80)) == 403)
    #expect(panels.asked == [.night, .automatic])
    panels.isRunning = false
    #expect(try rig.ask("GET", "/api/boards/bedside-clock/panel").document["isRunning"] as? Bool == false)
  }
}
