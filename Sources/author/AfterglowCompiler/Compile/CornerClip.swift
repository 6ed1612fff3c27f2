import AfterglowViews
import Foundation

/// Cuts a widget's content to its card's outline, as hosts do: a picture or a bar at the edge would stand out of a round
/// corner, and a disc that lies half outside would cover the neighbour. Only what reaches out is clipped, so that other
/// widgets cost nothing; text stays whole.
struct CornerClip {
  let card: Rect
  let radius: Double

  /// What lies as little outside is not seen, in points.
  private static let tolerance = 0.25

  func applied(to items: [DrawItem]) -> [DrawItem] {
    guard items.contains(where: { reachesOut($0) }) else { return items }
    var canvas = DrawCanvas()
    // Of the groups and clips that are open, whether one keeps its content on the card.
    var open: [Bool] = []
    var next = 0
    while next < items.count {
      let start = next
      if open.count < LayoutLimit.groupDepth, open.last != true {
        while next < items.count, reachesOut(items[next]) { next += 1 }
      }
      if next > start {
        canvas.clip(to: card, radius: radius) { $0.items += items[start..<next] }
        continue
      }
      let item = items[next]
      switch item.kind {
      case .beginGroup: open.append(open.last == true)
      case .beginClip(let radius): open.append(open.last == true || !reachesOut(item.frame, radius: radius))
      case .endGroup, .endClip: open.removeLast()
      default: break
      }
      canvas.items.append(item)
      next += 1
    }
    return canvas.items
  }

  private func reachesOut(_ item: DrawItem) -> Bool {
    switch item.kind {
    case .shape(let geometry, let stroke):
      let distance = Self.tolerance - (stroke?.lineWidth ?? 0) / 2
      if case .roundedRectangle(let rect, _) = geometry, holds(rect, by: distance) { return false }
      var path = Path()
      path.geometry = geometry
      return path.contours.contains { $0.points.contains { isOutside($0, by: distance) } }
    case .picture, .layer: return reachesOut(item.frame, radius: 0)
    case .glyphs, .tick, .hand, .beginGroup, .endGroup, .beginClip, .endClip: return false
    }
  }

  /// With round corners of its own.
  private func reachesOut(_ frame: Rect, radius: Double) -> Bool {
    let outline = Path(roundedRect: frame, cornerRadius: min(radius, min(frame.width, frame.height) / 2))
    return outline.contours.contains { $0.points.contains { isOutside($0, by: Self.tolerance) } }
  }

  /// Whether a rectangle lies within that distance of the card, clearly: then its round corners need not be followed.
  private func holds(_ rect: Rect, by distance: Double) -> Bool {
    let farthest = Point(
      x: card.midX + max(abs(rect.minX - card.midX), abs(rect.maxX - card.midX)),
      y: card.midY + max(abs(rect.minY - card.midY), abs(rect.maxY - card.midY)))
    return !isOutside(farthest, by: distance - 1e-6)
  }

  /// Whether a point is that far outside of the card; negative distances lie inside.
  private func isOutside(_ point: Point, by distance: Double) -> Bool {
    // From the middle of the card; the nearest corner's arc begins where both are positive.
    let dx = abs(point.x - card.midX) - card.width / 2 + radius
    let dy = abs(point.y - card.midY) - card.height / 2 + radius
    let outside = dx > 0 && dy > 0 ? (dx * dx + dy * dy).squareRoot() - radius : max(dx, dy) - radius
    return outside > distance
  }
}
