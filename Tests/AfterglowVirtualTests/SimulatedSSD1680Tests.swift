import AfterglowCore
import AfterglowDevice
import TestSupport
import Testing

@testable import AfterglowVirtual

@Suite struct SimulatedSSD1680Tests {
  static let image = picture(7)

  static func variants(strict: Bool) -> [SimulatedPanelSettings] {
    var all: [SimulatedPanelSettings] = []
    for fault in [SimulatedFault.none, .slow] {
      for lag: Int64 in [0, 100, 200] {
        for seed: UInt64 in 1...4 {
          var settings = SimulatedPanelSettings()
          settings.fault = fault
          settings.busyLagUs = lag
          settings.seed = seed
          settings.isStrict = strict
          all.append(settings)
        }
      }
    }
    return all
  }

  @Test(arguments: variants(strict: true))
  func `a full recipe is clean in strict mode and shows its input`(_ settings: SimulatedPanelSettings) throws {
    let bench = Bench(settings)
    try bench.run(Recipe.full(Self.image))
    bench.bus.panel.finish()
    #expect(bench.notes == [:])
    #expect(bench.pixelsUnlike(Self.image) == 0)
    #expect(bench.bus.panel.fullRefreshCount == 1)
  }

  @Test(arguments: variants(strict: false))
  func `vendor recipes run in replay mode without errors`(_ settings: SimulatedPanelSettings) throws {
    let bench = Bench(settings)
    try bench.run(Recipe.fullInit + Recipe.fullRefresh(Self.image))
    #expect(bench.pixelsUnlike(Self.image) == 0)
    try bench.run([.pause(ms: 180_000)] + Recipe.fast(picture(8)))
    #expect(bench.pixelsUnlike(picture(8)) == 0)
    try bench.run(Recipe.vendorPartial(picture(9)))
    #expect(bench.pixelsWrong(picture(9)) == 0)
    bench.bus.panel.finish()
    #expect(bench.bus.panel.violations.errorCount == 0, "\(bench.notes)")
    #expect(Set(bench.notes.keys) == ["V-DEFAULTS", "V-RESET"])
  }

  @Test func `partials that keep planes in step show their input up to the ghost limit`() throws {
    var settings = SimulatedPanelSettings()
    settings.isStrict = false
    let bench = Bench(settings)
    try bench.run(Recipe.fullInit + Recipe.fullRefresh(Self.image))
    for seed: UInt64 in 20..<25 { try bench.run(Recipe.steadyPartial(picture(seed))) }
    #expect(bench.notes == [:])
    #expect(bench.pixelsWrong(picture(24)) == 0)
    #expect(bench.pixelsUnlike(picture(24)) > 10_000, "differential moves leave residue")
    try bench.run(Recipe.steadyPartial(picture(25)))
    #expect(bench.notes == ["V-GHOST": 1])
  }

  @Test func `a stale plane leaves a ghost`() throws {
    var settings = SimulatedPanelSettings()
    settings.isStrict = false
    let bench = Bench(settings)
    try bench.run(Recipe.fullInit + Recipe.fullRefresh(Self.image))
    // The second of these finds plane 26 as before the first.
    try bench.run(Recipe.vendorPartial(picture(9)))
    #expect(bench.bus.panel.violations.count(of: .plane) == 0)
    try bench.run(Recipe.vendorPartial(Self.image))
    #expect(bench.bus.panel.violations.count(of: .plane) == 1)
    #expect(bench.bus.panel.violations.errorCount == 1)
    #expect(bench.pixelsWrong(Self.image) > 1_000)
  }

  @Test func `a cold panel does not change`() throws {
    var settings = SimulatedPanelSettings()
    settings.temperatureCelsius = -5
    let bench = Bench(settings)
    try bench.run(Recipe.full(Self.image))
    #expect(bench.bus.panel.fullRefreshCount == 0)
    #expect(bench.pixelsUnlike([UInt8](repeating: 0xFF, count: 4000)) == 0)
  }

  @Test func `a lost supply fills RAM with garbage that sleep mode 1 keeps`() throws {
    let bench = Bench(.init())
    try bench.run(Recipe.full(Self.image))
    try bench.run([.reset(lowUs: 2_000), .pause(ms: 20)])
    #expect((0..<16).allSatisfy { bench.bus.panel.ramByte(plane: 0x24, x: $0, y: 17) == Self.image[17 * 16 + $0] })
    try bench.run([.power(false), .power(true)])
    #expect(!(0..<16).allSatisfy { bench.bus.panel.ramByte(plane: 0x24, x: $0, y: 17) == Self.image[17 * 16 + $0] })
  }

