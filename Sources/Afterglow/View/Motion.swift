/// How things move from one entry to the next. Panels cut from entry to entry (docs/decisions/archive.md, Transitions),
/// so these are taken as written and change nothing: what they lead to is what is shown.
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

/// How the content of one view changes.
public struct ContentTransition: Hashable, Sendable {
  public static let identity = ContentTransition()
  public static let interpolate = ContentTransition()
  public static let opacity = ContentTransition()
  public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
  public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
}

extension View {
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
  public func contentTransition(_ transition: ContentTransition) -> some View { self }
}
