import AfterglowCore
import AfterglowPictures

/// The grain of paper as a small tileable picture: fine darker and lighter specks, drawn over the colour of the sheet.
enum PaperGrain {
  static let sidePx = 128
  /// Maximum opacity of a speck, of 255: barely visible.
  private static let strength = 9.0

  static let tile: ScaledPicture = {
    let size = PixelSize(width: Int32(sidePx), height: Int32(sidePx))
    let pixels = (0..<sidePx * sidePx).map { index in
      let (x, y) = (index % sidePx, index / sidePx)
      let value = 0.7 * noise(x, y, 1) + 0.6 * noise(x, y, 2) + 0.35 * noise(x, y, 4)
      let alpha = UInt32(clamping: min(abs(value) / 1.2, 1) * strength)
      // White premultiplied with its alpha, or black.
      return alpha << 24 | (value > 0 ? alpha * 0x01_0101 : 0)
    }
    return ScaledPicture(size: size, pixels: pixels)
  }()

  /// −1 to 1, from square cells of this many pixels, interpolated smoothly.
  private static func noise(_ x: Int, _ y: Int, _ cell: Int) -> Double {
    func soft(_ share: Double) -> Double { share * share * (3 - 2 * share) }
    let u = soft(Double(x % cell) / Double(cell))
    let v = soft(Double(y % cell) / Double(cell))
    func corner(_ dx: Int, _ dy: Int) -> Double {
      let column = UInt64((x / cell + dx) % (sidePx / cell))
      let row = UInt64((y / cell + dy) % (sidePx / cell))
      var hash = (column &* 0x9E37_79B9_7F4A_7C15) ^ (row &* 0xC2B2_AE3D_27D4_EB4F) ^ UInt64(cell) << 40
      hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
      return Double((hash ^ hash >> 32) & 0xFFFF) / 32_767.5 - 1
    }
    let upper = corner(0, 0) * (1 - u) + corner(1, 0) * u
    let lower = corner(0, 1) * (1 - u) + corner(1, 1) * u
    return upper * (1 - v) + lower * v
  }
}
