import Foundation
import TestSupport
import Testing

@testable import AfterglowServer
@testable import AfterglowStudio

/// Who gets what: by token, by address, by the page that asks.
@Suite struct StudioGateTests {
  @Test func `without a token there are the page's files and nothing else`() throws {
    let rig = try StudioRig("bedside-clock")
    #expect(try rig.ask("GET", "/", token: nil).status == 200)
    #expect(try rig.ask("GET", "/app.js", token: nil).status == 200)
    for (method, path) in [
      ("GET", "/api/start"), ("GET", "/api/events"), ("POST", "/api/boards/bedside-clock/frame"),
      ("GET", "/api/boards/bedside-clock/frame.png"), ("POST", "/api/boards/bedside-clock/layout"),
    ] {
      for token in [nil, "", "ful", "full ", "Full"] {
        #expect(try rig.ask(method, path, token: token).status == 401, "\(path) \(token ?? "none")")
      }
    }
    #expect(try rig.ask("GET", "/api/start").status == 200)
  }

  @Test(arguments: [
    ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:81"],
    ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
  ])
  func `a page of another site gets nothing, even with the token`(fields: [String: String]) throws {
    let rig = try StudioRig("bedside-clock")
    #expect(try rig.ask("GET", "/api/start", fields: fields).status == 403)
    #expect(try rig.ask("GET", "/api/start", from: .network(port: 80), fields: fields).status == 403)
  }

