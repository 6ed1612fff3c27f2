import AfterglowBoards
import AfterglowSources
import CLinux
import Foundation

/// Asks the composing process whether it can read content, before the author stores it: the author parses nothing that
/// arrives. The threads of the sources and of the server use it.
final class ContentChecker: @unchecked Sendable {
  /// How long one question may take.
  static let patienceMs: Int64 = 60_000
  private static let rememberedCount = 64
  /// The number of processes that are asked about one content.
  private static let attemptCount = 3

  /// Held while a question is asked: one at a time.
  private let turn = NSLock()
  /// Number of the last question; under `turn`.
  private var number: UInt64 = 0
  private let state = NSCondition()

  // MARK: under `state`

  private var socket: FrameSocket?
  /// Fingerprint of the content that the process works on; nil = it works on none.
  private var asked: UInt64?
  /// The reasons why contents that ended a process are refused, by their fingerprints.
  private var deadly: [UInt64: String] = [:]

  /// Begins to ask a new process.
  func begin(_ socket: FrameSocket) {
    state.withLock { self.socket = socket }
    state.broadcast()
  }

  /// Notes that the process has ended.
  ///
  /// - Parameters:
  ///   - words: how it ended.
  ///   - isAtFault: whether the content that it read is the reason.
  func end(_ words: String, isAtFault: Bool) {
    state.withLock {
      socket = nil
      if isAtFault, let asked {
        if deadly.count >= Self.rememberedCount { deadly = [:] }
        deadly[asked] = "the process that reads content ended while it read this: \(words)"
      }
    }
    state.broadcast()
  }

  /// Returns the process's verdict. Content that ended a process is refused as unreadable. While no process can be asked,
  /// every content is refused as unchecked.
  func verdict(_ bytes: [UInt8], of key: String) -> ComposingMessage.Verdict {
    let fingerprint = ContentFingerprint.of(Array(key.utf8) + bytes)
    return turn.withLock {
      let deadline = ag_boottime_ms() + Self.patienceMs
      if let known = knownVerdict(fingerprint) { return known }
      guard let file = try? ArchiveFile(bytes, contentHash: 0) else {
        return ComposingMessage.Verdict(refusal: .unchecked("there is no memory to check this content"))
      }
      defer { state.withLock { asked = nil } }
      // A process that something else ended has not read the content: the next process is asked.
      for _ in 0..<Self.attemptCount {
        guard let socket = wait(for: fingerprint, until: deadline) else { break }
        if let verdict = ask(socket, file, key, until: deadline) { return verdict }
        if !socket.isClosed { break }
        waitForEnd(of: socket, until: deadline)
        if let known = knownVerdict(fingerprint) { return known }
      }
      return ComposingMessage.Verdict(
        refusal: .unchecked("no process could check this content within \(Self.patienceMs / 1000) s"))
    }
  }

  /// The verdict on content that ended a process; nil for any other.
  private func knownVerdict(_ fingerprint: UInt64) -> ComposingMessage.Verdict? {
    state.withLock { deadly[fingerprint] }.map { ComposingMessage.Verdict(refusal: .unreadable($0)) }
  }

  /// Returns the process's answer; nil when the process has ended, or the time is over.
  private func ask(
    _ socket: FrameSocket, _ file: ArchiveFile, _ key: String, until deadline: Int64
  ) -> ComposingMessage.Verdict? {
    number += 1
    let check = ComposingMessage.Check(number: number, key: key, byteCount: file.byteCount)
    file.withDescriptor { socket.send(ComposingMessage.data(check), passing: $0) }
    while !socket.isClosed && socket.wait(untilBootMs: deadline) {
      for frame in socket.receive() {
        if frame.descriptor >= 0 { close(frame.descriptor) }
        let verdict = ComposingMessage.message(ComposingMessage.Verdict.self, frame.bytes)
        if let verdict, verdict.number == number { return verdict }
      }
    }
    return nil
  }

  /// Waits for a process that can be asked; nil when the time is over.
  private func wait(for fingerprint: UInt64, until deadline: Int64) -> FrameSocket? {
    state.withLock {
      while socket == nil {
        let left = deadline - ag_boottime_ms()
        if left <= 0 || !state.wait(until: Date(timeIntervalSinceNow: Double(left) / 1000)) { return nil }
      }
      asked = fingerprint
      return socket
    }
  }

  /// Waits until the author knows how the process ended.
  private func waitForEnd(of ended: FrameSocket, until deadline: Int64) {
    state.withLock {
      while socket === ended {
        let left = deadline - ag_boottime_ms()
        if left <= 0 || !state.wait(until: Date(timeIntervalSinceNow: Double(left) / 1000)) { break }
      }
    }
  }
}

/// The readers of a source, which the composing process has.
final class RemoteReader: @unchecked Sendable {
  private let key: String
  private let checker: ContentChecker
  private let lock = NSLock()
  private var samples: [String: Double] = [:]

  init(key: String, checker: ContentChecker) {
    self.key = key
    self.checker = checker
  }

  /// Returns why content is not stored; nil = the readers can read it.
  func refusal(of bytes: [UInt8]) -> ContentRefusal? {
    let verdict = checker.verdict(bytes, of: key)
    lock.withLock { samples = verdict.samples }
    return verdict.refusal
  }

  /// Returns a number of the content that `refusal` was asked about last.
  func sample(_ name: String) -> Double? { lock.withLock { samples[name] } }
}
