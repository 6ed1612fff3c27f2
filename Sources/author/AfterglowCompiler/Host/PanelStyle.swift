import AfterglowViews

/// The layout and appearance of a scene's widgets, beyond their context.
public struct PanelStyle: Hashable, Sendable {
  /// Columns and rows of a panel's own grid, in cells of a small widget.
  public struct GridSize: Hashable, Sendable {
    public var columns: Int
    public var rows: Int

    /// The columns, and the rows, that a grid may have.
    public static let sides = 1...12

    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The device whose sizes the widgets have; `nil` is the panel itself.
  public var host: WidgetHost?
  /// Light, dark, clear or tinted (docs/rules.md, rule 27); dark by default.
  public var appearance = WidgetAppearance.dark
  /// 0xFFRRGGBB of a tinted appearance, a watch's face, a lock screen or a surface's frame; `nil` is the context's own.
  public var tint: UInt32?
  /// The background behind the widgets by day.
  public var wallpaper = Wallpaper.automatic
  /// The panel's own grid; `nil` is as many cells as fill it best.
  public var grid: GridSize?
  /// From how far away text of 11 pt must be legible, in millimetres: its capitals then measure ten arc-minutes. `nil`
  /// sets no such limit.
  public var viewingDistanceMm: Double?
  /// How pictures become inks, on e-paper.
  public var dithering = PictureDithering.auto
  /// Mounting and texture, in the context `surface`.
  public var surface = SurfaceStyle()
  /// The type size that text styles follow; `large` by default.
  public var typeSize = DynamicTypeSize.large
  /// The sizes of text styles at that type size; those of iOS by default.
  public var typeTable = TypeTable.iOS
  /// The font of text that sets none; `nil` is the font of this module.
  public var font: FontFile?
  /// Where the scene sets the font, for messages.
  public var fontPlace: SourcePlace?
  /// A rendering mode that replaces the context's by day, to inspect a widget in it; `nil` is the context's.
  public var renderingMode: WidgetRenderingMode?
  /// The level of detail, regardless of the viewer's distance.
  public var levelOfDetail = LevelOfDetail.default
  /// Whether one widget alone fills the panel, as in a gallery.
  public var isSingle = false
  /// Pixels per point of a widget that fills the panel alone: it is laid out in as many points as that gives. `nil` is
  /// the size of its family, as large as the panel shows it.
  public var pixelsPerPoint: Double?
  /// Whether providers are called for snapshots with sample content (docs/rules.md, rule 84).
  public var isPreview = false
  /// What is tried out on the widgets' content; `nil` shows it as it is.
  package var contentTrial: ContentTrial?

  /// The automatic dark look on the panel's own grid.
  public init() {}
}

/// The background of a home grid, a lock screen or a desktop, by day.
public enum Wallpaper: Hashable, Sendable {
  /// A calm gradient that suits the appearance.
  case automatic
  /// 0xFFRRGGBB from top to bottom; one colour is a plain wall.
  case colors([UInt32])
  /// A picture that fills the panel.
  case picture(WallpaperPicture)
}

/// A wallpaper from a file.
public struct WallpaperPicture: Hashable, Sendable {
  /// The path of a PNG or JPEG.
  public var path: String
  /// The part that is shown if the panel has another aspect ratio.
  public var crop = ImageCrop.best
  /// As in ``Wallpaper/colors(_:)``: behind transparent parts of the picture, and in its place if it cannot be read.
  /// Empty is automatic.
  public var colors: [UInt32] = []
  /// Where the scene's file sets it, for a diagnostic if it is missing.
  public var place: SourcePlace?

  public init(path: String) { self.path = path }
}

/// The settings of one widget that replace its scene's. Without any of them it looks like the others.
public struct SlotStyle: Hashable, Sendable {
  /// Light or dark by day, in places that have appearances; without effect where the scene is clear or tinted, and on
  /// e-paper.
  public var colorScheme: ColorScheme?
  /// On a surface.
  public var mounting: SurfaceStyle.Mounting?
  /// On a surface; it precedes what the widget itself asks for with `widgetTexture`.
  public var texture: SurfaceStyle.Texture?

  public init() {}
}

/// How widgets are mounted on a surface (docs/rules.md, rules 56 to 63).
public struct SurfaceStyle: Hashable, Sendable {
  /// How a widget is attached to the surface.
  public enum Mounting: String, CaseIterable, Codable, Sendable {
    /// In front of the wall, with a shadow (docs/rules.md, rule 58).
    case elevated
    /// In a cut-out of the wall (docs/rules.md, rule 59).
    case recessed
  }

  /// The material of a widget.
  public enum Texture: String, CaseIterable, Codable, Sendable {
    /// Foreground and background darken together with the room (docs/rules.md, rule 62).
    case paper
    /// The background follows the room, the foreground stays bright (docs/rules.md, rule 63).
    case glass
  }

  /// Elevated by default.
  public var mounting = Mounting.elevated
  /// Glass by default.
  public var texture = Texture.glass
  /// The width of an elevated widget's frame in millimetres, outside of the content, whose size is unaffected
  /// (docs/rules.md, rule 61).
  public var frameWidthMm = 0.0
  /// Whether the panel hangs on a wall, as recessed mounting requires (docs/rules.md, rule 60).
  public var isVertical = true

  public init() {}
}
