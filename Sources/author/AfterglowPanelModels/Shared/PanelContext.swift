/// What all parts of a model share: time, BUSY, the pixels and the record of violations.
final class PanelContext {
  let description: PanelDescription
  let settings: ModelSettings
  let glass: PanelGlass
  private(set) var nowUs: Int64 = 0
  private(set) var violations: [PanelViolation] = []
  var busy = BusyLine()
  var noise: PanelNoise
  var history = RefreshHistory()
  /// The command that is being received.
  var command: UInt8?
  /// The line of the recording that is being replayed.
  var line: Int?
  /// Since when the high voltage has been on unused.
  private var idleSinceUs: Int64?
  /// An operation ends: one that follows at once keeps BUSY without a gap.
  private var isCompleting = false

  init(_ description: PanelDescription, settings: ModelSettings) {
    self.description = description
    self.settings = settings
    glass = PanelGlass(description)
    noise = PanelNoise(seed: settings.seed)
  }

  /// - Parameter isTolerated: whether replay mode only warns; nil = as the kind says.
  func note(_ kind: PanelViolationKind, expected: String, found: String, isTolerated: Bool? = nil) {
    violations.append(
      PanelViolation(
        kind: kind, isError: settings.isStrict || !(isTolerated ?? kind.isToleratedInReplay), atUs: nowUs,
        command: command, expected: expected, found: found, line: line))
  }

  /// Judges the border that `command` has set for a refresh.
  func judgeBorder(_ border: UInt8, of command: UInt8, _ waveform: PanelWaveform) {
    let allowed = description.options.borders(for: waveform)
    if allowed.isEmpty || allowed.contains(border) { return }
    let values = allowed.map { hexText($0) }.joined(separator: " or ")
    note(.border, expected: "\(hexText(command)): \(values) for this refresh", found: hexText(border))
  }

  /// Makes the controller busy. `complete` runs at the end, unless reset or supply loss interrupt it.
  func begin(_ kind: BusyOperation.Kind, ms: Int64, complete: @escaping () -> Void) {
    idleSinceUs = nil
    busy.begin(
      kind, nominalUs: ms * 1000, at: nowUs, lagUs: isCompleting ? 0 : settings.busyLagUs, settings: settings,
      noise: &noise, complete: complete)
  }

  /// Waveforms that are chosen by the measured temperature are slower in the cold: by a tenth for each degree below 10 °C.
  func slowedByCold(_ ms: Int64) -> Int64 {
    let below = Int64(max(0, 10 - max(0, settings.temperatureCelsius)))
    return ms * (10 + below) / 10
  }

  /// Reset or supply loss: fatal to a refresh, harmless otherwise.
  func interrupt(by cause: String) {
    idleSinceUs = nil
    guard let operation = busy.interrupt(), operation.kind == .refresh else { return }
    note(.reset, expected: "no \(cause) before the refresh ends", found: "\(cause) in mid-refresh", isTolerated: false)
    glass.scramble(&noise)
  }

  func advance(toUs time: Int64, isPumping: () -> Bool) {
    while let ended = busy.takeEnded(by: time) {
      nowUs = max(nowUs, ended.endUs)
      isCompleting = true
      ended.complete()
      isCompleting = false
      idleSinceUs = busy.operation == nil && isPumping() ? nowUs : nil
    }
    nowUs = max(nowUs, time)
    if let since = idleSinceUs, nowUs - since > 60_000_000, isPumping() {
      note(.leftOn, expected: "power off within 60 s of the last work", found: "\((nowUs - since) / 1_000_000) s")
      idleSinceUs = nil
    }
    history.checkAge(self)
  }
}
