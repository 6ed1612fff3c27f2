import AfterglowArchive
import AfterglowCore
import AfterglowViews
import Foundation

/// The drawings of one scene's widgets, kept from compile to compile: a widget is drawn again only when something changes
/// that its drawings depend on. The archive has the same bytes as without it.
///
/// Belongs to one scene; a compile uses it while it holds the typesetter's lock.
package final class DrawingStore: @unchecked Sendable {
  /// Bytes of all kept drawings, approximately; larger ones are drawn each time.
  static let limitByteCount = 3 << 20

  private var kept: [String: KeptDrawing] = [:]
  /// Names of the slots whose drawings the current compile has used.
  private var used: Set<String> = []
  /// Shares of the panel that entries light in always-on, by a digest of what is drawn.
  var litShares: [UInt64: UInt16] = [:]
  /// How many widgets were drawn and how many kept drawings were used, since the store was made.
  package private(set) var counts = (drawn: 0, reused: 0)

  package init() {}

  /// The kept drawing of a slot, if it holds.
  ///
  /// - Parameter hasRoom: whether the archive has room for its pictures.
  func drawing(
    _ key: DrawingKey, at date: Date, in typesetter: Typesetter, where hasRoom: (KeptDrawing) -> Bool
  ) -> KeptDrawing? {
    guard let drawing = kept[key.slot], drawing.key == key, drawing.holds(at: date, in: typesetter), hasRoom(drawing)
    else { return nil }
    used.insert(key.slot)
    counts.reused += 1
    return drawing
  }

  /// Keeps a drawing, if it can hold at all.
  func keep(_ drawing: KeptDrawing) {
    counts.drawn += 1
    let slot = drawing.key.slot
    used.insert(slot)
    kept[slot] = drawing.canHold ? drawing : nil
  }

  /// Drops what the compile did not use, and the largest drawings where there is too much.
  func endCompile() {
    kept = kept.filter { used.contains($0.key) }
    used = []
    var left = Self.limitByteCount
    for (slot, drawing) in kept.sorted(by: { ($0.value.byteCount, $0.key) < ($1.value.byteCount, $1.key) }) {
      left -= drawing.byteCount
      if left < 0 { kept[slot] = nil }
    }
  }

  /// Bytes of all kept drawings, approximately.
  package var byteCount: Int { kept.values.reduce(0) { $0 + $1.byteCount } }
}

/// A provider's answer, which no other one equals.
final class ContentMark: Sendable {}

/// Everything that a widget's drawings depend on, except for the date and picture files (``KeptDrawing``).
struct DrawingKey: Equatable {
  /// The settings that all widgets of a scene depend on.
  struct Surroundings: Equatable {
    let context: WidgetContext
    let style: PanelStyle
    let locale: Locale
    let timeZone: TimeZone
    let geometry: PanelGeometry
    let board: [UInt8]
    let hasBackdrop: Bool
    let typesetter: ObjectIdentifier

    init(_ scene: PanelScene, hasBackdrop: Bool, typesetter: Typesetter) {
      context = scene.context
      style = scene.style
      locale = scene.locale
      timeZone = scene.timeZone
      geometry = scene.geometry
      board = withUnsafeBytes(of: scene.board) { Array($0) }
      self.hasBackdrop = hasBackdrop
      self.typesetter = ObjectIdentifier(typesetter)
    }
  }

  let surroundings: Surroundings
  let slot: String
  let index: Int
  let family: WidgetFamily
  let hasMargins: Bool
  let placement: SlotPlacement
  let dithering: PictureDithering
  let surface: SurfaceStyle
  /// nil where it is the scene's.
  let colorScheme: ColorScheme?
  let content: ContentMark
  /// The actions that its controls may name; none where it may not act.
  let actions: [SceneAction]?
  /// Number of the page with its details; nil = none.
  let detail: UInt8?
  /// The entries of the content that are drawn, with their dates.
  let steps: [WidgetStep]
  /// nil where the content cannot become stale.
  let age: AgeWords?

  static func == (one: DrawingKey, other: DrawingKey) -> Bool {
    one.content === other.content && one.slot == other.slot && one.index == other.index && one.family == other.family
      && one.hasMargins == other.hasMargins && one.placement == other.placement && one.dithering == other.dithering
      && one.surface == other.surface && one.colorScheme == other.colorScheme && one.age == other.age
      && one.steps == other.steps && one.actions == other.actions && one.detail == other.detail
      && one.surroundings == other.surroundings
  }
}

/// A widget's drawings in all entries and looks, outside of any archive.
struct KeptDrawing {
  /// The entries of one widget, with indices of nodes.
  struct Entries {
    var entries: [ArchiveEntry] = []
    /// The touch regions of each entry, without the numbers of their actions; empty where no entry has one.
    var regions: [[RegionPlan.Planned]] = []
    /// Whether bars stand in place of views that could not be drawn.
    var isBare = false
  }

  /// Problems that each compile reports that shows the drawing.
  struct Problems {
    var missing: [Character] = []
    var pictures: [String] = []
  }

  let key: DrawingKey
  let share: SinkShare
  let drawn: Entries
  let dates: DateUse
  let files: Typesetter.Files
  let problems: Problems

  var canHold: Bool { dates.canHold && share.isWhole && byteCount <= DrawingStore.limitByteCount }

  func holds(at date: Date, in typesetter: Typesetter) -> Bool {
    dates.holds(at: date) && typesetter.areUnchanged(files)
  }

  /// The layout list and the keys of glyphs take more than the archive's records.
  var byteCount: Int {
    let lists = Set(drawn.entries.flatMap { $0.displayLists }).reduce(0) { $0 + 4 * $1.count }
    return share.part.byteCount + share.layout.count * 320 + share.glyphs.count * 96 + lists
  }
}
