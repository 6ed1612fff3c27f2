/// What keeps a controller busy.
struct BusyOperation {
  enum Kind {
    /// A reset pulse ended: bytes are early, but not lost.
    case reset
    case work
    /// Pixels are moving: an interruption leaves a mixture.
    case refresh
  }

  var kind: Kind
  /// When bytes begin to be refused.
  var triggerUs: Int64
  /// When BUSY shows it.
  var shownUs: Int64
  var endUs: Int64
  /// What happens at the end; not called when it is interrupted.
  var complete: () -> Void
}

/// BUSY as a function of virtual time: it lags its trigger, and its length has jitter
/// (docs/panels/models.md, Time and BUSY).
struct BusyLine {
  private(set) var operation: BusyOperation?
  /// Whether the refresh in progress drives every pixel.
  var flashes = true

  mutating func begin(
    _ kind: BusyOperation.Kind, nominalUs: Int64, at nowUs: Int64, lagUs: Int64, settings: ModelSettings,
    noise: inout PanelNoise, complete: @escaping () -> Void
  ) {
    // ±20 %, in thousandths.
    let jitter = 800 + Int64(noise.next() % 401)
    var duration = nominalUs * jitter / 1000
    if settings.fault == .slow && kind != .reset { duration *= 3 }
    let shown = nowUs + lagUs
    operation = BusyOperation(
      kind: kind, triggerUs: nowUs, shownUs: shown, endUs: max(nowUs + duration, shown + 50), complete: complete)
  }

  /// Takes away what has ended at `nowUs`.
  mutating func takeEnded(by timeUs: Int64) -> BusyOperation? {
    guard let found = operation, found.endUs <= timeUs else { return nil }
    operation = nil
    return found
  }

  mutating func interrupt() -> BusyOperation? {
    defer { operation = nil }
    return operation
  }

  func isShown(at nowUs: Int64) -> Bool { operation.map { nowUs >= $0.shownUs } ?? false }
}
