import Foundation

/// How labelled content is drawn. A `LabeledContent(configuration)` inside of `makeBody` is drawn in the style around it.
public protocol LabeledContentStyle {
  associatedtype Body: View
  typealias Configuration = LabeledContentStyleConfiguration
  /// The label and the content as a view.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The two parts of labelled content.
public struct LabeledContentStyleConfiguration {
  public struct Label: View, ControlPart { let content: AnyView }
  public struct Content: View, ControlPart { let content: AnyView }

  public let label: Label
  public let content: Content
}

/// A label at the leading edge, and content at the trailing edge.
///
///     LabeledContent("High water", value: entry.high, format: .dateTime.hour().minute())
///
/// Several views in a label stand below each other: a title and smaller words about it.
public struct LabeledContent<Label: View, Content: View>: View {
  private let configuration: LabeledContentStyleConfiguration

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    configuration = LabeledContentStyleConfiguration(
      label: .init(content: AnyView(label())), content: .init(content: AnyView(content())))
  }

  /// The content that a style received, in the style around it.
  public init(_ configuration: LabeledContentStyleConfiguration)
  where Label == LabeledContentStyleConfiguration.Label, Content == LabeledContentStyleConfiguration.Content {
    self.configuration = configuration
  }

  public var body: some View {
    StyledControl(configuration: configuration, style: \.labeledContentStyle) {
      AnyView(AutomaticLabeledContentStyle().makeBody(configuration: $0))
    }
  }
}

extension LabeledContent where Label == Text {
  /// Content with a text as its label.
  public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }

  /// Content with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// A text as the label, another as the content.
  public init(_ title: LocalizedStringKey, value: some StringProtocol) { self.init(title) { Text(value) } }

  /// A text as the label, another as the content.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, value: some StringProtocol) { self.init(title) { Text(value) } }

  /// A text as the label, a value in its format as the content.
  public init<F: FormatStyle>(_ title: LocalizedStringKey, value: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(title) { Text(value, format: format) }
  }

  /// A text as the label, a value in its format as the content.
  @_disfavoredOverload
  public init<F: FormatStyle>(_ title: some StringProtocol, value: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(title) { Text(value, format: format) }
  }
}

extension View {
  /// Sets the style of labelled content in the view.
  public func labeledContentStyle<S: LabeledContentStyle>(_ style: S) -> some View {
    controlStyle(\.labeledContentStyle) { AnyView(style.makeBody(configuration: $0)) }
  }
}

/// The label at the leading edge, and the content in the secondary style at the trailing edge. The label is cut first.
public struct AutomaticLabeledContentStyle: LabeledContentStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    HStack(alignment: .firstTextBaseline, spacingExceptSpacers: 8) {
      if !EnvironmentValues.current.values.hidesLabels {
        VStack(alignment: .leading, spacing: 2) { configuration.label }
        Spacer(minLength: 0)
      }
      configuration.content.foregroundStyle(.secondary).multilineTextAlignment(.trailing).layoutPriority(1)
    }
    .spacedAsControl()
  }
}

extension LabeledContentStyle where Self == AutomaticLabeledContentStyle {
  /// The label at the leading edge, the content at the trailing edge.
  public static var automatic: AutomaticLabeledContentStyle { AutomaticLabeledContentStyle() }
}
