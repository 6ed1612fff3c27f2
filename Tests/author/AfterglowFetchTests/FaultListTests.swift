import AfterglowSources
import Foundation
import SocketSupport
import Testing

@testable import AfterglowFetch

/// What a source's server may do for a while, and what its owner then reads.
struct SourceFault: Sendable, CustomTestStringConvertible {
  typealias Step = LoopbackServer.Step

  let name: String
  /// Answers of as many connections; none = the fault is none of the server's.
  var scripts: [[Step]] = []
  /// Part of the sentence in `afterglow status`.
  let words: String
  var testDescription: String { name }

  init(_ name: String, _ words: String, _ scripts: [Step]...) {
    (self.name, self.words, self.scripts) = (name, words, scripts)
  }

  private static func head(_ lines: String) -> Step { .text("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n") }

  static let ofServers: [SourceFault] = [
    SourceFault("silent", "longer than 1 s", [.silence]),
    SourceFault(
      "slow", "longer than 1 s",
      [head("Content-Length: 1000")] + Array(repeating: [.text("a"), .pause(100)], count: 30).flatMap(\.self)),
    SourceFault("cut", "cut after 5 bytes", [head("Content-Length: 10"), .text("{\"a\":")]),
    SourceFault("length too short", "expected {", [head("Content-Length: 3"), .text("{\"a\":9}")]),
    SourceFault("length that is none", "no valid HTTP", [head("Content-Length: many"), .text("{\"a\":9}")]),
    SourceFault(
      "picture", "expected {", [head("Content-Type: image/png\r\nContent-Length: 4"), .send([137, 80, 78, 71])]),
    SourceFault(
      "ten gigabytes", "at most 1 KiB",
      [
        head("Transfer-Encoding: chunked"),
        .flood(Array(("1000\r\n" + String(repeating: "{", count: 4096) + "\r\n").utf8)),
      ]),
    SourceFault("redirect loop", "at most 5 redirects", [.answer(302, "Location: /data\r\n")])
      .repeated(1 + SourceFetcher.maximumRedirectCount),
    SourceFault("304 without a reason", "304", [.answer(304)]),
    SourceFault(
      "too many requests", "429 (too many requests); it asks to wait for 7200 s",
      [.answer(429, "Retry-After: 7200\r\n")]),
    SourceFault("server's fault", "503 (the server has a fault)", [.answer(503, "", "{\"a\":9}")]),
    SourceFault(
      "captive portal", "login page",
      [.answer(200, "Content-Type: text/html\r\n", "<!DOCTYPE html><p>Room and name, please")]),
    SourceFault(
      "portal elsewhere", "login page", [.answer(302, "Location: /login\r\n")],
      [.answer(200, "Content-Type: text/html\r\n", " <html>Welcome")]),
    SourceFault("empty", "expected {", [.answer(200)]),
    SourceFault("no HTTP", "no valid HTTP", [.text("220 mail.example.org ESMTP\r\n")]),
  ]

  private func repeated(_ count: Int) -> SourceFault {
    var fault = self
    fault.scripts = Array(repeating: scripts[0], count: count)
    return fault
  }
}

/// Sends the requests for one address to whatever stands for its host at the moment.
private final class RoutedTransport: FetchTransport {
  static let origin = "https://weather.example"
  private let live: LiveTransport
  var base: String

  init(base: String, certificates: String? = nil) {
    live = LiveTransport(certificates: certificates)
    self.base = base
  }

  func start(_ job: FetchJob) {
    var job = job
    if case .web(let url, let headers) = job.kind {
      job.kind = .web(url: url.replacing(Self.origin, with: base), headers: headers)
    }
    live.start(job)
  }
  func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)] { live.wait(timeoutMs: timeoutMs) }
  func cancel(_ identifier: Int64) { live.cancel(identifier) }
}

/// A source on real sockets, with clocks that the test moves.
private final class LiveRig {
  let folder: SourceFolder
  let transport: RoutedTransport
  let time = HandClock()
  let source: ContentSource
  let fetcher: SourceFetcher
  private(set) var events: [SourceFetcher.Event] = []

