import AfterglowCore
import AfterglowPreview
import CLinux
import Logging

/// Messages to the user: lines in order, and warnings only when they are new. Belongs to one thread.
final class StatusReporter {
  private let write: (Tone, String) -> Void
  private var limit = RateLimit()

  /// - Parameter write: must not wait for the reader.
  init(_ write: @escaping (Tone, String) -> Void) { self.write = write }

  func say(_ line: String) { write(.news, line) }

  /// With the time of day in front.
  func say(_ line: String, at instant: Instant) { say("\(TimeText.localTime(instant))  \(line)") }

  func complain(_ line: String) { write(.complaint, line) }

  func notice(_ text: String) { write(.log(.notice), text) }

  /// Writes a warning about a subject when it is new, and from time to time while it lasts.
  func warn(_ text: String, about subject: String, as level: Logger.Level = .warning) {
    if allows(text, about: subject) { write(.log(level), text) }
  }

  /// Notes that a subject is in order again; `words` are written if there was a warning about it.
  func clear(_ subject: String, _ words: String? = nil) {
    if limit.cleared(subject), let words { notice(words) }
  }

  /// The subject of the board's files.
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
