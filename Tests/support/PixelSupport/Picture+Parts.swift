import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowEngine
import AfterglowGeometry
import AfterglowPictures
import AfterglowRaster
import TestSupport

extension Picture {
  /// Draws a picture pixel by pixel.
  public init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height { for x in 0..<width { pixels.append(pixel(x, y)) } }
    self.init(size: PixelSize(width: Int32(width), height: Int32(height)), pixels: pixels)
  }

  /// Draws the panel of an archive as the firmware paints it, from nothing.
  ///
  /// - Throws: `ArchiveError` for bytes that are no archive, `ReferenceError` if there is no memory for it.
  public init(showing bytes: [UInt8], _ mode: ModeOverride, at instant: Instant) throws {
    let aligned = AlignedBytes(bytes)
    let board = try withExtendedLifetime(aligned) { try Archive.validate(aligned.bytes).board }
    let memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: board))
    defer { withExtendedLifetime(memory) {} }
    var arena = Arena(memory.bytes)
    guard var engine = Engine(board: board, arena: &arena) else { throw ReferenceError.outOfMemory }
    engine.idleBank.copyBytes(from: bytes)
    try engine.adopt(byteCount: bytes.count)
    let moment = Moment(realtime: instant, monotonic: MonotonicInstant(milliseconds: 0), isTrusted: true)
    _ = engine.step(moment, lux: nil, override: mode)
    engine.paint()
    engine.dropFrame()
    let plane = engine.plane
    self.init(width: Int(plane.size.width), height: Int(plane.size.height)) { x, y in
      plane.base[y * plane.stridePx + x] | 0xFF00_0000
    }
  }

  /// Returns the pixels of an area, row by row: those whose upper left corner it holds.
  public func pixels(in area: Rect) -> [UInt32] {
    let width = Int(size.width)
    let columns = max(0, Int(area.minX))..<min(width, Int(area.maxX))
    let rows = max(0, Int(area.minY))..<min(Int(size.height), Int(area.maxY))
    var found: [UInt32] = []
    found.reserveCapacity(columns.count * rows.count)
    for y in rows { found += pixels[y * width + columns.lowerBound..<y * width + columns.upperBound] }
    return found
  }

  /// The first and the last column with a pixel that is not black; nil if all are.
  public var litColumns: ClosedRange<Int>? {
    let width = Int(size.width)
    var (first, last) = (Int.max, Int.min)
    for (index, pixel) in pixels.enumerated() where pixel & 0xFF_FFFF != 0 {
      first = min(first, index % width)
      last = max(last, index % width)
    }
    return first <= last ? first...last : nil
  }

  /// Counts the pixels that a card with round corners, filled with red, has wrong: red ones more than a pixel outside of its
  /// outline, and others more than a pixel inside.
  public func misplacedRed(card: Rect, radius: Double) -> (outside: Int, missing: Int) {
    var (outside, missing) = (0, 0)
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) {
        let dx: Double = max(0, abs(Double(x) + 0.5 - card.midX) - card.width / 2 + radius)
        let dy: Double = max(0, abs(Double(y) + 0.5 - card.midY) - card.height / 2 + radius)
        let distance = (dx * dx + dy * dy).squareRoot() - radius
        let isRed = PixelChannels(pixels[y * Int(size.width) + x]).isPureRed
        if distance > 1, isRed { outside += 1 }
        if distance < -1, !isRed { missing += 1 }
      }
    }
    return (outside, missing)
  }
}
