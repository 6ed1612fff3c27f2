import AfterglowSources
import Foundation

/// Keeps sources up to date: asks for each when it is due, one request at a time of each host, and keeps its last good
/// content on disk. It never gives up, and asks ever more rarely while a source fails. Belongs to one thread; its calls
/// wait for the disk and for the transport.
public final class SourceFetcher {
  /// What has happened to a source.
  public enum Event: Equatable, Sendable {
    /// There is other content.
    case changed(key: String, name: String)
    /// The content is kept; one sentence says why there is no other.
    case failed(key: String, name: String, reason: String)
    case recovered(key: String, name: String)
    /// The wall clock was set: the same content has another date.
    case dated(key: String)
    /// The reason that panels show for a source that gives nothing, or its date, has changed.
    case troubled(key: String)
  }

  /// Most redirects of one attempt.
  static let maximumRedirectCount = 5
  /// Most attempts at once.
  static let maximumFlightCount = 8

  let clock: FetchClock
  private let transport: any FetchTransport
  private let store: SourceStore
  private let secrets: SecretFiles
  private let userAgent: String
  private let random: () -> Double
  var tracks: [String: SourceTrack] = [:]
  /// Until when a host is not asked, because it said so; on the monotonic clock, in ms.
  var heldUntilMs: [String: Int64] = [:]
  private var lastIdentifier: Int64 = 0
  var events: [Event] = []
  /// Wall clock minus monotonic clock, as last seen.
  var wallOffsetMs: Int64?
  /// Keys of passing content that is not needed any more, longest ago first.
  private var passed: [String] = []

  /// Most passing contents that are kept after no widget needs them: the covers of a few albums, which are played again.
  static let maximumPassedCount = 32

  /// - Parameters:
  ///   - userAgent: product, version and a way to reach its owner.
  ///   - random: 0 to 1, for each call another number.
  public init(
    folder: SourceFolder, secrets: SecretFiles, transport: any FetchTransport, clock: FetchClock, userAgent: String,
    random: @escaping () -> Double = { Double.random(in: 0...1) }
  ) {
    store = SourceStore(folder: folder)
    self.secrets = secrets
    self.transport = transport
    self.clock = clock
    self.userAgent = userAgent
    self.random = random
  }

  // MARK: what is kept up to date

  /// Replaces the sources that are kept up to date. Equal ones become one; those that were there before go on as they
  /// were. Files need no fetching and are left out, and so is what other programs hand over.
  public func follow(_ requests: [SourceRequest]) {
    var wanted: [String: SourceRequest] = [:]
    for request in requests {
      guard let key = request.source.key else { continue }
      if case .push = request.source.origin { continue }
      if wanted[key] == nil { wanted[key] = request } else { wanted[key]!.join(request) }
    }
    for (key, track) in tracks where wanted[key] == nil {
      if let flight = track.flight { transport.cancel(flight.identifier) }
      tracks[key] = nil
      if track.request.isPassing { passed.append(key) }
    }
    passed.removeAll { wanted[$0] != nil }
    while passed.count > Self.maximumPassedCount { store.remove(passed.removeFirst()) }
    for (key, request) in wanted {
      if tracks[key] == nil { tracks[key] = begin(request, key) } else { tracks[key]!.request = request }
    }
  }

  /// Removes content that no scene has asked for in a long time.
  public func prune() {
    if clock.isTrusted() { store.prune(keeping: Set(tracks.keys), nowMs: clock.wallMs()) }
  }

  /// Asks for everything now.
  ///
  /// - Parameters:
  ///   - leastPauseMs: the pause that a source keeps after it was last asked.
  ///   - isMeant: which sources; all by default.
  public func refresh(leastPauseMs: Int64 = 0, _ isMeant: (ContentSource) -> Bool = { _ in true }) {
    let now = clock.monotonicMs()
    for key in tracks.keys where isMeant(tracks[key]!.request.source) {
      let earliestMs = tracks[key]!.askedMs.map { $0 + leastPauseMs } ?? now
      tracks[key]!.dueMs = min(tracks[key]!.dueMs, max(now, earliestMs))
    }
  }

  /// The shortest pause between two requests of a source when a touch reloads everything, in ms: the shortest `every` of a
  /// scene.
  public static let leastPauseMs = Int64(ContentSource.everyRange.lowerBound) * 1_000

  private func begin(_ request: SourceRequest, _ key: String) -> SourceTrack {
    let (known, isComplete) = store.load(key, limitBytes: request.maximumByteCount)
    var record = known ?? SourceRecord(name: request.source.publicName)
    record.everySeconds = request.pauseSeconds
    record.isPassing = request.isPassing ? true : nil
    let now = clock.monotonicMs()
    var track = SourceTrack(request: request, record: record, isComplete: isComplete, dueMs: now)
    if isComplete { track.dueMs = now + Self.leftMs(record, request, wallMs: clock.wallMs()) }
    return track
  }

