import Foundation

/// How buttons are drawn.
///
///     struct PillButtonStyle: ButtonStyle {
///       func makeBody(configuration: Configuration) -> some View {
///         configuration.label.padding(8).background(.tint, in: .capsule)
///       }
///     }
public protocol ButtonStyle {
  associatedtype Body: View
  typealias Configuration = ButtonStyleConfiguration
  /// The button as a view.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// How buttons are drawn, by a style that would also decide when they act.
///
/// A `Button(configuration)` inside of `makeBody` is drawn in the style around this one.
public protocol PrimitiveButtonStyle {
  associatedtype Body: View
  typealias Configuration = PrimitiveButtonStyleConfiguration
  /// The button as a view.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The content of a button.
public struct ButtonStyleConfiguration {
  /// The view that names the button's action.
  public struct Label: View, ControlPart { let content: AnyView }

  /// nil for an ordinary button.
  public let role: ButtonRole?
  public let label: Label
  /// Never: the panel marks a press by itself.
  public let isPressed: Bool
}

/// The content and the action of a button.
public struct PrimitiveButtonStyleConfiguration {
  /// The view that names the button's action.
  public struct Label: View, ControlPart { let content: AnyView }

  /// nil for an ordinary button.
  public let role: ButtonRole?
  public let label: Label
  let action: () -> Void

  /// Calls the button's action.
  public func trigger() { action() }
}

/// The purpose of a button.
public struct ButtonRole: Hashable, Sendable {
  private let name: String

  /// It deletes something: drawn in red.
  public static let destructive = ButtonRole(name: "destructive")
  /// It ends something without a change.
  public static let cancel = ButtonRole(name: "cancel")
  /// It confirms something.
  public static let confirm = ButtonRole(name: "confirm")
  /// It closes something.
  public static let close = ButtonRole(name: "close")
}

/// The outline of bordered buttons.
public struct ButtonBorderShape: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case capsule, circle
    case rectangle(radiusPt: Double)
  }
  let kind: Kind

  /// An alias of `capsule`.
  public static let automatic = ButtonBorderShape(kind: .capsule)
  public static let capsule = ButtonBorderShape(kind: .capsule)
  public static let roundedRectangle = ButtonBorderShape(kind: .rectangle(radiusPt: 8))
  public static let circle = ButtonBorderShape(kind: .circle)
  /// A rounded rectangle with a radius in points.
  public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape {
    ButtonBorderShape(kind: .rectangle(radiusPt: Double(radius)))
  }
}

extension ButtonBorderShape: InsettableShape {
  public func path(in rect: CGRect) -> Path {
    switch kind {
    case .capsule: Capsule().path(in: rect)
    case .circle: Circle().path(in: rect)
    case .rectangle(let radius): RoundedRectangle(cornerRadius: radius).path(in: rect)
    }
  }
}

extension Shape where Self == ButtonBorderShape {
  /// The outline of bordered buttons: a capsule.
  public static var buttonBorder: ButtonBorderShape { .automatic }
}

/// The size of buttons and toggles.
public enum ControlSize: Hashable, Sendable, CaseIterable {
  case mini, small, regular, large, extraLarge

  /// Between the label of a bordered button and its edges, in points: a large one is 50 pt high at the default type
  /// size, a regular one 34 pt.
  var insetsPt: Size {
    switch self {
    case .mini, .small: Size(width: 10, height: 4)
    case .regular: Size(width: 12, height: 7)
    case .large: Size(width: 20, height: 15)
    case .extraLarge: Size(width: 24, height: 19)
    }
  }

  /// The height of a switch, 31 pt in the regular size.
  var switchHeightPt: Double {
    switch self {
    case .mini: 18
    case .small: 24
    case .regular: 31
    case .large: 36
    case .extraLarge: 42
    }
  }
}

