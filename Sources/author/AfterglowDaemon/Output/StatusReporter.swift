import AfterglowCore
import AfterglowKit
import CLinux
import Logging

/// Messages to the user: lines in order, and warnings only when they are new. Belongs to one thread.
final class StatusReporter {
  private let write: (Tone, String) -> Void
  private let nowMs: () -> Int64
  private var limit = RateLimit()
  private var refused: [String] = []

  /// - Parameters:
  ///   - nowMs: the time since the boot.
  ///   - write: must not wait for the reader.
  init(nowMs: @escaping () -> Int64 = { ag_boottime_ms() }, _ write: @escaping (Tone, String) -> Void) {
    self.nowMs = nowMs
    self.write = write
  }

  func say(_ line: String) { write(.news, line) }

  /// With the time of day in front.
  func say(_ line: String, at instant: Instant) { say("\(TimeText.localTime(instant))  \(line)") }

  func complain(_ line: String) { write(.complaint, line) }

  func notice(_ text: String) { write(.log(.notice), text) }

  /// Writes a warning about a subject when it is new.
  func warn(_ text: String, about subject: String, as level: Logger.Level = .warning) {
    if limit.allows(text, about: subject, nowMs: nowMs()) { write(.log(level), text) }
  }

  /// Notes that a subject is in order again; `words` are written if there was a warning about it.
  func clear(_ subject: String, _ words: String? = nil) {
    if subject == Self.files { refused = [] }
    if limit.cleared(subject), let words { notice(words) }
  }

  /// The subject of the board's files.
  static let files = "scene"

  /// Writes the problems of the board's files when they are other ones than before, because a user edits them.
  func refuse(_ problems: [String]) {
    if problems == refused { return }
    refused = problems
    problems.prefix(20).forEach(complain)
    write(.log(.warning), "the last good scene stays on the panel")
  }
}
