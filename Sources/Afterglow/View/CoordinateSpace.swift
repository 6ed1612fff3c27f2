/// What positions are measured from.
public enum CoordinateSpace: Hashable, Sendable {
  /// The widget's top left corner: a widget knows nothing of the panel around it.
  case global
  /// The view's own top left corner.
  case local
}

/// Names a coordinate space: `.local` or `.global`.
public protocol CoordinateSpaceProtocol: Sendable {
  var coordinateSpace: CoordinateSpace { get }
}

/// The coordinates of the view itself.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
  public init() {}
  public var coordinateSpace: CoordinateSpace { .local }
}

/// The coordinates of the widget.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
  public init() {}
  public var coordinateSpace: CoordinateSpace { .global }
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
  /// The coordinates of the view itself.
  public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
  /// The coordinates of the widget.
  public static var global: GlobalCoordinateSpace { GlobalCoordinateSpace() }
}