  @Test func `auto fill paints both planes without transfer`() throws {
    let bench = Bench(.init())
    try bench.run(
      Recipe.fullInit + [
        .send(0x46, [0xF7]), .wait, .send(0x47, [0xF7]), .wait, .send(0x22, [0xF7]), .send(0x20, []), .wait,
      ])
    #expect(bench.notes == [:])
    #expect(bench.pixelsUnlike([UInt8](repeating: 0xFF, count: 4000)) == 0)
  }

  @Test func `backward entry modes wrap inside the window`() throws {
    let bench = Bench(.init())
    // Both axes decreasing: the last byte sent is at the origin.
    let steps: [Step] =
      Recipe.start + [
        .send(0x01, [0xF9, 0, 0]), .send(0x11, [0]), .send(0x44, [0x0F, 0]), .send(0x45, [0xF9, 0, 0, 0]),
        .send(0x4E, [0x0F]), .send(0x4F, [0xF9, 0]), .send(0x21, [0, 0x80]), .image(0x24, Self.reversedForPads),
        .image(0x26, Self.reversedForPads), .send(0x22, [0xF7]), .send(0x20, []), .wait,
      ]
    try bench.run(steps)
    #expect(bench.notes == [:])
    #expect(bench.pixelsUnlike(Self.image) == 0)
  }

  static let reversedForPads = Array(image.reversed())

  // MARK: one mutation, one code

  struct Mutation: CustomTestStringConvertible, Sendable {
    var code: SimulatedViolationCode
    var line: String
    var change: @Sendable ([Step]) -> [Step]
    var configure: @Sendable (inout SimulatedPanelSettings) -> Void = { _ in }
    var testDescription: String { "\(code.name) by \(line)" }
  }

  static func index(of command: UInt8, in steps: [Step]) -> Int {
    steps.firstIndex {
      switch $0 {
      case .send(command, _), .image(command, _): true
      default: false
      }
    }!
  }

  static func replacing(_ command: UInt8, _ new: [Step]) -> @Sendable ([Step]) -> [Step] {
    { steps in
      var changed = steps
      let at = index(of: command, in: steps)
      changed.replaceSubrange(at...at, with: new)
      return changed
    }
  }

  static func adding(_ new: [Step]) -> @Sendable ([Step]) -> [Step] { { $0 + new } }

