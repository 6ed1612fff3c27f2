import AfterglowCore

/// Finds the region under a finger. Regions are added in drawing order, so that none are stored; only those that can act
/// are added.
///
/// The region drawn last of those that contain the point is the target. A region smaller than the least size grows
/// invisibly to it, about its centre and within the panel. The grown part never covers a neighbour: it extends over bare
/// panel, and over a region that was drawn before and surrounds the small one. Where grown parts meet, each point belongs
/// to the nearest region, or to the one drawn last of several that are equally near.
public struct HitTest: Sendable, BitwiseCopyable {
  private let point: PixelPoint
  private let leastSidePx: Int32
  private let panel: PixelRect
  /// The region that contains the point.
  private var direct: HitRegion?
  /// The region whose grown part contains it.
  private var grown: HitRegion?

  /// - Parameters:
  ///   - point: the finger's position in the regions' coordinates.
  ///   - leastSidePx: the least width and height of a target (44 pt), in pixels.
  ///   - panel: the panel's bounds in the regions' coordinates.
  public init(at point: PixelPoint, leastSidePx: Int32, panel: PixelRect) {
    self.point = point
    self.leastSidePx = leastSidePx
    self.panel = panel
  }

  /// The number of the target among the regions that were added; nil = none.
  public var target: Int32? { (grown ?? direct)?.number }

  /// Adds the next region in drawing order. An empty one is ignored.
  ///
  /// - Parameter number: the region's number in `target`.
  public mutating func add(_ bounds: PixelRect, number: Int32) {
    if bounds.isEmpty { return }
    let region = HitRegion(bounds: bounds, number: number, squaredDistance: squaredDistance(to: bounds))
    if region.squaredDistance == 0 {
      direct = region
      grown = nil
      return
    }
    if let direct, !direct.bounds.contains(bounds) { return }
    if let grown, grown.squaredDistance < region.squaredDistance { return }
    if isInGrownPart(of: bounds) { grown = region }
  }

  private func squaredDistance(to bounds: PixelRect) -> Int64 {
    let x = HitTest.distance(from: point.x, to: PixelSide(start: bounds.x0, end: bounds.x1))
    let y = HitTest.distance(from: point.y, to: PixelSide(start: bounds.y0, end: bounds.y1))
    return x * x + y * y
  }

  /// Pixels from a position to the nearest pixel of a side, at most 2^30: the sum of two squares fits 64 bits.
  private static func distance(from position: Int32, to side: PixelSide) -> Int64 {
    let before = Int64(side.start) - Int64(position)
    let behind = Int64(position) - (Int64(side.end) - 1)
    return Swift.min(1 << 30, Swift.max(0, Swift.max(before, behind)))
  }

  private func isInGrownPart(of bounds: PixelRect) -> Bool {
    let columns = PixelSide(start: bounds.x0, end: bounds.x1)
    let rows = PixelSide(start: bounds.y0, end: bounds.y1)
    return columns.grown(to: leastSidePx, within: PixelSide(start: panel.x0, end: panel.x1)).contains(point.x)
      && rows.grown(to: leastSidePx, within: PixelSide(start: panel.y0, end: panel.y1)).contains(point.y)
  }
}

/// A region that may be the target.
private struct HitRegion: BitwiseCopyable {
  var bounds: PixelRect
  var number: Int32
  /// Square of the distance from the point, in px².
  var squaredDistance: Int64
}

/// One side of a rectangle; the end is exclusive.
private struct PixelSide: BitwiseCopyable {
  var start: Int64
  var end: Int64

  init(start: Int32, end: Int32) {
    self.start = Int64(start)
    self.end = Int64(end)
  }

  func contains(_ position: Int32) -> Bool { start <= Int64(position) && Int64(position) < end }

  /// At least `length` long, in equal parts on both ends. A part that would be beyond the limits is added on the other
  /// end.
  func grown(to length: Int32, within limits: PixelSide) -> PixelSide {
    let missing = Int64(length) - (end - start)
    if missing <= 0 { return self }
    let first = Swift.max(limits.start, Swift.min(start - missing / 2, limits.end - Int64(length)))
    var grown = self
    grown.start = Swift.min(start, first)
    grown.end = Swift.max(end, Swift.min(limits.end, first + Int64(length)))
    return grown
  }
}
