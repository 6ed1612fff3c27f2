import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowInput
import AfterglowRaster
import AfterglowTimeline

#if canImport(Glibc)
  import Glibc
#endif

/// The clock scene as an archive: the same shapes and text, its hours, minutes and seconds as tick text.
struct EngineScene {
  let board: BoardRecord
  let archive: [UInt8]
  /// Second 0 of a rig that shows it, in seconds since 1970; by default 2026-11-21T09:41:00Z.
  let start: Int64
}

extension EngineScene {
  static let start: Int64 = 1_795_254_060

  /// - Parameter isTouchable: whether the panel has input devices, and the whole scene is a button.
  init(_ size: PixelSize, _ source: GlyphSource, isTouchable: Bool = false) throws {
    var board = BoardRecord()
    board.widthPx = size.width
    board.heightPx = size.height
    board.widthMicrometres = 150_000
    board.heightMicrometres = 90_000
    board.clockTrust = ClockTrust.always.rawValue
    board.archiveBankByteCount = 1 << 20
    start = EngineScene.start
    var maker = Maker(size, source, board)
    if isTouchable { maker.builder.setBoardStrings([.name: "bench", .input: "auto"]) }
    archive = try maker.build(isTouchable: isTouchable)
    self.board = maker.builder.board
  }

  private struct Maker {
    let source: GlyphSource
    let k: Double
    let right: Double
    let size: PixelSize
    var builder: ArchiveBuilder
    var list: [UInt32] = []
    var zone: UInt32 = 0

    init(_ size: PixelSize, _ source: GlyphSource, _ board: BoardRecord) {
      self.source = source
      self.size = size
      k = Double(size.height) / 480
      right = Double(size.width) / 2
      builder = ArchiveBuilder(board: board)
    }

    func sub(_ value: Double) -> Int32 { Int32((value * 256).rounded()) }

    mutating func paint(_ argb: UInt32, _ role: PaintRole) -> UInt32 {
      builder.addPaint(PaintRecord(kind: .solid, role: role, color: Color(argb: argb)))
    }

