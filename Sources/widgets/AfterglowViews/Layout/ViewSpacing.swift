import Foundation

/// The distances that a view prefers to its neighbours.
///
/// Each edge has preferences of its own, and they differ by the kind of neighbour: a text stands close below another text,
/// and farther below a shape. docs/spacing.md lists them. A ``Layout`` of your own reads them from its views:
///
///     func gap(_ views: LayoutSubviews) -> Double {
///       views[0].spacing.distance(to: views[1].spacing, along: .vertical)
///     }
public struct ViewSpacing: Sendable {
  /// The preferences at one edge, in points; nil = none. Each of two neighbours has a share in the distance of a pair: the
  /// distance is the sum of both shares.
  struct Preferences {
    /// The distance to views of all kinds, for a pair without shares.
    var general: Double?
    /// The share of a text in the distance to another text.
    var text: Double?
    /// The share in the distance between a view and a text below it.
    var aboveText: Double?
    /// The share in the distance between a text and a view below it.
    var belowText: Double?

    /// Returns the least distance, in points, that both edges accept; nil if neither has a preference for the other.
    func distance(to next: Preferences) -> Double? {
      let shares = [(text, next.text), (aboveText, next.aboveText), (belowText, next.belowText)]
      let distances = shares.compactMap { own, other -> Double? in
        guard let own, let other else { return nil }
        return own + other
      }
      return distances.max() ?? Self.greater(general, next.general)
    }

    mutating func formUnion(_ other: Preferences) {
      general = Self.greater(general, other.general)
      text = Self.greater(text, other.text)
      aboveText = Self.greater(aboveText, other.aboveText)
      belowText = Self.greater(belowText, other.belowText)
    }

    private static func greater(_ one: Double?, _ other: Double?) -> Double? {
      guard let one, let other else { return one ?? other }
      return max(one, other)
    }
  }

  var top: Preferences
  var leading: Preferences
  var bottom: Preferences
  var trailing: Preferences

  init(
    top: Preferences, bottom: Preferences, leading: Preferences = Preferences(), trailing: Preferences = Preferences()
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The preferences of a view that is neither text nor symbol nor spacer: 8 points to its own kind.
  public init() { self.init(top: Preferences(belowText: 0), bottom: Preferences(aboveText: 0)) }

  /// No distance to any view: the preferences of a view without content.
  public static let zero = ViewSpacing(
    top: Preferences(general: 0), bottom: Preferences(general: 0), leading: Preferences(general: 0),
    trailing: Preferences(general: 0))

  /// Returns the least distance to the next view that both views accept.
  ///
  /// - Parameters:
  ///   - next: the preferences of the view below, or of the next one towards the trailing edge.
  ///   - axis: the axis along which the two views follow each other.
  /// - Returns: the distance in points; 8 if the views have no preference for each other.
  public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat {
    CGFloat(distancePt(to: next, along: axis))
  }

  /// Gives each of the edges the greater of its own preferences and those of another view.
  ///
  /// - Parameters:
  ///   - other: the preferences of the other view.
  ///   - edges: the edges to change; the others keep their preferences.
  public mutating func formUnion(_ other: ViewSpacing, edges: Edge.Set = .all) {
    if edges.contains(.top) { top.formUnion(other.top) }
    if edges.contains(.leading) { leading.formUnion(other.leading) }
    if edges.contains(.bottom) { bottom.formUnion(other.bottom) }
    if edges.contains(.trailing) { trailing.formUnion(other.trailing) }
  }

  /// Returns the greater preferences of this view and another one at each of the edges.
  public func union(_ other: ViewSpacing, edges: Edge.Set = .all) -> ViewSpacing {
    var spacing = self
    spacing.formUnion(other, edges: edges)
    return spacing
  }
}

extension ViewSpacing {
  /// Distance in points between two views that have no preference for each other.
  static let standardPt = 8.0

  private static let none = ViewSpacing(top: Preferences(), bottom: Preferences())

  /// The preferences of a symbol in its own size: no distance to a text above or below it.
  static let symbol = ViewSpacing(top: Preferences(text: 0), bottom: Preferences(text: 0))

  /// The preferences of a spacer: no distance along its stack.
  ///
  /// - Parameter axis: the axis of the stack; nil outside of one.
  static func spacer(along axis: Axis?) -> ViewSpacing {
    guard let axis else { return .zero }
    var spacing = none
    spacing.formUnion(.zero, edges: axis == .horizontal ? .horizontal : .vertical)
    return spacing
  }

  /// The preferences of a text. The distance to another text is 0, because its lines have no leading. From any other view it is
  /// that of a line's descent or capitals to the next line, plus a tenth of a line.
  ///
  /// - Parameters:
  ///   - ascent: height of its first line above the baseline, in points.
  ///   - descent: depth of its last line below the baseline, in points.
  ///   - capitals: height of its capital letters, in points.
  ///   - scale: pixels per point; the tenth is rounded up to pixels.
  static func text(ascent: Double, descent: Double, capitals: Double, scale: Double) -> ViewSpacing {
    let line = ascent + descent
    let space = (line / 10 * scale).rounded(.up) / scale
    return ViewSpacing(
      top: Preferences(text: 0, aboveText: descent + space),
      bottom: Preferences(text: 0, belowText: max(line + space - capitals, descent + space)))
  }

  /// Distance to the next view, in points.
  func distancePt(to next: ViewSpacing, along axis: Axis) -> Double {
    let distance = axis == .horizontal ? trailing.distance(to: next.leading) : bottom.distance(to: next.top)
    return distance ?? Self.standardPt
  }

  /// Returns the preferences with those of a view that is no text at some edges.
  func resetting(_ edges: Edge.Set) -> ViewSpacing {
    let plain = ViewSpacing()
    var spacing = self
    if edges.contains(.top) { spacing.top = plain.top }
    if edges.contains(.leading) { spacing.leading = plain.leading }
    if edges.contains(.bottom) { spacing.bottom = plain.bottom }
    if edges.contains(.trailing) { spacing.trailing = plain.trailing }
    return spacing
  }

  /// The greatest preferences of several views at each edge; no distance without views.
  static func union(of views: [ViewSpacing]) -> ViewSpacing {
    views.isEmpty ? .zero : views.reduce(into: none) { $0.formUnion($1) }
  }

  /// The preferences of a row or column: those of its first and last view along its axis, and the greatest of all views across
  /// it.
  static func stack(of views: [ViewSpacing], along axis: Axis) -> ViewSpacing {
    guard let first = views.first, let last = views.last else { return .zero }
    let across: Edge.Set = axis == .horizontal ? .vertical : .horizontal
    var spacing = views.reduce(into: none) { $0.formUnion($1, edges: across) }
    spacing.formUnion(first, edges: axis == .horizontal ? .leading : .top)
    spacing.formUnion(last, edges: axis == .horizontal ? .trailing : .bottom)
    return spacing
  }
}
