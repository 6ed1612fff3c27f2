import AfterglowCore

/// How a simulated controller misbehaves (docs/panels/ssd1680.md, Simulation); a driver is tested against every one.
public enum SimulatedFault: UInt8, Sendable {
  case none, busyStuckHigh, busyStuckLow
  /// The BUSY line is not connected: it follows its bias, which reads idle.
  case busyUnconnected
  /// Everything takes three times as long, as in the cold.
  case slow
}

/// What the simulated controller is; every field has a sensible default.
public struct SimulatedPanelSettings: Sendable {
  public var fault: SimulatedFault = .none
  /// Our own drivers are held to `strict`; recorded traffic of others to replay (docs/panels/ssd1680.md, Simulation).
  public var isStrict = true
  /// Decides garbage in RAM and jitter of BUSY.
  public var seed: UInt64 = 1
  /// From a trigger to BUSY, 0 to 200 µs.
  public var busyLagUs: Int64 = 100
  public var temperatureCelsius: Int32 = 25
  /// spidev's limit for one transfer.
  public var maximumTransferByteCount = 4096
  /// The bus's clock; the controller takes at most 20 MHz (docs/panels/ssd1680.md, Bus).
  public var clockHz: Int64 = 4_000_000
  /// From the end of a full refresh to the start of the next (docs/panels/ssd1680.md, Maker's limits); a board may
  /// lower it deliberately.
  public var minimumRefreshIntervalMs: Int64 = 180_000
  /// Partial refreshes before a full one is due (docs/panels/ssd1680.md, Maker's limits).
  public var ghostLimit: Int32 = 5

  public init() {}
}

/// An SSD1680 with the 122×250 glass of the 2.13" V4 panel (docs/panels/ssd1680.md).
///
/// It decodes the byte stream that a kernel would clock out, shows the result on a glass that ghosts, and counts every
/// mistake that a real one answers with a wrong picture, silence or damage. Time is virtual: it moves in `advance`.
public struct SimulatedSSD1680: ~Copyable {
  /// The glass in pixels.
  public static var size: PixelSize { PixelSize(width: 122, height: 250) }
  /// Memory to lend: both RAM planes, what was written to them, glass and residue.
  public static var byteCount: Int { 4 * ramByteCount + 2 * glassPixels }

  static var ramRowBytes: Int { 22 }
  static var ramRows: Int { 296 }
  static var ramByteCount: Int { ramRowBytes * ramRows }
  static var glassRowBytes: Int { 16 }
  static var glassPixels: Int { 122 * 250 }

  enum State { case off, inReset, awake, asleepKeepingRAM, asleepLosingRAM }

  /// What ends when BUSY falls.
  enum Operation { case none, reset, activation, fill }

  public internal(set) var violations = SimulatedViolationLog()
  /// Grows by one whenever the glass changed.
  public internal(set) var glassGeneration: UInt64 = 0
  /// Refreshes that moved the glass or would have.
  public internal(set) var fullRefreshCount: Int64 = 0
  public internal(set) var partialRefreshCount: Int64 = 0
  public internal(set) var nowUs: Int64 = 0
  public private(set) var resetLevel = true

  let settings: SimulatedPanelSettings
  /// Plane 24 ("new"), then 26 ("old"), then a byte for each of their bytes that was written since RAM was lost.
  let ram: UnsafeMutablePointer<UInt8>
  /// 0 black or 255 white for each pixel, then its residue.
  let glass: UnsafeMutablePointer<UInt8>

  var state = State.off
  var registers = SSD1680Registers()
  var clockIsOn = false
  var analogIsOn = false
  var operation = Operation.none
  var busyFromUs: Int64 = 0
  var busyUntilUs: Int64 = 0
  /// What `20` was asked to do, until BUSY falls.
  var activation = SSD1680Activation()
  var stream = SSD1680Stream()
  var randomState: UInt64
  var resetEdgeUs: Int64 = 0
  var mayCommandAfterReset = true
  var lastFullEndUs: Int64 = -1
  var partialsSinceFull: Int32 = 0
  var hasShownSinceWake = false
  var poweredIdleSinceUs: Int64 = -1
  var isStopped = false

  /// A panel that is not yet powered. `memory` must hold `byteCount` bytes and stay valid.
  public init(memory: UnsafeMutableRawBufferPointer, settings: SimulatedPanelSettings = .init()) {
    precondition(memory.count >= SimulatedSSD1680.byteCount)
    self.settings = settings
    ram = memory.baseAddress!.bindMemory(to: UInt8.self, capacity: SimulatedSSD1680.byteCount)
    glass = ram + 4 * SimulatedSSD1680.ramByteCount
    randomState = settings.seed | 1 << 63
    for index in 0..<SimulatedSSD1680.glassPixels {
      glass[index] = 255
      glass[SimulatedSSD1680.glassPixels + index] = 0
    }
    loseRAM()
  }

  /// Whether the supply is on.
  public var isSupplied: Bool { state != .off }

  // MARK: lines

