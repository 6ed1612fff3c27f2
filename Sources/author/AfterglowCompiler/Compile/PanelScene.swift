import AfterglowArchive
import AfterglowViews
import Foundation

/// The size of a panel in pixels and in millimetres, in the orientation of its scene.
public struct PanelGeometry: Hashable, Sendable {
  /// In pixels.
  public var widthPx: Int
  /// In pixels.
  public var heightPx: Int
  /// Of the lit area in millimetres.
  public var widthMm: Double
  /// Of the lit area in millimetres.
  public var heightMm: Double
  /// Whether the panel is round: its corners are not visible.
  public var isRound: Bool

  public init(widthPx: Int, heightPx: Int, widthMm: Double, heightMm: Double, isRound: Bool = false) {
    self.widthPx = widthPx
    self.heightPx = heightPx
    self.widthMm = widthMm
    self.heightMm = heightMm
    self.isRound = isRound
  }
}

/// One widget of a scene: its place, family and configuration.
public struct SceneSlot: Sendable {
  /// A cell of a grid: the first column and row of the widget, counted from 1.
  public struct Position: Hashable, Sendable {
    /// From 1, at the leading edge.
    public var column: Int
    /// From 1, at the top.
    public var row: Int

    public init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  /// Unique in the scene; names the slot in layout dumps and diagnostics.
  public var identifier: String
  /// The widget that is shown.
  public var widget: any Widget
  /// One of the widget's families that the scene's context offers.
  public var family: WidgetFamily
  /// Values over the defaults of the widget's intent.
  public var configuration: [String: ConfigurationValue]
  /// The cell of a grid; `nil` is the first one with room.
  public var position: Position?
  /// On a surface, 75 to 125 % of the widget's physical size (docs/rules.md, rule 55). 100 by default.
  public var scalePercent: Int
  /// How its pictures become inks, on e-paper; `nil` is the scene's ``PanelStyle/dithering``.
  public var dithering: PictureDithering?
  /// The widget's settings in place of those of the scene's style.
  public var style = SlotStyle()
  /// Whether anything in the widget acts when it is touched.
  package var allowsActions = true
  /// Whether touches of its left and its right third, and swipes, show its other entries.
  package var isLeafedThrough = false
  /// How a touch of the widget shows its details; `nil` does not.
  package var detail: SlotDetail?
  /// The content of an earlier compile, from ``CompiledScene/timelines``, shown if the provider fails now.
  public var lastGood: WidgetTimeline?
  /// The content of an earlier compile, shown without asking the provider; `nil` asks it.
  package var kept: KeptContent?
  /// A hash of everything that names the content: the widget's kind and configuration, and the scene's place and time
  /// zone. Zero is unknown. Content of one identity never stands in place of another's.
  package var identity: UInt64 = 0
  /// Why nothing of it may be composed; `nil` lets it be composed.
  package var setAside: SetAsideContent?
  /// The subject that a composing process reports; `nil` in other processes.
  package var subject: CompositionMark.Subject?

  public init(
    identifier: String, widget: any Widget, family: WidgetFamily = .systemSmall,
    configuration: [String: ConfigurationValue] = [:], position: Position? = nil, scalePercent: Int = 100,
    lastGood: WidgetTimeline? = nil
  ) {
    self.identifier = identifier
    self.widget = widget
    self.family = family
    self.configuration = configuration
    self.position = position
    self.scalePercent = scalePercent
    self.lastGood = lastGood
  }
}

/// What one panel shows: widgets, their places and looks, and the hardware that they are drawn for.
///
///     let scene = PanelScene(
///       slots: [SceneSlot(identifier: "tide", widget: TideWidget())],
///       timeZone: TimeZone(identifier: "Europe/Lisbon")!, locale: Locale(identifier: "pt_PT"),
///       geometry: PanelGeometry(widthPx: 800, heightPx: 480, widthMm: 154, heightMm: 86), board: board,
///       strings: BoardStrings(name: "Kitchen"))
///     let compiled = try SceneCompiler().compile(scene, at: Date())
public struct PanelScene: Sendable {
  /// Where the scene comes from.
  public struct Origin: Sendable {
    /// The folder that relative paths in widgets' configurations refer to.
    public var folder: URL?
    /// Source locations of the scene's settings; a setting without one was not set in a file.
    public var places: [SceneSubject: SourcePlace] = [:]
    /// The actions that the scene's file names; content can refer to them, and cannot add one.
    package var actions: [SceneAction] = []
    /// The keys that the board's file binds.
    package var keys: [BoundKey] = []
    /// The path of the page in the scene's file that this scene is; nil for a whole scene and its first page.
    var pagePath: String?

