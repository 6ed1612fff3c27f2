import AfterglowCore
import AfterglowDevice
import Testing

@testable import AfterglowEPaper
@testable import AfterglowVirtual

/// A sequence with one mistake: the simulated controller notices it, by a violation, a wrong picture or an error.
@Suite struct MutationTests {
  private static let full = PanelRefresh(
    kind: .full, window: PixelRect(SSD1680().size), ending: .sleep, followsReset: true)

  /// Whether two refreshes with a mutated sequence look like those of the right one.
  private func survives(_ mutation: SequenceMutation?) -> Bool {
    let memory = Memory()
    var settings = SimulatedPanelSettings()
    settings.minimumRefreshIntervalMs = 0
    var display = PaperDisplay(
      MutantController(base: SSD1680(), mutation: mutation),
      bus: SimulatedPanelBus(panel: SimulatedSSD1680(memory: memory.panel, settings: settings)),
      memory: memory.driver, rules: .makerOfDrives, minimumRefreshIntervalMs: 0)
    for round in 0..<2 {
      draw(round, on: &display)
      do { try display.show(at: .init(milliseconds: Int64(round) * 60_000)) } catch { return false }
      if pixelsUnlike(&display, { $0.bus.panel.pixelLevel(x: $1, y: $2) }) > 0 { return false }
    }
    display.closeWholly(at: .init(milliseconds: 200_000))
    display.bus.panel.finish()
    return display.bus.panel.violations.errorCount == 0
  }

  @Test func `the simulated SSD1680 notices a command that is left out`() {
    #expect(survives(nil))
    let commands = MutantController.commands(of: SSD1680(), Self.full)
    var survivors: [UInt8] = []
    for (number, command) in commands.enumerated() where survives(.deletion(number)) {
      if case .command(let code, _) = command.step { survivors.append(code.byte) }
      if case .plane(let code, _) = command.step { survivors.append(code.byte) }
    }
    // 12, 4E and 4F repeat what the reset by line has done; border and sensor are not simulated; without its high
    // voltage the controller may stay awake.
    #expect(survivors.sorted() == [0x10, 0x12, 0x18, 0x3C, 0x4E, 0x4F])
  }
}
