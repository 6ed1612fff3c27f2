import AfterglowCore

/// 32-bit premultiplied ARGB pixels (0xAARRGGBB, sRGB-encoded) in scene orientation; memory not owned.
public struct PixelPlane {
  public let base: UnsafeMutablePointer<UInt32>
  /// Pixels from one row to the next.
  public let stridePx: Int
  /// In scene pixels.
  public let size: PixelSize

  @inlinable
  public init(base: UnsafeMutablePointer<UInt32>, stridePx: Int, size: PixelSize) {
    self.base = base
    self.stridePx = stridePx
    self.size = size
  }

  /// All rows, including the padding between them.
  public var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base, count: stridePx * Int(size.height) * 4)
  }
}

/// What a covered area is filled with. Alpha is not premultiplied; a node's opacity is already included.
public enum Ink {
  case solid(Color)
  /// 64 colours (0xAARRGGBB, not premultiplied) along the line from `start` to `end`; each pixel interpolates between
  /// the two nearest its centre's projection.
  case gradient(start: SubpixelPoint, end: SubpixelPoint, colors: UnsafePointer<UInt32>)
}

/// Draws into a plane, clipped. Allocates nothing; the work of every call is bounded by its points and the clip.
///
/// Painting in parts, under any set of clips that tile an area, gives the same pixels as painting at once: a pixel's
/// coverage and colour depend on the geometry only, never on the clip. Coordinates are clamped to ±(1 << 22) subpixels;
/// strokes are at most 4,096 px wide.
public struct Painter: ~Copyable {
  /// Maximum number of open groups and clips. Deeper ones are drawn directly into the deepest layer.
  public static var maximumGroupDepth: Int { 4 }

  /// The clip's area in pixels that may hold groups or rounded clips: a larger layer is truncated at the bottom, so
  /// paint such damage in bands of `bandHeight(forWidth:)`. A single row always fits, however wide.
  public static var maximumGroupAreaPx: Int { 16384 }

  /// Rows of a band, for damage of this width, whose layers fit in scratch; at least 1.
  public static func bandHeight(forWidth width: Int32) -> Int32 {
    width <= 0 ? Int32(maximumGroupAreaPx) : Swift.max(1, Int32(maximumGroupAreaPx) / width)
  }

  /// Bytes that `init` needs for this size: under 400 KB up to 16,384 px wide, less for a small panel.
  public static func scratchByteCount(for size: PixelSize) -> Int { ScratchPlan(size).byteCount }

  let target: PixelPlane
  var surface: Surface
  var clip: PixelRect
  var scanner: Scanner
  let points: UnsafeMutablePointer<SubpixelPoint>
  let layerMemory: UnsafeMutableRawPointer
  let layerByteCount: Int
  let layerPixels: Int
  var layers: InlineArray<4, OpenLayer>
  var depth = 0
  /// Open groups and clips beyond the maximum depth.
  var ignoredDepth = 0

  /// `scratch` holds at least `scratchByteCount(for: target.size)` bytes, aligned to 8. It carries state to the next
  /// painter on the same target size, so pass the same memory for every frame and do not write to it.
  public init(target: PixelPlane, scratch: UnsafeMutableRawBufferPointer) {
    let plan = ScratchPlan(target.size)
    precondition(scratch.count >= plan.byteCount)
    let memory = scratch.baseAddress!
    let cells = (memory + plan.cellsOffset).bindMemory(to: Int32.self, capacity: plan.cellCount)
    let marks = (memory + plan.marksOffset).bindMemory(to: UInt64.self, capacity: plan.markCount)
    let isPrepared =
      memory.load(as: UInt64.self) == ScratchPlan.mark
      && memory.load(fromByteOffset: 8, as: UInt64.self) == UInt64(truncatingIfNeeded: plan.byteCount)
    if !isPrepared {
      cells.initialize(repeating: 0, count: plan.cellCount)
      marks.initialize(repeating: 0, count: plan.markCount)
      memory.storeBytes(of: ScratchPlan.mark, as: UInt64.self)
      memory.storeBytes(of: UInt64(truncatingIfNeeded: plan.byteCount), toByteOffset: 8, as: UInt64.self)
    }
    self.target = target
    surface = Surface(base: target.base, stridePx: target.stridePx, x0: 0, y0: 0)
    clip = PixelRect(target.size)
    scanner = Scanner(cells: cells, cellCount: plan.cellCount, marks: marks)
    points = (memory + plan.pointsOffset).bindMemory(to: SubpixelPoint.self, capacity: Outline.capacity)
    layerMemory = memory + plan.layersOffset
    layerByteCount = plan.layerByteCount
    layerPixels = plan.layerPixels
    layers = InlineArray(
      repeating: OpenLayer(
        kind: .group, surface: surface, clip: .empty, rect: .empty,
        shape: SubpixelRect(x0: 0, y0: 0, x1: 0, y1: 0), radius: 0))
  }

  /// Sets the damage rectangle to repaint; all drawing is clipped to it. Discards all open groups and clips.
  public mutating func setClip(_ rect: PixelRect) {
    depth = 0
    ignoredDepth = 0
    surface = Surface(base: target.base, stridePx: target.stridePx, x0: 0, y0: 0)
    clip = rect.intersection(PixelRect(target.size))
  }

  /// Fills the clip with an opaque colour; alpha is ignored.
  public mutating func clear(_ color: Color) {
    if clip.isEmpty { return }
    let width = Int(clip.width)
    let value = color.argb | 0xFF00_0000
    if width == surface.stridePx {
      storePlane(surface.pixel(Int(clip.x0), Int(clip.y0)), width &* Int(clip.height), value)
      return
    }
    for y in Int(clip.y0)..<Int(clip.y1) { storePixels(surface.pixel(Int(clip.x0), y), width, value) }
  }

  /// Sends edges to the scanner band by band and paints what they enclose inside `bounds`.
  mutating func fill<E: EdgeSource>(_ edges: E, bounds: PixelRect, _ ink: Ink) {
    let area = bounds.intersection(clip)
    if area.isEmpty { return }
    switch ink {
    case .solid(let color):
      if color.alpha == 0 { return }
      scan(edges, area, SolidShader(color))
    case .gradient(let start, let end, let colors):
      scan(edges, area, GradientShader(start: start, end: end, colors: colors))
    }
  }

  mutating func scan<E: EdgeSource, S: Shader>(_ edges: E, _ area: PixelRect, _ shader: S) {
    var shader = shader
    let band = scanner.openColumns(x0: area.x0, x1: area.x1)
    var y = area.y0
    while y < area.y1 {
      let rows = Swift.min(band, Int(area.y1 &- y))
      scanner.openRows(y0: y, rows: rows)
      edges.sendEdges(to: &scanner)
      scanner.sweep(surface, &shader)
      y = y &+ Int32(truncatingIfNeeded: rows)
    }
  }
}
