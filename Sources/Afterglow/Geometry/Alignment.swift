/// Where a line lies along which views are aligned, for those that say nothing else (SwiftUI's name).
public protocol AlignmentID: SendableMetatype {
  /// Distance from the view's leading or top edge, in points.
  static func defaultValue(in context: ViewDimensions) -> Double
}

/// A view's size, and where its alignments lie in it: what an `alignmentGuide` is computed from.
public struct ViewDimensions {
  public let width: Double
  public let height: Double
  /// Guides that were set inside the view; nil where nothing was laid out.
  let element: (any Element)?

  init(_ size: Size, of element: (any Element)? = nil) {
    width = size.width
    height = size.height
    self.element = element
  }

  /// Distance from the leading edge.
  public subscript(guide: HorizontalAlignment) -> Double {
    self[explicit: guide] ?? guide.key.id.defaultValue(in: bare)
  }

  /// Distance from the top.
  public subscript(guide: VerticalAlignment) -> Double {
    self[explicit: guide] ?? guide.key.id.defaultValue(in: bare)
  }

  /// As it was set inside the view; nil where nobody did.
  public subscript(explicit guide: HorizontalAlignment) -> Double? {
    element?.guide(guide.key, size: Size(width: width, height: height))
  }

  public subscript(explicit guide: VerticalAlignment) -> Double? {
    let size = Size(width: width, height: height)
    if guide.isBaseline { return element?.baseline(first: guide == .firstTextBaseline, size: size) }
    return element?.guide(guide.key, size: size)
  }

  private var bare: ViewDimensions { ViewDimensions(Size(width: width, height: height)) }
}

/// An alignment's name.
struct AlignmentKey: Hashable, Sendable {
  let id: any AlignmentID.Type
  let axis: Axis

  static func == (one: AlignmentKey, other: AlignmentKey) -> Bool { one.id == other.id && one.axis == other.axis }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(id)) }
}

public struct HorizontalAlignment: Hashable, Sendable {
  let key: AlignmentKey
  /// Share of the free width before the content.
  let fraction: Double

  /// An alignment of one's own.
  public init(_ id: any AlignmentID.Type) {
    key = AlignmentKey(id: id, axis: .horizontal)
    fraction = id.defaultValue(in: ViewDimensions(Size(width: 1, height: 1)))
  }

  public static let leading = HorizontalAlignment(Leading.self)
  public static let center = HorizontalAlignment(Center.self)
  public static let trailing = HorizontalAlignment(Trailing.self)

  private enum Leading: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> Double { 0 }
  }
  private enum Center: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> Double { context.width / 2 }
  }
  private enum Trailing: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> Double { context.width }
  }
}

public struct VerticalAlignment: Hashable, Sendable {
  let key: AlignmentKey
  /// Share of the free height above the content; baselines behave as top where there is nothing to align with.
  let fraction: Double

  /// An alignment of one's own.
  public init(_ id: any AlignmentID.Type) {
    key = AlignmentKey(id: id, axis: .vertical)
    fraction = id.defaultValue(in: ViewDimensions(Size(width: 1, height: 1)))
  }

  public static let top = VerticalAlignment(Top.self)
  public static let center = VerticalAlignment(Center.self)
  public static let bottom = VerticalAlignment(Bottom.self)
  public static let firstTextBaseline = VerticalAlignment(FirstBaseline.self)
  public static let lastTextBaseline = VerticalAlignment(LastBaseline.self)

  var isBaseline: Bool { self == .firstTextBaseline || self == .lastTextBaseline }

  private enum Top: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> Double { 0 }
  }
  private enum Center: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> Double { context.height / 2 }
  }
  private enum Bottom: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> Double { context.height }
  }
  private enum FirstBaseline: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> Double { 0 }
  }
  private enum LastBaseline: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> Double { context.height }
  }
}

/// Where content smaller than its frame lies.
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
  public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
  public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
  public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
  public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
  public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
  public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)
}

/// How the lines of a text lie to each other, and a ticking text in its box.
public enum TextAlignment: Hashable, Codable, Sendable {
  case leading, center, trailing
}
