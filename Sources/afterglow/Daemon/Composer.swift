import AfterglowLinux
import AfterglowPreview
import CLinux

/// Runs a board's `Composition` on a separate thread, so that the daemon's loop never waits for a file, a widget's
/// process or a compile.
///
/// Only that thread uses the source and its products; results are sent to `news`, and `orders` are received.
final class Composer: @unchecked Sendable {
  /// A request of the daemon to the composer.
  enum Order: Sendable {
    /// Read everything again, even if nothing has changed.
    case compile(String)
    /// A source's content is the same as before, after it had failed.
    case confirmed(String)
    /// Show the clock with the next face, until the run ends.
    case nextFace
    case end
  }

  /// A report of the composer to the daemon.
  enum News: @unchecked Sendable {
    /// The first scene, with everything that was prepared for it.
    case ready(PreparedBoard)
    /// There is nothing to show, and never was.
    case failed(any Error)
    /// A scene, and why it was compiled.
    case compiled(ShownBoard, String)
    /// Problems of the files; the last good scene remains.
    case refused([String])
    case warning(String, about: String)
    /// The subject of a warning is resolved.
    case cleared(String, words: String)
  }

  /// The reason for a compile that a user has requested.
  static let hangUp = "asked for"

  let news: Mailbox<News>
  private let orders: Mailbox<Order>
  /// Its stack is as large as the main thread's: trees of views are laid out recursively.
  private let thread = WorkThread("composer", stackByteCount: 8 << 20)
  private let sources: SourceKeeper
  /// What the newest scene shows, for other programs.
  let listing = SharedListing()
  private let source: BoardSource
  private let options: DaemonOptions

  init(source: BoardSource, options: DaemonOptions) throws {
    self.source = source
    self.options = options
    news = try Mailbox()
    orders = try Mailbox()
    sources = SourceKeeper(
      post: { [news] in news.post($0) }, confirmed: { [orders] in orders.post(.confirmed($0)) })
  }

  func start() {
    thread.async { [self] in
      do {
        let paths = RuntimePaths(board: source.identity, foreignSocket: options.controlSocket)
        let work = try Composition(
          source, paths, isVirtual: options.isVirtual, sources: sources, listing: listing, post: news.post)
        let wait = try ComposerWait()
        while turn(work, wait) {}
      } catch {
        news.post(.failed(error))
      }
    }
  }

  func order(_ order: Order) {
    if case .compile(Self.hangUp) = order { sources.refresh() }
    orders.post(order)
  }

  /// Asks the thread to end. If it is blocked by a widget or a disk, it ends with the process.
  ///
  /// - Returns: whether it ended in time.
  func end(withinMs limit: Int) -> Bool {
    sources.end()
    orders.post(.end)
    return thread.finish(withinMs: limit)
  }

  /// Waits once, and handles everything that arrived.
  ///
  /// - Returns: whether to continue.
  private func turn(_ work: Composition, _ wait: borrowing ComposerWait) -> Bool {
    let isSet = wait.wait(orders.descriptor, work.descriptor, untilBootMs: work.nextDeadlineMs(.now))
    // The limit of their wait does not count suspend, after which the kernel reports the same.
    if isSet { sources.wake() }
    for order in orders.take() {
      switch order {
      case .compile(let reason): work.compile(reason, .now)
      case .confirmed(let key): work.confirmed(key, .now)
      case .nextFace: work.showNextFace(.now)
      case .end:
        work.finish()
        return false
      }
    }
    work.step(.now)
    return true
  }
}

/// Waits for descriptors, a time and a clock that is set. A time counts suspend, which the limit of a poll does not.
private struct ComposerWait: ~Copyable {
  private let clock: AfterglowLinux.Timer
  private let boot: AfterglowLinux.Timer
  /// A time that no clock reaches: the kernel reports steps only to timers that are armed, and takes no time after 2262.
  private static let neverMs: Int64 = 9_000_000_000_000

  init() throws {
    // Both, or neither is closed again.
    let clock = try AfterglowLinux.Timer.realtime()
    let boot = try AfterglowLinux.Timer.boottime()
    self.clock = clock
    self.boot = boot
  }

  /// - Returns: whether the clock was set.
  func wait(_ orders: Int32, _ files: Int32, untilBootMs deadline: Int64) -> Bool {
    if clock.arm(atMs: Self.neverMs) == .clockSet { return true }
    if deadline <= ag_boottime_ms() { return false }
    _ = boot.arm(atMs: deadline)
    var set = PollSet()
    for descriptor in [orders, files, clock.descriptor, boot.descriptor] { _ = set.add(descriptor) }
    set.wait(timeoutMs: nil)
    _ = boot.read()
    return clock.read() == .clockSet
  }
}
