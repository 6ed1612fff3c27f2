import AfterglowCore
import Foundation
import Testing

@testable import AfterglowPictures

/// The same scaling in double precision, each new pixel individually.
private func reference(_ bitmap: Bitmap, to size: PixelSize, part: PicturePart = .whole) -> [UInt32] {
  func decode(_ code: UInt8) -> Double {
    let c = Double(code) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }
  func encode(_ light: Double) -> Double {
    let c = min(max(light, 0), 1)
    return 255 * (c <= 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055)
  }
  func weights(_ index: Int, count: Int, from: Double, length: Double, source: Int) -> [(Int, Double)] {
    let step = length / Double(count)
    let lower = from + Double(index) * step
    if step > 1 {
      let shares = (0..<source).map { max(0, min(Double($0 + 1), lower + step) - max(Double($0), lower)) }
      let sum = shares.reduce(0, +)
      return shares.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element / sum) }
    }
    let place = min(max(lower + step / 2 - 0.5, 0), Double(source - 1))
    let near = Int(place)
    return [(near, 1 - place + Double(near)), (min(near + 1, source - 1), place - Double(near))]
  }
  let rows = (0..<Int(size.height)).map { y in
    weights(
      y, count: Int(size.height), from: part.y * Double(bitmap.height), length: part.height * Double(bitmap.height),
      source: bitmap.height)
  }
  let columns = (0..<Int(size.width)).map { x in
    weights(
      x, count: Int(size.width), from: part.x * Double(bitmap.width), length: part.width * Double(bitmap.width),
      source: bitmap.width)
  }
  let light = (UInt8(0)...255).map { decode($0) }
  func pixel(_ row: [(Int, Double)], _ column: [(Int, Double)]) -> UInt32 {
    // Numbers, because vectors are slow in code that is not optimised.
    var (red, green, blue, cover) = (0.0, 0.0, 0.0, 0.0)
    for (sy, wy) in row {
      for (sx, wx) in column {
        let at = (sy * bitmap.width + sx) * 4
        let alpha = Double(bitmap.bytes[at + 3]) / 255
        red += light[Int(bitmap.bytes[at])] * alpha * wx * wy
        green += light[Int(bitmap.bytes[at + 1])] * alpha * wx * wy
        blue += light[Int(bitmap.bytes[at + 2])] * alpha * wx * wy
        cover += alpha * wx * wy
      }
    }
    let alpha = (cover * 255).rounded()
    if alpha == 0 { return 0 }
    func code(_ light: Double) -> UInt32 { UInt32((encode(light / cover) * alpha / 255).rounded()) }
    return UInt32(alpha) << 24 | code(red) << 16 | code(green) << 8 | code(blue)
  }
  return rows.flatMap { row in columns.map { column in pixel(row, column) } }
}

/// The largest difference of any channel.
func largestDifference(_ a: [UInt32], _ b: [UInt32]) -> Int {
  var most = 0
  for (x, y) in zip(a, b) where x != y {
    for shift in stride(from: 0, through: 24, by: 8) {
      most = max(most, abs(Int(x >> shift & 255) - Int(y >> shift & 255)))
    }
  }
  return most
}

@Suite struct ScaleTests {
  static let sizes: [(Int32, Int32)] = [(1, 1), (7, 5), (31, 17), (32, 24), (64, 48), (65, 49), (150, 20), (9, 200)]

  @Test(arguments: sizes) func `scaling is that of double precision in linear light`(_ width: Int32, _ height: Int32)
    throws
  {
    for hasAlpha in [false, true] {
      let bitmap = Bitmap.noise(64, 48, hasAlpha: hasAlpha)
      let size = PixelSize(width: width, height: height)
      let scaled = try PictureFile(bytes: PictureMaker.png(bitmap)).scaled(to: size)
      #expect(largestDifference(scaled.pixels, reference(bitmap, to: size)) <= 1)
    }
  }

