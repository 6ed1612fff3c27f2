import AfterglowServer
import Foundation
import SocketSupport
import Testing

@testable import AfterglowStudio

/// A studio on a port, as a browser meets it.
@Suite struct StudioLiveTests {
  private static func request(_ studio: Studio, _ method: String, _ path: String, body: String = "") throws -> Int32 {
    let address = try #require(URL(string: studio.address))
    let token = try #require(address.fragment?.split(separator: "=").last)
    let descriptor = LoopbackClient.connect(port: UInt16(address.port ?? 0))
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(address.port ?? 0)\r\nAuthorization: Bearer \(token)\r\n"
    #expect(LoopbackClient.put("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8, descriptor))
    return descriptor
  }

  @Test func `a saved scene reaches the page as an event, and the next frame has it`() throws {
    let rig = try StudioRig("bedside-clock")
    let studio = try Studio(Studio.Settings(boards: [rig.path("bedside-clock")]))
    defer { studio.end() }
    let events = try Self.request(studio, "GET", "/api/events")
    defer { close(events) }
    #expect(LoopbackClient.text(events, until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    func layout() throws -> String {
      let answer = try Self.request(studio, "POST", "/api/boards/bedside-clock/layout", body: "{}")
      defer { close(answer) }
      return String(decoding: LoopbackClient.rest(answer), as: UTF8.self)
    }
    #expect(try !layout().contains("Bins out"))
    let scene = rig.path("bedside-clock", "scene.yaml")
    let note = "widgets:\n  - {kind: note, configuration: {text: Bins out}}\n  - {kind: clock}\n"
    let begin = ContinuousClock.now
    try ("context: standBy\n" + note).write(toFile: scene, atomically: true, encoding: .utf8)
    let event = LoopbackClient.text(events, until: "\n\n")
    print("from a saved file to its event: \(ContinuousClock.now - begin)")
    #expect(event.contains("event: board") && event.contains("\"revision\":2"))
    #expect(try layout().contains("Bins out"))
  }

  @Test func `the first picture comes soon, and the page ends with the studio`() throws {
    let rig = try StudioRig("bedside-clock")
    let studio = try Studio(Studio.Settings(boards: [rig.path("bedside-clock")]))
    let begin = ContinuousClock.now
    for file in ["/", "/style.css", "/app.js", "/api/start"] {
      let answer = try Self.request(studio, "GET", file)
      defer { close(answer) }
      #expect(String(decoding: LoopbackClient.rest(answer), as: UTF8.self).hasPrefix("HTTP/1.1 200"), "\(file)")
    }
    let frame = try Self.request(
      studio, "POST", "/api/boards/bedside-clock/frame", body: #"{"view": "a", "sequence": 1}"#)
    defer { close(frame) }
    let picture = String(decoding: LoopbackClient.rest(frame), as: UTF8.self)
    #expect(picture.contains(#""widthPx":800"#) && picture.contains(#""isProvisional":false"#))
    print("from the first request to the first picture: \(ContinuousClock.now - begin)")
    let port = UInt16(URL(string: studio.address)?.port ?? 0)
    studio.end()
    let after = LoopbackClient.connect(port: port)
    defer { close(after) }
    #expect(LoopbackClient.text(after, until: "\n", seconds: 1).isEmpty)
  }

  /// Holds the board's thread when it reports its first change, and reports the second one.
  private final class Keeper: @unchecked Sendable {
    let begun = DispatchSemaphore(value: 0)
    let goesOn = DispatchSemaphore(value: 0)
    let isAgain = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var count = 0

    /// Takes in a state of the studio, of which the first one is that of its start.
    func note() {
      let number = lock.withLock {
        count += 1
        return count
      }
      if number == 2 {
        begun.signal()
        goesOn.wait()
      } else if number > 2 {
        isAgain.signal()
      }
    }
  }

  /// A studio that others keep alive, or none.
  private struct Reference {
    weak var studio: Studio?
  }

  /// The board's thread is held in the middle of a report until the server is gone, and has another one after it.
  @Test(.timeLimit(.minutes(5)))
  func `a board that reports a change after the studio's end reports it to no server`() throws {
    let rig = try StudioRig("bedside-clock")
    let keeper = Keeper()
    var settings = Studio.Settings(boards: [rig.path("bedside-clock")])
    settings.keep = { _ in keeper.note() }
    var studio: Studio? = try Studio(settings)
    func edit(_ style: String) throws -> Int32 {
      let change = #"{"op": "configure", "widget": "clock", "path": ["style"], "value": "\#(style)"}"#
      return try Self.request(
        try #require(studio), "POST", "/api/boards/bedside-clock/edit", body: "{\"edits\": [\(change)]}")
    }
    let first = try edit("analogue")
    defer { close(first) }
    #expect(LoopbackClient.text(first, until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    try #require(keeper.begun.wait(timeout: .now() + 60) == .success)
    let second = try edit("inline")
    defer { close(second) }
    // The server has read the second change when it answers what is asked later.
    let page = try Self.request(try #require(studio), "GET", "/")
    defer { close(page) }
    #expect(LoopbackClient.text(page, until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    studio?.end()
    let ended = Reference(studio: studio)
    studio = nil
    for _ in 0..<1_000_000 where ended.studio != nil { sched_yield() }
    #expect(ended.studio == nil)
    keeper.goesOn.signal()
    // The thread has passed the report and the answer without a server.
    #expect(keeper.isAgain.wait(timeout: .now() + 60) == .success)
    let scene = try String(contentsOfFile: rig.path("bedside-clock", "scene.yaml"), encoding: .utf8)
    #expect(scene.contains("style: inline"))
  }

  private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }
    func add(_ line: String) { lock.withLock { lines.append(line) } }

    func wait(for words: String) -> Bool {
      let end = Date().addingTimeInterval(60)
      while Date() < end {
        if all.contains(where: { $0.contains(words) }) { return true }
        usleep(10_000)
      }
      return false
    }
  }

  @Test func `a board that cannot be shown is reported in the terminal, at the start and after a mistake`() throws {
    let rig = try StudioRig("bedside-clock")
    let scene = rig.path("bedside-clock", "scene.yaml")
    try "context: nowhere\n".write(toFile: scene, atomically: true, encoding: .utf8)
    var settings = Studio.Settings(boards: [rig.path("bedside-clock")])
    let lines = Lines()
    settings.report = { lines.add($0) }
    let studio = try Studio(settings)
    defer { studio.end() }
    #expect(lines.wait(for: "scene.yaml:1:10: "), "\(lines.all)")
    try "context: elsewhere\n".write(toFile: scene, atomically: true, encoding: .utf8)
    #expect(lines.wait(for: "found \"elsewhere\""), "\(lines.all)")
    #expect(lines.all.count { $0.contains("found \"nowhere\"") } == 1, "\(lines.all)")
  }

  @Test func `a folder that is none is refused with its name`() {
    #expect(throws: (any Error).self) { try Studio(Studio.Settings(boards: ["/nowhere/board"])) }
  }
}