  static let mutations: [Mutation] = [
    .init(code: .busy, line: "a NOP during the refresh", change: replacing(0x20, [.send(0x20, []), .send(0x7F, [])])),
    .init(code: .busy, line: "no wait after the software reset") { steps in
      // Polling inside the lag counts as no wait: 13.8.
      var changed = steps
      let at = index(of: 0x12, in: steps)
      changed.insert(.send(0x7F, []), at: at + 1)
      return changed
    },
    .init(
      code: .orphan, line: "data after a command without parameters",
      change: replacing(0x3C, [.send(0x3C, [5]), .send(0x7F, []), .data([0])])),
    .init(code: .short, line: "3C without its byte", change: replacing(0x3C, [.send(0x3C, [])])),
    .init(code: .long, line: "3C with a byte too many", change: replacing(0x3C, [.send(0x3C, [5, 0])])),
    .init(
      code: .image, line: "an image one byte short",
      change: replacing(0x24, [.image(0x24, Array(image.dropLast())), .send(0x4E, [0]), .send(0x4F, [0, 0])])),
    .init(code: .image, line: "plane 24 never written", change: replacing(0x24, [])),
    .init(
      code: .window, line: "a counter outside the window",
      change: replacing(0x24, [.send(0x4E, [0x10]), .image(0x24, image)])),
    .init(code: .window, line: "rows from last to first while counting up") { steps in
      // The refresh uses the later window.
      var changed = steps
      let at = changed.lastIndex { if case .send(0x45, _) = $0 { true } else { false } }!
      changed[at] = .send(0x45, [0xF9, 0, 0, 0])
      return changed
    },
    .init(
      code: .pad, line: "black pad bits",
      change: replacing(0x24, [.image(0x24, image.enumerated().map { $0.offset == 15 ? 0xC0 : $0.element })])),
    .init(code: .noInit, line: "20 without 22", change: replacing(0x22, [])),
    .init(code: .defaults, line: "no 01", change: replacing(0x01, [])),
    .init(code: .defaults, line: "no 21", change: replacing(0x21, [])),
    .init(code: .noPower, line: "a display without enable bits", change: replacing(0x22, [.send(0x22, [0x34])])),
    .init(code: .asleep, line: "a command in deep sleep", change: adding([.send(0x7F, [])])),
    .init(code: .asleep, line: "a software reset to wake it", change: adding([.send(0x12, [])])),
    .init(code: .sleep, line: "deep sleep while powered", change: replacing(0x22, [.send(0x22, [0xF4])])),
    .init(code: .plane, line: "a differential refresh first", change: replacing(0x22, [.send(0x22, [0xFF])])),
    .init(code: .plane, line: "plane 26 never written", change: replacing(0x26, [])),
    .init(
      code: .ghost, line: "more partials than the limit",
      change: { steps in
        var changed = Array(steps.dropLast())
        for _ in 0..<6 {
          changed += Recipe.window + [.image(0x24, image), .send(0x22, [0xFF]), .send(0x20, []), .wait]
        }
        return changed
      }),
    .init(code: .rate, line: "a second refresh at once", change: adding(Recipe.full(image))),
    .init(code: .rate, line: "no refresh for a day", change: adding([.pause(ms: 90_000_000)])),
    .init(
      code: .leftOn, line: "power left on for over a minute",
      change: { steps in
        replacing(0x22, [.send(0x22, [0xF4])])(steps).dropLast() + [
          .pause(ms: 61_000), .send(0x22, [0x83]), .send(0x20, []), .wait,
        ]
      }),
    .init(
      code: .leftOn, line: "power on at the end",
      change: { steps in Array(replacing(0x22, [.send(0x22, [0xF4])])(steps).dropLast()) }),
    .init(code: .reset, line: "a reset pulse of 50 µs") { steps in
      steps.map { if case .reset = $0 { .reset(lowUs: 50) } else { $0 } }
    },
    .init(code: .reset, line: "a command right after reset") { steps in
      var changed = steps
      let at = changed.firstIndex { if case .reset = $0 { true } else { false } }!
      changed.insert(.send(0x7F, []), at: at + 1)
      return changed
    },
    .init(
      code: .reset, line: "a reset during the refresh",
      change: replacing(0x20, [.send(0x20, []), .pause(ms: 300), .reset(lowUs: 2_000), .pause(ms: 20)])),
    .init(code: .clock, line: "a clock of 21 MHz", change: { $0 }, configure: { $0.clockHz = 21_000_000 }),
    .init(
      code: .transfer, line: "a transfer longer than bufsiz",
      change: replacing(0x3C, [.data([UInt8](repeating: 5, count: 4097))])),
    .init(code: .otp, line: "an OTP command", change: replacing(0x3C, [.send(0x36, [])])),
    .init(code: .unknown, line: "an unknown command", change: replacing(0x3C, [.send(0x99, [1])])),
  ]

  @Test(arguments: mutations)
  func `a mutation triggers exactly its code`(_ mutation: Mutation) {
    var settings = SimulatedPanelSettings()
    mutation.configure(&settings)
    let bench = Bench(settings)
    do { try bench.run(mutation.change(Recipe.full(Self.image))) } catch {
      #expect(mutation.code == .otp || mutation.code == .transfer, "\(error)")
    }
    bench.bus.panel.finish()
    #expect(Set(bench.notes.keys) == ["\(mutation.code.name)"])
    #expect(bench.bus.panel.violations.errorCount > 0, "strict mode forgives nothing")
  }

  @Test func `every code has a mutation`() {
    let covered = Set(Self.mutations.map(\.code.rawValue))
    #expect(covered.count == SimulatedViolationCode.count)
  }

