import AfterglowCore
import AfterglowPanelModels
import Foundation

/// Drives a strict panel model with the data from /dev/hilspi and the levels of its lines.
struct Model {
  private let panel: SimulatedPanel
  private var lines: SimulatedLines
  private let bus: Int32
  private let picturePath: String
  private var shownGeneration = 0
  private var notedCount = 0
  /// A record of hil/modules/hil_spi.h and its bytes.
  private var record = [UInt8](repeating: 0, count: recordByteCount + 1 << 17)

  private static let recordByteCount = 32
  /// Where the record has the clock of the transfer in Hz.
  private static let clockOffset = 16

  init(_ panel: SimulatedPanel, lines: SimulatedLines, bus path: String, picture: String) throws {
    bus = open(path, O_RDWR | O_NONBLOCK)
    if bus < 0 { throw LineProblem(path: path, code: errno) }
    self.panel = panel
    self.lines = lines
    picturePath = picture
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
    var sequence = number(at: 8)
    follow()
    panel.setDataCommand(lines.isData)
    try panel.write(record[Self.recordByteCount..<count], hz: Int(number(at: Self.clockOffset)))
    follow()
    // If the reply is too late, the sender reports it.
    _ = write(bus, &sequence, 4)
  }

  private func number(at offset: Int) -> UInt32 {
    record.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }

  private mutating func report() throws {
    while notedCount < panel.violations.count {
      say("broken rule: \(panel.violations[notedCount].summary)")
      notedCount += 1
    }
    if shownGeneration == panel.glass.generation { return }
    shownGeneration = panel.glass.generation
    try Data(picture()).write(to: URL(fileURLWithPath: picturePath), options: .atomic)
    say("glass \(shownGeneration) full=\(panel.fullRefreshCount) partial=\(panel.partialRefreshCount)")
  }

  /// The panel as a PPM, in the controller's orientation: its levels without what is left of earlier pictures, or the
  /// colours of its inks.
  private func picture() -> [UInt8] {
    let size = panel.glass.size
    var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + Int(size.area) * 3)
    if panel.description.inks.isEmpty {
      for level in panel.glass.pixels.levels { bytes += [level, level, level] }
    } else {
      for color in panel.glass.picture() {
        for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: color >> shift)) }
      }
    }
    return bytes
  }
}
