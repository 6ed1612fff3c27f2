import Afterglow

/// The widgets that a scene can name.
public struct WidgetGallery: Sendable {
  private let widgets: [any Widget]

  init(widgets: [any Widget]) { self.widgets = widgets }

  /// Those of the house, in the order of `BuiltInWidgets`.
  public static let builtIn = WidgetGallery(widgets: BuiltInWidgets.all)

  /// The built-in widgets and those that people added.
  public static let standard = WidgetGallery(widgets: builtIn.widgets + WidgetRegistry.standard.widgets)

  public var kinds: [String] { widgets.map { $0.descriptor.kind } }

  public func widget(_ kind: String) -> (any Widget)? { widgets.first { $0.descriptor.kind == kind } }

  /// Whether a widget is a clock with a face, which may have a panel for itself.
  public static func isFace(_ kind: String, _ configuration: [String: ConfigurationValue]) -> Bool {
    kind == ClockWidget.kind && ClockFace(in: configuration) != nil
  }
}
