import AfterglowArchive
import Foundation

/// Runs the panel's mirror on a thread of its own: a disk or a terminal may block it, never the daemon's loop. Only the
/// newest request is kept meanwhile, so that nothing grows.
final class MirrorThread: @unchecked Sendable {
  /// What the mirror is to show next.
  struct Wishes {
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
  private var wishes: Wishes?

  init(_ mirror: PanelMirror, on thread: WorkThread) {
    self.mirror = mirror
    self.thread = thread
  }

  func ask(_ change: (inout Wishes) -> Void) {
    let isNew = lock.withLock {
      let isNew = wishes == nil
      var changed = wishes ?? Wishes()
      change(&changed)
      wishes = changed
      return isNew
    }
    if isNew { thread.async { [self] in fulfil() } }
  }

  private func fulfil() {
    let taken = lock.withLock {
      defer { wishes = nil }
      return wishes
    }
    if let taken { mirror.fulfil(taken) }
  }

  /// Restores the terminal.
  func close() { thread.async { [self] in mirror.close() } }

  /// Waits until everything is done, at most so long.
  func finish(withinMs limit: Int) { thread.finish(withinMs: limit) }
}
