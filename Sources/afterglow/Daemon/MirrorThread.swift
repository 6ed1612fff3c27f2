import AfterglowArchive
import Foundation

/// The panel's mirror on a thread of its own: a disk or a terminal may keep it waiting, the daemon's loop never. Of what is asked
/// for meanwhile the newest counts, so that nothing grows.
final class MirrorThread: @unchecked Sendable {
  /// What the mirror is to know or do next.
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
  /// nil = none since the mirror took the last.
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

  /// Leaves the terminal as it was.
  func close() { thread.async { [self] in mirror.close() } }

  /// Waits until all is done, but not for ever.
  func finish(withinMs limit: Int) { thread.finish(withinMs: limit) }
}