  /// What is left of the pause after the last reading; 0 if the clock was set since.
  private static func leftMs(_ record: SourceRecord, _ request: SourceRequest, wallMs: Int64) -> Int64 {
    guard record.failure == nil, let fetched = record.fetchedAtMs, fetched <= wallMs else { return 0 }
    return max(0, fetched + Int64(request.pauseSeconds) * 1000 - wallMs)
  }

  // MARK: turns

  /// Starts what is due, waits for what comes back, and handles it.
  ///
  /// - Parameter maximumWaitMs: it returns after this time at the latest.
  public func turn(maximumWaitMs: Int64) -> [Event] {
    let now = clock.monotonicMs()
    noticeClock(now)
    startDue(now)
    // What has happened already is reported at once.
    let wait = events.isEmpty ? min(maximumWaitMs, max(0, (nextDueMs ?? .max) - now)) : 0
    for (identifier, outcome) in transport.wait(timeoutMs: wait) {
      guard let key = tracks.first(where: { $0.value.flight?.identifier == identifier })?.key else { continue }
      handle(outcome, key)
    }
    defer { events = [] }
    return events
  }

  /// When the next attempt can begin, on the monotonic clock, in ms; nil = only after one that runs has ended.
  var nextDueMs: Int64? {
    if tracks.values.count(where: { $0.flight != nil }) >= Self.maximumFlightCount { return nil }
    let busy = busyHosts
    return tracks.values.filter { $0.flight == nil }.compactMap { track in
      let host = self.host(of: track)
      if let host, busy.contains(host) { return nil }
      return max(track.dueMs, host.flatMap { heldUntilMs[$0] } ?? .min)
    }.min()
  }

  /// Whether any attempt has begun and not ended.
  var isUnderWay: Bool { tracks.values.contains { $0.flight != nil || $0.isUnderWay } }

  private var busyHosts: Set<String> { Set(tracks.values.compactMap { $0.flight?.host }) }

  /// The queue that a source's next request waits in; nil for programs.
  private func host(of track: SourceTrack) -> String? {
    if let url = track.hop?.url ?? track.conversation?.current?.url { return WebHost(url)?.name }
    // All secret addresses share a queue: their hosts are known only when they are asked.
    switch track.request.source.origin {
    case .web(let address): return address.host ?? ""
    case .calendars(let account): return account.address.host ?? ""
    default: return nil
    }
  }

  private func startDue(_ now: Int64) {
    // The one that has waited longest first; ties in a fixed order.
    let due = tracks.filter { $0.value.flight == nil && $0.value.dueMs <= now }
      .sorted { ($0.value.dueMs, $0.key) < ($1.value.dueMs, $1.key) }
    var busy = busyHosts
    var count = tracks.values.count { $0.flight != nil }
    for (key, track) in due where count < Self.maximumFlightCount {
      let host = self.host(of: track)
      if let host, busy.contains(host) || heldUntilMs[host].map({ $0 > now }) == true { continue }
      if adoptNewer(key) { continue }
      if start(key, host) {
        count += 1
        if let host { busy.insert(host) }
      }
    }
  }

  /// Another run of this user may have read the same source meanwhile.
  private func adoptNewer(_ key: String) -> Bool {
    guard let track = tracks[key], !track.isUnderWay, let mine = track.record.fetchedAtMs else { return false }
    guard let record = SourceRecord(path: store.folder.record(key)), let fetched = record.fetchedAtMs, fetched > mine
    else { return false }
    let left = Self.leftMs(record, track.request, wallMs: clock.wallMs())
    let (known, isComplete) = store.load(key, limitBytes: track.request.maximumByteCount)
    guard left > 0, isComplete, let known else { return false }
    let hasChanged = (known.hash, known.byteCount) != (track.record.hash, track.record.byteCount)
    tracks[key]!.record = known
    tracks[key]!.isComplete = true
    tracks[key]!.retry.succeeded()
    tracks[key]!.dueMs = clock.monotonicMs() + left
    if hasChanged { events.append(.changed(key: key, name: known.name)) }
    return true
  }

