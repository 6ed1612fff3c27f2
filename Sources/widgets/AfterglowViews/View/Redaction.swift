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
}
