/// Finds the thread of a composing process that makes no step for too long. Each thread is watched by itself: a busy thread
/// must not hide one that hangs.
struct StepWatch {
  private struct Course {
    var steps: UInt64
    /// When the thread was first seen with so many steps.
    var sinceMs: Int64
  }

  /// The courses of the threads that work, by their areas in the mark.
  private var courses: [Int: Course] = [:]

  /// Compares the threads that work with those of the call before.
  ///
  /// - Parameters:
  ///   - steps: the steps of each thread that works, by its area in the mark.
  ///   - nowMs: the time without suspend, in which no thread makes a step.
  ///   - limitMs: how long a thread may be seen without a step.
  /// - Returns: the area of a thread that hangs; nil = none does.
  mutating func hanging(_ steps: [Int: UInt64], nowMs: Int64, limitMs: Int64) -> Int? {
    for (area, count) in steps where courses[area]?.steps != count {
      courses[area] = Course(steps: count, sinceMs: nowMs)
    }
    courses = courses.filter { steps[$0.key] != nil }
    return courses.filter { nowMs - $0.value.sinceMs >= limitMs }.keys.min()
  }
}
