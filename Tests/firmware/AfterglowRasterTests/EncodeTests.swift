import AfterglowCore
import AfterglowRaster
import TestSupport
import Testing

/// Panel memory between guard bytes, and a reference that processes one pixel at a time.
private final class Panel {
  let size: PixelSize
  let format: PixelFormat
  let strideBytes: Int
  let memory: UnsafeMutableRawBufferPointer
  static let margin = 64

  init(_ size: PixelSize, _ format: PixelFormat, _ dice: inout Dice) {
    self.size = size
    self.format = format
    strideBytes = (Int(size.width) * Int(format.bitsPerPixel) + 7) / 8 / 4 * 4 + 8
    memory = .allocate(byteCount: strideBytes * Int(size.height) + 2 * Panel.margin, alignment: 64)
    for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: dice.next() >> 30) }
  }

  deinit { memory.deallocate() }

  var bytes: [UInt8] { [UInt8](memory) }

  func target(_ rotation: Rotation, isRedOnly: Bool, isFirstFrame: Bool) -> EncodeTarget {
    EncodeTarget(
      base: memory.baseAddress! + Panel.margin, strideBytes: strideBytes, size: size, format: format,
      rotation: rotation, isRedOnly: isRedOnly, isFirstFrame: isFirstFrame)
  }
}

/// Value of a pixel as documented, computed in the simplest way.
private func value(_ argb: UInt32, _ format: PixelFormat, isRedOnly: Bool) -> UInt32 {
  let a = argb >> 24
  let r = argb >> 16 & 255
  let g = isRedOnly ? 0 : argb >> 8 & 255
  let b = isRedOnly ? 0 : argb & 255
  let luma = ((argb >> 16 & 255) * 54 + (argb >> 8 & 255) * 183 + (argb & 255) * 19 + 128) / 256
  switch format {
  case .xrgb8888: return r << 16 | g << 8 | b
  case .argb8888: return a << 24 | r << 16 | g << 8 | b
  case .rgb565: return (r / 8) * 2048 + (g / 4) * 32 + b / 8
  case .gray8: return luma
  case .mono1: return luma >= 128 ? 1 : 0
  case .spectra6: return nearestInk(argb)
  case .gray2: return argb & 0xFF_FFFF == 0x555554 ? 1 : argb & 0xFF_FFFF == 0xAAAAAB ? 2 : luma >= 128 ? 3 : 0
  }
}

/// The ink at the smallest distance, computed as distances; of equals the highest code.
func nearestInk(_ argb: UInt32) -> UInt32 {
  let inks: [(UInt32, [Int])] = [
    (6, [0, 255, 0]), (5, [0, 0, 255]), (3, [255, 0, 0]), (2, [255, 255, 0]), (1, [255, 255, 255]), (0, [0, 0, 0]),
  ]
  let channels = [Int(argb >> 16 & 255), Int(argb >> 8 & 255), Int(argb & 255)]
  func distance(_ color: [Int]) -> Int {
    (0..<3).reduce(0) { $0 + (channels[$1] - color[$1]) * (channels[$1] - color[$1]) }
  }
  return inks.min { distance($0.1) < distance($1.1) }!.0
}

private func read(_ bytes: [UInt8], _ panel: Panel, _ x: Int, _ y: Int) -> UInt32 {
  let row = Panel.margin + y * panel.strideBytes
  if panel.format == .mono1 { return UInt32(bytes[row + x / 8] >> (7 - x % 8)) & 1 }
  if panel.format == .spectra6 { return UInt32(bytes[row + x / 2] >> (x % 2 == 0 ? 4 : 0)) & 15 }
  if panel.format == .gray2 { return UInt32(bytes[row + x / 4] >> (6 - 2 * (x % 4))) & 3 }
  let count = Int(panel.format.bitsPerPixel) / 8
  return (0..<count).reduce(0) { $0 | UInt32(bytes[row + x * count + $1]) << ($1 * 8) }
}

