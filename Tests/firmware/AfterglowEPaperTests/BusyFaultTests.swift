import AfterglowCore
import AfterglowDevice
import Testing

@testable import AfterglowEPaper

/// BUSY faults at every wait of every sequence: a typed error within its limit, a recovery, or a panel left safe; never a
/// hang, and never a reset or a supply cut in the middle of a refresh.
@Suite struct BusyFaultTests {
  private struct Outcome {
    var failure: DisplayError?
    var panel: ScriptedPanel
    var tookMs: Int64
    var waits: Int
    /// A second attempt begins with the supply.
    var hasRepeated: Bool
  }

  /// A refresh whose BUSY is at fault from its n-th wait on.
  private func run<C: SequencedController>(
    _ controller: C, _ durations: [UInt8: Int64], _ kind: RefreshKind, fault: BusyFault, fromWait wait: Int,
    recovers: Bool = false, ending: RefreshEnding = .sleep
  ) -> Outcome {
    let rig = SequencerRig(controller)
    var panel = ScriptedPanel(controller, durations: durations)
    // Only a panel whose picture is known is refreshed in part.
    if kind == .partial { try? rig.refresh(.full, ending: .standby, on: &panel) }
    let before = panel.waits
    _ = panel.takeLines()
    panel.fault = fault
    panel.faultyFromWait = before + wait
    panel.recoversByReset = recovers
    let start = panel.now.milliseconds
    var failure: DisplayError?
    do throws(DisplayError) {
      try rig.refresh(kind, ending: ending, on: &panel)
    } catch { failure = error }
    #expect(rig.isIdle)
    #expect(rig.isShownKnown == (failure == nil))
    return Outcome(
      failure: failure, panel: panel, tookMs: panel.now.milliseconds - start, waits: panel.waits - before,
      hasRepeated: panel.lines.dropFirst().contains("supply on"))
  }

  /// Every wait of every sequence of every panel. A line that is not connected follows its bias, which is idle: the level
  /// that a stuck one has.
  @Test(arguments: PanelCase.sequences)
  func `a BUSY at fault gives a typed error, a recovery or a safe panel`(_ sequence: PanelSequence) {
    let controller = sequence.panel.controller
    let durations = Durations.of(controller)
    let (kind, ending) = (sequence.kind, sequence.ending)
    let healthy = run(controller, durations, kind, fault: .none, fromWait: 0, ending: ending)
    #expect(healthy.failure == nil && healthy.waits > 0)
    for wait in 0..<healthy.waits {
      for fault in [BusyFault.stuckHigh, .stuckLow] {
        let outcome = run(controller, durations, kind, fault: fault, fromWait: wait, ending: ending)
        check(outcome, controller, fault, name: "\(sequence.testDescription), \(fault) from wait \(wait)")
        let again = run(controller, durations, kind, fault: fault, fromWait: wait, recovers: true, ending: ending)
        // What was triggered may have driven the glass: it is not repeated before its maker permits it. A partial refresh is
        // never repeated.
        #expect(again.failure == nil || kind == .partial || outcome.panel.drives > 0, "a reset cures it")
        for panel in [outcome.panel, again.panel] {
          #expect(panel.drives <= 1, "\(sequence.testDescription), \(fault) from wait \(wait): driven twice")
        }
      }
    }
  }

  private func check<C: SequencedController>(_ outcome: Outcome, _ controller: C, _ fault: BusyFault, name: String) {
    // Two attempts, each with all its limits.
    #expect(outcome.tookMs <= 2 * Int64(controller.longestEndMs), "\(name) took \(outcome.tookMs) ms")
    #expect(outcome.panel.cutOffs == 0, "\(name): cut off in the middle of a refresh")
    guard let failure = outcome.failure else {
      // Stuck at idle: a wait that must see the controller busy is past. Stuck at busy: the picture is on the panel already,
      // and only the controller is reset.
      if (fault == .stuckHigh) == controller.busyLevel {
        #expect(outcome.panel.resetLevel && !outcome.panel.isSupplied, "\(name): not noticed, and not safe")
        #expect(!outcome.hasRepeated, "\(name): refreshed twice")
      }
      return
    }
    switch failure {
    case .busyTimeout(let isBusy, let waitedMs):
      #expect(isBusy == ((fault == .stuckHigh) == controller.busyLevel) && waitedMs > 0, "\(name)")
    case .busyAfterReset(let waitedMs):
      #expect((fault == .stuckHigh) == controller.busyLevel && waitedMs > 0, "\(name)")
    case .partialFailed(let waitedMs): #expect(waitedMs > 0, "\(name)")
    case .system, .bus, .tooEarly, .lost: Issue.record("\(name): \(failure)")
    }
    #expect(outcome.panel.resetLevel && !outcome.panel.isSupplied, "\(name): not safe")
  }

  /// What it saw before is no news of the panel: a machine can be suspended, or so busy that a process stands for seconds.
  @Test(arguments: PanelCase.sequences)
  func `a process that is held up at a look at BUSY looks again before it gives up`(_ sequence: PanelSequence) {
    let rig = SequencerRig(sequence.panel.controller)
    var panel = ScriptedPanel(sequence.panel.controller, durations: Durations.of(sequence.panel.controller))
    if sequence.kind == .partial { try? rig.refresh(.full, ending: .standby, on: &panel) }
    _ = panel.takeLines()
    panel.heldUpMs = 100_000
    #expect(throws: Never.self) { try rig.refresh(sequence.kind, ending: sequence.ending, on: &panel) }
    #expect(!panel.lines.dropFirst().contains("supply on"), "refreshed twice")
    #expect(panel.cutOffs == 0 && rig.isShownKnown)
  }