  public mutating func setPower(_ isOn: Bool) {
    if isOn == (state != .off) { return }
    if isOn {
      becomeAwake()
      hasShownSinceWake = false
      loseRAM()
      if !resetLevel { state = .inReset }
    } else {
      interruptOperation()
      state = .off
      clockIsOn = false
      analogIsOn = false
      loseRAM()
    }
  }

  /// Drives RST; low resets.
  public mutating func setReset(_ level: Bool) {
    if level == resetLevel { return }
    resetLevel = level
    defer { resetEdgeUs = nowUs }
    if state == .off { return }
    if !level {
      interruptOperation()
      if state == .asleepLosingRAM { loseRAM() }
      if state != .awake { hasShownSinceWake = false }
      clockIsOn = false
      analogIsOn = false
      state = .inReset
    } else {
      if nowUs - resetEdgeUs < 100 { note(.reset, expected: 100, found: Int32(nowUs - resetEdgeUs)) }
      becomeAwake()
      mayCommandAfterReset = false
      beginOperation(.reset, durationUs: 1_000)
    }
  }

  /// The electrical level of BUSY; high means busy.
  public mutating func busyLevel() -> Bool {
    switch settings.fault {
    case .busyStuckHigh: return true
    case .busyStuckLow, .busyUnconnected: return false
    case .none, .slow: break
    }
    switch state {
    case .off, .inReset: return false
    case .asleepKeepingRAM, .asleepLosingRAM: return true
    case .awake:
      let isBusy = operation != .none && nowUs >= busyFromUs
      if !isBusy { mayCommandAfterReset = true }
      return isBusy
    }
  }

  // MARK: time

  /// Lets virtual time pass; earlier times are ignored.
  public mutating func advance(toUs time: Int64) {
    if operation != .none && time >= busyUntilUs {
      nowUs = Swift.max(nowUs, busyUntilUs)
      endOperation()
    }
    nowUs = Swift.max(nowUs, time)
    if poweredIdleSinceUs >= 0 && nowUs - poweredIdleSinceUs > 60_000_000 {
      note(.leftOn, expected: 60, found: Int32(clamping: (nowUs - poweredIdleSinceUs) / 1_000_000))
      poweredIdleSinceUs = -1
    }
    if state != .off && lastFullEndUs >= 0 && nowUs - lastFullEndUs > 86_400_000_000 {
      note(.rate, expected: 86_400, found: Int32(clamping: (nowUs - lastFullEndUs) / 1_000_000))
      lastFullEndUs = -1
    }
  }

  /// The end of a test: what must not be left behind, is noted.
  public mutating func finish() {
    endCommand()
    if (analogIsOn || clockIsOn) && state == .awake { note(.leftOn, expected: 0, found: 1) }
  }

  mutating func beginOperation(_ kind: Operation, durationUs: Int64) {
    operation = kind
    poweredIdleSinceUs = -1
    // ±20 % (docs/panels/ssd1680.md, Simulation), in thousandths.
    let jitter = 800 + Int64(nextRandom() % 401)
    var duration = durationUs * jitter / 1000
    if settings.fault == .slow && kind != .reset { duration *= 3 }
    busyFromUs = nowUs + settings.busyLagUs
    busyUntilUs = Swift.max(nowUs + duration, busyFromUs + 50)
  }

  private mutating func endOperation() {
    let ended = operation
    operation = .none
    if ended == .activation { finishActivation() }
    poweredIdleSinceUs = analogIsOn || clockIsOn ? nowUs : -1
  }

  /// Reset or supply loss: fatal to a refresh, harmless otherwise (docs/panels/ssd1680.md, Violations).
  private mutating func interruptOperation() {
    endCommandQuietly()
    if operation == .activation && activation.movesGlass {
      note(.reset, expected: 0, found: 1)
      scrambleGlass()
    }
    operation = .none
    poweredIdleSinceUs = -1
  }

  private mutating func becomeAwake() {
    state = .awake
    registers = SSD1680Registers()
    stream = SSD1680Stream()
    mayCommandAfterReset = true
  }

  // MARK: help

  mutating func note(_ code: SimulatedViolationCode, expected: Int32, found: Int32, toleratedInReplay: Bool? = nil) {
    let isTolerated = toleratedInReplay ?? code.isToleratedInReplay
    violations.add(
      SimulatedViolation(
        code: code, isError: settings.isStrict || !isTolerated, atUs: nowUs, command: stream.command,
        expected: expected, found: found))
  }

  mutating func nextRandom() -> UInt64 {
    randomState ^= randomState << 13
    randomState ^= randomState >> 7
    randomState ^= randomState << 17
    return randomState
  }

  /// Seeded garbage, never zeros, so that a missing write shows.
  private mutating func loseRAM() {
    for index in 0..<2 * SimulatedSSD1680.ramByteCount {
      ram[index] = UInt8(truncatingIfNeeded: nextRandom() >> 24)
      ram[2 * SimulatedSSD1680.ramByteCount + index] = 0
    }
  }
}