private func write(_ bytes: inout [UInt8], _ panel: Panel, _ x: Int, _ y: Int, _ value: UInt32) {
  let row = Panel.margin + y * panel.strideBytes
  if panel.format == .mono1 {
    let bit = UInt8(1) << (7 - x % 8)
    bytes[row + x / 8] = bytes[row + x / 8] & ~bit | (value == 1 ? bit : 0)
    return
  }
  if panel.format == .spectra6 {
    let old = bytes[row + x / 2]
    bytes[row + x / 2] = x % 2 == 0 ? old & 0x0F | UInt8(value) << 4 : old & 0xF0 | UInt8(value)
    return
  }
  if panel.format == .gray2 {
    let shift = UInt8(6 - 2 * (x % 4))
    bytes[row + x / 4] = bytes[row + x / 4] & ~(3 << shift) | UInt8(value) << shift
    return
  }
  let count = Int(panel.format.bitsPerPixel) / 8
  for index in 0..<count { bytes[row + x * count + index] = UInt8(truncatingIfNeeded: value >> (index * 8)) }
}

/// The panel position of a scene pixel after clockwise rotation.
private func panelPlace(_ x: Int, _ y: Int, _ scene: PixelSize, _ rotation: Rotation) -> (Int, Int) {
  let width = Int(scene.width)
  let height = Int(scene.height)
  switch rotation {
  case .none: return (x, y)
  case .clockwise90: return (height - 1 - y, x)
  case .clockwise180: return (width - 1 - x, height - 1 - y)
  case .clockwise270: return (y, width - 1 - x)
  }
}

@Suite struct EncodeTests {
  @Test(arguments: [PixelFormat.xrgb8888, .argb8888, .rgb565, .gray8, .mono1, .spectra6, .gray2])
  func `every rotation, mask and part equals the scalar reference`(_ format: PixelFormat) {
    var dice = Dice(UInt64(format.rawValue) + 5)
    for rotation in [Rotation.none, .clockwise90, .clockwise180, .clockwise270] {
      for size in [(1, 1), (7, 3), (17, 5), (40, 13), (67, 9)] {
        for _ in 0..<12 { check(&dice, format, rotation, PixelSize(width: Int32(size.0), height: Int32(size.1))) }
      }
    }
  }

  private func check(_ dice: inout Dice, _ format: PixelFormat, _ rotation: Rotation, _ scene: PixelSize) {
    let canvas = Canvas(scene.width, scene.height)
    let turned = rotation.swapsAxes ? PixelSize(width: scene.height, height: scene.width) : scene
    let panel = Panel(turned, format, &dice)
    for round in 0..<4 {
      paintDots(&dice, canvas, isDense: round % 2 == 0)
      let part = PixelRect(
        x0: dice.int(-3...scene.width), y0: dice.int(-3...scene.height), x1: dice.int(0...(scene.width + 3)),
        y1: dice.int(0...(scene.height + 3)))
      let target = panel.target(rotation, isRedOnly: dice.int(0...1) == 0, isFirstFrame: dice.int(0...3) == 0)
      compare(canvas, panel, part, target)
    }
  }

  private func paintDots(_ dice: inout Dice, _ canvas: Canvas, isDense: Bool) {
    for y in 0..<Int(canvas.size.height) {
      for x in 0..<Int(canvas.size.width) where isDense || dice.int(0...9) == 0 {
        canvas.plane.base[y * canvas.stridePx + x] = 0xFF00_0000 | UInt32(truncatingIfNeeded: dice.next() >> 20)
      }
    }
  }

