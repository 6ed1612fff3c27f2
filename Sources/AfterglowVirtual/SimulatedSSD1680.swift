import AfterglowCore

/// A fault of a simulated controller (docs/panels/ssd1680.md, Simulation); drivers are tested with every one.
public enum SimulatedFault: UInt8, Sendable {
  case none, busyStuckHigh, busyStuckLow
  /// The BUSY line is not connected: it follows its bias, which reads idle.
  case busyUnconnected
  /// Everything takes three times as long, as in the cold.
  case slow
}

/// The behaviour of a simulated controller; the defaults are those of a working one.
public struct SimulatedPanelSettings: Sendable {
  public var fault: SimulatedFault = .none
  /// Whether every violation is an error, as for this project's driver. Otherwise recorded traffic of other drivers is
  /// replayed, and violations that hardware tolerates are warnings (docs/panels/ssd1680.md, Simulation).
  public var isStrict = true
  /// How many times longer everything but a reset takes, to wait for a colour panel without one.
  public var slowness: Int64 = 1
  /// Seed of the noise in RAM and the jitter of BUSY.
  public var seed: UInt64 = 1
  /// From a trigger to BUSY, 0 to 200 µs.
  public var busyLagUs: Int64 = 100
  /// Outside 0 to 50 no waveform matches (docs/panels/ssd1680.md, Hardware).
  public var temperatureCelsius: Int32 = 25
  /// spidev's limit for one transfer, in bytes (docs/panels/ssd1680.md, Bus).
  public var maximumTransferByteCount = 4096
  /// The bus clock; the controller supports at most 20 MHz (docs/panels/ssd1680.md, Bus).
  public var clockHz: Int64 = 4_000_000
  /// From the end of a full refresh to the start of the next (docs/panels/ssd1680.md, Maker's limits); a board may
  /// lower it deliberately.
  public var minimumRefreshIntervalMs: Int64 = 180_000
  /// Partial refreshes before a full one is due (docs/panels/ssd1680.md, Maker's limits).
  public var ghostLimit: Int32 = 5

  public init() {}
}

/// An SSD1680 with the 122×250 panel of the 2.13" V4 (docs/panels/ssd1680.md, Simulation).
///
/// It decodes the byte stream of the bus, shows the result on a panel with ghosting, and counts every violation that on
/// a real controller causes a wrong picture, no response or damage. Time is virtual: `advance` moves it.
public struct SimulatedSSD1680: ~Copyable {
  /// The panel in pixels.
  public static var size: PixelSize { SSD1680Pixels.size }
  /// Bytes of memory that `init` needs: both RAM planes, their flags, the panel's pixels and residue.
  public static var byteCount: Int { SSD1680Memory.byteCount + SSD1680Pixels.byteCount }

  /// All violations so far.
  public internal(set) var violations = SimulatedViolationLog()
  /// Virtual time in µs.
  public internal(set) var nowUs: Int64 = 0

  let settings: SimulatedPanelSettings
  let memory: SSD1680Memory
  var pixels: SSD1680Pixels
  var refreshes = SSD1680Refreshes()
  var power = SSD1680Power()
  var resetLine = SSD1680ResetLine()
  var work = SSD1680Work()
  var registers = SSD1680Registers()
  var stream = SSD1680Stream()
  var noise: SimulatedNoise

  /// A panel that is not powered yet. `memory` must hold `byteCount` bytes and stay valid.
  public init(memory lent: UnsafeMutableRawBufferPointer, settings: SimulatedPanelSettings = .init()) {
    precondition(lent.count >= SimulatedSSD1680.byteCount)
    self.settings = settings
    let bytes = lent.baseAddress!.bindMemory(to: UInt8.self, capacity: SimulatedSSD1680.byteCount)
    memory = SSD1680Memory(bytes)
    pixels = SSD1680Pixels(bytes + SSD1680Memory.byteCount)
    noise = SimulatedNoise(seed: settings.seed)
    memory.lose(&noise)
  }

  /// Whether the supply is on.
  public var isSupplied: Bool { power.state != .off }

  /// The level of RST.
  public var resetLevel: Bool { resetLine.level }

  /// Whether a command that writes one-time memory was received.
  var isStopped: Bool { violations.count(of: .otp) > 0 }

  // MARK: lines

  /// Switches the supply; RAM contains seeded noise afterwards.
  public mutating func setPower(_ isOn: Bool) {
    if isOn == isSupplied { return }
    if isOn {
      becomeAwake()
      refreshes.hasShownSinceWake = false
      if !resetLine.level { power.state = .inReset }
    } else {
      interruptOperation()
      power.state = .off
      power.stopPumps()
    }
    memory.lose(&noise)
  }

