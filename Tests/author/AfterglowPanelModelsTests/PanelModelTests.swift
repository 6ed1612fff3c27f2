import AfterglowPanelModels
import Testing

/// What panels and controllers do, apart from mistakes.
@Suite struct PanelModelTests {
  private static func replayed(_ recipe: PanelRecipe, _ change: (inout ModelSettings) -> Void = { _ in })
    -> SimulatedPanel
  {
    var settings = ModelSettings()
    settings.isStrict = false
    change(&settings)
    let panel = SimulatedPanel(recipe.panel, settings: settings)
    panel.play(recipe.recording)
    return panel
  }

  private static func differing(_ panel: SimulatedPanel, _ picture: TestPicture) -> Int {
    zip(panel.glass.seen().pixels, picture.pixels).count { $0 != $1 }
  }

  // MARK: BUSY

  @Test(arguments: [Int64(0), 100, 200])
  func `BUSY follows a trigger after its lag, for a time within 20 % of the nominal one`(_ lagUs: Int64) throws {
    for seed: UInt64 in 1...20 {
      for description in [PanelDescription.panel7in5V2, .panel7in3Spectra6] {
        var settings = ModelSettings()
        settings.busyLagUs = lagUs
        settings.seed = seed
        let panel = SimulatedPanel(description, settings: settings)
        panel.setPower(true)
        panel.setReset(false)
        panel.advance(toUs: 2_000)
        panel.setReset(true)
        panel.advance(toUs: 100_000)
        #expect(panel.busyLevel() == true, "idle is high")
        try panel.write([0x04])
        if lagUs > 0 {
          panel.advance(toUs: 100_000 + lagUs - 1)
          #expect(panel.busyLevel() == true)
        }
        panel.advance(toUs: 100_000 + lagUs)
        #expect(panel.busyLevel() == false)
        let nominal = description.times.powerOn * 1000
        panel.advance(toUs: 100_000 + nominal * 8 / 10 - 1)
        #expect(panel.busyLevel() == false)
        panel.advance(toUs: 100_000 + nominal * 12 / 10)
        #expect(panel.busyLevel() == true)
        #expect(panel.isPumping && panel.violations.isEmpty)
      }
    }
  }

  @Test func `a software reset is busy for at most 10 ms, also when all else is slow`() throws {
    for seed: UInt64 in 1...50 {
      var settings = ModelSettings()
      settings.fault = .slow
      settings.seed = seed
      let panel = SimulatedPanel(.panel2in13V4, settings: settings)
      panel.setPower(true)
      panel.setReset(false)
      panel.advance(toUs: 10_000)
      panel.setReset(true)
      panel.advance(toUs: 30_000)
      try panel.write([0x12])
      panel.advance(toUs: 30_300)
      #expect(panel.busyLevel() == true)
      panel.advance(toUs: 40_000)
      #expect(panel.busyLevel() == false)
    }
  }

  @Test func `BUSY in deep sleep reads busy on Solomon's and idle on the others, and follows its bias without supply`()
  {
    for recipe in [PanelViolationTests.solomon, PanelViolationTests.ultraChip, PanelViolationTests.spectra] {
      // Without the supply's end.
      let events = recipe.recording.events.filter { $0.action != .power(false) }
      for bias in [false, true] {
        var settings = ModelSettings()
        settings.busyBias = bias
        let panel = SimulatedPanel(recipe.panel, settings: settings)
        #expect(panel.busyLevel() == bias)
        panel.play(PanelRecording(events: events))
        #expect(panel.isAsleep && panel.busyLevel() == true)
        panel.setPower(false)
        #expect(panel.busyLevel() == bias)
      }
    }
  }

  // MARK: memory and pixels

  /// The makers' partial refresh leaves plane 26 as it was; a second one then compares with an old picture.
  @Test func `a stale plane leaves a ghost, and only pixels that differ between the planes move`() {
    var recipe = SolomonRecipe(.panel2in13V4)
    recipe.start(20, 2, 20)
    recipe.completeInit()
    recipe.full(recipe.picture(1))
    recipe.beginPartials()
    for seed: UInt64 in [2, 1] {
      recipe.window()
      recipe.recorder.image(0x24, recipe.picture(seed).plane())
      recipe.run(0xFF)
    }
    recipe.sleep()
    let panel = Self.replayed(recipe.recipe("stale", shows: recipe.picture(1)))
    // Old and new agree in the second refresh, so nothing moved.
    #expect(panel.glass.seen() == recipe.picture(2))
    #expect(panel.violations.contains { $0.kind == .plane && $0.isError })
  }

