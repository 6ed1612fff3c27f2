import AfterglowSources
import Foundation
import SocketSupport
import Testing

@testable import AfterglowFetch

/// The web as it is: every fault that a server, a network or a name can have, against real sockets.
@Suite struct WebFaultTests {
  init() { setenv("no_proxy", "127.0.0.1,localhost", 1) }

  /// The outcome of one request.
  private func outcome(
    _ url: String, limitBytes: Int = 1000, timeoutSeconds: Int = 20, headers: [String] = [],
    certificates: String? = nil, hidesHost: Bool = false
  ) -> FetchOutcome {
    let transport = LiveTransport(certificates: certificates)
    var job = FetchJob(
      identifier: 7, kind: .web(url: url, headers: headers), limitBytes: limitBytes, timeoutSeconds: timeoutSeconds,
      userAgent: "Afterglow/1 (me@example.org)", hostName: hidesHost ? "the host" : WebHost(url)?.name ?? "?")
    job.hidesHost = hidesHost
    transport.start(job)
    for _ in 0..<100_000 { if let first = transport.wait(timeoutMs: 60_000).first { return first.outcome } }
    Issue.record("no outcome of \(url) after 100,000 waits")
    return .output([])
  }

  private func body(_ outcome: FetchOutcome) -> String? {
    if case .answer(200, _, let body) = outcome { String(decoding: body, as: UTF8.self) } else { nil }
  }

  private func failure(_ outcome: FetchOutcome) -> FetchFailure? {
    if case .failure(let failure) = outcome { failure } else { nil }
  }

  @Test func `an answer comes with its headers, and says who asks`() throws {
    let server = try LoopbackServer([.answer(200, "ETag: \"x\"\r\n", "hello")])
    let outcome = outcome(server.url + "/a?b=c", headers: ["If-None-Match: \"w\"", "X-Key: 1"])
    guard case .answer(200, let headers, let body) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(body == Array("hello".utf8))
    #expect(ResponseHeaders(headers)["etag"] == "\"x\"")
    let request = server.requests[0].lowercased()
    #expect(request.hasPrefix("get /a?b=c http/1.1\r\n"))
    for line in ["user-agent: afterglow/1 (me@example.org)", "if-none-match: \"w\"", "x-key: 1", "accept-encoding: "] {
      #expect(request.contains("\r\n" + line))
    }
    #expect(request.contains("gzip"))
  }

