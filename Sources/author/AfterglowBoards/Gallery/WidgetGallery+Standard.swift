import Afterglow
import AfterglowSources
import AfterglowWidgets
import Synchronization

extension WidgetGallery {
  /// The built-in widgets and those added by users.
  public static var standard: WidgetGallery { current.withLock { $0.gallery } }

  /// The gallery, and the state of the registry's marks before it was read.
  private struct Standard: Sendable {
    let marks: [FileMark?]
    let gallery: WidgetGallery

    init() {
      let registry = WidgetRegistry.standard
      marks = Self.marks(of: registry)
      gallery = WidgetGallery.builtIn.adding(registry.widgets)
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
}
