/// The meaning of a picture file's codes: the light of each, and the primaries of that light.
struct PictureColors: Sendable {
  /// The light of each of 256 codes, from 0 to 1.
  let red: [Float]
  let green: [Float]
  let blue: [Float]
  /// Primaries of the light; nil = those of sRGB.
  let primaries: Primaries?

  /// Each primary's light, mixed from the primaries of sRGB.
  struct Primaries: Sendable {
    private let red: SIMD4<Float>
    private let green: SIMD4<Float>
    private let blue: SIMD4<Float>

    /// The matrix from XYZ to the light of sRGB's primaries, adapted to a white of D50 (IEC 61966-2-1 and its profile).
    private static let rows: [SIMD3<Double>] = [
      SIMD3(3.134096, -1.617400, -0.490638), SIMD3(-0.978793, 1.916295, 0.033454),
      SIMD3(0.071971, -0.228987, 1.405380),
    ]

    /// - Parameters: each primary in CIE XYZ of a white of D50.
    init(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>) {
      func column(_ primary: SIMD3<Double>) -> SIMD4<Float> {
        let parts = Self.rows.map { Float(($0 * primary).sum()) }
        return SIMD4(parts[0], parts[1], parts[2], 0)
      }
      (self.red, self.green, self.blue) = (column(red), column(green), column(blue))
    }

    /// A light mixed from sRGB's primaries; colours beyond sRGB have parts below 0 or above 1.
    func light(_ light: SIMD4<Float>) -> SIMD4<Float> {
      var sum = red * light.x
      sum += green * light.y
      sum += blue * light.z
      return sum
    }

    fileprivate var areSRGB: Bool { Self.isNear(red, 0) && Self.isNear(green, 1) && Self.isNear(blue, 2) }

    /// Whether a light is almost that of one of sRGB's primaries.
    private static func isNear(_ light: SIMD4<Float>, _ primary: Int) -> Bool {
      (0..<3).allSatisfy { abs(light[$0] - ($0 == primary ? 1 : 0)) < 0.004 }
    }
  }

  private init(red: [Float], green: [Float], blue: [Float], primaries: Primaries?) {
    (self.red, self.green, self.blue) = (red, green, blue)
    self.primaries = primaries
  }

  /// Colours of a file without a profile.
  static let sRGB = PictureColors(
    red: LinearLight.floats, green: LinearLight.floats, blue: LinearLight.floats, primaries: nil)

  /// White of D50, to which profiles adapt their own (ICC.1:2010, 7.2.16).
  private static let white = SIMD3<Double>(0.9642, 1, 0.8249)

  /// - Parameters:
  ///   - profile: a file's colour profile; one that is not read, or is inconsistent, is none.
  ///   - isGray: whether the picture may be grey; a profile of greys does not fit another one.
  init(profile: UnsafeRawBufferPointer?, isGray: Bool) {
    guard let profile, let found = Self.read(profile, isGray: isGray), !found.areSRGB else {
      self = .sRGB
      return
    }
    self = found
  }

  private static func read(_ bytes: UnsafeRawBufferPointer, isGray: Bool) -> PictureColors? {
    guard let profile = ICCProfile(bytes), !profile.hasTables, isGray || !profile.isGray else { return nil }
    if profile.isGray {
      return profile.curve("kTRC").map { PictureColors(red: $0, green: $0, blue: $0, primaries: nil) }
    }
    guard let red = profile.curve("rTRC"), let green = profile.curve("gTRC"), let blue = profile.curve("bTRC"),
      let first = profile.primary("rXYZ"), let second = profile.primary("gXYZ"), let third = profile.primary("bXYZ")
    else { return nil }
    // Primaries that are adapted add up to white.
    var difference = first - white
    difference += second
    difference += third
    guard max(abs(difference.x), abs(difference.y), abs(difference.z)) < 0.05 else { return nil }
    return PictureColors(
      red: red, green: green, blue: blue, primaries: Primaries(red: first, green: second, blue: third))
  }

  /// Whether no viewer sees a difference to sRGB, as with the profiles that most cameras write.
  private var areSRGB: Bool {
    let haveCurve = [red, green, blue].allSatisfy { curve in
      curve.indices.allSatisfy { abs(LinearLight.code(of: Double(curve[$0])) - Double($0)) < 0.6 }
    }
    return haveCurve && primaries?.areSRGB ?? true
  }
}
