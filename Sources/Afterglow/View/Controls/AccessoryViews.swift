/// The quiet platter behind a circular or rectangular accessory: the widget's own outline, filled.
public struct AccessoryWidgetBackground: View {
  public init() {}

  public var body: some View { ContainerRelativeShape().fill(.quaternary) }
}

extension View {
  /// Text that a host sets beside a circular or corner widget, where it has room for it; elsewhere it is not shown.
  public func widgetLabel(@ViewBuilder label: () -> some View) -> some View {
    WidgetLabelModifier(content: self, label: AnyView(label()))
  }

  public func widgetLabel(_ label: LocalizedStringKey) -> some View { widgetLabel { Text(label) } }
}

struct WidgetLabelModifier<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let label: AnyView

  func elements(in context: ResolveContext) -> [Element] {
    context.container.widgetLabel = resolveOne(label, in: context.attachment(4))
    return resolve(content, in: context)
  }
}
