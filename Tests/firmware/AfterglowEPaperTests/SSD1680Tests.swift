import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import AfterglowVirtual
import Testing

@testable import AfterglowEPaper

/// A bus that fails from its n-th call on, and records the final state of the lines.
struct FailingBus: ~Copyable, PanelBus {
  var inner: ModelBus
  var callsLeft: Int
  var isBroken: Bool { callsLeft < 0 }
  /// Whether lines fail as well as transfers.
  var breaksLines: Bool
  /// The errno of failing transfers.
  var errno: Int32 = 5

  init(inner: consuming ModelBus, callsLeft: Int, breaksLines: Bool) {
    self.inner = inner
    self.callsLeft = callsLeft
    self.breaksLines = breaksLines
  }

  var maximumTransferByteCount: Int { inner.maximumTransferByteCount }

  mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    callsLeft -= 1
    if isBroken { throw .transfer(errno: errno) }
    try inner.transfer(bytes, isData: isData)
  }

  mutating func setReset(_ level: Bool) throws(BusError) {
    if breaksLines { callsLeft -= 1 }
    if breaksLines && isBroken { throw .line(errno: 16) }
    try inner.setReset(level)
  }

  mutating func setPower(_ isOn: Bool) throws(BusError) {
    if breaksLines { callsLeft -= 1 }
    if breaksLines && isBroken { throw .line(errno: 16) }
    try inner.setPower(isOn)
  }

  mutating func busyLevel() throws(BusError) -> Bool {
    if breaksLines { callsLeft -= 1 }
    if breaksLines && isBroken { throw .line(errno: 16) }
    return try inner.busyLevel()
  }

  mutating func now() -> MonotonicInstant { inner.now() }
  mutating func synchronise(with now: MonotonicInstant) { inner.synchronise(with: now) }
}

/// Memory for a driver, freed at the end of the test.
final class Memory {
  let driver = UnsafeMutableRawBufferPointer.allocate(
    byteCount: PaperDisplay<SSD1680, ModelBus>.byteCount(SSD1680()), alignment: 64)
  deinit { driver.deallocate() }
}

/// The strict model of the 2.13" V4.
func glass(_ settings: ModelSettings = ModelSettings()) -> SimulatedPanel {
  SimulatedPanel(.panel2in13V4, settings: settings)
}

/// A display that makes full refreshes only, unless `rules` says otherwise.
func makeDisplay(
  _ memory: Memory, _ settings: ModelSettings = ModelSettings(), rules: PanelRules = .makerOfDrives,
  intervalMs: Int64? = nil, flashesInDark: Bool = false
) -> PaperDisplay<SSD1680, ModelBus> {
  PaperDisplay(
    SSD1680(), bus: ModelBus(glass(settings), maximumTransferByteCount: settings.maximumTransferByteCount ?? 4_096),
    memory: memory.driver, rules: rules, minimumRefreshIntervalMs: intervalMs, flashesInDark: flashesInDark)
}

extension PaperDisplay where Bus: ~Copyable {
  /// Presents, and continues until the frame is shown, as a loop does that nothing else wakes.
  mutating func show(at now: MonotonicInstant) throws(DisplayError) {
    try present(everything, at: now)
    try finish(from: now)
  }

  mutating func finish(from now: MonotonicInstant) throws(DisplayError) {
    var now = now
    while let step = nextPresentStep {
      now = Swift.max(now, step)
      try continuePresent(at: now, isStopping: false)
    }
  }

  /// Closes it, and continues until it is closed.
  mutating func closeWholly(at now: MonotonicInstant) {
    close()
    do throws(DisplayError) { try finish(from: now) } catch {}
  }
}

/// Draws a different picture for each seed, with black padding bits, which the driver must change.
func draw<C: SequencedController, Bus: PanelBus & ~Copyable>(_ seed: Int, on display: inout PaperDisplay<C, Bus>) {
  display.withBackBuffer { back in
    for y in 0..<250 {
      for x in 0..<16 {
        let isInk = (x &* 7 &+ y &* 3 &+ seed &* 11) % 5 == 0
        back.base.storeBytes(of: isInk ? 0x18 : 0xC0, toByteOffset: y * back.strideBytes + x, as: UInt8.self)
      }
    }
  }
}

func pixelsUnlike<C: SequencedController, Bus: PanelBus & ~Copyable>(
  _ display: inout PaperDisplay<C, Bus>, _ level: (borrowing PaperDisplay<C, Bus>, Int, Int) -> UInt8
) -> Int {
  var plane = [UInt8](repeating: 0, count: 4000)
  display.withBackBuffer { back in
    for index in plane.indices { plane[index] = back.base.load(fromByteOffset: index, as: UInt8.self) }
  }
  var count = 0
  for y in 0..<250 {
    for x in 0..<122 {
      let isWhite = plane[y * 16 + x / 8] >> UInt8(7 - x % 8) & 1 == 1
      if level(display, x, y) != (isWhite ? 255 : 0) { count += 1 }
    }
  }
  return count
}

