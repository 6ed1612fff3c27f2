import AfterglowCore
import AfterglowRaster
import TestSupport

/// A plane and a painter's scratch between guard zones, for tests.
final class Canvas {
  static let guardPixels = 4096
  static let guardValue: UInt32 = 0xDEAD_BEEF

  let size: PixelSize
  let stridePx: Int
  private let memory: UnsafeMutableBufferPointer<UInt32>
  private let scratchMemory: UnsafeMutableRawBufferPointer

  init(_ width: Int32, _ height: Int32, background: Color = .black, padding: Int = 3) {
    size = PixelSize(width: width, height: height)
    stridePx = Int(width) + padding
    memory = .allocate(capacity: stridePx * Int(height) + 2 * Canvas.guardPixels)
    memory.initialize(repeating: Canvas.guardValue)
    scratchMemory = .allocate(byteCount: Painter.scratchByteCount(for: size) + 2 * 4096, alignment: 64)
    for index in scratchMemory.indices { scratchMemory[index] = 0xA5 }
    paint { $0.clear(background) }
  }

  deinit {
    memory.deallocate()
    scratchMemory.deallocate()
  }

  var plane: PixelPlane {
    PixelPlane(base: memory.baseAddress! + Canvas.guardPixels, stridePx: stridePx, size: size)
  }

  func paint(_ body: (inout Painter) -> Void) {
    let scratch = UnsafeMutableRawBufferPointer(rebasing: scratchMemory[4096..<(scratchMemory.count - 4096)])
    var painter = Painter(target: plane, scratch: scratch)
    body(&painter)
  }

  subscript(x: Int, y: Int) -> UInt32 { plane.base[y * stridePx + x] }

  var pixels: [UInt32] {
    var all: [UInt32] = []
    all.reserveCapacity(Int(size.area))
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) { all.append(self[x, y]) }
    }
    return all
  }

  /// Whether every pixel outside `rect`, every gap between rows and every guard byte is unchanged.
  func isUntouched(outside rect: PixelRect, background: UInt32) -> Bool {
    for y in 0..<Int(size.height) {
      for x in 0..<stridePx {
        let isInside =
          x >= Int(rect.x0) && x < Int(rect.x1) && y >= Int(rect.y0) && y < Int(rect.y1) && x < Int(size.width)
        if isInside { continue }
        let expected = x < Int(size.width) ? background : Canvas.guardValue
        if self[x, y] != expected { return false }
      }
    }
    return areGuardsIntact
  }

  var areGuardsIntact: Bool {
    let end = memory.count - Canvas.guardPixels
    for index in 0..<Canvas.guardPixels {
      if memory[index] != Canvas.guardValue || memory[end + index] != Canvas.guardValue { return false }
      if scratchMemory[index] != 0xA5 || scratchMemory[scratchMemory.count - 1 - index] != 0xA5 { return false }
    }
    return true
  }

  /// By the green channel.
  var art: PixelPattern {
    .levels(width: Int(size.width), height: Int(size.height)) { UInt8(self[$0, $1] >> 8 & 255) }
  }
}

/// A reproducible random number generator (xorshift).
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func int(_ range: ClosedRange<Int32>) -> Int32 {
    let count = UInt64(Int64(range.upperBound) - Int64(range.lowerBound) + 1)
    return Int32(Int64(range.lowerBound) + Int64((next() >> 16) % count))
  }

  mutating func color() -> Color {
    let argb = UInt32(truncatingIfNeeded: next())
    return int(0...2) == 0 ? Color(argb: argb) : Color(argb: argb | 0xFF00_0000)
  }
}

func px(_ value: Double) -> Int32 { Int32((value * 256).rounded()) }

func rect(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> SubpixelRect {
  SubpixelRect(x0: px(x0), y0: px(y0), x1: px(x1), y1: px(y1))
}

func point(_ x: Double, _ y: Double) -> SubpixelPoint { SubpixelPoint(x: px(x), y: px(y)) }

extension Painter {
  mutating func polygon(_ points: [SubpixelPoint], offset: SubpixelPoint = SubpixelPoint(x: 0, y: 0), _ ink: Ink) {
    points.withUnsafeBufferPointer { fillPolygon($0, offset: offset, ink) }
  }

  mutating func stroke(_ points: [SubpixelPoint], width: Subpixels, _ ink: Ink) {
    points.withUnsafeBufferPointer { strokeLine($0, width: width, ink) }
  }

  mutating func hand(_ points: [SubpixelPoint], about centre: SubpixelPoint, angle: Int32, _ ink: Ink) {
    points.withUnsafeBufferPointer { fillRotatedPolygon($0, about: centre, angle: angle, ink) }
  }

  mutating func glyph(_ code: [UInt8], _ width: Int32, _ height: Int32, _ x: Int32, _ y: Int32, _ ink: Ink) {
    code.withUnsafeBytes { drawGlyph($0, width: width, height: height, atX: x, y: y, ink) }
  }
}
