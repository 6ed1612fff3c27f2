/// A motion between two entries. It is accepted so that code for WidgetKit compiles, and has no effect: panels switch
/// from entry to entry without a transition (docs/decisions/archive.md, Transitions), and show the final state.
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
  public static func linear(duration: Double) -> Animation { Animation() }
  public static func easeIn(duration: Double) -> Animation { Animation() }
  public static func easeOut(duration: Double) -> Animation { Animation() }
  public static func easeInOut(duration: Double) -> Animation { Animation() }
}

/// How the content of one view changes between two entries. Accepted without effect, as ``Animation`` is.
public struct ContentTransition: Hashable, Sendable {
  public static let identity = ContentTransition()
  public static let interpolate = ContentTransition()
  public static let opacity = ContentTransition()
  public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
  public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
}

extension View {
  /// Accepted without effect: entries change without a transition.
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
  /// Accepted without effect: entries change without a transition.
  public func contentTransition(_ transition: ContentTransition) -> some View { self }
}
