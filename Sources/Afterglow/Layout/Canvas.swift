import AfterglowArchive
import AfterglowCore
import Foundation

/// One thing to draw, in points of its widget.
struct DrawItem {
  enum Kind {
    case shape(Path.Geometry, stroke: StrokeStyle?)
    case glyphs(ShapedText)
    case tick(TickLayout)
    case hand(
      unit: ClockHand.Unit, center: Point, tip: Double, tail: Double, width: Double, sweeps: Bool, zone: TimeZone)
    case picture(PictureRequest)
    case beginGroup(opacity: UInt8)
    case endGroup
    case beginClip(radius: Double)
    case endClip
  }

  var kind: Kind
  var frame: Rect
  var style: AnyShapeStyle
  var isAccentable = false
  var isBackground = false
  var identifier: UInt32 = 0
  var name: String?
  var fontSizePt: Double?
  var condition: NodeCondition = .always
}

/// Collects what a widget draws, in drawing order.
struct Canvas {
  var items: [DrawItem] = []
  var condition: NodeCondition = .always

  mutating func append(
    _ kind: DrawItem.Kind, frame: Rect, style: AnyShapeStyle, identity: ResolveContext, fontSizePt: Double? = nil
  ) {
    items.append(
      DrawItem(
        kind: kind, frame: frame, style: style, isAccentable: identity.environment.isAccentable,
        isBackground: identity.isBackground, identifier: identity.path, name: identity.name, fontSizePt: fontSizePt,
        condition: condition))
  }

  mutating func group(opacity: UInt8, _ draw: (inout Canvas) -> Void) {
    bracket(.beginGroup(opacity: opacity), .endGroup, frame: .init(origin: .zero, size: .zero), draw)
  }

  mutating func clip(to rect: Rect, radius: Double, _ draw: (inout Canvas) -> Void) {
    bracket(.beginClip(radius: radius), .endClip, frame: rect, draw)
  }

  private mutating func bracket(
    _ begin: DrawItem.Kind, _ end: DrawItem.Kind, frame: Rect, _ draw: (inout Canvas) -> Void
  ) {
    let start = items.count
    let style = AnyShapeStyle(HierarchicalShapeStyle.primary)
    items.append(DrawItem(kind: begin, frame: frame, style: style, condition: condition))
    draw(&self)
    if items.count == start + 1 {
      items.removeLast()
    } else {
      items.append(DrawItem(kind: end, frame: frame, style: style, condition: condition))
    }
  }
}
