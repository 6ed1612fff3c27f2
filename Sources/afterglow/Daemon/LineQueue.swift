import Foundation
import Logging

/// Lines for people, in order, on a thread of their own: a terminal that is held, or a pipe that nobody reads, may keep them
/// waiting, the daemon's loop never. What is said while very many wait is left out, and counted.
final class LineQueue: @unchecked Sendable {
  /// For what is to be in order with the lines as well.
  let thread = WorkThread("lines")
  private let lock = NSLock()
  private var waiting = 0
  private var leftOut = 0

  private static let maximumCount = 1_000

  func say(_ line: String) { write { Report.say(line) } }

  func complain(_ line: String) { write { Report.complain(line) } }

  fileprivate func write(_ body: @escaping @Sendable () -> Void) {
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
      body()
      let missing = lock.withLock {
        defer { leftOut = 0 }
        waiting -= 1
        return leftOut
      }
      if missing > 0 { Report.complain("\(missing) lines are left out here: nobody took them") }
    }
  }

  /// Waits until all is written, but not for ever.
  func finish(withinMs limit: Int) { thread.finish(withinMs: limit) }
}

/// swift-log through such a queue: nobody who logs waits.
struct QueuedLog: LogHandler {
  private var handler = StandardErrorLog()
  private let lines: LineQueue

  init(_ lines: LineQueue) { self.lines = lines }

  var logLevel: Logger.Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }

  var metadata: Logger.Metadata {
    get { handler.metadata }
    set { handler.metadata = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { handler[metadataKey: key] }
    set { handler[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    let handler = handler
    lines.write { handler.log(event: event) }
  }
}
