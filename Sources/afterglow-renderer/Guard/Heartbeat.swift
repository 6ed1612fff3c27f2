import AfterglowLinux

/// Checks that the renderer is alive: only when an announced frame does not arrive, so that a punctual panel is never
/// woken for it. Pure state; `RendererLife` sends and kills.
struct Heartbeat {
  /// How late a frame may be before the renderer is asked, in ms.
  static var toleranceMs: Int64 { 1_000 }
  /// How much later it is asked again, in ms: a frame that changed no pixel is not reported.
  static var intervalMs: Int64 { 60_000 }

  private let patience: RendererTimeouts
  private var askAtMs = Int64.max
  private var killAtMs = Int64.max

  init(_ patience: RendererTimeouts) { self.patience = patience }

  /// When there is something to do; Int64.max = never.
  var nextMs: Int64 { Swift.min(askAtMs, killAtMs) }

  /// Notes a message from the renderer. An update contains when the next frame is due.
  mutating func note(_ message: ControlMessage, nowMs: Int64) {
    killAtMs = Int64.max
    guard message.kind == .updated else {
      if message.kind == .pong { askAtMs = nowMs + Heartbeat.intervalMs }
      return
    }
    // Whatever a renderer reports is untrusted.
    let realtime = message.nextRealtimeMs.subtractingReportingOverflow(SystemTime.realtimeMs)
    let monotonic = message.nextMonotonicMs.subtractingReportingOverflow(nowMs)
    let inMs =
      realtime.overflow || monotonic.overflow
      ? 0 : Swift.max(0, Swift.min(realtime.partialValue, monotonic.partialValue))
    // Further than a year is "not by itself".
    askAtMs = inMs > 366 * 86_400_000 ? Int64.max : nowMs + inMs + Heartbeat.toleranceMs
  }

  /// A new renderer has its archive. One that shows no frame of it is asked as well.
  mutating func expectFirstFrame(nowMs: Int64) { askAtMs = nowMs + patience.archiveMs }

  /// Begins with a new renderer, which has announced nothing yet.
  mutating func reset() {
    askAtMs = Int64.max
    killAtMs = Int64.max
  }

  /// Whether the renderer was to be asked and has not answered yet.
  var isWaiting: Bool { killAtMs < Int64.max }

  /// What is due.
  enum Action { case none, ask, kill }

  mutating func action(nowMs: Int64) -> Action {
    if nowMs >= killAtMs {
      reset()
      return .kill
    }
    return nowMs < askAtMs ? .none : .ask
  }

  /// Notes whether the question was sent. If not, because the socket is full, it is asked later, and the renderer has
  /// longer.
  mutating func noteAsked(_ isOnItsWay: Bool, nowMs: Int64) {
    askAtMs = isOnItsWay ? Int64.max : nowMs + Heartbeat.toleranceMs
    killAtMs = Swift.min(isOnItsWay ? Int64.max : killAtMs, nowMs + (isOnItsWay ? patience.answerMs : patience.lineMs))
  }
}