  @Test func `each partial move leaves residue, and a full refresh takes it away`() throws {
    let partial = Self.replayed(PanelViolationTests.partials)
    let picture = PanelViolationTests.partials.expected
    let moved = (0..<122 * 250).filter { partial.glass.pixels.residues[$0] > 0 }
    #expect(moved.count > 10_000)
    #expect(Self.differing(partial, picture) == 0)
    let x = moved[0] % 122
    let y = moved[0] / 122
    let level = partial.glass.level(x: x, y: y)
    #expect(picture[x, y] == 3 ? level < 255 && level > 200 : level > 0 && level < 50)
    let full = Self.replayed(PanelViolationTests.solomon)
    #expect(full.glass.pixels.residues.allSatisfy { $0 == 0 })
  }

  @Test func `memory that was lost holds noise and not zeros`() {
    // Deep sleep of an UltraChip controller loses both planes; a partial refresh shows what they hold.
    var recipe = UC8179Recipe(.panel7in5V2)
    recipe.start()
    recipe.completeInit(border: [0x29, 7])
    recipe.recorder.image(0x13, recipe.picture(1).plane(x: 0..<800, y: 0..<1))
    recipe.refresh()
    recipe.sleep()
    let panel = Self.replayed(recipe.recipe("short", shows: recipe.picture(1)))
    #expect(panel.violations.filter { $0.kind == .image }.count == 2, "too short, and never written")
    let black = panel.glass.seen().pixels.count { $0 == 0 }
    #expect(black > 800 * 480 / 3 && black < 800 * 480 * 2 / 3)
  }

  @Test func `a reset keeps an UltraChip's memory, unless the setting says otherwise`() {
    let recipe = PanelRecipe.uc8179.first { $0.name == "partial as sold" }!
    #expect(Self.differing(Self.replayed(recipe), recipe.expected) == 0)
    let losing = Self.replayed(recipe) { $0.resetLosesMemory = true }
    #expect(losing.violations.contains { $0.kind == .plane && $0.isError })
    #expect(Self.differing(losing, recipe.expected) > 10_000)
  }

  @Test(arguments: [-1, 51])
  func `outside of 0 to 50 °C nothing moves`(_ celsius: Int) {
    for recipe in [PanelViolationTests.solomon, PanelViolationTests.ultraChip, PanelViolationTests.spectra] {
      let panel = Self.replayed(recipe) { $0.temperatureCelsius = celsius }
      #expect(panel.fullRefreshCount == 0)
      #expect(Set(panel.glass.pixels.levels).count == 1)
      #expect(panel.violations.contains { $0.kind == .temperature })
    }
  }

  @Test func `a measured temperature below 10 °C slows a refresh down, a forced one does not`() {
    func microseconds(_ name: String, _ celsius: Int) -> Int64 {
      let recipe = PanelRecipeTests.all.first { $0.testDescription == name }!
      let panel = Self.replayed(recipe) { $0.temperatureCelsius = celsius }
      #expect(panel.violations == [] && panel.glass.seen() == recipe.expected)
      return panel.nowUs
    }
    for name in ["2in13-v4: full", "7in5-v2: full", "7in3-spectra6: as sold, in C"] {
      #expect(microseconds(name, 10) == microseconds(name, 40))
      #expect(microseconds(name, 5) > microseconds(name, 10) + 500_000)
      #expect(microseconds(name, 0) > microseconds(name, 5) + 500_000)
    }
    for name in ["2in13-v4: fast full with D7", "7in5-v2: fast full"] {
      #expect(microseconds(name, 0) == microseconds(name, 25))
    }
  }

