/// The result of performing an intent.
public protocol IntentResult: Sendable {}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {
  associatedtype Value: Sendable
  var value: Value? { get }
}

/// A result with words for people.
public protocol ProvidesDialog: IntentResult {
  var dialog: IntentDialog? { get }
}

/// A result with a view.
public protocol ShowsSnippetView: IntentResult {}

/// A result that is followed by another intent.
public protocol OpensIntent: IntentResult {}

/// Words that a system would say.
public struct IntentDialog: ExpressibleByStringInterpolation, Hashable, Sendable {
  public let full: LocalizedStringResource
  public let supporting: LocalizedStringResource?

  public init(_ text: LocalizedStringResource) { self.init(full: text, supporting: nil) }

  /// - Parameters:
  ///   - full: the whole sentence.
  ///   - supporting: a shorter addition.
  ///   - systemImageName: accepted without effect.
  public init(full: LocalizedStringResource, supporting: LocalizedStringResource?, systemImageName: String? = nil) {
    self.full = full
    self.supporting = supporting
  }

  /// - Parameters:
  ///   - full: the whole sentence.
  ///   - systemImageName: accepted without effect.
  public init(full: LocalizedStringResource, systemImageName: String? = nil) { self.init(full: full, supporting: nil) }

  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
  public init(stringInterpolation: LocalizedStringResource.StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

/// The result that `.result(…)` makes: each part is `Never` where it has none.
public struct IntentResultContainer<Value: Sendable, Intent: Sendable, Snippet, Dialog: Sendable>: IntentResult {
  public let value: Value?
  public let dialog: IntentDialog?
  /// The intent to perform next.
  public let opensIntent: (any AppIntent)?

  fileprivate init(value: Value? = nil, dialog: IntentDialog? = nil, opensIntent: (any AppIntent)? = nil) {
    self.value = value
    self.dialog = dialog
    self.opensIntent = opensIntent
  }
}

/// A result that may name what to perform next.
protocol IntentFollowed {
  var opensIntent: (any AppIntent)? { get }
}

extension IntentResultContainer: IntentFollowed {}
extension IntentResultContainer: ReturnsValue {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: ShowsSnippetView where Snippet: View {}
extension IntentResultContainer: OpensIntent where Intent: AppIntent {}

extension IntentResult {
  public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> { Self() }

  public static func result(dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Never, Never, Never, IntentDialog> { Self(dialog: dialog) }

  public static func result<Value>(value: Value) -> Self
  where Self == IntentResultContainer<Value, Never, Never, Never> { Self(value: value) }

  public static func result<Value>(value: Value, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Value, Never, Never, IntentDialog> { Self(value: value, dialog: dialog) }

  public static func result<Intent: AppIntent>(opensIntent: Intent) -> Self
  where Self == IntentResultContainer<Never, Intent, Never, Never> { Self(opensIntent: opensIntent) }

  public static func result<Intent: AppIntent>(opensIntent: Intent, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Never, Intent, Never, IntentDialog> {
    Self(dialog: dialog, opensIntent: opensIntent)
  }

  public static func result<Value, Intent: AppIntent>(value: Value, opensIntent: Intent) -> Self
  where Self == IntentResultContainer<Value, Intent, Never, Never> { Self(value: value, opensIntent: opensIntent) }

  /// - Parameter view: accepted without effect: nothing shows it.
  public static func result<Snippet: View>(view: Snippet) -> Self
  where Self == IntentResultContainer<Never, Never, Snippet, Never> { Self() }

  /// - Parameters:
  ///   - dialog: what `afterglow widgets perform` prints.
  ///   - view: accepted without effect: nothing shows it.
  public static func result<Snippet: View>(dialog: IntentDialog, view: Snippet) -> Self
  where Self == IntentResultContainer<Never, Never, Snippet, IntentDialog> { Self(dialog: dialog) }

  /// - Parameters:
  ///   - dialog: what `afterglow widgets perform` prints.
  ///   - content: accepted without effect: nothing shows it.
  public static func result<Snippet: View>(dialog: IntentDialog, @ViewBuilder content: () -> Snippet) -> Self
  where Self == IntentResultContainer<Never, Never, Snippet, IntentDialog> { Self(dialog: dialog) }

  /// - Parameters:
  ///   - value: what the intent gives.
  ///   - view: accepted without effect: nothing shows it.
  public static func result<Value, Snippet: View>(value: Value, view: Snippet) -> Self
  where Self == IntentResultContainer<Value, Never, Snippet, Never> { Self(value: value) }

  /// - Parameters:
  ///   - value: what the intent gives.
  ///   - dialog: what `afterglow widgets perform` prints.
  ///   - view: accepted without effect: nothing shows it.
  public static func result<Value, Snippet: View>(value: Value, dialog: IntentDialog, view: Snippet) -> Self
  where Self == IntentResultContainer<Value, Never, Snippet, IntentDialog> { Self(value: value, dialog: dialog) }
}
