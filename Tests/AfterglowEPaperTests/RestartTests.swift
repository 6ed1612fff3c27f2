import AfterglowCore
import AfterglowDevice
import Testing

@testable import AfterglowEPaper
@testable import AfterglowVirtual

/// A process that is killed at any step of a sequence: the next one finds the glass unknown, and makes it right.
@Suite struct RestartTests {
  private func requests<C: PanelController>(_ controller: C, _ durations: [UInt8: Int64]) throws -> Int {
    let rig = SequencerRig(controller)
    var panel = ScriptedPanel(controller, durations: durations)
    try rig.refresh(.full, on: &panel)
    return panel.requests
  }

  /// Kills a refresh after each request, starts another process on the same panel, and looks at what it does.
  private func check<C: PanelController>(_ controller: C, _ durations: [UInt8: Int64], limitMs: Int64) throws {
    let count = try requests(controller, durations)
    for request in stride(from: 1, to: count, by: count > 400 ? 7 : 1) {
      var panel = ScriptedPanel(controller, durations: durations)
      do {
        let killed = SequencerRig(controller)
        killed.sequencer.begin(.full, area: PixelRect(controller.size), ending: .sleep)
        try panel.run(&killed.sequencer, requests: request)
      }
      _ = panel.takeLines()
      let rig = SequencerRig(controller)
      rig.sequencer.settle(until: MonotonicInstant(milliseconds: panel.now.milliseconds + limitMs))
      // It does not know better than to ask for a partial one.
      try rig.refresh(.partial, PixelRect(x0: 0, y0: 0, x1: 8, y1: 8), on: &panel)
      #expect(panel.cutOffs == 0, "request \(request): reset in the middle of its predecessor's refresh")
      let lines = panel.takeLines()
      #expect(lines.contains("RST low"), "request \(request)")
      #expect(rig.hasShown)
    }
  }

  @Test func `SSD1680 after a kill`() throws { try check(SSD1680(), Durations.solomon, limitMs: 20_000) }
  @Test func `SSD1683 after a kill`() throws { try check(SSD1683(), Durations.solomon, limitMs: 20_000) }
  @Test func `UC8179 after a kill`() throws { try check(UC8179(), Durations.ultraChip, limitMs: 20_000) }
  @Test func `Spectra 6 after a kill`() throws { try check(Spectra6(), Durations.spectra, limitMs: 70_000) }

  @Test func `a panel whose BUSY is up in deep sleep is reset at the latest when a refresh would have ended`() throws {
    let rig = SequencerRig(SSD1680())
    var panel = ScriptedPanel(SSD1680(), durations: Durations.solomon)
    panel.busyUntil = Int64.max
    rig.sequencer.settle(until: MonotonicInstant(milliseconds: panel.now.milliseconds + 12_000))
    try rig.refresh(.full, on: &panel)
    #expect(panel.lines.first == "wait" && panel.lines.contains("22: F7"))
    #expect(panel.now.milliseconds < 20_000)
  }

  @Test func `a display that starts on an unknown panel never refreshes it in part`() throws {
    let memory = Memory()
    var display = makeDisplay(memory, intervalMs: 0)
    display.preferredKind = .partial
    display.standsBy = true
    draw(1, on: &display)
    try display.show(at: .init(milliseconds: 0))
    #expect(display.bus.panel.fullRefreshCount == 1 && display.bus.panel.partialRefreshCount == 0)
    draw(2, on: &display)
    try display.show(at: .init(milliseconds: 60_000))
    #expect(display.bus.panel.fullRefreshCount == 1 && display.bus.panel.partialRefreshCount == 1)
    display.closeWholly(at: .init(milliseconds: 120_000))
    display.bus.panel.finish()
    #expect(display.bus.panel.violations.errorCount == 0)
  }

  @Test func `a minute clock in partial refreshes is clean in strict mode, and its pictures are right`() throws {
    let memory = Memory()
    var settings = SimulatedPanelSettings()
    settings.minimumRefreshIntervalMs = 1_000
    var display = makeDisplay(memory, settings, intervalMs: 1_000)
    display.standsBy = true
    for minute in 0..<61 {
      // The ghost limit: every sixth one is full.
      display.preferredKind = minute % 6 == 0 ? .full : .partial
      draw(minute, on: &display)
      try display.show(at: .init(milliseconds: Int64(minute) * 60_000))
      let unlike = pixelsUnlike(&display) { $0.bus.panel.pixelLevel(x: $1, y: $2) < 128 ? 0 : 255 }
      #expect(unlike == 0, "minute \(minute)")
    }
    display.closeWholly(at: .init(milliseconds: 61 * 60_000))
    display.bus.panel.finish()
    let log = display.bus.panel.violations
    #expect(log.errorCount == 0, "\(log.count > 0 ? "\(log[0])" : "")")
    #expect(display.bus.panel.partialRefreshCount == 50)
  }
}