let everything = {
  var damage = Damage()
  damage.insert(PixelRect(x0: 0, y0: 0, x1: 122, y1: 250))
  return damage
}()

@Suite struct SSD1680Tests {
  static let variants: [ModelSettings] = {
    var all: [ModelSettings] = []
    for fault in [PanelFault.none, .slow] {
      for lag: Int64 in [0, 200] {
        for seed: UInt64 in [1, 2, 77] {
          for bufsiz in [1, 100, 4096, 65536] {
            var settings = ModelSettings()
            settings.fault = fault
            settings.busyLagUs = lag
            settings.seed = seed
            settings.maximumTransferByteCount = bufsiz
            all.append(settings)
          }
        }
      }
    }
    return all
  }()

  @Test(arguments: variants)
  func `cycles of wake, refresh and sleep are clean in strict mode`(_ settings: ModelSettings) throws {
    let memory = Memory()
    var display = makeDisplay(memory, settings)
    var now = MonotonicInstant(milliseconds: 1_000_000)
    for cycle in 0..<3 {
      draw(cycle, on: &display)
      try display.show(at: now)
      #expect(pixelsUnlike(&display) { $0.bus.panel.glass.level(x: $1, y: $2) } == 0)
      now = display.earliestPresent(after: now)
    }
    display.closeWholly(at: now)
    display.bus.panel.finish()
    #expect(display.bus.panel.violations == [])
    #expect(display.bus.panel.fullRefreshCount == 3)
    #expect(display.bus.log.isSafe)
  }

  @Test func `the same frame again does nothing until a day has passed`() throws {
    let memory = Memory()
    var display = makeDisplay(memory)
    draw(1, on: &display)
    try display.show(at: .init(milliseconds: 0))
    try display.show(at: .init(milliseconds: 5))
    try display.show(at: .init(milliseconds: 3_600_000))
    #expect(display.bus.panel.fullRefreshCount == 1)
    try display.show(at: .init(milliseconds: 23 * 3_600_000 + 3_000))
    #expect(display.bus.panel.fullRefreshCount == 2)
    #expect(display.bus.panel.violations == [])
  }

