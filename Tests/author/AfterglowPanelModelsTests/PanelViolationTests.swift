import AfterglowPanelModels
import Testing

/// One change of a complete recipe for each violation.
@Suite struct PanelViolationTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var kind: PanelViolationKind
    var line: String
    /// What follows from it.
    var also: Set<PanelViolationKind> = []
    var base: PanelRecipe
    var change: @Sendable (PanelRecording) -> PanelRecording = { $0 }
    var configure: @Sendable (inout ModelSettings) -> Void = { _ in }

    var testDescription: String { "\(kind.rawValue) by \(line)" }
  }

  private static func named(_ name: String) -> PanelRecipe {
    PanelRecipeTests.all.first { $0.testDescription == name }!
  }

  /// A host that has read the clock before a late packet is ahead of the driver.
  @Test(arguments: [(99, false), (100, true)]) func `a reset pulse has the length that the driver gave it`(
    _ lengthUs: Int, _ isLong: Bool
  ) {
    let panel = SimulatedPanel(.panel7in5V2)
    panel.setPower(true)
    panel.advance(toUs: 10_000)
    panel.setReset(false, atUs: 5000)
    panel.setReset(true, atUs: 5000 + Int64(lengthUs))
    #expect(panel.violations.filter { $0.kind == .reset }.isEmpty == isLong, "\(panel.violations)")
  }

  static let solomon = named("2in13-v4: full")
  static let partials = named("2in13-v4: partials that exchange the planes")
  static let registers = named("2in9-v2-old: partials from registers")
  static let ultraChip = named("7in5-v2: full with 1 as white")
  static let windows = named("7in5-v2: two partials")
  static let spectra = named("7in3-spectra6: as sold, in C")

  private static func again(_ plane: [UInt8], count: Int) -> @Sendable (PanelRecording) -> PanelRecording {
    { recording in
      recording.editing(0x10) { recorder in
        for index in 0..<count {
          recorder.image(0x24, index % 2 == 0 ? plane.map { ~$0 | 0x3F } : plane)
          recorder.send(0x22, [0xFF])
          recorder.send(0x20)
          recorder.wait(false)
          recorder.image(0x26, index % 2 == 0 ? plane.map { ~$0 | 0x3F } : plane)
        }
        recorder.send(0x10, [1])
      }
    }
  }

  static let picture = TestPicture.noise((122, 250), seed: 1).plane()

  static let mistakes: [Mistake] = [
    Mistake(kind: .busy, line: "a command during the refresh", base: solomon) {
      $0.editing(0x20) {
        $0.send(0x20)
        $0.send(0x3C, [5])
      }
    },
    Mistake(kind: .busy, line: "a poll inside the lag", also: [.border, .sleep], base: ultraChip) { recording in
      // The host looks at once, sees an idle panel and goes on.
      var events = recording.events
      let at = events.firstIndex { $0.action == .write([0x12], hz: 4_000_000) }!
      let wait = events[at...].firstIndex { if case .busyWait = $0.action { true } else { false } }!
      let delta = events[wait].atUs - events[at].atUs - 20
      for index in wait..<events.count { events[index].atUs -= delta }
      return PanelRecording(events: events)
    },
    Mistake(kind: .orphan, line: "data before any command", base: solomon) {
      $0.editing(0x12) {
        $0.data([0])
        $0.send(0x12)
        $0.pause(ms: 1)
        $0.wait(false)
      }
    },
    Mistake(kind: .short, line: "1 of 10 bytes", base: solomon) {
      $0.editing(0x3C) {
        $0.send(0x3C, [5])
        $0.send(0x37, [0])
      }
    },
    Mistake(kind: .long, line: "a byte too many", base: solomon) { $0.editing(0x3C) { $0.send(0x3C, [5, 0]) } },
    Mistake(kind: .image, line: "a picture one byte short", base: solomon) {
      $0.editing(0x24) {
        $0.image(0x24, picture.dropLast())
        $0.send(0x4E, [0])
        $0.send(0x4F, [0, 0])
      }
    },
    Mistake(kind: .window, line: "a counter outside the window", base: solomon) {
      $0.editing(0x24) {
        $0.send(0x4E, [0x10])
        $0.image(0x24, picture)
      }
    },
    Mistake(kind: .window, line: "a window that begins between two bytes", also: [.image], base: windows) {
      $0.editing(0x90) { $0.send(0x90, [0, 105, 1, 151, 0, 51, 1, 44, 1]) }
    },
    Mistake(kind: .pad, line: "black padding", base: solomon) {
      $0.editing(0x24) { $0.image(0x24, picture.map { $0 & ~1 }) }
    },
    Mistake(kind: .noInit, line: "no 22", also: [.unused], base: solomon) { $0.editing(0x22) { _ in } },
    Mistake(kind: .noInit, line: "no AA", also: [.unused], base: spectra) { $0.editing(0xAA) { _ in } },
    Mistake(kind: .defaults, line: "no 01", base: solomon) { $0.editing(0x01) { _ in } },
    Mistake(kind: .noPower, line: "no 04", also: [.unused], base: ultraChip) { $0.editing(0x04) { _ in } },
    Mistake(kind: .asleep, line: "a command in deep sleep", base: solomon) {
      $0.editing(0x10) {
        $0.send(0x10, [1])
        $0.send(0x12)
      }
    },
    Mistake(kind: .sleep, line: "deep sleep with the high voltage on", base: ultraChip) { $0.editing(0x02) { _ in } },
    Mistake(kind: .sleep, line: "a wrong check code", base: spectra) {
      $0.editing(0x07) { $0.send(0x07, [0xA4]) }
    },
    Mistake(kind: .plane, line: "plane 26 never written", base: solomon) { $0.editing(0x26) { _ in } },
    Mistake(kind: .grey, line: "a partial refresh of greys", base: PanelRecipe.ssd1683.last!) {
      $0.editing(0x10) {
        $0.send(0x3C, [0x80])
        $0.send(0x44, [0, 0x31])
        $0.send(0x45, [0, 0, 0x2B, 1])
        $0.send(0x4E, [0])
        $0.send(0x4F, [0, 0])
        $0.image(0x24, [UInt8](repeating: 0xFF, count: 15_000))
        $0.send(0x22, [0xFF])
        $0.send(0x20)
        $0.wait(false)
        $0.send(0x10, [1])
      }
    },
    Mistake(kind: .polarity, line: "one picture under two polarities", also: [.rate], base: ultraChip) {
      $0.editing(0x12) { recorder in
        recorder.send(0x12)
        recorder.pause(ms: 100)
        recorder.wait(true)
        recorder.send(0x50, [0x10, 7])
        recorder.image(0x13, TestPicture.noise((800, 480), seed: 2).plane())
        recorder.send(0x12)
      }
    },
    Mistake(kind: .ghost, line: "more than five partials", base: partials, change: again(picture, count: 6)),
    Mistake(kind: .rate, line: "two full refreshes in a row", base: solomon) {
      $0.editing(0x10) {
        $0.send(0x22, [0xF7])
        $0.send(0x20)
        $0.wait(false)
        $0.send(0x10, [1])
      }
    },
    Mistake(kind: .leftOn, line: "a minute of high voltage", base: ultraChip) {
      $0.editing(0x02) {
        $0.pause(ms: 61_000)
        $0.send(0x02)
      }
    },
    Mistake(kind: .reset, line: "a command right after a reset", base: solomon) { recording in
      var changed = recording
      let wait = changed.events.firstIndex { if case .busyWait = $0.action { true } else { false } }!
      changed.events.remove(at: wait)
      let late = changed.events[wait].atUs - changed.events[wait - 1].atUs - 100
      for index in wait..<changed.events.count { changed.events[index].atUs -= late }
      return changed
    },
    Mistake(kind: .clock, line: "a clock of 21 MHz", base: solomon) { recording in
      PanelRecording(
        events: recording.events.map { event in
          guard case .write(let bytes, _) = event.action else { return event }
          return RecordedEvent(atUs: event.atUs, .write(bytes, hz: 21_000_000))
        })
    },
    Mistake(kind: .transfer, line: "a transfer of 4097 bytes", base: solomon) {
      $0.editing(0x3C) {
        $0.send(0x3C, [5])
        $0.data([UInt8](repeating: 5, count: 4097))
      }
    },
    Mistake(kind: .code, line: "a colour without ink", base: spectra) {
      $0.editing(0x10) { $0.image(0x10, [UInt8](repeating: 0x14, count: 192_000)) }
    },
    Mistake(kind: .otp, line: "a command that programs memory", also: [.sleep], base: solomon) {
      $0.editing(0x20) { $0.send(0x36) }
    },
    Mistake(kind: .unknown, line: "99", base: solomon) {
      $0.editing(0x3C) {
        $0.send(0x3C, [5])
        $0.send(0x99, [1])
      }
    },
    Mistake(kind: .setting, line: "a temperature sensor that is not there", base: solomon) {
      $0.editing(0x18) { $0.send(0x18, [0x48]) }
    },
    Mistake(kind: .waveform, line: "a wrong bit in a table", base: registers) { recording in
      recording.editing(0x32) { recorder in
        var wrong = SolomonWaveform.partial
        wrong[63] = 1
        recorder.send(0x32, wrong)
      }
    },
    Mistake(
      kind: .temperature, line: "frost", also: [.waveform, .unused], base: solomon,
      configure: { $0.temperatureCelsius = -5 }),
    Mistake(kind: .border, line: "a border that does not follow", base: solomon) {
      $0.editing(0x3C) { $0.send(0x3C, [0x80]) }
    },
    Mistake(kind: .unused, line: "a sequence that never runs", base: solomon) {
      $0.editing(0x22) {
        $0.send(0x22, [0xC7])
        $0.send(0x22, [0xF7])
      }
    },
    Mistake(kind: .wait, line: "a stuck BUSY", base: solomon, configure: { $0.fault = .busyStuckHigh }),
  ]

  @Test(arguments: mistakes)
  func `a mistake raises its violation, and what follows from it`(_ mistake: Mistake) {
    var settings = ModelSettings()
    mistake.configure(&settings)
    let panel = SimulatedPanel(mistake.base.panel, settings: settings)
    panel.play(mistake.change(mistake.base.recording))
    #expect(panel.violations.contains { $0.kind == mistake.kind })
    let kinds = Set(panel.violations.map(\.kind))
    #expect(kinds == mistake.also.union([mistake.kind]), "\(panel.violations)")
    #expect(panel.violations.allSatisfy { $0.isError }, "strict mode forgives nothing")
  }

  @Test func `every violation has a mistake`() {
    // Broken bytes do not exist in recordings: they have a test of their own.
    let covered = Set(Self.mistakes.map(\.kind)).union([.lines])
    #expect(covered == Set(PanelViolationKind.allCases))
  }

  @Test func `replay mode only warns of what hardware tolerates`() {
    for mistake in Self.mistakes where mistake.also.isEmpty && mistake.kind.isToleratedInReplay {
      var settings = ModelSettings()
      settings.isStrict = false
      mistake.configure(&settings)
      let panel = SimulatedPanel(mistake.base.panel, settings: settings)
      panel.play(mistake.change(mistake.base.recording))
      #expect(!panel.violations.isEmpty && panel.violations.allSatisfy { !$0.isError }, "\(mistake.testDescription)")
    }
  }

  @Test func `lines that change inside a byte, and bytes without chip select, are reported`() throws {
    let panel = SimulatedPanel(.panel2in13V4)
    panel.setPower(true)
    panel.clock(0b101, count: 3)
    panel.setDataCommand(true)
    panel.clock(0b101, count: 3)
    panel.setChipSelect(true)
    try panel.write([0x12])
    #expect(panel.violations.map(\.kind) == [.lines, .lines, .lines])
    panel.setChipSelect(false)
    panel.setDataCommand(false)
    panel.setReset(false)
    panel.advance(toUs: 1000)
    panel.setReset(true)
    panel.advance(toUs: 20_000)
    #expect(panel.busyLevel() == false)
    panel.clock(0x12, count: 8)
    panel.advance(toUs: 20_500)
    #expect(panel.busyLevel() == true)
    #expect(panel.violations.count == 3)
  }

  @Test func `a reset pulse of 50 µs is too short, and one in mid-refresh spoils the picture`() throws {
    let panel = SimulatedPanel(.panel2in13V4)
    panel.setPower(true)
    panel.setReset(false)
    panel.advance(toUs: 50)
    panel.setReset(true)
    #expect(panel.violations.map(\.kind) == [.reset])
    var events = Self.solomon.recording.events
    let at = events.firstIndex { $0.action == .write([0x20], hz: 4_000_000) }!
    events.replaceSubrange((at + 2)..., with: [RecordedEvent(atUs: events[at].atUs + 300_000, .reset(false))])
    let other = SimulatedPanel(.panel2in13V4)
    other.play(PanelRecording(events: events))
    #expect(other.violations.map(\.kind).contains(.reset))
    let white = other.glass.seen().pixels.count { $0 == 3 }
    #expect(white > 122 * 250 / 2 && white < 122 * 250, "a mixture of white and the picture")
  }

  @Test func `violations say when, in which line and command, and what was expected`() {
    let recording = Self.solomon.recording.editing(0x3C) { $0.send(0x3C, [0x80]) }
    let numbered = PanelRecording(
      events: recording.events.enumerated().map { RecordedEvent(atUs: $1.atUs, $1.action, line: $0 + 1) })
    let panel = SimulatedPanel(.panel2in13V4)
    panel.play(numbered)
    let line = numbered.events.first { $0.action == .write([0x20], hz: 4_000_000) }!.line
    #expect(panel.violations.count == 1)
    #expect(
      panel.violations.first?.description.hasPrefix("line \(line), 0.0") == true
        && panel.violations.first?.description.hasSuffix(
          "s, command 20: error V-BORDER: expected 3C: 05 for this refresh, found 80") == true,
      "\(panel.violations)")
  }

  @Test(arguments: PanelFault.allCases)
  func `a fault of BUSY never makes a replay endless, and a slow panel is only slow`(_ fault: PanelFault) {
    for recipe in [Self.solomon, Self.ultraChip, Self.spectra] {
      var settings = ModelSettings()
      settings.fault = fault
      let panel = SimulatedPanel(recipe.panel, settings: settings)
      panel.play(recipe.recording)
      let kinds = Set(panel.violations.map(\.kind))
      let isIdle = fault == .busyAbsent || (fault == .busyStuckLow) == recipe.panel.controller.traits.family.busyLevel
      switch fault {
      case .none, .slow: #expect(kinds == [])
      default: #expect(kinds.contains(isIdle ? .busy : .wait), "\(recipe.testDescription) \(kinds)")
      }
    }
  }
}

extension PanelRecording {
  /// With other events in place of the first command of this number and its data; what follows comes later by as much.
  func editing(_ command: UInt8, _ body: (inout RecipeRecorder) -> Void) -> PanelRecording {
    var isData = false
    var first: Int?
    var end = events.count
    for (index, event) in events.enumerated() {
      if case .dataCommand(let level) = event.action { isData = level }
      guard case .write(let bytes, _) = event.action else { continue }
      if first == nil, !isData, bytes[0] == command {
        first = index - 2
        end = index + 2
      } else if first != nil, isData {
        end = index + 2
      } else if first != nil {
        break
      }
    }
    let start = first!
    var recorder = RecipeRecorder(atUs: events[start].atUs)
    body(&recorder)
    let after = events[end].atUs
    let delta = recorder.nowUs - after
    let rest = events[end...].map { RecordedEvent(atUs: $0.atUs + delta, $0.action) }
    // The host's pause before the next event stays.
    let gap = after - events[end - 1].atUs
    return PanelRecording(
      events: events[..<start] + recorder.events + rest.map { RecordedEvent(atUs: $0.atUs + gap, $0.action) })
  }
}
