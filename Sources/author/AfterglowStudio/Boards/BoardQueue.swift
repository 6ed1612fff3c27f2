import AfterglowKit
import Foundation

/// Work of one board, most urgent first, on a thread of its own. Work that has been overtaken is never begun: who drags
/// a slider waits for the newest frame only.
final class BoardQueue: @unchecked Sendable {
  enum Urgency: Int, Comparable {
    /// What a person looks at and waits for.
    case frame
    /// Changes of files, in their order.
    case change
    /// What is known of a frame that stands.
    case facts

    static func < (a: Urgency, b: Urgency) -> Bool { a.rawValue < b.rawValue }
  }

  private struct Job {
    var urgency: Urgency
    var key: String?
    var work: @Sendable () -> Void
    /// Called instead of `work` when a newer job has the same key.
    var overtaken: @Sendable () -> Void
  }

  private let thread: WorkThread
  private let lock = NSLock()
  private var jobs: [Job] = []
  /// Whether the job that has begun is to end.
  private var isInterrupted = false

  /// - Parameter niceness: by how much its thread gives way to others for a processor, 0 to 19.
  init(_ name: String, niceness: Int32 = 0) {
    thread = WorkThread(name, stackByteCount: 8 << 20, niceness: niceness)
  }

  /// - Parameters:
  ///   - key: this job takes the place of one with the same key that has not begun; nil = each is done.
  ///   - overtaken: called on the caller's thread of the newer job.
  func add(
    _ urgency: Urgency, key: String? = nil, work: @escaping @Sendable () -> Void,
    overtaken: @escaping @Sendable () -> Void = {}
  ) {
    let old = lock.withLock { () -> Job? in
      let place = key.flatMap { key in jobs.firstIndex { $0.urgency == urgency && $0.key == key } }
      let old = place.map { jobs.remove(at: $0) }
      jobs.append(Job(urgency: urgency, key: key, work: work, overtaken: overtaken))
      return old
    }
    old?.overtaken()
    thread.async { [self] in next()?.work() }
  }

  /// Whether some work waits.
  var hasAny: Bool { lock.withLock { !jobs.isEmpty } }

  // MARK: ending what no page waits for

  /// The job that has begun ends at its next `check`.
  func interrupt() { lock.withLock { isInterrupted = true } }

  /// Takes out all jobs that have not begun; each is reported as overtaken on the caller's thread.
  func removeAll() {
    let old = lock.withLock { () -> [Job] in
      defer { jobs = [] }
      return jobs
    }
    for job in old { job.overtaken() }
  }

  /// For a job between its steps.
  ///
  /// - Throws: `StudioRefusal.overtaken` if it has been interrupted.
  func check() throws {
    if lock.withLock({ isInterrupted }) { throw StudioRefusal.overtaken }
  }

  private func next() -> Job? {
    lock.withLock {
      isInterrupted = false
      guard let first = jobs.indices.min(by: { (jobs[$0].urgency, $0) < (jobs[$1].urgency, $1) }) else { return nil }
      return jobs.remove(at: first)
    }
  }
}