  @Test func `replay mode warns where hardware tolerates`() throws {
    let tolerated: Set<SimulatedViolationCode> = [
      .long, .pad, .defaults, .sleep, .ghost, .rate, .leftOn,
    ]
    for mutation in Self.mutations {
      var settings = SimulatedPanelSettings()
      settings.isStrict = false
      mutation.configure(&settings)
      let bench = Bench(settings)
      try? bench.run(mutation.change(Recipe.full(Self.image)))
      bench.bus.panel.finish()
      let log = bench.bus.panel.violations
      if tolerated.contains(mutation.code) {
        #expect(log.errorCount == 0 && log.warningCount > 0, "\(mutation.testDescription)")
      } else if mutation.code != .plane && mutation.code != .reset {
        #expect(log.errorCount > 0, "\(mutation.testDescription)")
      }
    }
  }

  @Test func `the panel is shown in the scene's orientation`() throws {
    let size = PixelSize(width: 250, height: 122)
    let byteCount = VirtualFramebuffer.byteCount(for: size, format: .xrgb8888)
    for rotation in [Rotation.clockwise90, .clockwise270] {
      let bench = Bench(.init())
      let file = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096)
      defer { file.deallocate() }
      file.initializeMemory(as: UInt8.self, repeating: 0)
      // One black pixel at scene (3, 5).
      let x = rotation == .clockwise90 ? 122 - 1 - 5 : 5
      let y = rotation == .clockwise90 ? 3 : 250 - 1 - 3
      var plane = [UInt8](repeating: 0xFF, count: 4000)
      plane[y * 16 + x / 8] &= ~(UInt8(0x80) >> UInt8(x % 8))
      try bench.run(Recipe.full(plane))
      var window = VirtualFramebuffer(memory: file, size: size, format: .xrgb8888)
      #expect(bench.bus.panel.pixels.show(in: &window, rotation: rotation, at: .init(milliseconds: 1)))
      let reader = try VirtualFramebufferReader(memory: UnsafeRawBufferPointer(file))
      var pixels = [UInt32](repeating: 1, count: 250 * 122)
      _ = try pixels.withUnsafeMutableBytes { try reader.copyFrame(into: $0) }
      let shown = PixelPattern(pixels, width: 250, key: [0xFF00_0000: "#", 0xFFFF_FFFF: "."])
      #expect(
        shown.part(x: 0..<8, y: 0..<7) == """
          ........
          ........
          ........
          ........
          ........
          ...#....
          ........
          """)
      #expect(pixels.filter { $0 == 0xFFFF_FFFF }.count == pixels.count - 1)
    }
  }
}

@Suite struct SimulatedSSD1680FuzzTests {
  /// Random traffic on every line: the controller records violations and never traps.
  @Test(arguments: 0..<4) func `any traffic is survived`(_ seed: Int) throws {
    var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: UInt64) -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return (state >> 11) % bound
    }
    let commands: [UInt8] = [
      0x01, 0x10, 0x11, 0x12, 0x18, 0x1A, 0x20, 0x21, 0x22, 0x24, 0x26, 0x32, 0x37, 0x3C, 0x44, 0x45, 0x46, 0x47, 0x4E,
      0x4F,
    ]
    var settings = SimulatedPanelSettings()
    settings.seed = UInt64(seed)
    settings.isStrict = seed % 2 == 0
    let bench = Bench(settings)
    try bench.run(Recipe.fullInit)
    for _ in 0..<2_000 {
      let command = next(20) == 0 ? UInt8(next(256)) : commands[Int(next(UInt64(commands.count)))]
      // The three that write the OTP end the simulation, which would shorten this test.
      if [0x08, 0x36, 0x39].contains(command) { continue }
      let data = (0..<Int(next(8) == 0 ? next(600) : next(6))).map { _ in UInt8(next(256)) }
      try bench.run([.send(command, data)])
      switch next(40) {
      case 0: try bench.run([.reset(lowUs: Int64(next(300)))])
      case 1: try bench.run([.power(false), .power(true)])
      case 2:
        let sequence = UInt8(next(256)) | 0xD4
        try bench.run([.reset(lowUs: 2_000), .pause(ms: 20), .send(0x12, []), .pause(ms: 20)] + Recipe.window)
        try bench.run([.send(0x22, [sequence]), .send(0x20, []), .pause(ms: 8_000)])
      case 3...20: try bench.run([.pause(ms: Int32(next(1_000)))])
      default: break
      }
    }
    bench.bus.panel.finish()
    #expect(bench.bus.panel.violations.errorCount > 0)
    #expect(bench.bus.panel.fullRefreshCount + bench.bus.panel.partialRefreshCount > 0, "it should reach the panel")
  }
}