  @Test func `refreshes closer than the manufacturer's interval are refused`() throws {
    let memory = Memory()
    var display = makeDisplay(memory)
    draw(1, on: &display)
    try display.show(at: .init(milliseconds: 1_000))
    draw(2, on: &display)
    let earliest = display.earliestPresent(after: .init(milliseconds: 60_000))
    #expect(earliest.milliseconds > 181_000 && earliest.milliseconds < 190_000)
    #expect(throws: DisplayError.tooEarly(earliest: earliest)) {
      try display.show(at: .init(milliseconds: 60_000))
    }
    #expect(display.bus.panel.fullRefreshCount == 1)
    try display.show(at: earliest)
    #expect(display.bus.panel.fullRefreshCount == 2)
    #expect(display.bus.panel.violations == [])
    #expect(pixelsUnlike(&display) { $0.bus.panel.glass.level(x: $1, y: $2) } == 0)
  }

  @Test func `a dark room has no flash unless the board asks for it`() throws {
    for flashes in [false, true] {
      let memory = Memory()
      var display = makeDisplay(memory, flashesInDark: flashes)
      #expect(display.properties.darkRefreshIntervalMs == (flashes ? 0 : 3_600_000))
      display.noteDarkness(.unannounced(sinceMs: 0, nowMs: 0), at: .init(milliseconds: 0))
      for cycle in 0..<3 {
        draw(cycle, on: &display)
        let now = MonotonicInstant(milliseconds: Int64(cycle) * 600_000)
        if display.earliestPresent(after: now) <= now { try display.show(at: now) }
      }
      #expect(display.bus.panel.fullRefreshCount == (flashes ? 3 : 1))
    }
  }

  @Test func `a board may lower the interval deliberately`() throws {
    let memory = Memory()
    var settings = ModelSettings()
    settings.minimumIntervalSeconds = 30
    var display = makeDisplay(memory, settings, intervalMs: 30_000)
    #expect(display.properties.minimumRefreshIntervalMs == 30_000)
    for cycle in 0..<4 {
      draw(cycle, on: &display)
      try display.show(at: .init(milliseconds: Int64(cycle) * 60_000))
    }
    #expect(display.bus.panel.fullRefreshCount == 4)
    #expect(display.bus.panel.violations == [])
  }

  /// An interval of 60 s would drift by the 2 s of each refresh and lose a minute in half an hour.
  @Test(arguments: [PanelFault.none, .slow])
  func `an interval of a minute less the refresh shows every minute on time`(_ fault: PanelFault) throws {
    let memory = Memory()
    var settings = ModelSettings()
    settings.minimumIntervalSeconds = 50
    settings.fault = fault
    var display = makeDisplay(memory, settings, intervalMs: 50_000)
    for minute in 0..<90 {
      let now = MonotonicInstant(milliseconds: Int64(minute) * 60_000)
      #expect(display.earliestPresent(after: now) == now)
      draw(minute, on: &display)
      try display.show(at: now)
    }
    #expect(display.bus.panel.fullRefreshCount == 90)
    #expect(display.bus.panel.violations == [])
  }

  @Test(arguments: [
    (PanelFault.busyStuckHigh, true), (.busyStuckLow, false), (.busyAbsent, false),
  ])
  func `a broken BUSY line ends in a typed error within the limit`(_ fault: PanelFault, _ isBusy: Bool) {
    let memory = Memory()
    var settings = ModelSettings()
    settings.fault = fault
    var display = makeDisplay(memory, settings)
    draw(1, on: &display)
    var seen: Bool?
    do throws(DisplayError) { try display.show(at: .init(milliseconds: 0)) } catch {
      switch error {
      case .busyTimeout(let wasBusy, let waitedMs):
        seen = wasBusy
        #expect(waitedMs > 0 && waitedMs <= 10_000)
      case .busyAfterReset(let waitedMs):
        seen = true
        #expect(waitedMs > 0 && waitedMs <= 2_100)
      case .system, .bus, .tooEarly, .lost, .partialFailed: Issue.record("\(error)")
      }
    }
    #expect(seen == isBusy)
    #expect(display.bus.now().milliseconds < 25_000)
    #expect(display.bus.log.isSafe)
    #expect(!display.bus.panel.violations.contains { $0.kind == .busy })
    #expect(!display.bus.panel.violations.contains { $0.kind == .reset }, "never resets a panel that may be refreshing")
    // It does not retry immediately: the next attempt waits as long as after a refresh.
    let now = display.bus.now()
    #expect(display.earliestPresent(after: now).milliseconds >= now.milliseconds + 150_000)
  }

  @Test func `a refresh that ended at once is an error and not a picture`() {
    let memory = Memory()
    var settings = ModelSettings()
    settings.temperatureCelsius = 70
    var display = makeDisplay(memory, settings)
    draw(1, on: &display)
    var failure: DisplayError?
    do throws(DisplayError) { try display.show(at: .init(milliseconds: 0)) } catch { failure = error }
    guard case .busyTimeout(isBusy: false, _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(display.bus.panel.fullRefreshCount == 0)
    #expect(display.bus.log.isSafe)
  }

  @Test func `a bus that fails at any call gives a typed error and safe lines`() {
    var isFinished = false
    var call = 0
    while !isFinished {
      let memory = Memory()
      let inner = ModelBus(glass())
      var display = PaperDisplay(
        SSD1680(), bus: FailingBus(inner: inner, callsLeft: call, breaksLines: false), memory: memory.driver)
      draw(1, on: &display)
      var failure: DisplayError?
      do throws(DisplayError) { try display.show(at: .init(milliseconds: 0)) } catch { failure = error }
      if display.bus.isBroken {
        #expect(failure == .bus(errno: 5))
        #expect(display.bus.inner.log.isSafe, "call \(call)")
      } else {
        #expect(failure == nil)
        isFinished = true
      }
      call += 1
      if call > 200 { break }
    }
    #expect(isFinished && call > 20)
  }

  @Test(arguments: [6, 19, 108] as [Int32])
  func `a bus that has gone is a lost display`(errno: Int32) {
    let memory = Memory()
    var bus = FailingBus(
      inner: ModelBus(glass()), callsLeft: 5, breaksLines: false)
    bus.errno = errno
    var display = PaperDisplay(SSD1680(), bus: bus, memory: memory.driver)
    draw(1, on: &display)
    #expect(throws: DisplayError.lost(operation: .write, errno: errno)) {
      try display.show(at: .init(milliseconds: 0))
    }
  }

  @Test func `lines that fail end in a typed error too`() {
    for call in 0..<60 {
      let memory = Memory()
      let inner = ModelBus(glass())
      var display = PaperDisplay(
        SSD1680(), bus: FailingBus(inner: inner, callsLeft: call, breaksLines: true), memory: memory.driver)
      draw(1, on: &display)
      var failure: DisplayError?
      do throws(DisplayError) { try display.show(at: .init(milliseconds: 0)) } catch { failure = error }
      #expect(failure == .bus(errno: 5) || failure == .bus(errno: 16), "call \(call)")
    }
  }

  @Test func `closing a panel that was never shown touches no line`() {
    let memory = Memory()
    var display = makeDisplay(memory)
    display.close()
    #expect(display.nextPresentStep == nil)
    #expect(display.bus.now().milliseconds == 0)
  }
}
