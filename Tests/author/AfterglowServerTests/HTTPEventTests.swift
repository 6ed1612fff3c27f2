import Foundation
import SocketSupport
import Testing

@testable import AfterglowServer

/// Answers that come later, and events that go on.
@Suite(.serialized) struct HTTPEventTests {
  private static let follow = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"

  /// A client whose events have begun.
  private func follower(_ rig: ServerRig) throws -> Int32 {
    let descriptor = rig.connect()
    try #require(LoopbackClient.put(Self.follow.utf8, descriptor))
    let head = LoopbackClient.text(descriptor, until: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.contains("Content-Type: text/event-stream\r\n"))
    #expect(!head.contains("Content-Length"))
    return descriptor
  }

  @Test func `events reach all who follow, in their order`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    let followers = [try follower(rig), try follower(rig)]
    defer { for descriptor in followers { close(descriptor) } }
    rig.server.broadcast(HTTPEvent("a", "1"))
    rig.server.broadcast(HTTPEvent("b", "{\"x\":\n2}"))
    for descriptor in followers {
      #expect(
        LoopbackClient.text(descriptor, until: "2}\n\n") == "event: a\ndata: 1\n\nevent: b\ndata: {\"x\":\ndata: 2}\n\n"
      )
    }
    #expect(rig.isWell)
  }

  @Test func `a client that does not read gets the newest of a key once it does, and delays no other`() throws {
    let rig = try ServerRig { $0.answerMs = 600_000 }
    defer { rig.end() }
    let slow = try follower(rig)
    let quick = try follower(rig)
    defer {
      close(slow)
      close(quick)
    }
    // More than the kernel takes for a socket.
    let long = String(repeating: "x", count: 200 << 10)
    for index in 0..<60 {
      rig.server.broadcast(HTTPEvent("n", "\(index) \(long)", key: "n"))
      #expect(LoopbackClient.text(quick, until: "\n\n").hasPrefix("event: n\ndata: \(index) "))
    }
    rig.server.broadcast(HTTPEvent("end", ""))
    let events = LoopbackClient.text(slow, until: "event: end\ndata: \n\n").split(separator: "event: n\ndata: ")
    let numbers = events.map { Int($0.prefix { $0 != " " }) ?? -1 }
    #expect(numbers == numbers.sorted() && numbers.last == 59)
    #expect(numbers.count < 60, "those that it did not get in time are left out")
  }

  @Test func `a client that stays behind is left`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    let slow = try follower(rig)
    defer { close(slow) }
    let long = String(repeating: "x", count: 100 << 10)
    for _ in 0..<100 { rig.server.broadcast(HTTPEvent("n", long)) }
    #expect(rig.isWell)
    #expect(LoopbackClient.rest(slow).count < 100 * long.utf8.count)
  }

  @Test func `where nothing happens there is a sign of life`() throws {
    let rig = try ServerRig { $0.events.beatMs = 30 }
    defer { rig.end() }
    let descriptor = try follower(rig)
    defer { close(descriptor) }
    #expect(LoopbackClient.text(descriptor, until: ":\n\n:\n\n") == ":\n\n:\n\n")
  }

  @Test func `clients that follow are bounded, and leave when they close`() throws {
    let rig = try ServerRig { $0.events.clientCount = 2 }
    defer { rig.end() }
    let first = try follower(rig)
    let second = try follower(rig)
    #expect(rig.status(Self.follow) == 503)
    close(first)
    // The server notices at its next turn.
    var third: Int32 = -1
    for turn in 0...1_000 {
      try #require(turn < 1_000, "the client that has closed still has its place")
      third = rig.connect()
      #expect(LoopbackClient.put(Self.follow.utf8, third))
      if LoopbackClient.text(third, until: "\r\n\r\n").hasPrefix("HTTP/1.1 200") { break }
      close(third)
    }
    for descriptor in [second, third] { close(descriptor) }
  }

  @Test func `an answer may come later, and holds up no other`() throws {
    let rig = try ServerRig()
    defer { rig.end() }
    let waiting = (0..<3).map { _ in rig.connect() }
    for descriptor in waiting {
      defer { _ = rig.isWell }
      #expect(LoopbackClient.put("GET /later HTTP/1.1\r\nHost: a\r\n\r\n".utf8, descriptor))
    }
    while rig.later.tickets.withLock({ $0.count }) < 3 { #expect(rig.isWell) }
    // One goes away, and its answer with it.
    close(waiting[0])
    let tickets = rig.later.tickets.withLock { $0 }
    for (ticket, word) in zip(tickets, ["one", "two", "three"]) {
      rig.server.answer(ticket, with: HTTPAnswer(200, word))
      rig.server.answer(ticket, with: HTTPAnswer(200, "again"))
    }
    #expect(Set(waiting[1...].map { String(decoding: LoopbackClient.rest($0).suffix(6), as: UTF8.self) }).count == 2)
    for descriptor in waiting[1...] { close(descriptor) }
    #expect(rig.isWell)
  }

  @Test func `a service that does not answer is not waited for`() throws {
    let rig = try ServerRig { $0.workMs = 50 }
    defer { rig.end() }
    #expect(rig.status("GET /later HTTP/1.1\r\nHost: a\r\n\r\n") == 503)
    #expect(rig.isWell)
  }
}
