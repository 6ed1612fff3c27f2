import AfterglowCore
import AfterglowPictures

/// The colour of a pixel, without anything that depends on where it is shown.
package typealias PixelColor = AfterglowCore.Color

/// A colour: sRGB values, or one that depends on where it is shown, such as ``secondary`` and a name of a package's
/// resources.
///
///     Color(red: 0.2, green: 0.4, blue: 0.7)
///     Color.secondary.opacity(0.15)
///     Color.teal.mix(with: .white, by: 0.2)
public struct Color: Hashable, Codable, Sendable {
  indirect enum Storage: Hashable, Codable, Sendable {
    case fixed(UInt32)
    /// The first in full colour, the second where the host chooses the colours.
    case marked(UInt32, UInt32)
    /// One with a name, by appearance; where the host chooses the colours, `plain` if there is one.
    case system(SystemColor, plain: UInt32? = nil)
    /// A hierarchical style's, 0 to 3.
    case level(Int)
    case tint
    case named(ColorAsset)
    case faded(Color, Double)
    case mixed(Color, Color, Double, Gradient.ColorSpace)
  }

  let storage: Storage

  init(storage: Storage) { self.storage = storage }

  /// A colour of sRGB values, 0xAARRGGBB; alpha is not multiplied in.
  public init(argb: UInt32) { storage = .fixed(argb) }

  /// A colour of bytes. Disfavoured in overload resolution, so that literals in widgets mean shares of 1.
  @_disfavoredOverload
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.init(argb: PixelColor(red: red, green: green, blue: blue, alpha: alpha).argb)
  }

  /// The colour's sRGB values, 0xAARRGGBB, in the environment of the view whose body is being evaluated; elsewhere in that of a
  /// dark scene.
  public var argb: UInt32 { value(in: EnvironmentValues.current.values) }
  /// A byte of ``argb``, as are `green`, `blue` and `alpha`.
  public var red: UInt8 { pixel.red }
  public var green: UInt8 { pixel.green }
  public var blue: UInt8 { pixel.blue }
  public var alpha: UInt8 { pixel.alpha }
  package var pixel: PixelColor { PixelColor(argb: argb) }

  /// Main content, in the grey that the host chooses.
  public static var primary: Color { Color(storage: .level(0)) }
  /// Supporting content, in the grey that the host chooses.
  public static var secondary: Color { Color(storage: .level(1)) }
  /// The colour set by `tint`; system blue if none is set.
  public static var accentColor: Color { Color(storage: .tint) }

  /// The colour with its alpha multiplied by a factor, clamped to 0…1.
  public func opacity(_ share: Double) -> Color {
    let share = min(max(share.isNaN ? 0 : share, 0), 1)
    func faded(_ argb: UInt32) -> UInt32 {
      UInt32(clamping: (Double(argb >> 24) * share).rounded()) << 24 | argb & 0xFF_FFFF
    }
    switch storage {
    case .fixed(let argb): return Color(argb: faded(argb))
    case .marked(let own, let plain): return Color(storage: .marked(faded(own), faded(plain)))
    case .faded(let color, let own): return Color(storage: .faded(color, own * share))
    default: return Color(storage: .faded(self, share))
    }
  }

  /// The contrast to another opaque colour, 1 to 21 (WCAG 2.2; docs/rules.md, Contrast). Text needs 4.5, large text and
  /// marks 3.
  public func contrast(with other: Color) -> Double {
    LinearLight.contrast(LinearLight.luminance(argb), LinearLight.luminance(other.argb))
  }
}

