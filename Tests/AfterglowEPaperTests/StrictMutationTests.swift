import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Foundation
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

  // MARK: greys

  /// A refresh in greys with a mistake, and after it what is right: a partial one above the greys, and another in greys.
  private func survivesGrey<C: SequencedController>(
    _ base: C, _ description: PanelDescription, _ mutation: SequenceMutation?
  ) -> Bool {
    let panel = StrictPanel(MutantController(base: base, mutation: mutation, kind: .grey), description)
    do {
      panel.draw(1)
      try panel.refresh(.grey, ending: .standby)
      if panel.unlike > 0 { return false }
      panel.rest(seconds: 60)
      let area = PixelRect(x0: 16, y0: 20, x1: 64, y1: 60)
      panel.draw(2, in: area)
      try panel.refresh(.partial, area, ending: .standby)
      if panel.unlike > 0 { return false }
      panel.rest(seconds: 200)
      panel.draw(3)
      try panel.refresh(.grey)
      if panel.unlike > 0 { return false }
      try panel.close()
      panel.panel.finish()
    } catch { return false }
    return panel.panel.violations.isEmpty
  }

  /// What is left out, and a sample of the bits; with `AFTERGLOW_WEEKS=1` every bit, of which 95 % must be noticed.
  private func reportGrey<C: SequencedController>(_ base: C, _ name: String, known: Set<String>) throws {
    let description = try #require(PanelDescription.named(name))
    let isWhole = ProcessInfo.processInfo.environment["AFTERGLOW_WEEKS"] == "1"
    let refresh = PanelRefresh(
      kind: .grey, window: PixelRect(base.size), ending: .standby, followsReset: true)
    #expect(survivesGrey(base, description, nil))
    let commands = MutantController.commands(of: base, refresh)
    let mutations = MutantController.mutations(of: base, refresh).enumerated().filter { index, mutation in
      // Standing by, it does not sleep.
      if [.floatBorder, .sleep].contains(commands[mutation.command].part) { return false }
      if case .deletion = mutation { return true }
      return isWhole || index % 19 == 0
    }.map(\.element)
    var survivors: [String] = []
    for mutation in mutations where survivesGrey(base, description, mutation) {
      var code = "?"
      if case .command(let command, _) = commands[mutation.command].step { code = hexText(command.byte) }
      if case .plane(let command, _) = commands[mutation.command].step { code = hexText(command.byte) }
      if case .table(let command, _, _) = commands[mutation.command].step { code = hexText(command.byte) }
      if case .deletion = mutation {
        survivors.append("without \(code) in \(commands[mutation.command].part)")
      } else {
        survivors.append("\(code): \(mutation)")
      }
    }
    let noticed = mutations.count - survivors.count
    if isWhole { print("\(name) in greys: \(noticed) of \(mutations.count) mutations noticed; \(survivors)") }
    #expect(noticed * 100 >= mutations.count * 95 || !isWhole, "\(survivors)")
    #expect(Set(survivors.filter { $0.hasPrefix("without") }).isSubset(of: known), "\(name): \(survivors)")
  }

  @Test func `a strict model notices a mistake in a refresh in greys`() throws {
    // `01` and `18` repeat a reset's values. After greys the set-up is for a partial refresh, which sends `21`, `3C`, `44` and
    // `45` itself; `26` already has the higher bit of each grey.
    try reportGrey(
      GreyRefreshTests.ssd1683(), "4in2-v2",
      known: [
        "without 01 in setUp", "without 18 in setUp", "without 01 in settle", "without 18 in settle",
        "without 21 in settle", "without 3C in settle", "without 44 in settle", "without 45 in settle",
        "without 26 in settle",
      ])
    // `06` is written twice, as the maker does; `E3` cures streaks that no model shows; `E0` and `41` repeat a reset's
    // values.
    try reportGrey(
      GreyRefreshTests.uc8179(), "7in5-v2",
      known: [
        "without 06 in setUp", "without 06 in prepare", "without E3 in setUp", "without E0 in setUp",
        "without 41 in setUp",
      ])
  }
}
