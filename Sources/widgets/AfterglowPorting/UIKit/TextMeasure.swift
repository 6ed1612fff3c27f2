import AfterglowViews
import Foundation

extension NSAttributedString.Key {
  /// A ``UIFont``.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// A colour of letters. Measured text has none.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
}

/// Measures text outside of a layout, with fonts of its own: those of the layout are in use while a view's body is evaluated.
private enum TextMeasure {
  private static let fonts = TypesetterCache()
  /// Pixels of a point, of most panels.
  private static let scale = 2.0

  static func size(of text: String, _ attributes: [NSAttributedString.Key: Any]?) -> CGSize {
    let font = attributes?[.font] as? UIFont ?? .systemFont(ofSize: 12)
    let size = try? fonts.withTypesetter { typesetter in
      let context = ResolveContext(
        environment: EnvironmentValues(), typesetter: typesetter, container: Container(), scale: scale,
        date: .distantPast, path: 1)
      return resolveOne(Text(verbatim: text).font(Font(font)), in: context).size(in: .ideal)
    }
    return size.map { CGSize(width: $0.width, height: $0.height) } ?? .zero
  }
}

extension String {
  /// The size of the text in points, with a line for each of its paragraphs.
  ///
  /// - Parameter attributes: its `font`; the system's in 12 points without one.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    TextMeasure.size(of: self, attributes)
  }
}

extension NSString {
  /// The size of the text in points, with a line for each of its paragraphs.
  ///
  /// - Parameter attributes: its `font`; the system's in 12 points without one.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    TextMeasure.size(of: description, attributes)
  }
}
