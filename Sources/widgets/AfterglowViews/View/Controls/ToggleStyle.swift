/// How toggles are drawn.
///
///     struct CheckToggleStyle: ToggleStyle {
///       func makeBody(configuration: Configuration) -> some View {
///         HStack {
///           Image(systemName: configuration.isOn ? "checkmark.circle.fill" : "circle")
///           configuration.label
///         }
///       }
///     }
///
/// A `Toggle(configuration)` inside of `makeBody` is drawn in the style around this one.
public protocol ToggleStyle {
  associatedtype Body: View
  typealias Configuration = ToggleStyleConfiguration
  /// The toggle as a view.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The content of a toggle.
public struct ToggleStyleConfiguration {
  /// The view that names the switched thing.
  public struct Label: View, ControlPart { let content: AnyView }

  public let label: Label
  /// Setting it has no effect: the intent of the toggle changes what the widget shows.
  @Binding public var isOn: Bool
  /// Whether it stands for several that differ.
  public var isMixed = false
}

extension View {
  /// Sets the style of toggles in the view.
  public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
    controlStyle(\.toggleStyle) { AnyView(style.makeBody(configuration: $0)) }
  }
}

/// The label, with a check mark before it if the toggle is on. WidgetKit's is a button.
public struct DefaultToggleStyle: ToggleStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    HStack(alignment: .firstTextBaseline, spacing: 4) {
      Image(symbol: .checkmark).opacity(configuration.isOn ? 1 : 0)
      configuration.visibleLabel
    }
    .spacedAsControl()
  }
}

/// The label, and a switch at the trailing edge.
public struct SwitchToggleStyle: ToggleStyle, Sendable {
  private let tint: Color?

  public init() { tint = nil }
  /// In a colour of its own.
  public init(tint: Color) { self.tint = tint }

  public func makeBody(configuration: Configuration) -> some View {
    HStack(alignment: .center, spacingExceptSpacers: 8) {
      configuration.visibleLabel
      if !EnvironmentValues.current.values.hidesLabels { Spacer() }
      SwitchPicture(isOn: configuration.isOn).tint(tint)
    }
    .spacedAsControl()
  }
}

/// A capsule in the tint with a white knob at the trailing edge, or a grey one with the knob at the leading edge.
private struct SwitchPicture: View {
  let isOn: Bool
  @Environment(\.controlSize) private var size
  @Environment(\.hidesContent) private var hidesContent

  var body: some View {
    let height = size.switchHeightPt
    // 51 by 31 points in the regular size.
    ZStack(alignment: isOn ? .trailing : .leading) {
      if hidesContent {
        HiddenShape(Capsule())
      } else {
        Capsule().fill(isOn ? AnyShapeStyle(TintShapeStyle()) : AnyShapeStyle(.quaternary))
        Circle().fill(.white).frame(width: height * 27 / 31, height: height * 27 / 31).padding(height * 2 / 31)
      }
    }
    .frame(width: height * 51 / 31, height: height)
  }
}

/// The label as a bordered button, prominent if the toggle is on.
public struct ButtonToggleStyle: ToggleStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    BorderedLabel(label: configuration.label, role: nil, isProminent: configuration.isOn)
  }
}

extension ToggleStyleConfiguration {
  @ViewBuilder fileprivate var visibleLabel: some View {
    if !EnvironmentValues.current.values.hidesLabels { label }
  }
}

extension ToggleStyle where Self == DefaultToggleStyle {
  /// The label, with a check mark if it is on.
  public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
  /// The label, and a switch at the trailing edge.
  public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
  /// The label as a bordered button, prominent if it is on.
  public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}
