import AfterglowLinux

/// Checks that the renderer is alive: only when an announced frame does not arrive, so that a punctual panel is never
/// woken for it. Pure state; `RendererLife` sends the pings and kills.
struct Heartbeat {
  /// How late a frame may be before the renderer is pinged, in ms.
  static var toleranceMs: Int64 { 1_000 }
  /// Interval of further pings, in ms: a frame that changed no pixel is not reported.
  static var intervalMs: Int64 { 60_000 }

  private let patience: RendererTimeouts
  private var askAtMs = Int64.max
  private var killAtMs = Int64.max

  init(_ patience: RendererTimeouts) { self.patience = patience }

  /// When there is something to do; Int64.max = never.
  var nextMs: Int64 { Swift.min(askAtMs, killAtMs) }

  /// Notes a message from the renderer. An update says when the next frame is due.
  mutating func note(_ message: ControlMessage, nowMs: Int64, realtimeMs: Int64) {
    let wasWaiting = isWaiting
    killAtMs = Int64.max
    guard message.kind == .updated else {
      // Any message answers a ping, but none other announces a frame: it is pinged again.
      if message.kind == .pong {
        askAtMs = nowMs + Heartbeat.intervalMs
      } else if wasWaiting {
        askAtMs = Swift.min(askAtMs, nowMs + Heartbeat.intervalMs)
      }
      return
    }
    // The renderer's messages are untrusted.
    let realtime = message.nextRealtimeMs.subtractingReportingOverflow(realtimeMs)
    let monotonic = message.nextMonotonicMs.subtractingReportingOverflow(nowMs)
    let inMs =
      realtime.overflow || monotonic.overflow
      ? 0 : Swift.max(0, Swift.min(realtime.partialValue, monotonic.partialValue))
    // More than a year ahead means never.
    askAtMs = inMs > 366 * 86_400_000 ? Int64.max : nowMs + inMs + Heartbeat.toleranceMs
  }

  /// A new renderer has its archive. If it shows no frame, it is pinged as well.
  mutating func expectFirstFrame(nowMs: Int64) { askAtMs = nowMs + patience.archiveMs }

  /// Resets the state for a new renderer, which has announced nothing yet.
  mutating func reset() {
    askAtMs = Int64.max
    killAtMs = Int64.max
  }

  /// Whether the renderer was pinged, or should have been, and has not replied yet.
  var isWaiting: Bool { killAtMs < Int64.max }

  /// The action that is due.
  enum Action { case none, ask, kill }

  mutating func action(nowMs: Int64) -> Action {
    if nowMs >= killAtMs {
      reset()
      return .kill
    }
    return nowMs < askAtMs ? .none : .ask
  }

  /// Notes whether the ping was sent. If not, because the socket is full, it is sent later, and the timeout is longer.
  mutating func noteAsked(_ isOnItsWay: Bool, nowMs: Int64) {
    askAtMs = isOnItsWay ? Int64.max : nowMs + Heartbeat.toleranceMs
    killAtMs = Swift.min(isOnItsWay ? Int64.max : killAtMs, nowMs + (isOnItsWay ? patience.answerMs : patience.lineMs))
  }
}
