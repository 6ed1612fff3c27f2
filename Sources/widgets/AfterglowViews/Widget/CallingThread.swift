import Foundation

/// Runs asynchronous work on the thread that waits for it: providers may be `async`, and hosts are not. No thread of the
/// concurrency pool is occupied by waiting, so many can wait at once.
final class CallingThread: TaskExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isOver = false

  /// What the work returns.
  static func value<Value: Sendable>(of work: @escaping @Sendable () async -> Value) -> Value {
    let thread = CallingThread()
    nonisolated(unsafe) var value: Value?
    Task(executorPreference: thread) {
      value = await work()
      thread.end()
    }
    thread.run()
    return value!
  }

  /// What the work returns.
  ///
  /// - Throws: what the work throws.
  static func value<Value: Sendable>(of work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let result: Result<Value, any Error> = value {
      do { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    let isLate = condition.withLock {
      if isOver { return true }
      jobs.append(unowned)
      condition.signal()
      return false
    }
    if isLate { globalConcurrentExecutor.enqueue(unowned) }
  }

  private func end() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  private func run() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while jobs.isEmpty && !isOver { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
