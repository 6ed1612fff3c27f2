import AfterglowViews
import Foundation

/// A font as UIKit names it. ``Font`` takes it.
public final class UIFont: Hashable, Sendable {
  /// A text style by its role.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

    /// The style of the same name; that of body text for an unknown one.
    var style: Font.TextStyle {
      let known: [TextStyle: Font.TextStyle] = [
        .largeTitle: .largeTitle, .title1: .title, .title2: .title2, .title3: .title3, .headline: .headline,
        .subheadline: .subheadline, .callout: .callout, .footnote: .footnote, .caption1: .caption,
        .caption2: .caption2,
      ]
      return known[self] ?? .body
    }
  }

  /// How bold letters are.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat

    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    public static let ultraLight = Weight(rawValue: -0.8)
    public static let thin = Weight(rawValue: -0.6)
    public static let light = Weight(rawValue: -0.4)
    public static let regular = Weight(rawValue: 0)
    public static let medium = Weight(rawValue: 0.23)
    public static let semibold = Weight(rawValue: 0.3)
    public static let bold = Weight(rawValue: 0.4)
    public static let heavy = Weight(rawValue: 0.56)
    public static let black = Weight(rawValue: 0.62)

    /// The nearest weight.
    var weight: Font.Weight {
      let known: [(Weight, Font.Weight)] = [
        (.ultraLight, .ultraLight), (.thin, .thin), (.light, .light), (.regular, .regular), (.medium, .medium),
        (.semibold, .semibold), (.bold, .bold), (.heavy, .heavy), (.black, .black),
      ]
      return known.min { abs($0.0.rawValue - rawValue) < abs($1.0.rawValue - rawValue) }?.1 ?? .regular
    }
  }

  let font: Font
  /// In points.
  public let pointSize: CGFloat

  private init(_ font: Font, pointSize: CGFloat) {
    self.font = font
    self.pointSize = pointSize
  }

  /// A font in another size, in points; 0 = `pointSize`.
  convenience init(_ font: Font, pointSize: CGFloat, resized size: CGFloat) {
    var copy = font
    if size > 0 {
      copy.style = nil
      copy.size = size
    }
    self.init(copy, pointSize: size > 0 ? size : pointSize)
  }

  /// A registered font by its name (``Font/custom(_:fixedSize:)``); nil if no file of the bundle's `fonts` has it.
  public convenience init?(name: String, size: CGFloat) {
    let font = Font.custom(name, fixedSize: size)
    if font.file?.path.isEmpty != false { return nil }
    self.init(font, pointSize: size)
  }

  public static func == (one: UIFont, other: UIFont) -> Bool { one.font == other.font }
  public func hash(into hasher: inout Hasher) { hasher.combine(font) }

  public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(.system(size: fontSize, weight: weight.weight), pointSize: fontSize)
  }
  public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .bold)
  }
  public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(Font.system(size: fontSize).italic(), pointSize: fontSize)
  }
  /// A font with letters of equal width.
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(Font.system(size: fontSize, weight: weight.weight).monospaced(), pointSize: fontSize)
  }
  /// A font with figures of equal width.
  public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(Font.system(size: fontSize, weight: weight.weight).monospacedDigit(), pointSize: fontSize)
  }

  /// The font of a text style, at the type size around the view whose body is being evaluated.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(forTextStyle: style, compatibleWith: nil)
  }
  /// The font of a text style, at the type size of traits.
  public static func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    let size = style.style.size(at: (traitCollection ?? .current).typeSize)
    return UIFont(.system(style.style), pointSize: size)
  }

  /// Returns the font in another size.
  public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(font, pointSize: pointSize, resized: fontSize) }

  /// The height of a line of the built-in font, in points.
  public var lineHeight: CGFloat { ascender - descender }
  /// The height of the built-in font above the baseline, in points.
  public var ascender: CGFloat { pointSize * 0.969 }
  /// The depth of the built-in font below the baseline, in points; negative.
  public var descender: CGFloat { pointSize * -0.241 }
  /// The height of the built-in font's capitals, in points.
  public var capHeight: CGFloat { pointSize * 0.727 }
}

/// Core Text's name for a font.
public typealias CTFont = UIFont

extension Font {
  /// A font of UIKit.
  public init(_ font: UIFont) { self = font.font }
}

extension UITraitCollection {
  /// The type size of the traits; where they have none, that around the view whose body is being evaluated.
  fileprivate var typeSize: DynamicTypeSize {
    preferredContentSizeCategory == .unspecified
      ? EnvironmentValues.ofBody.dynamicTypeSize : preferredContentSizeCategory.typeSize
  }
}

/// Lengths that scale with a text style, as ``ScaledMetric`` does.
public final class UIFontMetrics: Sendable {
  /// The metrics of body text.
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  private let style: Font.TextStyle

  public init(forTextStyle textStyle: UIFont.TextStyle) { style = textStyle.style }

  /// A length at the type size around the view whose body is being evaluated.
  ///
  /// - Parameter value: the length at the default type size.
  public func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }

  /// A length at the type size of traits.
  ///
  /// - Parameters:
  ///   - value: the length at the default type size.
  ///   - traitCollection: `nil` for the traits around the view whose body is being evaluated.
  public func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
    value * style.size(at: (traitCollection ?? .current).typeSize) / style.size
  }

  /// A font at the type size around the view whose body is being evaluated.
  public func scaledFont(for font: UIFont) -> UIFont { font.withSize(scaledValue(for: font.pointSize)) }

  /// A font at the type size around the view whose body is being evaluated, up to a size in points.
  public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    font.withSize(min(maximumPointSize, scaledValue(for: font.pointSize)))
  }
}
