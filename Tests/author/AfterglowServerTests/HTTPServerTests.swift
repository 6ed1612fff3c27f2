import Foundation
import SocketSupport
import Testing

@testable import AfterglowServer

/// A server that no client can fill, hold up or bring down.
@Suite(.serialized) struct HTTPServerTests {
  private func put(_ path: String, _ body: String, _ more: String = "") -> String {
    "PUT \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
  }

  @Test func `content is put and got, again as often as it is put`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    for _ in 0..<2 {
      let answer = rig.ask(put("/a", "hello"))
      #expect(answer.hasPrefix("HTTP/1.1 204 No Content\r\n") && answer.hasSuffix("\r\n\r\n"))
      #expect(!answer.contains("Content-Length"), "RFC 9110, 8.6: none with 204")
    }
    let answer = rig.ask("GET /a?x=1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("\r\nContent-Length: 5\r\n"))
    #expect(answer.contains("\r\nConnection: close\r\n") && answer.hasSuffix("\r\n\r\nhello"))
    let head = rig.ask("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(head.contains("Content-Length: 5\r\n") && head.hasSuffix("\r\n\r\n"))
  }

  @Test func `a request that comes byte by byte is one`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    let descriptor = rig.connect()
    defer { close(descriptor) }
    for byte in put("/slow", "abc").utf8 {
      #expect(LoopbackClient.put([byte], descriptor))
      usleep(500)
    }
    #expect(String(decoding: LoopbackClient.rest(descriptor), as: UTF8.self).hasPrefix("HTTP/1.1 204"))
  }

