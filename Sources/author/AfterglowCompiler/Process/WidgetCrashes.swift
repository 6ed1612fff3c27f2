import Foundation
import Synchronization

/// Programs of widgets that have crashed, or were ended for what they did, since this process began. A picture that a
/// command draws then shows something else in their places.
package enum WidgetCrashes {
  /// A program that has crashed, and the requests that make it crash again.
  package struct Crash: Sendable {
    package var program: String
    package var requests: Data
  }

  private struct State {
    var count = 0
    var keepsRequests = false
    /// The first crash of each program.
    var crashes: [Crash] = []
  }

  private static let state = Mutex(State())
  private static let maximumCrashCount = 4

  package static var hasAny: Bool { state.withLock { $0.count > 0 } }

  /// The first crash of each program, of a few; empty where no requests are kept.
  package static var crashes: [Crash] { state.withLock { $0.crashes } }

  /// Keeps what programs that start from now on are asked, until they end.
  package static func keepRequests() { state.withLock { $0.keepsRequests = true } }

  static var keepsRequests: Bool { state.withLock { $0.keepsRequests } }

  static func note() { state.withLock { $0.count += 1 } }

  static func keep(_ crash: Crash) {
    state.withLock { state in
      guard state.keepsRequests, state.crashes.count < maximumCrashCount,
        !state.crashes.contains(where: { $0.program == crash.program })
      else { return }
      state.crashes.append(crash)
    }
  }
}
