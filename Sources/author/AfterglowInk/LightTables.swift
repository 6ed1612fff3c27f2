import AfterglowCore
import AfterglowPictures

/// The luminance of pixels in linear light, in whole numbers.
struct LightTables {
  /// The light of white. A pixel and the errors that it gets stay within −1/2 to 3/2 of it, which 16 bits hold.
  static let one: Int16 = 16_384

  /// The share of each code: of red, then of green, then of blue.
  private let shares: [UInt32]

  init() {
    func table(_ weight: Double) -> [UInt32] {
      (0...255).map { UInt32((LinearLight.decode(UInt8($0)) * weight * Double(LightTables.one)).rounded()) }
    }
    shares = table(LuminanceWeight.red) + table(LuminanceWeight.green) + table(LuminanceWeight.blue)
  }

  static let shared = LightTables()

  /// The luminance of an opaque pixel, 0 to `one`.
  subscript(pixel: UInt32) -> Int16 { shares.withUnsafeBufferPointer { Lookup($0)[pixel] } }

  func withLookup<Result>(_ body: (Lookup) -> Result) -> Result {
    shares.withUnsafeBufferPointer { body(Lookup($0)) }
  }

  /// The tables, for passes over many pixels.
  struct Lookup {
    private let shares: UnsafePointer<UInt32>

    /// - Parameter shares: of all three channels; they outlive this.
    fileprivate init(_ shares: UnsafeBufferPointer<UInt32>) { self.shares = shares.baseAddress! }

    @inline(__always)
    subscript(pixel: UInt32) -> Int16 {
      Int16(
        truncatingIfNeeded: shares[Int(pixel >> 16 & 255)] &+ shares[256 &+ Int(pixel >> 8 & 255)]
          &+ shares[512 &+ Int(pixel & 255)])
    }
  }
}

extension ScaledPicture {
  /// Over white, opaque: transparent parts are paper.
  var onPaper: ScaledPicture {
    if pixels.reduce(UInt32.max, &) >= 0xFF00_0000 { return self }
    return ScaledPicture(size: size, pixels: pixels.map(\.onPaper))
  }
}

extension UInt32 {
  /// A premultiplied pixel over white, opaque.
  fileprivate var onPaper: UInt32 {
    let paper = 255 &- (self >> 24)
    func channel(_ shift: UInt32) -> UInt32 { Swift.min((self >> shift & 255) &+ paper, 255) << shift }
    return 0xFF00_0000 | channel(16) | channel(8) | channel(0)
  }
}
