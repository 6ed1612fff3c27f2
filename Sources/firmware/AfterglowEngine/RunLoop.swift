import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight

/// How a renderer's loop ended.
public enum LoopEnd: Equatable, Sendable {
  /// The clock returned `Wake.stop`.
  case stopped
  /// The display reported that nothing can be shown on it any more.
  case displayLost(operation: DisplayOperation, errno: Int32)
}

/// The renderer's main loop: step, paint, encode, present, wait. Returns when it is stopped or the display is lost,
/// with the display closed.
///
/// The first frame is presented before any waiting; what has arrived by then (a dark bedroom's first reading) is taken
/// into account, so that a clock that starts at night does not glare. Nothing wakes the loop when nothing is due. While
/// the display does not accept a frame, changes add up and the newest state is shown at the first possible moment; the
/// same holds while the panel is dark for an empty room, when nothing that ticks wakes the loop either. A display that
/// takes seconds for a frame is continued step by step: meanwhile everything that arrives is taken, and the newest state
/// is shown next; a stop waits until the frame is on the panel. The care that a display needs without a frame is taken
/// when it asks for it.
///
/// - Parameters:
///   - lux: the reading that holds at start; nil = unknown.
///   - override: the mode that a person has requested before the start.
@discardableResult
public func runLoop<D: Display & ~Copyable, C: Clock & ~Copyable, O: UpdateObserver & ~Copyable>(
  engine: inout Engine, display: inout D, clock: inout C, observer: inout O, lux: Illuminance? = nil,
  override: ModeOverride = .automatic
) -> LoopEnd {
  var inputs = Inputs(lux: lux, override: override)
  var retry = PresentRetry()
  var power = PanelPower()
  var flight = FrameInFlight()
  var properties = display.properties
  engine.adapt(to: properties)
  takePending(&engine, &clock, &observer, into: &inputs)
  while true {
    let moment = clock.now()
    if flight.isUnderWay {
      flight.proceed(on: &display, &engine, &observer, &retry, at: moment.monotonic, isStopping: inputs.isStopping)
      if let loss = retry.loss { return close(&display, &clock, ending: loss) }
      report(&engine, &observer)
      if let step = display.nextPresentStep {
        let wakeUp = WakeUp(
          realtime: .distantFuture, monotonic: step, isForDisplay: true, signal: display.presentSignal)
        waitForDisplay(until: wakeUp, &engine, &clock, &observer, into: &inputs)
        continue
      }
      if inputs.isStopping { return close(&display, &clock, ending: .stopped) }
    }
    if let loss = power.follow(&inputs, of: &display, at: moment.monotonic) {
      return close(&display, &clock, ending: loss)
    }
    if inputs.isPresenceReported {
      engine.notePresence(at: moment.monotonic)
      inputs.isPresenceReported = false
    }
    if retry.isPending {
      // A display may be slower after a failure.
      properties = display.properties
      engine.adapt(to: properties)
    }
    let wasDark = engine.isDark
    let result = engine.step(moment, lux: inputs.lux, override: inputs.override, distance: inputs.distance)
    display.noteDarkness(engine.darkness, at: moment.monotonic)
    if engine.isDark != wasDark { retry.forgetRefusal() }
    if let report = engine.takeLightNews() { observer.decided(report, at: moment) }
    report(&engine, &observer)
    if !result.hasDamage && !retry.isPending { engine.noteGlass() }
    var wakeUp = result.wakeUp
    var upkeep = MonotonicInstant.distantFuture
    if power.isDark {
      wakeUp = WakeUp(realtime: .distantFuture, monotonic: .distantFuture)
    } else if result.hasDamage || retry.isPending || power.owesFrame {
      let earliest = Swift.max(display.earliestPresent(after: moment.monotonic), retry.earliest)
      if moment.monotonic < earliest && !inputs.isStopping {
        // Changes until then are shown with it.
        wakeUp = WakeUp(realtime: .distantFuture, monotonic: earliest)
      } else {
        let failed = present(
          &engine, on: &display, &observer, retry: &retry, flight: &flight, properties: properties, at: moment,
          wakeUp: wakeUp, causes: result.causes, isOwed: power.owesFrame || retry.isOwed)
        if !failed { power.owesFrame = false }
        if failed { wakeUp = WakeUp(realtime: .distantFuture, monotonic: retry.earliest) }
        if let loss = retry.loss { return close(&display, &clock, ending: loss) }
        if flight.isUnderWay { continue }
      }
    }
    if !inputs.isStopping, let due = display.nextUpkeep(after: moment.monotonic) {
      if due <= moment.monotonic {
        flight.beginUpkeep(of: &display, &engine, &observer, &retry, at: moment.monotonic)
        if let loss = retry.loss { return close(&display, &clock, ending: loss) }
        continue
      }
      upkeep = due
    }
    if !power.isDark {
      wakeUp = postpone(wakeUp, from: moment, to: display.earliestPresent(after: moment.monotonic))
      wakeUp = wakeUp.orEarlier(result.modeWakeUp)
      wakeUp.monotonic = Swift.min(wakeUp.monotonic, power.nextAttempt)
    }
    wakeUp.monotonic = Swift.min(wakeUp.monotonic, upkeep)
    if !inputs.isStopping {
      let wake = clock.wait(until: wakeUp.hearingClockSteps, idleBank: engine.idleBank)
      take(wake, &engine, &observer, into: &inputs)
      if !inputs.isStopping { continue }
    }
    return close(&display, &clock, ending: .stopped)
  }
}