  @Test func `redirects are not the library's to follow`() throws {
    let server = try LoopbackServer([.answer(302, "Location: /elsewhere\r\n")])
    guard case .answer(302, let headers, _) = outcome(server.url) else { return #expect(Bool(false)) }
    #expect(ResponseHeaders(headers)["location"] == "/elsewhere")
    #expect(server.requests.count == 1)
  }

  @Test func `a silent server is left after the limit`() throws {
    let server = try LoopbackServer([.silence])
    #expect(failure(outcome(server.url, timeoutSeconds: 1)) == .timedOut(seconds: 1))
  }

  @Test func `a server that drips is left after the limit`() throws {
    let drip = Array(repeating: [LoopbackServer.Step.text("a"), .pause(100)], count: 100).flatMap(\.self)
    let server = try LoopbackServer([.text("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")] + drip)
    #expect(failure(outcome(server.url, timeoutSeconds: 1)) == .timedOut(seconds: 1))
  }

  @Test func `an answer that is cut is none`() throws {
    let server = try LoopbackServer([.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")])
    #expect(failure(outcome(server.url)) == .cut(byteCount: 5))
    let chunked = try LoopbackServer([
      .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n5\r\n123")
    ])
    #expect(failure(outcome(chunked.url)) == .cut(byteCount: 8))
    let nothing = try LoopbackServer([.pause(0)])
    #expect(failure(outcome(nothing.url)) == .cut(byteCount: 0))
  }

  @Test func `bytes beyond the announced length are not read`() throws {
    let server = try LoopbackServer([.text("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n123456")])
    #expect(body(outcome(server.url)) == "123")
  }

  @Test func `ten gigabytes are refused, whether announced or not`() throws {
    let announced = try LoopbackServer([
      .text("HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n"), .flood([UInt8](repeating: 0x20, count: 65_536)),
    ])
    #expect(failure(outcome(announced.url, limitBytes: 1 << 20)) == .tooLarge(limitKiB: 1024))
    let endless = try LoopbackServer([
      .text("HTTP/1.1 200 OK\r\n\r\n"), .flood([UInt8](repeating: 0x20, count: 65_536)),
    ])
    #expect(failure(outcome(endless.url, limitBytes: 1 << 20)) == .tooLarge(limitKiB: 1024))
    // The kernel's buffers hold some more than was read.
    #expect(announced.sentByteCount < 32 << 20)
    #expect(endless.sentByteCount < 32 << 20)
  }

  @Test func `the limit is of what a compressed answer becomes`() throws {
    // gzip -9 of 100,000 zeros.
    let zeros = Data(
      base64Encoded:
        "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA"
    )!
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(zeros.count)\r\n\r\n"
    let server = try LoopbackServer([.text(head), .send(Array(zeros))])
    #expect(failure(outcome(server.url, limitBytes: 99_999)) == .tooLarge(limitKiB: 97))
    let whole = outcome(server.url, limitBytes: 100_000)
    guard case .answer(200, _, let body) = whole else { return #expect(Bool(false), "\(whole)") }
    #expect(body == [UInt8](repeating: 0, count: 100_000))
  }

  @Test func `endless headers are refused as headers, whatever the content may have`() throws {
    let server = try LoopbackServer([
      .text("HTTP/1.1 200 OK\r\n"), .flood(Array(("X: " + String(repeating: "a", count: 4000) + "\r\n").utf8)),
    ])
    #expect(failure(outcome(server.url)) == .headersTooLarge(limitKiB: 64))
    // One line without an end meets the library's own limit.
    let line = try LoopbackServer([.text("HTTP/1.1 200 OK\r\nX: "), .flood([UInt8](repeating: 0x61, count: 4000))])
    let found = failure(outcome(line.url))
    #expect(found == .headersTooLarge(limitKiB: 64))
    #expect(found?.description.contains("64 KiB of headers") == true)
  }

  @Test func `what is no HTTP is named so`() throws {
    let server = try LoopbackServer([.text("SSH-2.0-OpenSSH_9.2\r\n")])
    guard case .notHTTP? = failure(outcome(server.url)) else { return #expect(Bool(false)) }
    let broken = try LoopbackServer([
      .text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope")
    ])
    guard case .notHTTP? = failure(outcome(broken.url)) else { return #expect(Bool(false)) }
  }

  @Test func `a closed port differs from an unknown name`() throws {
    let closed: String
    do {
      let server = try LoopbackServer([.silence])
      closed = server.url
    }
    guard case .noConnection(let host, let words)? = failure(outcome(closed)) else { return #expect(Bool(false)) }
    #expect(host == "127.0.0.1" && words.contains("onnect"))
    // RFC 6761: this name is never there.
    #expect(failure(outcome("http://afterglow.invalid/")) == .noName(host: "afterglow.invalid"))
  }

  @Test func `other schemes are refused`() {
    guard case .notHTTP? = failure(outcome("file:///etc/hostname")) else { return #expect(Bool(false)) }
  }

  @Test func `a slow host does not hold up another`() throws {
    let slow = try LoopbackServer([.silence])
    let quick = try LoopbackServer([.answer(200, "", "now")])
    let transport = LiveTransport()
    for (identifier, url) in [(1, slow.url), (2, quick.url)] {
      transport.start(
        FetchJob(
          identifier: Int64(identifier), kind: .web(url: url, headers: []), limitBytes: 100, timeoutSeconds: 3))
    }
    var order: [Int64] = []
    while order.count < 2 { order += transport.wait(timeoutMs: 10_000).map(\.identifier) }
    #expect(order == [2, 1])
  }

  @Test func `a certificate that is over, unknown or for another name is named, a good one serves`() throws {
    let good = try SecureServer()
    #expect(body(outcome(good.url, limitBytes: 100_000, certificates: good.certificate)) != nil)
    for (server, trusted) in [(try SecureServer(isExpired: true), true), (good, false)] {
      let failure = failure(outcome(server.url, certificates: trusted ? server.certificate : nil))
      guard case .certificate("127.0.0.1", let words)? = failure else {
        return #expect(Bool(false), "\(failure as Any)")
      }
      #expect(words.contains(trusted ? "expired" : "self"), "\(words)")
    }
    let named = failure(
      outcome(good.url.replacing("127.0.0.1", with: "localhost"), certificates: good.certificate))
    guard case .certificate("localhost", _)? = named else { return #expect(Bool(false), "\(named as Any)") }
  }

  @Test func `libcurl's words do not name a secret host, and keep their reason where they can`() throws {
    let closed: String
    do {
      let server = try LoopbackServer([.silence])
      closed = server.url
    }
    let refused = failure(outcome(closed, hidesHost: true))
    guard case .noConnection("the host", let words)? = refused else { return #expect(Bool(false), "\(refused as Any)") }
    #expect(words.contains("onnect") && !words.contains("127"), "\(words)")
    let good = try SecureServer()
    let named = failure(
      outcome(
        good.url.replacing("127.0.0.1", with: "localhost"), certificates: good.certificate, hidesHost: true))
    guard case .certificate("the host", _)? = named else { return #expect(Bool(false), "\(named as Any)") }
    #expect(!"\(named as Any)".contains("localhost"), "\(named as Any)")
    let expired = try SecureServer(isExpired: true)
    let over = failure(outcome(expired.url, certificates: expired.certificate, hidesHost: true))
    #expect(over?.description.contains("expired") == true, "\(over as Any)")
  }

  @Test func `a server without encryption is named`() throws {
    let plain = try LoopbackServer(greeting: .text("HTTP/1.1 400 Bad Request\r\n\r\n"))
    let failure = failure(outcome(plain.url.replacing("http:", with: "https:")))
    guard case .insecure("127.0.0.1", _)? = failure else { return #expect(Bool(false), "\(failure as Any)") }
  }
}
