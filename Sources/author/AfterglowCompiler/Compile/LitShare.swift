import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowRaster
import Foundation

/// The fraction of a panel that each entry lights in always-on, measured by drawing it like the firmware.
enum LitShare {
  /// For each of the archive's entries the share of the panel's pixels that are not black, × 1000, rounded up; nil when
  /// the board cannot be drawn. Where the viewer's distance chooses between two levels of detail, the one that lights
  /// more is used, so that always-on keeps its luminance when a viewer approaches.
  ///
  /// - Parameter store: the shares of earlier compiles; only entries that it does not know are drawn.
  static func ofEntries(
    in archive: Archive, compiledAt now: Instant, knownTo store: DrawingStore? = nil
  ) -> [UInt16]? {
    let sensor = archive.board.sensor
    let distances: [Int64?] =
      sensor.distanceKind == .none ? [nil] : [Int64(sensor.simplifiedLeave), Int64(sensor.simplifiedEnter)]
    var showings = showings(of: archive, compiledAt: now)
    var most = [UInt16](repeating: 0, count: archive.entries.count)
    var digests: [Int: UInt64] = [:]
    // Other boards show in always-on what they show by day.
    let store = Engine.canDim(archive.board) ? store : nil
    if store != nil {
      var digest = LitDigest(archive)
      for showing in showings {
        digests[showing.entry] = digest.of(showing.bounds, page: showing.page, atMs: showing.atMs)
      }
      for (entry, digest) in digests { most[entry] = store?.litShares[digest] ?? 0 }
      showings.removeAll { digests[$0.entry].flatMap { store?.litShares[$0] } != nil }
    }
    for distance in distances where !showings.isEmpty {
      guard lightUp(archive, showings, distance: distance, &most) else { return nil }
    }
    store?.litShares = Dictionary(digests.map { ($1, most[$0]) }) { one, _ in one }
    return most
  }

  /// The time at which a widget's entry is measured.
  private struct Showing {
    var entry: Int
    var page: UInt8
    var bounds: PixelRect
    var atMs: Int64
  }

  /// Page by page in order of time, so that each step changes little besides the entries that change. The scene itself, the
  /// first widget of a page, is behind the others: its lit pixels are already counted as theirs. The last widget of a page
  /// has the marks, such as that of an untrusted clock.
  private static func showings(of archive: Archive, compiledAt now: Instant) -> [Showing] {
    var showings: [Showing] = []
    for index in archive.widgets.indices.dropFirst().dropLast() {
      let widget = archive.widget(index)
      if archive.widget(index - 1).page != widget.page || archive.widget(index + 1).page != widget.page { continue }
      let end = Int(widget.entries.first) + Int(widget.entries.count)
      for entry in Int(widget.entries.first)..<end {
        // The first entry is also shown at any earlier time, and its clock is best drawn at the time of compilation.
        let date = archive.entry(entry).dateMs
        let next = entry + 1 < end ? archive.entry(entry + 1).dateMs : Int64.max
        let isNow = date <= now.milliseconds && now.milliseconds < next
        showings.append(
          Showing(entry: entry, page: widget.page, bounds: widget.bounds, atMs: isNow ? now.milliseconds : date))
      }
    }
    return showings.sorted { ($0.page, $0.atMs, $0.entry) < ($1.page, $1.atMs, $1.entry) }
  }

  /// Raises the fractions of the entries to those at this distance: an engine's first reading takes effect at once.
  private static func lightUp(
    _ archive: Archive, _ showings: [Showing], distance: Int64?, _ shares: inout [UInt16]
  ) -> Bool {
    let memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: archive.board))
    defer { withExtendedLifetime(memory) {} }
    var arena = Arena(memory.bytes)
    guard var engine = Engine(board: archive.board, arena: &arena), (try? engine.adopt(archive)) != nil else {
      return false
    }
    // As if the hardware dimmed the panel alone: no lit pixel becomes black by always-on's curve (AlwaysOnCurveTests),
    // and a pass over every pixel of every entry is spared.
    engine.setWhite(PanelWhite(alwaysOnMillinits: 1, alwaysOnWantedMillinits: 1, nightMillinits: 1))
    let area = Int64(archive.board.widthPx) * Int64(archive.board.heightPx)
    for showing in showings {
      let moment = Moment(
        realtime: Instant(milliseconds: showing.atMs), monotonic: MonotonicInstant(milliseconds: 0), isTrusted: true)
      engine.show(page: Int(showing.page), isDetail: true)
      _ = engine.step(moment, lux: nil, override: .alwaysOn, distance: distance)
      engine.paint()
      engine.dropFrame()
      let lit = litPixels(engine.plane, showing.bounds)
      shares[showing.entry] = max(shares[showing.entry], UInt16(min(1000, (lit * 1000 + area - 1) / area)))
    }
    return true
  }

  private static func litPixels(_ plane: PixelPlane, _ part: PixelRect) -> Int64 {
    let rect = part.intersection(PixelRect(plane.size))
    if rect.isEmpty { return 0 }
    var count: Int64 = 0
    for y in Int(rect.y0)..<Int(rect.y1) {
      count += litPixels(plane.base + y * plane.stridePx + Int(rect.x0), count: Int(rect.width))
    }
    return count
  }

  /// Counts the lit pixels of a row, 64 pixels at a time: most of a panel is black, which one comparison detects.
  ///
  /// Not inlined: in a loop over rows the compiler gathers single pixels of several blocks, which takes three times as long.
  @inline(never)
  private static func litPixels(_ row: UnsafePointer<UInt32>, count: Int) -> Int64 {
    // Without a branch, so that the compiler counts several pixels at once.
    func isLit(_ pixel: UInt32) -> UInt32 { (pixel & 0xFF_FFFF &+ 0x7FFF_FFFF) >> 31 }
    let block = 64
    var lit: UInt32 = 0
    var x = 0
    while x &+ block <= count {
      var any: UInt32 = 0
      for next in x..<x &+ block { any |= row[next] }
      if any & 0xFF_FFFF != 0 {
        for next in x..<x &+ block { lit &+= isLit(row[next]) }
      }
      x &+= block
    }
    while x < count {
      lit &+= isLit(row[x])
      x &+= 1
    }
    return Int64(lit)
  }
}
