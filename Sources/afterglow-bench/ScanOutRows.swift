import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowRaster

/// The clock scene on a display with two buffers of scan-out memory: what a minute writes, and a redraw.
func benchScanOut(_ bench: inout Bench) {
  guard bench.wants("scan-out"), let source = GlyphSource() else { return }
  do {
    try benchMinutes(&bench, source)
    try benchScanOutRedraw(&bench, source)
  } catch {
    bench.add(Row(name: "scan-out", value: 0, fault: "\(error)"))
  }
}

/// A day by minutes: the bytes that went into scan-out memory, against those of the pixels that lie in this minute's
/// damage or the last one's, each counted once.
private func benchMinutes(_ bench: inout Bench, _ source: GlyphSource) throws {
  if bench.isCounting { return }
  let size = PixelSize(width: 800, height: 480)
  let rig = try ScanOutRig(try EngineScene(size, source), size)
  rig.show(0)
  var last = rig.show(60)
  var written: Int64 = 0
  var due: Int64 = 0
  var worst = 0.0
  var minutes = 0
  for minute in Int64(2)..<1_442 {
    let report = rig.show(60 * minute)
    let bytes = 4 * united(report.damage, last.damage)
    if minute > 2 {
      written += report.bytesWritten
      due += bytes
      worst = max(worst, Double(report.bytesWritten) / Double(bytes))
      minutes += 1
    }
    last = report
  }
  let fault = minutes == 1_439 ? rig.fault(against: try EngineRig(rig.scene), at: 60 * 1_441) : "\(minutes) minutes"
  bench.add(
    Row(
      name: "scan-out bytes of a day's minutes / their damage", value: Double(written), unit: "B", base: Double(due),
      baseName: "damage", limit: 1.1, fault: fault))
  bench.add(Row(name: "scan-out bytes of the worst minute / its damage", value: worst, unit: "", limit: 1.1))
}

private func united(_ a: borrowing Damage, _ b: borrowing Damage) -> Int64 {
  var sum = a.area + b.area
  for i in 0..<a.count {
    for j in 0..<b.count { sum -= a[i].intersection(b[j]).area }
  }
  return sum
}

/// The same archive anew: painted, compared, and nothing to write; and a mode change, of which all is written.
private func benchScanOutRedraw(_ bench: inout Bench, _ source: GlyphSource) throws {
  let sizes = [
    (PixelSize(width: 800, height: 480), "800x480", 10.3, 14.8),
    (PixelSize(width: 1920, height: 1080), "1080p", 8.1, 12.6),
  ]
  for (size, label, redraw, change) in sizes {
    let rig = try ScanOutRig(try EngineScene(size, source), size)
    rig.show(0)
    rig.show(0)
    bench.count("scan-out redraw and compare \(label)", a: "pixel", per: size.area, limit: redraw) {
      try? rig.load()
      rig.show(0)
    }
    var mode = ModeOverride.day
    bench.count("scan-out day and night \(label)", a: "pixel", per: size.area, limit: change) {
      mode = mode == .day ? .night : .day
      rig.show(0, mode)
    }
    if bench.isCounting { continue }
    let copy = FrameCopy(size)
    var times: [Double] = []
    var changes: [Double] = []
    var bases: [Double] = []
    for round in 0..<40 {
      if round % 10 == 0 { bases.append(Bench.median(11, copy.run)) }
      try rig.load()
      times.append(elapsed { rig.show(0) })
    }
    for round in 0..<20 { changes.append(elapsed { rig.show(0, round % 2 == 0 ? .night : .day) }) }
    let fault = rig.fault(against: try EngineRig(rig.scene), at: 0)
    let base = Bench.middle(bases)
    bench.add(
      Row(
        name: "scan-out redraw and compare \(label)", value: Bench.middle(times), base: base,
        fault: fault))
    bench.add(Row(name: "scan-out day and night \(label)", value: Bench.middle(changes), base: base))
  }
}

/// An engine on two buffers that take turns and are never read.
private final class ScanOutRig {
  let scene: EngineScene
  private let memory: UnsafeMutableRawBufferPointer
  private let buffers: [UnsafeMutableBufferPointer<UInt32>]
  private let properties: DisplayProperties
  private var engine: Engine
  private var shown = 1
  private var last: FrameReport?

  init(_ scene: EngineScene, _ size: PixelSize) throws {
    self.scene = scene
    properties = DisplayProperties(
      size: size, format: .xrgb8888, isEmissive: true, bufferAge: 2, minimumRefreshIntervalMs: 0,
      scanOutLayout: .xrgb8888)
    memory = .allocate(byteCount: Engine.workingByteCount(for: scene.board), alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    buffers = (0..<2).map { _ in
      let buffer = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: Int(size.area))
      buffer.initialize(repeating: 0x5A5A_5A5A)
      return buffer
    }
    var arena = Arena(memory)
    engine = Engine(board: scene.board, arena: &arena)!
    engine.adapt(to: properties)
    try load()
  }

  deinit {
    memory.deallocate()
    for buffer in buffers { buffer.deallocate() }
  }

  func load() throws {
    engine.idleBank.copyBytes(from: scene.archive)
    try engine.adopt(byteCount: scene.archive.count)
  }

  @discardableResult
  func show(_ seconds: Int64, _ override: ModeOverride = .day) -> FrameReport {
    let moment = Moment(
      realtime: Instant(seconds: scene.start + seconds), monotonic: MonotonicInstant(milliseconds: seconds * 1000),
      isTrusted: true)
    _ = engine.step(moment, lux: nil, override: override)
    engine.paint()
    shown = 1 - shown
    var report = engine.encode(
      into: BackBuffer(base: UnsafeMutableRawPointer(buffers[shown].baseAddress!), strideBytes: strideBytes),
      properties: properties)
    engine.lookBack(at: &report)
    last = report
    return report
  }

  private var strideBytes: Int { Int(properties.size.width) * 4 }

  /// What differs from a fresh engine in ordinary memory; nil = nothing.
  func fault(against fresh: EngineRig, at seconds: Int64) -> String? {
    let other = fresh.show(seconds)
    var count = 0
    for index in 0..<buffers[shown].count where (buffers[shown][index] ^ fresh.pixels[index]) & 0xFF_FFFF != 0 {
      count += 1
    }
    if count > 0 { return "\(count) pixels differ from a fresh engine in ordinary memory" }
    return other.frameHash == last?.frameHash ? nil : "the hash is not that of ordinary memory"
  }
}
