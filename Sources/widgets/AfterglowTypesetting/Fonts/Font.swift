import Foundation

/// The size, weight and design of text. Sizes are in points; the family is Inter unless set otherwise.
///
///     Text("2.4 m").font(.title.weight(.semibold))
///     Text("9:41").font(.system(size: 48, weight: .light))
///
/// Text styles follow the type size of the environment, fixed sizes do not (docs/rules.md, rule 17).
public struct Font: Hashable, Sendable {
  /// The nine weights of Inter, by their OpenType values. Other families have regular and bold only.
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

  /// A text style by its role, whose size follows the type size (HIG, Typography).
  public enum TextStyle: Hashable, Sendable, CaseIterable {
    case largeTitle, title, title2, title3, headline, body, callout, subheadline, footnote, caption, caption2

    /// The size in points at the default type size, `large`, on iOS: 34 for large titles, 17 for body text, 11 for
    /// `caption2`.
    public var size: Double { size(at: .large) }
  }

  package var size: Double
  /// nil for a fixed size.
  package var style: TextStyle?
  package var weight: Weight
  package var design = Design.default
  package var hasMonospacedDigits = false
  package var isItalic = false
  /// A custom font file; nil = the family of the design.
  package var file: FontFile?
  /// The text style with which a custom size scales.
  var relativeStyle: TextStyle?

  /// A font of a fixed size, clamped to 1 to 1000 points; NaN is the size of body text.
  public static func system(size: Double, weight: Weight = .regular) -> Font {
    Font(size: size.isNaN ? TextStyle.body.size : min(max(size, 1), 1000), weight: weight)
  }

  /// An archive holds no glyph of more than 4,096 pixels (`ArchiveLimits.glyphSidePx`), and some are wider than an em.
  package static let maximumSizePx = 2400.0

  /// The family of a font. Serif and monospaced are DejaVu's, in regular and bold; `rounded` is accepted and is Inter.
  public enum Design: String, Hashable, Codable, Sendable { case `default`, rounded, serif, monospaced }

  /// A font of a fixed size and a design.
  public static func system(size: Double, weight: Weight? = nil, design: Design?) -> Font {
    system(size: size, weight: weight ?? .regular).design(design)
  }

  /// A text style in a design.
  public static func system(_ style: TextStyle, design: Design?, weight: Weight? = nil) -> Font {
    system(style, weight: weight).design(design)
  }

  /// The size of a text style follows the type size; a fixed size is unchanged.
  package func scaled(to typeSize: DynamicTypeSize, in table: TypeTable) -> Font {
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

  /// The font with letters of equal width.
  public func monospaced() -> Font { design(.monospaced) }

  /// A text style. Without a weight headlines are semibold, all others regular.
  public static func system(_ style: TextStyle, weight: Weight? = nil) -> Font {
    Font(size: style.size, style: style, weight: weight ?? (style == .headline ? .semibold : .regular))
  }

  /// 34 pt at the default type size.
  public static let largeTitle = system(.largeTitle)
  /// 28 pt at the default type size.
  public static let title = system(.title)
  /// 22 pt at the default type size.
  public static let title2 = system(.title2)
  /// 20 pt at the default type size.
  public static let title3 = system(.title3)
  /// 17 pt, semibold, at the default type size.
  public static let headline = system(.headline)
  /// 17 pt at the default type size.
  public static let body = system(.body)
  /// 16 pt at the default type size.
  public static let callout = system(.callout)
  /// 15 pt at the default type size.
  public static let subheadline = system(.subheadline)
  /// 13 pt at the default type size.
  public static let footnote = system(.footnote)
  /// 12 pt at the default type size.
  public static let caption = system(.caption)
  /// 11 pt at the default type size, the minimum for text in a widget (docs/rules.md, rule 12).
  public static let caption2 = system(.caption2)

  public func weight(_ weight: Weight) -> Font {
    var copy = self
    copy.weight = weight
    return copy
  }

  public func bold() -> Font { weight(.bold) }

  /// The font slanted, in its own italic if it has one.
  public func italic() -> Font {
    var copy = self
    copy.isItalic = true
    return copy
  }

  /// How wide letters are, from 0.7 for compressed ones to 1.3 for expanded ones.
  public struct Width: Hashable, Sendable {
    public var value: CGFloat

    public init(_ value: CGFloat) { self.value = value }

    public static let compressed = Width(0.7)
    public static let condensed = Width(0.85)
    public static let standard = Width(1)
    public static let expanded = Width(1.3)
  }

  /// Accepted without effect: Inter has one width.
  public func width(_ width: Width) -> Font { self }

  /// Distances between lines.
  public enum Leading: Hashable, Sendable { case standard, tight, loose }

  /// Accepted without effect: `lineSpacing` sets the distance between lines.
  public func leading(_ leading: Leading) -> Font { self }
  /// Accepted without effect: Inter has no small capitals.
  public func smallCaps() -> Font { self }
  /// Accepted without effect: Inter has no small capitals.
  public func lowercaseSmallCaps() -> Font { self }
  /// Accepted without effect: Inter has no small capitals.
  public func uppercaseSmallCaps() -> Font { self }

  /// The font with digits of equal width.
  public func monospacedDigit() -> Font {
    var copy = self
    copy.hasMonospacedDigits = true
    return copy
  }
}
