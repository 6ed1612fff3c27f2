import CLinux

/// Up to 64 descriptors to wait on together (poll(2)). A guard with four panels needs 60: signals, console, hot-plug
/// events and its files, and for each panel the renderer, the control socket with eight authors, two sensors, input and
/// a monitor.
public struct PollSet {
  /// Maximum number of descriptors.
  public static var capacity: Int { 64 }

  private var entries: InlineArray<64, ag_poll_entry>
  public private(set) var count = 0

  public init() { entries = InlineArray(repeating: ag_poll_entry(fd: -1, events: 0, revents: 0)) }

  /// Watches `descriptor` for reading, and with `writes` also for writing. A negative one is never ready.
  ///
  /// - Returns: its index for `isReady`.
  public mutating func add(_ descriptor: Int32, writes: Bool = false) -> Int {
    precondition(count < PollSet.capacity)
    let events = Int16(AG_READABLE) | (writes ? Int16(AG_WRITABLE) : 0)
    entries[count] = ag_poll_entry(fd: descriptor, events: events, revents: 0)
    count += 1
    return count - 1
  }

  /// Waits until one is ready, a signal arrives or `timeoutMs` has passed; nil = no timeout, which the caller must
  /// justify.
  public mutating func wait(timeoutMs: Int64?) {
    let limit = timeoutMs.map { Swift.max(0, $0) } ?? -1
    let used = Int32(count)
    let result = withUnsafeMutableBytes(of: &entries) { bytes in
      ag_poll(bytes.baseAddress!.assumingMemoryBound(to: ag_poll_entry.self), used, limit)
    }
    if result <= 0 {
      for index in 0..<count { entries[index].revents = 0 }
    }
  }

  /// Whether the descriptor can be read or written as requested, or has reached its end. False for a negative index.
  public func isReady(_ index: Int) -> Bool { index >= 0 && index < count && entries[index].revents != 0 }
}
