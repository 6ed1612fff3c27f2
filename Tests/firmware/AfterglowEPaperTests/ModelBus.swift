import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels

@testable import AfterglowEPaper

/// A strict model as a display's bus: lines, bytes and time.
struct ModelBus: ~Copyable, PanelBus {
  let panel: SimulatedPanel
  let log = BusLog()
  /// The clock of the bus in Hz: each byte takes its time.
  private static let hz: Int64 = 4_000_000

  let maximumTransferByteCount: Int

  init(_ panel: SimulatedPanel, maximumTransferByteCount: Int = 4_096) {
    self.panel = panel
    self.maximumTransferByteCount = maximumTransferByteCount
  }

  mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    if let end = log.busyEndUs { log.idleUs += panel.nowUs - end }
    log.busyEndUs = nil
    panel.setDataCommand(isData)
    panel.setChipSelect(false)
    do { try panel.write(Array(bytes), hz: Int(Self.hz)) } catch { throw .transfer(errno: 90) }
    panel.setChipSelect(true)
    if isData { log.dataByteCount += bytes.count }
    panel.advance(toUs: panel.nowUs + Int64(bytes.count) * 8_000_000 / Self.hz)
  }

  mutating func setReset(_ level: Bool) throws(BusError) {
    panel.setReset(level)
    log.isInReset = !level
  }
  mutating func setPower(_ isOn: Bool) throws(BusError) {
    panel.setPower(isOn)
    log.isSupplied = isOn
  }
  mutating func busyLevel() throws(BusError) -> Bool {
    log.looks += 1
    if log.losesLineAtLook == log.looks { throw .line(errno: 19) }
    log.lastLevel = panel.busyLevel()
    return log.lastLevel
  }

  /// No descriptor of this process: the tests' loop waits.
  var busySignal: Int32 { log.reportsEdges ? 4_000 : -1 }

  mutating func now() -> MonotonicInstant { MonotonicInstant(milliseconds: panel.nowUs / 1_000) }

  mutating func synchronise(with now: MonotonicInstant) {
    if let end = panel.nextEventUs, end <= now.milliseconds * 1_000 { log.busyEndUs = end }
    panel.advance(toUs: now.milliseconds * 1_000)
  }
}

/// What a bus has seen.
final class BusLog {
  /// From the end of BUSY to the next byte, summed, in µs.
  var idleUs: Int64 = 0
  var busyEndUs: Int64?
  var dataByteCount = 0
  /// Looks at BUSY, and the level that the last one saw.
  var looks = 0
  var lastLevel = false
  /// Whether the bus says when BUSY changes.
  var reportsEdges = false
  /// The look from which on the line is gone; 0 = it stays.
  var losesLineAtLook = 0
  var isInReset = false
  var isSupplied = false

  /// Nothing drives the panel.
  var isSafe: Bool { !isInReset && !isSupplied }
}
