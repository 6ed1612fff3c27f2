import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowRaster

/// How much of a panel each entry lights in always-on: found by drawing it, as the firmware will.
enum LitShare {
  /// For each of the archive's entries the share of the panel's pixels that are not black, × 1000, rounded up; nil when
  /// the board cannot be drawn. Where the viewer's distance chooses between two levels of detail, the one that lights
  /// more counts, so that always-on keeps its luminance when somebody comes near.
  static func ofEntries(in bytes: [UInt8], compiledAt now: Instant) -> [UInt16]? {
    let archiveMemory = Region(byteCount: bytes.count)
    archiveMemory.bytes.copyBytes(from: bytes)
    guard let archive = try? Archive.validate(UnsafeRawBufferPointer(rebasing: archiveMemory.bytes[..<bytes.count]))
    else { return nil }
    let sensor = archive.board.sensor
    let distances: [Int64?] =
      sensor.distanceKind == .none ? [nil] : [Int64(sensor.simplifiedLeave), Int64(sensor.simplifiedEnter)]
    var most: [UInt16] = []
    for distance in distances {
      guard let shares = ofEntries(of: archive, in: bytes, compiledAt: now, distance: distance) else { return nil }
      most = most.isEmpty ? shares : zip(most, shares).map { max($0, $1) }
    }
    return most
  }

  /// An engine's first distance decides at once.
  private static func ofEntries(
    of archive: Archive, in bytes: [UInt8], compiledAt now: Instant, distance: Int64?
  ) -> [UInt16]? {
    let memory = Region(byteCount: Engine.workingByteCount(for: archive.board) + 4096)
    var arena = Arena(memory.bytes)
    guard var engine = Engine(board: archive.board, arena: &arena) else { return nil }
    engine.idleBank.copyBytes(from: bytes)
    guard (try? engine.adopt(byteCount: bytes.count)) != nil else { return nil }
    var shares: [UInt16] = []
    let area = Int64(archive.board.widthPx) * Int64(archive.board.heightPx)
    for index in 0..<archive.widgetCount {
      let widget = archive.widget(index)
      let entries = (0..<Int(widget.entries.count)).map { archive.entry(Int(widget.entries.first) + $0) }
      for (place, entry) in entries.enumerated() {
        // The first entry stands for all time before it, and its clock is best drawn as of now.
        let next = place + 1 < entries.count ? entries[place + 1].dateMs : Int64.max
        let at = entry.dateMs <= now.milliseconds && now.milliseconds < next ? now.milliseconds : entry.dateMs
        let moment = Moment(
          realtime: Instant(milliseconds: at), monotonic: MonotonicInstant(milliseconds: 0), isTrusted: true)
        _ = engine.step(moment, lux: nil, override: .alwaysOn, distance: distance)
        engine.paint()
        engine.dropFrame()
        // The scene itself (widget 0) lies behind the others: what is lit within it is already counted as theirs.
        let lit = index == 0 ? 0 : litPixels(engine.plane, widget.bounds)
        shares.append(UInt16(min(1000, (lit * 1000 + area - 1) / area)))
      }
    }
    return shares
  }

  private static func litPixels(_ plane: PixelPlane, _ part: PixelRect) -> Int64 {
    let rect = part.intersection(PixelRect(plane.size))
    var count: Int64 = 0
    for y in Int(rect.y0)..<Int(max(rect.y0, rect.y1)) {
      let row = plane.base + y * plane.stridePx
      for x in Int(rect.x0)..<Int(max(rect.x0, rect.x1)) where row[x] & 0xFF_FFFF != 0 { count += 1 }
    }
    return count
  }

  private final class Region {
    let bytes: UnsafeMutableRawBufferPointer
    init(byteCount: Int) {
      bytes = .allocate(byteCount: byteCount, alignment: 64)
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
    deinit { bytes.deallocate() }
  }
}