    mutating func build(isTouchable: Bool) throws -> [UInt8] {
      zone = builder.addZone(.utc)
      shapes()
      let white = paint(0xFFFF_FFFF, .primary)
      let gray = paint(0xFF9A_9AA0, .secondary)
      text("21°", x: right + 40 * k, baseline: 120 * k, em: 96, white)
      let labels: [(String, Double, Double)] = [
        ("Partly cloudy", 200, 60), ("H 24° L 14°", 200, 92), ("Rain 20 %", 200, 124), ("Battery", 40, 360),
        ("Next 10:30", 40, 400),
      ]
      for (label, x, y) in labels { text(label, x: right + x * k, baseline: y * k, em: 24, gray) }
      tick([.hour24], x: 60 * k, baseline: 215 * k, em: 220, white)
      tick([.minute], x: 60 * k, baseline: 430 * k, em: 220, white)
      tick([.hour24, .minute, .second], x: right + 200 * k, baseline: 400 * k, em: 24, gray)
      let bounds = PixelRect(size)
      let regions = isTouchable ? [button(bounds)] : []
      _ = builder.addWidget(
        kind: "bench", bounds: bounds, variants: [[VariantKey(renderingMode: .fullColor)]],
        entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [list], regions: regions)])
      return try builder.build(compiledAt: Instant(seconds: EngineScene.start))
    }

    private mutating func button(_ bounds: PixelRect) -> RegionRecord {
      let action = builder.addAction(.author, name: "bench")
      return RegionRecord(kind: .button, press: .fill, bounds: bounds, slots: 1, action: action, key: 1)
    }

    mutating func shapes() {
      let card = SubpixelRect(
        x0: sub(right + 20 * k), y0: sub(20 * k), x1: sub(2 * right - 20 * k), y1: sub(Double(size.height) - 20 * k))
      add(
        NodeRecord(
          kind: .roundedRectangle, paint: paint(0xFF1C_1C1E, .background), bounds: card.pixelBounds, a: card.x0,
          b: card.y0, c: card.x1, d: card.y1, e: sub(32 * k)))
      let centre = SubpixelPoint(x: sub(right + 110 * k), y: sub(250 * k))
      let bounds = Bounds.arc(centre: centre, radius: sub(60 * k), width: sub(14 * k))
      for (color, role, sweep) in [(0xFF3A_3A3C, PaintRole.tertiary, 49_152), (0xFFFF_9F0A, .accent, 31_457)] {
        add(
          NodeRecord(
            kind: .arc, paint: paint(UInt32(color), role), bounds: bounds, a: centre.x, b: centre.y, c: sub(60 * k),
            d: sub(14 * k), e: 24_576, f: Int32(sweep), g: 1))
      }
      let graph = (0..<60).map { i in
        let x = right + 200 * k + (right - 240 * k) * Double(i) / 59
        let level = 0.5 + 0.35 * sin(0.21 * Double(i)) + 0.13 * sin(0.67 * Double(i) + 1)
        return SubpixelPoint(x: sub(x), y: sub((190 + 120 * (1 - level)) * k))
      }
      let range = builder.addPoints(graph)
      let line = graph.withUnsafeBufferPointer { Bounds.strokedLine($0, width: sub(3 * k)) }
      add(
        NodeRecord(
          kind: .strokedLine, paint: paint(0xFF32_D74B, .accent), bounds: line, a: Int32(range.first),
          b: Int32(range.count), c: sub(3 * k)))
    }

    mutating func add(_ node: NodeRecord) { list.append(builder.addNode(node)) }

    mutating func glyph(_ scalar: Unicode.Scalar, _ em: Double) -> (index: UInt32, glyph: GlyphSource.Glyph) {
      let glyph = source.glyph(scalar, em: em * k)
      let index = builder.addGlyph(
        left: Int(glyph.left), top: Int(glyph.top), width: Int(glyph.width), height: Int(glyph.height),
        code: glyph.code)
      return (index, glyph)
    }

    mutating func text(_ string: String, x: Double, baseline: Double, em: Double, _ paint: UInt32) {
      var pen = x
      var run: [PlacementRecord] = []
      var bounds = PixelRect.empty
      for scalar in string.unicodeScalars {
        let (index, glyph) = glyph(scalar, em)
        let placed = PlacementRecord(glyph: index, x: Int16(pen.rounded()), y: Int16(baseline.rounded()))
        run.append(placed)
        let left = Int32(placed.x) + glyph.left
        let top = Int32(placed.y) + glyph.top
        bounds = bounds.union(PixelRect(x0: left, y0: top, x1: left + glyph.width, y1: top + glyph.height))
        pen += glyph.advance
      }
      let range = builder.addPlacements(run)
      add(
        NodeRecord(
          kind: .glyphRun, paint: paint, bounds: bounds, a: Int32(range.first), b: Int32(range.count)))
    }

    mutating func tick(_ fields: [TickField], x: Double, baseline: Double, em: Double, _ paint: UInt32) {
      var glyphs = InlineArray<10, UInt32>(repeating: 0)
      var cell = 0.0
      for digit in 0..<10 {
        let (index, glyph) = glyph(Unicode.Scalar(UInt8(48 + digit)), em)
        glyphs[digit] = index
        cell = max(cell, glyph.advance)
      }
      let set = builder.addDigitSet(
        DigitSetRecord(glyphs: glyphs, offsetsPx: InlineArray(repeating: 0), cellPx: Int16(cell.rounded())))
      let (colon, shape) = glyph(":", em)
      let literal = builder.addPlacements([PlacementRecord(glyph: colon, x: 0, y: 0)])
      var items: [TickItemRecord] = []
      for field in fields {
        if !items.isEmpty {
          items.append(.literal(placements: literal, advancePx: Int32(shape.advance.rounded())))
        }
        items.append(.number(field, digitSet: set, minimumDigits: 2, maximumDigits: 2))
      }
      let empty = RecordRange(first: 0, count: 0)
      let template = builder.addTickTemplate(
        TickTemplateRecord(kind: .civil, phrases: empty), phrases: [(TickPhraseRecord(items: empty), items)])
      let left = Int32(x.rounded())
      let base = Int32(baseline.rounded())
      let bounds = PixelRect(
        x0: left - 4, y0: base - Int32(em * k), x1: left + Int32((cell * 3 * Double(fields.count)).rounded()),
        y1: base + Int32(em * k / 4))
      add(
        NodeRecord(
          kind: .tickText, paint: paint, bounds: bounds, a: Int32(template), b: left, c: base, d: Int32(zone)))
    }
  }
}

