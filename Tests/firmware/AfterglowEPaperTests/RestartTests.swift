import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Testing

@testable import AfterglowEPaper

/// A process that is killed at any step of a sequence: the next one finds the glass unknown, and makes it right.
@Suite struct RestartTests {
  private func requests<C: SequencedController>(
    _ controller: C, _ durations: [UInt8: Int64], _ ending: RefreshEnding
  ) throws -> Int {
    let rig = SequencerRig(controller)
    var panel = ScriptedPanel(controller, durations: durations)
    try rig.refresh(.full, ending: ending, on: &panel)
    return panel.requests
  }

  /// Kills a refresh after each request, starts another process on the same panel, and looks at what it does.
  private func check<C: SequencedController>(
    _ controller: C, _ durations: [UInt8: Int64], limitMs: Int64, ending: RefreshEnding = .sleep
  ) throws {
    let count = try requests(controller, durations, ending)
    let planes = controller.bitsPerPixel < 4 ? 2 : 1
    let planeByteCount = controller.planeByteCount / (controller.bitsPerPixel == 2 ? 2 : 1)
    for request in stride(from: 1, to: count, by: count > 400 ? 7 : 1) {
      var panel = ScriptedPanel(controller, durations: durations)
      do {
        let killed = SequencerRig(controller)
        killed.sequencer.begin(.full, area: PixelRect(controller.size), ending: ending)
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
      #expect(lines.filter { $0.hasSuffix(": \(planeByteCount) B") }.count == planes, "request \(request)")
      #expect(rig.isShownKnown)
      #expect(rig.lastKind == (controller.bitsPerPixel == 2 ? .grey : .full))
    }
  }

  @Test func `SSD1680 after a kill`() throws { try check(SSD1680(), Durations.solomon, limitMs: 20_000) }
  @Test func `SSD1683 after a kill`() throws { try check(SSD1683(), Durations.solomon, limitMs: 20_000) }
  @Test func `UC8179 after a kill`() throws { try check(UC8179(), Durations.ultraChip, limitMs: 20_000) }
  @Test func `SSD1683 in greys after a kill`() throws {
    try check(GreyRefreshTests.ssd1683(), Durations.solomon, limitMs: 20_000, ending: .standby)
  }
  @Test func `UC8179 in greys after a kill`() throws {
    try check(GreyRefreshTests.uc8179(), Durations.ultraChip, limitMs: 20_000, ending: .standby)
  }
  @Test func `Spectra 6 after a kill`() throws { try check(Spectra6(), Durations.spectra, limitMs: 70_000) }

  @Test func `a panel whose BUSY is up in deep sleep is reset at the latest when a refresh would have ended`() throws {
    let rig = SequencerRig(SSD1680())
    var panel = ScriptedPanel(SSD1680(), durations: Durations.solomon)
    panel.busyUntil = Int64.max
    rig.sequencer.settle(until: MonotonicInstant(milliseconds: panel.now.milliseconds + 12_000))
    try rig.refresh(.full, on: &panel)
    #expect(Array(panel.lines.prefix(3)) == ["pause 1", "wait", "supply on"] && panel.lines.contains("22: F7"))
    #expect(panel.now.milliseconds < 20_000)
  }

  @Test func `a panel that is closed while it may be refreshing keeps its supply until BUSY ends`() throws {
    for (busyMs, offMs) in [(0, 0), (3_000, 3_000), (Int64.max / 2, 12_000)] as [(Int64, Int64)] {
      let rig = SequencerRig(SSD1680())
      var panel = ScriptedPanel(SSD1680(), durations: Durations.solomon)
      let start = panel.now.milliseconds
      panel.busyUntil = start + busyMs
      rig.sequencer.settle(until: MonotonicInstant(milliseconds: start + 12_000))
      rig.sequencer.close()
      try panel.run(&rig.sequencer, requests: Int.max)
      #expect(panel.takeLines().last == "supply off", "busy for \(busyMs) ms")
      let isIdle = rig.sequencer.isIdle
      #expect(isIdle)
      #expect(panel.now.milliseconds >= start + offMs && panel.now.milliseconds < start + offMs + 500)
    }
  }

  @Test func `a panel that was never refreshed, and of which nothing is known, is closed without a transfer`() {
    let rig = SequencerRig(SSD1680())
    rig.sequencer.close()
    let isIdle = rig.sequencer.isIdle
    #expect(isIdle)
  }

  /// Performs requests on a simulated controller, at most `limit`; how many there were.
  private func run(
    _ sequencer: inout PanelSequencer<SSD1680>, on bus: inout ModelBus, requests limit: Int = Int.max
  ) throws -> Int {
    var answer = PanelAnswer.done
    for count in 0..<limit {
      switch try sequencer.resume(answer, at: bus.now()) {
      case .transfer(let bytes, let isData):
        try bus.transfer(bytes, isData: isData)
        answer = .done
      case .setReset(let level):
        try bus.setReset(level)
        answer = .done
      case .setSupply(let isOn):
        try bus.setPower(isOn)
        answer = .done
      case .readBusy: answer = .level(try bus.busyLevel())
      case .wait(let time), .waitForBusy(_, lookAt: let time):
        bus.synchronise(with: time)
        answer = .done
      case .finished: return count
      }
    }
    return limit
  }

  @Test func `a simulated panel is right after a kill at any request, and no rule is broken`() throws {
    var killedAt = 1
    var isWhole = false
    while !isWhole {
      try #require(killedAt < 50_000, "a refresh that never ends")
      var settings = ModelSettings()
      settings.minimumIntervalSeconds = 0
      // What a killed process has sent for nothing is no mistake.
      settings.isStrict = false
      var bus = ModelBus(glass(settings))
      do {
        let killed = SequencerRig(SSD1680())
        for index in 0..<4_000 { killed.sequencer.newPlane[index] = UInt8(truncatingIfNeeded: index &* 7) | 0x3F }
        killed.sequencer.begin(.full, area: PixelRect(killed.sequencer.controller.size), ending: .sleep)
        isWhole = try run(&killed.sequencer, on: &bus, requests: killedAt) < killedAt
      }
      let rig = SequencerRig(SSD1680())
      for index in 0..<4_000 { rig.sequencer.newPlane[index] = UInt8(truncatingIfNeeded: index &* 13) | 0x3F }
      rig.sequencer.settle(
        until: MonotonicInstant(milliseconds: bus.now().milliseconds + Int64(rig.sequencer.controller.longestEndMs)))
      rig.sequencer.begin(.partial, area: PixelRect(x0: 0, y0: 0, x1: 8, y1: 8), ending: .sleep)
      _ = try run(&rig.sequencer, on: &bus)
      #expect(rig.lastKind == .full)
      #expect(rig.isShownKnown)
      var unlike = 0
      for y in 0..<250 {
        for x in 0..<122 {
          let isWhite = rig.sequencer.newPlane[y * 16 + x / 8] >> UInt8(7 - x % 8) & 1 == 1
          if bus.panel.glass.level(x: x, y: y) != (isWhite ? 255 : 0) { unlike += 1 }
        }
      }
      #expect(unlike == 0, "request \(killedAt)")
      let errors = bus.panel.violations.filter(\.isError)
      #expect(errors == [], "request \(killedAt)")
      killedAt += 3
    }
    #expect(killedAt > 100)
  }

  // MARK: the maker's interval

  /// What the next process makes of a panel, with the time of the last drive if its guard knows it.
  private func takeOver(
    _ panel: SimulatedPanel, _ memory: Memory, lastDriveEnd: MonotonicInstant?, settles: Bool
  ) -> PaperDisplay<SSD1680, ModelBus> {
    let now = MonotonicInstant(milliseconds: panel.nowUs / 1_000)
    return PaperDisplay(
      SSD1680(), bus: ModelBus(panel), memory: memory.driver, lastDriveEnd: lastDriveEnd,
      settlesUntil: settles
        ? MonotonicInstant(milliseconds: now.milliseconds + Int64(SSD1680().longestEndMs)) : nil)
  }

  /// As a loop does: care first, then the picture when it is permitted.
  private func showWhenPermitted(
    on display: inout PaperDisplay<SSD1680, ModelBus>
  ) throws -> MonotonicInstant {
    var now = display.bus.now()
    for _ in 0..<10 {
      if let due = display.nextUpkeep(after: now), due <= now {
        try display.keepUp(at: now)
        try display.finish(from: now)
        now = display.bus.now()
      }
      let earliest = display.earliestPresent(after: now)
      if earliest <= now { break }
      #expect(throws: DisplayError.self) { try display.present(everything, at: now) }
      now = earliest
    }
    try display.show(at: now)
    return now
  }

  @Test(arguments: [false, true])
  func `a renderer that is lost after a refresh is replaced by one that keeps the maker's interval`(
    settles: Bool
  ) throws {
    let (first, second) = (Memory(), Memory())
    let panel = glass()
    var end = MonotonicInstant(milliseconds: 0)
    do {
      var display = takeOver(panel, first, lastDriveEnd: nil, settles: false)
      draw(1, on: &display)
      try display.show(at: end)
      end = display.bus.now()
    }
    panel.advance(toUs: panel.nowUs + 2_000_000)
    var display = takeOver(panel, second, lastDriveEnd: end, settles: settles)
    draw(2, on: &display)
    let shown = try showWhenPermitted(on: &display)
    #expect(shown.milliseconds == end.milliseconds + 180_000)
    #expect(pixelsUnlike(&display) { $0.bus.panel.glass.level(x: $1, y: $2) } == 0)
    display.closeWholly(at: display.bus.now())
    panel.finish()
    #expect(panel.violations == [])
  }

  @Test func `a refresh that goes on after its renderer counts as one, and the panel is safe meanwhile`() throws {
    let memory = Memory()
    var panel = glass()
    var count = 1
    while !panel.isPumping {
      try #require(count < 5_000, "the pumps never start")
      panel = glass()
      var bus = ModelBus(panel)
      let killed = SequencerRig(SSD1680())
      killed.sequencer.begin(.full, area: PixelRect(SSD1680().size), ending: .standby)
      _ = try run(&killed.sequencer, on: &bus, requests: count)
      count += 1
    }
    var display = takeOver(panel, memory, lastDriveEnd: nil, settles: true)
    draw(2, on: &display)
    let now = display.bus.now()
    #expect(display.nextUpkeep(after: now) == now)
    #expect(throws: DisplayError.self) { try display.present(everything, at: now) }
    let shown = try showWhenPermitted(on: &display)
    #expect(shown.milliseconds >= now.milliseconds + 181_000 && panel.fullRefreshCount == 2)
    display.closeWholly(at: display.bus.now())
    panel.finish()
    #expect(panel.violations == [])
  }

  @Test func `a panel whose BUSY never ends is not taken for one that was just refreshed`() throws {
    let memory = Memory()
    let panel = glass()
    var bus = ModelBus(panel)
    do {
      let before = SequencerRig(SSD1680())
      before.sequencer.begin(.full, area: PixelRect(SSD1680().size), ending: .sleep)
      _ = try run(&before.sequencer, on: &bus)
    }
    panel.advance(toUs: panel.nowUs + 300_000_000)
    // BUSY is up in deep sleep.
    var display = takeOver(panel, memory, lastDriveEnd: nil, settles: true)
    draw(2, on: &display)
    let now = display.bus.now()
    let shown = try showWhenPermitted(on: &display)
    #expect(shown.milliseconds <= now.milliseconds + Int64(SSD1680().longestEndMs) + 500)
  }

  @Test func `a display that starts on an unknown panel never refreshes it in part`() throws {
    let memory = Memory()
    var display = makeDisplay(memory, rules: .maker)
    draw(1, on: &display)
    try display.show(at: .init(milliseconds: 0))
    #expect(display.bus.panel.fullRefreshCount == 1 && display.bus.panel.partialRefreshCount == 0)
    draw(2, on: &display)
    try display.show(at: .init(milliseconds: 60_000))
    #expect(display.bus.panel.fullRefreshCount == 1 && display.bus.panel.partialRefreshCount == 1)
    display.closeWholly(at: .init(milliseconds: 120_000))
    display.bus.panel.finish()
    #expect(display.bus.panel.violations == [])
  }
}