  init(base: String, certificates: String? = nil) throws {
    setenv("no_proxy", "127.0.0.1,localhost,afterglow.invalid", 1)
    folder = SourceFolder(
      root: FileManager.default.temporaryDirectory.appendingPathComponent("faults-\(UUID().uuidString)").path)
    transport = RoutedTransport(base: base, certificates: certificates)
    source = ContentSource(text: RoutedTransport.origin + "/data")
    fetcher = SourceFetcher(
      folder: folder, secrets: SecretFiles(folders: []), transport: transport, clock: time.clock,
      userAgent: "Afterglow/test", random: { 1 })
    var timed = source
    timed.timeoutSeconds = 1
    fetcher.follow([
      SourceRequest(timed, limitBytes: 1024) {
        $0.first == 0x7B && $0.last == 0x7D ? nil : "expected { … }, found other"
      }
    ])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.root) }

  /// One attempt with all its redirects.
  func attempt() {
    events = []
    let deadline = ContinuousClock.now + .seconds(30)
    repeat { events += fetcher.turn(maximumWaitMs: 5_000) } while events.isEmpty && ContinuousClock.now < deadline
  }

  var content: String? {
    FileManager.default.contents(atPath: folder.content(source.key!)).map { String(decoding: $0, as: UTF8.self) }
  }
  /// As another program reads it.
  var record: SourceRecord? { SourceRecord(path: folder.record(source.key!)) }

  /// Content, then the fault `during`, then `after` as many hours as a source at most waits.
  func check(_ words: String, during: () -> Void = {}, after: () -> Void = {}) throws {
    attempt()
    #expect(content == "{\"a\":1}")
    let receivedAtMs = try #require(record?.fetchedAtMs)
    during()
    time.nowMs += 3_600_000
    attempt()
    #expect(content == "{\"a\":1}", "the last good content stays")
    #expect(record?.fetchedAtMs == receivedAtMs, "its age is that of the content")
    #expect(record?.failure?.contains(words) == true, "\(record?.failure ?? "no failure")")
    #expect(record?.failingSinceMs == time.nowMs + time.offsetMs)
    guard case .failed? = events.first else { return #expect(Bool(false), "\(events)") }
    after()
    time.nowMs += try #require(record?.nextAtMs) - time.nowMs - time.offsetMs
    attempt()
    #expect(content == "{\"a\":2}", "it recovers by itself, at the time that was promised")
    #expect(record?.failure == nil && record?.failingSinceMs == nil)
    #expect(record?.fetchedAtMs == time.nowMs + time.offsetMs)
  }
}

/// Each fault from its first minute to its end: content kept, age true, the error where `afterglow status` reads it, and
/// no help needed for the recovery.
@Suite struct FaultListTests {
  private static let first = LoopbackServer.Step.answer(200, "", "{\"a\":1}")
  private static let second = LoopbackServer.Step.answer(200, "", "{\"a\":2}")

  @Test(arguments: SourceFault.ofServers) func `a fault of the server`(fault: SourceFault) throws {
    let server = try LoopbackServer(scripts: [[Self.first]] + fault.scripts + [[Self.second]])
    try LiveRig(base: server.url).check(fault.words)
    #expect(server.requests.count == fault.scripts.count + 2, "no attempt but these")
  }

  @Test func `no name server`() throws {
    let server = try LoopbackServer([Self.first], [Self.second])
    let rig = try LiveRig(base: server.url)
    // RFC 6761: this name is never there.
    try rig.check(
      "the name weather.example is not known", during: { rig.transport.base = "http://afterglow.invalid" },
      after: { rig.transport.base = server.url })
  }

  @Test func `no network`() throws {
    let server = try LoopbackServer([Self.first], [Self.second])
    let rig = try LiveRig(base: server.url)
    let closed = try { try LoopbackServer([.silence]).url }()
    try rig.check(
      "no connection to weather.example", during: { rig.transport.base = closed },
      after: { rig.transport.base = server.url })
  }

  @Test func `a certificate that runs out`() throws {
    let server = try LoopbackServer([Self.first], [Self.second])
    let expired = try SecureServer(isExpired: true)
    let rig = try LiveRig(base: server.url, certificates: expired.certificate)
    try rig.check(
      "certificate has expired", during: { rig.transport.base = expired.url },
      after: { rig.transport.base = server.url })
  }

  @Test func `a server that fails for ten days is asked every half hour, and its content is there after them`() throws {
    let source = page()
    let rig = try FetchRig(source)
    rig.random = 1
    rig.attempt(200, "", "{}")
    let begin = rig.time.nowMs
    rig.time.nowMs += rig.pauseMs
    var words: Set<String> = []
    while rig.time.nowMs - begin < 10 * 86_400_000 {
      for case .failed(_, _, let reason) in rig.attempt(rig.time.nowMs % 2 == 0 ? 500 : 502) { words.insert(reason) }
      #expect(rig.pauseMs <= RetryPace.longestMs)
      rig.time.nowMs += rig.pauseMs
    }
    #expect(words.count == 1 || words.count == 2)
    #expect((480...500).contains(rig.transport.started.count), "\(rig.transport.started.count)")
    #expect(rig.content(source) == "{}")
    #expect(rig.fetcher.records[0].failingSinceMs.map { $0 - rig.time.offsetMs - begin < 1_000_000 } == true)
    let events = rig.attempt(200, "", "{\"b\":1}")
    #expect(events.contains(.recovered(key: source.key!, name: source.publicName)))
    #expect(rig.content(source) == "{\"b\":1}")
  }
}
