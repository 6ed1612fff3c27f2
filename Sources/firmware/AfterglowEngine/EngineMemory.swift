import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowRaster

/// What the panel shows of one widget.
struct WidgetState: BitwiseCopyable {
  /// Index of the entry in the archive's entries.
  var entry: UInt32
  /// The display list: a range of the node list.
  var first: UInt32
  var count: UInt32
  var isStale: Bool
  var hasEntry: Bool
  /// Whether the panel shows a coming moment of which the widget knows nothing: it is dimmed.
  var isUnknown: Bool
  /// Whether any node opens a group or clip.
  var hasLayers: Bool
  /// Of the entry.
  var litPermille: UInt16
  /// Index of the widget, and the variant slot that it shows.
  var widget: UInt16
  var slot: UInt8
  /// Union of the nodes' bounds, cut to the scene.
  var bounds: PixelRect
  /// When another entry becomes the newest, ms; Int64.max = never.
  var nextEntryMs: Int64
}

/// A ticking node that is on the panel.
struct TickState: BitwiseCopyable {
  var node: UInt32
  /// When it next looks different, ms.
  var nextChangeMs: Int64
}

/// The memory that an engine reserves for a board. An archive cannot hold more paints and nodes than its bank has bytes
/// for, so nothing here can be too small for a valid archive.
struct EngineSizes {
  let stridePx: Int
  /// Those of the picture and of the border around it that an orbit makes visible.
  let height: Int
  let rows: Int
  /// Pixels from the memory's first to the picture's first.
  let planeOffset: Int
  let scratch: Int
  let bank: Int
  let paints: Int
  let nodes: Int
  let comparison: Int
  /// 1 on a board with input devices.
  let touches: Int

  /// Most widgets, and most ticking nodes on the panel at one time, that validation lets pass.
  static var widgets: Int { ArchiveLimits.widgets }
  static var ticks: Int { ArchiveLimits.widgets * ArchiveLimits.tickNodesPerList }

  /// nil for an impossible board: an empty scene, or one larger than coordinates reach.
  init?(_ board: BoardRecord) {
    let limit: Int32 = 32_767
    if board.widthPx <= 0 || board.heightPx <= 0 || board.widthPx > limit || board.heightPx > limit { return nil }
    // Rows start on cache lines.
    let border = Int(Swift.max(0, Swift.min(board.wear.orbitPx, Orbit.maximumPx)))
    let lead = (border + 15) & ~15
    stridePx = lead + (Int(board.widthPx) + border + 15) & ~15
    height = Int(board.heightPx)
    rows = height + 2 * border
    planeOffset = border * stridePx + lead
    scratch = Painter.scratchByteCount(for: PixelSize(width: board.widthPx, height: board.heightPx))
    bank = Int(truncatingIfNeeded: board.archiveBankByteCount)
    if bank < 0 || bank > Int(Int32.max) { return nil }
    paints = Swift.min(bank / MemoryLayout<PaintRecord>.stride, ArchiveSection.paints.maximumCount)
    // A row at least. More is faster, as long as it stays in a cache.
    comparison = Swift.max(stridePx, Swift.min(stridePx * height, 1 << 16))
    nodes = Swift.min(bank / MemoryLayout<NodeRecord>.stride, ArchiveSection.nodes.maximumCount)
    touches = Engine.hasInput(board) ? 1 : 0
  }

  var byteCount: Int {
    var sum = 0
    func add(_ bytes: Int) { sum += (bytes + 63) & ~63 }
    add(stridePx * rows * 4)
    add(scratch)
    add(bank)
    add(bank)
    add(paints * 4)
    add(nodes * 4)
    add(EngineSizes.widgets * MemoryLayout<WidgetState>.stride)
    add(EngineSizes.ticks * MemoryLayout<TickState>.stride)
    add(stridePx * 4)
    add(comparison * 4)
    add(64 * 4)
    add(LightCodes.byteCount)
    add(touches * MemoryLayout<TouchState>.stride)
    return sum
  }
}
