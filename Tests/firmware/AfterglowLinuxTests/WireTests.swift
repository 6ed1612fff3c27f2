import AfterglowCore
import AfterglowDevice
import AfterglowLinux
import Foundation
import SocketSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What a host receives, until the firmware's end is closed.
private final class HostThread: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private var received: [[UInt8]] = []

  init(_ body: @escaping @Sendable () -> [[UInt8]]) {
    Thread.detachNewThread { [self] in
      received = body()
      isDone.signal()
    }
  }

  var packets: [[UInt8]] {
    isDone.wait()
    return received
  }
}

/// The wire to a simulated panel, with a host of the test's own at its other end.
@Suite struct WireTests {
  private static func panel() -> PaperPanel {
    var panel = PaperPanel()
    panel.controller = PaperController.ssd1683.rawValue
    panel.widthPx = 400
    panel.heightPx = 300
    return panel
  }

  /// Takes packets until the firmware's end is closed, and answers each question with the next level.
  private static func host(_ socket: Int32, answers: [UInt8]) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var answers = answers
    while true {
      var bytes = [UInt8](repeating: 0, count: WireBus.byteCount + 1)
      let count = recv(socket, &bytes, bytes.count, 0)
      if count <= 0 { return packets }
      packets.append(Array(bytes[..<count]))
      if bytes[0] == WirePacket.Kind.askBusy.rawValue {
        if answers.isEmpty { return packets }
        var answer = answers.removeFirst()
        send(socket, &answer, 1, 0)
      }
    }
  }

  private static func withBus<R>(_ body: (consuming WireBus, Int32) throws -> R) throws -> R {
    let (own, other) = try SocketPair.make()
    _ = fcntl(own, F_SETFL, O_NONBLOCK)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: WireBus.byteCount, alignment: 8)
    defer {
      memory.deallocate()
      closeDescriptor(own)
    }
    return try body(WireBus(own, memory: memory), other)
  }

  @Test func `lines, bytes and questions cross it in order, and answers come back`() throws {
    let (own, other) = try SocketPair.make()
    // A thread of its own: a task would wait for those of other tests.
    let host = HostThread { Self.host(other, answers: [1, 0]) }
    _ = fcntl(own, F_SETFL, O_NONBLOCK)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: WireBus.byteCount, alignment: 8)
    defer { memory.deallocate() }
    var bus = WireBus(own, memory: memory)
    try bus.setPower(true)
    try bus.setReset(false)
    try [UInt8]([0x12]).withUnsafeBytes { try bus.transfer($0, isData: false) }
    let picture = [UInt8](repeating: 0xA5, count: 4_096)
    try picture.withUnsafeBytes { try bus.transfer($0, isData: true) }
    #expect(try bus.busyLevel())
    #expect(try !bus.busyLevel())
    #expect(throws: BusError.transfer(errno: EMSGSIZE)) {
      try [UInt8](repeating: 0, count: 4_097).withUnsafeBytes { try bus.transfer($0, isData: true) }
    }
    closeDescriptor(own)
    let packets = host.packets
    closeDescriptor(other)
    #expect(packets.map { $0[0] } == [3, 2, 1, 1, 4, 4])
    #expect(packets.map { $0[1] } == [1, 0, 0, 1, 0, 0])
    #expect(packets[2][16...] == [0x12] && Array(packets[3][16...]) == picture)
    let times = packets.map { $0[8..<16].reversed().reduce(0) { $0 << 8 | Int64($1) } }
    #expect(times == times.sorted() && times[0] > 0)
  }

  @Test func `a host that is silent or gone is a lost panel within a second`() throws {
    try Self.withBus { bus, other in
      var bus = bus
      let begin = Date()
      #expect(throws: BusError.line(errno: ENODEV)) { try bus.busyLevel() }
      #expect(Date().timeIntervalSince(begin) < 1)
      closeDescriptor(other)
      #expect(throws: BusError.line(errno: ENODEV)) { try bus.setReset(true) }
      #expect(throws: BusError.transfer(errno: ENODEV)) {
        try [UInt8]([1]).withUnsafeBytes { try bus.transfer($0, isData: false) }
      }
    }
  }

  @Test func `a panel that no program hosts is not there, and a host learns which one it is`() throws {
    ownUmask()
    let path = FileManager.default.temporaryDirectory.path + "/w-\(UInt32.random(in: 0...UInt32.max))"
    do throws(DisplaySetupError) {
      _ = try PanelWire.open(path, panel: Self.panel())
      Issue.record("connected to nothing")
    } catch {
      #expect(error.kind == .noDevice)
    }
    let name = strdup(path)!
    let listener = try ControlListener(path: name)
    defer {
      listener.close()
      free(name)
    }
    let wire = try PanelWire.open(path, panel: Self.panel())
    let accepted = try #require(listener.accept())
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(recv(accepted, &bytes, bytes.count, 0) == 48)
    #expect(bytes[0] == 0 && bytes[1] == WirePacket.version)
    #expect(bytes[16..<48].withUnsafeBytes { $0.loadUnaligned(as: PaperPanel.self) } == Self.panel())
    let isThere = wire.isInPlace
    closeDescriptor(accepted)
    let isGone = !wire.isInPlace
    #expect(isThere && isGone)
  }
}
