import AfterglowCore
import AfterglowPanelModels
import Foundation
import Testing

@testable import AfterglowEPaper

/// Every sequence with one mistake, on the strict model of its panel: each command left out, each bit of its parameters and
/// waveforms turned. In `make test` a sample, whole with `make test-panels`.
@Suite struct StrictMutationTests {
  /// What nothing notices, by the sequences' and the mutations' names' beginnings, and why not.
  private static let survivors = [
    ("", "10: 01 as 03 in sleep", "a sleep that loses memory is legal, and what follows writes all of it"),
    ("", "22: C7 as D7 in refresh", "loads the waveform a second time"),
    ("2in13-v4: fast", "22: B1 as B9 in prepare", "the waveform that it loads is replaced by the next one"),
    ("2in9-v2: fast", "22: B1 as B9 in prepare", "the waveform that it loads is replaced by the next one"),
    (
      "2in9-v2-old: partial", "22: C0 as E0 in refresh",
      "measures the temperature, which a waveform that was sent ignores"
    ),
    ("2in9-v2-old: partial", "22: 0F as 07 in refresh", "a waveform that was sent serves both modes"),
    ("2in9-v2 in greys", "22: C7 as CF in refresh", "a waveform that was sent serves both modes"),
    ("2in9-v2 in greys", "2C: 28 as 38 in prepare", "both are listed"),
    ("2in9-v2 in greys", "without 18 in setUp", "no temperature chooses a waveform that was sent"),
    (
      "2in9-v2 in greys", "without 45 in settle", "a partial refresh sends it, and the window after a reset is as large"
    ),
    ("2in9-v2 in greys", "without 3C in settle", "a partial refresh sends it, and a drive begins with a reset"),
    ("2in9-v2 in greys", "3C: 05", "a partial refresh sends it, and a drive begins with a reset"),
    ("4in2-v2", "without 01", "repeats a reset's values"),
    ("4in2-v2", "without 18", "the makers' own sequence leaves it out"),
    ("4in2-v2", "21: 40 00 as 00 00", "planes 24 and 26 are alike"),
    ("4in2-v2", "3C: 05 as 01", "both are listed"),
    ("4in2-v2 in greys", "22: CF as C7 in refresh", "a waveform that was sent serves both modes"),
    ("4in2-v2 in greys", "without 21 in settle", "a partial refresh sends it, and a drive begins with a reset"),
    ("4in2-v2 in greys", "without 3C in settle", "a partial refresh sends it, and a drive begins with a reset"),
    ("4in2-v2 in greys", "3C: 05", "a partial refresh sends it, and a drive begins with a reset"),
    (
      "4in2-v2 in greys", "without 44 in settle", "a partial refresh sends it, and the window after a reset is as large"
    ),
    (
      "4in2-v2 in greys", "without 45 in settle", "a partial refresh sends it, and the window after a reset is as large"
    ),
    ("4in2-v2 in greys", "without 26 in settle", "26 has the higher bit of each grey: the picture in black and white"),
    ("", "without 24 in settle", "24 has the picture; only planes that exchange their parts would need it again"),
    ("", "without 92 in settle", "the next window, or the reset of a drive, ends it too"),
    ("7in5-v2", "06: 17 17 28 17 as 17 17 38 17", "both are listed"),
    ("7in5-v2", "without E3", "cures streaks that no model shows"),
    ("7in5-v2", "without E0", "repeats a reset's value"),
    ("7in5-v2", "without 41", "repeats a reset's value"),
    ("7in5-v2: f", "without 10 in prepare", "the controller copies the new plane to the old one after a full refresh"),
    (
      "7in5-v2-old: full", "without 10 in prepare",
      "the controller copies the new plane to the old one after a full refresh"
    ),
    ("7in5-v2", "without 06", "sent twice in refreshes by a forced temperature, as the maker does"),
    ("7in5-v2", "E0: 00 as 02 in setUp", "sent again before a refresh by a forced temperature"),
    ("7in5-v2 in greys", "50: 10 07 as 90 07", "both are listed"),
    ("7in5-v2 in greys", "50: 10 07 as 10 17", "both are listed"),
    ("7in3-spectra6", "without 06", "sent twice with one value, as the maker does"),
    ("4in0-spectra6", "without 06", "sent twice with one value, as the maker does"),
  ]

