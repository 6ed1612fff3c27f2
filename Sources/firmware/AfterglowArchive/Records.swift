// The archive's records, with the same layout in memory as in the file: little-endian, naturally aligned, sizes pinned
// by a test. docs/archive-format.md documents every byte; a change that takes no reserved bytes raises the format
// version.
//
// A record is only trusted after `Archive.validate` has checked every offset and count.

import AfterglowCore
import AfterglowLight
import AfterglowTimeline

/// How a board's display is driven.
public enum DisplayKind: UInt8, Sendable {
  /// A file that any program can map (docs/virtual-framebuffer.md).
  case virtualFramebuffer = 0
  /// A simulated e-paper panel, hosted by another program (docs/panels/wire.md).
  case simulatedEPaper = 1
  /// A connector of a DRM/KMS card.
  case drm = 2
  /// A framebuffer device, /dev/fbN.
  case framebuffer = 3
  /// DRM where there is a card with a connected display, else a framebuffer.
  case automatic = 4
  /// A real e-paper panel on spidev and GPIO lines.
  case epaper = 5

  /// Whether an e-paper controller drives the panel, real or simulated.
  public var isPaper: Bool { self == .epaper || self == .simulatedEPaper }
}

/// When civil time is trusted (law 4).
public enum ClockTrust: UInt8, Sendable {
  /// Trusted once the kernel reports synchronisation (adjtimex).
  case synchronised = 0
  /// Trusted from the start: the board has a battery-backed clock, or is a virtual one.
  case always = 1
}

/// The source of the room's light.
public enum LightSourceKind: UInt8, Sendable {
  /// No sensor: the light stays unknown, so the mode is day.
  case none = 0
  /// A fixed value from the board file.
  case constant = 1
  /// A file of `seconds,lux` lines, named by `lightSourcePath`.
  case trace = 2
  /// A light sensor of the kernel (IIO), named by `lightSourcePath`; empty = the first one found.
  case iio = 3
  /// Reported from outside, through the guard's socket.
  case external = 4
}

/// How a paint fills a coverage.
public enum PaintKind: UInt8, Sendable {
  case solid = 0
  /// 64 colours along a line, interpolated in linear light by the author.
  case gradient = 1
  case picture = 2
}

/// What fills a coverage. 12 bytes (docs/archive-format.md, PaintRecord, 12 bytes).
public struct PaintRecord: Equatable, Sendable {
  /// `PaintKind`.
  public var kind: UInt8
  /// `PaintRole`.
  public var role: UInt8
  public var reserved: UInt16
  /// Solid: sRGB, alpha not multiplied in, 0xAARRGGBB.
  public var color: UInt32
  /// Index of a gradient or picture.
  public var index: UInt32

  public init(kind: PaintKind, role: PaintRole, color: Color = .white, index: UInt32 = 0) {
    self.kind = kind.rawValue
    self.role = role.rawValue
    reserved = 0
    self.color = color.argb
    self.index = index
  }
}

/// A linear gradient: 64 colours (0xAARRGGBB, not premultiplied) from one end of the line to the other. 272 bytes.
public struct GradientRecord: Sendable {
  /// Where the first colour is; beyond the ends the end colours continue.
  public var start: SubpixelPoint
  public var end: SubpixelPoint
  public var colors: InlineArray<64, UInt32>

  public init(start: SubpixelPoint, end: SubpixelPoint, colors: InlineArray<64, UInt32>) {
    self.start = start
    self.end = end
    self.colors = colors
  }
}

/// One glyph's coverage as runs, in the glyph data section (`GlyphCode`). 16 bytes.
public struct GlyphRecord: Equatable, Sendable {
  /// Ink box relative to the pen position on the baseline, in pixels; y grows downwards.
  public var left: Int16
  public var top: Int16
  public var width: UInt16
  public var height: UInt16
  /// Bytes in the glyph data section.
  public var dataOffset: UInt32
  public var dataByteCount: UInt32
}

/// A glyph at a pen position in px. In a glyph run the position is on the panel, in a template relative to the item. 8
/// bytes.
public struct PlacementRecord: Equatable, Sendable {
  public var glyph: UInt32
  public var x: Int16
  public var y: Int16

  public init(glyph: UInt32, x: Int16, y: Int16) {
    self.glyph = glyph
    self.x = x
    self.y = y
  }
}

/// Pixels that the author has scaled to their place: premultiplied 0xAARRGGBB rows in the picture data section. 16 bytes.
public struct PictureRecord: Equatable, Sendable {
  public var width: UInt32
  public var height: UInt32
  /// Bytes in the picture data section, a multiple of 4; 4 × width × height bytes follow.
  public var dataOffset: UInt32
  /// 1 = every alpha is 255.
  public var isOpaque: UInt32