  @Test func `wrong scan directions mirror the picture`() {
    let recipe = PanelViolationTests.ultraChip
    let picture = recipe.expected
    for (setting, isMirrored, isFlipped) in [(UInt8(0x1B), true, false), (0x17, false, true), (0x13, true, true)] {
      let changed = PanelRecipe(
        name: "mirrored", panel: recipe.panel,
        recording: recipe.recording.editing(0x00) { $0.send(0x00, [setting]) }, expected: picture)
      let seen = Self.replayed(changed).glass.seen()
      #expect(seen[3, 5] == picture[isMirrored ? 796 : 3, isFlipped ? 474 : 5])
      let differing = (0..<480).reduce(0) { count, y in
        count
          + (0..<800).count { seen[$0, y] != picture[isMirrored ? 799 - $0 : $0, isFlipped ? 479 - y : y] }
      }
      #expect(differing == 0)
    }
  }

  @Test func `a negative is a negative`() {
    let recipe = PanelViolationTests.ultraChip
    let changed = PanelRecipe(
      name: "negative", panel: recipe.panel, recording: recipe.recording.editing(0x50) { $0.send(0x50, [0x10, 7]) },
      expected: recipe.expected)
    let seen = Self.replayed(changed).glass.seen()
    #expect(zip(seen.pixels, recipe.expected.pixels).allSatisfy { $0 == 3 - $1 })
  }

