/// The origin from which positions are measured.
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

/// The coordinates of a view with a name. They are those of the widget.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol {
  public var coordinateSpace: CoordinateSpace { .global }
}

extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
  /// The coordinates of the widget: a view's own begin there, too.
  public static func named(_ name: some Hashable) -> NamedCoordinateSpace { NamedCoordinateSpace() }
}

extension CoordinateSpace {
  /// The coordinates of the widget: a view's own begin there, too.
  public static func named(_ name: AnyHashable) -> CoordinateSpace { .global }
}

extension View {
  /// Accepted; named coordinates begin at the widget's corner.
  public func coordinateSpace(_ space: NamedCoordinateSpace) -> some View { self }
  /// Accepted; named coordinates begin at the widget's corner.
  public func coordinateSpace(name: some Hashable) -> some View { self }
}
