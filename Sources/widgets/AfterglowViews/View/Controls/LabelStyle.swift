/// Which parts of a label are shown, and how.
///
///     struct StackedLabelStyle: LabelStyle {
///       func makeBody(configuration: Configuration) -> some View {
///         VStack {
///           configuration.icon
///           configuration.title
///         }
///       }
///     }
///
/// A `Label(configuration)` inside of `makeBody` is drawn in the style around this one.
public protocol LabelStyle {
  associatedtype Body: View
  typealias Configuration = LabelStyleConfiguration
  /// The label as a view.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The two parts of a label.
public struct LabelStyleConfiguration {
  public struct Title: View, ControlPart { let content: AnyView }
  public struct Icon: View, ControlPart { let content: AnyView }

  public var title: Title
  public var icon: Icon
}

extension View {
  /// Sets the style of labels in the view.
  public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
    controlStyle(\.labelStyle) { AnyView(style.makeBody(configuration: $0)) }
  }
}

/// The default style: ``TitleAndIconLabelStyle``.
public struct DefaultLabelStyle: LabelStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    TitleAndIconLabelStyle().makeBody(configuration: configuration)
  }
}

/// The icon, then the title.
public struct TitleAndIconLabelStyle: LabelStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    let environment = EnvironmentValues.current.values
    // A symbol that begins with its ink has no room of its own after it either.
    HStack(
      alignment: .firstTextBaseline, spacing: environment.isBoundByInk ? 4 + environment.font.size * 0.16 : 4
    ) {
      configuration.icon
      configuration.title
    }
  }
}

/// The title only.
public struct TitleOnlyLabelStyle: LabelStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

/// The icon only.
public struct IconOnlyLabelStyle: LabelStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.icon }
}

extension LabelStyle where Self == DefaultLabelStyle {
  /// The default style: `titleAndIcon`.
  public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
  /// The icon, then the title.
  public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
  /// The title only.
  public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
  /// The icon only.
  public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}
