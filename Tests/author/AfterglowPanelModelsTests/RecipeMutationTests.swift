import AfterglowPanelModels
import Testing

/// What strict mode notices when one command is left out, or one bit of a parameter is wrong.
@Suite struct RecipeMutationTests {
  struct Mutation {
    /// Such as "without 4E (2)" or "21: 00 80 as 01 80".
    var name: String
    var recording: PanelRecording
  }

  /// Complete recipes that between them have every kind of refresh of every panel.
  static let recipes = PanelRecipeTests.all.filter { names.contains($0.testDescription) }

  static let names: Set<String> = [
    "2in13-v4: fast full with D7", "2in13-v4: partials of a part", "2in13-v4: partials that exchange the planes",
    "2in9-v2: four greys", "2in9-v2-old: partials from registers", "4in2-v2: fast full by 110 °C",
    "4in2-v2: a partial of a part", "4in2-v2: four greys", "7in5-v2: fast full", "7in5-v2: two partials",
    "7in5-v2: four greys", "7in5-v2-old: two partials from registers", "7in3-spectra6: as sold, in C",
    "7in3-spectra6: a part", "4in0-spectra6: as sold",
  ]

  /// What nothing notices, by the beginning of its name, and why not.
  static let survivors = [
    ("without 44", "the window is as before"),
    ("without 45", "the window is as before"),
    ("without 22", "20 repeats the sequence that 22 still has"),
    ("without 24", "written again for a next refresh that does not come"),
    ("without 26", "written again for a next refresh that does not come"),
    ("without 92", "the next window or sleep ends it too"),
    ("without 50 (3)", "the border floats already"),
    ("without 04", "sent twice, as the makers do"),
    ("without 06", "sent twice with one value, as the makers do"),
    ("without 10 (1)", "the controller copies NEW to OLD after a full refresh"),
    ("without 10 (2)", "the same picture again is legal"),
    ("10: 01 as 03", "a sleep that loses memory is legal"),
    ("22: 83 as 03", "the clock is on already"),
    ("22: C7 as D7", "loads the waveform a second time"),
    ("22: C7 as CF", "a waveform from registers serves both modes"),
    ("22: CF as C7", "a waveform from registers serves both modes"),
    ("22: CC as C4", "the last exchange of planes has no successor"),
    ("21: 00 80 as 40 80", "a full refresh may exclude plane 26"),
    ("21: 40 00 as 00 00", "planes 24 and 26 are alike"),
    ("3C: 05 as 01", "both are listed"),
    ("2C: 28 as 38", "both are listed"),
    ("06: 17 17 28 17 as 17 17 38 17", "both are listed"),
    ("50: 10 07 as 10 17", "both are listed"),
    ("50: 10 07 as 90 07", "both are listed"),
  ]

  @Test func `the recipes of the mutations exist`() {
    #expect(Set(Self.recipes.map(\.testDescription)) == Self.names)
  }

  @Test(arguments: recipes)
  func `strict mode notices a missing command and a wrong bit`(_ recipe: PanelRecipe) {
    let mutations = Self.withoutCommand(recipe.recording) + Self.withWrongBit(recipe.recording)
    var unnoticed: [String] = []
    for mutation in mutations {
      let panel = SimulatedPanel(recipe.panel)
      panel.play(mutation.recording, stopsAtViolation: true)
      if panel.violations.isEmpty { unnoticed.append(mutation.name) }
    }
    let share = 1 - Double(unnoticed.count) / Double(mutations.count)
    #expect(share >= 0.95, "\(mutations.count) mutations, unnoticed: \(unnoticed)")
    for name in unnoticed {
      #expect(Self.survivors.contains { name.hasPrefix($0.0) }, "\(name) has no reason")
    }
  }

  // MARK: mutations

  /// Where commands begin and end: the events of each, with its data.
  private static func commands(_ recording: PanelRecording) -> [(range: Range<Int>, command: UInt8)] {
    var found: [(range: Range<Int>, command: UInt8)] = []
    var isData = false
    for (index, event) in recording.events.enumerated() {
      switch event.action {
      case .dataCommand(let level): isData = level
      case .write(let bytes, _):
        // From D/C to the rise of CS.
        let own = index - 2..<index + 2
        if !isData {
          found.append((own, bytes[0]))
        } else if let last = found.last {
          found[found.count - 1].range = last.range.lowerBound..<own.upperBound
        }
      default: break
      }
    }
    return found
  }

  private static func withoutCommand(_ recording: PanelRecording) -> [Mutation] {
    var counts: [UInt8: Int] = [:]
    return commands(recording).map { place in
      counts[place.command, default: 0] += 1
      var changed = recording
      changed.events.removeSubrange(place.range)
      return Mutation(name: "without \(hexText(place.command)) (\(counts[place.command]!))", recording: changed)
    }
  }

  /// Of each parameter every bit; of waveforms every eleventh. Pictures are no parameters.
  private static func withWrongBit(_ recording: PanelRecording) -> [Mutation] {
    var mutations: [Mutation] = []
    let pictures: Set<UInt8> = [0x10, 0x13, 0x24, 0x26]
    for place in commands(recording) {
      for index in place.range.dropFirst(3) {
        guard case .write(let bytes, let hz) = recording.events[index].action else { continue }
        if bytes.count > 1000 || pictures.contains(place.command) && bytes.count > 1 { continue }
        for bit in stride(from: 0, to: bytes.count * 8, by: bytes.count > 30 ? 11 : 1) {
          var wrong = bytes
          wrong[bit / 8] ^= 0x80 >> UInt8(bit % 8)
          var changed = recording
          changed.events[index].action = .write(wrong, hz: hz)
          mutations.append(
            Mutation(name: "\(hexText(place.command)): \(hexText(bytes)) as \(hexText(wrong))", recording: changed))
        }
      }
    }
    return mutations
  }
}
