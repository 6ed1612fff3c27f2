/// Type size, weight and design. Sizes are points; the family is Inter unless the design says otherwise.
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

  /// Text styles, which follow the type size (HIG, Typography).
  public enum TextStyle: Hashable, Sendable, CaseIterable {
    case largeTitle, title, title2, title3, headline, body, callout, subheadline, footnote, caption, caption2

    public var size: Double { size(at: .large) }
  }

  var size: Double
  /// nil for a fixed size.
  var style: TextStyle?
  var weight: Weight
  var design = Design.default
  var hasMonospacedDigits = false
  /// A font of somebody's own; nil = the family of the design.
  var file: FontFile?
  /// A size of one's own that grows as this style does.
  var relativeStyle: TextStyle?

  /// From 1 to 1000 points; what is no number is taken as the size of body text.
  public static func system(size: Double, weight: Weight = .regular) -> Font {
    Font(size: size.isNaN ? TextStyle.body.size : min(max(size, 1), 1000), weight: weight)
  }

  /// An archive holds no glyph of more than 4,096 pixels (`ArchiveLimits.glyphSidePx`), and some are wider than an em.
  static let maximumSizePx = 2400.0

  /// Serif and monospaced are DejaVu's, in regular and bold; rounded is accepted, and is Inter as well.
  public enum Design: String, Hashable, Codable, Sendable { case `default`, rounded, serif, monospaced }

  public static func system(size: Double, weight: Weight? = nil, design: Design?) -> Font {
    system(size: size, weight: weight ?? .regular).design(design)
  }

  public static func system(_ style: TextStyle, design: Design?, weight: Weight? = nil) -> Font {
    system(style, weight: weight).design(design)
  }

  /// A text style is as large as the type size wants; a fixed size stays.
  func scaled(to typeSize: DynamicTypeSize, in table: TypeTable) -> Font {
    var copy = self
    if let relativeStyle {
      copy.size *= relativeStyle.size(at: typeSize, in: table) / relativeStyle.size(at: .large, in: table)
    }
    guard let style else { return copy }
    copy.size = style.size(at: typeSize, in: table)
    return copy
  }

  func design(_ design: Design?) -> Font {
    var copy = self
    copy.design = design ?? .default
    return copy
  }

  /// The same font with letters of one width.
  public func monospaced() -> Font { design(.monospaced) }

  public static func system(_ style: TextStyle, weight: Weight? = nil) -> Font {
    Font(size: style.size, style: style, weight: weight ?? (style == .headline ? .semibold : .regular))
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
