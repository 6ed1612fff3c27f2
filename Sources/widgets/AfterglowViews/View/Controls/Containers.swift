/// How boxes are drawn. A `GroupBox(configuration)` inside of `makeBody` is drawn in the style around it.
public protocol GroupBoxStyle {
  associatedtype Body: View
  typealias Configuration = GroupBoxStyleConfiguration
  /// The box as a view.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The two parts of a box.
public struct GroupBoxStyleConfiguration {
  public struct Label: View, ControlPart { let content: AnyView }
  public struct Content: View, ControlPart { let content: AnyView }

  public let label: Label
  public let content: Content
}

/// Content on a platter of its own, below a label.
///
///     GroupBox("Tides") {
///       LabeledContent("High", value: entry.high, format: .dateTime.hour().minute())
///     }
public struct GroupBox<Label: View, Content: View>: View {
  private let configuration: GroupBoxStyleConfiguration

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    configuration = GroupBoxStyleConfiguration(
      label: .init(content: AnyView(label())), content: .init(content: AnyView(content())))
  }

  /// The form of older code.
  public init(label: Label, @ViewBuilder content: () -> Content) { self.init(content: content) { label } }

  /// The box that a style received, in the style around it.
  public init(_ configuration: GroupBoxStyleConfiguration)
  where Label == GroupBoxStyleConfiguration.Label, Content == GroupBoxStyleConfiguration.Content {
    self.configuration = configuration
  }

  public var body: some View {
    StyledControl(configuration: configuration, style: \.groupBoxStyle) {
      AnyView(DefaultGroupBoxStyle().makeBody(configuration: $0))
    }
  }
}

extension GroupBox where Label == EmptyView {
  /// A box without a label.
  public init(@ViewBuilder content: () -> Content) { self.init(content: content) { EmptyView() } }
}

extension GroupBox where Label == Text {
  /// A box with a text as its label.
  public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }

  /// A box with a text as its label.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension View {
  /// Sets the style of boxes in the view.
  public func groupBoxStyle<S: GroupBoxStyle>(_ style: S) -> some View {
    controlStyle(\.groupBoxStyle) { AnyView(style.makeBody(configuration: $0)) }
  }
}

/// The label in headline above the content, both on a platter with the guide's 11 points around them.
public struct DefaultGroupBoxStyle: GroupBoxStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    VStack(alignment: .leading, spacing: 6) {
      configuration.label.font(.headline)
      VStack(spacing: 8) { configuration.content }.frame(maxWidth: .infinity)
    }
    .padding(.grouping)
    .background(.fill.tertiary, in: RoundedRectangle(cornerRadius: 10))
  }
}

extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
  /// The label above the content, on a platter.
  public static var automatic: DefaultGroupBoxStyle { DefaultGroupBoxStyle() }
}

/// Views that belong together, with a header before and a footer after them. Like a ``Group`` it leaves their layout to
/// the stack around it.
public struct Section<Parent: View, Content: View, Footer: View>: View {
  private let header: Parent
  private let content: Content
  private let footer: Footer

  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
  ) {
    self.header = header()
    self.content = content()
    self.footer = footer()
  }

  /// The form of older code.
  public init(header: Parent, footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { header }, footer: { footer })
  }

  @ViewBuilder public var body: some View {
    header
    content
    footer
  }
}

extension Section where Footer == EmptyView {
  /// Views with a header.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(content: content, header: header) { EmptyView() }
  }

  /// The form of older code.
  public init(header: Parent, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { header })
  }
}

extension Section where Parent == EmptyView {
  /// Views with a footer.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(content: content, header: { EmptyView() }, footer: footer)
  }

  /// The form of older code.
  public init(footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(content: content, footer: { footer })
  }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
  /// Views without a header.
  public init(@ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
  }
}

extension Section where Parent == Text, Footer == EmptyView {
  /// Views with a text as their header.
  public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }

  /// Views with a text as their header.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

/// Buttons that belong together, side by side.
public struct ControlGroup<Content: View>: View {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { HStack(spacing: 8) { content } }
}
