import Afterglow

/// The measures of a field of dots, in points. A small field has fewer dots and lies on whole pixels, so that at least one dark
/// pixel parts two of them: dots that merge look like another light.
struct DotLattice {
  /// Distance from dot to dot of a row.
  let pitch: Double
  let diameter: Double
  /// Distance from row to row, if every second row is moved by `half`.
  let rowPitch: Double
  let half: Double
  /// Distance from the edge of a dot's square to the dot's middle.
  let middle: Double
  /// Pixel size; nil if dots are so large that their smoothing is not seen.
  private let pixel: Double?

  /// Least distance from dot to dot in pixels at which dots may stand between pixels, and the least distance of all.
  private static let smoothPitch = 5.0
  private static let leastPitch = 3.0

  /// - Parameters:
  ///   - width: width of the whole field.
  ///   - most: maximum number of dots in a row.
  ///   - share: a dot's diameter as a share of the pitch.
  init(across width: Double, most: Int, share: Double, pixel: Double) {
    let pixels = width / Double(most) / pixel
    guard pixels < Self.smoothPitch else {
      pitch = width / Double(most)
      (diameter, rowPitch, half, middle) = (pitch * share, pitch * 0.866, pitch / 2, pitch / 2)
      self.pixel = nil
      return
    }
    let step = max(Self.leastPitch, (pixels - 1e-6).rounded(.up))
    let dot = max(1, (step * share + 0.4).rounded(.down))
    (pitch, diameter) = (step * pixel, dot * pixel)
    rowPitch = max(dot + 1, (step * 0.866).rounded()) * pixel
    half = (step / 2).rounded(.down) * pixel
    middle = (((step - dot) / 2).rounded(.down) + dot / 2) * pixel
    self.pixel = pixel
  }

  /// Returns the number of dots that have room in a length.
  func count(_ length: Double) -> Int { max(1, Int((length / pitch + 1e-6).rounded(.down))) }

  /// Returns the nearest position of a dot's middle at which the dot covers whole pixels.
  func snapped(_ position: Double) -> Double {
    guard let pixel else { return position }
    let odd = middle - (middle / pixel + 1e-6).rounded(.down) * pixel
    return ((position - odd) / pixel).rounded() * pixel + odd
  }
}
