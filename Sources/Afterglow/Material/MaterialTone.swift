import AfterglowCore

/// What a material makes of the light behind it.
struct MaterialTone: Hashable, Sendable {
  typealias Light = SIMD4<Float>

  /// No channel gets brighter than this, in linear light.
  var brightest: Float
  /// From which share of that on light is compressed; 1 cuts it off.
  var knee: Float = 0.5
  /// Added to all of it, so that glass shows before a dark wall.
  var lift: Float = 0
  /// How far colours are from grey: 1 leaves them.
  var saturation: Float = 1
  /// One hue in place of all others, in linear light (rule 31).
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
    return channel <= 0 ? toned : toned * (Self.compressed(channel, below: brightest, from: knee) / channel)
  }

  /// What is darker than a share of the limit stays; all else comes ever nearer to the limit and never there, so that
  /// bright places keep their differences.
  static func compressed(_ light: Float, below limit: Float, from share: Float = 0.5) -> Float {
    let knee = limit * share
    if light <= knee { return light }
    if share >= 1 { return limit }
    let over = (light - knee) / (limit - knee)
    return knee + (limit - knee) * over / (1 + over)
  }
}
