import Foundation

// Gestures of an app's views. A widget is touched at its buttons, toggles and links alone: these are accepted so that code for
// SwiftUI compiles, and their actions are never called.

/// What a finger does on a view. Accepted without effect.
public protocol Gesture<Value> {
  associatedtype Value
}

extension Gesture {
  /// Accepted; the action is never called.
  public func onEnded(_ action: @escaping (Value) -> Void) -> AcceptedGesture<Value> { AcceptedGesture() }
  /// Accepted; the action is never called.
  public func onChanged(_ action: @escaping (Value) -> Void) -> AcceptedGesture<Value> { AcceptedGesture() }
  /// Accepted without effect.
  public func simultaneously<Other: Gesture>(with other: Other) -> AcceptedGesture<(Value?, Other.Value?)> {
    AcceptedGesture()
  }
  /// Accepted without effect.
  public func exclusively(before other: some Gesture) -> AcceptedGesture<Value> { AcceptedGesture() }
}

/// A gesture with an action. Accepted without effect.
public struct AcceptedGesture<Value>: Gesture {}

/// Taps on a view. Accepted without effect.
public struct TapGesture: Gesture {
  public typealias Value = Void

  public var count: Int

  public init(count: Int = 1) { self.count = count }
}

/// A long press on a view. Accepted without effect.
public struct LongPressGesture: Gesture {
  public typealias Value = Bool

  public var minimumDuration: Double

  public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) { self.minimumDuration = minimumDuration }
}

/// A finger that moves over a view. Accepted without effect.
public struct DragGesture: Gesture {
  /// The positions of the finger.
  public struct Value: Hashable, Sendable {
    public var time: Date
    public var location: CGPoint
    public var startLocation: CGPoint
    public var translation: CGSize
  }

  public var minimumDistance: CGFloat

  public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {
    self.minimumDistance = minimumDistance
  }
}

/// Which gestures of a view are recognised. Accepted without effect.
public struct GestureMask: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let none: GestureMask = []
  public static let gesture = GestureMask(rawValue: 1)
  public static let subviews = GestureMask(rawValue: 2)
  public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
  /// Accepted; its actions are never called.
  public func gesture(_ gesture: some Gesture, including mask: GestureMask = .all) -> some View { self }
  /// Accepted; its actions are never called.
  public func simultaneousGesture(_ gesture: some Gesture, including mask: GestureMask = .all) -> some View { self }
  /// Accepted; its actions are never called.
  public func highPriorityGesture(_ gesture: some Gesture, including mask: GestureMask = .all) -> some View { self }
}
