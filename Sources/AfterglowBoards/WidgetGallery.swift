import Afterglow
import AfterglowWidgets
import Foundation

/// The widgets that a scene can name, and the content files that their configurations name.
public struct WidgetGallery: Sendable {
  private let widgets: [any Widget]

  init(widgets: [any Widget]) { self.widgets = widgets }

  /// The built-in widgets, wired to documents in the board's folder.
  public static let builtIn = WidgetGallery(widgets: [
    ClockWidget(),
    WeatherWidget { intent, context in try forecast(intent, in: context) },
    ValueWidget { intent, context in try timeline(intent, in: context) },
    CalendarWidget { intent, context, window in try events(intent, in: context, window) },
    RemindersWidget { intent, context in try reminders(intent, in: context) },
    SystemWidget { intent in state(intent) },
    PhotosWidget { intent, context, date in try photos(intent, in: context, on: date) },
    WorldClockWidget(),
    CountdownWidget(),
    NoteWidget(),
    DocumentWidget(),
  ])

  /// The built-in widgets and those that people added.
  public static let standard = WidgetGallery(widgets: builtIn.widgets + WidgetRegistry.standard.widgets)

  public var kinds: [String] { widgets.map { $0.descriptor.kind } }

  public func widget(_ kind: String) -> (any Widget)? { widgets.first { $0.descriptor.kind == kind } }

  /// The widget as it is configured: one that is written as data has its name and families from its file. Where that
  /// cannot be read, it is taken to support them all, so that the rest of the scene stands.
  public func widget(
    _ kind: String, configuration: [String: ConfigurationValue], folder: URL?
  ) -> (any Widget)? {
    guard kind == DocumentWidget.kind, let intent = try? DocumentIntent(configuration: configuration) else {
      return widget(kind)
    }
    return (try? ViewDocument(path: Self.path(intent.view, in: folder))).map(DocumentWidget.init)
      ?? DocumentWidget(view: .unreadable)
  }

  static let symbols = Symbol.all.map(\.name).sorted()

  static func path(_ name: String, in folder: URL?) -> String {
    guard let folder, !name.hasPrefix("/") else { return name }
    return folder.appendingPathComponent(name).path
  }
}