/// An engine with a panel of XRGB memory, or with alternating buffers of scan-out memory that are never read.
final class EngineRig {
  let scene: EngineScene
  private let properties: DisplayProperties
  private let memory: UnsafeMutableRawBufferPointer
  private let buffers: [UnsafeMutableBufferPointer<UInt32>]
  private var shown = 0
  private var engine: Engine
  private var frameHash: UInt64 = 0

  init(_ scene: EngineScene, scanOutBuffers: Int? = nil) throws {
    self.scene = scene
    let size = PixelSize(width: scene.board.widthPx, height: scene.board.heightPx)
    properties = DisplayProperties(
      size: size, format: .xrgb8888, isEmissive: true, bufferAge: Int32(scanOutBuffers ?? 1),
      minimumRefreshIntervalMs: 0, scanOutLayout: scanOutBuffers == nil ? nil : .xrgb8888)
    memory = .allocate(byteCount: Engine.workingByteCount(for: scene.board), alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    buffers = (0..<(scanOutBuffers ?? 1)).map { _ in
      let buffer = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: Int(size.area))
      buffer.initialize(repeating: scanOutBuffers == nil ? 0 : 0x5A5A_5A5A)
      return buffer
    }
    var arena = Arena(memory)
    engine = Engine(board: scene.board, arena: &arena)!
    if scanOutBuffers != nil { engine.adapt(to: properties) }
    try load()
  }

  deinit {
    memory.deallocate()
    for buffer in buffers { buffer.deallocate() }
  }

  /// The frame that was shown last.
  var pixels: UnsafeMutableBufferPointer<UInt32> { buffers[shown] }

  /// The next frame is drawn completely.
  func load() throws {
    engine.idleBank.copyBytes(from: scene.archive)
    try engine.adopt(byteCount: scene.archive.count)
  }

  @discardableResult
  func show(_ seconds: Int64, _ override: ModeOverride = .day) -> FrameReport {
    let moment = Moment(
      realtime: Instant(seconds: scene.start + seconds),
      monotonic: MonotonicInstant(milliseconds: seconds * 1000),
      isTrusted: true)
    _ = engine.step(moment, lux: nil, override: override)
    engine.paint()
    shown = (shown + 1) % buffers.count
    var report = engine.encode(
      into: BackBuffer(base: UnsafeMutableRawPointer(pixels.baseAddress!), strideBytes: Int(properties.size.width) * 4),
      properties: properties)
    if buffers.count > 1 { engine.lookBack(at: &report) }
    frameHash = report.frameHash
    return report
  }

  /// Notes that the last frame is on the panel, so that it can be touched.
  func noteGlass() { engine.noteGlass() }

  /// Follows a contact up to the damage that it causes, which is not painted. A command is answered at once.
  ///
  /// - Returns: whether something has to be painted.
  func touch(_ phase: TouchContact.Phase, atMs ms: Int64) -> Bool {
    let at = MonotonicInstant(milliseconds: ms)
    var packet = InputPacket()
    packet.append(
      .contact(TouchContact(device: 0, place: 0, phase: phase, position: PanelPoint(x: 75_000, y: 45_000), at: at)))
    engine.take(packet, isDark: false)
    let moment = Moment(realtime: Instant(milliseconds: scene.start * 1_000 + ms), monotonic: at, isTrusted: true)
    let result = engine.step(moment, lux: nil, override: .day)
    while let command = engine.takeCommand() {
      engine.take(ActionAnswer(sequence: command.sequence, outcome: .done))
    }
    return result.hasDamage
  }

