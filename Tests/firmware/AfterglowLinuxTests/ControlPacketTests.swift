import AfterglowCore
import AfterglowLinux
import Foundation
import SocketSupport
import Testing

@Suite struct ControlPacketTests {
  @Test func `what an author sent before it left is read, though it left our messages unread`() throws {
    let (author, guardian) = try SocketPair.make()
    defer { closeDescriptor(guardian) }
    #expect(sendPacket(ControlMessage(.hello), to: guardian, waits: false) > 0)
    #expect(sendPacket(ControlMessage(.modeOverride, value: 2), to: author, waits: false) > 0)
    closeDescriptor(author)
    guard case .message(let message, _) = receivePacket(from: guardian) else {
      Issue.record("the author's last word is lost")
      return
    }
    #expect(message.kind == .modeOverride && message.value == 2)
    guard case .closed = receivePacket(from: guardian) else {
      Issue.record("the end is not seen")
      return
    }
  }

  private static func bytes(_ message: ControlMessage) -> [UInt8] {
    withUnsafeBytes(of: message) { Array($0.prefix(ControlMessage.byteCount)) }
  }

  /// Whether a packet is discarded, and the next one is received.
  private func isThrownAway(_ bytes: [UInt8], descriptors: [Int32] = []) throws -> Bool {
    let (author, guardian) = try SocketPair.make()
    defer {
      closeDescriptor(author)
      closeDescriptor(guardian)
    }
    sendRaw(bytes, descriptors: descriptors, to: author)
    _ = sendPacket(ControlMessage(.ping, value: 7), to: author, waits: false)
    guard case .foreign = receivePacket(from: guardian) else { return false }
    guard case .message(let next, passed: -1) = receivePacket(from: guardian) else { return false }
    return next.kind == .ping && next.value == 7
  }

  @Test(arguments: [0, 1, 639, 641, 4_096])
  func `a packet of another size is thrown away, and closes nothing`(byteCount: Int) throws {
    let message = Self.bytes(ControlMessage(.modeOverride, value: 2))
    let packet = (message + [UInt8](repeating: 0, count: 4_096)).prefix(byteCount)
    #expect(try isThrownAway(Array(packet)))
  }

  @Test(arguments: [2, 3, 40, 253])
  func `a packet with more than one descriptor is thrown away, and none of them is kept`(count: Int) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let message = Self.bytes(ControlMessage(.newArchive))
    #expect(try isThrownAway(message, descriptors: [Int32](repeating: ends[1], count: count)))
    closeDescriptor(ends[1])
    // A pipe without a writer reports its end; a child of another test may hold it briefly.
    var entry = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 5_000) == 1 && entry.revents & Int16(POLLHUP) != 0, "a descriptor is left")
    closeDescriptor(ends[0])
  }

  @Test func `a client waits for an answer no longer than it wants to, however many other messages come`() throws {
    let (guardian, end) = try SocketPair.make()
    let client = ControlConnection(owning: end)
    let writers = DispatchGroup()
    // Enough that there is always more to read.
    for _ in 0..<4 {
      writers.enter()
      Thread {
        while sendRaw([1], to: guardian) == 1 {}
        writers.leave()
      }.start()
    }
    // Ends a read that would never end: then nothing more can be read, and the wait was too long.
    let watchdog = DispatchWorkItem { shutdown(end, Int32(SHUT_RDWR)) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 5, execute: watchdog)
    do { #expect(try client.receive(timeoutMs: 50) == nil) } catch {
      Issue.record("it goes on for as long as others talk")
    }
    watchdog.cancel()
    _ = consume client
    #expect(writers.wait(timeout: .now() + 10) == .success)
    closeDescriptor(guardian)
  }

  @Test(arguments: [
    PanelWhite(alwaysOnMillinits: 100_000, alwaysOnWantedMillinits: 99_999, nightMillinits: 23_518),
    PanelWhite(alwaysOnMillinits: .max, alwaysOnWantedMillinits: .max, nightMillinits: .max),
    PanelWhite(alwaysOnMillinits: 1, alwaysOnWantedMillinits: 0, nightMillinits: 1),
  ])
  func `white goes through a packet as it is`(white: PanelWhite) {
    let message = ControlMessage(white)
    #expect(message.kind == .white)
    #expect(message.white == white)
  }

  @Test func `a greeting says that the panel is dark, and an update that its time may be wrong`() {
    var hello = ControlMessage(.hello, value: 4_711)
    #expect(!hello.isDark)
    hello.isDark = true
    #expect(hello.isDark && hello.value == 4_711)
    // An older guard sets neither.
    var update = ControlMessage(.updated)
    #expect(!update.isClockUntrusted)
    update.isClockUntrusted = true
    #expect(update.isClockUntrusted && update.causes == 0)
  }

  @Test func `a request for a page survives its packet, and an update says which page it shows`() {
    for turn in [PageTurn.next, .previous, .to(0), .to(15)] {
      let message = ControlMessage(turn)
      #expect(message.kind == .page && message.pageTurn == turn)
    }
    #expect(ControlMessage(.page, value: 16).pageTurn == nil && ControlMessage(.page, value: .max).pageTurn == nil)
    var update = ControlMessage(.updated)
    update.page = 11
    update.pageCount = 16
    update.isClockUntrusted = true
    #expect(update.page == 11 && update.pageCount == 16)
    update.page = 2
    #expect(update.isClockUntrusted && update.page == 2 && update.pageCount == 16)
  }
}