  private func compare(_ canvas: Canvas, _ panel: Panel, _ part: PixelRect, _ target: EncodeTarget) {
    let before = panel.bytes
    var expected = before
    var result = EncodeResult()
    let inside = part.intersection(PixelRect(canvas.size))
    if !inside.isEmpty {
      for y in Int(inside.y0)..<Int(inside.y1) {
        for x in Int(inside.x0)..<Int(inside.x1) {
          let (px, py) = panelPlace(x, y, canvas.size, target.rotation)
          let new = value(canvas[x, y], target.format, isRedOnly: target.isRedOnly)
          let old = read(before, panel, px, py)
          if new == old && !target.isFirstFrame { continue }
          write(&expected, panel, px, py, new)
          let index = UInt32(py * Int(panel.size.width) + px)
          result.changedPixels += 1
          result.hashDelta &+= pixelHash(index: index, pixel: new)
          if !target.isFirstFrame { result.hashDelta &-= pixelHash(index: index, pixel: old) }
          result.changedBounds = result.changedBounds.union(
            PixelRect(x0: Int32(px), y0: Int32(py), x1: Int32(px) + 1, y1: Int32(py) + 1))
        }
      }
    }
    #expect(encode(canvas.plane, part, into: target) == result)
    #expect(panel.bytes == expected)
    #expect(encode(canvas.plane, part, into: target).changedPixels == (target.isFirstFrame ? inside.area : 0))
  }

  @Test(arguments: [PixelFormat.xrgb8888, .rgb565, .gray8, .mono1, .spectra6, .gray2])
  func `a picture turns clockwise`(_ format: PixelFormat) {
    var dice = Dice(3)
    for (rotation, expected) in LetterF.turned {
      let canvas = LetterF.canvas()
      let size = rotation.swapsAxes ? PixelSize(width: 5, height: 3) : canvas.size
      let panel = Panel(size, format, &dice)
      let target = panel.target(rotation, isRedOnly: false, isFirstFrame: true)
      #expect(encode(canvas.plane, PixelRect(canvas.size), into: target).changedPixels == 15)
      let bytes = panel.bytes
      let white = value(Color.white.argb, format, isRedOnly: false)
      let shown = PixelPattern(width: Int(size.width), height: Int(size.height)) { x, y in
        switch read(bytes, panel, x, y) & (format == .xrgb8888 ? 0xFF_FFFF : .max) {
        case 0: "."
        case white: "#"
        default: "?"
        }
      }
      #expect(shown == expected, "\(rotation)")
    }
  }

  @Test func `a panel of another size is left alone`() {
    var dice = Dice(1)
    let canvas = Canvas(8, 4)
    let panel = Panel(PixelSize(width: 4, height: 8), .xrgb8888, &dice)
    let before = panel.bytes
    let target = panel.target(.none, isRedOnly: false, isFirstFrame: true)
    #expect(encode(canvas.plane, PixelRect(canvas.size), into: target) == EncodeResult())
    #expect(panel.bytes == before)
  }