  @Test func `a part is scaled as if it stood alone`() throws {
    let bitmap = Bitmap.noise(60, 40, hasAlpha: true)
    let file = PictureFile(bytes: PictureMaker.png(bitmap))
    for part in [
      PicturePart(x: 0.25, y: 0.1, width: 0.5, height: 0.9), PicturePart(x: 0.013, y: 0.377, width: 0.11, height: 0.6),
    ] {
      let size = PixelSize(width: 11, height: 13)
      #expect(
        largestDifference(try file.scaled(to: size, part: part).pixels, reference(bitmap, to: size, part: part)) <= 1)
    }
  }

  @Test func `black and white stripes become the grey that gives their light`() throws {
    let stripes = Bitmap(64, 64) { x, _ in x % 2 == 0 ? (255, 255, 255, 255) : (0, 0, 0, 255) }
    let scaled = try PictureFile(bytes: PictureMaker.png(stripes)).scaled(to: PixelSize(width: 8, height: 8))
    #expect(Set(scaled.pixels) == [0xFFBC_BCBC])
  }

  @Test(arguments: [false, true]) func `an edge never rings`(_ enlarges: Bool) throws {
    let edge = Bitmap(40, 4) { x, _ in x < 17 ? (40, 40, 40, 255) : (200, 200, 200, 255) }
    let size = PixelSize(width: enlarges ? 333 : 13, height: 4)
    let row = try PictureFile(bytes: PictureMaker.png(edge)).scaled(to: size).pixels.prefix(Int(size.width))
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(row.first == 0xFF28_2828 && row.last == 0xFFC8_C8C8)
  }

  @Test func `what cannot be seen gives no colour`() throws {
    // Green under alpha 0 next to red: the average must be red, not brown.
    let bitmap = Bitmap(2, 1) { x, _ in x == 0 ? (255, 0, 0, 255) : (0, 255, 0, 0) }
    let scaled = try PictureFile(bytes: PictureMaker.png(bitmap)).scaled(to: PixelSize(width: 1, height: 1))
    #expect(scaled.pixels == [0x8080_0000])
  }

  @Test func `an interlaced picture is that of an ordinary one`() throws {
    for (width, height) in [(61, 37), (1, 1), (3, 9), (8, 8)] {
      let bitmap = Bitmap.noise(width, height, hasAlpha: true)
      for size in [PixelSize(width: 13, height: 7), PixelSize(width: 100, height: 90)] {
        let plain = try PictureFile(bytes: PictureMaker.png(bitmap)).scaled(to: size)
        let woven = try PictureFile(bytes: PictureMaker.png(bitmap, isInterlaced: true)).scaled(to: size)
        #expect(largestDifference(plain.pixels, woven.pixels) <= 1)
      }
    }
  }

  @Test(arguments: [false, true]) func `a photograph is what it was at every shrinking`(_ isProgressive: Bool) throws {
    let bitmap = Bitmap.photo(400, 300)
    let file = PictureFile(bytes: PictureMaker.jpeg(bitmap, isProgressive: isProgressive))
    for divisor in [1, 2, 3, 5, 9, 20, 50] {
      let size = PixelSize(width: Int32(400 / divisor), height: Int32(300 / divisor))
      // JPEG itself, with subsampled chroma, has this error; shrinking reduces it.
      let difference = largestDifference(try file.scaled(to: size).pixels, reference(bitmap, to: size))
      #expect(difference <= (divisor == 1 ? 16 : 8), "1/\(divisor): \(difference)")
    }
  }

  @Test func `greys and inks become colours`() throws {
    let ramp = Bitmap(64, 16) { x, _ in (UInt8(x * 4), UInt8(x * 4), UInt8(x * 4), 255) }
    let size = PixelSize(width: 64, height: 16)
    let gray = try PictureFile(bytes: PictureMaker.jpeg(ramp, ink: .gray)).scaled(to: size)
    #expect(largestDifference(gray.pixels, reference(ramp, to: size)) <= 3)
    // Adobe stores inks inverted: 255 is none.
    let inks = Bitmap(16, 16) { _, _ in (255, 128, 0, 200) }
    let inked = try PictureFile(bytes: PictureMaker.jpeg(inks, ink: .cmyk)).scaled(to: PixelSize(width: 1, height: 1))
    let pixel = try #require(inked.pixels.first)
    #expect(abs(Int(pixel >> 16 & 255) - 200) <= 2 && abs(Int(pixel >> 8 & 255) - 100) <= 2 && pixel & 255 <= 2)
  }
}