  public init(width: UInt32, height: UInt32, dataOffset: UInt32, isOpaque: Bool) {
    self.width = width
    self.height = height
    self.dataOffset = dataOffset
    self.isOpaque = isOpaque ? 1 : 0
  }
}

/// What a node draws; its payload fields are described on `NodeRecord`.
public enum NodeKind: UInt8, Sendable {
  case rectangle = 0
  case roundedRectangle = 1
  case arc = 2
  /// Closed contours, non-zero winding; a point with x = Int32.min ends a contour.
  case polygon = 3
  /// An open line with round caps and joins.
  case strokedLine = 4
  case glyphRun = 5
  case picture = 6
  /// Everything up to the matching `endGroup` is drawn into a separate layer, which is blended with `opacity`.
  case beginGroup = 7
  case endGroup = 8
  /// Everything up to the matching `endClip` is visible only inside a rounded rectangle.
  case beginClip = 9
  case endClip = 10
  case tickText = 11
  case tickHand = 12
}

/// The unit of time that a clock hand shows.
public enum HandUnit: Int32, Sendable {
  case hour = 0
  case minute = 1
  case second = 2
}

/// One step of a display list. 44 bytes. Geometry is in 1/256 px on the scene; angles in 1/65536 turn, 0 at three
/// o'clock, growing clockwise.
///
/// | kind | a | b | c | d | e | f | g |
/// |---|---|---|---|---|---|---|---|
/// | rectangle | x0 | y0 | x1 | y1 | | | |
/// | roundedRectangle, beginClip | x0 | y0 | x1 | y1 | radius | | |
/// | arc | centre x | centre y | radius to the middle of the stroke | stroke width | start | sweep | 1 = round caps |
/// | polygon | first point | points | | | | | |
/// | strokedLine | first point | points | width | | | | |
/// | glyphRun | first placement | placements | | | | | |
/// | picture | x px | y px | | | | | |
/// | tickText | template | x px | baseline y px | zone | reference instant, ms, low 32 bits | high 32 bits | |
/// | tickHand | centre x | centre y | first point | points | `HandUnit` | zone | 1 = sweeps within its unit |
///
/// A hand's points describe it pointing at twelve, around (0, 0). A tick text's x is the edge or middle that its
/// template's alignment names.
public struct NodeRecord: Equatable, Sendable {
  /// `NodeKind`.
  public var kind: UInt8
  /// `NodeCondition`.
  public var condition: UInt8
  /// 255 = opaque; multiplies the paint's alpha, or a whole group's.
  public var opacity: UInt8
  /// The number in its entry of the toggle that `condition` names, 0 without such a condition.
  public var region: UInt8
  /// Index of a paint, also where none is used.
  public var paint: UInt32
  /// Every pixel that the node can touch at any time, in scene pixels.
  public var boundsX0: Int16
  public var boundsY0: Int16
  public var boundsX1: Int16
  public var boundsY1: Int16
  public var a: Int32
  public var b: Int32
  public var c: Int32
  public var d: Int32
  public var e: Int32
  public var f: Int32
  public var g: Int32

  public init(
    kind: NodeKind, condition: NodeCondition = .always, region: UInt8 = 0, opacity: UInt8 = 255, paint: UInt32,
    bounds: PixelRect, a: Int32 = 0, b: Int32 = 0, c: Int32 = 0, d: Int32 = 0, e: Int32 = 0, f: Int32 = 0, g: Int32 = 0
  ) {
    self.kind = kind.rawValue
    self.condition = condition.rawValue
    self.opacity = opacity
    self.region = region
    self.paint = paint
    boundsX0 = Int16(clamping: bounds.x0)
    boundsY0 = Int16(clamping: bounds.y0)
    boundsX1 = Int16(clamping: bounds.x1)
    boundsY1 = Int16(clamping: bounds.y1)
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g
  }

  @inlinable public var bounds: PixelRect {
    PixelRect(x0: Int32(boundsX0), y0: Int32(boundsY0), x1: Int32(boundsX1), y1: Int32(boundsY1))
  }
}

/// A combination of what a host can switch without the author. Eight to twelve combinations exist; an entry carries
/// those that its place can reach.
public struct VariantKey: Equatable, Sendable {
  public var renderingMode: RenderingMode
  public var isLuminanceReduced: Bool
  /// Simplified for distance (docs/rules.md, rules 52 to 54).
  public var isSimplified: Bool

  @inlinable
  public init(renderingMode: RenderingMode, isLuminanceReduced: Bool = false, isSimplified: Bool = false) {
    self.renderingMode = renderingMode
    self.isLuminanceReduced = isLuminanceReduced
    self.isSimplified = isSimplified
  }

