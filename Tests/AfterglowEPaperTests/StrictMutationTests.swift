import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Testing

@testable import AfterglowEPaper

/// A sequence with one mistake, on the strict model of its panel.
@Suite struct StrictMutationTests {
  private func survives<C: SequencedController>(
    _ base: C, _ description: PanelDescription, _ kind: RefreshKind, _ mutation: SequenceMutation?
  ) -> Bool {
    let panel = StrictPanel(MutantController(base: base, mutation: nil), description)
    panel.draw(1)
    do {
      try panel.refresh(.full, ending: kind == .partial ? .standby : .sleep)
      panel.rest(seconds: 200)
      // The mutated process takes the panel over where the right one left it.
      let mutant = StrictPanel(MutantController(base: base, mutation: mutation), taking: panel)
      mutant.draw(2, in: kind == .partial ? PixelRect(x0: 16, y0: 20, x1: 64, y1: 60) : nil)
      try mutant.refresh(kind, PixelRect(x0: 16, y0: 20, x1: 64, y1: 60), ending: kind == .partial ? .standby : .sleep)
      if mutant.unlike > 0 { return false }
      mutant.rest(seconds: 200)
      mutant.draw(3)
      try mutant.refresh(.full)
      if mutant.unlike > 0 { return false }
      try mutant.close()
      panel.panel.finish()
    } catch { return false }
    return panel.panel.violations.isEmpty
  }

  private func report<C: SequencedController>(
    _ base: C, _ description: PanelDescription, _ kind: RefreshKind, known: Set<String>
  ) {
    let refresh = PanelRefresh(
      kind: kind, window: base.window(covering: PixelRect(x0: 16, y0: 20, x1: 64, y1: 60)), ending: .sleep,
      followsReset: kind != .partial)
    // Every command that is left out, and a sample of the bits.
    let all = MutantController.mutations(of: base, refresh).enumerated().filter { index, mutation in
      if case .deletion = mutation { return true }
      return index % 19 == 0
    }.map(\.element)
    #expect(survives(base, description, kind, nil))
    let commands = MutantController.commands(of: base, refresh)
    var survivors: [String] = []
    for mutation in all where survives(base, description, kind, mutation) {
      var name = "?"
      if case .command(let code, _) = commands[mutation.command].step { name = hexText(code.byte) }
      if case .plane(let code, _) = commands[mutation.command].step { name = hexText(code.byte) }
      if case .deletion = mutation {
        survivors.append("without \(name)")
      } else {
        survivors.append("\(name), \(mutation)")
      }
    }
    #expect(Set(survivors).isSubset(of: known), "\(C.self): \(survivors)")
  }

  // The old planes, `26` and `10`, only matter to a partial refresh; `01`, `18`, `E0` and `41` repeat a reset's values;
  // `E3` cures streaks that no model shows; `06` is written a second time, as the maker does; other bits choose values
  // that the maker uses as well.
  @Test func `a strict model notices a mistake in a sequence`() {
    report(SSD1680(), PanelDescription.named("2in13-v4")!, .full, known: ["without 26"])
    report(SSD1683(), PanelDescription.named("4in2-v2")!, .full, known: ["without 01", "without 18", "without 26"])
    report(
      UC8179(), PanelDescription.named("7in5-v2")!, .full,
      known: ["without E3", "without E0", "without 41", "without 10", "06, command 0 with bit 4 of byte 2 flipped"])
    report(Spectra6(), PanelDescription.named("7in3-spectra6")!, .full, known: ["without 06"])
  }
}
