import AfterglowCore
import AfterglowRaster

/// A plane and a painter's scratch memory for the duration of the run.
final class Frame {
  let size: PixelSize
  let pixels: UnsafeMutablePointer<UInt32>
  private let scratch: UnsafeMutableRawBufferPointer

  init(_ size: PixelSize) {
    self.size = size
    pixels = .allocate(capacity: Int(size.area))
    pixels.initialize(repeating: 0xFF00_0000, count: Int(size.area))
    scratch = .allocate(byteCount: Painter.scratchByteCount(for: size), alignment: 64)
    scratch.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    pixels.deallocate()
    scratch.deallocate()
  }

  var plane: PixelPlane { PixelPlane(base: pixels, stridePx: Int(size.width), size: size) }

  func paint(_ body: (inout Painter) -> Void) {
    var painter = Painter(target: plane, scratch: scratch)
    body(&painter)
  }

  func differences(from other: Frame) -> Int {
    var count = 0
    for index in 0..<Int(size.area) where pixels[index] != other.pixels[index] { count += 1 }
    return count
  }
}

/// Painting the clock scene: all of it, and one digit of the seconds.
func benchRaster(_ bench: inout Bench) {
  guard let source = GlyphSource() else {
    bench.add(Row(name: "raster", value: 0, fault: "\(GlyphSource.path) is missing: install fonts-dejavu-core"))
    return
  }
  for (size, label, redraw, tick) in [
    (PixelSize(width: 800, height: 480), "800x480", 5, 14_000.0),
    (PixelSize(width: 1920, height: 1080), "1080p", 2.7, 26_000),
  ] {
    let scene = ClockScene(size, source)
    let frame = Frame(size)
    let all = PixelRect(size)
    bench.count("raster full redraw \(label)", a: "pixel", per: size.area, limit: redraw) {
      frame.paint { scene.draw(&$0, second: 0, damage: all) }
    }
    bench.count("raster second tick \(label)", a: "tick", limit: tick) {
      frame.paint { scene.draw(&$0, second: 1, damage: scene.secondsBox) }
    }
    if bench.isCounting { continue }
    let full = Bench.beside(size) { frame.paint { scene.draw(&$0, second: 0, damage: all) } }
    bench.add(Row("raster full redraw \(label)", full, fault: faultOfParts(scene, frame)))
    var second = 0
    let tick = Bench.beside(size, 1001) {
      second ^= 1
      frame.paint { scene.draw(&$0, second: second, damage: scene.secondsBox) }
    }
    bench.add(Row("raster second tick \(label)", tick, fault: faultOfTick(scene, frame, second)))
    if label == "800x480" { benchDigit(&bench, source) }
  }
}

/// The whole scene painted in odd tiles over garbage must equal the scene painted at once.
private func faultOfParts(_ scene: ClockScene, _ frame: Frame) -> String? {
  let parts = Frame(scene.size)
  parts.pixels.update(repeating: 0xFF12_3456, count: Int(scene.size.area))
  var y: Int32 = 0
  while y < scene.size.height {
    var x: Int32 = 0
    while x < scene.size.width {
      let tile = PixelRect(x0: x, y0: y, x1: x + 97, y1: y + 61)
      parts.paint { scene.draw(&$0, second: 0, damage: tile) }
      x += 97
    }
    y += 61
  }
  let count = parts.differences(from: frame)
  let lit = (0..<Int(scene.size.area)).reduce(0) { $0 + (frame.pixels[$1] == 0xFF00_0000 ? 0 : 1) }
  if Int64(lit) * 3 < scene.size.area { return "only \(lit) pixels are drawn" }
  return count == 0 ? nil : "\(count) pixels differ from the scene painted in tiles"
}

private func faultOfTick(_ scene: ClockScene, _ frame: Frame, _ second: Int) -> String? {
  let fresh = Frame(scene.size)
  fresh.paint { scene.draw(&$0, second: second, damage: PixelRect(scene.size)) }
  let count = fresh.differences(from: frame)
  return count == 0 ? nil : "\(count) pixels differ from a full redraw"
}

/// One 220 px digit, run-coded; compared with the coverage itself.
private func benchDigit(_ bench: inout Bench, _ source: GlyphSource) {
  let glyph = source.glyph("4", em: 220)
  let frame = Frame(PixelSize(width: 800, height: 480))
  let time = Bench.beside(frame.size, 1001) {
    frame.paint { painter in
      glyph.code.withUnsafeBytes {
        painter.drawGlyph($0, width: glyph.width, height: glyph.height, atX: 60, y: 60, .solid(.white))
      }
    }
  }
  let area = Double(glyph.width) * Double(glyph.height)
  var solid = 0
  for index in 0..<Int(frame.size.area) where frame.pixels[index] == 0xFFFF_FFFF { solid += 1 }
  bench.add(Row("raster 220 px digit", time, fault: Double(solid) > area / 5 ? nil : "the digit is not there"))
}