  @Test func `a client that asks first is allowed to send`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    let descriptor = rig.connect()
    defer { close(descriptor) }
    let request = put("/e", "abc", "Expect: 100-continue\r\n")
    #expect(LoopbackClient.put(request.dropLast(3).utf8, descriptor))
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(LoopbackClient.put("abc".utf8, descriptor))
    #expect(String(decoding: LoopbackClient.rest(descriptor), as: UTF8.self).hasPrefix("HTTP/1.1 204"))
    // One that would be refused is not asked for its body.
    let refused = rig.ask("PUT /e HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n")
    #expect(refused.hasPrefix("HTTP/1.1 413"))
  }

  private static let malformed: [(String, Int)] = [
    ("\r\n\r\n", 400), ("GET\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    ("GET / SSH-2.0\r\nHost: a\r\n\r\n", 400), ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400),
    ("GET /ä HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", 400),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", 400),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", 400),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", 411),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: wonders\r\n\r\na", 417),
    ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n", 413),
    ("DELETE / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 64) + "\r\n", 431),
    ("GET /" + String(repeating: "a", count: 17_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 431),
  ]

  @Test func `what is malformed gets its status, and the next client its answer`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    for (request, status) in Self.malformed {
      #expect(rig.status(request) == status, "\(request.prefix(80).debugDescription)")
      #expect(rig.isWell)
    }
  }

  @Test func `a body in chunks is refused with a line that works, after what is wrong with its method`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    let rest = " / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
    let answer = rig.ask("PUT" + rest)
    #expect(ServerRig.status(answer) == 411)
    #expect(answer.contains("-X PUT --data-binary @FILE, or a pipe by --data-binary @-"), "\(answer)")
    #expect(rig.status("DELETE" + rest) == 405)
  }

  @Test func `random bytes and changed requests are answered or closed, never more`() throws {
    var random = SystemRandomNumberGenerator()
    let seed = Array(put("/a/b", "{\"a\":1}", "Accept: */*\r\nExpect: 100-continue\r\n").utf8)
    let limits = HTTPLimits()
    for _ in 0..<100_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert([13, 10, 32, 58, 0, 255].randomElement(using: &random)!, at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        }
      }
      guard let end = HTTPHead.end(in: bytes, from: 0) else { continue }
      if let head = try? HTTPHead(parsing: bytes[..<(end - 4)], limits) {
        #expect(head.path.hasPrefix("/") && head.bodyByteCount >= 0 && head["host"] != nil)
        #expect(!head.fields.contains { $0.value.utf8.contains(10) || $0.value.utf8.contains(13) })
      }
    }
    let rig = try ServerRig { $0.headMs = 50 }
    defer { rig.end() }
    for _ in 0..<100 {
      _ = rig.ask((0..<Int.random(in: 1...2000)).map { _ in UInt8.random(in: 0...255) } + Array("\r\n\r\n".utf8))
    }
    #expect(rig.isWell)
  }

  @Test func `slow clients are left, and hold up no other`() throws {
    let rig = try ServerRig(standsStill: true) {
      $0.headMs = 400
      $0.bodyMs = 400
      $0.answerMs = 400
    }
    defer { rig.end() }
    // One sends a byte now and then, one announces a body, one does not read, one is silent.
    let slow = [
      "GET / HTTP/1.1\r\nX: ", "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123",
      "GET /big HTTP/1.1\r\nHost: a\r\n\r\n", "",
    ]
    .map { text in
      let descriptor = rig.connect()
      if !text.isEmpty { #expect(LoopbackClient.put(text.utf8, descriptor)) }
      return descriptor
    }
    defer { for descriptor in slow { close(descriptor) } }
    // Their time does not run out, so a server that waited for one of them would never answer.
    for _ in 0..<12 {
      #expect(rig.isWell)
      #expect(LoopbackClient.put("a".utf8, slow[0]))
    }
    rig.advance(ms: 401)
    let answers = slow.map { LoopbackClient.rest($0) }
    #expect(String(decoding: answers[0], as: UTF8.self).hasPrefix("HTTP/1.1 408"))
    #expect(String(decoding: answers[1], as: UTF8.self).hasPrefix("HTTP/1.1 408"))
    #expect(answers[2].count < 24 << 20, "it was not sent to its end")
    #expect(answers[3].isEmpty)
    #expect(rig.isWell)
  }

  @Test func `a thousand connections leave room for the next`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    var most = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &most)
    most.rlim_cur = most.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &most)
    var open: [Int32] = []
    defer { for descriptor in open { close(descriptor) } }
    for index in 0..<1000 {
      let descriptor = rig.connect()
      try #require(descriptor >= 0)
      open.append(descriptor)
      if index % 3 == 0 { _ = LoopbackClient.put("GET / HTTP/1.1\r\n".utf8, descriptor) }
      if index % 100 == 99 { #expect(rig.isWell) }
    }
    #expect(rig.isWell)
    #expect(rig.mostConnections <= HTTPLimits().connectionCount)
  }

  @Test func `bodies of all clients together are bounded`() throws {
    let rig = try ServerRig { $0.bodiesByteCount = 1_500_000 }
    defer { rig.end() }
    let first = rig.connect()
    defer { close(first) }
    let head = "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n"
    #expect(LoopbackClient.put(head.utf8, first))
    // Its answer comes once the memory of its body is reserved.
    #expect(LoopbackClient.text(first, until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    let second = rig.ask("PUT /b HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
    #expect(second.hasPrefix("HTTP/1.1 503") && second.contains("Retry-After: 1\r\n"))
    #expect(rig.isWell)
  }

  @Test func `it listens on loopback's first address and at a path of its user only`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    #expect(rig.connect(to: "127.0.0.2") < 0)
    var status = stat()
    #expect(lstat(rig.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let taken = #expect(throws: HTTPListener.Failure.self) { try HTTPListener(loopbackPort: rig.port) }
    #expect(taken?.description.hasSuffix(": another program listens there; choose another port") == true)
    let file = rig.path + ".file"
    #expect(FileManager.default.createFile(atPath: file, contents: Data("x".utf8)))
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(throws: HTTPListener.Failure.self) { try HTTPListener(path: file) }
    #expect(FileManager.default.contents(atPath: file) == Data("x".utf8))
  }

  @Test func `a socket whose file was removed is made again, and its old listener leaves the new file alone`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    let path = rig.path + ".again"
    var old: HTTPListener? = try HTTPListener(path: path)
    #expect(old?.isInPlace == true)
    unlink(path)
    #expect(old?.isInPlace == false)
    let new = try HTTPListener(path: path)
    old = nil
    #expect(new.isInPlace, "the old one has removed the new one's file")
    // The same for a server that runs.
    unlink(rig.path)
    rig.server.replace(rig.listener, by: try HTTPListener(path: rig.path))
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    #expect(connectRaw(client, to: rig.path) == 0)
    #expect(LoopbackClient.put("GET /none HTTP/1.1\r\nHost: a\r\n\r\n".utf8, client))
    #expect(String(decoding: LoopbackClient.rest(client), as: UTF8.self).hasPrefix("HTTP/1.1 404"))
    #expect(rig.isWell, "its port serves as before")
  }
}
