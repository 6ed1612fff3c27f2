import Foundation

// Controls of Control Center. Panels have none: controls can be declared and stand in a bundle, and are not shown.

/// A button or switch of Control Center. It can be declared, and is not shown: panels have no Control Center.
public protocol ControlWidget: Sendable {
  associatedtype Body: ControlWidgetConfiguration
  var body: Body { get }
}

/// The body of a ``ControlWidget``.
public protocol ControlWidgetConfiguration: Sendable {
  /// Identifies the control.
  var kind: String { get }
}

/// The appearance of a control: a ``ControlWidgetButton`` or ``ControlWidgetToggle``.
public protocol ControlWidgetTemplate {}

/// Makes the template of a control.
@resultBuilder
public enum ControlWidgetTemplateBuilder {
  public static func buildBlock<Template: ControlWidgetTemplate>(_ template: Template) -> Template { template }
}

/// The value that a control shows.
public protocol ControlValueProvider: Sendable {
  associatedtype Value: Sendable
  var previewValue: Value { get }
  func currentValue() async throws -> Value
}

/// The value that a configured control shows.
public protocol AppIntentControlValueProvider: Sendable {
  associatedtype Configuration: ControlConfigurationIntent
  associatedtype Value: Sendable
  func previewValue(configuration: Configuration) -> Value
  func currentValue(configuration: Configuration) async throws -> Value
}

/// A control without a configuration.
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
  public let kind: String

  /// - Parameters:
  ///   - kind: identifies the control.
  ///   - content: accepted without effect.
  public init(kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content) { self.kind = kind }

  /// - Parameters:
  ///   - kind: identifies the control.
  ///   - provider: accepted without effect.
  ///   - content: accepted without effect.
  public init<Provider: ControlValueProvider>(
    kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
  ) {
    self.kind = kind
  }
}

/// A control with a configuration.
public struct AppIntentControlConfiguration<
  Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate
>: ControlWidgetConfiguration {
  public let kind: String

  /// - Parameters:
  ///   - kind: identifies the control.
  ///   - intent: the type of its configuration.
  ///   - content: accepted without effect.
  public init(
    kind: String, intent: Configuration.Type = Configuration.self,
    @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
  ) {
    self.kind = kind
  }

  /// - Parameters:
  ///   - kind: identifies the control.
  ///   - provider: accepted without effect.
  ///   - content: accepted without effect.
  public init<Provider: AppIntentControlValueProvider>(
    kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
  ) where Provider.Configuration == Configuration {
    self.kind = kind
  }
}

/// A control that performs an intent.
public struct ControlWidgetButton<Label: View, ActionLabel: View, Action: AppIntent>: ControlWidgetTemplate {
  /// - Parameters:
  ///   - action: the intent that is performed.
  ///   - label: what names it.
  ///   - actionLabel: for whether it is being performed.
  public init(
    action: Action, @ViewBuilder label: () -> Label, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) {}
}

extension ControlWidgetButton where ActionLabel == EmptyView {
  public init(action: Action, @ViewBuilder label: () -> Label) {}
}

extension ControlWidgetButton where Label == Text, ActionLabel == EmptyView {
  public init(_ title: LocalizedStringKey, action: Action) {}
}

extension ControlWidgetButton where Label == Text {
  public init(
    _ title: LocalizedStringKey, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) {}

  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) {}
}

/// A control that sets a value through an intent.
public struct ControlWidgetToggle<Label: View, ValueLabel: View, Action: SetValueIntent>: ControlWidgetTemplate
where Action.ValueType == Bool {
  /// - Parameters:
  ///   - isOn: whether it is on.
  ///   - action: the intent that is performed.
  ///   - label: what names it.
  ///   - valueLabel: for whether it is on.
  public init(
    isOn: Bool, action: Action, @ViewBuilder label: () -> Label,
    @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) {}
}

extension ControlWidgetToggle where ValueLabel == EmptyView {
  public init(isOn: Bool, action: Action, @ViewBuilder label: () -> Label) {}
}

extension ControlWidgetToggle where Label == Text {
  public init(
    _ title: LocalizedStringKey, isOn: Bool, action: Action, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) {}

  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, isOn: Bool, action: Action, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) {}
}

extension ControlWidgetToggle where Label == Text, ValueLabel == EmptyView {
  public init(_ title: LocalizedStringKey, isOn: Bool, action: Action) {}
}

extension ControlWidgetTemplate {
  /// Accepted without effect.
  public func tint(_ tint: Color?) -> some ControlWidgetTemplate { self }
  /// Accepted without effect.
  public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate { self }
  /// Accepted without effect.
  public func privacySensitive(_ sensitive: Bool = true) -> some ControlWidgetTemplate { self }
}

extension ControlWidgetConfiguration {
  /// Accepted without effect: controls are not listed.
  public func displayName(_ name: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
  /// Accepted without effect: controls are not listed.
  public func description(_ text: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
  /// Accepted without effect.
  public func promptsForUserConfiguration() -> some ControlWidgetConfiguration { self }
}

extension View {
  /// Accepted without effect: controls are not shown.
  public func controlWidgetActionHint(_ hint: LocalizedStringKey) -> some View { self }
  /// Accepted without effect: controls are not shown.
  public func controlWidgetStatus(_ status: LocalizedStringKey) -> some View { self }
}

/// The controls of a device. There are none.
public final class ControlCenter: Sendable {
  public static let shared = ControlCenter()

  private init() {}

  /// Accepted without effect: controls are not shown.
  public func reloadControls(ofKind kind: String) {}
  /// Accepted without effect: controls are not shown.
  public func reloadAllControls() {}
}
