import Foundation

// Motions between two entries. They are accepted so that code for WidgetKit compiles, and have no effect: panels switch
// from entry to entry without a transition (docs/decisions/archive.md, Transitions), and show the final state.

/// A motion between two entries. Accepted without effect.
public struct Animation: Hashable, Sendable {
  public static let `default` = Animation()
  public static let linear = Animation()
  public static let easeIn = Animation()
  public static let easeOut = Animation()
  public static let easeInOut = Animation()
  public static let spring = Animation()
  public static let bouncy = Animation()
  public static let smooth = Animation()
  public static let snappy = Animation()
  public static let interactiveSpring = Animation()
  public static func linear(duration: Double) -> Animation { Animation() }
  public static func easeIn(duration: Double) -> Animation { Animation() }
  public static func easeOut(duration: Double) -> Animation { Animation() }
  public static func easeInOut(duration: Double) -> Animation { Animation() }
  public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    Animation()
  }
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Animation { Animation() }
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  public static func timingCurve(
    _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
  ) -> Animation { Animation() }
  public func delay(_ delay: Double) -> Animation { self }
  public func speed(_ speed: Double) -> Animation { self }
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// How the content of one view changes between two entries. Accepted without effect.
public struct ContentTransition: Hashable, Sendable {
  public static let identity = ContentTransition()
  public static let interpolate = ContentTransition()
  public static let opacity = ContentTransition()
  public static let symbolEffect = ContentTransition()
  public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
  public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
  public static func symbolEffect(
    _ effect: some SymbolEffect, options: SymbolEffectOptions = .default
  ) -> ContentTransition { ContentTransition() }
}

/// How a view comes and goes. Accepted without effect.
public protocol Transition: Sendable {}

/// How a view comes and goes. Accepted without effect.
public struct AnyTransition: Transition {
  public static let identity = AnyTransition()
  public static let opacity = AnyTransition()
  public static let scale = AnyTransition()
  public static let slide = AnyTransition()
  public static let blurReplace = AnyTransition()
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition() }
  public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
  public static func push(from edge: Edge) -> AnyTransition { AnyTransition() }
  public static func offset(_ offset: CGSize) -> AnyTransition { AnyTransition() }
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition() }
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { AnyTransition() }
  public static func modifier<Modifier: ViewModifier>(active: Modifier, identity: Modifier) -> AnyTransition {
    AnyTransition()
  }
  public init() {}
  public init(_ transition: some Transition) {}
  public func combined(with other: AnyTransition) -> AnyTransition { self }
  public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// A change with its motion. Accepted without effect.
public struct Transaction: Sendable {
  public var animation: Animation?
  public var disablesAnimations = false

  public init() {}
  public init(animation: Animation?) { self.animation = animation }
}

/// A motion of a symbol. Accepted without effect.
public protocol SymbolEffect: Sendable {}

/// Options of a symbol's motion. Accepted without effect.
public struct SymbolEffectOptions: Sendable {
  public static let `default` = SymbolEffectOptions()
  public static let repeating = SymbolEffectOptions()
  public static let nonRepeating = SymbolEffectOptions()
  public static func `repeat`(_ count: Int?) -> SymbolEffectOptions { SymbolEffectOptions() }
  public static func speed(_ speed: Double) -> SymbolEffectOptions { SymbolEffectOptions() }
  public func speed(_ speed: Double) -> SymbolEffectOptions { self }
}

/// Any motion of a symbol: the panel shows it at rest.
public struct StillSymbolEffect: SymbolEffect {
  public var up: StillSymbolEffect { self }
  public var down: StillSymbolEffect { self }
  public var byLayer: StillSymbolEffect { self }
  public var wholeSymbol: StillSymbolEffect { self }
  public var iterative: StillSymbolEffect { self }
  public var cumulative: StillSymbolEffect { self }
  public var reversing: StillSymbolEffect { self }
  public var clockwise: StillSymbolEffect { self }
  public var counterClockwise: StillSymbolEffect { self }
}

extension SymbolEffect where Self == StillSymbolEffect {
  public static var bounce: StillSymbolEffect { StillSymbolEffect() }
  public static var pulse: StillSymbolEffect { StillSymbolEffect() }
  public static var variableColor: StillSymbolEffect { StillSymbolEffect() }
  public static var scale: StillSymbolEffect { StillSymbolEffect() }
  public static var appear: StillSymbolEffect { StillSymbolEffect() }
  public static var disappear: StillSymbolEffect { StillSymbolEffect() }
  public static var replace: StillSymbolEffect { StillSymbolEffect() }
  public static var wiggle: StillSymbolEffect { StillSymbolEffect() }
  public static var rotate: StillSymbolEffect { StillSymbolEffect() }
  public static var breathe: StillSymbolEffect { StillSymbolEffect() }
}

extension View {
  /// Accepted without effect: entries change without a transition.
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
  /// Accepted without effect: entries change without a transition.
  public func animation(_ animation: Animation?) -> some View { self }
  /// Accepted without effect: entries change without a transition.
  public func contentTransition(_ transition: ContentTransition) -> some View { self }
  /// Accepted without effect: entries change without a transition.
  public func transition(_ transition: AnyTransition) -> some View { self }
  /// Accepted without effect: entries change without a transition.
  public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { self }
  /// Accepted without effect: entries change without a transition.
  public func matchedGeometryEffect<ID: Hashable>(
    id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
    isSource: Bool = true
  ) -> some View { self }
  /// Accepted without effect: entries change without a transition.
  public func geometryGroup() -> some View { self }
  /// Accepted without effect: symbols are at rest.
  public func symbolEffect(
    _ effect: some SymbolEffect, options: SymbolEffectOptions = .default, isActive: Bool = true
  ) -> some View { self }
  /// Accepted without effect: symbols are at rest.
  public func symbolEffect(
    _ effect: some SymbolEffect, options: SymbolEffectOptions = .default, value: some Equatable
  ) -> some View { self }
  /// Accepted without effect: symbols are at rest.
  public func symbolEffectsRemoved(_ isEnabled: Bool = true) -> some View { self }
}

/// Which parts of a geometry views have in common. Accepted without effect.
public struct MatchedGeometryProperties: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let position = MatchedGeometryProperties(rawValue: 1)
  public static let size = MatchedGeometryProperties(rawValue: 2)
  public static let frame: MatchedGeometryProperties = [.position, .size]
}

/// Names for views that move into each other. Accepted without effect.
@propertyWrapper
public struct Namespace: Sendable {
  public struct ID: Hashable, Sendable {}

  public init() {}
  public var wrappedValue: ID { ID() }
}

/// Runs the change at once: there are no motions.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
  try body()
}
