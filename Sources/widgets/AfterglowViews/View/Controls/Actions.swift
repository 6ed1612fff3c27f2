import Foundation

/// Shows its label. Panels do not support taps yet, so it opens nothing (docs/rules.md, rules 78 and 81).
public struct Link<Label: View>: View {
  private let label: Label

  /// - Parameter destination: accepted without effect.
  /// - Parameter label: at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule 83).
  public init(destination: URL, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label.dimmedIfDisabled().tapTarget(.link) }
}

extension Link where Label == Text {
  /// A link with a text as its label.
  public init(_ title: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(title) } }

  /// A link with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// Shows its label in a ``ButtonStyle``. Panels do not support taps yet, so its action is never called and its intent not
/// performed (docs/rules.md, rule 79).
public struct Button<Label: View>: View {
  private let configuration: PrimitiveButtonStyleConfiguration
  private var intent: IntentReference?

  /// - Parameter role: its purpose; nil for an ordinary button.
  /// - Parameter action: accepted without effect.
  /// - Parameter label: at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule 83).
  public init(role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
    configuration = PrimitiveButtonStyleConfiguration(
      role: role, label: .init(content: AnyView(label())), action: action)
  }

  /// - Parameter role: its purpose; nil for an ordinary button.
  /// - Parameter intent: what it asks for, kept with its place (``TapTarget/intent``).
  /// - Parameter label: at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule 83).
  public init(role: ButtonRole? = nil, intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(role: role, action: {}, label: label)
    self.intent = IntentReference(intent)
  }

  /// The button that a style received, in the style around it.
  public init(_ configuration: PrimitiveButtonStyleConfiguration)
  where Label == PrimitiveButtonStyleConfiguration.Label {
    self.configuration = configuration
  }

  public var body: some View {
    StyledControl(configuration: configuration, style: \.buttonStyle) {
      AnyView(DefaultButtonStyle().makeBody(configuration: $0))
    }
    .dimmedIfDisabled().tapTarget(.button, intent)
  }
}

extension Button where Label == Text {
  /// A button with a text as its label.
  public init(_ title: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping () -> Void) {
    self.init(role: role, action: action) { Text(title) }
  }

  /// A button with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping () -> Void) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button where Label == Text {
  /// A button with a text as its label.
  public init(_ title: LocalizedStringKey, role: ButtonRole? = nil, intent: some AppIntent) {
    self.init(role: role, intent: intent) { Text(title) }
  }

  /// A button with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, role: ButtonRole? = nil, intent: some AppIntent) {
    self.init(role: role, intent: intent) { Text(title) }
  }

  /// A button with a resource's words as its label.
  @_disfavoredOverload
  public init(_ title: LocalizedStringResource, role: ButtonRole? = nil, intent: some AppIntent) {
    self.init(role: role, intent: intent) { Text(title) }
  }
}

extension Button where Label == AfterglowViews.Label<Text, Image> {
  /// A button with a text and a symbol as its label.
  public init(
    _ title: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, intent: some AppIntent
  ) {
    self.init(role: role, intent: intent) { AfterglowViews.Label(title, systemImage: systemImage) }
  }

  /// A button with a text and a symbol as its label.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil, intent: some AppIntent
  ) {
    self.init(role: role, intent: intent) { AfterglowViews.Label(title, systemImage: systemImage) }
  }

  /// A button with a text and a symbol as its label.
  public init(
    _ title: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void
  ) {
    self.init(role: role, action: action) { AfterglowViews.Label(title, systemImage: systemImage) }
  }

  /// A button with a text and a symbol as its label.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void
  ) {
    self.init(role: role, action: action) { AfterglowViews.Label(title, systemImage: systemImage) }
  }
}

/// Shows its label and its state in a ``ToggleStyle``. Panels do not support taps yet, so it cannot be switched
/// (docs/rules.md, rule 79).
public struct Toggle<Label: View>: View {
  private let configuration: ToggleStyleConfiguration
  private var intent: IntentReference?

  /// - Parameter isOn: a value; SwiftUI has a binding here.
  /// - Parameter label: with the check mark at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule
  ///   83).
  public init(isOn: Bool, @ViewBuilder label: () -> Label) { self.init(isOn: .constant(isOn), label: label) }

  /// - Parameter isOn: its value of the moment is shown.
  /// - Parameter label: what it switches.
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    configuration = ToggleStyleConfiguration(label: .init(content: AnyView(label())), isOn: isOn)
  }

  /// - Parameter isOn: a value.
  /// - Parameter intent: what it asks for, kept with its place (``TapTarget/intent``).
  /// - Parameter label: what it switches.
  public init(isOn: Bool, intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(isOn: isOn, label: label)
    self.intent = IntentReference(intent)
  }

  /// The toggle that a style received, in the style around it.
  public init(_ configuration: ToggleStyleConfiguration) where Label == ToggleStyleConfiguration.Label {
    self.configuration = configuration
  }

  public var body: some View {
    StyledControl(configuration: configuration, style: \.toggleStyle) {
      AnyView(DefaultToggleStyle().makeBody(configuration: $0))
    }
    .dimmedIfDisabled().tapTarget(.toggle, intent).accessibilityValue(configuration.isOn ? "on" : "off")
  }
}

extension Toggle where Label == Text {
  /// A toggle with a text as its label.
  public init(_ title: LocalizedStringKey, isOn: Bool) { self.init(isOn: isOn) { Text(title) } }

  /// A toggle with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Bool) { self.init(isOn: isOn) { Text(title) } }

  /// A toggle with a text as its label.
  public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }

  /// A toggle with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle where Label == Text {
  /// A toggle with a text as its label.
  public init(_ title: LocalizedStringKey, isOn: Bool, intent: some AppIntent) {
    self.init(isOn: isOn, intent: intent) { Text(title) }
  }

  /// A toggle with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Bool, intent: some AppIntent) {
    self.init(isOn: isOn, intent: intent) { Text(title) }
  }
}

extension Toggle where Label == AfterglowViews.Label<Text, Image> {
  /// A toggle with a text and a symbol as its label.
  public init(_ title: LocalizedStringKey, systemImage: String, isOn: Bool, intent: some AppIntent) {
    self.init(isOn: isOn, intent: intent) { AfterglowViews.Label(title, systemImage: systemImage) }
  }

  /// A toggle with a text and a symbol as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, systemImage: String, isOn: Bool, intent: some AppIntent) {
    self.init(isOn: isOn, intent: intent) { AfterglowViews.Label(title, systemImage: systemImage) }
  }
}

extension View {
  fileprivate func tapTarget(_ kind: TapTarget.Kind, _ intent: IntentReference? = nil) -> some View {
    ElementModifier(content: self) { child, context in
      TapTargetElement(child: child, kind: kind, intent: intent, container: context.container)
    }
    .accessibilityElement(children: .combine).accessibilityAddTraits(kind.trait)
  }
}

extension TapTarget.Kind {
  fileprivate var trait: AccessibilityTraits {
    switch self {
    case .link: .isLink
    case .button: .isButton
    case .toggle: .isToggle
    }
  }
}

/// Reports to its container where it was drawn.
private struct TapTargetElement: WrapperElement {
  let child: any Element
  let kind: TapTarget.Kind
  let intent: IntentReference?
  let container: Container

  func draw(in rect: Rect, into canvas: inout DrawCanvas) {
    container.targets.append(TapTarget(kind: kind, framePt: rect, intent: intent))
    child.draw(in: rect, into: &canvas)
  }
}
