import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Testing

@testable import AfterglowEPaper

/// BUSY whose changes wake the loop: nothing is lost, little time passes, and a line at fault costs no more than looks.
@Suite struct BusyEdgeTests {
  /// What the kernel reports of the line.
  private enum Reports { case edges, nothing, always }

  private struct Outcome {
    var tookMs: Int64
    var looks: Int
    var idleUs: Int64
    var failure: DisplayError?
  }

  /// Shows one picture on a model, as a loop does that waits for the line and for the time.
  private func show<C: SequencedController>(
    _ controller: C, _ name: String, _ reports: Reports?, settings: ModelSettings = ModelSettings(), losesLine: Int = 0
  ) throws -> Outcome {
    let panel = SimulatedPanel(try #require(PanelDescription.named(name)), settings: settings)
    let bus = ModelBus(panel)
    let log = bus.log
    log.reportsEdges = reports != nil
    log.losesLineAtLook = losesLine
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: PaperDisplay<C, ModelBus>.byteCount(controller), alignment: 64)
    defer { memory.deallocate() }
    var display = PaperDisplay(controller, bus: bus, memory: memory)
    display.withBackBuffer { back in
      for index in 0..<400 { back.base.storeBytes(of: UInt8(0x11), toByteOffset: index * 7, as: UInt8.self) }
    }
    var failure: DisplayError?
    do throws(DisplayError) {
      try display.present(.whole(controller.size), at: MonotonicInstant(milliseconds: 0))
      while let step = display.nextPresentStep {
        #expect(display.presentSignal < 0 || log.reportsEdges)
        sleep(panel, until: Swift.max(0, step.milliseconds) * 1_000, log, display.presentSignal < 0 ? nil : reports)
        try display.continuePresent(at: MonotonicInstant(milliseconds: panel.nowUs / 1_000), isStopping: false)
      }
    } catch { failure = error }
    if failure == nil && settings.fault == .none {
      panel.finish()
      #expect(panel.violations == [] && panel.fullRefreshCount == 1, "\(name)")
    }
    return Outcome(tookMs: panel.nowUs / 1_000, looks: log.looks, idleUs: log.idleUs, failure: failure)
  }

  /// A line that differs from what the last look saw has queued an event.
  private func sleep(_ panel: SimulatedPanel, until endUs: Int64, _ log: BusLog, _ reports: Reports?) {
    if reports == .always { return panel.advance(toUs: panel.nowUs + 10) }
    while panel.nowUs < endUs {
      if reports == .edges && panel.busyLevel() != log.lastLevel {
        log.busyEndUs = panel.nowUs
        return
      }
      if let end = panel.nextEventUs, end <= panel.nowUs + 100 { log.busyEndUs = end }
      panel.advance(toUs: Swift.min(endUs, panel.nowUs + 100))
    }
  }

  private func compare<C: SequencedController>(_ controller: C, _ name: String) throws {
    for lagUs: Int64 in [0, 40, 200] {
      var settings = ModelSettings()
      settings.busyLagUs = lagUs
      let polled = try show(controller, name, nil, settings: settings)
      let told = try show(controller, name, .edges, settings: settings)
      #expect(polled.failure == nil && told.failure == nil, "\(name)")
      #expect(told.looks * 3 < polled.looks, "\(name): \(told.looks) looks instead of \(polled.looks)")
      #expect(told.idleUs <= polled.idleUs, "\(name): \(told.idleUs) µs instead of \(polled.idleUs)")
      #expect(told.tookMs <= polled.tookMs, "\(name)")
      // Events that do not come delay a wait by a second, and lose none.
      let deaf = try show(controller, name, .nothing, settings: settings)
      #expect(deaf.failure == nil && deaf.tookMs <= told.tookMs + 6_000, "\(name): \(deaf.tookMs) ms")
      // A line that changes all the time is looked at about as often as one that is polled.
      let chattering = try show(controller, name, .always, settings: settings)
      #expect(chattering.failure == nil && chattering.looks <= 2 * polled.looks + 10, "\(name): \(chattering.looks)")
      #expect(chattering.tookMs <= polled.tookMs + 60, "\(name)")
    }
  }

  @Test func `changes of BUSY that are reported end each wait at once`() throws {
    try compare(SSD1680(), "2in13-v4")
    try compare(SSD1683(), "4in2-v2")
    try compare(UC8179(), "7in5-v2")
    try compare(Spectra6(), "7in3-spectra6")
  }

  @Test func `a BUSY that never changes is given up within its limit`() throws {
    for fault in [PanelFault.busyStuckHigh, .busyStuckLow, .busyAbsent] {
      var settings = ModelSettings()
      settings.fault = fault
      let outcome = try show(SSD1680(), "2in13-v4", .edges, settings: settings)
      switch outcome.failure {
      case .busyTimeout?: #expect(fault != .busyStuckHigh)
      case .busyAfterReset?: #expect(fault == .busyStuckHigh)
      default: Issue.record("\(fault): \(String(describing: outcome.failure))")
      }
      #expect(outcome.tookMs <= 2 * Int64(SSD1680().longestEndMs))
    }
  }

  @Test func `a line that goes while it is waited for is a lost display`() throws {
    for look in 1..<5 {
      let outcome = try show(SSD1680(), "2in13-v4", .edges, losesLine: look)
      #expect(outcome.failure == .lost(operation: .write, errno: 19), "look \(look)")
      // Within a second of the look that would have seen it.
      #expect(outcome.tookMs < 4_000)
    }
  }
}