    /// The source location of a setting; for a key that was not set, of the innermost mapping around it.
    ///
    /// - Returns: nil for a scene that no file describes.
    package func place(of subject: SceneSubject) -> SourcePlace? { known(self.subject(subject)) }

    private func known(_ subject: SceneSubject) -> SourcePlace? {
      if let place = places[subject] { return place }
      func around(_ path: String) -> String? { path.lastIndex(of: ".").map { String(path[..<$0]) } }
      switch subject {
      case .sceneKey(let path): return known(around(path).map(SceneSubject.sceneKey) ?? .scene)
      case .boardKey(let path): return known(around(path).map(SceneSubject.boardKey) ?? .board)
      default: return nil
      }
    }
  }

  /// How the panel is laid out.
  public var context: WidgetContext
  /// Appearance, sizes, wallpaper and surface.
  public var style: PanelStyle
  /// The widgets, in the order in which they take free places.
  public var slots: [SceneSlot]
  /// The time zone of dates and clocks.
  public var timeZone: TimeZone
  /// The language of dates, numbers and layout direction.
  public var locale: Locale
  /// The location of the panel; `nil` if it is not set.
  public var place: Place?
  /// The size of the panel.
  public var geometry: PanelGeometry
  /// The hardware, except for its size and strings, which the compiler takes from `geometry` and `strings`.
  public var board: BoardRecord
  /// Texts of the board for the firmware.
  public var strings: BoardStrings
  /// When the appearance changes by itself; `nil` leaves it as ``style`` has it. Paper has one appearance.
  public var appearanceTurns: AppearanceTurns?
  /// The folder of the scene, and the source locations of its settings.
  public var origin = Origin()
  /// The pages besides this one, and when they are shown.
  public var pages = PanelPages()
  /// The archive that the panel showed last; widgets without content keep their pictures of it.
  package var lastArchive: LastGoodArchive?

  public init(
    context: WidgetContext = .standBy, style: PanelStyle = PanelStyle(), slots: [SceneSlot], timeZone: TimeZone,
    locale: Locale, place: Place? = nil,
    geometry: PanelGeometry, board: BoardRecord, strings: BoardStrings, folder: URL? = nil
  ) {
    self.context = context
    self.style = style
    self.slots = slots
    self.timeZone = timeZone
    self.locale = locale
    self.place = place
    self.geometry = geometry
    self.board = board
    self.strings = strings
    origin.folder = folder
  }
}

extension PanelScene {
  /// Mounting and texture of a slot's widget: the slot's own, the texture that the widget asks for, else the scene's.
  /// Only elevated widgets have frames (docs/rules.md, rule 61).
  package func surface(of slot: SceneSlot) -> SurfaceStyle {
    guard context == .surface else { return style.surface }
    var surface = style.surface
    let asked = slot.widget.descriptor.texture.flatMap { SurfaceStyle.Texture(rawValue: $0.name) }
    surface.texture = slot.style.texture ?? asked ?? surface.texture
    surface.mounting = slot.style.mounting ?? surface.mounting
    if surface.mounting == .recessed { surface.frameWidthMm = 0 }
    return surface
  }

  /// Light or dark, where a slot has it of its own; nil where it follows the scene.
  func colorScheme(of slot: SceneSlot) -> ColorScheme? {
    board.isEmissive != 0 && context.hasAppearances && !style.appearance.isAccented ? slot.style.colorScheme : nil
  }
}
