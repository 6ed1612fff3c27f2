import AfterglowCore
import AfterglowRaster
import TestSupport
import Testing

private func layout(_ bytes: UInt8, _ r: (UInt8, UInt8), _ g: (UInt8, UInt8), _ b: (UInt8, UInt8), opaque: UInt32 = 0)
  -> PixelLayout
{
  PixelLayout(
    bytesPerPixel: bytes, red: BitField(offset: r.0, length: r.1), green: BitField(offset: g.0, length: g.1),
    blue: BitField(offset: b.0, length: b.1), opaqueBits: opaque)
}

/// Every kind that drivers report: words in both byte orders, packed bytes, 565 in both orders, with an alpha bit, deep
/// colour, and an odd one in which green is wider than a byte and blue is missing.
private let layouts: [PixelLayout] = [
  .xrgb8888, .argb8888, .rgb565,
  layout(4, (0, 8), (8, 8), (16, 8), opaque: 0xFF00_0000), layout(4, (24, 8), (16, 8), (8, 8), opaque: 0xFF),
  layout(3, (16, 8), (8, 8), (0, 8)), layout(3, (0, 8), (8, 8), (16, 8)), layout(3, (18, 6), (12, 6), (6, 6)),
  layout(2, (0, 5), (5, 6), (11, 5)), layout(2, (10, 5), (5, 5), (0, 5), opaque: 0x8000),
  layout(2, (8, 4), (4, 4), (0, 4), opaque: 0xF000), layout(4, (20, 10), (10, 10), (0, 10), opaque: 0xC000_0000),
  layout(4, (0, 5), (5, 16), (0, 0)),
]

/// The value of a channel, computed in the simplest way.
private func field(_ value: UInt32, _ field: BitField) -> UInt64 {
  let length = Int(field.length)
  var bits: UInt64 = 0
  for bit in 0..<length {
    // From the field's top bit down: the channel's bits from its top down, repeated.
    bits = bits << 1 | UInt64(value >> (7 - bit % 8) & 1)
  }
  return bits << UInt64(field.offset)
}

private func value(_ argb: UInt32, _ layout: PixelLayout, _ format: PixelFormat, isRedOnly: Bool) -> UInt64 {
  var channels = [argb >> 16 & 255, argb >> 8 & 255, argb & 255]
  let luma = (channels[0] * 54 + channels[1] * 183 + channels[2] * 19 + 128) / 256
  switch format {
  case .xrgb8888, .argb8888: break
  case .rgb565:
    channels = [channels[0] / 8, channels[1] / 4, channels[2] / 8]
    channels = [
      channels[0] * 8 + channels[0] / 4, channels[1] * 4 + channels[1] / 16, channels[2] * 8 + channels[2] / 4,
    ]
  case .gray8: channels = [luma, luma, luma]
  case .mono1: channels = luma >= 128 ? [255, 255, 255] : [0, 0, 0]
  case .gray2:
    let code: UInt32 = argb & 0xFF_FFFF == 0x555554 ? 1 : argb & 0xFF_FFFF == 0xAAAAAB ? 2 : luma >= 128 ? 3 : 0
    channels = [code * 85, code * 85, code * 85]
  case .spectra6:
    let lit: [UInt32: [UInt32]] = [
      1: [255, 255, 255], 2: [255, 255, 0], 3: [255, 0, 0], 5: [0, 0, 255], 6: [0, 255, 0],
    ]
    channels = lit[nearestInk(argb)] ?? [0, 0, 0]
  }
  if isRedOnly { (channels[1], channels[2]) = (0, 0) }
  return field(channels[0], layout.red) | field(channels[1], layout.green) | field(channels[2], layout.blue)
    | UInt64(layout.opaqueBits)
}

/// The scene's pixel that panel pixel (x, y) shows.
private func scenePlace(_ x: Int, _ y: Int, _ scene: PixelSize, _ rotation: Rotation) -> (Int, Int) {
  let (right, bottom) = (Int(scene.width) - 1, Int(scene.height) - 1)
  switch rotation {
  case .none: return (x, y)
  case .clockwise90: return (y, bottom - x)
  case .clockwise180: return (right - x, bottom - y)
  case .clockwise270: return (right - y, x)
  }
}

@Suite struct TransferTests {
  @Test(arguments: layouts.indices)
  func `every rotation, mask, board format and part equals the scalar reference, and nothing else is touched`(
    _ index: Int
  ) {
    var dice = Dice(UInt64(index) + 11)
    for rotation in [Rotation.none, .clockwise90, .clockwise180, .clockwise270] {
      for size in [(1, 1), (7, 3), (33, 5), (40, 23), (70, 41)] {
        let scene = PixelSize(width: Int32(size.0), height: Int32(size.1))
        for _ in 0..<8 { check(&dice, layouts[index], rotation, scene) }
      }
    }
  }

