import Foundation

/// Shows its label, and performs an action of the scene when it is touched. Panels have no browser: an address such as
/// `afterglow://action/lamp?value=on` names the action, and any other one opens nothing (docs/rules.md, rules 78 and 81).
public struct Link<Label: View>: View {
  private let label: Label
  private let purpose: TapPurpose

  /// - Parameter destination: names an action of the scene; `afterglow check` reports any other address.
  /// - Parameter label: at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule 83).
  public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.label = label()
    purpose = TapPurpose(destination)
  }

  /// A link that names an action of the scene without an address.
  package init(action: ActionReference, @ViewBuilder label: () -> Label) {
    self.label = label()
    purpose = TapPurpose(action: action)
  }

  public var body: some View { label.dimmedIfDisabled().tapTarget(.link, purpose) }
}

extension Link where Label == Text {
  /// A link with a text as its label.
  public init(_ title: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(title) } }

  /// A link with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// Shows its label in a ``ButtonStyle``. A touch performs its intent in the widget's process (docs/rules.md, rule 79); a
/// closure is never called, because the views of a widget do not live until then.
public struct Button<Label: View>: View {
  private let configuration: PrimitiveButtonStyleConfiguration
  private var purpose = TapPurpose()

  /// - Parameter role: its purpose; nil for an ordinary button.
  /// - Parameter action: accepted without effect.
  /// - Parameter label: at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule 83).
  public init(role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
    configuration = PrimitiveButtonStyleConfiguration(
      role: role, label: .init(content: AnyView(label())), action: action)
  }

  /// - Parameter role: its purpose; nil for an ordinary button.
  /// - Parameter intent: is performed at a touch, with the values that its parameters have now.
  /// - Parameter label: at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule 83).
  public init(role: ButtonRole? = nil, intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(role: role, action: {}, label: label)
    let reference = IntentReference(intent)
    purpose = TapPurpose(intent: reference)
    // There is no browser: its address may name an action.
    if intent is OpenURLIntent, case .string(let text)? = reference.parameters["url"], let url = URL(string: text) {
      purpose = TapPurpose(url)
    }
  }

  /// A button that names an action of the scene.
  package init(action: ActionReference, @ViewBuilder label: () -> Label) {
    self.init(action: {}, label: label)
    purpose = TapPurpose(action: action)
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
    .dimmedIfDisabled().tapTarget(.button, purpose)
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

/// Shows its label and its state in a ``ToggleStyle``. A touch performs its intent in the widget's process (docs/rules.md,
/// rule 79).
public struct Toggle<Label: View>: View {
  private let configuration: ToggleStyleConfiguration
  private var purpose = TapPurpose()

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
  /// - Parameter intent: is performed at a touch. The `value` of a ``SetValueIntent`` becomes the toggle's new state.
  /// - Parameter label: what it switches.
  public init(isOn: Bool, intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(isOn: isOn, label: label)
    purpose = TapPurpose(intent: IntentReference(intent))
  }

  /// A toggle that names an action of the scene.
  package init(isOn: Bool, action: ActionReference, @ViewBuilder label: () -> Label) {
    self.init(isOn: isOn, label: label)
    purpose = TapPurpose(action: action)
  }

  /// The toggle that a style received, in the style around it.
  public init(_ configuration: ToggleStyleConfiguration) where Label == ToggleStyleConfiguration.Label {
    self.configuration = configuration
  }

  public var body: some View {
    let isOn = configuration.isOn
    let other = ToggleStyleConfiguration(
      label: configuration.label, isOn: .constant(!isOn), isMixed: configuration.isMixed)
    return ToggleLooks(shown: look(configuration), other: look(other), isOn: isOn) { [purpose] child, context in
      TapTargetElement(child: child, kind: .toggle, purpose: purpose.switched(from: isOn), context: context)
    }
    .accessibilityElement(children: .combine).accessibilityAddTraits(TapTarget.Kind.toggle.trait)
    .accessibilityValue(isOn ? "on" : "off")
  }

  private func look(_ configuration: ToggleStyleConfiguration) -> AnyView {
    AnyView(
      StyledControl(configuration: configuration, style: \.toggleStyle) {
        AnyView(DefaultToggleStyle().makeBody(configuration: $0))
      }
      .dimmedIfDisabled())
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
  /// Names an address that a touch anywhere in the widget opens, where no link, button or toggle is. Panels have no browser:
  /// `afterglow://action/lamp` names an action of the scene, and any other address opens nothing (docs/rules.md, rule 78).
  public func widgetURL(_ url: URL?) -> some View {
    ElementModifier(content: self) { child, context in
      guard let url else { return child }
      return TapTargetElement(child: child, kind: .widget, purpose: TapPurpose(url), context: context)
    }
  }

  fileprivate func tapTarget(_ kind: TapTarget.Kind, _ purpose: TapPurpose) -> some View {
    ElementModifier(content: self) { child, context in
      TapTargetElement(child: child, kind: kind, purpose: purpose, context: context)
    }
    .accessibilityElement(children: .combine).accessibilityAddTraits(kind.trait)
  }
}

extension TapTarget.Kind {
  fileprivate var trait: AccessibilityTraits {
    switch self {
    case .link, .widget: .isLink
    case .button: .isButton
    case .toggle: .isToggle
    }
  }
}

/// The purpose of a control: an intent, an action or an address.
private struct TapPurpose {
  var intent: IntentReference?
  var action: ActionReference?
  var address: String?
  var isOn: Bool?

  init(intent: IntentReference? = nil, action: ActionReference? = nil) {
    self.intent = intent
    self.action = action
  }

  /// An address, which may name an action.
  init(_ url: URL) {
    address = url.absoluteString
    action = ActionReference(address: url.absoluteString)
  }

  /// The purpose of a toggle that shows a state.
  func switched(from isOn: Bool) -> TapPurpose {
    var purpose = self
    purpose.isOn = isOn
    return purpose
  }
}

/// Reports to its container where it was drawn.
private struct TapTargetElement: WrapperElement {
  let child: any Element
  let kind: TapTarget.Kind
  let purpose: TapPurpose
  let context: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    // A control that is disabled, or a placeholder, asks for nothing.
    let acts = context.environment.isEnabled && !context.environment.redactionReasons.contains(.placeholder)
    context.container.targets.append(
      TapTarget(
        kind: kind, framePt: rect, intent: acts ? purpose.intent : nil, action: acts ? purpose.action : nil,
        address: acts ? purpose.address : nil, isOn: purpose.isOn, place: context.path))
    child.draw(in: rect, proposed: proposed, into: &canvas)
  }
}