  /// The difference to a fresh engine in ordinary memory at the same second; nil = none.
  ///
  /// - Throws: if the fresh engine cannot be made.
  func fault(at seconds: Int64) throws -> String? {
    let fresh = try EngineRig(scene)
    fresh.show(seconds)
    if let fault = pixelFault(against: fresh) { return fault }
    return fresh.frameHash == frameHash ? nil : "the frame's hash is not a fresh engine's"
  }

  /// The same for a buffer that others have written to, whose hash is not valid.
  func pixelFault(at seconds: Int64) throws -> String? {
    let fresh = try EngineRig(scene)
    fresh.show(seconds)
    return pixelFault(against: fresh)
  }

  private func pixelFault(against fresh: EngineRig) -> String? {
    let count = zip(pixels, fresh.pixels).count { ($0 ^ $1) & 0xFF_FFFF != 0 }
    return count == 0 ? nil : "\(count) pixels differ from a fresh engine"
  }
}

/// A tick through step, paint and encode; a mode change against a full redraw; a whole day.
func benchEngine(_ bench: inout Bench) {
  guard bench.wants("engine"), let source = GlyphSource() else { return }
  do {
    try benchTicks(&bench, source)
    try benchNightTicks(&bench, source)
    try benchRedraw(&bench, source)
    try benchNightToDay(&bench, source)
    try benchDay(&bench, source)
    try benchTouch(&bench, source)
  } catch {
    bench.add(Row(name: "engine", value: 0, fault: "\(error)"))
  }
}

private func benchTicks(_ bench: inout Bench, _ source: GlyphSource) throws {
  let size = PixelSize(width: 800, height: 480)
  let rig = try EngineRig(try EngineScene(size, source))
  rig.show(0)
  var now: Int64 = 0
  bench.count("engine second tick 800x480", a: "tick", limit: 38_000) {
    now += 1
    rig.show(now)
  }
  bench.count("engine minute tick 800x480", a: "tick", limit: 325_000) {
    now += 60
    rig.show(now)
  }
  if bench.isCounting { return }
  let second = Bench.beside(size, 1001) {
    // Within the same tens of seconds, so that one digit changes.
    now += now % 10 == 8 ? 2 : 1
    rig.show(now)
  }
  bench.add(Row("engine second tick 800x480", second, fault: try rig.fault(at: now)))
  let minute = Bench.beside(size, 501) {
    now += 60
    rig.show(now)
  }
  bench.add(Row("engine minute tick 800x480", minute, fault: try rig.fault(at: now)))
}

/// The same minutes by day and at night: red must not cost more than white.
private func benchNightTicks(_ bench: inout Bench, _ source: GlyphSource) throws {
  let size = PixelSize(width: 800, height: 480)
  let scene = try EngineScene(size, source)
  let day = try EngineRig(scene)
  let night = try EngineRig(scene)
  day.show(0)
  night.show(0, .night)
  // Ten minutes, each with different digits. Night may take a twentieth more than day, which takes 418,000.
  for (rig, mode, name) in [(day, ModeOverride.day, "day"), (night, .night, "night")] {
    var minute: Int64 = 0
    bench.count("engine \(name) minute ticks", a: "tick", per: 10, limit: 440_000) {
      for _ in 0..<10 {
        minute += 1
        rig.show(minute * 60, mode)
      }
    }
  }
  if bench.isCounting { return }
  var days: [Double] = []
  var nights: [Double] = []
  for minute in Int64(1)...2_001 {
    days.append(elapsed { day.show(minute * 60) })
    nights.append(elapsed { night.show(minute * 60, .night) })
  }
  let isRed = night.pixels.allSatisfy { $0 & 0xFFFF == 0 } && night.pixels.contains { $0 & 0xFF_0000 != 0 }
  bench.add(
    Row(
      name: "engine night minute tick / day's", value: Bench.middle(nights), base: Bench.middle(days), baseName: "day",
      fault: isRed ? try day.fault(at: 2_001 * 60) : "night is not red"))
}

