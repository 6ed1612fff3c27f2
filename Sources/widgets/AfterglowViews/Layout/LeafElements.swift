import Foundation

/// The outline of a shape, filled or stroked.
package struct ShapeElement: Element {
  let path: (Rect) -> Path
  let style: AnyShapeStyle
  let stroke: StrokeStyle?
  let identity: ResolveContext
  private let fit: (Proposal) -> Size

  /// - Parameter fit: returns the size for a proposal; by default the proposal, and 10 points without one, as in SwiftUI.
  package init(
    path: @escaping (Rect) -> Path, style: AnyShapeStyle, stroke: StrokeStyle?, identity: ResolveContext,
    fit: @escaping (Proposal) -> Size = { Size($0, ideal: 10) }
  ) {
    self.path = path
    self.style = style
    self.stroke = stroke
    self.identity = identity
    self.fit = fit
  }

  package func size(in proposal: Proposal) -> Size { fit(proposal) }

  package func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let outline = ContainerShape.$current.withValue(canvas.containerShape ?? identity.containerShape) { path(rect) }
    if outline.isEmpty { return }
    guard let stroke else {
      let geometry = outline.isTrimmedArc ? .contours(outline.contours) : outline.geometry
      return canvas.append(.shape(geometry, stroke: nil), frame: rect, style: style, identity: identity)
    }
    if stroke.lineWidth <= 0 { return }
    if stroke.isDrawnByRenderer(on: outline) {
      return canvas.append(.shape(outline.geometry, stroke: stroke), frame: rect, style: style, identity: identity)
    }
    guard outline.geometry.pointCount <= LayoutLimit.points else {
      return identity.fail("its outline has more than \(LayoutLimit.points) points")
    }
    for part in outline.strokedPath(stroke).contours.chunked(points: LayoutLimit.points - 1) {
      canvas.append(.shape(.contours(part), stroke: nil), frame: rect, style: style, identity: identity)
    }
  }
}

extension StrokeStyle {
  /// Archives stroke rectangles with mitred corners, arcs with butt or round ends, and other lines with round caps and
  /// joins.
  func isDrawnByRenderer(on path: Path) -> Bool {
    if !dash.isEmpty { return false }
    switch path.geometry {
    case .rectangle: return lineJoin == .miter
    case .roundedRectangle: return true
    case .arc: return lineCap != .square
    case .contours(let contours):
      return lineJoin == .round && (lineCap == .round || contours.allSatisfy(\.isClosed))
    }
  }
}

extension [Path.Contour] {
  /// Divided into groups that fit into one node each.
  func chunked(points limit: Int) -> [[Path.Contour]] {
    var chunks: [[Path.Contour]] = []
    var count = 0
    for contour in self {
      if chunks.isEmpty || count + contour.points.count + 1 > limit {
        chunks.append([])
        count = 0
      }
      chunks[chunks.count - 1].append(contour)
      count += contour.points.count + 1
    }
    return chunks
  }
}

struct DividerElement: Element {
  let isVertical: Bool
  let style: AnyShapeStyle
  let identity: ResolveContext
  private var thickness: Double { max(0.5, 1 / identity.scale) }

  func size(in proposal: Proposal) -> Size {
    isVertical
      ? Size(width: thickness, height: proposal.height ?? 10) : Size(width: proposal.width ?? 10, height: thickness)
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    canvas.append(.shape(.rectangle(rect), stroke: nil), frame: rect, style: style, identity: identity)
  }
}

struct HandElement: Element {
  let hand: ClockHand
  let zone: TimeZone
  let identity: ResolveContext

  func size(in proposal: Proposal) -> Size { Size(proposal, ideal: 10) }

  /// A hidden time has no hands.
  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if identity.environment.hidesContent { return }
    let radius = min(rect.width, rect.height) / 2
    canvas.append(
      .hand(
        unit: hand.unit, center: rect.center, tip: radius * hand.length, tail: radius * hand.tail, width: hand.width,
        sweeps: hand.sweeps, zone: zone),
      frame: rect, style: identity.environment.foregroundStyle, identity: identity)
  }
}

/// Clips to an outline. An archive clips by rounded rectangles; by others a picture is cut out.
struct ClipElement: WrapperElement {
  let child: any Element
  let outline: (Rect) -> Path
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let path = ContainerShape.$current.withValue(canvas.containerShape ?? identity.containerShape) { outline(rect) }
    if let clip = path.roundedRectangle {
      return canvas.clip(to: clip.rect, radius: clip.radius, at: identity) {
        child.draw(in: rect, proposed: proposed, into: &$0)
      }
    }
    let drawn = canvas.taking { child.draw(in: rect, proposed: proposed, into: &$0) }
    if path.isEmpty { return }
    guard path.geometry.isDrawable(within: LayoutLimit.coordinate) else {
      return identity.fail("a clip has a point that is not a number or too far away, or more than 4096 points")
    }
    let cut = DrawItem(
      kind: .shape(path.geometry, stroke: nil), frame: rect, style: AnyShapeStyle(HierarchicalShapeStyle.primary))
    canvas.append(layer: drawn, .mask([cut]), "a clip to such a shape", at: identity)
  }
}