extension View {
  /// Sets the style of buttons in the view.
  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
    controlStyle(\.buttonStyle) {
      AnyView(
        style.makeBody(
          configuration: ButtonStyleConfiguration(
            role: $0.role, label: .init(content: $0.label.content), isPressed: false)))
    }
  }

  /// Sets the style of buttons in the view.
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    controlStyle(\.buttonStyle) { AnyView(style.makeBody(configuration: $0)) }
  }

  /// Sets the outline of bordered buttons in the view.
  public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { environment(\.buttonBorderShape, shape) }

  /// Sets the size of buttons and toggles in the view.
  public func controlSize(_ size: ControlSize) -> some View { environment(\.controlSize, size) }

  /// Draws the controls in the view at half of their opacity. A control that is disabled around the view stays so.
  public func disabled(_ disabled: Bool) -> some View {
    EnvironmentModifier(content: self) { $0.isEnabled = $0.isEnabled && !disabled }
  }

  /// Hides the labels of gauges, progress, toggles and labelled content in the view; of progress the value as well, such as
  /// the time that is left.
  public func labelsHidden() -> some View { environment(\.hidesLabels, true) }

  /// Hides the labels of gauges, progress, toggles and labelled content, or shows those that a view around this one hides.
  public func labelsVisibility(_ visibility: Visibility) -> some View { environment(\.labelsVisibility, visibility) }

  /// At half of its opacity where controls are disabled.
  func dimmedIfDisabled() -> some View {
    ElementModifier(content: self) { child, context in
      context.environment.isEnabled ? child : OpacityElement(child: child, opacity: 0.5, identity: context)
    }
  }
}

/// The label alone. WidgetKit's is a bordered button; here it would look like something to press.
public struct DefaultButtonStyle: PrimitiveButtonStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

/// The label alone.
public struct PlainButtonStyle: PrimitiveButtonStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

/// The label in the tint.
public struct BorderlessButtonStyle: PrimitiveButtonStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.label.foregroundStyle(.tint) }
}

/// The label in the tint, on a capsule of a fainter tint.
public struct BorderedButtonStyle: PrimitiveButtonStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    BorderedLabel(label: configuration.label, role: configuration.role, isProminent: false)
  }
}

/// The label in white or black, on a capsule of the tint.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    BorderedLabel(label: configuration.label, role: configuration.role, isProminent: true)
  }
}

/// The label in the tint, on a capsule of a fainter tint: glass is drawn as ``BorderedButtonStyle``.
public struct GlassButtonStyle: PrimitiveButtonStyle, Sendable {
  public init() {}
  /// A style for one of the kinds of glass, which are drawn alike.
  public init(_ glass: Glass) {}
  public func makeBody(configuration: Configuration) -> some View {
    BorderedLabel(label: configuration.label, role: configuration.role, isProminent: false)
  }
}

/// The label in white, on a capsule of the tint: glass is drawn as ``BorderedProminentButtonStyle``.
public struct GlassProminentButtonStyle: PrimitiveButtonStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    BorderedLabel(label: configuration.label, role: configuration.role, isProminent: true)
  }
}

struct BorderedLabel<Label: View>: View {
  let label: Label
  let role: ButtonRole?
  let isProminent: Bool
  @Environment(\.controlSize) private var size
  @Environment(\.buttonBorderShape) private var shape

  var body: some View {
    switch shape.kind {
    case .capsule: bordered(in: Capsule())
    case .circle: bordered(in: Circle())
    case .rectangle(let radius): bordered(in: RoundedRectangle(cornerRadius: radius))
    }
  }

  private func bordered(in shape: some Shape) -> some View {
    let tint = role == .destructive ? AnyShapeStyle(Color.red) : AnyShapeStyle(TintShapeStyle())
    let insets = size.insetsPt
    let isAccented = isProminent && EnvironmentValues.ofBody.widgetRenderingMode == .accented
    let isFilled = isProminent && !isAccented
    let filled = role == .destructive ? tint : EnvironmentValues.ofBody.tint
    return label.lineLimit(1)
      .foregroundStyle(isFilled ? EnvironmentValues.ofBody.label(on: filled) : tint)
      .padding(.vertical, insets.height)
      .padding(.horizontal, self.shape.kind == .circle ? insets.height : insets.width)
      // In accented rendering the label has the colour of what it is on, which keeps its opacity.
      .background(isFilled ? tint : tint.opacity(isAccented ? 0.35 : 0.2), in: shape)
  }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  /// The label alone.
  public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// The label alone.
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// The label in the tint.
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  /// The label in the tint, on a fainter tint.
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// The label in white or black, on the tint.
  public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension PrimitiveButtonStyle where Self == GlassButtonStyle {
  /// The label in the tint, on a fainter tint.
  public static var glass: GlassButtonStyle { GlassButtonStyle() }
  /// The label in the tint, on a fainter tint: the kinds of glass are drawn alike.
  public static func glass(_ glass: Glass) -> GlassButtonStyle { GlassButtonStyle(glass) }
}

extension PrimitiveButtonStyle where Self == GlassProminentButtonStyle {
  /// The label in white, on the tint.
  public static var glassProminent: GlassProminentButtonStyle { GlassProminentButtonStyle() }
}
