import Foundation
import Testing

@testable import AfterglowServer

/// What a server of pages looks at before it believes a request.
@Suite struct HTTPPageTests {
  private func head(_ path: String = "/", query: String = "", fields: [String: String] = [:]) -> HTTPHead {
    var head = HTTPHead(method: "GET", path: path)
    head.query = query
    for (name, value) in fields { head[name] = value }
    return head
  }

  @Test(arguments: [
    ("127.0.0.1:80", "127.0.0.1", true), ("LocalHost:8080", "localhost", false), ("[::1]:80", "[::1]", true),
    ("[::1", "[::1", false), ("evil.example:80", "evil.example", false), ("1.2.3.4.example", "1.2.3.4.example", false),
    ("192.168.1.20", "192.168.1.20", true), ("", "", false), ("[evil.example]", "[evil.example]", false),
  ])
  func `a host is a name or an address`(host: String, name: String, isAddress: Bool) {
    #expect(head(fields: ["host": host]).hostName == name)
    #expect(head(fields: ["host": host]).hasAddressAsHost == isAddress)
  }

  @Test(
    arguments: [
      (nil, nil, true), ("http://a:1", nil, true), ("https://a:1", "same-origin", true),
      ("http://a:1", "cross-site", false),
      ("http://b:1", nil, false), ("http://a:2", nil, false), ("null", nil, false),
      ("http://a:1.evil.example", nil, false),
      (nil, "same-site", false), (nil, "cross-site", false), (nil, "none", true), ("", nil, false),
    ] as [(String?, String?, Bool)])
  func `a page of another site is told from the own`(origin: String?, site: String?, isOwn: Bool) {
    var request = head(fields: ["host": "A:1"])
    request["origin"] = origin
    request["sec-fetch-site"] = site
    #expect(request.isOfOwnPage == isOwn)
  }

  @Test(
    arguments: [
      ("/", [""]), ("/a/b", ["a", "b"]), ("/a%20b/%C3%BC", ["a b", "ü"]), ("/a/../b", nil), ("/%2e%2e/b", nil),
      ("/./a", nil),
      ("/a%2Fb", nil), ("/a%5Cb", nil), ("/a%00", nil), ("/%", nil), ("/%FF", nil), ("/..a", ["..a"]),
      ("//a", ["", "a"]),
    ] as [(String, [String]?)])
  func `parts of a path are decoded, and name no other place`(path: String, parts: [String]?) {
    #expect(head(path).pathParts == parts)
  }

  @Test func `a query has names and values`() {
    #expect(
      head(query: "a=1&b=x+y%26&a=2&c&=4&%FF=5&d=%").queryValues == ["a": "1", "b": "x y&", "c": "", "": "4"])
    #expect(head().queryValues.isEmpty)
  }

  private func peer(_ text: String) -> HTTPPeer {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = 0xFFFF
    address.sin6_flowinfo = .max
    #expect(inet_pton(AF_INET6, text, &address.sin6_addr) == 1)
    return withUnsafeBytes(of: address) { HTTPPeer(socketAddress: $0) }
  }

  @Test func `a client is known by its address, and its neighbours by their network`() {
    let client = peer("fe80::1")
    #expect(client != peer("fe80::2") && client.network == peer("fe80::2").network)
    #expect(client.network != peer("fe80:0:0:1::1").network)
    #expect(peer("::ffff:192.0.2.1") == HTTPPeer(address: "c0.0.2.1"))
    #expect(peer("::1").address != "0.0.0.1" && !client.address.isEmpty)
    var old = sockaddr_in6()
    old.sin6_family = sa_family_t(AF_INET)
    // At the place of an address of version 4.
    old.sin6_flowinfo = UInt32(0xC000_0201).bigEndian
    #expect(withUnsafeBytes(of: old) { HTTPPeer(socketAddress: $0) } == peer("::ffff:192.0.2.1"))
    old.sin6_family = sa_family_t(AF_UNIX)
    #expect(withUnsafeBytes(of: old) { HTTPPeer(socketAddress: $0) } == HTTPPeer())
  }

  @Test func `tokens are random, long, and compared as a whole`() {
    let tokens = Set((0..<100).map { _ in HTTPToken().text })
    #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 32 && !$0.contains("/") && !$0.contains("+") })
    let token = HTTPToken("abc")
    for (value, isRight) in [("Bearer abc", true), ("Bearer ab", false), ("Bearer abcd", false), ("bearer abc", false)]
    {
      #expect(token.isIn(head(fields: ["authorization": value])) == isRight)
    }
    #expect(!token.isIn(head()) && !HTTPToken("").isIn(head()) && !HTTPToken.isEqual("a", ""))
  }
}
