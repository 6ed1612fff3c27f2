import AfterglowCompiler
import AfterglowPreview
import CChild
import CLinux
import Foundation

/// One process after the other that composes: its start, its messages and its end.
struct ComposingLife {
  /// How a process has ended.
  struct Death {
    var words: String
    /// What it worked on; nil = unknown, or nothing.
    var subject: CompositionMark.Subject?
    /// When that work began, in ms since 1970.
    var beganMs = Int64.max
    /// Whether it was killed, for want of memory or because it hung.
    var isKilled = false

    /// For the log, where no stored content is known to be the reason.
    var report: String {
      guard let subject, subject.phase == .checking else {
        return "the process that composes died: \(words); another one is started"
      }
      return
        "the process that composes died while it read new content of \(subject.source): \(words); this content is refused"
    }
  }

  /// How long one step may take. It protects the panel from a process that hangs, and is far beyond what any content needs.
  static let stepLimitMs: Int64 = 300_000
  /// After a failed start.
  private static let restMs: Int64 = 10_000

  let checker = ContentChecker()
  private var companion: Companion?
  private var socket: FrameSocket?
  /// A process reads and composes at the same time; after a death that may be of either, no longer.
  private(set) var isOneByOne = false
  /// The steps of the process, and since when they are as many.
  private var progress: (steps: UInt64, sinceMs: Int64) = (0, 0)
  /// When a process is to be started; nil = there is one.
  private var dueAtMs: Int64?
  private let limitMs: Int64

  init(limitMs: Int64 = Self.limit) { self.limitMs = limitMs }

  /// Of a test, which does not wait for minutes.
  private static var limit: Int64 {
    ProcessInfo.processInfo.environment["AFTERGLOW_STEP_LIMIT_MS"].flatMap(Int64.init) ?? stepLimitMs
  }

  /// Without the time of a suspend, in which no process makes a step.
  private static var monotonicMs: Int64 { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  var descriptor: Int32 { socket?.descriptor ?? -1 }
  var isThere: Bool { companion != nil }

  mutating func begin(_ start: ComposingMessage.Start, passing archive: ArchiveFile?) throws {
    dueAtMs = nil
    var (orders, checks): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let failure = min(ag_companion_pair(&orders), ag_companion_pair(&checks))
    defer { for end in [orders[1], checks[1]] where end >= 0 { close(end) } }
    guard failure == 0 else {
      for end in [orders[0], checks[0]] where end >= 0 { close(end) }
      throw Failure(.unavailable, "cannot make a pair of sockets: \(String(cString: strerror(-failure)))")
    }
    let (socket, questions) = (FrameSocket(orders[0]), FrameSocket(checks[0]))
    companion = try Companion([ComposingProcess.argument], [orders[1], checks[1]], isDetached: true)
    self.socket = socket
    let data = ComposingMessage.data(start)
    if let archive { archive.withDescriptor { socket.sendLater(data, passing: $0) } } else { socket.sendLater(data) }
    checker.begin(questions)
    progress = (0, Self.monotonicMs)
  }

  mutating func send(_ order: ComposingMessage.Order) {
    socket?.sendLater(ComposingMessage.data(order))
  }

  func receive() -> [FrameSocket.Frame] {
    socket?.flush()
    return socket?.receive() ?? []
  }

  /// When it is to be looked at again.
  func deadlineMs(nowMs: Int64) -> Int64? {
    if let dueAtMs { return dueAtMs }
    guard companion != nil else { return nil }
    // Its messages find room when it reads.
    if socket?.hasUnsent == true { return nowMs + 100 }
    return nowMs + limitMs / 2
  }

  /// Whether a process is to be started.
  func isDue(nowMs: Int64) -> Bool { dueAtMs.map { $0 <= nowMs } ?? false }

  mutating func rest(untilMs: Int64) { dueAtMs = untilMs }

  mutating func restAfterFailure(nowMs: Int64) { dueAtMs = nowMs + Self.restMs }

  /// How the process has ended, or was ended because it hung; nil = it works.
  mutating func death() -> Death? {
    guard let companion, let socket else { return nil }
    let subjects = companion.mark.subjects
    let isHanging = hangs(companion.mark, isBusy: !subjects.isEmpty)
    guard socket.isClosed || isHanging else { return nil }
    let ending = companion.end()
    let words = isHanging ? "it made no step for \(limitMs / 1000) s, and was ended" : ending.words
    self.companion = nil
    self.socket = nil
    let mayBeOfContent = isHanging || ending.mayBeOfContent
    let isClear = subjects.count <= 1 && mayBeOfContent
    // From now on it is known.
    if subjects.count > 1 && mayBeOfContent { isOneByOne = true }
    checker.end(words, isAtFault: isClear && subjects.first?.phase == .checking)
    return Death(
      words: words, subject: isClear ? subjects.first : nil, beganMs: companion.mark.beganMs,
      isKilled: isHanging || ending == .signal(SIGKILL))
  }

  private mutating func hangs(_ mark: ChildMark, isBusy: Bool) -> Bool {
    let nowMs = Self.monotonicMs
    let steps = mark.steps
    if steps != progress.steps || !isBusy { progress = (steps, nowMs) }
    return nowMs - progress.sinceMs >= limitMs
  }

  /// Ends the process.
  mutating func end() {
    companion?.end()
    companion = nil
    socket = nil
    checker.end("it was ended", isAtFault: false)
  }

  /// Lets it write down what the next run goes on with, at most so long.
  mutating func finish() {
    send(.end)
    if let socket {
      let limit = ag_boottime_ms() + 400
      while !socket.isClosed && socket.wait(untilBootMs: limit) {
        for frame in socket.receive() where frame.descriptor >= 0 { close(frame.descriptor) }
      }
    }
    end()
  }
}
