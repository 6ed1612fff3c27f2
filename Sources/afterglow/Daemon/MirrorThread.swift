import Foundation

/// The panel's mirror on a thread of its own: a disk or a terminal may keep it waiting, the daemon's loop never.
final class MirrorThread: @unchecked Sendable {
  private let mirror: PanelMirror
  private let queue = DispatchQueue(label: "afterglow.mirror")
  private let lock = NSLock()
  private var isUpdateAsked = false

  init(_ mirror: PanelMirror) { self.mirror = mirror }

  /// Does something with the mirror, after what was asked for before.
  func ask(_ body: @escaping @Sendable (PanelMirror) -> Void) { queue.async { [self] in body(mirror) } }

  /// Shows the panel as it is; several askings that were not begun are one.
  func update() {
    let isAsked = lock.withLock {
      defer { isUpdateAsked = true }
      return isUpdateAsked
    }
    if isAsked { return }
    ask { [self] mirror in
      lock.withLock { isUpdateAsked = false }
      mirror.update()
    }
  }

  /// Waits until all is done, but not for ever.
  func finish(withinMs limit: Int) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    _ = isDone.wait(timeout: .now() + .milliseconds(limit))
  }
}
