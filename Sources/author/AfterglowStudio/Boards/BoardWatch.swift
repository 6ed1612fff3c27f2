import AfterglowKit
import AfterglowSources
import Foundation

/// Reports changes of several boards' files, from a thread of its own.
final class BoardWatch: @unchecked Sendable {
  /// What other threads have asked for.
  private struct Order {
    var board: String
    var paths: [String]
    var readSince: Date
  }

  private let thread = WorkThread("files")
  private let lock = NSLock()
  private var orders: [Order] = []
  private var isEnding = false
  private let bell: (read: Int32, write: Int32)
  private let changed: @Sendable (String) -> Void

  /// - Parameter changed: called with a board's name on the watch's thread.
  init(changed: @escaping @Sendable (String) -> Void) {
    self.changed = changed
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    bell = (ends[0], ends[1])
    thread.async { [self] in run() }
  }

  /// Watches a board's files, which have been read since a date, instead of those before.
  func follow(_ board: String, _ paths: [String], readSince: Date) {
    lock.withLock { orders.append(Order(board: board, paths: paths, readSince: readSince)) }
    ring()
  }

  func end() {
    lock.withLock { isEnding = true }
    ring()
    thread.finish(withinMs: 1_000)
  }

  private func ring() { _ = write(bell.write, [1], 1) }

  private func run() {
    var watches: [String: ContentWatch] = [:]
    while true {
      let news = lock.withLock {
        defer { orders = [] }
        return (orders: orders, isEnding: isEnding)
      }
      if news.isEnding { break }
      for order in news.orders {
        if let watch = watches[order.board] {
          watch.follow(order.paths, readSince: order.readSince)
        } else {
          watches[order.board] = ContentWatch(order.paths)
        }
      }
      for (board, watch) in watches where watch.hasChanged(nowMs: Self.nowMs) {
        watch.begin()
        changed(board)
      }
      wait(for: Array(watches.values))
    }
    close(bell.read)
    close(bell.write)
  }

  private static var nowMs: Int64 { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  private func wait(for watches: [ContentWatch]) {
    var entries = [pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0)]
    entries += watches.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let now = Self.nowMs
    let look = watches.compactMap { $0.nextLook(nowMs: now) }.min()
    _ = poll(&entries, nfds_t(entries.count), look.map { Int32(max(0, $0 - now)) } ?? -1)
    var rings = [UInt8](repeating: 0, count: 64)
    while read(bell.read, &rings, rings.count) > 0 {}
  }
}
