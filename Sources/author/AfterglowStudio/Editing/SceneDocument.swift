import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowDocuments
import AfterglowPreview
import AfterglowWidgets
import Foundation

/// A scene's widgets with their places, for who arranges them.
struct SceneDocument: Encodable {
  struct Grid: Encodable {
    var columns: Int
    var rows: Int
    var x: Double
    var y: Double
    var cellWidth: Double
    var cellHeight: Double
    var pitchX: Double
    var pitchY: Double
    /// Whether columns are counted from the right.
    var isMirrored: Bool
  }

  struct Cell: Encodable {
    var column: Int
    var row: Int
  }

  struct Span: Encodable {
    var columns: Int
    var rows: Int
  }

  struct Family: Encodable {
    var family: String
    var span: Span?
    /// Why it cannot be chosen.
    var refusal: String?
    var isDisfavoured: Bool
  }

  struct Line: Encodable {
    var file: String
    var line: Int
    var message: String
  }

  struct Widget: Encodable {
    var name: String
    var kind: String
    var title: String
    var family: String
    var span: Span?
    var cell: Cell?
    var frame: FrameDocument
    var line: Int
    var problems: [String]
    var families: [Family]
    /// The names of the widgets that it can change places with in a layout without a grid.
    var partners: [String]
  }

  var revision: Int
  var context: String
  var grid: Grid?
  var widgets: [Widget] = []
  var problems: [Line] = []
  var canUndo = false
  var canRedo = false

  /// - Parameter compiled: nil where there is no archive; the widgets then have no places.
  init(_ source: StudioSource, _ compiled: CompiledBoard?) {
    let (board, problems) = source.content
    revision = source.revision
    context = board?.scene.context.rawValue ?? ""
    self.problems = problems.map { Line(file: $0.file, line: $0.line, message: $0.message) }
    guard let board, let compiled else { return }
    let layout = compiled.compiled.layout
    grid = layout.grid.map(Self.grid)
    widgets = board.scene.widgets.compactMap { item in
      let slot = compiled.scene.slots.first { $0.identifier == item.identifier }
      guard let slot, let frame = layout.slotFramesPx[item.identifier] else { return nil }
      let cell = layout.grid?.cells[item.identifier]
      let faults = compiled.compiled.diagnostics.filter { $0.slot == item.identifier }.map(\.message)
      return Widget(
        name: item.identifier, kind: item.kind, title: slot.widget.descriptor.displayName, family: item.family.rawValue,
        span: Self.span(item.family), cell: cell.map { Cell(column: $0.column, row: $0.row) },
        frame: FrameDocument(frame), line: compiled.scene.origin.places[.slot(item.identifier)]?.line ?? 0,
        problems: faults, families: Self.families(of: slot.widget.descriptor, in: board.scene),
        partners: layout.grid == nil ? Self.partners(of: item, in: board.scene) : [])
    }
  }

  private static func partners(of item: SceneSettings.Item, in scene: SceneSettings) -> [String] {
    scene.widgets.filter {
      $0.identifier != item.identifier && canExchange($0.family, item.family, in: scene.context)
    }.map(\.identifier)
  }

  /// Whether two widgets of a layout without a grid change places when they change their order. A lock screen has a region
  /// for small widgets, one for the inline widget and one for the others.
  static func canExchange(_ one: WidgetFamily, _ other: WidgetFamily, in context: WidgetContext) -> Bool {
    guard context == .lockScreen else { return true }
    return one.isSystem == other.isSystem && (one == .accessoryInline) == (other == .accessoryInline)
  }

  private static func grid(_ grid: SceneGrid) -> Grid {
    let cell = grid.firstCellPx
    return Grid(
      columns: grid.columns, rows: grid.rows, x: cell.minX, y: cell.minY, cellWidth: cell.width,
      cellHeight: cell.height, pitchX: grid.pitchPx.width, pitchY: grid.pitchPx.height, isMirrored: grid.isMirrored)
  }

  private static func span(_ family: WidgetFamily) -> Span? {
    SceneGrid.span(of: family).map { Span(columns: $0.columns, rows: $0.rows) }
  }

  /// The families that a widget has or its place takes, each with the reason where it cannot be chosen.
  static func families(of widget: WidgetDescriptor, in scene: SceneSettings) -> [Family] {
    let host = scene.style.host
    let taken = scene.context.families(on: host)
    return WidgetFamily.allCases.filter { taken.contains($0) || widget.supportedFamilies.contains($0) }.map { family in
      let refusal =
        !taken.contains(family)
        ? scene.context.refusal(of: family, on: host)
        : !widget.supportedFamilies.contains(family) ? "\(widget.displayName) has no form for it." : nil
      return Family(
        family: family.rawValue, span: span(family), refusal: refusal,
        isDisfavoured: widget.isDisfavored(family, in: scene.context))
    }
  }
}
