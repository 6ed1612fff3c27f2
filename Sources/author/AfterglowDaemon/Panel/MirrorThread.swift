import AfterglowArchive
import AfterglowKit
import Foundation

/// Runs the panel's mirror on a separate thread: a disk or a terminal may block it, never the daemon's loop. Only the
/// latest request is stored meanwhile, so that memory does not grow.
final class MirrorThread: @unchecked Sendable {
  /// The content that the mirror is to show next.
  struct Requests {
    var board: BoardRecord?
    /// The display file.
    var path: String?
    var caption: [String]?
    var isDark: Bool?
    var isUpdate = false
    var isRedrawIfResized = false
  }

  private let mirror: PanelMirror
  private let thread: WorkThread
  private let lock = NSLock()
  /// nil = the mirror has taken the last ones.
  private var requests: Requests?

  init(_ mirror: PanelMirror, on thread: WorkThread) {
    self.mirror = mirror
    self.thread = thread
  }

  func ask(_ change: (inout Requests) -> Void) {
    let isNew = lock.withLock {
      let isNew = requests == nil
      var changed = requests ?? Requests()
      change(&changed)
      requests = changed
      return isNew
    }
    if isNew { thread.async { [self] in perform() } }
  }

  private func perform() {
    let taken = lock.withLock {
      defer { requests = nil }
      return requests
    }
    if let taken { mirror.perform(taken) }
  }

  /// Restores the terminal.
  func close() { thread.async { [self] in mirror.close() } }

  /// Waits until everything is done, up to the limit.
  func finish(withinMs limit: Int) { thread.finish(withinMs: limit) }
}