  @Test func `red only leaves no bit of green or blue`() {
    var dice = Dice(2)
    let canvas = Canvas(33, 3)
    paintDots(&dice, canvas, isDense: true)
    for format in [PixelFormat.xrgb8888, .argb8888, .rgb565] {
      let panel = Panel(canvas.size, format, &dice)
      _ = encode(
        canvas.plane, PixelRect(canvas.size), into: panel.target(.none, isRedOnly: true, isFirstFrame: false))
      let dark: UInt32 = format == .rgb565 ? 0x07FF : 0x0000_FFFF
      for y in 0..<3 {
        for x in 0..<33 { #expect(read(panel.bytes, panel, x, y) & dark == 0) }
      }
    }
  }

  /// Mostly black pictures, with single dots and whole dots of alpha: the hash skips black pixels.
  @Test(arguments: [PixelFormat.xrgb8888, .argb8888, .rgb565, .gray8, .mono1, .spectra6, .gray2])
  func `a picture's hash is what writing it all would report`(_ format: PixelFormat) {
    var dice = Dice(UInt64(format.rawValue) + 11)
    for rotation in [Rotation.none, .clockwise90, .clockwise180, .clockwise270] {
      for size in [(1, 1), (15, 2), (16, 2), (31, 3), (32, 4), (33, 5), (97, 6), (128, 3), (160, 2)] {
        let scene = PixelSize(width: Int32(size.0), height: Int32(size.1))
        let turned = rotation.swapsAxes ? PixelSize(width: scene.height, height: scene.width) : scene
        let canvas = Canvas(scene.width, scene.height)
        let panel = Panel(turned, format, &dice)
        for round in 0..<8 {
          for y in 0..<size.1 {
            for x in 0..<size.0 {
              let isDot = dice.int(0...(round < 4 ? 60 : 3)) == 0
              canvas.plane.base[y * canvas.stridePx + x] =
                isDot ? UInt32(truncatingIfNeeded: dice.next() >> 20) : 0xFF00_0000
            }
          }
          let part = round % 2 == 0 ? PixelRect(scene) : randomPart(&dice, scene)
          let target = panel.target(rotation, isRedOnly: dice.int(0...1) == 0, isFirstFrame: true)
          let written = encode(canvas.plane, part, into: target).hashDelta
          var scratch = target
          scratch.isFirstFrame = dice.int(0...1) == 0
          #expect(pictureHash(canvas.plane, part, as: scratch) == written)
        }
      }
    }
  }

  private func randomPart(_ dice: inout Dice, _ scene: PixelSize) -> PixelRect {
    PixelRect(
      x0: dice.int(-3...scene.width), y0: dice.int(-3...scene.height), x1: dice.int(0...(scene.width + 3)),
      y1: dice.int(0...(scene.height + 3)))
  }

  @Test func `each ink's colour is its own code, and an edge between two inks is in both only`() {
    for ink in PaperInk.allCases { #expect(PaperInk.nearestCode(ink.color.argb) == ink.rawValue) }
    for first in PaperInk.allCases {
      for second in PaperInk.allCases where first != second {
        for coverage in UInt32(0)...255 {
          func channel(_ shift: UInt32) -> UInt32 {
            let (a, b) = (first.color.argb >> shift & 255, second.color.argb >> shift & 255)
            return divideBy255(a * coverage + b * (255 - coverage)) << shift
          }
          let code = PaperInk.nearestCode(channel(16) | channel(8) | channel(0))
          #expect(code == (coverage >= 128 ? first : second).rawValue, "\(first) over \(second), \(coverage)")
        }
      }
    }
  }

  @Test func `inks share a byte, the left one in its high half`() {
    var dice = Dice(4)
    let canvas = Canvas(6, 1)
    for (x, ink) in PaperInk.allCases.enumerated() { canvas.plane.base[x] = ink.color.argb }
    let panel = Panel(canvas.size, .spectra6, &dice)
    _ = encode(
      canvas.plane, PixelRect(canvas.size), into: panel.target(.none, isRedOnly: false, isFirstFrame: true))
    #expect(Array(panel.bytes[64..<67]) == [0x01, 0x23, 0x56])
  }

  @Test func `four greys share a byte, and no blend of black and white is one of the middle`() {
    var dice = Dice(4)
    let canvas = Canvas(260, 1)
    for x in 0..<256 { canvas.plane.base[x] = 0xFF00_0000 | UInt32(x) * 0x01_0101 }
    for x in 0..<4 { canvas.plane.base[256 + x] = PaperGray(rawValue: UInt8(x))!.color.argb }
    let panel = Panel(canvas.size, .gray2, &dice)
    _ = encode(
      canvas.plane, PixelRect(canvas.size), into: panel.target(.none, isRedOnly: false, isFirstFrame: true))
    let bytes = Array(panel.bytes[64..<129])
    #expect(bytes == [UInt8](repeating: 0, count: 32) + [UInt8](repeating: 0xFF, count: 32) + [0b00_01_10_11])
  }
}
