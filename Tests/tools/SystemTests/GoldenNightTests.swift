import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowLight
import Foundation
import Testing

/// Law 2 over every scene that has golden frames: an evening and a night of it, with all that a panel may have to report by
/// then: content that grows old, an untrusted clock, placeholders of widgets without content.
@Suite struct GoldenNightTests {
  /// One of each scene: others of it differ in instants and light, and a night has both of its own.
  private static let frames: [GoldenFrameTests.Frame] = {
    var scenes: Set<String> = []
    return GoldenFrameTests.frames.filter { frame in
      !frame.board.hasPrefix("epaper-") && frame.hardware == nil
        && scenes.insert("\(frame.board) \(frame.isFar) \(frame.scene ?? "")").inserted
    }
  }()
  private static let start: Int64 = 1_795_291_200  // 2026-11-21T20:00:00Z

  /// The frame's board in a folder of its own; without its documents every widget shows a placeholder.
  private func compile(_ frame: GoldenFrameTests.Frame, withContent: Bool) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "night-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let shipped = HouseRulesTests.root.appending(path: "boards/\(frame.board)")
    try FileManager.default.copyItem(at: shipped, to: folder)
    if let scene = frame.scene {
      try Data(scene.utf8).write(to: folder.appending(path: "scene.yaml"))
      try Data(GoldenFrameTests.tank.utf8).write(to: folder.appending(path: "tank.json"))
    }
    if frame.isFar {
      let file = folder.appending(path: "board.yaml")
      try Data((String(contentsOf: file, encoding: .utf8) + GoldenFrameTests.far).utf8).write(to: file)
    }
    if !withContent {
      for name in ["forecast.json", "tank.json"] {
        try? FileManager.default.removeItem(at: folder.appending(path: name))
      }
    }
    let date = Date(timeIntervalSince1970: Double(Self.start))
    let board = try #require(BoardFolder.load(folder.path, at: date).folder)
    return try SceneCompiler().compile(board.panelScene(), at: date).archive
  }

  /// The mean is of the frame, by what it emits itself: lit strokes alone cannot be below 0.9 cd/m² and be read, since the
  /// glass throws back 0.013 cd/m² of 1 lx and black leaks 0.25.
  @Test(arguments: frames.filter { $0.board == "bedside-clock" })
  func `at 1 lx all text keeps 4.5 to 1 without a backlight, and the frame gives half a candela at most`(
    frame: GoldenFrameTests.Frame
  ) throws {
    let panel = try NightPanel(archive: try compile(frame, withContent: true))
    panel.show(Self.start, .automatic, isTrusted: true, lux: Illuminance(millilux: 1_000))
    #expect(panel.isNight)
    #expect(panel.meanRedNits > 0 && panel.meanRedNits <= 0.5, "\(panel.meanRedNits) cd/m²")
    #expect(panel.textHundredths(millilux: 1_000).allSatisfy { $0 >= 450 })
    #expect(panel.textHundredths(millilux: 1_000).count > 1)
  }

  @Test(arguments: frames, [true, false])
  func `a night of every golden scene is red alone`(frame: GoldenFrameTests.Frame, withContent: Bool) throws {
    let panel = try NightPanel(archive: try compile(frame, withContent: withContent))
    var frames = 0
    var seconds: Int64 = 0
    func show(after step: Int64, _ mode: ModeOverride, isTrusted: Bool = true) throws {
      seconds += step
      let wasNight = panel.isNight
      // Only an evening's last frame is compared with what follows.
      let before = mode == .night && !wasNight ? Array(panel.pixels) : []
      panel.show(Self.start + seconds, mode, isTrusted: isTrusted)
      frames += 1
      if mode != .night { return }
      let lit = panel.pixels.reduce(0) { $0 | $1 }
      try #require(lit & 0xFFFF == 0, "\(frame.name), second \(seconds)")
      try #require(lit & 0xFF_0000 != 0, "\(frame.name) is black at second \(seconds)")
      // What is drawn lights the room less than a lit pixel is bright; the panel's own leakage comes on top.
      let nits = panel.meanRedNits
      try #require(nits <= 0.5, "\(frame.name): \(nits) cd/m² at second \(seconds)")
      if wasNight { return }
      let rises = zip(before, panel.pixels).contains { $1 & 0xFF00 > $0 & 0xFF00 || $1 & 0xFF > $0 & 0xFF }
      try #require(!rises, "\(frame.name) rises at second \(seconds)")
    }
    for mode in [ModeOverride.day, .alwaysOn] {
      try show(after: 60, mode)
      for _ in 0..<90 { try show(after: 60, .night) }
    }
    for hour in 0..<60 { try show(after: 3600, hour % 10 == 0 ? .day : .night, isTrusted: hour % 3 != 0) }
    #expect(frames > 240)
  }
}

