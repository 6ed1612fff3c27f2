import Foundation

/// Defines a custom alignment: the position of its guide in views that do not set it with `alignmentGuide`.
///
///     enum FirstThird: AlignmentID {
///       static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 3 }
///     }
///
///     extension VerticalAlignment {
///       static let firstThird = VerticalAlignment(FirstThird.self)
///     }
public protocol AlignmentID: SendableMetatype {
  /// The distance from the view's leading or top edge in points.
  static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The size of a view and the guides in it, from which an `alignmentGuide` is computed.
public struct ViewDimensions {
  /// In points.
  public let width: CGFloat
  /// In points.
  public let height: CGFloat
  /// Guides that were set inside the view; nil before layout.
  let element: (any Element)?

  init(_ size: Size, of element: (any Element)? = nil) {
    width = size.width
    height = size.height
    self.element = element
  }

  /// The distance from the leading edge to the guide in points.
  public subscript(guide: HorizontalAlignment) -> CGFloat {
    self[explicit: guide] ?? guide.key.id.defaultValue(in: bare)
  }

  /// The distance from the top to the guide in points.
  public subscript(guide: VerticalAlignment) -> CGFloat {
    self[explicit: guide] ?? guide.key.id.defaultValue(in: bare)
  }

  /// The guide if it was set inside the view; otherwise `nil`.
  public subscript(explicit guide: HorizontalAlignment) -> CGFloat? {
    element?.guide(guide.key, size: Size(width: width, height: height)).map { CGFloat($0) }
  }

  /// The guide if it was set inside the view, or the baseline of its text; otherwise `nil`.
  public subscript(explicit guide: VerticalAlignment) -> CGFloat? {
    let size = Size(width: width, height: height)
    if guide.isBaseline { return element?.baseline(first: guide == .firstTextBaseline, size: size).map { CGFloat($0) } }
    return element?.guide(guide.key, size: size).map { CGFloat($0) }
  }

  private var bare: ViewDimensions { ViewDimensions(Size(width: width, height: height)) }
}

/// Identifies an alignment.
package struct AlignmentKey: Hashable, Sendable {
  let id: any AlignmentID.Type
  let axis: Axis

  package static func == (one: AlignmentKey, other: AlignmentKey) -> Bool {
    one.id == other.id && one.axis == other.axis
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(id)) }
}

/// A guide across the width of views, along which a ``VStack`` or frame aligns them.
public struct HorizontalAlignment: Hashable, Sendable {
  let key: AlignmentKey
  /// Share of the free width before the content; nil for alignments of widgets, whose guide may be anywhere.
  let fraction: Double?

  /// Makes a custom alignment.
  public init(_ id: any AlignmentID.Type) {
    key = AlignmentKey(id: id, axis: .horizontal)
    fraction = nil
  }

  private init(_ id: any AlignmentID.Type, fraction: Double) {
    key = AlignmentKey(id: id, axis: .horizontal)
    self.fraction = fraction
  }

  public static let leading = HorizontalAlignment(Leading.self, fraction: 0)
  public static let center = HorizontalAlignment(Center.self, fraction: 0.5)
  public static let trailing = HorizontalAlignment(Trailing.self, fraction: 1)

  /// The distance of the guide from the leading edge of a view that does not set it.
  func position(in size: Size) -> Double {
    fraction.map { $0 * size.width } ?? key.id.defaultValue(in: ViewDimensions(size))
  }

  /// The distance of content from the leading edge of its room, where neither sets the guide.
  package func inset(of content: Size, in room: Size) -> Double {
    fraction.map { (room.width - content.width) * $0 } ?? position(in: room) - position(in: content)
  }

  private enum Leading: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
  }
  private enum Center: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width / 2 }
  }
  private enum Trailing: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width }
  }
}

/// A guide across the height of views, along which an ``HStack`` or frame aligns them.
public struct VerticalAlignment: Hashable, Sendable {
  let key: AlignmentKey
  /// Share of the free height above the content; baselines behave as top or bottom where there is nothing to align with.
  /// nil for alignments of widgets, whose guide may be anywhere.
  let fraction: Double?

  /// Makes a custom alignment.
  public init(_ id: any AlignmentID.Type) {
    key = AlignmentKey(id: id, axis: .vertical)
    fraction = nil
  }

  private init(_ id: any AlignmentID.Type, fraction: Double) {
    key = AlignmentKey(id: id, axis: .vertical)
    self.fraction = fraction
  }

  public static let top = VerticalAlignment(Top.self, fraction: 0)
  public static let center = VerticalAlignment(Center.self, fraction: 0.5)
  public static let bottom = VerticalAlignment(Bottom.self, fraction: 1)
  /// The baseline of the first line of text; in a stack the bottom of a view that has none, as in SwiftUI.
  public static let firstTextBaseline = VerticalAlignment(FirstBaseline.self, fraction: 0)
  /// The baseline of the last line of text; in a stack the bottom of a view that has none, as in SwiftUI.
  public static let lastTextBaseline = VerticalAlignment(LastBaseline.self, fraction: 1)

  /// The distance of the guide from the top of a view that does not set it.
  func position(in size: Size) -> Double {
    fraction.map { $0 * size.height } ?? key.id.defaultValue(in: ViewDimensions(size))
  }

  /// The distance of content from the top of its room, where neither sets the guide.
  package func inset(of content: Size, in room: Size) -> Double {
    fraction.map { (room.height - content.height) * $0 } ?? position(in: room) - position(in: content)
  }

  var isBaseline: Bool { self == .firstTextBaseline || self == .lastTextBaseline }

  private enum Top: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
  }
  private enum Center: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 2 }
  }
  private enum Bottom: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
  }
  private enum FirstBaseline: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
  }
  private enum LastBaseline: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
  }
}

/// The position of content in a frame or layer of another size.
public struct Alignment: Hashable, Sendable {
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  public static let top = Alignment(horizontal: .center, vertical: .top)
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  public static let center = Alignment(horizontal: .center, vertical: .center)
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
  /// Leading edges, and the baselines of the first lines.
  public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
  /// Horizontal centres, and the baselines of the first lines.
  public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
  /// Trailing edges, and the baselines of the first lines.
  public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
  /// Leading edges, and the baselines of the last lines.
  public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
  /// Horizontal centres, and the baselines of the last lines.
  public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
  /// Trailing edges, and the baselines of the last lines.
  public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)
}
