/// Why content is hidden (docs/rules.md, Redaction).
public struct RedactionReasons: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// There is no content yet: text becomes bars, symbols and pictures become squares (docs/rules.md, rule 85).
  public static let placeholder = RedactionReasons(rawValue: 1)
  /// Private content is hidden: views marked `privacySensitive` are shown as a placeholder.
  public static let privacy = RedactionReasons(rawValue: 2)
  /// New content is being loaded: views marked `invalidatableContent` have half of their opacity.
  public static let invalidated = RedactionReasons(rawValue: 4)
}

extension View {
  /// Adds a reason. With `.placeholder` the view keeps its layout and hides its content.
  public func redacted(reason: RedactionReasons) -> some View {
    EnvironmentModifier(content: self) { $0.redactionReasons.formUnion(reason) }
  }

  /// Shows this view unredacted, regardless of the reasons in its environment.
  public func unredacted() -> some View { environment(\.redactionReasons, []) }

  /// Hides this view if the host hides private content.
  public func privacySensitive(_ sensitive: Bool = true) -> some View {
    environment(\.isPrivacySensitive, sensitive)
  }

  /// Shows this view at half of its opacity while its content waits for an update.
  public func invalidatableContent(_ invalidatable: Bool = true) -> some View {
    ElementModifier(content: self) { child, context in
      let waits = invalidatable && context.environment.redactionReasons.contains(.invalidated)
      return waits ? OpacityElement(child: child, opacity: 0.5, identity: context) : child
    }
  }
}

extension EnvironmentValues {
  /// Whether text and pictures hide their content; used by every element.
  package var hidesContent: Bool {
    redactionReasons.contains(.placeholder) || (redactionReasons.contains(.privacy) && isPrivacySensitive)
  }

  /// Width of the track of a ring that is usually this wide: thin where hidden content is an outline.
  func trackWidth(_ usual: Double) -> Double {
    hidesContent && isLuminanceReduced ? min(usual, HiddenContent.lineWidth) : usual
  }
}

// MARK: in place of content

/// A shape in place of hidden content: filled, or its outline where luminance is reduced.
package struct HiddenShape<Shown: InsettableShape>: View {
  private let shape: Shown
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced

  package init(_ shape: Shown) { self.shape = shape }

  package var body: some View {
    if isLuminanceReduced {
      shape.strokeBorder(.tertiary, lineWidth: HiddenContent.lineWidth)
    } else {
      shape.fill(.tertiary)
    }
  }
}

enum HiddenContent {
  /// Width of the outline of large shapes, in points.
  static let lineWidth = 1.5
  private static let leastLineWidth = 1.0
  /// The largest radius of a corner, in points: in place of a large figure a box is no pill.
  static let cornerRadius = 10.0

  /// Width of the outline of a bar, which must leave a space between its two long sides.
  static func lineWidth(height: Double) -> Double { min(lineWidth, max(leastLineWidth, height / 8)) }
}

extension DrawCanvas {
  /// Draws a box with round corners in place of hidden content: filled, or its outline where luminance is reduced.
  package mutating func append(hidden box: Rect, radius: Double, identity: ResolveContext) {
    let line = HiddenContent.lineWidth(height: min(box.width, box.height))
    let radius = min(radius, HiddenContent.cornerRadius)
    guard identity.environment.isLuminanceReduced, min(box.width, box.height) > 2 * line else {
      return append(
        .shape(.roundedRectangle(box, radius: radius), stroke: nil), frame: box, style: identity.style(.tertiary),
        identity: identity)
    }
    let middle = Path.Geometry.roundedRectangle(
      box.insetBy(dx: line / 2, dy: line / 2), radius: max(0, radius - line / 2))
    append(
      .shape(middle, stroke: StrokeStyle(lineWidth: line)), frame: box, style: identity.style(.tertiary),
      identity: identity)
  }
}
