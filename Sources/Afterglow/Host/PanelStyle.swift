/// How a scene's widgets are laid out and look, beyond their context.
public struct PanelStyle: Hashable, Sendable {
  /// Rows of widgets on a panel's own grid.
  public struct GridSize: Hashable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// Whose sizes widgets have; nil = the panel's own.
  public var host: WidgetHost?
  public var appearance = WidgetAppearance.dark
  /// 0xFFRRGGBB of a tinted appearance, a watch's face or a surface's frame; nil = the context's own.
  public var tint: UInt32?
  public var wallpaper = Wallpaper.automatic
  /// Of the panel's own grid; nil = as many as fill it best.
  public var grid: GridSize?
  /// From how far away 11 points must be readable, in millimetres; nil = not asked.
  public var viewingDistanceMm: Double?
  public var surface = SurfaceStyle()
  /// What the viewer wants text styles to be.
  public var typeSize = DynamicTypeSize.large
  /// What text styles are at that size.
  public var typeTable = TypeTable.iOS
  /// What text is written in that says nothing else; nil = our own.
  public var font: FontFile?
  /// Where it is asked for, for whoever must be told that it cannot be used.
  public var fontPlace: SourcePlace?
  /// Asked for instead of the context's own by day, to look at a widget in it; nil = the context decides.
  public var renderingMode: WidgetRenderingMode?
  /// Shown whatever the viewer's distance.
  public var levelOfDetail = LevelOfDetail.default
  /// One widget alone fills the panel, as galleries show it.
  public var isSingle = false
  /// Sample content (rule 84).
  public var isPreview = false

  public init() {}
}

/// What lies behind the widgets of a home grid, a lock screen or a desktop.
public enum Wallpaper: Hashable, Sendable {
  /// A calm gradient that goes with the appearance.
  case automatic
  /// 0xFFRRGGBB from top to bottom; one colour is a plain wall.
  case colors([UInt32])
  /// A picture that fills the panel.
  case picture(WallpaperPicture)
}

/// A wallpaper from a file.
public struct WallpaperPicture: Hashable, Sendable {
  /// A PNG or JPEG.
  public var path: String
  /// Which part of it is seen where the panel has another shape.
  public var crop = ImageCrop.best
  /// As in `Wallpaper.colors`: seen through the picture, and in its place where it cannot be shown. Empty = automatic.
  public var colors: [UInt32] = []
  /// Where it is asked for, for whoever must be told that it is missing.
  public var place: SourcePlace?

  public init(path: String) { self.path = path }
}

/// How widgets are mounted in the world (rules 56 to 63).
public struct SurfaceStyle: Hashable, Sendable {
  public enum Mounting: String, CaseIterable, Codable, Sendable {
    /// Stands before the wall and throws a shadow (rule 58).
    case elevated
    /// A cut-out in the wall (rule 59).
    case recessed
  }

  public enum Texture: String, CaseIterable, Codable, Sendable {
    /// Foreground and background darken together with the room (rule 62).
    case paper
    /// The background follows the room, the foreground stays bright (rule 63).
    case glass
  }

  public var mounting = Mounting.elevated
  public var texture = Texture.glass
  /// Of an elevated widget's frame; it lies outside the content, which does not move (rule 61).
  public var frameWidthMm = 0.0
  /// Where the panel hangs; recessed needs a wall (rule 60).
  public var isVertical = true

  public init() {}
}
