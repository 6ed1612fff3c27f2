import Synchronization

/// Problems of a package's resources that were found away from a view: the next drawing reports them.
enum ResourceProblems {
  private static let found = Mutex<[String]>([])
  private static let maximumCount = 20

  static func note(_ message: String) {
    found.withLock { found in
      if found.count < maximumCount, !found.contains(message) { found.append(message) }
    }
  }

  /// Removes and returns them, in the order in which they were found.
  static func take() -> [String] {
    found.withLock { found in
      defer { found = [] }
      return found
    }
  }
}
