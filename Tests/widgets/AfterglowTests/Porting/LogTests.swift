import Foundation
import Testing

@testable import OSLog

/// The log and the locks of ported widgets.
@Suite struct LogTests {
  @Test func `values in C's format are written, and private ones are hidden`() {
    let text = OSLog.text("%{public}@ took %.1f s for %d%%, %{private}@", ["Ada", 1.5, 3, "secret"])
    #expect(text == "Ada took 1.5 s for 3%, <private>")
    #expect(OSLog.text("%d and %d", [1]) == "1 and %d")
    #expect(OSLog(subsystem: "com.example", category: "tides").isEnabled(type: .info))
    #expect(!OSLog(subsystem: "com.example", category: "tides").isEnabled(type: .debug))
    #expect(!OSLog.disabled.isEnabled(type: .error))
  }

  @Test func `a lock protects its state`() async {
    let count = OSAllocatedUnfairLock(initialState: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { count.withLock { $0 += 1 } } }
    }
    #expect(count.withLock { $0 } == 100)
  }

  @Test func `a lock that is held is not free`() {
    var lock = os_unfair_lock()
    os_unfair_lock_lock(&lock)
    let isFree = os_unfair_lock_trylock(&lock)
    os_unfair_lock_unlock(&lock)
    let isFreeLater = os_unfair_lock_trylock(&lock)
    os_unfair_lock_unlock(&lock)
    #expect(!isFree && isFreeLater)
  }
}
