import Foundation

/// A thread that runs closures in order, for a loop that must not block.
///
/// Not a dispatch queue: libdispatch keeps the records of finished work (64 bytes each, up to 1,024) with the thread
/// that ran it, and only that thread reuses them. Where one thread submits work and another runs it, the author grew by
/// 300 bytes with each compile, up to 64 KiB for each thread of the pool.
package final class WorkThread: Sendable {
  package typealias Work = @Sendable () -> Void

  private let waiting = WaitingWork()

  /// - Parameter niceness: by how much it gives way to other threads for a processor, 0 to 19.
  package init(_ name: String, stackByteCount: Int? = nil, niceness: Int32 = 0) {
    // The thread retains the queue and not its owner, whose deinit ends the thread.
    let thread = Thread { [waiting] in
      Self.blockSignals()
      // On Linux this is the calling thread's alone (sched(7)).
      if niceness > 0 { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
      while let work = waiting.next() { work() }
    }
    thread.name = name
    if let stackByteCount { thread.stackSize = stackByteCount }
    thread.start()
  }

  deinit { waiting.end() }

  package func async(_ work: @escaping Work) { waiting.add(work) }

  /// Waits until all earlier work is done, up to the limit.
  ///
  /// - Returns: whether it is done.
  @discardableResult
  package func finish(withinMs limit: Int) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    async { isDone.signal() }
    return isDone.wait(timeout: .now() + .milliseconds(limit)) == .success
  }

  /// Leaves signals to the main loop: a new window size interrupts its wait.
  private static func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}

/// The closures that a thread has not run yet.
private final class WaitingWork: @unchecked Sendable {
  private let condition = NSCondition()
  private var works: [WorkThread.Work] = []
  private var isEnding = false

  func add(_ work: @escaping WorkThread.Work) {
    condition.withLock { works.append(work) }
    condition.signal()
  }

  /// Ends the thread after the remaining work.
  func end() {
    condition.withLock { isEnding = true }
    condition.signal()
  }

  /// - Returns: nil at the end.
  func next() -> WorkThread.Work? {
    condition.withLock {
      while works.isEmpty {
        if isEnding { return nil }
        condition.wait()
      }
      return works.removeFirst()
    }
  }
}
