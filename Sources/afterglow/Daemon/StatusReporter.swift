import AfterglowCore
import CLinux
import Logging

/// What a run tells people: lines in order, and what is wrong no more often than it is news. Belongs to one thread.
final class StatusReporter {
  private let write: (Tone, String) -> Void
  private var limit = RateLimit()

  /// - Parameter write: does not wait for who reads.
  init(_ write: @escaping (Tone, String) -> Void) { self.write = write }

  func say(_ line: String) { write(.news, line) }

  /// With the time of day before it.
  func say(_ line: String, at instant: Instant) { say("\(TimeText.localTime(instant))  \(line)") }

  func complain(_ line: String) { write(.complaint, line) }

  func notice(_ text: String) { write(.log(.notice), text) }

  /// Tells what is wrong with a subject when it is news, and every now and then as long as it stays so.
  func warn(_ text: String, about subject: String, as level: Logger.Level = .warning) {
    if allows(text, about: subject) { write(.log(level), text) }
  }

  /// The subject is well again; that is told where something was wrong with it, and there are words for it.
  func clear(_ subject: String, _ words: String? = nil) {
    if limit.cleared(subject), let words { notice(words) }
  }

  /// The board's files, which can be used or not.
  static let files = "scene"

  func refuse(_ problems: [String]) {
    guard allows(problems.joined(separator: "\n"), about: Self.files) else { return }
    problems.prefix(20).forEach(complain)
    write(.log(.warning), "the last good scene stays on the panel")
  }

  private func allows(_ text: String, about subject: String) -> Bool {
    limit.allows(text, about: subject, nowMs: ag_boottime_ms())
  }
}
