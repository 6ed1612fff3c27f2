import AfterglowCore

/// A transfer that spidev would refuse with EMSGSIZE.
public struct TransferTooLong: Error, Equatable {
  public var byteCount: Int
  public var maximum: Int
}

/// A panel with its controller on its bus: lines and bytes in, BUSY and pixels out (docs/panels/models.md).
///
/// Time is virtual: `advance` moves it, and nothing else does. Mistakes are recorded in `violations`.
public final class SimulatedPanel {
  public let description: PanelDescription
  private let context: PanelContext
  private let controller: any PanelController
  private var stream = CommandStream()
  private var lines = PanelLines()
  /// After a command that writes one-time memory nothing is received.
  private var isStopped = false

  /// A panel without supply, all white.
  public init(_ description: PanelDescription, settings: ModelSettings = ModelSettings()) {
    self.description = description
    context = PanelContext(description, settings: settings)
    controller = description.family.model(context)
    controller.losePower()
  }

  // MARK: results

  public var glass: PanelGlass { context.glass }
  public var violations: [PanelViolation] { context.violations }
  /// Virtual time in µs.
  public var nowUs: Int64 { context.nowUs }
  /// Full refreshes that moved pixels; on a colour panel those of a window too.
  public var fullRefreshCount: Int { context.history.fullCount }
  /// Partial refreshes that moved pixels.
  public var partialRefreshCount: Int { context.history.partialCount }
  /// Whether the high voltage is on.
  public var isPumping: Bool { lines.isSupplied && controller.isPumping }
  /// Whether the controller is in deep sleep.
  public var isAsleep: Bool { lines.isSupplied && controller.isAsleep }

  /// The line of a recording that violations are attributed to, from 1.
  public var recordingLine: Int? {
    get { context.line }
    set { context.line = newValue }
  }

  // MARK: lines

  /// Switches the supply.
  public func setPower(_ isOn: Bool) {
    if isOn == lines.isSupplied { return }
    if isOn {
      lines.wasReset = false
      context.history.hasShownSinceWake = false
      controller.reset(losesMemory: false)
    } else {
      judgeSupplyLoss()
      context.interrupt(by: "supply loss")
      stream.clear()
      controller.losePower()
    }
    lines.isSupplied = isOn
  }

  private func judgeSupplyLoss() {
    if context.busy.operation?.kind == .refresh { return }
    if controller.isPumping {
      context.note(.sleep, expected: "power off before the supply goes", found: "high voltage on", isTolerated: true)
    } else if let slept = lines.sleptAtUs, controller.isAsleep, context.nowUs - slept < 100_000 {
      context.note(
        .sleep, expected: "100 ms from deep sleep to supply loss", found: "\((context.nowUs - slept) / 1000) ms",
        isTolerated: true)
    } else if controller.isConfigured && !controller.isAsleep {
      context.note(
        .sleep, expected: "deep sleep, or a reset, before the supply goes", found: "a controller at work",
        isTolerated: true)
    }
  }

  /// Drives RST; low resets.
  ///
  /// - Parameter atUs: the driver's time of the edge, in microseconds since the panel's start; nil = the panel's present,
  ///   which a host that reads packets late may have put ahead of them.
  public func setReset(_ level: Bool, atUs: Int64? = nil) {
    if level == lines.reset { return }
    lines.reset = level
    let edgeUs = atUs ?? context.nowUs
    let lowUs = edgeUs - lines.resetEdgeUs
    lines.resetEdgeUs = edgeUs
    if !lines.isSupplied { return }
    if level { return endReset(lowUs: lowUs) }
    context.interrupt(by: "a reset")
    stream.clear()
    if controller.isAsleep { context.history.hasShownSinceWake = false }
    controller.reset(losesMemory: context.settings.resetLosesMemory)
  }

  private func endReset(lowUs: Int64) {
    lines.wasReset = true
    if lowUs < 100 {
      context.note(.reset, expected: "RST low for 100 µs", found: "\(lowUs) µs", isTolerated: false)
    }
    lines.isFreshFromReset = true
    context.begin(.reset, ms: 5) {}
  }

  /// Drives D/C: low for commands.
  public func setDataCommand(_ level: Bool) {
    if level == lines.dataCommand { return }
    lines.dataCommand = level
    judgeBrokenByte("D/C")
  }

  /// Drives chip select; low selects.
  public func setChipSelect(_ level: Bool) {
    if level == lines.chipSelect { return }
    lines.chipSelect = level
    judgeBrokenByte("CS")
  }

  private func judgeBrokenByte(_ line: String) {
    if lines.bitCount == 0 { return }
    context.note(.lines, expected: "\(line) steady for 8 bits", found: "a change after \(lines.bitCount)")
    lines.bitCount = 0
  }

  // MARK: bytes

