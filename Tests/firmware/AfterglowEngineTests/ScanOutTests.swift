import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster
import AfterglowVirtual
import TestSupport
import Testing

@testable import AfterglowEngine

private struct Observer: ~Copyable, UpdateObserver {
  let log: ReportLog
  /// Always-on's white for the room.
  var white: Int32?

  mutating func presented(_ report: borrowing UpdateReport) {
    log.reports.append(copy report)
    log.whites.append(white)
  }
  mutating func decided(_ report: LightReport, at moment: Moment) { white = report.alwaysOnMillinits }
  mutating func refused(_ error: ArchiveError, atByteCount: Int) {
    log.refusals.append(("\(error.problem)", atByteCount))
  }
  mutating func presentFailed(_ error: DisplayError, retryAt: MonotonicInstant) {
    log.failures.append((error, retryAt.milliseconds))
  }
}

/// A board's panel as on a graphics device, and the pixels that an archive must show on it.
private struct Panel {
  let board: BoardRecord
  let layout: PixelLayout
  let size: PixelSize
  let format: PixelFormat

  init(_ board: BoardRecord, _ layout: PixelLayout) {
    self.board = board
    self.layout = layout
    let scene = PixelSize(width: board.widthPx, height: board.heightPx)
    let swaps = Rotation(rawValue: board.rotation)!.swapsAxes
    size = swaps ? PixelSize(width: scene.height, height: scene.width) : scene
    format = PixelFormat(rawValue: board.pixelFormat)!
  }

  /// A complete redraw by a separate engine, and the hash that a simulation reports.
  func fresh(
    _ archive: [UInt8], _ report: UpdateReport, lux: Illuminance?
  ) throws -> (pixels: [UInt32], hash: UInt64) {
    let rig = Rig(board)
    try rig.load(archive)
    let override: ModeOverride = report.isNight ? .night : report.isLuminanceReduced ? .alwaysOn : .day
    let hash = rig.show(report.moment, lux: lux, override: override).frame.frameHash
    let stride = Int(size.width) * Int(layout.bytesPerPixel)
    let memory = TestMemory(stride * Int(size.height))
    let bytes = transfer(
      rig.engine.plane, PixelRect(size),
      into: ScanOutTarget(
        base: memory.bytes.baseAddress!, strideBytes: stride, size: size, layout: layout, format: format,
        rotation: Rotation(rawValue: board.rotation)!, isRedOnly: report.isNight))
    #expect(bytes == Int64(stride) * Int64(size.height))
    let pixels = (0..<Int(size.area)).map { index in
      layout.bytesPerPixel == 2
        ? UInt32(memory.bytes.load(fromByteOffset: 2 * index, as: UInt16.self))
        : memory.bytes.load(fromByteOffset: 4 * index, as: UInt32.self)
    }
    return (pixels, hash)
  }
}

/// The loop on write-only memory, in virtual time.
private struct Run {
  let display = ScanOutLog()
  let log = ReportLog()
  var end = LoopEnd.stopped
  var dueCount: Int64 = 0

  init(
    _ panel: Panel, _ archive: [UInt8], age: Int32, from: Int64, ms: Int64, events: [VirtualEvent] = [],
    refusals: [DisplayError?] = [], powerAnswers: [DisplayError?] = [], comparedPixels: Int? = nil, seed: UInt64 = 1
  ) throws {
    let memory = TestMemory(Engine.workingByteCount(for: panel.board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: panel.board, arena: &arena)!
    if let comparedPixels {
      let count = Swift.max(Int(panel.board.widthPx), comparedPixels)
      engine.comparison = UnsafeMutableBufferPointer(rebasing: engine.comparison[0..<count])
    }
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    display.refusals = refusals
    display.powerAnswers = powerAnswers
    var screen = ScanOutDisplay(
      size: panel.size, format: panel.format, layout: panel.layout, age: age, seed: seed, log: display)
    var observer = Observer(log: log)
    (end, dueCount) = events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(
        from: Instant(seconds: from), to: Instant(milliseconds: from * 1000 + ms), events: events,
        maximumWaits: 100_000)
      let end = runLoop(engine: &engine, display: &screen, clock: &clock, observer: &observer)
      #expect(clock.ending != .tooManyWaits)
      return (end, clock.dueCount)
    }
    _ = memory
    #expect(display.faults == [])
    #expect(display.shown.count == log.reports.count)
    #expect(display.shown.map(\.bytesWritten) == log.reports.map(\.bytesWritten))
  }