  /// - Returns: whether an attempt runs now.
  private func start(_ key: String, _ host: String?) -> Bool {
    guard let track = tracks[key] else { return false }
    lastIdentifier += 1
    var flight = SourceTrack.Flight(identifier: lastIdentifier, host: host)
    var job = FetchJob(
      identifier: lastIdentifier, kind: .program([]), limitBytes: track.request.maximumByteCount,
      timeoutSeconds: track.request.timeoutSeconds)
    switch track.request.source.origin {
    case .command(let words): job.kind = .program(words)
    case .web(let address):
      do throws(FetchFailure) {
        let (url, headers) = try track.web(address, secrets)
        flight.url = url
        job.kind = .web(url: url, headers: headers)
      } catch {
        fail(key, error)
        return false
      }
      job.userAgent = userAgent
      job.hidesHost = address.host == nil
      job.hostName = job.hidesHost ? "the host" : WebHost(flight.url)?.name ?? "the host"
    case .calendars(let account):
      do throws(FetchFailure) {
        let (request, headers) = try tracks[key]!.calendars(account, secrets, now: now)
        flight.url = request.url
        flight.host = WebHost(request.url)?.name ?? host
        job.kind = .web(url: request.url, headers: headers)
        job.method = request.method
        job.body = Array(request.body.utf8)
      } catch {
        fail(key, error)
        return false
      }
      job.userAgent = userAgent
      job.hidesHost = account.address.host == nil
      job.hostName = job.hidesHost ? "the host" : WebHost(flight.url)?.name ?? "the host"
    default: return false
    }
    tracks[key]!.flight = flight
    tracks[key]!.askedMs = clock.monotonicMs()
    transport.start(job)
    return true
  }

  // MARK: outcomes

  private func handle(_ outcome: FetchOutcome, _ key: String) {
    guard let flight = tracks[key]?.flight else { return }
    tracks[key]!.flight = nil
    switch outcome {
    case .failure(let failure): fail(key, failure)
    case .output(let bytes): take(bytes, nil, key)
    case .answer(let status, let text, let body):
      let headers = ResponseHeaders(text)
      if tracks[key]!.conversation != nil, ![429, 503].contains(status) {
        return talk(key, status: status, headers, body)
      }
      switch status {
      case 200, 203: take(body, headers, key)
      case 304: confirm(key, headers)
      case 301, 302, 303, 307, 308: redirect(key, from: flight.url, to: headers["location"])
      default:
        let pause = headers.retryAfterSeconds(nowMs: clock.wallMs())
        if let pause, let host = flight.host, [429, 503].contains(status) {
          heldUntilMs[host] = clock.monotonicMs() + Int64(pause) * 1000
        }
        fail(key, .status(status, retryAfterSeconds: pause))
      }
    }
  }

  private var now: Date { Date(timeIntervalSince1970: Double(clock.wallMs()) / 1000) }

  /// One more answer of a calendar service.
  private func talk(_ key: String, status: Int, _ headers: ResponseHeaders, _ body: [UInt8]) {
    do throws(FetchFailure) {
      switch try tracks[key]!.conversation!.take(status, headers, body, now: now) {
      case .ask: tracks[key]!.dueMs = clock.monotonicMs()
      case .done(let bytes):
        let limit = tracks[key]!.request.maximumByteCount
        guard bytes.count <= limit else { throw .tooLarge(limitKiB: limit >> 10) }
        take(bytes, nil, key)
      }
    } catch {
      fail(key, error)
    }
  }

  private func redirect(_ key: String, from url: String, to location: String?) {
    let count = (tracks[key]!.hop?.count ?? 0) + 1
    guard count <= Self.maximumRedirectCount else {
      return fail(key, .redirects(count: Self.maximumRedirectCount))
    }
    guard let location, let target = URL(string: location, relativeTo: URL(string: url))?.absoluteString,
      let old = WebHost(url), let new = WebHost(target)
    else { return fail(key, .badRedirect("it names no address of the web")) }
    guard old.scheme == "http" || new.scheme == "https" else {
      return fail(key, .badRedirect("from https to http"))
    }
    // Once it has led elsewhere, nothing secret is sent again, even if it leads back.
    let isSame = old.authority == new.authority && tracks[key]!.hop?.isSameAuthority ?? true
    tracks[key]!.hop = SourceTrack.Hop(url: target, count: count, isSameAuthority: isSame)
    tracks[key]!.dueMs = clock.monotonicMs()
  }

  private func take(_ bytes: [UInt8], _ headers: ResponseHeaders?, _ key: String) {
    let request = tracks[key]!.request
    switch request.refusal(of: bytes, isEndKnown: headers?.tellEnd ?? true) {
    case nil: break
    case .unchecked(let reason)?: return fail(key, .unchecked(reason))
    case .unreadable(let words)?:
      let type = headers?["content-type"]?.lowercased()
      let isPage = ContentForm(bytes) == .webPage || type?.hasPrefix("text/html") == true
      // A page that names its feed, or is that of a calendar, is no login page.
      let isKnown = ContentForm.feed(ofPage: bytes) != nil || ContentForm.isOfGoogleCalendar(bytes)
      let isOther = isPage && headers != nil && !isKnown
      return fail(key, isOther ? .webPage : .refused(words))
    }
    var record = tracks[key]!.record
    let hash = SourceRecord.hash(bytes)
    let isKnown = tracks[key]!.isComplete && record.hash == hash && record.byteCount == bytes.count
    if !isKnown {
      do throws(FetchFailure) { try store.save(bytes, key) } catch { return fail(key, error) }
      if clock.isTrusted() {
        SampleKeeper(folder: store.folder).add(
          request.samples, in: bytes, key, confirmedAtMs: tracks[key]!.isComplete ? record.fetchedAtMs : nil,
          nowMs: clock.wallMs())
      }
    }
    (record.hash, record.byteCount) = (hash, bytes.count)
    record.entityTag = headers?["etag"]
    record.lastModified = headers?["last-modified"]
    tracks[key]!.record = record
    tracks[key]!.isComplete = true
    succeed(key, headers, isNew: !isKnown)
    if !isKnown { events.append(.changed(key: key, name: record.name)) }
  }

