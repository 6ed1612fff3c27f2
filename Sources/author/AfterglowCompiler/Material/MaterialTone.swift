import AfterglowCore

/// How a material transforms the light behind it.
struct MaterialTone: Equatable, Sendable {
  typealias Light = SIMD4<Float>

  /// Maximum of any channel, in linear light.
  var brightest: Float
  /// The fraction of the maximum above which light is compressed.
  private static let knee: Float = 0.5
  /// Added everywhere, so that glass is visible on a dark wall.
  var lift: Float = 0
  /// Saturation of colours: 0 is grey, 1 leaves them unchanged.
  var saturation: Float = 1
  /// One hue that replaces all others, in linear light (rule 31).
  var hue: Light?

  func callAsFunction(_ light: Light) -> Light {
    let luminance =
      Float(LuminanceWeight.red) * light.x + Float(LuminanceWeight.green) * light.y
      + Float(LuminanceWeight.blue) * light.z
    var toned: Light
    if let hue {
      toned = hue * (luminance * 0.3) + hue * lift
    } else {
      let grey = Light(repeating: luminance)
      toned = (grey + (light - grey) * saturation).clamped(lowerBound: .zero, upperBound: .one)
      toned += Light(repeating: lift)
    }
    toned.w = 0
    let channel = max(toned.x, max(toned.y, toned.z))
    return channel <= 0 ? toned : toned * (Self.compressed(channel, below: brightest) / channel)
  }

  /// Values below the knee are unchanged; higher ones approach the limit asymptotically, so that bright areas keep
  /// their differences.
  private static func compressed(_ light: Float, below limit: Float) -> Float {
    let knee = limit * Self.knee
    if light <= knee { return light }
    let over = (light - knee) / (limit - knee)
    return knee + (limit - knee) * over / (1 + over)
  }
}