/// An archive's engine and its panel, shown by hand.
final class NightPanel {
  private let memory: ZeroedMemory
  private let buffer: ZeroedMemory
  private let properties: DisplayProperties
  private var engine: Engine
  private let peakNits: Double
  private let board: BoardRecord
  /// The light of each code.
  private let linear: [UInt32] = {
    let sRGB = SRGB()
    return (UInt8(0)...255).map { UInt32(sRGB.linear($0)) }
  }()

  init(archive: [UInt8]) throws {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: archive.count, alignment: 64)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: archive)
    board = try Archive.validate(UnsafeRawBufferPointer(bytes)).board
    peakNits = Double(board.light.peakMillinits) / 1000
    memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: board))
    let swaps = Rotation(rawValue: board.rotation)?.swapsAxes ?? false
    let size =
      swaps
      ? PixelSize(width: board.heightPx, height: board.widthPx)
      : PixelSize(width: board.widthPx, height: board.heightPx)
    // In 32 bits whatever the board's format: what the mask leaves is seen before it is rounded.
    properties = DisplayProperties(
      size: size, format: .xrgb8888, isEmissive: true, bufferAge: 1, minimumRefreshIntervalMs: 0)
    buffer = ZeroedMemory(byteCount: Int(size.area) * 4)
    var arena = Arena(memory.bytes)
    guard let made = Engine(board: board, arena: &arena) else { throw ReferenceError.outOfMemory }
    engine = made
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
  }

  var isNight: Bool { engine.mode.isNight }
  /// The panel's own memory, valid until the next `show`.
  var pixels: UnsafeMutableBufferPointer<UInt32> { buffer.bytes.bindMemory(to: UInt32.self) }

  /// Mean luminance of the frame, red alone.
  var meanRedNits: Double {
    let light = linear.withUnsafeBufferPointer { linear in
      pixels.reduce(UInt64(0)) { $0 + UInt64(linear[Int($1 >> 16 & 255)]) }
    }
    return Double(light) / 65_535 / Double(properties.size.area) * 0.2126 * peakNits
  }

  /// Physical contrast × 100 over black of each paint that text has, in a room of so much light.
  func textHundredths(millilux: Int64) -> [Int64] {
    guard let paints = engine.archive?.paints else { return [] }
    let legibility = Legibility(board.light, board.legibility, millilux: millilux)
    return paints.indices.compactMap { index in
      let role = PaintRole(rawValue: paints[index].role)
      guard paints[index].kind == PaintKind.solid.rawValue, role == .primary || role == .secondary else { return nil }
      return legibility.physicalHundredths(engine.resolvedColor(ofPaint: index), over: .black)
    }
  }

  func show(_ seconds: Int64, _ mode: ModeOverride, isTrusted: Bool, lux: Illuminance? = nil) {
    _ = engine.step(
      Moment(
        realtime: Instant(seconds: seconds), monotonic: MonotonicInstant(milliseconds: seconds * 1000),
        isTrusted: isTrusted), lux: lux, override: mode)
    engine.paint()
    _ = engine.encode(
      into: BackBuffer(base: buffer.bytes.baseAddress!, strideBytes: Int(properties.size.width) * 4),
      properties: properties)
  }
}
