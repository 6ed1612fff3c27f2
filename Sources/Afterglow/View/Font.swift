/// Type size and weight. Sizes are points; the family is Inter.
public struct Font: Hashable, Sendable {
  public enum Weight: Int, Hashable, Codable, Sendable, CaseIterable {
    case ultraLight = 100
    case thin = 200
    case light = 300
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
    case heavy = 800
    case black = 900
  }

  /// Text styles at the default type size, Large (HIG, Typography).
  public enum TextStyle: Hashable, Sendable, CaseIterable {
    case largeTitle, title, title2, title3, headline, body, callout, subheadline, footnote, caption, caption2

    public var size: Double {
      switch self {
      case .largeTitle: 34
      case .title: 28
      case .title2: 22
      case .title3: 20
      case .headline, .body: 17
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption: 12
      case .caption2: 11
      }
    }
  }

  var size: Double
  var weight: Weight
  var hasMonospacedDigits = false

  /// From 1 to 1000 points; what is no number is taken as the size of body text.
  public static func system(size: Double, weight: Weight = .regular) -> Font {
    Font(size: size.isNaN ? TextStyle.body.size : min(max(size, 1), 1000), weight: weight)
  }

  /// An archive holds no glyph of more than 4,096 pixels (`ArchiveLimits.glyphSidePx`), and some are wider than an em.
  static let maximumSizePx = 2400.0

  /// Accepted so that code for SwiftUI compiles; there is one design, Inter's.
  public enum Design: Hashable, Sendable { case `default`, rounded, serif, monospaced }

  public static func system(size: Double, weight: Weight? = nil, design: Design?) -> Font {
    system(size: size, weight: weight ?? .regular)
  }

  public static func system(_ style: TextStyle, design: Design?, weight: Weight? = nil) -> Font {
    system(style, weight: weight)
  }

  public static func system(_ style: TextStyle, weight: Weight? = nil) -> Font {
    Font(size: style.size, weight: weight ?? (style == .headline ? .semibold : .regular))
  }

  public static let largeTitle = system(.largeTitle)
  public static let title = system(.title)
  public static let title2 = system(.title2)
  public static let title3 = system(.title3)
  public static let headline = system(.headline)
  public static let body = system(.body)
  public static let callout = system(.callout)
  public static let subheadline = system(.subheadline)
  public static let footnote = system(.footnote)
  public static let caption = system(.caption)
  public static let caption2 = system(.caption2)

  public func weight(_ weight: Weight) -> Font {
    var copy = self
    copy.weight = weight
    return copy
  }

  public func bold() -> Font { weight(.bold) }

  /// All digits in cells of one width.
  public func monospacedDigit() -> Font {
    var copy = self
    copy.hasMonospacedDigits = true
    return copy
  }
}
