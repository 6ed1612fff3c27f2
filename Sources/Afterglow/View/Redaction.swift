/// Why content is not to be shown (docs/rules.md, Redaction).
public struct RedactionReasons: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing real is known: text becomes bars, glyphs and pictures become squares (rule 85).
  public static let placeholder = RedactionReasons(rawValue: 1)
  /// What is private is hidden: views marked `privacySensitive`, as a placeholder would show them.
  public static let privacy = RedactionReasons(rawValue: 2)
  /// New content is on its way: views marked `invalidatableContent` stand back.
  public static let invalidated = RedactionReasons(rawValue: 4)
}

extension View {
  /// Adds a reason; `.placeholder` shows the view's own layout without its content.
  public func redacted(reason: RedactionReasons) -> some View {
    EnvironmentModifier(content: self) { $0.redactionReasons.formUnion(reason) }
  }

  /// Shows this view as it is, whatever surrounds it.
  public func unredacted() -> some View { environment(\.redactionReasons, []) }

  /// Hidden where the host hides what is private.
  public func privacySensitive(_ sensitive: Bool = true) -> some View {
    environment(\.isPrivacySensitive, sensitive)
  }

  /// Fainter while the content waits for an update.
  public func invalidatableContent(_ invalidatable: Bool = true) -> some View {
    ElementModifier(content: self) { child, context in
      let waits = invalidatable && context.environment.redactionReasons.contains(.invalidated)
      return waits ? OpacityElement(child: child, opacity: 0.5, identity: context) : child
    }
  }
}

extension EnvironmentValues {
  /// Whether text and pictures hide what they tell: every element asks this one place.
  var hidesContent: Bool {
    redactionReasons.contains(.placeholder) || (redactionReasons.contains(.privacy) && isPrivacySensitive)
  }
}
