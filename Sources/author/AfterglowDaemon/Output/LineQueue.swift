import AfterglowCore
import AfterglowKit
import Foundation
import Logging

/// The kind of a line.
enum Tone: Equatable {
  /// An event, on standard output.
  case news
  /// Something for the user to correct.
  case complaint
  case log(Logger.Level)
}

/// Writes lines for the user, in order, on a separate thread: a stopped terminal, or a pipe that is not read, may block
/// that thread but never the daemon's loop. Beyond a limit, lines are dropped and counted.
final class LineQueue: @unchecked Sendable {
  /// Also runs other output that must be in order with the lines.
  let thread = WorkThread("lines")
  /// Has the same lines.
  let log = RunLog()
  private let lock = NSLock()
  private var waiting = 0
  private var leftOut = 0

  private static let maximumCount = 1_000

  func write(_ tone: Tone, _ line: String) {
    let hasRoom = lock.withLock {
      if waiting >= Self.maximumCount {
        leftOut += 1
        return false
      }
      waiting += 1
      return true
    }
    guard hasRoom else { return }
    let now = Instant.now
    thread.async { [self] in
      log.add(tone, line, at: now)
      switch tone {
      case .news: Report.say(line)
      case .complaint: Report.complain(line)
      case .log(let level): Report.log.log(level: level, "\(line)")
      }
      let missing = lock.withLock {
        defer { leftOut = 0 }
        waiting -= 1
        return leftOut
      }
      if missing > 0 { Report.complain("\(missing) lines are left out here: the output was not read") }
    }
  }

  /// Waits until everything is written, up to the limit.
  func finish(withinMs limit: Int) { thread.finish(withinMs: limit) }
}
