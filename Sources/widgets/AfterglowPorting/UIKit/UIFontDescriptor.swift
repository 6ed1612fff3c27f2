import AfterglowViews
import Foundation

/// The design, weight and style of a font.
public final class UIFontDescriptor: Hashable, Sendable {
  /// The design of letters.
  public struct SystemDesign: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
    public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
    public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
    public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
  }

  /// Properties of a font.
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let traitItalic = SymbolicTraits(rawValue: 1)
    public static let traitBold = SymbolicTraits(rawValue: 2)
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
  }

  let font: Font
  /// In points.
  public let pointSize: CGFloat

  init(_ font: Font, pointSize: CGFloat) {
    self.font = font
    self.pointSize = pointSize
  }

  public static func == (one: UIFontDescriptor, other: UIFontDescriptor) -> Bool {
    one.font == other.font && one.pointSize == other.pointSize
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(font) }

  /// The font of a text style, at the type size around the view whose body is being evaluated.
  public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }

  /// Returns the font in a design.
  public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
    let designs: [SystemDesign: Font.Design] = [.rounded: .rounded, .serif: .serif, .monospaced: .monospaced]
    var copy = font
    copy.design = designs[design] ?? .default
    return UIFontDescriptor(copy, pointSize: pointSize)
  }

  /// Returns the font with these properties.
  public func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
    var copy = font
    if traits.contains(.traitBold) { copy = copy.bold() }
    if traits.contains(.traitItalic) { copy = copy.italic() }
    if traits.contains(.traitMonoSpace) { copy = copy.monospaced() }
    return UIFontDescriptor(copy, pointSize: pointSize)
  }
}

extension UIFont {
  /// The design, weight and style of the font.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(font, pointSize: pointSize) }

  /// A font by its design, weight and style.
  ///
  /// - Parameters:
  ///   - descriptor: its design, weight and style.
  ///   - size: in points; 0 = the descriptor's own.
  public convenience init(descriptor: UIFontDescriptor, size: CGFloat) {
    self.init(descriptor.font, pointSize: descriptor.pointSize, resized: size)
  }
}
