import AfterglowCore
import Foundation
import Testing

@testable import AfterglowPictures

/// Colour profiles as programs write them.
private enum ProfileMaker {
  /// Primaries in CIE XYZ of D50.
  static let sRGB = [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141]]
  static let displayP3 = [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]]
  static let adobeRGB = [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]]

  static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
  static func half(_ value: UInt16) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
  static func fixed(_ value: Double) -> [UInt8] { word(UInt32(bitPattern: Int32((value * 65_536).rounded()))) }
  private static func name(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined()) }

  /// sRGB's curve as a formula, as telephones write it.
  static let formula: [UInt8] = {
    let numbers: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    return joined([name("para"), word(0), half(3), half(0)]) + joined(numbers.map { fixed($0) })
  }()

  /// The same as samples.
  static let samples: [UInt8] = {
    let lights: [Double] = (0..<1024).map { LinearLight.decode(fraction: Double($0) / 1023) * 65_535 }
    return joined([name("curv"), word(0), word(1024)]) + joined(lights.map { half(UInt16($0.rounded())) })
  }()

  static func exponent(_ value: Double) -> [UInt8] {
    joined([name("curv"), word(0), word(1), half(UInt16((value * 256).rounded())), half(0)])
  }

  /// Light as it is.
  static let straight: [UInt8] = joined([name("curv"), word(0), word(0)])

  static func make(
    _ primaries: [[Double]], curve: [UInt8], space: String = "RGB ", others: [String] = []
  ) -> [UInt8] {
    var values: [(name: String, bytes: [UInt8])] = []
    if space == "RGB " {
      for (letter, primary) in zip("rgb", primaries) {
        values.append(("\(letter)XYZ", joined([name("XYZ "), word(0)] + primary.map { fixed($0) })))
      }
      for letter in "rgb" { values.append(("\(letter)TRC", curve)) }
    } else {
      values.append(("kTRC", curve))
    }
    for other in others { values.append((other, joined([name("mft2"), word(0)]))) }
    var table = word(UInt32(values.count))
    var data: [UInt8] = []
    for (tag, bytes) in values {
      let offset = 132 + 12 * values.count + data.count
      table += joined([name(tag), word(UInt32(offset)), word(UInt32(bytes.count))])
      data += bytes
      data += zeros((4 - bytes.count % 4) % 4)
    }
    let white: [Double] = [0.9642, 1, 0.8249]
    let count = 128 + table.count + data.count
    return joined([
      word(UInt32(count)), word(0), word(0x0430_0000), name("mntr"), name(space), name("XYZ "), zeros(12), name("acsp"),
      zeros(28), joined(white.map { fixed($0) }), zeros(48), table, data,
    ])
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// The profile as segments of a JPEG, each with so many bytes of it.
  static func segments(_ profile: [UInt8], byteCount: Int = 60_000) -> [[UInt8]] {
    let total = (profile.count + byteCount - 1) / byteCount
    return (0..<total).map { part in
      let bytes = profile[(part * byteCount)..<min((part + 1) * byteCount, profile.count)]
      return joined([name("ICC_PROFILE"), [0, UInt8(part + 1), UInt8(total)], Array(bytes)])
    }
  }
}

@Suite struct ColorProfileTests {
  private static let size = PixelSize(width: 6, height: 4)

