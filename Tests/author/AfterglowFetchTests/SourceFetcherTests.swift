import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// When which source is asked, and what its answers do, without a network and without waiting.
@Suite struct SourceFetcherTests {
  private let source = page()

  @Test func `content is kept, and asked for again after its pause with what identifies it`() throws {
    let rig = try FetchRig(source)
    let events = rig.attempt(200, "ETag: \"a\"\r\nLast-Modified: Mon, 23 Nov 2026 10:00:00 GMT\r\n", "{}")
    #expect(events == [.changed(key: source.key!, name: "https://example.org/data.json")])
    #expect(rig.content(source) == "{}")
    #expect(rig.pauseMs == 900_000)
    rig.time.nowMs += 900_000
    rig.turn()
    #expect(
      rig.transport.started.last!.headers == [
        "If-None-Match: \"a\"", "If-Modified-Since: Mon, 23 Nov 2026 10:00:00 GMT",
      ])
    #expect(rig.transport.started.count == 2)
    rig.transport.answer(304)
    #expect(rig.turn() == [])
    #expect(rig.content(source) == "{}")
    #expect(rig.fetcher.records[0].fetchedAtMs == rig.time.nowMs + rig.time.offsetMs)
  }

  @Test func `pauses are spread`() throws {
    let rig = try FetchRig(source)
    rig.random = 1
    rig.attempt(200, "", "{}")
    #expect(rig.pauseMs == 945_000)
  }

  @Test func `equal sources are asked for once, at the shortest pause`() throws {
    var slow = source
    slow.everySeconds = 3600
    var quick = source
    quick.everySeconds = 60
    let rig = try FetchRig(slow, quick, page("https://example.org/data.json"))
    rig.attempt(200, "", "{}")
    #expect(rig.transport.started.count == 1)
    #expect(rig.pauseMs == 60_000)
  }

  @Test func `a touch asks for a source at most once in ten seconds, an owner at once`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "", "{}")
    rig.time.nowMs += 3_000
    rig.fetcher.refresh(leastPauseMs: SourceFetcher.leastPauseMs)
    #expect(rig.pauseMs == 7_000)
    #expect(rig.transport.started.count == 1)
    rig.time.nowMs += 7_000
    rig.attempt(200, "", "{}")
    #expect(rig.transport.started.count == 2)
    rig.fetcher.refresh()
    rig.turn()
    #expect(rig.transport.started.count == 3)
  }

  @Test func `a host has one request at a time, another host has its own`() throws {
    let rig = try FetchRig(page("https://a.org/1"), page("https://a.org/2"), page("https://b.org/1"))
    rig.turn()
    let hosts = rig.transport.started.map { WebAddress.host(of: $0.url)! }
    #expect(hosts.sorted() == ["a.org", "b.org"])
    let first = rig.transport.started.first { $0.url.hasPrefix("https://a.org") }!
    rig.transport.answer(.answer(status: 200, headers: "HTTP/1.1 200 OK\r\n", body: [0x31]), to: first)
    rig.turn()
    rig.turn()
    #expect(rig.transport.started.count == 3)
    #expect(rig.transport.started.last!.url.hasPrefix("https://a.org/"))
    #expect(rig.transport.started.last!.url != first.url)
  }

  @Test func `with eight attempts running the others wait without a spin`() throws {
    let rig = try FetchRig()
    rig.fetcher.follow(
      (0..<20).map { SourceRequest(page("https://h\($0).org/x"), limitBytes: 100) { _ in nil } })
    #expect(rig.pauseMs > 1_000_000_000, "until one of them ends")
    #expect(rig.transport.started.count == 8)
  }

  @Test func `a failure before any request is reported at once`() throws {
    var address = WebAddress(url: .plain("https://a.org/x"))
    address.bearer = "missing"
    let rig = try FetchRig(ContentSource(.web(address)))
    let events = rig.turn()
    guard case .failed? = events.first else { return #expect(Bool(false), "no failure: \(events)") }
    #expect(rig.transport.waits == [0])
  }

  @Test func `lines that end with the connection must end with a line break`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "", "a,b\n1,2\n")
    rig.time.nowMs += rig.pauseMs
    // A connection that ended early.
    guard case .failed(_, _, let reason)? = rig.attempt(200, "", "a,b\n1,25").first else {
      return #expect(Bool(false), "half a table was taken")
    }
    #expect(reason.contains("may have been cut") && rig.content(source) == "a,b\n1,2\n")
    for (index, header) in ["Content-Length: 8\r\n", "Transfer-Encoding: chunked\r\n"].enumerated() {
      rig.time.nowMs += rig.pauseMs
      rig.attempt(200, header, "a,b\n\(index),25")
      #expect(rig.content(source) == "a,b\n\(index),25")
    }
    #expect(ResponseHeaders("HTTP/2 200\r\n").tellEnd && !ResponseHeaders("HTTP/1.1 200 OK\r\n").tellEnd)
  }

  @Test func `a failure keeps the content, is named once in the record, and recovers by itself`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "", "{\"a\":1}")
    rig.time.nowMs += 900_000
    let began = rig.time.nowMs + rig.time.offsetMs
    for _ in 0..<300 {
      let events = rig.attempt(503)
      guard case .failed(_, _, let reason)? = events.first else { return #expect(Bool(false), "no failure: \(events)") }
      #expect(reason == "it answered 503 (the server has a fault)")
      #expect(rig.content(source) == "{\"a\":1}")
      let pause = rig.pauseMs
      #expect(pause <= RetryPace.longestMs)
      rig.time.nowMs += pause
    }
    let record = rig.fetcher.records[0]
    #expect(record.failingSinceMs == began)
    #expect(rig.time.nowMs + rig.time.offsetMs - began > 2 * 86_400_000, "days have passed")
    let events = rig.attempt(200, "", "{\"a\":2}")
    #expect(events == [.recovered(key: source.key!, name: record.name), .changed(key: source.key!, name: record.name)])
    #expect(rig.content(source) == "{\"a\":2}")
    #expect(rig.fetcher.records[0].failure == nil)
    #expect(rig.pauseMs == 900_000)
  }

  @Test func `a server that asks to wait is waited for, by all sources of its host`() throws {
    let rig = try FetchRig(page("https://a.org/1"), page("https://a.org/2"))
    rig.attempt(429, "Retry-After: 7200\r\n")
    #expect(rig.fetcher.records.compactMap(\.failure).first?.contains("wait for 7200 s") == true)
    #expect(rig.pauseMs == 7_200_000)
    #expect(rig.transport.started.count == 1)
    rig.time.nowMs += 7_200_000
    rig.turn()
    #expect(rig.transport.started.count == 2)
  }

  @Test func `a date to wait for counts from the wall clock, and never more than a day`() {
    let headers = ResponseHeaders("HTTP/1.1 503 X\r\nRetry-After: Mon, 23 Nov 2026 10:10:00 GMT\r\n")
    let now = Int64(ResponseHeaders.date("Mon, 23 Nov 2026 10:00:00 GMT")!.timeIntervalSince1970 * 1000)
    #expect(headers.retryAfterSeconds(nowMs: now) == 600)
    #expect(headers.retryAfterSeconds(nowMs: now + 900_000) == 0)
    #expect(headers.retryAfterSeconds(nowMs: 0) == 86_400)
    #expect(ResponseHeaders("HTTP/1.1 503 X\r\nRetry-After: soon\r\n").retryAfterSeconds(nowMs: now) == nil)
  }

  @Test func `content that its server calls fresh is asked for later, by its own clock and within limits`() {
    func fresh(_ lines: String) -> Int { ResponseHeaders("HTTP/1.1 200 OK\r\n" + lines).freshSeconds }
    let date = "Date: Mon, 23 Nov 2026 10:00:00 GMT\r\n"
    #expect(fresh(date + "Expires: Mon, 23 Nov 2026 10:31:00 GMT\r\n") == 1860)
    #expect(fresh(date + "Expires: Mon, 23 Nov 2036 10:31:00 GMT\r\n") == 21_600)
    #expect(fresh(date + "Expires: Mon, 23 Nov 2026 09:00:00 GMT\r\n") == 0)
    #expect(fresh("Cache-Control: public, max-age=1200\r\n" + date) == 1200)
    #expect(fresh("Cache-Control: no-cache\r\nExpires: Mon, 23 Nov 2026 10:31:00 GMT\r\n" + date) == 0)
    #expect(fresh("Expires: 0\r\n") == 0)
  }

  @Test func `what its reader refuses does not replace the content`() throws {
    let rig = try FetchRig(source, check: { $0.first == 0x7B ? nil : "expected {" })
    rig.attempt(200, "", "{}")
    rig.time.nowMs += 900_000
    let portal = rig.attempt(200, "Content-Type: text/html\r\n", "<!DOCTYPE html><title>Log in</title>")
    guard case .failed(_, _, let reason)? = portal.first else { return #expect(Bool(false), "\(portal)") }
    #expect(reason.contains("login page"))
    #expect(rig.content(source) == "{}")
    rig.time.nowMs += rig.pauseMs
    #expect(
      rig.attempt(200, "", "half") == [.failed(key: source.key!, name: source.publicName, reason: "expected {")])
    #expect(rig.content(source) == "{}")
    rig.time.nowMs += rig.pauseMs
    rig.attempt(200, "", "{2}")
    #expect(rig.content(source) == "{2}")
  }

  @Test func `the page of a Google calendar is not taken for a login page`() throws {
    let rig = try FetchRig(source, check: { _ in "expected a calendar" })
    let page = "<!DOCTYPE html><script src=\"https://calendar.google.com/calendar/_/x.js\"></script>"
    let events = rig.attempt(200, "Content-Type: text/html\r\n", page)
    #expect(events.first == .failed(key: source.key!, name: source.publicName, reason: "expected a calendar"))
  }

  @Test func `one widget's refusal is not another's`() throws {
    let rig = try FetchRig()
    rig.fetcher.follow([
      SourceRequest(source, limitBytes: 100) { _ in "not mine" }, SourceRequest(source, limitBytes: 100) { _ in nil },
    ])
    rig.attempt(200, "", "x")
    #expect(rig.content(source) == "x")
  }

  @Test func `content that nothing could check is fetched again, and is not taken for a login page`() throws {
    final class Reader: @unchecked Sendable { var isThere = false }
    let (rig, reader) = (try FetchRig(), Reader())
    rig.fetcher.follow([
      SourceRequest(
        source, judge: { _ in reader.isThere ? nil : .unchecked("no process is there") }, limitBytes: 100,
        everySeconds: 60)
    ])
    let events = rig.attempt(200, "Content-Type: text/html\r\n", "<html>")
    #expect(
      events == [
        .failed(
          key: source.key!, name: source.publicName,
          reason: "no process is there; the last content stays, and the source is asked again"),
        .troubled(key: source.key!),
      ])
    #expect(rig.content(source) == nil)
    reader.isThere = true
    rig.time.nowMs += rig.pauseMs
    rig.attempt(200, "", "{}")
    #expect(rig.content(source) == "{}")
  }

  @Test func `a refusal that says nothing of the content comes before one that does`() {
    var request = SourceRequest(source, limitBytes: 100) { _ in "not mine" }
    #expect(request.refusal(of: [1]) == .unreadable("not mine"))
    request.join(SourceRequest(source, judge: { _ in .unchecked("busy") }, limitBytes: 100, everySeconds: nil))
    #expect(request.refusal(of: [1]) == .unchecked("busy"))
    request.join(SourceRequest(source, limitBytes: 100) { _ in nil })
    #expect(request.refusal(of: [1]) == nil)
  }

  @Test func `a redirect is followed, and secrets only within its host`() throws {
    var address = WebAddress(url: .plain("https://a.org/x?y=1"))
    address.headers = ["X-Key": .secret("key")]
    address.bearer = "token"
    let source = ContentSource(.web(address))
    let rig = try FetchRig(source)
    rig.secret("key", "k1\n")
    rig.secret("token", "t1")
    rig.turn()
    #expect(rig.transport.started[0].headers == ["X-Key: k1", "Authorization: Bearer t1"])
    rig.transport.answer(302, "Location: /z\r\n")
    rig.turn()
    rig.turn()
    #expect(rig.transport.started[1].url == "https://a.org/z")
    #expect(rig.transport.started[1].headers == ["X-Key: k1", "Authorization: Bearer t1"])
    rig.transport.answer(307, "Location: https://b.org/w\r\n")
    rig.turn()
    rig.turn()
    #expect(rig.transport.started[2].headers == [])
    rig.transport.answer(301, "Location: https://a.org/back\r\n")
    rig.turn()
    rig.turn()
    #expect(rig.transport.started[3].url == "https://a.org/back")
    #expect(rig.transport.started[3].headers == [], "another host has chosen this address")
    rig.transport.answer(200, "", "{}")
    rig.turn()
    #expect(rig.content(source) == "{}")
  }

  @Test func `a loop of redirects ends after five, one to plain HTTP at once`() throws {
    let rig = try FetchRig(source)
    for _ in 0..<6 {
      rig.turn()
      rig.transport.answer(302, "Location: https://example.org/data.json\r\n")
      rig.turn()
    }
    #expect(rig.transport.started.count == 6)
    #expect(rig.fetcher.records[0].failure == "expected at most 5 redirects, found more")
    rig.time.nowMs += rig.pauseMs
    rig.attempt(302, "Location: http://example.org/data.json\r\n")
    #expect(rig.fetcher.records[0].failure?.contains("from https to http") == true)
    rig.time.nowMs += rig.pauseMs
    rig.attempt(302, "Location: file:///etc/passwd\r\n")
    #expect(rig.fetcher.records[0].failure?.contains("no address of the web") == true)
  }

  @Test func `after a restart content is there, is not asked for before it is due, and is still known`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "ETag: \"a\"\r\n", "{}")
    rig.restart()
    rig.time.nowMs += 300_000
    rig.fetcher.follow([SourceRequest(source, limitBytes: 100) { _ in nil }])
    #expect(rig.pauseMs == 600_000)
    rig.time.nowMs += 600_000
    rig.turn()
    #expect(rig.transport.started.last!.headers == ["If-None-Match: \"a\""])
  }

  @Test func `a clock that was set back asks at once`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "", "{}")
    rig.restart()
    rig.time.offsetMs = 0
    rig.fetcher.follow([SourceRequest(source, limitBytes: 100) { _ in nil }])
    rig.turn()
    #expect(rig.transport.started.count == 2)
  }

  @Test
  func `what was received by a clock that was behind has its date when it is set, and what failed is tried again`()
    throws
  {
    let rig = try FetchRig(source, page("https://b.org/1"))
    rig.time.offsetMs -= 9 * 3_600_000
    rig.turn()
    for job in rig.transport.started {
      let isFirst = job.hostName == "example.org"
      rig.transport.answer(.answer(status: isFirst ? 200 : 503, headers: "HTTP/1.1 200 OK\r\n", body: [0x31]), to: job)
    }
    rig.turn()
    let received = rig.time.nowMs
    rig.time.nowMs += 5_000
    let count = rig.transport.started.count
    rig.time.offsetMs += 9 * 3_600_000
    #expect(rig.turn().contains(.dated(key: source.key!)))
    let record = try #require(SourceRecord(path: rig.folder.record(source.key!)))
    #expect(record.fetchedAtMs == received + rig.time.offsetMs)
    #expect(rig.transport.started.count == count + 1 && rig.transport.started.last?.hostName == "b.org")
    #expect(rig.turn() == [])
  }

  @Test(arguments: ["content", "record"]) func `a power cut between content and record asks unconditionally`(
    lost: String
  ) throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "ETag: \"a\"\r\n", "{\"a\":1}")
    let path = lost == "content" ? rig.folder.content(source.key!) : rig.folder.record(source.key!)
    // The one is of another time than the other, or was not written to its end.
    try Data(lost == "content" ? "{\"a\":2}".utf8 : "".utf8).write(to: URL(fileURLWithPath: path))
    rig.restart()
    rig.fetcher.follow([SourceRequest(source, limitBytes: 100) { _ in nil }])
    rig.turn()
    #expect(rig.transport.started.last!.headers == [])
    rig.transport.answer(200, "", "{\"a\":3}")
    rig.turn()
    #expect(rig.content(source) == "{\"a\":3}")
  }

  @Test func `what is confirmed is known at once, and written at the end`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "ETag: \"a\"\r\n", "{}")
    let path = rig.folder.record(source.key!)
    func written() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
    let first = try written()
    for _ in 0..<100 {
      rig.time.nowMs += 900_000
      rig.turn()
      rig.transport.answer(304)
      rig.turn()
    }
    #expect(try written() == first, "flash memory wears out")
    let now = rig.time.nowMs + rig.time.offsetMs
    #expect(SourceRecord(path: path)?.fetchedAtMs == now)
    // The same fault is written once.
    for _ in 0..<20 {
      rig.time.nowMs += 1_800_000
      rig.attempt(503, "", "")
    }
    let failed = try written()
    #expect(failed != first)
    rig.time.nowMs += 1_800_000
    rig.attempt(503, "", "")
    #expect(try written() == failed)
    rig.fetcher.finish()
    #expect(try written() != failed)
    rig.restart()
    #expect(SourceRecord(path: path)?.fetchedAtMs == now)
  }

  @Test func `another run's newer content is taken instead of a request`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "", "old")
    let other = SourceFetcher(
      folder: rig.folder, secrets: SecretFiles(folders: []), transport: rig.transport, clock: rig.time.clock,
      userAgent: "", random: { 0 })
    rig.time.nowMs += 900_000
    other.follow([SourceRequest(source, limitBytes: 100) { _ in nil }])
    _ = other.turn(maximumWaitMs: 0)
    rig.transport.answer(200, "", "new")
    _ = other.turn(maximumWaitMs: 0)
    let count = rig.transport.started.count
    #expect(rig.turn() == [.changed(key: source.key!, name: source.publicName)])
    #expect(rig.transport.started.count == count)
    #expect(rig.pauseMs == 900_000)
  }

  @Test func `a source that is no longer wanted is left alone`() throws {
    let rig = try FetchRig(source)
    rig.turn()
    rig.fetcher.follow([])
    #expect(rig.transport.cancelled == [rig.transport.started[0].identifier])
    rig.transport.answer(200, "", "{}")
    #expect(rig.turn() == [])
    #expect(rig.content(source) == nil)
  }

  @Test func `content that cannot be saved is a failure with its reason`() throws {
    let rig = try FetchRig(source)
    try FileManager.default.createDirectory(
      atPath: rig.folder.content(source.key!) + "/in the way", withIntermediateDirectories: true)
    rig.attempt(200, "", "{}")
    #expect(rig.fetcher.records[0].failure?.hasPrefix("its content cannot be saved") == true)
  }

  @Test func `old content of no scene is removed, what is wanted or was handed over stays`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "", "{}")
    for key in ["gone-1", "push-boiler"] {
      try FileManager.default.createDirectory(atPath: rig.folder.folder(key), withIntermediateDirectories: true)
    }
    rig.time.offsetMs = Int64(Date().timeIntervalSince1970 * 1000)
    rig.fetcher.prune()
    #expect(FileManager.default.fileExists(atPath: rig.folder.folder("gone-1")))
    rig.time.offsetMs += 91 * 86_400_000
    rig.time.isTrusted = false
    rig.fetcher.prune()
    #expect(FileManager.default.fileExists(atPath: rig.folder.folder("gone-1")), "a clock that is ahead")
    rig.time.isTrusted = true
    rig.fetcher.prune()
    let left = try FileManager.default.contentsOfDirectory(atPath: rig.folder.root).sorted()
    #expect(left == [source.key!, "push-boiler"].sorted())
  }

  @Test func `a picture that ends with the connection may replace another`() throws {
    let rig = try FetchRig(source)
    rig.turn()
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x82]
    rig.transport.answer(.answer(status: 200, headers: "HTTP/1.1 200 OK\r\n", body: png))
    #expect(rig.turn() == [.changed(key: source.key!, name: "https://example.org/data.json")])
  }

  private func passing(_ number: Int) -> SourceRequest {
    var request = SourceRequest(page("https://h\(number).org/x"), limitBytes: 100) { _ in nil }
    request.isPassing = true
    return request
  }

  @Test func `of passing content that no widget needs any more the last is kept, for a week`() throws {
    let rig = try FetchRig()
    for number in 0..<40 {
      rig.fetcher.follow([passing(number)])
      rig.attempt(200, "", "{}")
    }
    rig.fetcher.follow([])
    func left() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: rig.folder.root)) }
    let kept = (40 - SourceFetcher.maximumPassedCount..<40).compactMap { passing($0).source.key }
    #expect(try left() == Set(kept))
    // A later run, to which nothing is known but what the records say.
    rig.restart()
    let written = Date(timeIntervalSince1970: Double(rig.time.nowMs + rig.time.offsetMs) / 1000)
    for key in kept {
      try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: rig.folder.record(key))
    }
    rig.fetcher.follow([passing(39)])
    rig.time.offsetMs += 6 * 86_400_000
    rig.fetcher.prune()
    #expect(try left() == Set(kept))
    rig.time.offsetMs += 2 * 86_400_000
    rig.fetcher.prune()
    #expect(try left() == [passing(39).source.key!])
  }

  @Test func `content that another run has removed is asked for without what identifies it`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "ETag: \"a\"\r\n", "{}")
    try FileManager.default.removeItem(atPath: rig.folder.folder(source.key!))
    rig.time.nowMs += 900_000
    #expect(rig.attempt(304) == [])
    rig.turn()
    #expect(rig.transport.started.count == 3 && rig.transport.started.last!.headers == [])
    rig.transport.answer(304)
    guard case .failed? = rig.turn().first else {
      return #expect(Bool(false), "a server that says this twice is at fault")
    }
  }
}
