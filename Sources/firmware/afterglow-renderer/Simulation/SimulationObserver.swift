import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowLinux

/// Writes a simulation's lines of JSON.
struct SimulationObserver: ~Copyable, UpdateObserver {
  private var output: TextWriter
  private let counts: UnsafeMutablePointer<SimulationCounts>
  private let printsUpdates: Bool
  private let account: ProcessMemory

  init(
    output: consuming TextWriter, counts: UnsafeMutablePointer<SimulationCounts>, printsUpdates: Bool,
    account: consuming ProcessMemory
  ) {
    self.output = output
    self.counts = counts
    self.account = account
    self.printsUpdates = printsUpdates
  }

  /// errno of the first line that could not be written; 0 = none.
  var failure: Int32 { output.failure }

  mutating func presented(_ report: borrowing UpdateReport) {
    counts.pointee.updates += 1
    counts.pointee.pixelsDamaged += report.pixelsDamaged
    counts.pointee.pixelsChanged += report.pixelsChanged
    counts.pointee.hash = mixHash(counts.pointee.hash, report.frameHash)
    if counts.pointee.updates == 1000 { counts.pointee.residentKiBWhenWarm = account.ownResidentKiB }
    if !printsUpdates { return }
    writeLine(report)
    // The first line is flushed at once: it shows a tracer when the first frame is drawn.
    if counts.pointee.updates == 1 { output.flush() }
  }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}

  private mutating func writeLine(_ report: borrowing UpdateReport) {
    output.write("{\"t\":")
    output.write(report.moment.realtime.milliseconds)
    writeCauses(report.causes)
    output.write(",\"night\":")
    output.write(report.isNight ? "true" : "false")
    output.write(",\"alwaysOn\":")
    output.write(report.isLuminanceReduced ? "true" : "false")
    output.write(",\"variant\":")
    output.write(Int64(report.variantKey.index))
    output.write(",\"damage\":[")
    for index in 0..<report.damage.count {
      if index > 0 { output.write(",") }
      write(report.damage[index])
    }
    output.write("],\"pixelsDamaged\":")
    output.write(report.pixelsDamaged)
    writeMember("pixelsChanged", report.pixelsChanged)
    output.write(",\"hash\":\"")
    output.write(hexadecimal: report.frameHash)
    output.write("\"}\n")
  }

  private mutating func writeMember(_ name: StaticString, _ value: Int64) {
    output.write(",\"")
    output.write(name)
    output.write("\":")
    output.write(value)
  }

  private mutating func writeCauses(_ causes: UInt32) {
    output.write(",\"causes\":[")
    var isFirst = true
    for bit: UInt32 in 0..<32 where causes & (1 << bit) != 0 {
      output.write(isFirst ? "\"" : ",\"")
      output.write(causeName(bit))
      output.write("\"")
      isFirst = false
    }
    output.write("]")
  }

  private mutating func write(_ rect: PixelRect) {
    output.write("[")
    output.write(Int64(rect.x0))
    output.write(",")
    output.write(Int64(rect.y0))
    output.write(",")
    output.write(Int64(rect.x1))
    output.write(",")
    output.write(Int64(rect.y1))
    output.write("]")
  }

  /// The last line of a simulation.
  mutating func finish() {
    let peakResidentKiB = account.peakResidentKiB
    let totals = counts.pointee
    let grownKiB = account.ownResidentKiB - totals.residentKiBWhenWarm
    output.write("{\"updates\":")
    output.write(totals.updates)
    writeMember("pixelsDamaged", totals.pixelsDamaged)
    writeMember("pixelsChanged", totals.pixelsChanged)
    output.write(",\"hash\":\"")
    output.write(hexadecimal: totals.hash)
    output.write("\",\"archiveBytes\":")
    output.write(totals.archiveBytes)
    writeMember("memoryReserved", totals.memoryReserved)
    writeMember("peakResidentKiB", peakResidentKiB)
    writeMember("residentGrowthKiB", totals.updates < 1000 ? 0 : grownKiB)
    writeMember("stackBytes", totals.stackBytes)
    writeMember("wakeUps", totals.wakeUps)
    writeMember("idleWakeUps", totals.idleWakeUps)
    writeMember("sensorPolls", totals.sensorPolls)
    output.write("}\n")
    output.flush()
  }
}

/// Names of the engine's cause bits, by bit.
private func causeName(_ bit: UInt32) -> StaticString {
  switch bit {
  case 0: "start"
  case 1: "tick"
  case 2: "entry"
  case 3: "stale"
  case 4: "night"
  case 5: "luminance"
  case 6: "archive"
  case 7: "clockStep"
  case 8: "clockTrust"
  case 9: "detail"
  case 10: "orbit"
  default: "other"
  }
}
