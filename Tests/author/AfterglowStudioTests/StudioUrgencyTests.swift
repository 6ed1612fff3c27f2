import AfterglowCore
import AfterglowGuide
import AfterglowPreview
import AfterglowServer
import Foundation
import Testing

@testable import AfterglowStudio

/// Who looks at a panel waits for nothing but what the picture needs.
@Suite struct StudioUrgencyTests {
  private typealias Object = [String: Any]
  private static let board = "/api/boards/bedside-clock"

  /// Keeps a queue busy until it is released.
  private final class Hold: Sendable {
    private let begun = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    init(_ queue: BoardQueue) {
      queue.add(.frame) { [begun, end] in
        begun.signal()
        end.wait()
      }
      begun.wait()
    }

    func release() { end.signal() }
  }

  /// A frame whose content has to be compiled, too: all but the background is free.
  @Test(.timeLimit(.minutes(5)), arguments: ["layout", "findings", "frame.png", "timeline"])
  func `a frame is answered while the page still waits for what is known of the last one`(part: String) throws {
    let rig = try StudioRig("bedside-clock")
    let hold = Hold(rig.boards[0].background)
    let ticket =
      switch part {
      case "frame.png": try rig.begin("GET", "\(Self.board)/\(part)")
      case "timeline":
        try rig.begin("GET", "\(Self.board)/\(part)", query: "from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z")
      default: try rig.begin("POST", "\(Self.board)/\(part)", [:] as Object)
      }
    for (turn, at) in ["2026-11-21T09:41:00Z", "2027-02-03T21:07:00Z"].enumerated() {
      let frame = try rig.ask("POST", "\(Self.board)/frame", ["view": "v", "sequence": turn + 1, "at": at] as Object)
      #expect(frame.status == 200)
    }
    let scene = try rig.ask("GET", "\(Self.board)/scene")
    #expect(scene.status == 200)
    #expect(!rig.isAnswered(ticket))
    hold.release()
    #expect(rig.answer(ticket).status == 200)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a picture of a change is made when frames are`() throws {
    let rig = try StudioRig("bedside-clock")
    let hold = Hold(rig.boards[0].background)
    let edit: Object = ["op": "configure", "widget": "clock", "path": ["style"], "value": "analogue"]
    let ticket = try rig.begin("POST", "\(Self.board)/trial", ["edits": [edit], "frame": [:] as Object] as Object)
    let frame = try rig.ask("POST", "\(Self.board)/frame", ["at": "2026-11-21T09:41:00Z"])
    #expect(frame.status == 200 && !rig.isAnswered(ticket))
    hold.release()
    #expect(rig.answer(ticket).contentType == "image/png")
  }

  @Test(.timeLimit(.minutes(5)))
  func `nothing is made for a page that is closed`() throws {
    let rig = try StudioRig("bedside-clock")
    let hold = Hold(rig.boards[0].background)
    let tickets = try ["layout", "findings"].map { try rig.begin("POST", "\(Self.board)/\($0)", [:] as Object) }
    rig.boards[0].shrink()
    // Both are answered while the background is still held: neither has begun, and neither will.
    #expect(tickets.map { rig.answer($0).status } == [204, 204])
    hold.release()
    // The next page has all of it.
    let findings = try rig.ask("POST", "\(Self.board)/findings", [:] as Object)
    #expect(findings.status == 200)
  }

  @Test(.timeLimit(.minutes(5)))
  func `what has begun ends at its next step when the page is closed, and what begins later does not`() throws {
    let queue = BoardQueue("test")
    let (begun, closed, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let passed = Passed()
    queue.add(.facts) {
      passed.note { try queue.check() }
      begun.signal()
      closed.wait()
      passed.note { try queue.check() }
    }
    begun.wait()
    queue.interrupt()
    closed.signal()
    queue.add(.facts) {
      passed.note { try queue.check() }
      ended.signal()
    }
    ended.wait()
    #expect(passed.all == [true, false, true])
  }

  /// Whether steps were allowed, in their order.
  private final class Passed: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [Bool] = []

    var all: [Bool] { lock.withLock { found } }

    func note(_ step: () throws -> Void) {
      let isAllowed = (try? step()) != nil
      lock.withLock { found.append(isAllowed) }
    }
  }

  private struct Stopped: Error {}

  /// On light and on paper: between any two steps a check can be ended, and steps do not change what it finds.
  @Test(arguments: ["bedside-clock", "epaper-2in13-v4"])
  func `a check has steps, and ends at each of them`(board: String) throws {
    let rig = try StudioRig(board)
    let instant = Instant(milliseconds: 1_795_295_220_000)
    let compiled = try BoardSource(rig.path(board)).compile(at: instant)
    var count = 0
    let whole = try BoardCheck(compiled, at: instant) { count += 1 }
    #expect(try whole.findings.map(\.message) == BoardCheck(compiled, at: instant).findings.map(\.message))
    #expect(count > 8)
    for last in [1, 2, count / 2, count] {
      var left = last
      #expect(throws: Stopped.self) {
        _ = try BoardCheck(compiled, at: instant) {
          left -= 1
          if left == 0 { throw Stopped() }
        }
      }
      #expect(left == 0)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a studio is ready once its first picture has been compiled`() throws {
    let rig = try StudioRig("bedside-clock")
    let studio = try Studio(Studio.Settings(boards: [rig.path("bedside-clock")]))
    defer { studio.end() }
    #expect(studio.waitForFirstPicture(atMostMs: 240_000))
    let broken = try StudioRig("bedside-clock")
    try "widgets: [{kind: clok}]\n".write(
      toFile: broken.path("bedside-clock", "scene.yaml"), atomically: true, encoding: .utf8)
    let other = try Studio(Studio.Settings(boards: [broken.path("bedside-clock")]))
    defer { other.end() }
    // The page says what is wrong; there is no picture to wait for.
    #expect(other.waitForFirstPicture(atMostMs: 240_000))
  }
}