/// Leaves the display as its maker requires, which may take several steps.
private func close<D: Display & ~Copyable, C: Clock & ~Copyable>(
  _ display: inout D, _ clock: inout C, ending: LoopEnd
) -> LoopEnd {
  display.close()
  while let step = display.nextPresentStep {
    clock.pause(until: step, signal: display.presentSignal)
    do throws(DisplayError) {
      try display.continuePresent(at: clock.now().monotonic, isStopping: true)
    } catch {
      // Nothing is under way any more.
    }
  }
  return ending
}

/// Waits until the display can continue, and takes what arrives; once the loop is stopped, nothing does any more.
private func waitForDisplay<C: Clock & ~Copyable, O: UpdateObserver & ~Copyable>(
  until wakeUp: WakeUp, _ engine: inout Engine, _ clock: inout C, _ observer: inout O, into inputs: inout Inputs
) {
  if inputs.isStopping { return clock.pause(until: wakeUp.monotonic, signal: wakeUp.signal) }
  take(clock.wait(until: wakeUp, idleBank: engine.idleBank), &engine, &observer, into: &inputs)
}

/// Postpones what is due before the display accepts a frame: waking earlier would show nothing.
private func postpone(_ wakeUp: WakeUp, from now: Moment, to earliest: MonotonicInstant) -> WakeUp {
  let untilRealtime = wakeUp.realtime.milliseconds &- now.realtime.milliseconds
  let due = Swift.min(wakeUp.monotonic.milliseconds, now.monotonic.milliseconds &+ untilRealtime)
  return due < earliest.milliseconds ? WakeUp(realtime: .distantFuture, monotonic: earliest) : wakeUp
}

/// The state that arrives from outside.
private struct Inputs {
  var lux: Illuminance?
  var override: ModeOverride
  /// How far away the viewer is; nil = unknown.
  var distance: Int64?
  /// Whether presence was reported since the last step.
  var isPresenceReported = false
  /// What was requested last.
  var wantsDark = false
  var isStopping = false
}

private func take<O: UpdateObserver & ~Copyable>(
  _ wake: Wake, _ engine: inout Engine, _ observer: inout O, into inputs: inout Inputs
) {
  switch wake {
  case .due: break
  case .light(let reading): inputs.lux = reading
  case .distance(let reading): inputs.distance = reading
  case .modeOverride(let mode): inputs.override = mode
  case .power(let isOn):
    if isOn && inputs.wantsDark { engine.noteArrival() }
    inputs.wantsDark = !isOn
  case .white(let white): engine.setWhite(white)
  case .presence: inputs.isPresenceReported = true
  case .input(let packet): engine.take(packet, isDark: inputs.wantsDark)
  case .answer(let answer): engine.take(answer)
  case .page(let turn): engine.turn(turn)
  case .touchTest(let time): engine.testTouches(until: time)
  case .archive(let byteCount):
    do throws(ArchiveError) { try engine.adopt(byteCount: byteCount) } catch {
      observer.refused(error, atByteCount: byteCount)
    }
  case .stop: inputs.isStopping = true
  }
}

/// Reports the commands that touches have caused.
private func report<O: UpdateObserver & ~Copyable>(_ engine: inout Engine, _ observer: inout O) {
  while let command = engine.takeCommand() { observer.commanded(command) }
}