  private static func plain(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Bitmap {
    Bitmap(48, 32) { _, _ in (red, green, blue, 255) }
  }

  private static func pixels(_ bytes: [UInt8], _ size: PixelSize = size) throws -> [UInt32] {
    try PictureFile(bytes: bytes).scaled(to: size).pixels
  }

  /// The most by which any part of any pixel differs from a colour.
  private static func distance(_ bytes: [UInt8], _ color: [Int]) throws -> Int {
    try pixels(bytes).reduce(0) { most, pixel in
      let parts = [pixel >> 16, pixel >> 8, pixel].map { Int($0 & 255) }
      return zip(parts, color).reduce(most) { max($0, abs($1.0 - $1.1)) }
    }
  }

  /// sRGB's 40, 180, 60 in the colours of others.
  @Test(
    arguments: [
      ([88, 177, 77], ProfileMaker.displayP3, ProfileMaker.formula),
      ([88, 177, 77], ProfileMaker.displayP3, ProfileMaker.samples),
      ([106, 178, 72], ProfileMaker.adobeRGB, ProfileMaker.exponent(2.199_218_75)),
    ] as [([UInt8], [[Double]], [UInt8])])
  func `a colour is the same in each profile's codes`(_ code: [UInt8], _ primaries: [[Double]], _ curve: [UInt8]) throws
  {
    let profile = ProfileMaker.make(primaries, curve: curve)
    let bitmap = Self.plain(code[0], code[1], code[2])
    let color = [40, 180, 60]
    #expect(try Self.distance(PictureMaker.png(bitmap, profile: profile), color) <= 2)
    #expect(try Self.distance(PictureMaker.png(bitmap, isInterlaced: true, profile: profile), color) <= 2)
    for byteCount in [60_000, 200] {
      let segments = ProfileMaker.segments(profile, byteCount: byteCount)
      #expect(try Self.distance(PictureMaker.jpeg(bitmap, profile: segments), color) <= 8)
      #expect(try Self.distance(PictureMaker.jpeg(bitmap, isProgressive: true, profile: segments), color) <= 8)
    }
    #expect(try Self.distance(PictureMaker.png(bitmap), color) > 20)
  }

  @Test func `colours beyond sRGB are its nearest, and transparent ones stay transparent`() throws {
    let profile = ProfileMaker.make(ProfileMaker.displayP3, curve: ProfileMaker.formula)
    #expect(try Self.distance(PictureMaker.png(Self.plain(0, 255, 0), profile: profile), [0, 255, 0]) <= 1)
    #expect(try Self.distance(PictureMaker.png(Self.plain(255, 255, 255), profile: profile), [255, 255, 255]) <= 1)
    let glass = Bitmap(8, 8) { _, _ in (88, 177, 77, 0) }
    #expect(try Self.pixels(PictureMaker.png(glass, profile: profile)).allSatisfy { $0 == 0 })
  }

  @Test func `a grey picture has its own curve`() throws {
    let profile = ProfileMaker.make([], curve: ProfileMaker.straight, space: "GRAY")
    let bytes = PictureMaker.jpeg(Self.plain(128, 128, 128), profile: ProfileMaker.segments(profile), ink: .gray)
    #expect(try Self.distance(bytes, [188, 188, 188]) <= 1)
  }

  @Test func `the profile of sRGB changes no pixel`() throws {
    let bitmap = Bitmap.noise(40, 30, hasAlpha: true)
    let bare = try Self.pixels(PictureMaker.png(bitmap))
    for curve in [ProfileMaker.formula, ProfileMaker.samples] {
      let profile = ProfileMaker.make(ProfileMaker.sRGB, curve: curve)
      #expect(try Self.pixels(PictureMaker.png(bitmap, profile: profile)) == bare)
    }
  }

  @Test func `a profile that is not read leaves the codes as they are`() throws {
    let bitmap = Bitmap.photo(40, 30)
    let bare = try Self.pixels(PictureMaker.jpeg(bitmap))
    let good = ProfileMaker.make(ProfileMaker.displayP3, curve: ProfileMaker.formula)
    let whole = ProfileMaker.segments(good, byteCount: 200)
    // Primaries that are not adapted to D50 are white together in another light.
    let unadapted = ProfileMaker.displayP3.map { $0.map { $0 * 1.2 } }
    let other = [
      ProfileMaker.make(ProfileMaker.displayP3, curve: ProfileMaker.formula, others: ["A2B0"]),
      ProfileMaker.make([], curve: ProfileMaker.formula, space: "CMYK"),
      ProfileMaker.make(unadapted, curve: ProfileMaker.formula), Array(good.prefix(180)),
      good + [UInt8](repeating: 0, count: 200_000),
    ].map { ProfileMaker.segments($0) }
    for segments in other + [Array(whole.reversed()), Array(whole.dropLast()), Array(whole.dropFirst())] {
      #expect(try Self.pixels(PictureMaker.jpeg(bitmap, profile: segments)) == bare)
    }
    #expect(try Self.pixels(PictureMaker.jpeg(bitmap, profile: whole)) != bare)
  }

  @Test func `a profile of other colours than the picture's leaves the codes as they are`() throws {
    let bitmap = Bitmap.photo(40, 30)
    let gray = ProfileMaker.segments(ProfileMaker.make([], curve: ProfileMaker.straight, space: "GRAY"))
    let wide = ProfileMaker.segments(ProfileMaker.make(ProfileMaker.displayP3, curve: ProfileMaker.formula))
    for (ink, profile) in [(.color, gray), (.cmyk, gray), (.cmyk, wide)] as [(PictureMaker.Ink, [[UInt8]])] {
      let bare = try Self.pixels(PictureMaker.jpeg(bitmap, ink: ink))
      #expect(try Self.pixels(PictureMaker.jpeg(bitmap, profile: profile, ink: ink)) == bare)
    }
  }

  @Test(arguments: [ProfileMaker.formula, ProfileMaker.samples, ProfileMaker.exponent(2.2)])
  func `changed profiles end in colours or none`(curve: [UInt8]) {
    let whole = ProfileMaker.make(ProfileMaker.displayP3, curve: curve)
    var state: UInt64 = 88_172_645_463_325_252
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0...random(3) { bytes[random(bytes.count)] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(random(256))][random(6)] }
      let colors = bytes.prefix(1 + random(bytes.count)).withUnsafeBytes { PictureColors(profile: $0, isGray: false) }
      for curve in [colors.red, colors.green, colors.blue] {
        #expect(curve.count == 256 && curve.allSatisfy { $0 >= 0 && $0 <= 1 })
      }
    }
  }
}