  /// Drives RST; low resets.
  public mutating func setReset(_ level: Bool) {
    if level == resetLine.level { return }
    resetLine.level = level
    defer { resetLine.edgeUs = nowUs }
    if power.state == .off { return }
    if !level {
      interruptOperation()
      if power.state == .asleepLosingRAM { memory.lose(&noise) }
      if power.state != .awake { refreshes.hasShownSinceWake = false }
      power.stopPumps()
      power.state = .inReset
    } else {
      let lowUs = nowUs - resetLine.edgeUs
      if lowUs < 100 { note(.reset, expected: 100, found: Int32(lowUs)) }
      becomeAwake()
      resetLine.mayCommand = false
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
    switch power.state {
    case .off, .inReset: return false
    case .asleepKeepingRAM, .asleepLosingRAM: return true
    case .awake:
      let isBusy = work.isBusy(at: nowUs)
      if !isBusy { resetLine.mayCommand = true }
      return isBusy
    }
  }

  // MARK: time

  /// Advances virtual time; earlier times are ignored.
  public mutating func advance(toUs time: Int64) {
    if work.operation != .none && time >= work.untilUs {
      nowUs = Swift.max(nowUs, work.untilUs)
      endOperation()
    }
    nowUs = Swift.max(nowUs, time)
    let idleUs = nowUs - power.idleSinceUs
    if power.idleSinceUs >= 0 && idleUs > 60_000_000 {
      note(.leftOn, expected: 60, found: Int32(clamping: idleUs / 1_000_000))
      power.idleSinceUs = -1
    }
    let stillUs = nowUs - refreshes.lastFullEndUs
    if power.state != .off && refreshes.lastFullEndUs >= 0 && stillUs > 86_400_000_000 {
      note(.rate, expected: 86_400, found: Int32(clamping: stillUs / 1_000_000))
      refreshes.lastFullEndUs = -1
    }
  }

  /// Ends a test: a panel left powered is recorded.
  public mutating func finish() {
    endCommand()
    if power.isPumping && power.state == .awake { note(.leftOn, expected: 0, found: 1) }
  }

  mutating func beginOperation(_ kind: SSD1680Work.Operation, durationUs: Int64) {
    power.idleSinceUs = -1
    // ±20 % (docs/panels/ssd1680.md, Simulation), in thousandths.
    let jitter = 800 + Int64(noise.next() % 401)
    var duration = durationUs * jitter / 1000
    if kind != .reset { duration *= settings.slowness * (settings.fault == .slow ? 3 : 1) }
    work.begin(kind, durationUs: duration, lagUs: settings.busyLagUs, at: nowUs)
  }

  private mutating func endOperation() {
    if work.operation == .activation { finishActivation() }
    work.end()
    power.idleSinceUs = power.isPumping ? nowUs : -1
  }

  /// Reset or supply loss: fatal to a refresh, harmless otherwise (docs/panels/ssd1680.md, Violations).
  private mutating func interruptOperation() {
    endCommandQuietly()
    if work.operation == .activation && work.activation.movesPixels {
      note(.reset, expected: 0, found: 1)
      pixels.scramble(&noise)
    }
    work.end()
    power.idleSinceUs = -1
  }

  private mutating func becomeAwake() {
    power.state = .awake
    registers = SSD1680Registers()
    stream = SSD1680Stream()
    resetLine.mayCommand = true
  }

  // MARK: help

  mutating func note(_ code: SimulatedViolationCode, expected: Int32, found: Int32, toleratedInReplay: Bool? = nil) {
    let isTolerated = toleratedInReplay ?? code.isToleratedInReplay
    violations.add(
      SimulatedViolation(
        code: code, isError: settings.isStrict || !isTolerated, atUs: nowUs, command: stream.command,
        expected: expected, found: found))
  }

  // MARK: looking at it

  /// Incremented whenever the panel changed.
  public var pixelGeneration: UInt64 { pixels.generation }
  /// Full refreshes that changed the panel.
  public var fullRefreshCount: Int64 { refreshes.fullCount }
  /// Partial refreshes that changed the panel.
  public var partialRefreshCount: Int64 { refreshes.partialCount }

  /// The visible level of a pixel: 0 black to 255 white, residue included.
  public func pixelLevel(x: Int, y: Int) -> UInt8 {
    precondition(x >= 0 && x < 122 && y >= 0 && y < 250)
    return pixels.level(x, y)
  }

  /// A byte of RAM: plane 0x24 or 0x26, `x` in bytes.
  public func ramByte(plane: UInt8, x: Int, y: Int) -> UInt8 {
    precondition(x >= 0 && x < SSD1680Memory.rowBytes && y >= 0 && y < SSD1680Memory.rows)
    return memory[plane == 0x26 ? 1 : 0, x, y]
  }
}
