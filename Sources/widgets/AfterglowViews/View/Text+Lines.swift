/// A line below or through a text.
struct TextLine: Sendable {
  /// nil = the colour of the text.
  var color: Color?
}

extension Text {
  /// The size of a part of text: `secondary` is for units and other words that stand back.
  public struct Scale: Hashable, Sendable {
    private let name: String

    public static let `default` = Scale(name: "default")
    public static let secondary = Scale(name: "secondary")
  }

  /// Accepted without effect: the text has the size of its font.
  public func textScale(_ scale: Scale, isEnabled: Bool = true) -> Text { self }

  /// The place at which a text that does not fit is truncated: at its start, in its middle, or at its end.
  public enum TruncationMode: Hashable, Sendable { case head, middle, tail }
}

extension Text.TruncationMode {
  /// The same for the typesetter.
  var truncation: Truncation {
    switch self {
    case .head: .head
    case .middle: .middle
    case .tail: .tail
    }
  }
}

extension View {
  /// Adds distance between the lines of a text.
  ///
  /// - Parameter points: 0 to 1000; NaN is 0.
  public func lineSpacing(_ points: Double) -> some View {
    environment(\.lineSpacing, points.isNaN ? 0 : min(max(points, 0), 1000))
  }

  /// Sets where text that does not fit is truncated; by default at its end.
  public func truncationMode(_ mode: Text.TruncationMode) -> some View { environment(\.truncationMode, mode) }

  /// Draws a solid line below text, in the colour of the text unless another is set. Ticking text has none.
  public func underline(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> some View {
    environment(\.underline, isActive ? TextLine(color: color) : nil)
  }

  /// Draws a solid line through text, in the colour of the text unless another is set. Ticking text has none.
  public func strikethrough(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> some View {
    environment(\.strikethrough, isActive ? TextLine(color: color) : nil)
  }
}

extension Text {
  /// Draws a solid line below the text, except ticking parts.
  public func underline(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> Text {
    looking { $0.underline = isActive ? TextLine(color: color) : nil }
  }

  /// Draws a solid line through the text, except ticking parts.
  public func strikethrough(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> Text {
    looking { $0.strikethrough = isActive ? TextLine(color: color) : nil }
  }
}

extension View {
  /// Accepted without effect: text has the size of its font.
  public func textScale(_ scale: Text.Scale, isEnabled: Bool = true) -> some View { self }
}
