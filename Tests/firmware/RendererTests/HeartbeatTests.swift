import AfterglowLinux
import Testing

@testable import afterglow_renderer

@Suite struct HeartbeatTests {
  private static let patience = RendererTimeouts()

  /// A heartbeat whose frame is late.
  private func late(nowMs: Int64) -> Heartbeat {
    var heartbeat = Heartbeat(Self.patience)
    var update = ControlMessage(.updated)
    update.nextRealtimeMs = .max
    update.nextMonotonicMs = nowMs - Heartbeat.toleranceMs
    heartbeat.note(update, nowMs: nowMs - Heartbeat.toleranceMs, realtimeMs: 0)
    return heartbeat
  }

  @Test func `a renderer that was asked and does not answer is ended`() {
    var heartbeat = late(nowMs: 50_000)
    #expect(heartbeat.action(nowMs: 49_999) == .none)
    #expect(heartbeat.action(nowMs: 50_000) == .ask)
    heartbeat.noteAsked(true, nowMs: 50_000)
    #expect(heartbeat.isWaiting && heartbeat.nextMs == 50_000 + Self.patience.answerMs)
    #expect(heartbeat.action(nowMs: heartbeat.nextMs) == .kill)
    #expect(heartbeat.nextMs == .max)
  }

  @Test func `one that could not be asked is asked again, and has longer, but not for ever`() {
    var heartbeat = late(nowMs: 50_000)
    var now: Int64 = 50_000
    while now < 50_000 + Self.patience.lineMs {
      #expect(heartbeat.action(nowMs: now) == .ask, "at \(now)")
      heartbeat.noteAsked(false, nowMs: now)
      #expect(heartbeat.nextMs > now, "the guard would turn without a pause")
      now = heartbeat.nextMs
    }
    #expect(heartbeat.action(nowMs: now) == .kill)
  }

  @Test func `a new renderer that shows no first frame is asked`() {
    var heartbeat = Heartbeat(Self.patience)
    #expect(heartbeat.nextMs == .max)
    heartbeat.expectFirstFrame(nowMs: 7_000)
    #expect(heartbeat.action(nowMs: 7_000 + Self.patience.archiveMs - 1) == .none)
    #expect(heartbeat.action(nowMs: 7_000 + Self.patience.archiveMs) == .ask)
  }

  @Test(arguments: [ControlKind.pong, .adopted, .refused, .describe])
  func `any message ends the wait, and the next ping is a minute later`(kind: ControlKind) {
    var heartbeat = late(nowMs: 50_000)
    heartbeat.noteAsked(true, nowMs: 50_000)
    heartbeat.note(ControlMessage(kind), nowMs: 50_500, realtimeMs: 0)
    #expect(!heartbeat.isWaiting && heartbeat.nextMs == 50_500 + Heartbeat.intervalMs)
  }

  @Test func `a message does not delay the ping that a late frame gets`() {
    var heartbeat = late(nowMs: 50_000)
    heartbeat.note(ControlMessage(.adopted), nowMs: 49_500, realtimeMs: 0)
    #expect(heartbeat.nextMs == 50_000)
    heartbeat.noteAsked(false, nowMs: 50_000)
    heartbeat.note(ControlMessage(.adopted), nowMs: 50_500, realtimeMs: 0)
    #expect(!heartbeat.isWaiting && heartbeat.nextMs == 50_000 + Heartbeat.toleranceMs)
  }

  /// The frame that a clock announces by the time of day is as far ahead as that clock says.
  @Test func `a frame that is announced by the time of day is expected at that time`() {
    var heartbeat = Heartbeat(Self.patience)
    var update = ControlMessage(.updated)
    update.nextRealtimeMs = 1_700_000_030_000
    update.nextMonotonicMs = .max
    heartbeat.note(update, nowMs: 5_000, realtimeMs: 1_700_000_000_000)
    #expect(heartbeat.nextMs == 35_000 + Heartbeat.toleranceMs)
  }
}
