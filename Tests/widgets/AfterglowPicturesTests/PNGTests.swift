import AfterglowCore
import AfterglowPictures
import TestSupport
import Testing

@Suite struct PNGTests {
  static let formats: [PixelFormat] = [.xrgb8888, .argb8888, .rgb565, .gray8, .mono1, .spectra6, .gray2]

  /// Picture-like bytes, the same in every run.
  static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  static func encode(_ bytes: [UInt8], _ size: PixelSize, stride: Int, _ format: PixelFormat) throws -> [UInt8] {
    try bytes.withUnsafeBytes { try PNG.encode($0, size: size, strideBytes: stride, format: format) }
  }

  /// Black and white are "." and "#"; red, green and blue their letters; "w" is half of white, "-" is nothing.
  private static func drawn(_ picture: Picture) -> PixelPattern {
    PixelPattern(
      picture.pixels, width: Int(picture.size.width),
      key: [
        0xFF00_0000: ".", 0xFFFF_FFFF: "#", 0xFFFF_0000: "R", 0xFF00_FF00: "G", 0xFF00_00FF: "B", 0x80FF_FFFF: "w",
        0: "-",
      ])
  }

  @Test func `a picture comes back as it was`() throws {
    for (width, height) in [(1, 1), (3, 5), (250, 122), (1, 300), (300, 1)] as [(Int32, Int32)] {
      let size = PixelSize(width: width, height: height)
      let raw = Self.noise(Int(size.area) * 4)
      let pixels = (0..<Int(size.area)).map { index in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(raw[index * 4 + $1]) }
      }
      let withAlpha = Picture(size: size, pixels: pixels)
      #expect(try PNG.decode(PNG.encode(withAlpha)) == withAlpha)
      let opaque = Picture(size: size, pixels: pixels.map { $0 | 0xFF00_0000 })
      #expect(try PNG.decode(PNG.encode(opaque)) == opaque)
    }
  }

  @Test func `display formats become the colours that the panel shows`() throws {
    let size = PixelSize(width: 2, height: 2)
    // Red and half-transparent white, premultiplied; a stride with a gap of 4 bytes.
    let argb: [UInt8] = [0, 0, 255, 255, 128, 128, 128, 128, 9, 9, 9, 9, 0, 0, 0, 0, 255, 0, 0, 255]
    let fromARGB = try PNG.decode(Self.encode(argb, size, stride: 12, .argb8888))
    #expect(
      Self.drawn(fromARGB) == """
        Rw
        -B
        """)
    let xrgb: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 77, 7, 8, 9, 0, 10, 11, 12, 255]
    let fromXRGB = try PNG.decode(Self.encode(xrgb, size, stride: 8, .xrgb8888))
    #expect(fromXRGB.pixels == [0xFF03_0201, 0xFF06_0504, 0xFF09_0807, 0xFF0C_0B0A])
    let rgb565: [UInt8] = [0x00, 0xF8, 0xE0, 0x07, 0x1F, 0x00, 0xFF, 0xFF]
    let from565 = try PNG.decode(Self.encode(rgb565, size, stride: 4, .rgb565))
    #expect(
      Self.drawn(from565) == """
        RG
        B#
        """)
    let fromGray = try PNG.decode(Self.encode([0, 128, 255, 7], size, stride: 2, .gray8))
    #expect(fromGray.pixels == [0xFF00_0000, 0xFF80_8080, 0xFFFF_FFFF, 0xFF07_0707])
    let fromMono = try PNG.decode(Self.encode([0x80, 0, 0, 0, 0x40], size, stride: 4, .mono1))
    #expect(
      Self.drawn(fromMono) == """
        #.
        .#
        """)
  }

  @Test func `four greys become equal steps`() throws {
    let greys = try PNG.decode(
      Self.encode([0b00_01_10_11, 0b11_00_00_01], PixelSize(width: 4, height: 2), stride: 1, .gray2))
    #expect(
      greys.pixels == [
        0xFF00_0000, 0xFF55_5555, 0xFFAA_AAAA, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFF00_0000, 0xFF00_0000, 0xFF55_5555,
      ])
  }

  @Test func `inks become the colours that the panel has relative to its white`() throws {
    // Two inks a byte, the left one in the high half; 4 is no ink.
    let inks = try PNG.decode(
      Self.encode([0x01, 0x23, 0, 0, 0x56, 0x41], PixelSize(width: 4, height: 2), stride: 4, .spectra6))
    #expect(
      inks.pixels == [
        0xFF2B_1A31, 0xFFFF_FFFF, 0xFFFF_ED00, 0xFFA3_1F10, 0xFF20_57B4, 0xFF42_6E4E, 0xFF2B_1A31, 0xFFFF_FFFF,
      ])
  }

  @Test func `the same pixels give the same bytes`() throws {
    let size = PixelSize(width: 200, height: 100)
    let raw = Self.noise(80_000)
    #expect(try Self.encode(raw, size, stride: 800, .xrgb8888) == Self.encode(raw, size, stride: 800, .xrgb8888))
  }

  @Test(arguments: formats) func `pixels that are missing are an error`(_ format: PixelFormat) throws {
    let size = PixelSize(width: 17, height: 9)
    let stride = (17 * Int(format.bitsPerPixel) + 7) / 8
    let raw = Self.noise(stride * 9)
    _ = try Self.encode(raw, size, stride: stride, format)
    #expect(throws: PNGError.tooFewPixels(expectedBytes: stride * 9, foundBytes: stride * 9 - 1)) {
      try Self.encode(Array(raw.dropLast()), size, stride: stride, format)
    }
    #expect(throws: PNGError.self) { try Self.encode(raw, size, stride: stride - 1, format) }
    #expect(throws: PNGError.self) { try Self.encode(raw, size, stride: Int.max, format) }
  }

  @Test func `impossible sizes are refused`() {
    for (width, height) in [(0, 1), (1, 0), (-5, 4), (65_536, 1_025), (Int32.max, Int32.max)] as [(Int32, Int32)] {
      #expect(throws: PNGError.impossibleSize(width: Int64(width), height: Int64(height))) {
        try Self.encode([0, 0, 0, 0], PixelSize(width: width, height: height), stride: 4, .xrgb8888)
      }
    }
  }

  @Test func `a PNG cut at any byte is an error and never half a picture`() throws {
    let size = PixelSize(width: 31, height: 17)
    let whole = try Self.encode(Self.noise(31 * 17 * 4), size, stride: 124, .xrgb8888)
    let picture = try PNG.decode(whole)
    for length in 0..<whole.count {
      // libpng stops reading after the last pixel: without the end chunk the picture is complete nevertheless.
      do throws(PNGError) {
        let read = try PNG.decode(Array(whole[0..<length]))
        #expect(read == picture && length >= whole.count - 12, "cut at \(length)")
      } catch {}
    }
    #expect(throws: PNGError.self) { try PNG.decode(Array(whole[0..<(whole.count / 2)])) }
  }

  @Test func `any byte flipped is an error or a picture of the same kind`() throws {
    let size = PixelSize(width: 31, height: 17)
    let whole = try Self.encode(Self.noise(31 * 17 * 4), size, stride: 124, .xrgb8888)
    for index in whole.indices {
      var bent = whole
      bent[index] ^= UInt8(1 << (index % 8))
      _ = try? PNG.decode(bent)
    }
  }

  @Test func `a header that lies about its size is refused before any memory is taken`() throws {
    var whole = try Self.encode(Self.noise(16), PixelSize(width: 2, height: 2), stride: 8, .xrgb8888)
    // IHDR: width and height at 16 and 20, its checksum at 29.
    for (width, height) in [(40_000, 40_000), (0x7FFF_FFFF, 0x7FFF_FFFF), (0, 5)] as [(UInt32, UInt32)] {
      for index in 0..<4 {
        whole[16 + index] = UInt8(truncatingIfNeeded: width >> UInt32(24 - 8 * index))
        whole[20 + index] = UInt8(truncatingIfNeeded: height >> UInt32(24 - 8 * index))
      }
      let sum = Self.crc32(Array(whole[12..<29]))
      for index in 0..<4 { whole[29 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
      #expect(throws: PNGError.self) { try PNG.decode(whole) }
    }
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  @Test func `nothing and nonsense are errors`() {
    #expect(throws: PNGError.self) { try PNG.decode([]) }
    #expect(throws: PNGError.self) { try PNG.decode([1, 2, 3]) }
    #expect(throws: PNGError.self) { try PNG.decode(Self.noise(10_000)) }
  }

  @Test func `a difference counts and shows what differs`() throws {
    let size = PixelSize(width: 8, height: 4)
    let a = Picture(size: size, pixels: [UInt32](repeating: 0xFF10_2030, count: 32))
    var b = a
    #expect(try PNG.difference(a, b).isSame)
    b.pixels[10] = 0xFF10_2031
    b.pixels[21] = 0xFFFF_2030
    let difference = try PNG.difference(a, b)
    #expect(difference.differingPixels == 2)
    #expect(difference.largestDifference == 239)
    #expect(difference.bounds == PixelRect(x0: 2, y0: 1, x1: 6, y1: 3))
    let coarse = try PNG.difference(a, b, tolerance: 1)
    #expect(coarse.differingPixels == 1 && coarse.bounds == PixelRect(x0: 5, y0: 2, x1: 6, y1: 3))
    #expect(try PNG.difference(a, b, tolerance: 239).isSame)
    let marked = difference.picture.pixels
    let shown = PixelPattern(width: 8, height: 4) { x, y in
      marked[y * 8 + x] & 0xFFFF == 0 && marked[y * 8 + x] >> 16 & 255 >= 96 ? "R" : "."
    }
    #expect(
      shown == """
        ........
        ..R.....
        .....R..
        ........
        """)
    _ = try PNG.decode(PNG.encode(difference.picture))
    #expect(throws: PNGError.differentSizes(size, PixelSize(width: 4, height: 8))) {
      try PNG.difference(a, Picture(size: PixelSize(width: 4, height: 8), pixels: a.pixels))
    }
  }
}
