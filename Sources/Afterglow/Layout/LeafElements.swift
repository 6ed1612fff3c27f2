import Foundation

/// A shape takes all it is offered; 10 points where the offer is unlimited, as SwiftUI does.
final class ShapeElement: Element {
  private let path: (Rect) -> Path
  private let style: AnyShapeStyle
  private let stroke: StrokeStyle?
  private let identity: ResolveContext

  init(path: @escaping (Rect) -> Path, style: AnyShapeStyle, stroke: StrokeStyle?, identity: ResolveContext) {
    self.path = path
    self.style = style
    self.stroke = stroke
    self.identity = identity
  }

  override func size(in proposal: Proposal) -> Size {
    Size(
      width: proposal.width.isInfinite ? 10 : proposal.width, height: proposal.height.isInfinite ? 10 : proposal.height)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    canvas.append(.shape(path(rect).geometry, stroke: stroke), frame: rect, style: style, identity: identity)
  }
}

final class DividerElement: Element {
  private let isVertical: Bool
  private let style: AnyShapeStyle
  private let identity: ResolveContext
  private var thickness: Double { max(0.5, 1 / identity.scale) }

  init(isVertical: Bool, style: AnyShapeStyle, identity: ResolveContext) {
    self.isVertical = isVertical
    self.style = style
    self.identity = identity
  }

  override func size(in proposal: Proposal) -> Size {
    isVertical
      ? Size(width: thickness, height: proposal.height.isInfinite ? 10 : proposal.height)
      : Size(width: proposal.width.isInfinite ? 10 : proposal.width, height: thickness)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    canvas.append(.shape(.rectangle(rect), stroke: nil), frame: rect, style: style, identity: identity)
  }
}

final class HandElement: Element {
  private let hand: ClockHand
  private let zone: TimeZone
  private let identity: ResolveContext

  init(hand: ClockHand, zone: TimeZone, identity: ResolveContext) {
    self.hand = hand
    self.zone = zone
    self.identity = identity
  }

  override func size(in proposal: Proposal) -> Size {
    Size(
      width: proposal.width.isInfinite ? 10 : proposal.width, height: proposal.height.isInfinite ? 10 : proposal.height)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    let radius = min(rect.width, rect.height) / 2
    canvas.append(
      .hand(
        unit: hand.unit, center: Point(x: rect.midX, y: rect.midY), tip: radius * hand.length,
        tail: radius * hand.tail, width: hand.width, sweeps: hand.sweeps, zone: zone),
      frame: rect, style: identity.environment.foregroundStyle, identity: identity)
  }
}
