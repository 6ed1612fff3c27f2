import AfterglowLinux
import CLinux

/// Composes a board's scenes on a thread of its own, so that the daemon's loop waits for no file, widget's process or compile.
///
/// The thread alone touches the source and what is composed of it; what is done there comes out as `news`, and `orders` go in.
final class Composer: @unchecked Sendable {
  enum Order: Sendable {
    /// Read everything again, whatever has changed.
    case compile(String)
    /// Show the clock with the face after its own, until the run ends.
    case nextFace
    case end
  }

  enum News: @unchecked Sendable {
    /// The first scene, and all that was prepared for it.
    case ready(PreparedBoard)
    /// There is nothing to show and nothing was ever shown.
    case failed(any Error)
    /// A scene, and why it was compiled.
    case compiled(ShownBoard, String)
    /// What is wrong with the files; the last good scene stays.
    case refused([String])
    case warning(String, about: String)
    /// What was warned about is well again.
    case cleared(String, words: String)
  }

  /// Why a person has everything read again.
  static let hangUp = "asked for"

  let news: Mailbox<News>
  private let orders: Mailbox<Order>
  /// With a stack as the main thread's: trees of views are laid out by recursion.
  private let thread = WorkThread("composer", stackByteCount: 8 << 20)
  private let source: BoardSource
  private let options: DaemonOptions

  init(source: BoardSource, options: DaemonOptions) throws {
    self.source = source
    self.options = options
    news = try Mailbox()
    orders = try Mailbox()
  }

  func start() {
    thread.async { [self] in
      do {
        let paths = RuntimePaths(board: source.identity, foreignSocket: options.controlSocket)
        let work = try Composition(source, paths, isVirtual: options.isVirtual, tell: news.post)
        while turn(work) {}
      } catch {
        news.post(.failed(error))
      }
    }
  }

  func order(_ order: Order) { orders.post(order) }

  /// Asks it to end. One that waits for a widget or a disk goes with the process.
  /// - Returns: whether it did.
  func end(withinMs limit: Int) -> Bool {
    orders.post(.end)
    return thread.finish(withinMs: limit)
  }

  /// One wait and everything that it brought.
  /// - Returns: whether there is a next one.
  private func turn(_ work: Composition) -> Bool {
    var set = PollSet()
    _ = set.add(orders.descriptor)
    _ = set.add(work.descriptor)
    let now = ag_boottime_ms()
    set.wait(timeoutMs: work.nextDeadlineMs(nowMs: now) - now)
    for order in orders.take() {
      switch order {
      case .compile(let reason): work.compile(reason)
      case .nextFace: work.showNextFace()
      case .end: return false
      }
    }
    work.step(nowMs: ag_boottime_ms())
    return true
  }
}