/// Waits with a due time in the past until nothing else arrives.
private func takePending<C: Clock & ~Copyable, O: UpdateObserver & ~Copyable>(
  _ engine: inout Engine, _ clock: inout C, _ observer: inout O, into inputs: inout Inputs
) {
  for _ in 0..<16 {
    let atOnce = WakeUp(realtime: .distantFuture, monotonic: clock.now().monotonic)
    let wake = clock.wait(until: atOnce, idleBank: engine.idleBank)
    if case .due = wake { return }
    take(wake, &engine, &observer, into: &inputs)
    if inputs.isStopping { return }
  }
}

/// What a display takes seconds for: a frame, or its upkeep.
private struct FrameInFlight {
  private var report: UpdateReport?
  private var isUpkeep = false

  var isUnderWay: Bool { report != nil || isUpkeep }

  mutating func begin(_ report: UpdateReport) { self.report = report }

  /// Starts what the display announced.
  mutating func beginUpkeep<D: Display & ~Copyable, O: UpdateObserver & ~Copyable>(
    of display: inout D, _ engine: inout Engine, _ observer: inout O, _ retry: inout PresentRetry,
    at now: MonotonicInstant
  ) {
    do throws(DisplayError) {
      try display.keepUp(at: now)
      isUpkeep = display.nextPresentStep != nil
    } catch {
      fail(error, on: &display, &engine, &observer, retry: &retry, at: now)
    }
  }

  /// Continues it, and reports its end or its failure.
  mutating func proceed<D: Display & ~Copyable, O: UpdateObserver & ~Copyable>(
    on display: inout D, _ engine: inout Engine, _ observer: inout O, _ retry: inout PresentRetry,
    at now: MonotonicInstant, isStopping: Bool
  ) {
    if !isUnderWay { return }
    do throws(DisplayError) {
      try display.continuePresent(at: now, isStopping: isStopping)
      if display.nextPresentStep != nil { return }
      let frame = report
      self = FrameInFlight()
      if let frame {
        engine.noteGlass()
        observer.presented(frame)
      }
      if let record = display.refreshes { observer.refreshed(record) }
    } catch {
      fail(error, on: &display, &engine, &observer, retry: &retry, at: now)
    }
  }

  private mutating func fail<D: Display & ~Copyable, O: UpdateObserver & ~Copyable>(
    _ error: DisplayError, on display: inout D, _ engine: inout Engine, _ observer: inout O,
    retry: inout PresentRetry, at now: MonotonicInstant
  ) {
    if let report { retry.keep(report) } else { retry.isOwed = true }
    self = FrameInFlight()
    retry.note(error, at: now)
    engine.noteRefusedFrame(display.properties)
    observer.presentFailed(error, retryAt: retry.earliest)
    if let record = display.refreshes { observer.refreshed(record) }
  }
}

/// A frame that the display did not accept, and when it is tried again.
private struct PresentRetry {
  /// Panel pixels that the back buffer holds and the panel does not show.
  var damage = Damage()
  var pixelsChanged: Int64 = 0
  var bytesWritten: Int64 = 0
  var causes: UInt32 = 0
  var earliest = MonotonicInstant(milliseconds: Int64.min)
  /// Whether the frame is to be presented even if nothing has changed: what the panel shows is unknown.
  var isOwed = false
  private var failures: Int64 = 0
  /// Whether the display only said that it is too early.
  private var isRefusal = false
  /// Set when the display reported that no further frame can succeed.
  private(set) var loss: LoopEnd?

  var isPending: Bool { failures > 0 }

  /// One second after the first failure, twice as long after each further one, a minute at most.
  mutating func note(_ error: DisplayError, at now: MonotonicInstant) {
    failures = Swift.min(failures + 1, 7)
    var delay = Swift.min(Int64(60_000), 500 << failures)
    if case .lost(let operation, let errno) = error { loss = .displayLost(operation: operation, errno: errno) }
    isRefusal = false
    if case .tooEarly(let earliest) = error {
      delay = Swift.max(1, earliest.milliseconds - now.milliseconds)
      isRefusal = true
    }
    earliest = MonotonicInstant(milliseconds: now.milliseconds + delay)
  }

  /// Keeps what a frame would have shown.
  mutating func keep(_ frame: borrowing UpdateReport) {
    damage = frame.damage
    pixelsChanged = frame.pixelsChanged
    bytesWritten = frame.bytesWritten
    causes = frame.causes
  }

  mutating func clear() { self = PresentRetry() }

