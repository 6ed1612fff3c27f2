import Glibc

/// Waits of tests for other programs, by a count of looks.
enum CountedWait {
  /// True as soon as `condition` holds; false when it does not within `seconds`, in which the machine must also have
  /// let this process look a hundred times a second: what is slow because others use the processors has not failed.
  static func holds(within seconds: Double, _ condition: () -> Bool) -> Bool {
    for _ in 0..<Int(seconds * 100) {
      if condition() { return true }
      usleep(10_000)
    }
    return condition()
  }
}