  @Test func `sources from S0 shift the picture of a panel that begins at S8`() {
    let recipe = PanelViolationTests.solomon
    let changed = PanelRecipe(
      name: "shifted", panel: recipe.panel, recording: recipe.recording.editing(0x21) { $0.send(0x21, [0, 0]) },
      expected: recipe.expected)
    let seen = Self.replayed(changed).glass.seen()
    for y in stride(from: 0, to: 250, by: 7) {
      for x in 0..<114 { #expect(seen[x, y] == recipe.expected[x + 8, y]) }
    }
  }

  @Test func `both directions of both counters, and rows first, fill the same memory`() {
    let picture = TestPicture.noise((122, 250), seed: 6)
    let plane = picture.plane()
    for mode: UInt8 in 0..<8 {
      var recipe = SolomonRecipe(.panel2in13V4)
      let (right, down) = (mode & 1 != 0, mode & 2 != 0)
      recipe.start(20, 2, 20)
      recipe.completeInit()
      recipe.recorder.send(0x11, [mode])
      recipe.recorder.send(0x44, right ? [0, 15] : [15, 0])
      recipe.recorder.send(0x45, down ? [0, 0, 249, 0] : [249, 0, 0, 0])
      recipe.recorder.send(0x4E, [right ? 0 : 15])
      recipe.recorder.send(0x4F, [down ? 0 : 249, 0])
      let columns = right ? Array(0..<16) : (0..<16).reversed()
      let rows = down ? Array(0..<250) : (0..<250).reversed()
      let bytes =
        mode & 4 == 0
        ? rows.flatMap { y in columns.map { plane[y * 16 + $0] } }
        : columns.flatMap { x in rows.map { plane[$0 * 16 + x] } }
      recipe.planes(bytes, bytes)
      recipe.run(0xF7)
      recipe.sleep()
      let panel = Self.replayed(recipe.recipe("mode \(mode)", shows: picture))
      #expect(panel.glass.seen() == picture, "\(mode)")
      #expect(panel.violations.allSatisfy { $0.kind == .setting && !$0.isError }, "\(panel.violations)")
    }
  }

  @Test func `a colour without ink shows white or orange, and the picture has the inks of all frames`() {
    let recipe = PanelViolationTests.spectra
    var bytes = [UInt8](repeating: 0x47, count: 192_000)
    bytes[0] = 0x06
    let changed = PanelRecipe(
      name: "codes", panel: recipe.panel, recording: recipe.recording.editing(0x10) { $0.image(0x10, bytes) },
      expected: recipe.expected)
    let panel = Self.replayed(changed)
    #expect(panel.glass.code(x: 0, y: 0) == 0 && panel.glass.code(x: 1, y: 0) == 6)
    #expect(panel.glass.code(x: 2, y: 0) == 4 && panel.glass.code(x: 3, y: 0) == 1)
    #expect(panel.glass.picture()[0...3] == [0xFF2B_1A31, 0xFF42_6E4E, 0xFFDB_8610, 0xFFFF_FFFF])
    #expect(panel.violations.map(\.kind) == [.code])
  }

  @Test func `the frame clock sets the time of a Spectra 6 refresh`() {
    func seconds(_ clock: UInt8) -> Double {
      let recipe = PanelViolationTests.spectra
      let recording = recipe.recording.editing(0x30) { $0.send(0x30, [clock]) }
      let panel = SimulatedPanel(recipe.panel)
      panel.play(recording)
      return Double(panel.nowUs) / 1e6
    }
    // The same seed has the same jitter.
    #expect(seconds(7) < seconds(6) && seconds(6) < seconds(3) && seconds(3) < seconds(1))
    #expect(abs(seconds(3) - seconds(8)) < 0.001)
  }

  // MARK: waits of a replay

  @Test func `a wait that the recorded panel ended sooner takes as long as this panel`() {
    let panel = SimulatedPanel(.panel7in5V2)
    panel.play(PanelViolationTests.ultraChip.recording)
    // The recording says 1 ms for each wait.
    let recorded = PanelViolationTests.ultraChip.recording.events.last!.atUs
    #expect(panel.nowUs > recorded + 3_000_000 && panel.violations.isEmpty)
  }

  @Test func `a wait that ends inside the lag is a mistake in strict mode, and goes on in replay mode`() {
    let recipe = PanelViolationTests.solomon
    // As a host records that never waits: every wait ends with the event before.
    var events = recipe.recording.events
    for index in events.indices {
      guard case .busyWait = events[index].action else { continue }
      let early = events[index].atUs - events[index - 1].atUs
      for later in index..<events.count { events[later].atUs -= early }
    }
    var settings = ModelSettings()
    settings.isStrict = false
    let replayed = SimulatedPanel(recipe.panel, settings: settings)
    replayed.play(PanelRecording(events: events))
    #expect(replayed.violations == [] && replayed.glass.seen() == recipe.expected)
    let strict = SimulatedPanel(recipe.panel)
    strict.play(PanelRecording(events: events))
    #expect(strict.violations.contains { $0.kind == .busy })
  }

  @Test func `what is in progress at the end of a recording ends first`() {
    let recipe = PanelViolationTests.spectra
    // Up to the command that switches the high voltage off, without waiting for it.
    var events = recipe.recording.events
    let last = events.lastIndex { if case .busyWait = $0.action { true } else { false } }!
    events.removeSubrange(last...)
    let panel = SimulatedPanel(recipe.panel)
    panel.play(PanelRecording(events: events))
    #expect(panel.violations == [] && !panel.isPumping && panel.glass.seen() == recipe.expected)
    // Up to the command that refreshes.
    let refresh = events.lastIndex { $0.action == .write([0x12], hz: 4_000_000) }!
    let cut = SimulatedPanel(recipe.panel)
    cut.play(PanelRecording(events: Array(events[..<(refresh + 6)])))
    #expect(cut.violations.map(\.kind) == [.leftOn] && cut.glass.seen() == recipe.expected)
  }

  @Test func `a wait for the busy level is satisfied by a pulse that has ended`() {
    let events: [RecordedEvent] = [
      RecordedEvent(atUs: 0, .power(true)), RecordedEvent(atUs: 1000, .reset(false)),
      RecordedEvent(atUs: 2000, .reset(true)), RecordedEvent(atUs: 50_000, .dataCommand(false)),
      RecordedEvent(atUs: 50_000, .write([0x12], hz: nil)),
      RecordedEvent(atUs: 90_000, .busyWait(level: true, limitUs: 50_000)),
      RecordedEvent(atUs: 95_000, .busyWait(level: false, limitUs: 50_000)),
    ]
    let panel = SimulatedPanel(.panel2in13V4)
    panel.play(PanelRecording(events: events))
    #expect(panel.violations == [] && panel.nowUs == 95_000)
    let silent = SimulatedPanel(.panel2in13V4)
    silent.play(PanelRecording(events: events.filter { $0.action != .write([0x12], hz: nil) }))
    #expect(silent.violations.map(\.kind) == [.wait])
  }
}