  private func confirm(_ key: String, _ headers: ResponseHeaders) {
    // Another run of this user has removed it.
    if tracks[key]!.isComplete, !store.hasContent(key) {
      tracks[key]!.isComplete = false
      tracks[key]!.hop = nil
      tracks[key]!.dueMs = clock.monotonicMs()
      return
    }
    guard tracks[key]!.isComplete, tracks[key]!.record.entityTag ?? tracks[key]!.record.lastModified != nil else {
      return fail(key, .unexpectedNotModified)
    }
    if let tag = headers["etag"] { tracks[key]!.record.entityTag = tag }
    succeed(key, headers, isNew: false)
  }

  private func succeed(_ key: String, _ headers: ResponseHeaders?, isNew: Bool) {
    let request = tracks[key]!.request
    let seconds = max(request.pauseSeconds, headers?.freshSeconds ?? 0)
    // Spread by a twentieth, so that panels which were switched on together part.
    let pause = Int64(Double(seconds) * 1000 * (1 + 0.05 * min(max(random(), 0), 1)))
    let hadFailed = tracks[key]!.record.failure != nil
    tracks[key]!.hop = nil
    tracks[key]!.retry.succeeded()
    tracks[key]!.dueMs = clock.monotonicMs() + pause
    tracks[key]!.record.everySeconds = request.pauseSeconds
    tracks[key]!.record.fetchedAtMs = clock.wallMs()
    tracks[key]!.fetchedMs = clock.monotonicMs()
    tracks[key]!.record.failure = nil
    tracks[key]!.record.failingSinceMs = nil
    tracks[key]!.record.trouble = nil
    tracks[key]!.failingMs = nil
    if hadFailed { events.append(.recovered(key: key, name: tracks[key]!.record.name)) }
    write(key, isUrgent: isNew || hadFailed)
  }

  private func fail(_ key: String, _ failure: FetchFailure) {
    let pause = tracks[key]!.retry.failed(random: random(), hasNetwork: !failure.isOfNetwork)
    var asked: Int64 = 0
    if case .status(_, let seconds?) = failure { asked = Int64(seconds) * 1000 }
    tracks[key]!.hop = nil
    tracks[key]!.conversation?.abandon()
    tracks[key]!.dueMs = clock.monotonicMs() + max(pause, asked)
    let before = tracks[key]!.record
    if before.failingSinceMs == nil {
      tracks[key]!.record.failingSinceMs = clock.wallMs()
      tracks[key]!.failingMs = clock.monotonicMs()
    }
    tracks[key]!.record.failure = failure.description
    tracks[key]!.record.trouble = failure.trouble
    events.append(.failed(key: key, name: before.name, reason: failure.description))
    let isOther = before.trouble != failure.trouble
    // For content that is there, panels show only a lost account.
    if isOther, before.fetchedAtMs == nil || before.trouble == .signIn || failure.trouble == .signIn {
      events.append(.troubled(key: key))
    }
    write(key, isUrgent: isOther || before.failure != failure.description)
  }

  /// Notes what has changed of a record: on disk if there is other content, or another fault; else in memory.
  func write(_ key: String, isUrgent: Bool) {
    tracks[key]!.record.nextAtMs = clock.wallMs() + tracks[key]!.dueMs - clock.monotonicMs()
    tracks[key]!.isWritten = isUrgent
    let record = tracks[key]!.record
    SourceNews.note(
      isUrgent ? nil : SourceNews.Times(fetchedAtMs: record.fetchedAtMs, nextAtMs: record.nextAtMs),
      ofRecord: store.folder.record(key))
    if isUrgent { store.save(record, key) }
  }

  /// Writes down what is known in memory only, at the end of a run.
  public func finish() {
    for key in tracks.keys where !tracks[key]!.isWritten { write(key, isUrgent: true) }
  }

  /// All sources, sorted by name.
  public var records: [SourceRecord] { tracks.values.map(\.record).sorted { $0.name < $1.name } }
}