  /// Every frame shown is the whole scene at that moment, with the simulation's hash.
  func expectRight(_ panel: Panel, _ archive: (Int64) -> [UInt8], _ name: String = "") throws {
    // Many frames have one white, whose reading is searched for.
    var readings: [Int32?: Illuminance?] = [:]
    for (index, (shown, report)) in zip(display.shown, log.reports).enumerated() {
      let white = log.whites[index]
      let lux = readings[white] ?? firstReading(on: panel.board, asking: white)
      readings[white] = .some(lux)
      let fresh = try panel.fresh(archive(shown.at), report, lux: lux)
      try #require(shown.pixels == fresh.pixels, "\(name), frame \(index)")
      try #require(report.frameHash == fresh.hash, "\(name), frame \(index)")
      if report.isNight {
        let foreign = panel.layout.greenAndBlueBits
        try #require(shown.pixels.allSatisfy { $0 & foreign == 0 }, "\(name), frame \(index)")
      }
    }
  }
}

/// Random light, overrides, clock, trust, power and archives.
private struct Script {
  var events: [VirtualEvent] = []
  /// Which archive is current from when.
  var archives: [(atMs: Int64, index: Int)] = [(0, 0)]

  init(seed: UInt64, ms: Int64, archives bytes: [UnsafeRawBufferPointer], hasPower: Bool) {
    var random = SeededNumbers(seed: seed &* 31 &+ 7)
    var at: Int64 = 0
    var isOn = true
    while true {
      at += Int64.random(in: 1...40_000, using: &random)
      if at >= ms { break }
      switch Int.random(in: 0...9, using: &random) {
      case 0, 1:
        let lux = [100, 3_000, 10_000, 300_000].randomElement(using: &random)!
        events.append(VirtualEvent(atMs: at, .light(Illuminance(millilux: Int64(lux)))))
      case 2, 3, 4:
        let mode = ModeOverride(rawValue: UInt8.random(in: 0...3, using: &random))!
        events.append(VirtualEvent(atMs: at, .modeOverride(mode)))
      case 5:
        let step = [-3_600_000, 3_600_000, -1_000, 900].randomElement(using: &random)!
        events.append(VirtualEvent(atMs: at, .clockStep(byMs: Int64(step))))
      case 6: events.append(VirtualEvent(atMs: at, .trust(Bool.random(using: &random))))
      case 7, 8:
        let index = Int.random(in: 0..<bytes.count, using: &random)
        archives.append((at, index))
        events.append(VirtualEvent(atMs: at, .archive(bytes[index])))
      default:
        if hasPower { isOn.toggle() }
        events.append(VirtualEvent(atMs: at, .power(isOn: isOn)))
      }
    }
  }
}

@Suite struct ScanOutTests {
  /// 2026-11-21T12:00:00Z
  let noon: Int64 = 1_795_262_400
  let refusal = DisplayError.system(operation: .present, errno: 16)

  private func layout(_ seed: UInt64) -> PixelLayout { [.argb8888, .abgr8888, .argb1555][Int(seed % 3)] }

