import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Testing

@testable import AfterglowEPaper

/// Renderer, guard or both are killed at each step of each sequence of each panel: what comes next leaves a full and right
/// picture, and the panel safe. In `make test` a sample of the steps, all of them with `make test-panels`.
@Suite struct KillTests {
  /// Who dies.
  private enum Victim: CaseIterable {
    /// Its guard knows when it died.
    case renderer
    /// The renderer ends its frame and closes the panel, and goes too.
    case keeper
    /// Nothing is known to what comes next.
    case both
  }

  @Test(arguments: PanelCase.sequences)
  func `after a kill at any step the next refresh is full and right`(_ sequence: PanelSequence) throws {
    let steps = try count(sequence)
    #expect(steps > 20)
    // The first step is different for each sequence.
    let stride = PanelCase.isWhole ? 1 : 23
    let first = PanelCase.isWhole ? 1 : 1 + sequence.testDescription.utf8.reduce(0) { $0 + Int($1) } % stride
    for step in Swift.stride(from: first, through: steps, by: stride) {
      for victim in Victim.allCases { try kill(victim, sequence, at: step) }
    }
  }

  /// How many steps a sequence has, with each wait as one.
  private func count(_ sequence: PanelSequence) throws -> Int {
    let run = SequenceRun(sequence, isStrict: true)
    try run.prepare()
    run.begin()
    let steps = try run.perform(atMost: .max)
    #expect(run.unlike == 0 && run.panel.violations == [])
    return steps
  }

  @Test(arguments: PanelCase.sequences)
  func `a panel that is three times as slow is waited for, at every wait`(_ sequence: PanelSequence) throws {
    let run = SequenceRun(sequence, isStrict: true, fault: .slow)
    try run.prepare()
    run.begin()
    _ = try run.perform(atMost: .max)
    #expect(run.unlike == 0 && run.panel.violations == [])
    #expect(run.panel.fullRefreshCount == 1)
  }

  private func kill(_ victim: Victim, _ sequence: PanelSequence, at step: Int) throws {
    let name = "\(sequence.testDescription), \(victim) killed at step \(step)"
    // What a killed process has sent for nothing is no mistake; the maker's interval counts where the guard lives.
    let before = SequenceRun(sequence, isStrict: false, intervalSeconds: victim == .renderer ? 180 : 0)
    try before.prepare()
    before.begin()
    _ = try before.perform(atMost: step)
    if victim == .keeper { try before.endAlone() }
    let next = SuccessorRun(
      before.panel, sequence.panel.controller, lastDriveEnd: victim == .renderer ? before.now : nil,
      // The lines keep their levels; a closed panel has no supply.
      settles: before.isSupplied)
    try next.show()
    #expect(next.unlike == 0, "\(name)")
    #expect(next.drives > 0 && next.kind != .partial, "\(name)")
    try next.close()
    #expect(next.isSafe && !before.panel.isPumping, "\(name): not safe")
    let errors = before.panel.violations.filter { $0.isError || $0.kind == .rate || $0.kind == .leftOn }
    #expect(errors == [], "\(name)")
  }
}

/// A sequence that runs step by step on the model of its panel, in virtual time. Waits end when BUSY changes.
private final class SequenceRun {
  private let sequence: PanelSequence
  private let strict: StrictPanel<AnyController>
  private(set) var isSupplied = false
  private var answer = PanelAnswer.done

  init(_ sequence: PanelSequence, isStrict: Bool, intervalSeconds: Int64 = 180, fault: PanelFault = .none) {
    self.sequence = sequence
    var settings = ModelSettings()
    settings.isStrict = isStrict
    settings.minimumIntervalSeconds = intervalSeconds
    settings.fault = fault
    strict = StrictPanel(sequence.panel.controller, sequence.panel.description, settings)
  }

  var panel: SimulatedPanel { strict.panel }
  var unlike: Int { strict.unlike }
  var now: MonotonicInstant { MonotonicInstant(milliseconds: panel.nowUs / 1_000) }

  /// A partial refresh has a picture to begin with.
  func prepare() throws {
    guard sequence.kind == .partial else { return }
    strict.draw(1)
    strict.rig.sequencer.begin(.full, area: PixelRect(sequence.panel.controller.size), ending: .standby)
    _ = try perform(atMost: .max)
    strict.rest(seconds: 60)
  }

  func begin() {
    let isPart = sequence.kind == .partial
    strict.draw(2, in: isPart ? PanelSequence.area : nil)
    let area = isPart ? PanelSequence.area : PixelRect(sequence.panel.controller.size)
    strict.rig.sequencer.begin(sequence.kind, area: area, ending: sequence.ending)
    answer = .done
  }

