import Synchronization

/// Programs of widgets that have crashed, or were ended for what they did, since this process began. A picture that a
/// command draws then shows something else in their places.
package enum WidgetCrashes {
  private static let count = Mutex(0)

  package static var hasAny: Bool { count.withLock { $0 > 0 } }

  static func note() { count.withLock { $0 += 1 } }
}
