import AfterglowViews
import Foundation

extension UIColor {
  /// A colour that depends on the appearance. The closure is called for light and for dark appearance.
  public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    func argb(_ scheme: ColorScheme) -> UInt32 {
      dynamicProvider(UITraitCollection(userInterfaceStyle: UIUserInterfaceStyle(scheme))).argb(in: scheme)
    }
    self.init(UIColor.pair(argb(.light), argb(.dark)).color)
  }

  /// The colour in the appearance of traits.
  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    let scheme = ColorScheme(traitCollection.userInterfaceStyle) ?? EnvironmentValues.ofBody.colorScheme
    return UIColor(Color(argb: argb(in: scheme)))
  }

  /// 0xAARRGGBB in an appearance.
  private func argb(in scheme: ColorScheme) -> UInt32 {
    var environment = EnvironmentValues.ofBody
    environment.colorScheme = scheme
    return color.value(in: environment)
  }

  /// The components around the view whose body is being evaluated, 0 to 1.
  private var components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let argb = color.argb
    func part(_ shift: UInt32) -> CGFloat { CGFloat(argb >> shift & 255) / 255 }
    return (part(16), part(8), part(0), part(24))
  }

  /// Writes the components, 0 to 1.
  ///
  /// - Returns: true.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let own = components
    red?.pointee = own.red
    green?.pointee = own.green
    blue?.pointee = own.blue
    alpha?.pointee = own.alpha
    return true
  }

  /// Writes hue, saturation and brightness, 0 to 1. The hue of a grey is 0.
  ///
  /// - Returns: true.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let own = components
    let most = max(own.red, own.green, own.blue)
    let spread = most - min(own.red, own.green, own.blue)
    var turn: CGFloat = 0
    if spread > 0 {
      if most == own.red {
        turn = (own.green - own.blue) / spread
      } else if most == own.green {
        turn = (own.blue - own.red) / spread + 2
      } else {
        turn = (own.red - own.green) / spread + 4
      }
    }
    hue?.pointee = (turn < 0 ? turn + 6 : turn) / 6
    saturation?.pointee = most > 0 ? spread / most : 0
    brightness?.pointee = most
    alpha?.pointee = own.alpha
    return true
  }

  /// Writes the level of a grey, 0 to 1.
  ///
  /// - Returns: false, with nothing written, if the colour is not a grey.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    let own = components
    guard own.red == own.green, own.green == own.blue else { return false }
    white?.pointee = own.red
    alpha?.pointee = own.alpha
    return true
  }

  /// The components around the view whose body is being evaluated.
  public var cgColor: CGColor {
    let own = components
    return CGColor(red: own.red, green: own.green, blue: own.blue, alpha: own.alpha)
  }

  public convenience init(cgColor: CGColor) { self.init(Color(cgColor: cgColor)) }
}

/// A colour by its components.
public struct CGColor: Hashable, Sendable {
  /// Red, green, blue and alpha, 0 to 1.
  public let components: [CGFloat]?

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { components = [red, green, blue, alpha] }
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
  public init(gray: CGFloat, alpha: CGFloat) { self.init(red: gray, green: gray, blue: gray, alpha: alpha) }

  /// 4.
  public var numberOfComponents: Int { 4 }
  /// 0 is clear, 1 opaque.
  public var alpha: CGFloat { components?.last ?? 1 }
}

extension Color {
  /// A colour by its components.
  public init(cgColor: CGColor) {
    let parts = cgColor.components ?? [0, 0, 0, 1]
    self.init(red: parts[0], green: parts[1], blue: parts[2], opacity: parts[3])
  }

  /// The components around the view whose body is being evaluated.
  public var cgColor: CGColor? { UIColor(self).cgColor }
}