  private func withArchives(
    _ seed: UInt64, _ board: BoardRecord, _ body: ([UnsafeRawBufferPointer], [[UInt8]]) throws -> Void
  ) throws {
    let archives = try (0..<3).map { try RandomScene.archive(seed: seed &+ 1000 &* $0, board: board) }
    let copies = archives.map { bytes in
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
      memory.copyBytes(from: bytes)
      return memory
    }
    defer { for copy in copies { copy.deallocate() } }
    try body(copies.map { UnsafeRawBufferPointer($0) }, archives)
  }

  @Test(arguments: UInt64(1)...40)
  func `whatever happens, every shown frame is whole, and night has no green or blue in either buffer`(
    seed: UInt64
  ) throws {
    var board = RandomScene.board(seed: seed)
    board.isEmissive = 1
    let panel = Panel(board, layout(seed))
    try withArchives(seed, board) { memory, archives in
      var random = SeededNumbers(seed: seed)
      let script = Script(seed: seed, ms: 900_000, archives: memory, hasPower: true)
      let refusals = (0..<400).map { _ in Int.random(in: 0...5, using: &random) == 0 ? refusal : nil }
      let powers = (0..<40).map { _ in
        Int.random(in: 0...4, using: &random) == 0 ? DisplayError.system(operation: .power, errno: 5) : nil
      }
      let run = try Run(
        panel, archives[0], age: seed % 4 == 0 ? 1 : 2, from: RandomScene.epoch - 600, ms: 900_000,
        events: script.events, refusals: refusals, powerAnswers: powers,
        comparedPixels: seed % 2 == 0 ? 700 : nil, seed: seed)
      #expect(run.display.shown.count > 1)
      #expect(run.log.failures.count > 0)
      try run.expectRight(
        panel, { at in archives[script.archives.last { $0.atMs <= at }!.index] }, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(50)...70)
  func `reports are those of a display in ordinary memory, frame by frame`(seed: UInt64) throws {
    var board = RandomScene.board(seed: seed)
    board.isEmissive = 1
    let panel = Panel(board, layout(seed))
    try withArchives(seed, board) { memory, archives in
      let script = Script(seed: seed, ms: 600_000, archives: memory, hasPower: false)
      let run = try Run(
        panel, archives[0], age: seed % 2 == 0 ? 1 : 2, from: RandomScene.epoch - 600, ms: 600_000,
        events: script.events, comparedPixels: seed % 2 == 0 ? 900 : nil, seed: seed)
      let ordinary = try ordinaryReports(panel, archives[0], script.events)
      try #require(run.log.reports.count == ordinary.count)
      for (report, other) in zip(run.log.reports, ordinary) {
        #expect(report.frameHash == other.frameHash)
        #expect(report.pixelsChanged == other.pixelsChanged)
        #expect(report.causes == other.causes)
        #expect(rects(report.damage) == rects(other.damage))
      }
    }
  }

  private func rects(_ damage: Damage) -> [PixelRect] { (0..<damage.count).map { damage[$0] } }

  private func ordinaryReports(_ panel: Panel, _ archive: [UInt8], _ events: [VirtualEvent]) throws -> [UpdateReport] {
    let memory = TestMemory(Engine.workingByteCount(for: panel.board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: panel.board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    var screen = TestDisplay(size: panel.size, format: panel.format, log: DisplayLog())
    let log = ReportLog()
    var observer = Observer(log: log)
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(
        from: Instant(seconds: RandomScene.epoch - 600), to: Instant(seconds: RandomScene.epoch), events: events)
      runLoop(engine: &engine, display: &screen, clock: &clock, observer: &observer)
    }
    _ = memory
    return log.reports
  }

  @Test(arguments: [1, 2] as [Int32])
  func `a minute writes what it changed, and what the buffer missed of the minute before`(age: Int32) throws {
    let panel = Panel(SmallScene.board, .argb8888)
    let archive = try SmallScene().build()
    let run = try Run(panel, archive, age: age, from: noon + 30, ms: 3_600_000)
    #expect(run.log.reports.count == 61)
    for index in 3..<61 {
      var due = run.log.reports[index].damage
      if age == 2 {
        let last = run.log.reports[index - 1].damage
        for rect in 0..<last.count { due.insert(last[rect]) }
      }
      #expect(run.log.reports[index].bytesWritten == due.area * 4)
    }
    // Each buffer is written once as a whole.
    #expect(run.log.reports[0].bytesWritten == 120 * 60 * 4)
    #expect(run.log.reports[1].bytesWritten == (age == 2 ? 120 * 60 * 4 : run.log.reports[1].pixelsDamaged * 4))
    try run.expectRight(panel) { _ in archive }
  }

  @Test(arguments: [1, 2] as [Int32])
  func `a new archive with the same picture presents nothing, and loses nothing`(age: Int32) throws {
    let panel = Panel(SmallScene.board, .abgr8888)
    let archive = try SmallScene(hasSeconds: true).build()
    let still = try SmallScene(hasClock: false).build()
    try still.withUnsafeBytes { same in
      let run = try Run(
        panel, still, age: age, from: noon, ms: 50_000,
        events: [VirtualEvent(atMs: 5_000, .archive(same)), VirtualEvent(atMs: 9_000, .modeOverride(.day))])
      #expect(run.display.shown.count == 1)
    }
    try archive.withUnsafeBytes { same in
      let run = try Run(
        panel, archive, age: age, from: noon, ms: 20_000,
        events: (0..<15).map { VirtualEvent(atMs: 3_400 + 1_000 * $0, .archive(same)) })
      #expect(run.display.shown.count == 20)
      #expect(run.log.reports[10].causes == UpdateCause.tick)
      try run.expectRight(panel) { _ in archive }
    }
  }

  @Test(arguments: [1, 2] as [Int32])
  func `a refused frame is shown later, whole, with all bytes counted`(age: Int32) throws {
    let panel = Panel(SmallScene.board, .argb8888)
    let archive = try SmallScene(hasSeconds: true).build()
    var refusals: [DisplayError?] = [nil, nil, nil, refusal, refusal, nil, nil, refusal]
    refusals.append(.tooEarly(earliest: MonotonicInstant(milliseconds: 12_345)))
    let run = try Run(panel, archive, age: age, from: noon, ms: 20_000, refusals: refusals)
    #expect(run.log.failures.map(\.retryAt) == [4_000, 6_000, 9_000, 12_345])
    #expect(run.display.shown.map(\.at).prefix(6) == [0, 1_000, 2_000, 6_000, 7_000, 12_345])
    try run.expectRight(panel) { _ in archive }
  }

  @Test(arguments: [1, 2] as [Int32])
  func `a lost display ends the loop at once, closed`(age: Int32) throws {
    let panel = Panel(SmallScene.board, .argb8888)
    let archive = try SmallScene(hasSeconds: true).build()
    let run = try Run(
      panel, archive, age: age, from: noon, ms: 20_000,
      refusals: [nil, nil, .lost(operation: .present, errno: 19)])
    #expect(run.end == .displayLost(operation: .present, errno: 19))
    #expect(run.display.isClosed)
    #expect(run.display.shown.count == 2)
    #expect(run.log.failures.count == 1)
  }

  @Test(arguments: [1, 2] as [Int32])
  func `a dark panel is left alone, and wakes with the newest picture`(age: Int32) throws {
    let panel = Panel(SmallScene.board, .argb8888)
    let archive = try SmallScene(hasSeconds: true).build()
    let run = try Run(
      panel, archive, age: age, from: noon, ms: 120_000,
      events: [
        VirtualEvent(atMs: 5_500, .power(isOn: false)), VirtualEvent(atMs: 8_000, .power(isOn: false)),
        VirtualEvent(atMs: 60_000, .modeOverride(.night)), VirtualEvent(atMs: 100_500, .power(isOn: true)),
        VirtualEvent(atMs: 110_500, .power(isOn: true)),
      ])
    #expect(run.display.powers == [false, true])
    var times: [Int64] = (0...5).map { $0 * 1000 }
    times.append(100_500)
    times += (101..<120).map { $0 * 1000 }
    #expect(run.display.shown.map(\.at) == times)
    // No tick wakes it while the panel is dark.
    #expect(run.dueCount == 1 + 5 + 19)
    #expect(run.log.reports[6].isNight)
    try run.expectRight(panel) { _ in archive }
  }

  @Test(arguments: [1, 2] as [Int32])
  func `a panel that is woken is given a frame at once, though nothing has changed`(age: Int32) throws {
    let panel = Panel(SmallScene.board, .argb8888)
    let archive = try SmallScene(hasClock: false).build()
    let run = try Run(
      panel, archive, age: age, from: noon, ms: 30_000,
      events: [
        VirtualEvent(atMs: 5_500, .power(isOn: false)), VirtualEvent(atMs: 20_500, .power(isOn: true)),
      ])
    #expect(run.display.shown.map(\.at) == [0, 20_500])
    try run.expectRight(panel) { _ in archive }
  }

  @Test func `a display that will not darken is still drawn, until it is asked anew`() throws {
    let panel = Panel(SmallScene.board, .argb8888)
    let archive = try SmallScene(hasSeconds: true).build()
    let run = try Run(
      panel, archive, age: 2, from: noon, ms: 20_000,
      events: [VirtualEvent(atMs: 3_500, .power(isOn: false)), VirtualEvent(atMs: 9_500, .power(isOn: false))],
      powerAnswers: [.system(operation: .power, errno: 22)])
    #expect(run.display.powers == [false])
    #expect(run.display.shown.map(\.at) == (0...9).map { $0 * 1000 })
  }

  @Test func `a display that will not wake is given frames and asked again, ever more rarely`() throws {
    let panel = Panel(SmallScene.board, .argb8888)
    let archive = try SmallScene(hasClock: false).build()
    let dark = DisplayError.system(operation: .power, errno: 5)
    let run = try Run(
      panel, archive, age: 2, from: noon, ms: 60_000,
      events: [VirtualEvent(atMs: 3_000, .power(isOn: false)), VirtualEvent(atMs: 10_000, .power(isOn: true))],
      powerAnswers: [nil, dark, dark, dark])
    // Retried at 10, 11, 13 and 17 s.
    #expect(run.display.powers == [false, true])
    #expect(run.display.isOn)
    #expect(run.display.powerAnswers.isEmpty)
    #expect(run.dueCount == 4)
  }

  @Test func `a display that is lost while its power changes ends the loop`() throws {
    let panel = Panel(SmallScene.board, .argb8888)
    let archive = try SmallScene(hasClock: false).build()
    for isOn in [false, true] {
      let run = try Run(
        panel, archive, age: 2, from: noon, ms: 60_000,
        events: [VirtualEvent(atMs: 3_000, .power(isOn: false)), VirtualEvent(atMs: 10_000, .power(isOn: true))],
        powerAnswers: (isOn ? [nil] : []) + [.lost(operation: .power, errno: 19)])
      #expect(run.end == .displayLost(operation: .power, errno: 19))
      #expect(run.display.isClosed)
    }
  }

  @Test func `the first frame is whole even after refusals, and a stop in the dark closes`() throws {
    let panel = Panel(SmallScene.board, .argb1555)
    let archive = try SmallScene(hasSeconds: true).build()
    let run = try Run(
      panel, archive, age: 2, from: noon, ms: 30_000,
      events: [VirtualEvent(atMs: 20_500, .power(isOn: false)), VirtualEvent(atMs: 25_000, .stop)],
      refusals: [refusal, refusal])
    #expect(run.display.shown.map(\.at).first == 3_000)
    #expect(run.log.reports[0].causes & UpdateCause.start != 0)
    #expect(run.end == .stopped)
    #expect(run.display.isClosed)
    try run.expectRight(panel) { _ in archive }
  }
}