extension Color {
  /// A colour of components from 0 to 1, sRGB-encoded. Values outside are clamped to that range; NaN is 0. Integers are
  /// not bytes here either: 1 is full strength.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.init(
      red: Color.byte(red), green: Color.byte(green), blue: Color.byte(blue), alpha: Color.byte(opacity))
  }

  /// A grey from 0, black, to 1, white.
  public init(white: Double, opacity: Double = 1) {
    self.init(red: white, green: white, blue: white, opacity: opacity)
  }

  /// A colour by hue, saturation and brightness, each from 0 to 1.
  ///
  /// - Parameters:
  ///   - hue: 0 is red, a third green, two thirds blue; of other values the fractional part is used.
  ///   - saturation: 0 to 1.
  ///   - brightness: 0 to 1.
  ///   - opacity: 0 is clear, 1 opaque.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    let turn = hue.isFinite ? hue - hue.rounded(.down) : 0
    func channel(_ shift: Double) -> Double {
      let place = (shift + turn * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), opacity: opacity)
  }

  /// A colour written as on the web, such as `0xFF9F0A`. Bits above the 24 are ignored. Disfavoured in overload resolution: many
  /// apps have an initializer of their own with this label, which is used then.
  @_disfavoredOverload
  public init(hex: UInt32, opacity: Double = 1) {
    self.init(argb: UInt32(Color.byte(opacity)) << 24 | hex & 0xFF_FFFF)
  }

  /// The colour itself: `Color(.red)`.
  public init(_ color: Color) { self = color }

  static func byte(_ share: Double) -> UInt8 {
    UInt8(clamping: (min(max(share.isNaN ? 0 : share, 0), 1) * 255).rounded())
  }

  /// A grey by its sRGB-encoded byte: 0 is black, 255 white.
  public static func gray(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }
}

extension Color {
  /// A colour in full colour, and another one where the host chooses the colours. The choice is left to the look that
  /// shows a drawing, so that looks share the drawing.
  package static func marked(_ own: Color, otherwise plain: Color) -> Color {
    if case (.fixed(let own), .fixed(let plain)) = (own.storage, plain.storage) {
      return Color(storage: .marked(own, plain))
    }
    if case (.system(let own, _), .fixed(let plain)) = (own.storage, plain.storage) {
      return Color(storage: .system(own, plain: plain))
    }
    return EnvironmentValues.current.values.widgetRenderingMode == .fullColor ? own : plain
  }
}

extension Color {
  /// 0xAARRGGBB where it is shown.
  ///
  /// - Parameter isText: whether text is shown in it, which needs more contrast than shapes.
  package func value(in environment: EnvironmentValues, isText: Bool = false) -> UInt32 {
    switch storage {
    case .fixed(let argb): return argb
    case .marked(let own, let plain): return environment.widgetRenderingMode == .fullColor ? own : plain
    case .system(let color, let plain):
      if let plain, environment.widgetRenderingMode != .fullColor { return plain }
      return color.value(in: environment.groundScheme, isText: isText)
    case .level(let level):
      let grey = UInt32(environment.colorScheme.greyLevels[min(max(level, 0), 2)])
      return 0xFF00_0000 | grey << 16 | grey << 8 | grey
    case .tint: return environment.tint.middle(in: environment)
    case .named(let asset): return asset.value(in: environment.colorScheme)
    case .faded(let color, let share):
      return Color(argb: color.value(in: environment, isText: isText)).opacity(share).argb
    case .mixed(let from, let to, let share, let space):
      return space.mix(
        from.value(in: environment, isText: isText), to.value(in: environment, isText: isText), share)
    }
  }

  /// The name that no resource has, for a report.
  var missingName: String? {
    switch storage {
    case .fixed, .marked, .system, .level, .tint: nil
    case .named(let asset): asset.isMissing ? asset.name : nil
    case .faded(let color, _): color.missingName
    case .mixed(let from, let to, _, _): from.missingName ?? to.missingName
    }
  }
}

extension Color: ShapeStyle {
  public var erased: AnyShapeStyle {
    switch storage {
    case .fixed(let argb): AnyShapeStyle(storage: .color(argb))
    case .marked(let own, let plain): AnyShapeStyle(storage: .marked(own, plain))
    case .tint: AnyShapeStyle(source: .tint)
    case .faded(let color, let share): color.erased.opacity(share)
    case .system, .level, .named, .mixed: AnyShapeStyle(source: .color(self))
    }
  }
}

extension Color: View, PrimitiveView {}