  @Test(arguments: PanelCase.sequences)
  func `a strict model notices a mistake in a sequence`(_ sequence: PanelSequence) {
    let commands = MutantController.commands(of: sequence.panel.controller, sequence.refresh)
    let all = MutantController.mutations(of: sequence.panel.controller, sequence.refresh).filter {
      sequence.runs(commands[$0.command].part)
    }
    let some = PanelCase.isWhole ? all : all.enumerated().filter { $0.offset % 61 == 0 }.map(\.element)
    #expect(survives(sequence, nil))
    var unnoticed: [String] = []
    for mutation in some where survives(sequence, mutation) {
      unnoticed.append(name(of: mutation, commands[mutation.command]))
    }
    if PanelCase.isWhole {
      let share = 100 * (1 - Double(unnoticed.count) / Double(all.count))
      print(
        "\(sequence.testDescription): \(all.count) mutations, \(String(format: "%.1f", share)) % noticed; \(unnoticed)")
      #expect(share >= 95)
    }
    for name in unnoticed {
      #expect(
        Self.survivors.contains { sequence.testDescription.hasPrefix($0.0) && name.hasPrefix($0.1) },
        "\(sequence.testDescription): \(name) has no reason")
    }
  }

  /// Such as "without 26 in settle", or "21: 00 80 as 01 80 in setUp".
  private func name(
    of mutation: SequenceMutation, _ command: (part: SequencePart, index: Int32, step: SequenceStep)
  ) -> String {
    let place = "in \(command.part)"
    switch (mutation, command.step) {
    case (.deletion, .command(let code, _)), (.deletion, .plane(let code, _)), (.deletion, .table(let code, _, _)):
      return "without \(hexText(code.byte)) \(place)"
    case (.flip(_, let byte, let bit), .command(let code, let parameters)):
      let right = (0..<parameters.count).map { parameters[$0] }
      var wrong = right
      wrong[Int(byte)] ^= 1 << UInt8(bit)
      return "\(hexText(code.byte)): \(hexText(right)) as \(hexText(wrong)) \(place)"
    case (.flip(_, let byte, let bit), .table(let code, _, _)):
      return "\(hexText(code.byte)): bit \(bit) of byte \(byte) \(place)"
    default: return "\(mutation)"
    }
  }

  /// Whether a panel that is used as a display uses it shows the right pictures, without a violation.
  private func survives(_ sequence: PanelSequence, _ mutation: SequenceMutation?) -> Bool {
    let mutant = MutantController(base: sequence.panel.controller, mutation: mutation, of: sequence.refresh)
    let panel = StrictPanel(mutant, sequence.panel.description)
    do {
      for use in uses(of: sequence) {
        panel.rest(seconds: use.restSeconds)
        panel.draw(use.seed, in: use.isPart ? PanelSequence.area : nil)
        try panel.refresh(use.kind, use.isPart ? PanelSequence.area : nil, ending: use.ending)
        // A driver that finds no refresh makes another one.
        let isRight = panel.unlike == 0 && panel.rig.lastKind == use.kind
        if !isRight || !panel.panel.violations.isEmpty { return false }
      }
      try panel.close()
      panel.panel.finish()
    } catch { return false }
    return panel.panel.violations.isEmpty
  }

  private struct Use {
    var kind: RefreshKind
    var seed: Int
    var restSeconds: Int64 = 200
    var isPart = false
    var ending = RefreshEnding.standby
  }

  /// The sequence, what it follows, and what shows that it has left the panel as it should.
  private func uses(of sequence: PanelSequence) -> [Use] {
    let hasPartial = sequence.panel.controller.supports(.partial)
    let part = Use(kind: .partial, seed: 2, restSeconds: 60, isPart: true)
    switch sequence.kind {
    case .full:
      if !hasPartial { return [Use(kind: .full, seed: 1, ending: .sleep), Use(kind: .full, seed: 3, ending: .sleep)] }
      return [Use(kind: .full, seed: 1), part, Use(kind: .full, seed: 3, ending: .sleep)]
    case .fast:
      return [Use(kind: .full, seed: 1), Use(kind: .fast, seed: 4), part, Use(kind: .fast, seed: 3, ending: .sleep)]
    case .partial:
      return [
        Use(kind: .full, seed: 1), part, Use(kind: .partial, seed: 5, restSeconds: 60, isPart: true),
        Use(kind: .full, seed: 3, ending: .sleep),
      ]
    case .grey:
      let first = Use(kind: .grey, seed: 1, ending: sequence.ending)
      let last = Use(kind: .grey, seed: 3, ending: .sleep)
      return sequence.ending == .standby ? [first, part, last] : [first, last]
    }
  }
}
