import AfterglowFetch
import AfterglowKit
import AfterglowLinux
import AfterglowSources
import CLinux
import Foundation

/// Keeps a board's sources up to date on a thread of its own. New content is a changed file, which the composer's watch
/// reports; what else is worth knowing is posted. A board without sources has no thread.
package final class SourceKeeper: @unchecked Sendable {
  private let lock = NSLock()
  private let post: @Sendable (Composer.News) -> Void
  /// Called with its key when a source's content was confirmed after failures, or when panels are to show them,
  /// because no file changes then.
  private let confirmed: @Sendable (String) -> Void
  private let transport = LiveTransport()

  // MARK: under `lock`

  private var thread: WorkThread?
  private var wanted: [SourceRequest]?
  private var trustsClock = false
  private var isAsked = false
  /// Whether a touch asks for everything.
  private var isTouched = false
  /// Public names of sources that are to be asked now.
  private var askedNames: Set<String> = []
  private var isEnding = false

  init(post: @escaping @Sendable (Composer.News) -> Void, confirmed: @escaping @Sendable (String) -> Void) {
    self.post = post
    self.confirmed = confirmed
  }

  /// Replaces the sources that are kept up to date.
  ///
  /// - Parameter trustsClock: whether the board always trusts its clock (`clock.trust`).
  func follow(_ requests: [SourceRequest], trustsClock: Bool) {
    lock.withLock {
      wanted = requests
      self.trustsClock = trustsClock
      if thread == nil && !requests.isEmpty { thread = begin() }
    }
    transport.wake()
  }

  /// Lets it look at the clock again.
  func wake() { transport.wake() }

  /// Asks for everything now.
  func refresh() {
    lock.withLock { isAsked = true }
    transport.wake()
  }

  /// Asks for everything because of a touch, each source when its shortest pause has passed.
  func refreshByTouch() {
    lock.withLock { isTouched = true }
    transport.wake()
  }

  /// Asks for some sources now, by their public names.
  func refresh(named names: Set<String>) {
    lock.withLock { askedNames.formUnion(names) }
    transport.wake()
  }

  /// Asks the thread to write down what it knows, and to end; a transfer that runs ends with the process.
  func end() {
    let thread = lock.withLock {
      isEnding = true
      return self.thread
    }
    transport.wake()
    thread?.finish(withinMs: 200)
  }

  private func begin() -> WorkThread {
    let thread = WorkThread("sources")
    thread.async { [self] in
      let clock = FetchClock(
        monotonicMs: { ag_boottime_ms() }, wallMs: { Int64((Date().timeIntervalSince1970 * 1000).rounded()) },
        isTrusted: { self.lock.withLock { self.trustsClock } || SystemTime.isSynchronised == true })
      let fetcher = SourceFetcher(
        folder: .standard, secrets: .standard, transport: transport, clock: clock, userAgent: Self.userAgent)
      while turn(fetcher) {}
    }
    return thread
  }

  private func turn(_ fetcher: SourceFetcher) -> Bool {
    let (requests, isAsked, isTouched, names, isEnding) = lock.withLock {
      defer { (wanted, self.isAsked, self.isTouched, askedNames) = (nil, false, false, []) }
      return (wanted, self.isAsked, self.isTouched, askedNames, self.isEnding)
    }
    if isEnding {
      fetcher.finish()
      return false
    }
    if let requests {
      fetcher.follow(requests)
      fetcher.prune()
    }
    if isAsked { fetcher.refresh() }
    if isTouched { fetcher.refresh(leastPauseMs: SourceFetcher.leastPauseMs) }
    if !names.isEmpty { fetcher.refresh { names.contains($0.publicName) } }
    let events = fetcher.turn(maximumWaitMs: 3_600_000)
    events.forEach(report)
    // A certificate store and a body took megabytes.
    if !events.isEmpty { HeapMemory.trim() }
    return true
  }

  private func report(_ event: SourceFetcher.Event) {
    if let news = Self.news(of: event) { post(news) }
    switch event {
    case .recovered(let key, _), .dated(let key), .troubled(let key): confirmed(key)
    case .changed, .failed: break
    }
  }

  /// What is worth knowing of an event.
  static func news(of event: SourceFetcher.Event) -> Composer.News? {
    switch event {
    case .changed, .dated, .troubled: nil
    case .failed(let key, let name, let reason): .warning("\(name): \(reason)", about: "source " + key)
    case .recovered(let key, let name): .cleared("source " + key, words: "\(name) answers again")
    }
  }

  /// Product and version, and how to reach the owner: services block those that they cannot ask.
  package static var userAgent: String {
    let contact = ProcessInfo.processInfo.environment["AFTERGLOW_CONTACT"] ?? ""
    let isPlain = contact.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return "Afterglow/\(ProductVersion.text)" + (contact.isEmpty || !isPlain ? "" : " (\(contact.prefix(100)))")
  }
}