  private func check(_ dice: inout Dice, _ layout: PixelLayout, _ rotation: Rotation, _ scene: PixelSize) {
    let canvas = Canvas(scene.width, scene.height)
    for y in 0..<Int(scene.height) {
      for x in 0..<Int(scene.width) {
        canvas.plane.base[y * canvas.stridePx + x] = 0xFF00_0000 | UInt32(truncatingIfNeeded: dice.next() >> 20)
      }
    }
    let panel = rotation.swapsAxes ? PixelSize(width: scene.height, height: scene.width) : scene
    let bytes = Int(layout.bytesPerPixel)
    let stride = Int(panel.width) * bytes + Int(dice.int(0...3)) * bytes
    let margin = 64 + Int(dice.int(0...3)) * bytes
    let part = PixelRect(
      x0: dice.int(-3...panel.width), y0: dice.int(-3...panel.height), x1: dice.int(0...(panel.width + 3)),
      y1: dice.int(0...(panel.height + 3)))
    let format: PixelFormat = [.xrgb8888, .argb8888, .rgb565, .gray8, .mono1, .spectra6, .gray2][
      Int(dice.int(0...6))]
    let isRedOnly = dice.int(0...1) == 0
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: stride * Int(panel.height) + 2 * margin, alignment: 64)
    defer { memory.deallocate() }
    for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: dice.next() >> 30) }
    var expected = [UInt8](memory)
    let inside = part.intersection(PixelRect(panel))
    for y in Int(inside.y0)..<Int(inside.isEmpty ? inside.y0 : inside.y1) {
      for x in Int(inside.x0)..<Int(inside.x1) {
        let (sx, sy) = scenePlace(x, y, scene, rotation)
        let code = value(canvas[sx, sy], layout, format, isRedOnly: isRedOnly)
        for byte in 0..<bytes {
          expected[margin + y * stride + x * bytes + byte] = UInt8(truncatingIfNeeded: code >> UInt64(8 * byte))
        }
      }
    }
    let target = ScanOutTarget(
      base: memory.baseAddress! + margin, strideBytes: stride, size: panel, layout: layout, format: format,
      rotation: rotation, isRedOnly: isRedOnly)
    #expect(transfer(canvas.plane, part, into: target) == inside.area * Int64(bytes))
    var found = [UInt8](memory)
    if layout == .xrgb8888 && !inside.isEmpty {
      // The fourth byte is unused.
      for y in Int(inside.y0)..<Int(inside.y1) {
        for x in Int(inside.x0)..<Int(inside.x1) { found[margin + y * stride + 4 * x + 3] = 0 }
      }
    }
    #expect(found == expected)
  }

  @Test func `a panel shows the picture turned clockwise`() {
    for (rotation, expected) in LetterF.turned {
      let canvas = LetterF.canvas()
      let size = rotation.swapsAxes ? PixelSize(width: 5, height: 3) : canvas.size
      var shown = [UInt32](repeating: 0x5A5A_5A5A, count: 15)
      shown.withUnsafeMutableBytes { memory in
        let target = ScanOutTarget(
          base: memory.baseAddress!, strideBytes: 4 * Int(size.width), size: size, layout: .argb8888, format: .argb8888,
          rotation: rotation, isRedOnly: false)
        #expect(transfer(canvas.plane, PixelRect(size), into: target) == 60)
      }
      let key: [UInt32: Character] = [0xFF00_0000: ".", 0xFFFF_FFFF: "#"]
      #expect(PixelPattern(shown, width: Int(size.width), key: key) == expected, "\(rotation)")
    }
  }

  @Test func `a panel of another size and an impossible layout are left alone`() {
    let canvas = Canvas(8, 4)
    var bytes = [UInt8](repeating: 7, count: 256)
    let odd = [
      layout(1, (5, 3), (2, 3), (0, 2)), layout(5, (16, 8), (8, 8), (0, 8)), layout(2, (12, 5), (5, 6), (0, 5)),
      layout(4, (0, 17), (0, 0), (0, 0)), layout(4, (0, 0), (0, 0), (0, 0)),
    ]
    bytes.withUnsafeMutableBytes { memory in
      var target = ScanOutTarget(
        base: memory.baseAddress!, strideBytes: 32, size: PixelSize(width: 4, height: 8), layout: .xrgb8888,
        format: .xrgb8888, rotation: .none, isRedOnly: false)
      #expect(transfer(canvas.plane, PixelRect(target.size), into: target) == 0)
      target.size = canvas.size
      for layout in odd {
        target.layout = layout
        #expect(!layout.isPossible)
        #expect(transfer(canvas.plane, PixelRect(target.size), into: target) == 0)
      }
    }
    #expect(bytes.allSatisfy { $0 == 7 })
  }
}
