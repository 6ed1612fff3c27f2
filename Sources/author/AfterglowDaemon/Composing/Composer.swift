import AfterglowKit
import AfterglowLinux
import AfterglowPreview
import CLinux

/// Has a board's scenes composed, on a separate thread, so that the daemon's loop never waits for a file or for the process
/// that composes (`ComposerHost`).
///
/// Results are sent to `news`, and `orders` are received.
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
  private let thread = WorkThread("composer")
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
        let host = try ComposerHost(
          source.folder, paths, isVirtual: options.isVirtual, sources: sources, listing: listing, post: news.post)
        let wait = try ComposerWait()
        while turn(host, wait) {}
      } catch {
        news.post(.failed(error))
      }
    }
  }

  func order(_ order: Order) {
    if case .compile(Self.hangUp) = order { sources.refresh() }
    orders.post(order)
  }

  /// Reads everything again because of a touch: sources are asked as soon as each may be.
  func reloadByTouch() {
    sources.refreshByTouch()
    orders.post(.compile(Self.hangUp))
  }

  /// Asks the sources of one widget now.
  func refreshSources(ofSlot slot: String) {
    let names = listing.value.widgets.first { $0.name == slot }?.sources ?? []
    if !names.isEmpty { sources.refresh(named: Set(names)) }
  }

  /// Asks the thread to end. If it is blocked by a disk, it ends with the process.
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
  private func turn(_ host: ComposerHost, _ wait: borrowing ComposerWait) -> Bool {
    let isSet = wait.wait([orders.descriptor, host.descriptor], untilBootMs: host.nextDeadlineMs())
    // The limit of their wait does not count suspend, after which the kernel reports the same.
    if isSet { sources.wake() }
    for order in orders.take() {
      if case .end = order {
        host.finish()
        return false
      }
      host.order(order)
    }
    return host.step()
  }
}

/// Waits for descriptors, a time and a clock that is set. A time counts suspend, which the limit of a poll does not.
struct ComposerWait: ~Copyable {
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

  /// - Parameter descriptors: negative ones are none.
  /// - Returns: whether the clock was set.
  func wait(_ descriptors: [Int32], untilBootMs deadline: Int64) -> Bool {
    if clock.arm(atMs: Self.neverMs) == .clockSet { return true }
    if deadline <= ag_boottime_ms() { return false }
    _ = boot.arm(atMs: deadline)
    var set = PollSet()
    for descriptor in descriptors + [clock.descriptor, boot.descriptor] { _ = set.add(descriptor) }
    set.wait(timeoutMs: nil)
    _ = boot.read()
    return clock.read() == .clockSet
  }
}
