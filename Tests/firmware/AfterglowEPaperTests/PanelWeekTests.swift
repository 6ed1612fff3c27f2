import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Foundation
import Testing

@testable import AfterglowEPaper

/// A clock with minutes on the strict model of each panel that refreshes in part: some hours, or with
/// `AFTERGLOW_WEEKS=1` a week (`make test-weeks`).
@Suite struct PanelWeekTests {
  private static let isWhole = ProcessInfo.processInfo.environment["AFTERGLOW_WEEKS"] == "1"

  private func check<C: SequencedController>(_ controller: C, _ name: String, leavesResidue: Bool = true) throws {
    let rig = MinuteClockRig(controller, try #require(PanelDescription.named(name)))
    // On large panels the glass is compared at some minutes only, and after every drive.
    let isLarge = controller.size.area > 100_000
    let minutes = Self.isWhole ? 7 * 24 * 60 : isLarge ? 4 * 60 : 12 * 60
    let stride = isLarge ? 7 : 1
    try rig.run(minutes: 0..<minutes, reads: { $0 % stride == 0 })
    try rig.close()
    for violation in rig.panel.violations.prefix(5) { Issue.record("\(name): \(violation)") }
    let figures = rig.figures
    if Self.isWhole { print("\(name): \(figures)") }
    #expect(figures.lateMinutes == 0)
    #expect(figures.partial + figures.full + figures.fast == minutes)
    #expect(figures.needlessFlashes == 0 && figures.quietMoments <= minutes / 240)
    #expect(figures.full + figures.fast <= (minutes + 5) / 6 + figures.quietMoments)
    #expect(figures.wrongAfterDrive == 0)
    #expect(figures.tilesBeyondLedger == 0 && (figures.mostDifferent > 0) == leavesResidue)
    #expect(Double(figures.windowPixels) <= 1.2 * Double(figures.boxPixels))
    #expect(figures.idleUs * 20 <= figures.busyUs)
  }

  @Test func `2in13 V4 shows minutes`() throws { try check(SSD1680(), "2in13-v4") }
  @Test func `2in9 V2 shows minutes`() throws { try check(SSD1680(.inch2in9V2), "2in9-v2") }
  @Test func `2in9 V2 with older glass shows minutes`() throws { try check(SSD1680(.inch2in9V2Old), "2in9-v2-old") }
  @Test func `4in2 V2 shows minutes`() throws { try check(SSD1683(), "4in2-v2") }
  @Test func `7in5 V2 shows minutes`() throws { try check(UC8179(), "7in5-v2") }
  @Test func `7in5 V2 with older glass shows minutes`() throws {
    // Its waveform passes both ends, and leaves nothing.
    try check(UC8179(.inch7in5V2Old), "7in5-v2-old", leavesResidue: false)
  }

  /// A minute clock above a photograph: the clock changes without a flash, and each drive is in greys.
  private func checkPhotograph<C: SequencedController>(_ controller: C, _ name: String) throws {
    let rig = MinuteClockRig(controller, try #require(PanelDescription.named(name)))
    let minutes = Self.isWhole ? 24 * 60 : 3 * 60
    try rig.run(minutes: 0..<minutes, reads: { $0 % 7 == 0 })
    let figures = rig.figures
    #expect(figures.lateMinutes == 0 && figures.needlessFlashes == 0 && figures.quietMoments == 0)
    #expect(figures.grey == minutes / 6 && figures.partial == minutes * 5 / 6, "\(name): \(figures)")
    #expect(figures.full == figures.grey && figures.fast == 0)
    #expect(figures.wrongAfterDrive == 0 && figures.tilesBeyondLedger == 0 && figures.mostDifferent > 0)
    #expect(Double(figures.windowPixels) <= 1.2 * Double(figures.boxPixels))
    #expect(figures.idleUs * 20 <= figures.busyUs)
    // Another photograph is shown as soon as the makers permit a drive.
    rig.minutesPerPhotograph = 10
    try rig.run(minutes: minutes..<minutes + 60, reads: { _ in false })
    #expect(rig.figures.lateMinutes <= 18 && rig.figures.wrongAfterDrive == 0)
    try rig.close()
    for violation in rig.panel.violations.prefix(5) { Issue.record("\(name): \(violation)") }
  }

  @Test func `4in2 V2 shows minutes above a photograph`() throws {
    try checkPhotograph(GreyRefreshTests.ssd1683(), "4in2-v2")
  }
  @Test func `7in5 V2 shows minutes above a photograph`() throws {
    try checkPhotograph(GreyRefreshTests.uc8179(), "7in5-v2")
  }

  @Test func `2in9 V2 shows minutes above a photograph`() throws {
    try checkPhotograph(GreyRefreshTests.ssd1680(), "2in9-v2")
  }

  @Test func `a panel of six inks is refreshed as a whole, sleeps, and is never in a hurry`() throws {
    let panel = SimulatedPanel(try #require(PanelDescription.named("7in3-spectra6")))
    let controller = Spectra6()
    let count = PaperDisplay<Spectra6, ModelBus>.byteCount(controller)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    defer { memory.deallocate() }
    var display = PaperDisplay(controller, bus: ModelBus(panel), memory: memory)
    #expect(display.properties.format == .spectra6 && display.properties.minimumRefreshIntervalMs == 180_000)
    var now = MonotonicInstant(milliseconds: 0)
    for round in 0..<4 {
      display.withBackBuffer { back in
        let bytes = UnsafeMutableRawBufferPointer(start: back.base, count: controller.planeByteCount)
        for index in 0..<1_000 { bytes[index] = [0x01, 0x23, 0x56, 0x11][(index + round) % 4] }
      }
      now = display.earliestPresent(after: now)
      try display.present(.whole(controller.size), at: now)
      while let step = display.nextPresentStep {
        now = Swift.max(now, step)
        try display.continuePresent(at: now, isStopping: false)
      }
      #expect(panel.fullRefreshCount == round + 1 && panel.isAsleep)
      #expect(panel.glass.code(x: 1, y: 0) == [1, 3, 6, 1][round])
    }
    panel.finish()
    for violation in panel.violations.prefix(5) { Issue.record("\(violation)") }
  }

  // MARK: nights, rest and the day

  private func night<C: SequencedController>(_ controller: C, _ name: String) throws {
    let rig = MinuteClockRig(controller, try #require(PanelDescription.named(name)))
    // Dark from 22:00 to 06:30.
    let dark = 22 * 60..<30 * 60 + 30
    try rig.run(minutes: 20 * 60..<dark.lowerBound, reads: { _ in false })
    let evening = rig.figures
    // The first minute may still flash: it marks the clock.
    try rig.run(minutes: dark.lowerBound..<dark.lowerBound + 1, isDark: { _ in true })
    let first = rig.figures
    try rig.run(minutes: dark.lowerBound + 1..<dark.upperBound, isDark: { _ in true }, reads: { $0 % 60 == 0 })
    #expect(rig.figures.full == first.full && rig.figures.fast == first.fast, "\(name): a flash in the dark")
    let rest = rig.figures.partial - first.partial
    #expect(rest > 0 && rest <= 5, "\(name): \(rest)")
    let late = rig.figures.lateMinutes
    try rig.run(minutes: dark.upperBound..<dark.upperBound + 60, reads: { _ in false })
    #expect(rig.figures.lateMinutes == late && late > 0 && evening.lateMinutes == 0)
    try rig.close()
    for violation in rig.panel.violations.prefix(5) { Issue.record("\(name): \(violation)") }
    #expect(rig.figures.wrongAfterDrive == 0 && rig.figures.tilesBeyondLedger == 0)
  }

  @Test func `a night has no flash, and light shows the newest minute`() throws {
    try night(SSD1680(), "2in13-v4")
    try night(SSD1683(), "4in2-v2")
    try night(UC8179(), "7in5-v2")
  }

  private func standing<C: SequencedController>(_ controller: C, _ name: String) throws {
    let rig = MinuteClockRig(controller, try #require(PanelDescription.named(name)))
    try rig.run(minutes: 0..<3)
    let before = rig.figures
    // Nothing changes for three days.
    try rig.stand(minutes: 3..<3 * 24 * 60)
    #expect(rig.figures.full - before.full == 3, "\(name): one a day")
    #expect(rig.figures.partial == before.partial && rig.figures.fast == before.fast)
    #expect(!rig.panel.isPumping && !rig.isStandingBy)
    try rig.run(minutes: 3 * 24 * 60..<3 * 24 * 60 + 10)
    try rig.close()
    for violation in rig.panel.violations.prefix(5) { Issue.record("\(name): \(violation)") }
    #expect(rig.figures.wrongAfterDrive == 0)
  }

  /// A simulated panel has a clock of its own, which stands at the end of the last refresh until the display moves it.
  private func checkSleep<C: SequencedController>(_ controller: C, _ name: String) throws {
    let panel = SimulatedPanel(try #require(PanelDescription.named(name)))
    let count = PaperDisplay<C, ModelBus>.byteCount(controller)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    defer { memory.deallocate() }
    var display = PaperDisplay(controller, bus: ModelBus(panel), memory: memory)
    try display.show(at: MonotonicInstant(milliseconds: 0))
    let shown = MonotonicInstant(milliseconds: panel.nowUs / 1_000)
    let next = display.nextUpkeep(after: shown)
    let due = try #require(next, "\(name)")
    #expect(!panel.isAsleep && due.milliseconds - shown.milliseconds >= 64 * 60_000, "\(name)")
    try display.keepUp(at: due)
    // The command is sent by now.
    let isInTime = (due.milliseconds * 1_000..<due.milliseconds * 1_000 + 1_000_000).contains(panel.nowUs)
    #expect(panel.isAsleep && isInTime, "\(name): asleep \(panel.nowUs / 1_000) ms after the start, due at \(due)")
    try display.finish(from: due)
    panel.finish()
    #expect(panel.violations == [], "\(name)")
  }

  @Test func `deep sleep is sent when it is due by the panel's own clock`() throws {
    try checkSleep(SSD1680(), "2in13-v4")
    try checkSleep(SSD1683(), "4in2-v2")
    try checkSleep(UC8179(), "7in5-v2")
  }

  @Test func `a picture that stands is refreshed once a day, by a controller that sleeps between`() throws {
    try standing(SSD1680(), "2in13-v4")
    try standing(SSD1680(.inch2in9V2Old), "2in9-v2-old")
    try standing(SSD1683(), "4in2-v2")
    try standing(UC8179(), "7in5-v2")
    try standing(UC8179(.inch7in5V2Old), "7in5-v2-old")
  }
}
