import Afterglow
import AfterglowSources
import Synchronization

/// The widgets that a scene can use.
public struct WidgetGallery: Sendable {
  private let widgets: [any Widget]

  init(widgets: [any Widget]) { self.widgets = widgets }

  /// In the order of `BuiltInWidgets`.
  public static let builtIn = WidgetGallery(widgets: BuiltInWidgets.all)

  /// The built-in widgets and those added by users.
  public static var standard: WidgetGallery { current.withLock { $0.gallery } }

  /// The gallery, and the state of the registry's marks before it was read.
  private struct Standard: Sendable {
    let marks: [FileMark?]
    let gallery: WidgetGallery

    init() {
      let registry = WidgetRegistry.standard
      marks = Self.marks(of: registry)
      gallery = WidgetGallery(widgets: WidgetGallery.builtIn.widgets + registry.widgets)
    }

    static func marks(of registry: WidgetRegistry) -> [FileMark?] {
      registry.markPaths.map { PictureFolders.mark(of: $0) }
    }
  }

  private static let current = Mutex(Standard())

  /// Takes up what has been added since.
  public static func reloadStandard() {
    let fresh = Standard()
    current.withLock { $0 = fresh }
  }

  /// Reads the registry again if another process has changed it; costs little otherwise.
  public static func refreshStandard() {
    let marks = Standard.marks(of: .standard)
    let isSame = current.withLock { $0.marks == marks }
    if !isSame { reloadStandard() }
  }

  /// The names by which scenes use them.
  public var kinds: [String] { widgets.map { $0.descriptor.kind } }

  /// The widget of a kind, with its default configuration.
  public func widget(_ kind: String) -> (any Widget)? { widgets.first { $0.descriptor.kind == kind } }

  /// Whether a widget is a clock with a face, which may have a panel for itself.
  public static func isFace(_ kind: String, _ configuration: [String: ConfigurationValue]) -> Bool {
    kind == ClockWidget.kind && ClockFace(in: configuration) != nil
  }
}
