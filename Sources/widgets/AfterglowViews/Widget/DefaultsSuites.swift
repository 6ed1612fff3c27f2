import Foundation

// Foundation on Linux writes user defaults to disk only when it is asked to, and does not say when they change: the service of
// a widget's process asks for it.

/// The suites of user defaults that this process has used.
enum DefaultsSuites {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var names: Set<String> = []

  static func note(_ name: String) { lock.withLock { _ = names.insert(name) } }

  /// Writes what has changed to disk.
  static func synchronize() {
    UserDefaults.standard.synchronize()
    for name in lock.withLock({ names }) { UserDefaults(suiteName: Optional(name))?.synchronize() }
  }
}

/// They may be used from any thread; Foundation on Linux does not say so.
// swift-format-ignore: AvoidRetroactiveConformances
extension UserDefaults: @retroactive @unchecked Sendable {}

extension UserDefaults {
  /// The defaults that widgets of a group share, kept for later processes.
  public convenience init?(suiteName: String) {
    self.init(suiteName: Optional(suiteName))
    DefaultsSuites.note(suiteName)
  }
}