  /// Sends whole bytes. `hz` is the bus clock, if it is known.
  ///
  /// - Throws: `TransferTooLong`; nothing was sent then, as with spidev.
  public func write(_ bytes: some Collection<UInt8>, hz: Int? = nil) throws(TransferTooLong) {
    if let maximum = context.settings.maximumTransferByteCount, bytes.count > maximum {
      context.note(.transfer, expected: "at most \(maximum) bytes in a transfer", found: "\(bytes.count)")
      throw TransferTooLong(byteCount: bytes.count, maximum: maximum)
    }
    let maximumHz = description.family.maximumClockHz
    if let hz, hz > maximumHz, !lines.hasNotedClock {
      lines.hasNotedClock = true
      context.note(.clock, expected: "at most \(maximumHz) Hz", found: "\(hz) Hz")
    }
    guard accepts() else { return }
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      receive(byte)
      // Pictures are most of all bytes.
      if lines.dataCommand, !rest.isEmpty, let command = stream.imageCommand {
        return controller.receive(rest, for: command)
      }
    }
  }

  /// Sends bits, the most significant of `bits` first, for buses that are looked at bit by bit.
  public func clock(_ bits: UInt8, count: Int) {
    for index in 0..<count {
      lines.shifted = lines.shifted << 1 | bits >> UInt8(count - 1 - index) & 1
      lines.bitCount += 1
      if lines.bitCount == 8 {
        lines.bitCount = 0
        if accepts() { receive(lines.shifted) }
      }
    }
  }

  /// Whether bytes reach the controller at all.
  private func accepts() -> Bool {
    if isStopped { return false }
    if lines.chipSelect {
      context.note(.lines, expected: "CS low", found: "bytes while CS is high")
      return false
    }
    if !lines.isSupplied {
      context.note(.noPower, expected: "supply", found: "bytes without it")
      return false
    }
    if !lines.reset {
      context.note(.reset, expected: "RST high", found: "bytes while it is low", isTolerated: false)
      return false
    }
    return true
  }

  private func receive(_ byte: UInt8) {
    if isStopped { return }
    judgeHaste()
    let wasAsleep = controller.isAsleep
    defer { if controller.isAsleep && !wasAsleep { lines.sleptAtUs = context.nowUs } }
    if lines.dataCommand { return stream.receiveData(byte, controller, context) }
    if controller.form(of: byte) == .forbidden && !controller.isAsleep {
      context.command = byte
      context.note(.otp, expected: "no command that writes one-time memory", found: hexText(byte))
      isStopped = true
      return
    }
    stream.receiveCommand(byte, controller, context)
  }

  private func judgeHaste() {
    if !lines.wasReset {
      lines.wasReset = true
      context.note(.reset, expected: "a reset pulse after the supply came", found: "a command", isTolerated: true)
    }
    guard lines.isFreshFromReset else { return }
    lines.isFreshFromReset = false
    let sinceUs = context.nowUs - lines.resetEdgeUs
    if sinceUs < 10_000 {
      context.note(
        .reset, expected: "10 ms or idle BUSY after a reset", found: "a byte after \(sinceUs) µs", isTolerated: true)
    }
  }

  // MARK: time and BUSY

  /// The electrical level of BUSY. Reading it counts as polling.
  public func busyLevel() -> Bool {
    let level = description.family.busyLevel
    let bias = context.settings.busyBias ?? !level
    switch context.settings.fault {
    case .busyStuckHigh: return true
    case .busyStuckLow: return false
    case .busyAbsent: return bias
    case .none, .slow: break
    }
    if !lines.isSupplied { return bias }
    // In deep sleep Solomon's controllers stay busy, and the others read idle: high for both.
    if controller.isAsleep { return true }
    let isBusy = context.busy.isShown(at: context.nowUs)
    if !isBusy && lines.reset { lines.isFreshFromReset = false }
    return isBusy ? level : !level
  }

  /// Whether every violation is an error.
  var isStrict: Bool { context.settings.isStrict }

  /// When the operation in progress ends, in µs; nil = none is.
  public var nextEventUs: Int64? { context.busy.operation?.endUs }
  /// When BUSY begins to show the operation in progress, in µs.
  var nextShownUs: Int64? { context.busy.operation?.shownUs }

  /// How much of a refresh that drives every pixel is over, 0 to 1; nil = none is in progress.
  var flashShare: Double? {
    guard let operation = context.busy.operation, operation.kind == .refresh, context.busy.flashes else { return nil }
    let span = operation.endUs - operation.triggerUs
    return span > 0 ? Double(context.nowUs - operation.triggerUs) / Double(span) : 0
  }

  /// A host gave up waiting for BUSY.
  func noteWait(_ level: Bool, _ limitUs: Int64) {
    context.note(
      .wait, expected: "BUSY \(level ? "high" : "low") within \(secondsText(limitUs)) s",
      found: level ? "it stays low" : "it stays high")
  }

  /// Moves virtual time on; earlier times are ignored.
  public func advance(toUs time: Int64) { context.advance(toUs: time) { isPumping } }

  /// Ends a test: what is in progress ends, and a panel that is left powered is reported.
  public func finish() {
    stream.end(controller, context)
    while let end = nextEventUs { advance(toUs: end) }
    if !lines.isSupplied { return }
    controller.finish()
    if isPumping { context.note(.leftOn, expected: "high voltage off at the end", found: "it is on") }
  }
}

/// The levels that the host drives.
struct PanelLines {
  var isSupplied = false
  var reset = true
  var resetEdgeUs: Int64 = 0
  /// Neither time nor BUSY has shown yet that the reset is over.
  var isFreshFromReset = false
  /// Since the supply came.
  var wasReset = false
  var dataCommand = false
  var chipSelect = false
  /// Bits of a byte that is not complete.
  var bitCount = 0
  var shifted: UInt8 = 0
  var sleptAtUs: Int64?
  var hasNotedClock = false
}