  @Test func `a BUSY that does not end once the picture is shown costs no second flash`() throws {
    let rig = SequencerRig(Spectra6())
    var panel = ScriptedPanel(Spectra6(), durations: [0x04: 172, 0x12: 12_470, 0x02: 5_000])
    try rig.refresh(.full, on: &panel)
    #expect(rig.isShownKnown && rig.isIdle && !rig.isStandingBy)
    #expect(panel.lines.filter { $0 == "12: 00" }.count == 1 && panel.lines.last == "supply off")
    #expect(panel.resetLevel)
    // The next one begins with a reset.
    panel.durations[0x02] = 145
    _ = panel.takeLines()
    try rig.refresh(.full, on: &panel)
    #expect(panel.lines.first == "supply on" && panel.lines.contains("RST low"))
  }

  @Test func `a refresh that ends at once is an error: the controller found no waveform`() throws {
    let full = run(SSD1680(), [0x20: 50], .full, fault: .none, fromWait: 0)
    guard case .busyTimeout(isBusy: false, _)? = full.failure else {
      Issue.record("\(String(describing: full.failure))")
      return
    }
    // It has one for whole refreshes.
    let rig = SequencerRig(SSD1680())
    var panel = ScriptedPanel(SSD1680(), durations: Durations.solomon)
    try rig.refresh(.full, ending: .standby, on: &panel)
    panel.durations[0x20] = 50
    do throws(DisplayError) {
      try rig.refresh(.partial, ending: .standby, on: &panel)
      Issue.record("a partial refresh without a waveform has ended well")
    } catch {
      guard case .partialFailed = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(run(Spectra6(), [0x04: 172, 0x12: 500, 0x02: 145], .full, fault: .none, fromWait: 0).failure != nil)
  }

  @Test func `a second attempt follows a reset, and only where nothing was triggered`() throws {
    let rig = SequencerRig(UC8179())
    var panel = ScriptedPanel(UC8179(), durations: Durations.ultraChip)
    panel.fault = .stuckLow
    panel.recoversByReset = true
    try rig.refresh(.full, ending: .standby, on: &panel)
    let lines = panel.takeLines()
    #expect(lines.filter { $0 == "supply on" }.count == 2 && lines.filter { $0 == "12" }.count == 1)
  }

  @Test func `a partial refresh that fails is not repeated as a full one`() throws {
    let rig = SequencerRig(UC8179())
    var panel = ScriptedPanel(UC8179(), durations: Durations.ultraChip)
    try rig.refresh(.full, ending: .standby, on: &panel)
    _ = panel.takeLines()
    panel.fault = .stuckLow
    panel.faultyFromWait = panel.waits
    panel.recoversByReset = true
    #expect(throws: DisplayError.self) {
      try rig.refresh(.partial, PixelRect(x0: 0, y0: 0, x1: 8, y1: 8), ending: .standby, on: &panel)
    }
    #expect(!panel.lines.contains("13: 48000 B") && panel.lines.last == "supply off" && !rig.isShownKnown)
  }

  @Test func `a program that is to end makes no second attempt`() {
    let rig = SequencerRig(SSD1680())
    var panel = ScriptedPanel(SSD1680(), durations: Durations.solomon)
    panel.fault = .stuckHigh
    rig.sequencer.begin(.full, area: PixelRect(rig.sequencer.controller.size), ending: .sleep)
    rig.sequencer.hurry()
    #expect(throws: DisplayError.self) { try panel.run(&rig.sequencer) }
    #expect(panel.lines.filter { $0 == "supply on" }.count == 1)
    #expect(panel.now.milliseconds - 1_000 <= Int64(SSD1680().longestEndMs))
  }

  @Test(arguments: [RefreshKind.full, .fast, .partial])
  func `a bus that fails at any request gives a typed error and safe lines`(_ kind: RefreshKind) {
    var request = 0
    var isFinished = false
    while !isFinished {
      let rig = SequencerRig(UC8179())
      var panel = ScriptedPanel(UC8179(), durations: Durations.ultraChip)
      if kind == .partial { try? rig.refresh(.full, ending: .standby, on: &panel) }
      panel.failsFromRequest = panel.requests + request
      do throws(DisplayError) {
        try rig.refresh(kind, on: &panel)
        isFinished = true
      } catch {
        #expect(error == .bus(errno: 5))
        #expect(panel.resetLevel && !panel.isSupplied, "request \(request)")
      }
      request += 1
      if request > 5_000 { break }
    }
    #expect(isFinished && request > 40)
  }

  /// A wait is looked at often enough that little of a waveform is lost, and not so often that it costs a processor.
  @Test func `waiting loses at most a fiftieth of a refresh, and looks rarely`() throws {
    for durationMs: Int64 in [360, 2_000, 4_500, 12_470] {
      let rig = SequencerRig(Spectra6())
      var panel = ScriptedPanel(Spectra6(), durations: [0x04: 172, 0x12: Swift.max(3_000, durationMs), 0x02: 145])
      let healthy = Swift.max(3_000, durationMs) + 172 + 145
      let start = panel.now.milliseconds
      try rig.refresh(.full, on: &panel)
      let pauses: Int64 = 20 + 2 + 20 + 30
      #expect(panel.now.milliseconds - start - pauses <= healthy * 102 / 100 + 6)
      // Two requests for each look, and those that send.
      #expect(panel.requests < 2_000)
    }
  }
}