  /// 0 to 11: the index into `WidgetRecord.variantMap`.
  @inlinable public var index: Int {
    Int(renderingMode.rawValue) * 4 + (isLuminanceReduced ? 2 : 0) + (isSimplified ? 1 : 0)
  }

  /// The number of combinations.
  public static var count: Int { 12 }
}

/// One display list: node indices in the node list section, in drawing order. Variants share nodes. 8 bytes.
public typealias VariantRecord = RecordRange

/// One dated entry of a widget. 32 bytes; a widget's entries are sorted by date (docs/archive-format.md, EntryRecord,
/// 32 bytes).
public struct EntryRecord: Equatable, Sendable {
  /// From when it is shown, ms since 1970.
  public var dateMs: Int64
  /// Score × 1000 (docs/rules.md, Relevance and rule 97); an entry of 0 or less is never rotated to.
  public var relevanceMilliscore: Int32
  /// 0 = as long as the entry is shown.
  public var relevanceDurationSeconds: UInt32
  /// The widget's `variantCount` display lists start here in the variants section.
  public var firstVariant: UInt32
  /// Share of the panel's pixels that its always-on variant lights, 0 to 1000, at its date.
  public var litPermille: UInt16
  /// Bit 0: what the widget knows does not reach beyond the entry's date. A panel that shows a coming moment dims it then; at
  /// the present moment the entry is shown as any other.
  public var flags: UInt16
  /// The entry's touch regions, at most `ArchiveLimits.regionsPerEntry`; entries may share them.
  public var regions: RecordRange

  public init(
    dateMs: Int64, relevanceMilliscore: Int32 = 0, relevanceDurationSeconds: UInt32 = 0, firstVariant: UInt32,
    litPermille: UInt16 = 0, isBeyondReach: Bool = false, regions: RecordRange = .empty
  ) {
    self.dateMs = dateMs
    self.relevanceMilliscore = relevanceMilliscore
    self.relevanceDurationSeconds = relevanceDurationSeconds
    self.firstVariant = firstVariant
    self.litPermille = litPermille
    flags = isBeyondReach ? 1 : 0
    self.regions = regions
  }

  /// Whether what the widget knows does not reach beyond the entry's date.
  public var isBeyondReach: Bool { flags & 1 != 0 }

  /// The flags that an entry may have.
  static var knownFlags: UInt16 { 1 }
}

/// A widget on the panel. 64 bytes. Widgets are drawn in order; the first of each page is the scene itself (background,
/// mark of an untrusted clock).
public struct WidgetRecord: Sendable {
  public var boundsX0: Int16
  public var boundsY0: Int16
  public var boundsX1: Int16
  public var boundsY1: Int16
  /// At least one.
  public var entries: RecordRange
  /// From when its content counts as stale, ms since 1970; Int64.max = never.
  public var staleAfterMs: Int64
  /// Display list of each entry by `VariantKey.index`, 0 ..< variantCount; 255 = use the nearest that exists
  /// (`Archive.variantSlot`).
  public var variantMap: InlineArray<12, UInt8>
  /// Slots in use, 1 to 12.
  public var variantCount: UInt8
  /// Number of the page that it is on, 0 to 15, or `everyPage`.
  public var page: UInt8
  public var reserved1: UInt16
  /// Name of its kind in the strings section.
  public var kind: RecordRange
  /// Hash of everything that names the widget's content: its kind, its configuration, and the scene's place and time zone.
  /// Zero for a widget without content of its own, such as a placeholder. The renderer finds an open
  /// detail page in the next archive by it.
  public var identity: UInt64
  /// Date of the content in ms since 1970; zero for content as old as its archive. Only the author reads this field.
  public var contentMs: Int64

  public init(
    bounds: PixelRect, entries: RecordRange, staleAfterMs: Int64, variantCount: UInt8, page: UInt8 = 0,
    kind: RecordRange, identity: UInt64 = 0, contentMs: Int64 = 0
  ) {
    boundsX0 = Int16(clamping: bounds.x0)
    boundsY0 = Int16(clamping: bounds.y0)
    boundsX1 = Int16(clamping: bounds.x1)
    boundsY1 = Int16(clamping: bounds.y1)
    self.entries = entries
    self.staleAfterMs = staleAfterMs
    variantMap = InlineArray(repeating: 255)
    self.variantCount = variantCount
    self.page = page
    reserved1 = 0
    self.kind = kind
    self.identity = identity
    self.contentMs = contentMs
  }

  /// The page number of a widget that is on every page.
  public static var everyPage: UInt8 { 255 }

  /// Whether it is on a page.
  public func isOn(page: UInt8) -> Bool { self.page == page || self.page == WidgetRecord.everyPage }

  @inlinable public var bounds: PixelRect {
    PixelRect(x0: Int32(boundsX0), y0: Int32(boundsY0), x1: Int32(boundsX1), y1: Int32(boundsY1))
  }
}
