import Foundation
import Logging

/// What a line is to people.
enum Tone: Equatable {
  /// What happens, on standard output.
  case news
  /// What a person is to put right, on standard error.
  case complaint
  case log(Logger.Level)
}

/// Lines for people, in order, on a thread of their own: a terminal that is held, or a pipe that nobody reads, may keep them
/// waiting, the daemon's loop never. What is said while very many wait is left out, and counted.
final class LineQueue: @unchecked Sendable {
  /// For what is to be in order with the lines as well.
  let thread = WorkThread("lines")
  private let log = Logger(label: "afterglow")
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
    thread.async { [self] in
      switch tone {
      case .news: Report.say(line)
      case .complaint: Report.complain(line)
      case .log(let level): log.log(level: level, "\(line)")
      }
      let missing = lock.withLock {
        defer { leftOut = 0 }
        waiting -= 1
        return leftOut
      }
      if missing > 0 { Report.complain("\(missing) lines are left out here: the output was not read") }
    }
  }

  /// Waits until all is written, but not for ever.
  func finish(withinMs limit: Int) { thread.finish(withinMs: limit) }
}
