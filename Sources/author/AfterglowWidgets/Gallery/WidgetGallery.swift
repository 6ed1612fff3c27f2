import Afterglow

/// The widgets that a scene can use.
public struct WidgetGallery: Sendable {
  private let widgets: [any Widget]

  init(widgets: [any Widget]) { self.widgets = widgets }

  /// In the order of `BuiltInWidgets`.
  public static let builtIn = WidgetGallery(widgets: BuiltInWidgets.all)

  /// The widgets of this gallery, and others after them.
  package func adding(_ others: [any Widget]) -> WidgetGallery { WidgetGallery(widgets: widgets + others) }

  /// The names by which scenes use them.
  public var kinds: [String] { widgets.map { $0.descriptor.kind } }

  /// The widget of a kind, with its default configuration.
  public func widget(_ kind: String) -> (any Widget)? { widgets.first { $0.descriptor.kind == kind } }

  /// Whether a widget is a clock with a face, which may have a panel for itself.
  public static func isFace(_ kind: String, _ configuration: [String: ConfigurationValue]) -> Bool {
    kind == ClockWidget.kind && ClockFace(in: configuration) != nil
  }
}
