import AfterglowCompiler
import Foundation
import Logging
import Synchronization

/// The program's output: results on standard output, everything else in the log, which is standard error. Lines are
/// written at once, so that a reader of a pipe sees them when they happen. One call is one line, whatever names it
/// contains.
package enum Report {
  /// What is not a result.
  static let log = Logger(label: "afterglow") { _ in StandardErrorLog(hasLabels: true) }
  /// Errors that name a file and a line, or say what a command could not do: they need no label.
  private static let problems = Logger(label: "afterglow") { _ in StandardErrorLog(hasLabels: false) }

  package static func say(_ line: String) { print(line.printable + "\n") }

  /// Something for the user to correct.
  package static func complain(_ line: String) { problems.error("\(line)") }

  /// Something that may be a mistake, although the command does its work.
  package static func warn(_ line: String) { log.warning("\(line)") }

  /// How far a command of minutes has come. It is no event, and so not in the log.
  package static func progress(_ line: String) { printError("afterglow: \(line.printable)\n") }

  /// Bytes that the process before this one has written to standard output. Standard error has no such number, because the
  /// new process first reports there what it leaves out.
  private static let known = Mutex(0)

  /// Leaves out the beginning of standard output.
  ///
  /// - Parameter byteCount: the length of that beginning.
  package static func skip(_ byteCount: Int) { known.withLock { $0 = byteCount } }

  /// Writes text to standard output, except for what the process before this one has written.
  package static func print(_ text: String) {
    let byteCount = text.utf8.count
    CompositionMark.addOutput(byteCount)
    let skipped = known.withLock { known in
      let skipped = min(known, byteCount)
      known -= skipped
      return skipped
    }
    write(text, from: skipped, to: STDOUT_FILENO)
  }

  /// Writes text to standard error.
  package static func printError(_ text: String) { write(text, from: 0, to: STDERR_FILENO) }

  /// Writes as much as the other side accepts: a full or closed pipe does not end the program.
  private static func write(_ text: String, from start: Int, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var sent = start
      while sent < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return }
        sent += count
      }
    }
  }
}

/// swift-log to standard error: one line an event, with the kernel's priorities when journald reads (sd-daemon(3)).
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level = .info
  var metadata: Logger.Metadata = [:]
  /// Whether the level stands before a line, where no journal keeps it.
  private let hasLabels: Bool
  private static let isJournal: Bool = {
    // The variable is inherited, also by a program whose output goes elsewhere (systemd.exec(5)).
    var status = stat()
    guard let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0
    else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }()

  init(hasLabels: Bool) { self.hasLabels = hasLabels }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let suffix = fields.map { " \($0.key)=\($0.value)" }.joined()
    let label = hasLabels ? "\(event.level): " : ""
    let prefix = Self.isJournal ? "<\(Self.priority(event.level))>" : "afterglow: \(label)"
    Report.printError("\(prefix)\("\(event.message)\(suffix)".printable)\n")
  }

  /// sd-daemon(3).
  private static func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .trace, .debug: 7
    }
  }
}

/// Lets a message pass once as long as its subject is not in order: a full disk is reported once, not once a try, and a
/// network that comes and goes a few times a day.
package struct RateLimit {
  private struct Trouble {
    /// What was written since the subject was last in order.
    var known: Set<String> = []
    /// When something was written, in the last day.
    var writtenMs: [Int64] = []
  }

  private var troubles: [String: Trouble] = [:]
  /// Most messages about one subject in any day.
  static let dailyCount = 6
  private static let dayMs: Int64 = 86_400_000

  package init() {}

  /// - Parameter subject: what the message is about; one that is in order again is `cleared`.
  package mutating func allows(_ message: String, about subject: String, nowMs: Int64) -> Bool {
    var trouble = troubles[subject] ?? Trouble()
    trouble.writtenMs.removeAll { $0 <= nowMs - Self.dayMs }
    if trouble.known.contains(message) { return false }
    if trouble.writtenMs.count >= Self.dailyCount { return false }
    trouble.known.insert(message)
    trouble.writtenMs = trouble.writtenMs.suffix(Self.dailyCount - 1) + [nowMs]
    troubles[subject] = trouble
    return true
  }

  /// True when there was something to clear.
  package mutating func cleared(_ subject: String) -> Bool {
    guard troubles[subject]?.known.isEmpty == false else { return false }
    troubles[subject]!.known = []
    return true
  }
}
