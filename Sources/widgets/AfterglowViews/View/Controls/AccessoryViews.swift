/// The background of a circular or rectangular accessory widget: the widget's own outline, filled. An inline one is a line of
/// text, and has none.
///
///     ZStack {
///       AccessoryWidgetBackground()
///       Text("2.4").font(.title2)
///     }
public struct AccessoryWidgetBackground: View {
  @Environment(\.widgetFamily) private var family

  public init() {}

  public var body: some View {
    if family != .accessoryInline { ContainerRelativeShape().fill(.quaternary) }
  }
}

extension View {
  /// Sets text, a symbol, a gauge or progress that a watch's face shows along its dial next to a circular or corner
  /// widget, in its own font. Other places do not show it; ticking text is omitted, with a warning.
  public func widgetLabel(@ViewBuilder label: () -> some View) -> some View {
    WidgetLabelModifier(content: self, label: AnyView(label()))
  }

  /// Sets text that a watch's face shows along its dial.
  public func widgetLabel(_ label: LocalizedStringKey) -> some View { widgetLabel { Text(label) } }

  /// Sets text that a watch's face shows along its dial.
  @_disfavoredOverload
  public func widgetLabel(_ label: some StringProtocol) -> some View { widgetLabel { Text(label) } }
}

struct WidgetLabelModifier<Content: View>: View, PrimitiveView {
  let content: Content
  let label: AnyView

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    if context.environment.showsWidgetLabel {
      context.setWidgetLabel {
        var beside = $0.attachment(4)
        beside.environment.isWidgetLabel = true
        beside.environment.font = .system(size: Font.widgetLabelPt, weight: .medium)
        beside.environment.lineLimit = 1
        beside.environment.minimumScaleFactor = Font.smallestTextPt / Font.widgetLabelPt
        return resolveOne(label, in: beside)
      }
    }
    return resolve(content, in: context)
  }
}
