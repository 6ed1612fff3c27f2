import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Testing

@testable import AfterglowEPaper

/// Glass without a waveform for partial refreshes, and a BUSY line that never follows, on the strict models: a minute clock
/// for an hour.
@Suite struct UnansweredPartialTests {
  private struct Outcome {
    var panel: SimulatedPanel
    var errors: [DisplayError] = []
    var counts = RefreshCounts()
    var longestWaitMs: Int64 = 0
    /// Full refreshes that began, with those of which the end was never seen.
    var fullRefreshes = 0
  }

  private func hour(_ controller: AnyController, _ name: String, _ fault: PanelFault = .none) throws -> Outcome {
    var settings = ModelSettings()
    settings.fault = fault
    let panel = SimulatedPanel(try #require(PanelDescription.named(name)), settings: settings)
    let count = PaperDisplay<AnyController, ModelBus>.byteCount(controller)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    defer { memory.deallocate() }
    var outcome = Outcome(panel: panel)
    var display = PaperDisplay(controller, bus: ModelBus(panel), memory: memory)
    for minute in 0..<60 {
      let start = MonotonicInstant(milliseconds: Int64(minute) * 60_000)
      display.withBackBuffer { back in
        // Ten rows that turn from white to black and back.
        for row in 0..<10 {
          (back.base + row * back.strideBytes).storeBytes(of: minute % 2 == 0 ? 0 : 0xFF, as: UInt8.self)
        }
      }
      let earliest = Swift.max(start, display.earliestPresent(after: start))
      if earliest.milliseconds >= start.milliseconds + 60_000 { continue }
      do throws(DisplayError) {
        try display.present(.whole(controller.size), at: earliest)
        var now = earliest
        while let step = display.nextPresentStep {
          now = Swift.max(Swift.max(now, step), MonotonicInstant(milliseconds: panel.nowUs / 1_000))
          try display.continuePresent(at: now, isStopping: false)
        }
      } catch {
        outcome.errors.append(error)
      }
    }
    outcome.counts = display.ledger.counts
    outcome.longestWaitMs = display.properties.minimumRefreshIntervalMs
    outcome.fullRefreshes = panel.fullRefreshCount
    return outcome
  }

  @Test func `glass without a partial waveform is asked twice, and never flashed before its maker permits it`() throws {
    let cases: [(AnyController, String)] = [
      (.uc8179(UC8179()), "7in5-v2-old"), (.ssd1680(try SSD1680(.inch2in9V2)), "2in9-v2-old"),
    ]
    for (controller, name) in cases {
      let outcome = try hour(controller, name)
      #expect(
        outcome.errors.count == 2 && outcome.errors.allSatisfy { if case .partialFailed = $0 { true } else { false } },
        "\(name): \(outcome.errors)")
      #expect(outcome.counts.failed == 2 && outcome.counts.partial == 0, "\(name): \(outcome.counts)")
      #expect(outcome.counts.full + outcome.counts.fast >= 15, "\(name): \(outcome.counts)")
      #expect(outcome.panel.violations.filter { $0.kind == .rate } == [], "\(name)")
      #expect(outcome.longestWaitMs == 180_000, "a clock with minutes is marked from now on")
    }
  }

  @Test(arguments: [PanelFault.busyAbsent, .busyStuckHigh, .busyStuckLow])
  func `a BUSY line that never follows costs no drive more than its maker permits`(_ fault: PanelFault) throws {
    for panel in PanelCase.all where ["2in13-v4", "2in9-v2-old", "4in2-v2"].contains(panel.name) {
      let outcome = try hour(panel.controller, panel.name, fault)
      #expect(!outcome.errors.isEmpty, "\(panel.name)")
      #expect(outcome.fullRefreshes <= 20, "\(panel.name): \(outcome.fullRefreshes) drives in an hour")
      #expect(outcome.panel.violations.filter { $0.kind == .rate || $0.kind == .reset } == [], "\(panel.name)")
    }
  }
}
