/// Whether a part of a chart is shown. Axes and legends are, unless hidden; a legend needs marks with
/// `foregroundStyle(by:)`.
public enum Visibility: Hashable, Sendable { case automatic, visible, hidden }
