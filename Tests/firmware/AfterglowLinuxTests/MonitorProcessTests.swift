import AfterglowDevice
import Foundation
import Testing

@testable import AfterglowLinux

/// The monitor's process, in a thread, with a simulated monitor on its bus.
private final class Conversation: @unchecked Sendable {
  let socket: Int32
  private let thread: Thread
  private let done = DispatchSemaphore(value: 0)
  private(set) var brightness: UInt16 = 0
  private(set) var writes = 0
  private(set) var violations = 0

  init(
    brightness: UInt16, trouble: SimulatedMonitor.Trouble? = nil, count: Int = 0, restMs: Int64 = 5_000
  ) throws {
    let (mine, its) = try SocketPair.make()
    socket = mine
    let done = done
    final class Result: @unchecked Sendable { var store: (UInt16, Int, Int) -> Void = { _, _, _ in } }
    let result = Result()
    thread = Thread {
      var monitor = SimulatedMonitor(brightness: brightness)
      monitor.trouble = trouble
      monitor.troubleCount = count
      var process = MonitorProcess(bus: monitor, socket: its, restMs: restMs)
      process.run()
      result.store(process.control.bus.brightness, process.control.bus.writes, process.control.bus.violations)
      closeDescriptor(its)
      done.signal()
    }
    result.store = { [unowned self] in (self.brightness, self.writes, self.violations) = ($0, $1, $2) }
    thread.start()
  }

  func want(_ value: UInt16) { #expect(MonitorMessage.want(value).send(to: socket)) }

  /// The next message, within a few seconds.
  func next() -> MonitorMessage? {
    for _ in 0..<800 {
      switch MonitorMessage.receive(from: socket) {
      case .message(let message): return message
      case .end: return nil
      case .nothing: usleep(10_000)
      }
    }
    return nil
  }

  /// Returns once the process has read all messages.
  func waitUntilTaken() {
    for _ in 0..<800 {
      var waiting: Int32 = 0
      // What the far side has not read yet (SIOCOUTQ, a macro that Swift does not import).
      if ioctl(socket, 0x5411, &waiting) == 0, waiting == 0 { return }
      usleep(10_000)
    }
    Issue.record("the process reads nothing")
  }

  /// As when the guard exits.
  func end() {
    closeDescriptor(socket)
    #expect(done.wait(timeout: .now() + 10) == .success)
  }
}

@Suite struct MonitorProcessTests {
  static let words: [MonitorMessage] = [
    .want(0), .want(65_535), .found(current: 50, maximum: 100), .found(current: 65_535, maximum: 65_535),
    .failed(.noWire(errno: 19)), .failed(.bus(errno: 121)), .failed(.noAnswer), .failed(.unsupported),
    .failed(.disobeyed(70)),
  ]

  @Test(arguments: words)
  func `messages arrive as they were sent`(word: MonitorMessage) {
    #expect(MonitorMessage(number: word.number) == word)
  }

  static let noWords: [Int64] = [0, -1, 8 << 32, 2 << 32, 2 << 32 | 100 << 16 | 101, .min, .max]

  @Test(arguments: noWords)
  func `what is no message is none`(number: Int64) { #expect(MonitorMessage(number: number) == nil) }

  @Test func `each request is one write, and the monitor is restored when the guard is gone`() throws {
    let talk = try Conversation(brightness: 70, restMs: 0)
    #expect(talk.next() == .found(current: 70, maximum: 100))
    talk.want(0)
    #expect(talk.next() == .found(current: 0, maximum: 100))
    talk.want(0)
    talk.waitUntilTaken()
    talk.want(60)
    #expect(talk.next() == .found(current: 60, maximum: 100))
    talk.end()
    #expect(talk.brightness == 70)
    #expect(talk.writes == 3 && talk.violations == 0)
  }

  @Test func `of many requests within a few seconds the last one counts`() throws {
    let talk = try Conversation(brightness: 70)
    #expect(talk.next() == .found(current: 70, maximum: 100))
    talk.want(10)
    #expect(talk.next() == .found(current: 10, maximum: 100))
    let start = Date()
    for value in UInt16(11)...60 { talk.want(value) }
    #expect(talk.next() == .found(current: 60, maximum: 100))
    #expect(Date().timeIntervalSince(start) > 4)
    talk.end()
    #expect(talk.writes == 3)
  }

  @Test func `a request for the current value costs no write`() throws {
    let talk = try Conversation(brightness: 70, restMs: 0)
    #expect(talk.next() == .found(current: 70, maximum: 100))
    for _ in 0..<2 {
      talk.want(70)
      talk.waitUntilTaken()
    }
    talk.want(30)
    #expect(talk.next() == .found(current: 30, maximum: 100))
    talk.end()
    #expect(talk.writes == 2 && talk.brightness == 70)
  }

  @Test func `an untouched monitor costs no write`() throws {
    let talk = try Conversation(brightness: 70, restMs: 0)
    #expect(talk.next() == .found(current: 70, maximum: 100))
    talk.want(70)
    talk.waitUntilTaken()
    talk.end()
    #expect(talk.writes == 0 && talk.brightness == 70)
  }

  @Test func `a monitor that comes later is given what was requested meanwhile`() throws {
    // All of the first search.
    let talk = try Conversation(brightness: 70, trouble: .absent, count: 6)
    #expect(talk.next() == .failed(.bus(errno: 6)))
    talk.want(20)
    #expect(talk.next() == .found(current: 70, maximum: 100))
    #expect(talk.next() == .found(current: 20, maximum: 100))
    talk.end()
    #expect(talk.brightness == 70 && talk.writes == 2)
  }

  @Test func `a guard that ends at once is noticed`() throws {
    let talk = try Conversation(brightness: 70, trouble: .unplugged)
    talk.end()
    #expect(talk.writes == 0)
  }
}

/// The choice of the monitor's bus, in a folder like /sys/class/drm.
@Suite struct MonitorSearchTests {
  private func device(_ tree: DeviceTree, _ connector: String) -> String? {
    MonitorSearch(tree.path, connector: tree.text(connector)).device()?.withCString { String(cString: $0) }
  }

  private func connector(_ tree: DeviceTree, _ name: String, _ status: String, ddc: String?) throws {
    try tree.device(name, ["status": status])
    guard let ddc else { return }
    let link = tree.root.appending(path: "\(name)/ddc").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../../../i2c-adapters/\(ddc)")
  }

  @Test func `it is the connected connector's, by the kernel's own link`() throws {
    let tree = try DeviceTree()
    try tree.device("version", [:])
    #expect(device(tree, "") == nil)
    try connector(tree, "card0-HDMI-A-1", "disconnected", ddc: "i2c-3")
    try connector(tree, "card1-HDMI-A-2", "connected", ddc: "i2c-11")
    #expect(device(tree, "") == "/dev/i2c-11")
    #expect(device(tree, "HDMI-A-2") == "/dev/i2c-11")
    #expect(device(tree, "HDMI-A-1") == nil)
    #expect(device(tree, "A-2") == nil)
  }

  @Test func `a display port's bus is a folder of the connector`() throws {
    let tree = try DeviceTree()
    try connector(tree, "card0-DP-1", "connected", ddc: nil)
    #expect(device(tree, "DP-1") == nil)
    try tree.device("card0-DP-1/drm_dp_aux0", [:])
    try tree.device("card0-DP-1/i2c-7", [:])
    #expect(device(tree, "DP-1") == "/dev/i2c-7")
  }
}
