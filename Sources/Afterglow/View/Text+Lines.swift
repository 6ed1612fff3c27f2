/// A line along a text.
struct TextLine: Sendable {
  /// nil = as the text.
  var color: Color?
}

extension Text {
  /// Where a text that has no room is cut.
  public enum TruncationMode: Hashable, Sendable { case head, middle, tail }
}

extension View {
  /// Extra distance between the lines of a text, in points.
  public func lineSpacing(_ points: Double) -> some View {
    environment(\.lineSpacing, points.isNaN ? 0 : min(max(points, 0), 1000))
  }

  public func truncationMode(_ mode: Text.TruncationMode) -> some View { environment(\.truncationMode, mode) }

  /// A line below words; what ticks has none.
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View {
    environment(\.underline, isActive ? TextLine(color: color) : nil)
  }

  /// A line through words; what ticks has none.
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
    environment(\.strikethrough, isActive ? TextLine(color: color) : nil)
  }
}

extension Text {
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
    looking { $0.underline = isActive ? TextLine(color: color) : nil }
  }

  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
    looking { $0.strikethrough = isActive ? TextLine(color: color) : nil }
  }
}