  /// What a display refused in the dark it may accept in the light, and the other way round.
  mutating func forgetRefusal() {
    if isRefusal { earliest = MonotonicInstant(milliseconds: Int64.min) }
  }
}

/// Whether the panel is dark, and how a refusal is handled: a lit panel is better than a blank one (law 3).
private struct PanelPower {
  private(set) var isDark = false
  /// Whether a frame must be presented even if nothing changed: it lights a panel that was woken.
  var owesFrame = false
  private var failures: Int64 = 0
  /// When a panel that could not be woken is tried again.
  private(set) var nextAttempt = MonotonicInstant.distantFuture

  /// Darkens or wakes the display as requested. One that cannot be darkened stays lit until the next request; one that
  /// cannot be woken gets frames, which may wake it, and is tried again after one second, two, four ... 32.
  ///
  /// - Returns: how the loop ends, when the display is lost.
  mutating func follow<D: Display & ~Copyable>(
    _ inputs: inout Inputs, of display: inout D, at now: MonotonicInstant
  ) -> LoopEnd? {
    let isAwaited = !inputs.wantsDark && failures > 0 && now >= nextAttempt
    if isDark == inputs.wantsDark && !isAwaited { return nil }
    do throws(DisplayError) {
      try display.setPower(!inputs.wantsDark)
      let owes = owesFrame || isDark
      self = PanelPower()
      isDark = inputs.wantsDark
      owesFrame = owes && !isDark
    } catch {
      if case .lost(let operation, let errno) = error { return .displayLost(operation: operation, errno: errno) }
      if inputs.wantsDark {
        inputs.wantsDark = false
      } else {
        isDark = false
        owesFrame = true
        failures = Swift.min(failures + 1, 6)
        nextAttempt = MonotonicInstant(milliseconds: now.milliseconds + 500 << failures)
      }
    }
    return nil
  }
}

/// Whether the display refused the frame.
private func present<D: Display & ~Copyable, O: UpdateObserver & ~Copyable>(
  _ engine: inout Engine, on display: inout D, _ observer: inout O, retry: inout PresentRetry,
  flight: inout FrameInFlight, properties: DisplayProperties, at moment: Moment, wakeUp: WakeUp, causes: UInt32,
  isOwed: Bool
) -> Bool {
  engine.paint()
  if engine.hasNothingToShow && !retry.isPending && !isOwed {
    engine.noteGlass()
    engine.dropFrame()
    engine.lookBack()
    return false
  }
  var frame = display.withBackBuffer { buffer in engine.encode(into: buffer, properties: properties) }
  for index in 0..<retry.damage.count {
    frame.damage.insert(retry.damage[index])
    frame.written.insert(retry.damage[index])
  }
  frame.pixelsChanged += retry.pixelsChanged
  frame.bytesWritten += retry.bytesWritten
  frame.pixelsDamaged = frame.damage.area
  // A display that keeps its content has nothing to show when not one pixel changed.
  if frame.damage.isEmpty && properties.bufferAge == 1 && !isOwed {
    retry.clear()
    engine.noteGlass()
    engine.lookBack(at: &frame)
    return false
  }
  let mode = engine.mode
  display.noteState(
    realtime: moment.realtime, isNight: mode.isNight, isLuminanceReduced: mode.isLuminanceReduced)
  var failure: DisplayError?
  do throws(DisplayError) { try display.present(frame.written, at: moment.monotonic) } catch { failure = error }
  engine.lookBack(at: &frame)
  let report = UpdateReport(
    moment: moment, causes: causes | retry.causes, isNight: mode.isNight, isLuminanceReduced: mode.isLuminanceReduced,
    reason: engine.modeReason, variantKey: engine.variantKey, damage: frame.damage,
    pixelsDamaged: frame.pixelsDamaged, page: engine.shownPlace, aheadMs: engine.shownAheadMs,
    pixelsChanged: frame.pixelsChanged, frameHash: frame.frameHash, bytesWritten: frame.bytesWritten,
    nextWakeUp: wakeUp)
  if let failure {
    retry.keep(report)
    retry.note(failure, at: moment.monotonic)
    engine.noteRefusedFrame(properties)
    observer.presentFailed(failure, retryAt: retry.earliest)
    return true
  }
  retry.clear()
  if display.nextPresentStep == nil {
    engine.noteGlass()
    observer.presented(report)
  } else {
    flight.begin(report)
  }
  return false
}
