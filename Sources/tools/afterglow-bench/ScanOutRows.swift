import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowRaster

/// The clock scene on a display with two buffers of scan-out memory: the bytes written per minute, and a redraw.
func benchScanOut(_ bench: inout Bench) {
  guard bench.wants("scan-out"), let source = GlyphSource() else { return }
  do {
    try benchMinutes(&bench, source)
    try benchScanOutRedraw(&bench, source)
  } catch {
    bench.add(Row(name: "scan-out", value: 0, fault: "\(error)"))
  }
}

/// A day by minutes: the bytes written into scan-out memory, compared with those of the pixels in this minute's damage
/// or the last one's, each counted once.
private func benchMinutes(_ bench: inout Bench, _ source: GlyphSource) throws {
  if bench.isCounting { return }
  let size = PixelSize(width: 800, height: 480)
  let rig = try EngineRig(try EngineScene(size, source), scanOutBuffers: 2)
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
  let fault = minutes == 1_439 ? try rig.fault(at: 60 * 1_441) : "\(minutes) minutes"
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

/// The same archive again: painted, compared, and nothing to write; and a mode change, which writes everything.
private func benchScanOutRedraw(_ bench: inout Bench, _ source: GlyphSource) throws {
  let sizes = [
    (PixelSize(width: 800, height: 480), "800x480", 10.3, 14.8),
    (PixelSize(width: 1920, height: 1080), "1080p", 8.1, 12.6),
  ]
  for (size, label, redraw, change) in sizes {
    let rig = try EngineRig(try EngineScene(size, source), scanOutBuffers: 2)
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
    let fault = try rig.fault(at: 0)
    let base = Bench.middle(bases)
    bench.add(Row("scan-out redraw and compare \(label)", (Bench.middle(times), base), fault: fault))
    bench.add(Row(name: "scan-out day and night \(label)", value: Bench.middle(changes), base: base))
  }
}
