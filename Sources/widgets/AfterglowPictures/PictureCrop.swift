import AfterglowCore

/// The part of a picture that is shown in a frame with another aspect ratio.
public enum PictureCrop: Hashable, Codable, Sendable {
  /// The centre.
  case center
  /// The part with the most edges, or the centre if none is prominent.
  case best
  /// A smaller part, magnified by `closeness`, with the most edges.
  case close

  /// Magnification of `close` relative to the other crops.
  public static let closeness = 1.5
}

extension PictureFile {
  /// Scales the picture to fill `size` pixels, and crops the rest.
  ///
  /// - Throws: `PictureError`.
  public func filling(_ size: PixelSize, crop: PictureCrop = .best) throws(PictureError) -> ScaledPicture {
    try scaled(to: size, part: part(filling: size, crop: crop))
  }

  /// The part of the picture with the aspect ratio of `size`.
  ///
  /// - Throws: `PictureError`.
  public func part(filling size: PixelSize, crop: PictureCrop) throws(PictureError) -> PicturePart {
    guard size.width > 0, size.height > 0 else {
      throw .impossiblePlace(width: Int64(size.width), height: Int64(size.height))
    }
    let picture = try header().size
    let wanted = Double(size.width) / Double(size.height)
    let shape = Double(picture.width) / Double(picture.height)
    let width = min(1, wanted / shape)
    let height = min(1, shape / wanted)
    if crop == .close { return try closePart(width / PictureCrop.closeness, height / PictureCrop.closeness) }
    var part = PicturePart(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    // A difference of a few percent is not worth a second decoding.
    if crop == .center || width * height > 0.95 { return part }
    let small = try scaled(to: Saliency.size(of: picture))
    if width < 1 {
      part.x = Saliency.start(of: Saliency.energyOfColumns(small), length: width)
    } else {
      part.y = Saliency.start(of: Saliency.energyOfRows(small), length: height)
    }
    return part
  }

  private func closePart(_ width: Double, _ height: Double) throws(PictureError) -> PicturePart {
    let small = try scaled(to: Saliency.size(of: try header().size))
    return PicturePart(
      x: Saliency.start(of: Saliency.energyOfColumns(small), length: width),
      y: Saliency.start(of: Saliency.energyOfRows(small), length: height), width: width, height: height)
  }
}

/// Finds the most salient part of a picture, measured by its edges.
enum Saliency {
  /// Longer side, in pixels, of the thumbnail that is searched: small enough to remove noise and fine textures.
  static let longerSide: Double = 96
  /// How many times the edges of the centre a window must have to be preferred.
  static let advantage = 1.15

  static func size(of picture: PixelSize) -> PixelSize {
    let scale = longerSide / Double(max(picture.width, picture.height))
    func side(_ pixels: Int32) -> Int32 { Int32(max(1, (Double(pixels) * min(scale, 1)).rounded())) }
    return PixelSize(width: side(picture.width), height: side(picture.height))
  }

  /// The start of the best window, as a fraction of the whole; `length` is a fraction as well.
  static func start(of energy: [Double], length: Double) -> Double {
    let count = Double(energy.count)
    let window = min(max(Int((length * count).rounded()), 1), energy.count)
    if window == energy.count { return (1 - length) / 2 }
    var sums: [Double] = [0]
    for value in energy { sums.append(sums[sums.count - 1] + value) }
    let windows = (0...(energy.count - window)).map { sums[$0 + window] - sums[$0] }
    let middle = (energy.count - window) / 2
    let best = windows.indices.max {
      (windows[$0], -abs($0 - middle)) < (windows[$1], -abs($1 - middle))
    }
    guard let best, windows[best] > windows[middle] * advantage else { return (1 - length) / 2 }
    return min(Double(best) / count, 1 - length)
  }

  static func energyOfColumns(_ picture: ScaledPicture) -> [Double] {
    let width = Int(picture.size.width)
    return (0..<width).map { x in
      (0..<Int(picture.size.height)).reduce(0) { $0 + energy(picture, x, $1) }
    }
  }

  static func energyOfRows(_ picture: ScaledPicture) -> [Double] {
    (0..<Int(picture.size.height)).map { y in
      (0..<Int(picture.size.width)).reduce(0) { $0 + energy(picture, $1, y) }
    }
  }

  private static func energy(_ picture: ScaledPicture, _ x: Int, _ y: Int) -> Double {
    let here = lightness(picture[x, y])
    let right = x + 1 < Int(picture.size.width) ? lightness(picture[x + 1, y]) : here
    let below = y + 1 < Int(picture.size.height) ? lightness(picture[x, y + 1]) : here
    return abs(right - here) + abs(below - here)
  }

  private static func lightness(_ pixel: UInt32) -> Double {
    Double(pixel >> 16 & 255) * LuminanceWeight.red + Double(pixel >> 8 & 255) * LuminanceWeight.green
      + Double(pixel & 255) * LuminanceWeight.blue
  }
}
