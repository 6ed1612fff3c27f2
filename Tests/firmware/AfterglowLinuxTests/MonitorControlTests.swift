import AfterglowDevice
import Testing

@testable import AfterglowLinux

/// DDC/CI with a simulated monitor that counts violations of the standard.
@Suite struct MonitorControlTests {
  private func control(_ brightness: UInt16, _ maximum: UInt16 = 100) -> MonitorControl<SimulatedMonitor> {
    MonitorControl(bus: SimulatedMonitor(brightness: brightness, maximum: maximum))
  }

  private func bytes(_ message: DDCMessage) -> [UInt8] { message.withBytes { Array($0) } }

  @Test func `messages are those of the standard`() {
    #expect(bytes(.question(0x10)) == [0x51, 0x82, 0x01, 0x10, 0xAC])
    #expect(bytes(.order(0x10, 50)) == [0x51, 0x84, 0x03, 0x10, 0x00, 0x32, 0x9A])
    #expect(bytes(.order(0x10, 0x1234)) == [0x51, 0x84, 0x03, 0x10, 0x12, 0x34, 0x8E])
  }

  @Test(
    arguments: [
      ([0x6E, 0x88, 0x02, 0x00, 0x10, 0x00, 0x00, 0x64, 0x00, 0x32, 0xF2], .value(current: 50, maximum: 100)),
      ([0x6E, 0x88, 0x02, 0x01, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0xA5], .unsupported),
      ([0x6E, 0x80, 0xBE, 0, 0, 0, 0, 0, 0, 0, 0], .notReady),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .notReady),
      ([255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255], .notReady),
      ([0x6E, 0x88, 0x02, 0x00, 0x10, 0x00, 0x00, 0x64, 0x00, 0x33, 0xF2], .broken),
      ([0x6E, 0x88, 0x02, 0x00, 0x12, 0x00, 0x00, 0x64, 0x00, 0x32, 0xF0], .broken),
      ([0x6E, 0x8F, 0x02, 0x00, 0x10, 0x00, 0x00, 0x64, 0x00, 0x32, 0xF5], .broken),
    ] as [([UInt8], DDCMessage.Reply)])
  func `replies are believed only when they are whole`(bytes: [UInt8], reply: DDCMessage.Reply) {
    bytes.withUnsafeBytes { #expect(DDCMessage.reply($0, to: 0x10) == reply) }
  }

  @Test func `any other bytes are no value`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = (0..<11).map { _ in UInt8.random(in: 0...255, using: &generator) }
      bytes[0] = 0x6E
      if bytes[10] == (bytes[0..<10].reduce(0x50) { $0 ^ $1 }) { bytes[10] ^= 1 }
      bytes.withUnsafeBytes {
        let reply = DDCMessage.reply($0, to: 0x10)
        if case .value = reply { Issue.record("\(bytes)") }
      }
    }
    for count in 0..<11 {
      [UInt8](repeating: 0x6E, count: count).withUnsafeBytes {
        if case .value = DDCMessage.reply($0, to: 0x10) { Issue.record("\(count) bytes") }
      }
    }
  }

  @Test func `brightness is read and set with one write, and the pauses are kept`() throws {
    var control = control(70)
    let read = try control.brightness()
    #expect(read.current == 70 && read.maximum == 100)
    try control.setBrightness(12)
    #expect(control.bus.brightness == 12)
    #expect(control.bus.writes == 1)
    #expect(control.bus.violations == 0)
    #expect(control.bus.elapsedMs < 500)
  }

  @Test(arguments: [SimulatedMonitor.Trouble.absent, .busy, .noise, .deaf], 1...2)
  func `what a monitor or cable loses is tried again`(trouble: SimulatedMonitor.Trouble, count: Int) throws {
    var control = control(70)
    control.bus.trouble = trouble
    control.bus.troubleCount = count
    try control.setBrightness(12)
    #expect(control.bus.brightness == 12)
    #expect(control.bus.violations == 0)
    #expect(control.bus.writes <= 3)
  }

  static let lasting: [(SimulatedMonitor.Trouble, MonitorError)] = [
    (.absent, .bus(errno: 6)), (.busy, .noAnswer), (.noise, .noAnswer), (.deaf, .disobeyed(70)),
    (.unable, .unsupported),
  ]

  @Test(arguments: lasting)
  func `what stays wrong is reported within seconds`(trouble: SimulatedMonitor.Trouble, error: MonitorError) {
    var control = control(70)
    control.bus.trouble = trouble
    control.bus.troubleCount = 1_000
    var seen: MonitorError?
    do throws(MonitorError) { try control.setBrightness(12) } catch { seen = error }
    #expect(seen == error)
    #expect(control.bus.violations == 0)
    #expect(control.bus.elapsedMs < 8_000)
  }

  @Test func `a monitor that denies its brightness once is asked again`() throws {
    var control = control(70)
    control.bus.trouble = .unable
    control.bus.troubleCount = 1
    #expect(try control.brightness().current == 70)
  }
}
