import AfterglowBoards
import AfterglowPreview
import CLinux
import Foundation

/// Asks the process that composes whether content can be read, before it is stored: this process parses nothing that
/// arrives. Used by the threads of the sources and of the server.
final class ContentChecker: @unchecked Sendable {
  /// How long one question may take.
  static let patienceMs: Int64 = 60_000
  private static let rememberedCount = 64
  /// Processes that one content is shown to.
  private static let attemptCount = 3
  /// How a refusal ends that says nothing of the content.
  static let later = "; it was not stored, and may be sent again"

  /// One question at a time.
  private let turn = NSLock()
  /// Of the last question; under `turn`.
  private var number: UInt64 = 0
  private let state = NSCondition()

  // MARK: under `state`

  private var socket: FrameSocket?
  /// Of the content that the process works on.
  private var asked: UInt64?
  /// Contents that ended a process, and what it said of them.
  private var deadly: [UInt64: String] = [:]

  /// A process is there that can be asked.
  func begin(_ socket: FrameSocket) {
    state.withLock { self.socket = socket }
    state.broadcast()
  }

  /// The process has ended.
  ///
  /// - Parameters:
  ///   - words: how.
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

  /// - Returns: what the readers say; content of which a process died is refused, and so is all while none can be asked.
  func verdict(_ bytes: [UInt8], of key: String) -> ComposingMessage.Verdict {
    let fingerprint = ContentFingerprint.of(Array(key.utf8) + bytes)
    return turn.withLock {
      let deadline = ag_boottime_ms() + Self.patienceMs
      if let words = state.withLock({ deadly[fingerprint] }) { return ComposingMessage.Verdict(refusal: words) }
      guard let file = try? ArchiveFile(bytes, contentHash: 0) else {
        return ComposingMessage.Verdict(refusal: "there is no memory to check content" + Self.later)
      }
      defer { state.withLock { asked = nil } }
      // A process that ends of something else has not read it: the next one is asked.
      for _ in 0..<Self.attemptCount {
        guard let socket = wait(for: fingerprint, until: deadline) else { break }
        if let verdict = ask(socket, file, key, until: deadline) { return verdict }
        if !socket.isClosed { break }
        waitForEnd(of: socket, until: deadline)
        if let words = state.withLock({ deadly[fingerprint] }) { return ComposingMessage.Verdict(refusal: words) }
      }
      return ComposingMessage.Verdict(
        refusal: "no process could check this content within \(Self.patienceMs / 1000) s" + Self.later)
    }
  }

  /// - Returns: nil when the process has ended, or the time is over.
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

  /// Waits until the thread that collects the process knows how it ended.
  private func waitForEnd(of ended: FrameSocket, until deadline: Int64) {
    state.withLock {
      while socket === ended {
        let left = deadline - ag_boottime_ms()
        if left <= 0 || !state.wait(until: Date(timeIntervalSinceNow: Double(left) / 1000)) { break }
      }
    }
  }
}

/// A source's readers, which another process has.
final class RemoteReader: @unchecked Sendable {
  private let key: String
  private let checker: ContentChecker
  private let lock = NSLock()
  private var samples: [String: Double] = [:]

  init(key: String, checker: ContentChecker) {
    self.key = key
    self.checker = checker
  }

  /// What they say of content: nil = it can be read.
  func refusal(of bytes: [UInt8]) -> String? {
    let verdict = checker.verdict(bytes, of: key)
    lock.withLock { samples = verdict.samples }
    return verdict.refusal
  }

  /// A number of the content that was asked about last.
  func sample(_ name: String) -> Double? { lock.withLock { samples[name] } }
}
