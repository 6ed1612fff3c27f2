import AfterglowArchive
import Foundation

/// A panel in pixels, after rotation, and in the world.
public struct PanelGeometry: Hashable, Sendable {
  public var widthPx: Int
  public var heightPx: Int
  public var widthMm: Double
  public var heightMm: Double
  /// A disc: what lies in the corners is not seen.
  public var isRound: Bool

  public init(widthPx: Int, heightPx: Int, widthMm: Double, heightMm: Double, isRound: Bool = false) {
    self.widthPx = widthPx
    self.heightPx = heightPx
    self.widthMm = widthMm
    self.heightMm = heightMm
    self.isRound = isRound
  }
}

/// One widget in a scene.
public struct SceneSlot: Sendable {
  /// A cell of a grid, from 1; the widget's first column and row.
  public struct Position: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  /// Unique in the scene; names the slot in dumps and diagnostics.
  public var identifier: String
  public var widget: any Widget
  public var family: WidgetFamily
  public var configuration: [String: ConfigurationValue]
  /// Where it lies in a grid; nil = the first room that is left.
  public var position: Position?
  /// On a surface: 75 to 125 % of its size in the world (rule 55).
  public var scalePercent: Int
  /// Content of an earlier compile, shown when the provider fails now.
  public var lastGood: WidgetTimeline?

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

/// What one panel shows.
public struct PanelScene: Sendable {
  /// Texts that the archive carries for the firmware. Empty = not said (`BoardRecord` tells what that means).
  public struct Strings: Hashable, Sendable {
    public var name: String
    public var displayPath: String
    public var lightSourcePath: String
    public var connector = ""
    public var mode = ""
    public var backlight = ""
    public var input = ""
    public var lineChip = ""
    public var distanceDevice = ""
    public var monitor = ""

    public init(name: String, displayPath: String = "", lightSourcePath: String = "") {
      self.name = name
      self.displayPath = displayPath
      self.lightSourcePath = lightSourcePath
    }
  }

  public var context: WidgetContext
  public var style: PanelStyle
  public var slots: [SceneSlot]
  public var timeZone: TimeZone
  public var locale: Locale
  /// Where the panel hangs; nil = not said.
  public var place: Place?
  public var geometry: PanelGeometry
  /// Everything but sizes and strings, which the compiler fills in from the fields beside it.
  public var board: BoardRecord
  public var strings: Strings
  /// Folder that relative paths in widget configurations mean.
  public var folder: URL?
  /// Where in files things stand that may have to be changed; what is not in it was not written in a file.
  public var places: [SceneSubject: SourcePlace] = [:]

  public init(
    context: WidgetContext = .standBy, style: PanelStyle = PanelStyle(), slots: [SceneSlot], timeZone: TimeZone,
    locale: Locale, place: Place? = nil,
    geometry: PanelGeometry, board: BoardRecord, strings: Strings, folder: URL? = nil
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
    self.folder = folder
  }
}
