import AfterglowCore
import AfterglowKit

/// Sends the light of `--lux-trace` to the guard, timed from the start of the run.
struct TracePlayer {
  private let file: LuxTraceFile
  private let startedAtMs: Int64
  private var next = 0

  init(_ file: LuxTraceFile, startedAtMs: Int64) {
    self.file = file
    self.startedAtMs = startedAtMs
  }

  /// When the next line is due; nil after the last.
  var dueMs: Int64? { next < file.trace.samples.count ? startedAtMs + file.trace.samples[next].atMs : nil }

  /// The next line if it is due.
  mutating func take(nowMs: Int64) -> Reading<Illuminance>? {
    guard let dueMs, dueMs <= nowMs else { return nil }
    defer { next += 1 }
    return Reading(known: file.trace.samples[next].illuminance)
  }
}
