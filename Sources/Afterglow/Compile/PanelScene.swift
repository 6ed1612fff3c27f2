import AfterglowArchive
import AfterglowCore
import Foundation

/// A panel in pixels, after rotation, and in the world.
public struct PanelGeometry: Hashable, Sendable {
  public var widthPx: Int
  public var heightPx: Int
  public var widthMm: Double
  public var heightMm: Double

  public init(widthPx: Int, heightPx: Int, widthMm: Double, heightMm: Double) {
    self.widthPx = widthPx
    self.heightPx = heightPx
    self.widthMm = widthMm
    self.heightMm = heightMm
  }
}

/// A way a panel is laid out. More follow.
public enum WidgetContext: String, Codable, CaseIterable, Hashable, Sendable {
  /// Two small widgets side by side on black (rules 41 to 44).
  case standBy
}

/// One widget in a scene.
public struct SceneSlot: Sendable {
  /// Unique in the scene; names the slot in dumps and diagnostics.
  public var identifier: String
  public var widget: any Widget
  public var family: WidgetFamily
  public var configuration: [String: ConfigurationValue]
  /// Content of an earlier compile, shown when the provider fails now.
  public var lastGood: WidgetTimeline?

  public init(
    identifier: String, widget: any Widget, family: WidgetFamily = .systemSmall,
    configuration: [String: ConfigurationValue] = [:], lastGood: WidgetTimeline? = nil
  ) {
    self.identifier = identifier
    self.widget = widget
    self.family = family
    self.configuration = configuration
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
  public var slots: [SceneSlot]
  public var timeZone: TimeZone
  public var locale: Locale
  public var geometry: PanelGeometry
  /// Everything but sizes and strings, which the compiler fills in from the fields beside it.
  public var board: BoardRecord
  public var strings: Strings
  /// Folder that relative paths in widget configurations mean.
  public var folder: URL?

  public init(
    context: WidgetContext = .standBy, slots: [SceneSlot], timeZone: TimeZone, locale: Locale,
    geometry: PanelGeometry, board: BoardRecord, strings: Strings, folder: URL? = nil
  ) {
    self.context = context
    self.slots = slots
    self.timeZone = timeZone
    self.locale = locale
    self.geometry = geometry
    self.board = board
    self.strings = strings
    self.folder = folder
  }
}
