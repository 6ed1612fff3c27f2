import AfterglowCore
import AfterglowViews
import Foundation

/// One node of an archive as it was laid out, for `afterglow render --layout` and for tests.
public struct LayoutNode: Hashable, Sendable {
  /// Index in the archive's section of nodes.
  public var node: Int
  /// The same number for the same place in the widget's tree, across entries and variants. It is not in the archive.
  public var identifier: UInt32
  /// Set by `accessibilityIdentifier`.
  public var name: String?
  /// Index of the widget in the archive; 0 is the scene itself.
  public var widget: Int
  /// Identifier of the slot; `nil` is the scene itself.
  public var slot: String?
  /// `rectangle`, `roundedRectangle`, `arc`, `polygon`, `strokedLine`, `glyphRun`, `tickText`, `tickHand`, …
  public var kind: String
  /// The name of the paint's `PaintRole`.
  public var role: String
  /// The words of a text; of a ticking text, those at the instant of the compile.
  public var text: String?
  /// Whether the text did not fit and ends in an ellipsis.
  public var isCut = false
  /// The layout frame, not the ink, in pixels of the scene.
  public var framePx: Rect
  /// The same frame in points of the widget.
  public var framePt: Rect
  /// In points, after scaling by `minimumScaleFactor`; `nil` if the node is not text.
  public var fontSizePt: Double?
  /// Index in the archive's section of paints.
  public var paint: Int
  /// Of the node and all groups around it, 0 to 1, in addition to the alpha of its colour.
  public var opacity = 1.0
  /// 0 is the primary group, 1 the accented one.
  public var accentGroup: Int
  /// What ticks, such as "hourMinute in Europe/Berlin"; `nil` if nothing does.
  public var tick: String?
}

/// The layout of everything that an archive can show. Which nodes are shown when is in the archive's display lists.
public struct SceneLayout: Hashable, Sendable {
  /// The size of the panel.
  public var geometry: PanelGeometry
  /// Pixels per point of each widget, by its index in the archive; the scene itself comes first.
  public var scales: [Double]
  /// Points on the device per point of each widget, by its index in the archive; below 1 where an iPad scales its
  /// canvas down (docs/rules.md, rule 6).
  public var deviceShares: [Double]
  /// The frame of each slot in pixels of the scene, by its identifier.
  public var slotFramesPx: [String: Rect]
  /// The same without the margins that the place gives its content.
  public var slotContentPx: [String: Rect] = [:]
  /// The corner radius of each slot's container in points of its widget, by identifier; none in places without containers.
  public var cornerRadiiPt: [String: Double] = [:]
  /// The grid of a context that has one.
  public var grid: SceneGrid?
  /// All nodes, in the order of the archive.
  public var nodes: [LayoutNode]
  /// Links, buttons and toggles by slot identifier, each once.
  public var targets: [String: [TapTarget]] = [:]
  /// What each widget says to someone who does not see it, by slot identifier, in the order in which it is read.
  public var accessibility: [String: [AccessibilityNode]] = [:]
}

extension SceneLayout {
  /// The layout of some slots, with what the host draws.
  package func keeping(_ identifiers: Set<String>) -> SceneLayout {
    var layout = self
    layout.slotFramesPx = slotFramesPx.filter { identifiers.contains($0.key) }
    layout.slotContentPx = slotContentPx.filter { identifiers.contains($0.key) }
    layout.cornerRadiiPt = cornerRadiiPt.filter { identifiers.contains($0.key) }
    layout.targets = targets.filter { identifiers.contains($0.key) }
    layout.accessibility = accessibility.filter { identifiers.contains($0.key) }
    layout.nodes = nodes.filter { node in node.slot.map(identifiers.contains) ?? true }
    return layout
  }
}

/// The cells of a grid on a panel, and which of them each slot begins at.
public struct SceneGrid: Hashable, Sendable {
  /// Cells of a small widget.
  public var columns: Int
  public var rows: Int
  /// The cell of column 1 and row 1, in pixels of the scene.
  public var firstCellPx: Rect
  /// From one cell to the next, in pixels.
  public var pitchPx: Size
  /// Whether columns are counted from the right.
  public var isMirrored = false
  /// By the identifiers of slots, also of those that the scene gives no place.
  public var cells: [String: SceneSlot.Position]

  /// The cells that a family covers; `nil` for accessories, which have no place in a grid.
  public static func span(of family: WidgetFamily) -> (columns: Int, rows: Int)? {
    GridPlan.span(of: family).map { ($0.columns, $0.rows) }
  }
}

/// The detail pages of an archive.
package struct CompiledDetails: Sendable {
  /// Identifiers of the slots whose details they show, in the order of the pages.
  package var slots: [String] = []
  package var byteCount = 0
}

/// A compiled archive, with its layout and diagnostics.
public struct CompiledScene: Sendable {
  /// The bytes for the firmware (docs/archive-format.md).
  public var archive: [UInt8]
  /// The layout of all nodes.
  public var layout: SceneLayout
  /// When the first of the scene's timelines is due for a reload, at least 300 s after the compile; `nil` is never.
  public var nextReload: Date?
  /// Warnings and errors about widgets; the archive is valid nevertheless.
  public var diagnostics: [Diagnostic]
  /// The timeline of each slot that succeeded, by identifier: the next compile's ``SceneSlot/lastGood``.
  public var timelines: [String: WidgetTimeline]
  /// What each slot shows, by identifier: the next compile's ``SceneSlot/kept``.
  package var contents: [String: KeptContent] = [:]
  /// Files of the zones that it shows, which a package may replace.
  package var zonePaths: [String] = []
  /// When a compile is due although no provider is to be asked, at least 300 s after this one; `nil` is never.
  package var nextCompile: Date?
  /// Orders for the author at touches of the archive's regions.
  package var touches = TouchTable()
  /// Bytes of the archive by which each page has made it larger; the first has what belongs to all of them.
  package var pageByteCounts: [Int] = []
  /// The detail pages, and the bytes by which they have made the archive larger.
  package var details = CompiledDetails()
  /// How far ahead of the compile widgets say what is to come, in seconds, by slot identifier; one that says it for as long as
  /// the panel can go ahead is missing.
  package var reaches: [String: TimeInterval] = [:]
}