  /// Performs so many requests, and returns how many there were.
  func perform(atMost limit: Int) throws -> Int {
    var count = 0
    while count < limit {
      let request = try strict.rig.sequencer.resume(answer, at: now)
      if case .finished = request { return count }
      count += 1
      answer = try strict.perform(request, waitsForEdges: true)
      if case .setSupply(let isOn) = request { isSupplied = isOn }
    }
    return count
  }

  /// What a renderer does whose guard has gone.
  func endAlone() throws {
    strict.rig.sequencer.hurry()
    _ = try perform(atMost: .max)
    strict.rig.sequencer.close()
    answer = .done
    _ = try perform(atMost: .max)
  }
}

/// The process that comes after a kill.
private final class SuccessorRun {
  private let controller: AnyController
  private let panel: SimulatedPanel
  private let log: BusLog
  private let memory: UnsafeMutableRawBufferPointer
  private var display: PaperDisplay<AnyController, ModelBus>

  init(_ panel: SimulatedPanel, _ controller: AnyController, lastDriveEnd: MonotonicInstant?, settles: Bool) {
    self.panel = panel
    self.controller = controller
    let bus = ModelBus(panel)
    log = bus.log
    log.reportsEdges = true
    memory = .allocate(byteCount: PaperDisplay<AnyController, ModelBus>.byteCount(controller), alignment: 64)
    let now = panel.nowUs / 1_000
    display = PaperDisplay(
      controller, bus: bus, memory: memory, lastDriveEnd: lastDriveEnd,
      settlesUntil: settles ? MonotonicInstant(milliseconds: now + Int64(controller.longestEndMs)) : nil)
  }

  deinit { memory.deallocate() }

  var drives: UInt32 { display.ledger.counts.full + display.ledger.counts.fast + display.ledger.counts.grey }
  var kind: RefreshKind { display.sequencer.refresh.kind }
  var isSafe: Bool { log.isSafe }
  private var now: MonotonicInstant { MonotonicInstant(milliseconds: panel.nowUs / 1_000) }

  /// As a loop does: care first, then the picture when it is permitted.
  func show() throws {
    display.withBackBuffer { back in
      for index in 0..<controller.planeByteCount {
        let byte: UInt8 = controller.bitsPerPixel == 4 ? [0x12, 0x35, 0x60, 0x11][index % 4] : UInt8(index * 37 & 255)
        back.base.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
    }
    for _ in 0..<6 {
      if let due = display.nextUpkeep(after: now), due <= now {
        try display.keepUp(at: now)
        try finish()
      }
      let earliest = display.earliestPresent(after: now)
      if earliest <= now { break }
      panel.advance(toUs: earliest.milliseconds * 1_000)
    }
    try display.present(.whole(controller.size), at: now)
    try finish()
  }

  func close() throws {
    display.close()
    try finish()
    panel.finish()
  }

  private func finish() throws {
    while let step = display.nextPresentStep {
      panel.wait(untilMs: step.milliseconds, signal: display.presentSignal, level: log.lastLevel)
      try display.continuePresent(at: now, isStopping: false)
    }
  }

  var unlike: Int {
    let width = Int(controller.size.width)
    let bits = Int(controller.bitsPerPixel)
    let mask = UInt8((1 << bits) - 1)
    var count = 0
    for y in 0..<Int(controller.size.height) {
      for x in 0..<width {
        let byte = display.sequencer.newPlane[y * controller.rowByteCount + x * bits / 8]
        let code = byte >> UInt8(8 - bits - x * bits % 8) & mask
        let shown: UInt8 =
          switch bits {
          case 1: panel.glass.level(x: x, y: y) >= 128 ? 1 : 0
          case 2: UInt8((Int(panel.glass.level(x: x, y: y)) + 42) / 85)
          default: panel.glass.code(x: x, y: y)
          }
        if shown != code { count += 1 }
      }
    }
    return count
  }
}

extension SimulatedPanel {
  /// Lets time pass until then, or until BUSY differs from `level` where a signal is waited for.
  func wait(untilMs time: Int64, signal: Int32, level: Bool) {
    let end = Swift.max(0, time) * 1_000
    while nowUs < end {
      if signal >= 0 && busyLevel() != level { return }
      advance(toUs: Swift.min(end, Swift.max(nowUs + 1, nextEventUs ?? end)))
    }
  }
}