/// A new archive with the same picture: everything is painted, and compared with the panel's content.
private func benchRedraw(_ bench: inout Bench, _ source: GlyphSource) throws {
  let sizes = [
    (PixelSize(width: 800, height: 480), "800x480", 8.1), (PixelSize(width: 1920, height: 1080), "1080p", 5.2),
  ]
  for (size, label, limit) in sizes {
    let rig = try EngineRig(try EngineScene(size, source))
    rig.show(0)
    bench.count("engine full redraw and compare \(label)", a: "pixel", per: size.area, limit: limit) {
      try? rig.load()
      rig.show(0)
    }
    if bench.isCounting { continue }
    let copy = FrameCopy(size)
    var times: [Double] = []
    var bases: [Double] = []
    for round in 0..<40 {
      // In stretches: a copy between two frames would flush the caches.
      if round % 10 == 0 {
        bases.append(Bench.median(11, copy.run))
        rig.show(0)
      }
      try rig.load()
      times.append(elapsed { rig.show(0) })
    }
    bench.add(
      Row(
        name: "engine full redraw and compare \(label)", value: Bench.middle(times), base: Bench.middle(bases),
        fault: try rig.fault(at: 0)))
  }
}

/// The base of the ratio is a plain full redraw by day over a buffer with the same night frame: the same pixels change
/// in both, so only the change of mode is compared.
private func benchNightToDay(_ bench: inout Bench, _ source: GlyphSource) throws {
  let rig = try EngineRig(try EngineScene(PixelSize(width: 1920, height: 1080), source))
  rig.show(0, .night)
  var mode = ModeOverride.night
  bench.count("engine night to day 1080p", a: "pixel", per: 1920 * 1080, limit: 9.2) {
    mode = mode == .day ? .night : .day
    rig.show(0, mode)
  }
  if bench.isCounting { return }
  let night = Array(rig.pixels)
  var days: [Double] = []
  var fulls: [Double] = []
  for _ in 0..<21 {
    rig.show(0, .night)
    days.append(elapsed { rig.show(0, .day) })
    try rig.load()
    for index in 0..<night.count { rig.pixels[index] = night[index] }
    fulls.append(elapsed { rig.show(0, .day) })
  }
  let isRed = night.allSatisfy { $0 & 0xFFFF == 0 } && night.contains { $0 & 0xFF_0000 != 0 }
  let fault = isRed ? try rig.pixelFault(at: 0) : "night is not red"
  bench.add(
    Row(
      name: "engine night to day 1080p / redraw", value: days.sorted()[10],
      base: fulls.sorted()[10], baseName: "redraw", fault: fault))
}

private func benchDay(_ bench: inout Bench, _ source: GlyphSource) throws {
  let rig = try EngineRig(try EngineScene(PixelSize(width: 800, height: 480), source))
  bench.count("engine simulated hour at 1 Hz", a: "update", per: 3_600, limit: 50_000) {
    for second in 0..<Int64(3_600) { rig.show(second) }
  }
  if bench.isCounting { return }
  var updates = 0
  let time = elapsed {
    for second in 0..<Int64(86_400) where rig.show(second).pixelsChanged > 0 { updates += 1 }
  }
  let fault = updates == 86_400 ? try rig.fault(at: 86_399) : "\(updates) updates in a day"
  bench.add(Row(name: "engine simulated day at 1 Hz", value: time, fault: fault))
}

/// From the packet of a device to the pixels that have to be painted.
private func benchTouch(_ bench: inout Bench, _ source: GlyphSource) throws {
  let size = PixelSize(width: 800, height: 480)
  let rig = try EngineRig(try EngineScene(size, source, isTouchable: true))
  rig.show(0)
  rig.noteGlass()
  var now: Int64 = 0
  var isDamaged = true
  let tap = {
    for phase in [TouchContact.Phase.began, .ended] {
      now += 16
      isDamaged = rig.touch(phase, atMs: now) && isDamaged
    }
  }
  bench.count("engine touch to damage 800x480", a: "packet", per: 2, limit: 1_000_000, tap)
  if bench.isCounting { return }
  let time = Bench.beside(size, 1001, tap)
  bench.add(Row("engine tap to damage 800x480", time, fault: isDamaged ? nil : "a touch caused no damage"))
}
