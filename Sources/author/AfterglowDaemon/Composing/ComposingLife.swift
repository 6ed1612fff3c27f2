import AfterglowCompiler
import AfterglowErrors
import AfterglowKit
import AfterglowSources
import CChild
import CLinux
import Foundation

/// The composing processes of a run, one after the other: their starts, messages and deaths.
struct ComposingLife {
  /// The death of a process.
  struct Death {
    /// The way in which the process ended.
    var words: String
    /// The work that ended the process; nil = the process did none, or it is unknown which work it was.
    var subject: CompositionMark.Subject?
    /// Date at which that work began, in ms since 1970.
    var beganMs = Int64.max
    /// Whether the process was killed, because memory was short or because it hung.
    var isKilled = false

    /// A line for the log about a death for which no stored content is known to be the reason.
    var report: String {
      guard let subject, subject.phase == .checking else {
        return "the process that composes died: \(words); another one is started"
      }
      return
        "the process that composes died while it read new content of \(subject.source): \(words); this content is refused"
    }
  }

  /// How long one step may take. The limit protects the panel from a process that hangs, and no content comes near it.
  static let stepLimitMs: Int64 = 300_000
  /// The pause after a failed start.
  private static let restMs: Int64 = 10_000

  let checker = ContentChecker()
  private var companion: Companion?
  private var socket: FrameSocket?
  /// Whether the process reads content only while it composes nothing. A death during which both threads worked sets this,
  /// so that the next death has one subject.
  private(set) var isOneByOne = false
  private var watch = StepWatch()
  /// When the next process is due to start; nil = a process is there.
  private var dueAtMs: Int64?
  private let limitMs: Int64

  init(limitMs: Int64 = Self.limit) { self.limitMs = limitMs }

  /// The limit of a step; a test shortens it.
  private static var limit: Int64 {
    ProcessInfo.processInfo.environment["AFTERGLOW_STEP_LIMIT_MS"].flatMap(Int64.init) ?? stepLimitMs
  }

  /// The time without suspend, in which no process makes a step.
  private static var monotonicMs: Int64 { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  var descriptor: Int32 { socket?.descriptor ?? -1 }
  var isThere: Bool { companion != nil }

  /// Starts a process.
  ///
  /// - Parameter archive: the archive that the panel showed last; nil = there is none.
  /// - Throws: `Failure` when the process cannot be started.
  mutating func begin(_ start: ComposingMessage.Start, passing archive: ArchiveFile?) throws {
    dueAtMs = nil
    var (orders, checks): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let failure = min(ag_companion_pair(&orders), ag_companion_pair(&checks))
    defer { for end in [orders[1], checks[1]] where end >= 0 { close(end) } }
    guard failure == 0 else {
      for end in [orders[0], checks[0]] where end >= 0 { close(end) }
      throw Failure(.unavailable, "cannot make a pair of sockets: \(ErrnoWords.sentence(-failure))")
    }
    let (socket, questions) = (FrameSocket(orders[0]), FrameSocket(checks[0]))
    companion = try Companion([ComposingProcess.argument], [orders[1], checks[1]], isDetached: true)
    self.socket = socket
    let data = ComposingMessage.data(start)
    if let archive { archive.withDescriptor { socket.sendLater(data, passing: $0) } } else { socket.sendLater(data) }
    checker.begin(questions)
    watch = StepWatch()
  }

  mutating func send(_ order: ComposingMessage.Order) {
    socket?.sendLater(ComposingMessage.data(order))
  }

  func receive() -> [FrameSocket.Frame] {
    socket?.flush()
    return socket?.receive() ?? []
  }

  /// Returns when the author looks at the process again.
  func deadlineMs(nowMs: Int64) -> Int64? {
    if let dueAtMs { return dueAtMs }
    guard companion != nil else { return nil }
    // Messages find room once the process reads.
    if socket?.hasUnsent == true { return nowMs + 100 }
    return nowMs + limitMs / 2
  }

  /// Returns whether the next process is due to start.
  func isDue(nowMs: Int64) -> Bool { dueAtMs.map { $0 <= nowMs } ?? false }

  mutating func rest(untilMs: Int64) { dueAtMs = untilMs }

  mutating func restAfterFailure(nowMs: Int64) { dueAtMs = nowMs + Self.restMs }

  /// Ends a process that hangs, and returns how the process has ended; nil = it works.
  mutating func death() -> Death? {
    guard let companion, let socket else { return nil }
    let works = companion.mark.works
    let steps = Dictionary(uniqueKeysWithValues: works.map { ($0.area, $0.steps) })
    let area = watch.hanging(steps, nowMs: Self.monotonicMs, limitMs: limitMs)
    let hanging = works.first { $0.area == area }
    guard socket.isClosed || hanging != nil else { return nil }
    let ending = companion.end()
    let words = hanging == nil ? ending.words : "it made no step for \(limitMs / 1000) s, and was ended"
    self.companion = nil
    self.socket = nil
    let mayBeOfContent = hanging != nil || ending.mayBeOfContent
    // Of several threads at the death of their process, none is known to be the reason.
    let work = hanging ?? (works.count == 1 && mayBeOfContent ? works[0] : nil)
    if work == nil && works.count > 1 && mayBeOfContent { isOneByOne = true }
    checker.end(words, isAtFault: work?.subject.phase == .checking)
    return Death(
      words: words, subject: work?.subject, beganMs: work?.beganMs ?? .max,
      isKilled: hanging != nil || ending == .signal(SIGKILL))
  }

  /// Ends the process.
  mutating func end() {
    companion?.end()
    companion = nil
    socket = nil
    checker.end("it was ended", isAtFault: false)
  }

  /// Lets the process write what the next run needs, for at most 0.4 s, and ends it.
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
