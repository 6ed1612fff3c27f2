import AfterglowCore
import AfterglowPanelModels
import Foundation

/// A strict panel model behind a chip select of the bus and simulated lines, and the picture file that shows its glass.
struct WiredPanel {
  private let panel: SimulatedPanel
  private let lines: SimulatedLines
  private let resetOffset: Int
  private let powerOffset: Int
  private let picturePath: String
  private var shownGeneration = 0
  private var notedCount = 0
  /// The longest transfer so far, in bytes.
  private var longestTransfer = 0

  /// `words` is PANEL,DC,RST,BUSY,PWR,PICTURE.ppm[,FAULT]; nil if it is not.
  ///
  /// - Throws: `LineProblem`.
  init?(_ words: String, folder: String, intervalSeconds: Int64) throws {
    let fields = words.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6 || fields.count == 7, let description = PanelDescription.named(fields[0]),
      let dataCommand = Int(fields[1]), let reset = Int(fields[2]), let busy = Int(fields[3]),
      let power = Int(fields[4]), let fault = PanelFault(rawValue: fields.count == 7 ? fields[6] : "none")
    else { return nil }
    var settings = ModelSettings()
    settings.minimumIntervalSeconds = intervalSeconds
    settings.fault = fault
    // The bus itself limits transfers.
    settings.maximumTransferByteCount = nil
    // BUSY follows a command before its transfer ends, so that a machine that is slow to run this program adds no lag.
    settings.busyLagUs = 0
    panel = SimulatedPanel(description, settings: settings)
    lines = try SimulatedLines(folder: folder, dataCommand: dataCommand, reset: reset, busy: busy, power: power)
    (resetOffset, powerOffset) = (reset, power)
    picturePath = fields[5]
  }

  /// The time of all panels, in µs.
  static var nowUs: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
  }

  /// When what its controller does ends, in µs; nil = it does nothing.
  var nextEventUs: Int64? { panel.nextEventUs }

  /// Updates the controller to a time, and BUSY with it.
  mutating func advance(toUs time: Int64) {
    panel.advance(toUs: time)
    lines.setBusy(panel.busyLevel())
  }

  /// Updates it to the levels of supply and reset, and BUSY with it.
  mutating func followLevels() {
    panel.setPower(lines.isSupplied)
    panel.setReset(lines.resetLevel)
    lines.setBusy(panel.busyLevel())
  }

  /// Lets a line have its new level at the time when it was set.
  mutating func take(_ event: LineEvents.Event) {
    if event.offset != resetOffset && event.offset != powerOffset { return }
    panel.advance(toUs: event.timeUs)
    if event.offset == resetOffset { panel.setReset(event.isHigh) } else { panel.setPower(event.isHigh) }
  }

  /// Who sends waits for it: the lines have their levels.
  mutating func take(_ bytes: ArraySlice<UInt8>, hz: Int) throws {
    panel.advance(toUs: Self.nowUs)
    followLevels()
    longestTransfer = max(longestTransfer, bytes.count)
    panel.setDataCommand(lines.isData)
    try panel.write(bytes, hz: hz)
    lines.setBusy(panel.busyLevel())
  }

  /// Whether a picture is written only when it is asked for: a week has many.
  private static let isQuiet = ProcessInfo.processInfo.environment["HIL_PICTURES"] == "asked"

  /// Writes what has changed since the last call.
  mutating func report(isAsked: Bool) throws {
    while notedCount < panel.violations.count {
      say("\(panel.description.name): broken rule: \(panel.violations[notedCount].summary)")
      notedCount += 1
    }
    let isNew = shownGeneration != panel.glass.generation
    if Self.isQuiet ? isAsked : isNew {
      try Data(picture()).write(to: URL(fileURLWithPath: picturePath), options: .atomic)
    }
    if !isNew { return }
    shownGeneration = panel.glass.generation
    say(
      "\(panel.description.name): glass \(shownGeneration) full=\(panel.fullRefreshCount) "
        + "partial=\(panel.partialRefreshCount) longest=\(longestTransfer) at=\(panel.nowUs / 1_000)")
  }

  /// The panel as a PPM, in the controller's orientation, without what is left of earlier pictures.
  private func picture() -> [UInt8] {
    let size = panel.glass.size
    var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + Int(size.area) * 3)
    for color in panel.glass.picture(hasResidue: false) {
      for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: color >> shift)) }
    }
    return bytes
  }
}