  @Test(arguments: [
    "evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "localhost.evil.example:80", "[::1",
  ])
  func `a name that another site has pointed here is refused`(host: String) throws {
    let rig = try StudioRig("bedside-clock")
    #expect(try rig.ask("GET", "/api/start", fields: ["host": host]).status == 421)
    let answer = try rig.ask("GET", "/", token: nil, fields: ["host": host])
    #expect(answer.status == 421)
    let name = String(host.prefix { $0 != ":" })
    if name.hasSuffix("example") {
      #expect(String(decoding: answer.body, as: UTF8.self).contains("start the studio with --host-name \(name)"))
    }
  }

  @Test func `a refusal says what is missing and where it is found`() throws {
    let rig = try StudioRig("bedside-clock")
    for (token, origin, words) in [
      (nil, .loopback(port: 80), "A token is required; open the address that the studio printed."),
      ("old", .loopback(port: 80), "The token is not that of this run; open the address that the studio printed."),
      (nil, .network(port: 80), "A password is required."), ("old", .network(port: 80), "The password is wrong."),
    ] as [(String?, HTTPListener.Origin, String)] {
      let answer = try rig.ask("GET", "/api/start", token: token, from: origin)
      #expect(answer.status == 401 && String(decoding: answer.body, as: UTF8.self).contains(words))
    }
  }

  @Test(arguments: ["127.0.0.1:80", "localhost", "LOCALHOST:80", "[::1]:80", "192.168.1.20:8080"])
  func `addresses and this machine's names are right`(host: String) throws {
    let rig = try StudioRig("bedside-clock")
    #expect(try rig.ask("GET", "/api/start", fields: ["host": host]).status == 200)
  }

  /// A clock that a test moves.
  private final class Clock: @unchecked Sendable {
    var now = ContinuousClock.now
  }

  /// A gate that is asked over the network.
  private struct Visits {
    let clock = Clock()
    let gate: StudioGate

    init() {
      let clock = clock
      gate = StudioGate(
        token: HTTPToken("full"), lookToken: HTTPToken("look"), password: HTTPToken("right"), hostNames: ["localhost"],
        now: { clock.now })
    }

    func status(_ word: String, from address: String, in network: String? = nil) -> Int {
      var head = HTTPHead(method: "GET", path: "/api/start")
      head["host"] = "127.0.0.1:80"
      head["authorization"] = "Bearer \(word)"
      head.peer = HTTPPeer(address: address, network: network)
      do throws(HTTPRefusal) {
        _ = try gate.rights(head, from: .network(port: 80))
        return 200
      } catch {
        return error.answer.status
      }
    }
  }

  @Test func `wrong passwords lock out the address that they come from, for a minute, and no other`() {
    let visits = Visits()
    let guesses = (0..<30).map { visits.status("guess \($0)", from: "stranger") }
    #expect(guesses == Array(repeating: 401, count: 20) + Array(repeating: 429, count: 10))
    #expect(visits.status("right", from: "stranger") == 429)
    #expect(visits.status("right", from: "owner") == 200)
    // A page that is still open asks with the token of an earlier run.
    for _ in 0..<100 { #expect(visits.status("old", from: "owner") == 401) }
    #expect(visits.status("right", from: "owner") == 200)
    visits.clock.now += .seconds(61)
    #expect(visits.status("right", from: "stranger") == 200)
  }

  @Test func `a neighbour that guesses does not lock out its network, and one that changes its address gets 200 tries`()
  {
    let visits = Visits()
    for guess in 0..<30 { _ = visits.status("guess \(guess)", from: "fe80.1", in: "fe80") }
    #expect(visits.status("right", from: "fe80.1", in: "fe80") == 429)
    #expect(visits.status("right", from: "fe80.2", in: "fe80") == 200)
    let guesses = (0..<200).map { visits.status("guess \($0)", from: "fe80.\(100 + $0)", in: "fe80") }
    #expect(guesses == Array(repeating: 401, count: 180) + Array(repeating: 429, count: 20))
    #expect(visits.status("right", from: "fd00.1", in: "fd00") == 200)
  }

  @Test func `what has another method is refused with the right one`() throws {
    let rig = try StudioRig("bedside-clock")
    let answer = try rig.ask("GET", "/api/boards/bedside-clock/frame")
    #expect(answer.status == 405 && answer.fields["Allow"] == "POST")
    #expect(try rig.ask("OPTIONS", "/api/start").status == 405)
    #expect(try rig.ask("DELETE", "/").status == 405)
    #expect(try rig.ask("GET", "/api/nothing").status == 404)
    #expect(try rig.ask("GET", "/api/boards/none/timeline").status == 404)
  }

  /// A hundred thousand requests that are nearly right, none of which has the token.
  @Test func `no malformed request has an effect, or ends the program`() throws {
    let rig = try StudioRig("bedside-clock")
    let before = try Self.state(of: rig.folder)
    var random = SeededNumbers(seed: 9)
    let seeds = [
      "POST /api/boards/bedside-clock/frame HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer fullx\r\nContent-Length: 2\r\n\r\n",
      "GET /api/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /%2e%2e/board.yaml?at=1 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\n\r\n",
      "POST /api/boards/bedside-clock/edit HTTP/1.1\r\nHost: [::1]:80\r\nSec-Fetch-Site: none\r\nContent-Length: 9\r\n\r\n",
    ].map { Array($0.utf8) }
    var admitted = 0
    for turn in 0..<100_000 {
      var bytes = seeds[turn % seeds.count]
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert([13, 10, 32, 58, 0, 255, 47, 46].randomElement(using: &random)!, at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        }
      }
      guard let end = HTTPHead.end(in: bytes, from: 0),
        let head = try? HTTPHead(parsing: bytes[..<(end - 4)], HTTPLimits())
      else { continue }
      admitted += 1
      let answer = rig.ask(head, [UInt8](repeating: 0x7B, count: min(10, head.bodyByteCount)))
      if head.path.hasPrefix("/api/") { #expect(answer.status >= 400, "\(head)") }
      if answer.status == 200 {
        #expect(PageFiles().names.contains(String(head.path.dropFirst())) || head.path == "/", "\(head.path)")
      }
    }
    #expect(admitted > 10_000)
    #expect(try Self.state(of: rig.folder) == before)
  }

  private static func state(of folder: URL) throws -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: folder.path + "/" + $0) ?? Data()) })
  }
}
