import AfterglowCore
import AfterglowVirtual
import Foundation

/// Drives the simulated controller with the data from /dev/hilspi and the levels of its lines.
struct Model: ~Copyable {
  private var panel: SimulatedSSD1680
  private var lines: SimulatedLines
  private let bus: Int32
  private let picturePath: String
  private var shownGeneration: UInt64 = 0
  private var notedCount = 0
  /// A record of hil/modules/hil_spi.h and its bytes.
  private var record = [UInt8](repeating: 0, count: recordByteCount + 1 << 17)

  private static let recordByteCount = 32

  init(lines: SimulatedLines, minimumIntervalMs: Int64, picture: String) throws {
    bus = open("/dev/hilspi", O_RDWR | O_NONBLOCK)
    if bus < 0 { throw LineProblem(path: "/dev/hilspi", code: errno) }
    self.lines = lines
    picturePath = picture
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: SimulatedSSD1680.byteCount, alignment: 16)
    var settings = SimulatedPanelSettings()
    settings.minimumRefreshIntervalMs = minimumIntervalMs
    panel = SimulatedSSD1680(memory: memory, settings: settings)
  }

  mutating func run() throws {
    follow()
    say("ready")
    while true {
      // No event reports an edge of RST or PWR: a millisecond is short compared with the controller's ten.
      var wait = pollfd(fd: bus, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, 1)
      follow()
      if ready > 0 { try takeTransfer() }
      try report()
    }
  }

  /// Updates the controller to the current time: supply, reset, and BUSY as output.
  private mutating func follow() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    panel.advance(toUs: Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000)
    panel.setPower(lines.isSupplied)
    panel.setReset(lines.resetLevel)
    lines.setBusy(panel.busyLevel())
  }

  private mutating func takeTransfer() throws {
    let count = read(bus, &record, record.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    if count < Self.recordByteCount { throw LineProblem(path: "/dev/hilspi", code: errno) }
    var sequence = record.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
    follow()
    let isData = lines.isData
    record.withUnsafeBytes { bytes in
      _ = panel.receive(UnsafeRawBufferPointer(rebasing: bytes[Self.recordByteCount..<count]), isData: isData)
    }
    follow()
    // If the reply is too late, the sender reports it.
    _ = write(bus, &sequence, 4)
  }

  private mutating func report() throws {
    while notedCount < panel.violations.count {
      let violation = panel.violations[notedCount]
      say(
        "broken rule \(violation.code.name) under \(violation.command): expected \(violation.expected), found \(violation.found)"
      )
      notedCount += 1
    }
    if shownGeneration == panel.pixelGeneration { return }
    shownGeneration = panel.pixelGeneration
    try Data(glass()).write(to: URL(fileURLWithPath: picturePath), options: .atomic)
    say("glass \(shownGeneration) full=\(panel.fullRefreshCount) partial=\(panel.partialRefreshCount)")
  }

  /// The panel as a PPM, in the controller's orientation.
  private func glass() -> [UInt8] {
    var bytes = Array("P6\n122 250\n255\n".utf8)
    for y in 0..<250 {
      for x in 0..<122 {
        let level = panel.pixelLevel(x: x, y: y)
        bytes += [level, level, level]
      }
    }
    return bytes
  }
}
