import AfterglowCore
import AfterglowKit

/// Writes `dimming.jsonl`, a line for each level that a supposed backlight takes:
///
///     {"t":"2026-11-21T22:14:10.020Z","level":243,"white":238.235,"luminance":25.113}
///
/// `white` is what white emits at that level and `luminance` the mean of the panel, null before the first frame; both in
/// cd/m².
final class DimmingLog {
  let backlight: SimulatedBacklight
  private let file: LineFile

  init(folder: String, backlight: SimulatedBacklight) throws {
    self.backlight = backlight
    file = try LineFile(creating: SimulationFile.dimming.path(in: folder))
  }

  var failure: FileFailure? { file.failure }

  func add(level: Int64, meanNits: Double?, at instant: Instant) {
    file.add(
      "{\"t\":\"\(TimeText.utc(instant))\",\"level\":\(level),\"white\":\(Self.rounded(backlight.whiteNits)),"
        + "\"luminance\":\(meanNits.map { "\(Self.rounded($0))" } ?? "null")}\n")
  }

  func flush() { file.flush() }

  private static func rounded(_ nits: Double) -> Double { (nits * 1e4).rounded() / 1e4 }
}
