import AfterglowCore
import AfterglowTimeline
import Foundation

// Items drawn by a widget's process are sent unchanged.
extension NodeCondition: Codable {}

/// One thing to draw, in points of its widget.
package struct DrawItem: Codable {
  package enum Kind: Codable {
    case shape(Path.Geometry, stroke: StrokeStyle?)
    case glyphs(ShapedText)
    case tick(TickLayout)
    case hand(
      unit: ClockHand.Unit, center: Point, tip: Double, tail: Double, width: Double, sweeps: Bool, zone: TimeZone)
    case picture(PictureRequest)
    case layer(DrawLayer)
    case beginGroup(opacity: UInt8)
    case endGroup
    case beginClip(radius: Double)
    case endClip

    fileprivate var isText: Bool {
      switch self {
      case .glyphs, .tick: true
      default: false
      }
    }
  }

  package var kind: Kind
  package var frame: Rect
  package var style: AnyShapeStyle
  package var isAccentable = false
  package var isBackground = false
  package var identifier: UInt32 = 0
  package var name: String?
  package var fontSizePt: Double?
  package var condition: NodeCondition = .always
  /// The state of a toggle to which it belongs; nil = it is drawn in both.
  package var toggle: ToggleLook?
}

/// Collects a widget's drawing, in drawing order. Items that an archive cannot hold are omitted and reported to the
/// container.
package struct DrawCanvas {
  package var items: [DrawItem] = []
  package var condition: NodeCondition = .always
  /// Whether a toggle is being drawn, in one of its states.
  var isInToggle = false
  /// Outline of the nearest container; nil = the widget's own.
  var containerShape: ContainerShape?
  /// The rectangle of the clips around what is drawn; nil where there is none, and where the drawing is moved or changed
  /// before they apply.
  private(set) var window: Rect?
  private var groupDepth = 0
  private var tickCount = 0
  private var pointCount = 0

  package init() {}

  package mutating func append(
    _ kind: DrawItem.Kind, frame: Rect, style: AnyShapeStyle, identity: ResolveContext, fontSizePt: Double? = nil
  ) {
    guard admits(kind, frame, identity) else { return }
    if let shadow = style.shadow(in: identity.environment) {
      var plain = style
      plain.shadow = nil
      let start = items.count
      var inner = identity
      inner.environment.foregroundStyle.shadow = nil
      append(kind, frame: frame, style: plain, identity: inner, fontSizePt: fontSizePt)
      return add(shadow, to: start..., at: identity)
    }
    if let name = style.missingName(in: identity.environment) {
      identity.failPart(
        "there is no colour “\(name.prefix(60))”: expected a set of an asset catalogue; nothing is drawn in it")
    }
    let (style, opacity) = style.resolved(in: identity.environment, isText: kind.isText)
    if opacity <= 0 { return }
    if case .field(let field) = style.storage, !identity.takes(field, kind) { return }
    let item = DrawItem(
      kind: kind, frame: frame, style: identity.isMirrored ? style.mirrored : style,
      isAccentable: identity.environment.isAccentable,
      isBackground: identity.isBackground, identifier: identity.path, name: identity.name, fontSizePt: fontSizePt,
      condition: condition)
    if opacity >= 1 {
      items.append(item)
    } else {
      group(opacity: UInt8(clamping: (opacity * 255).rounded()), at: identity) { $0.items.append(item) }
    }
  }

  private mutating func admits(_ kind: DrawItem.Kind, _ frame: Rect, _ identity: ResolveContext) -> Bool {
    let container = identity.container
    if container.hasError { return false }
    guard items.count < LayoutLimit.drawItems else {
      identity.fail("it draws more than \(LayoutLimit.drawItems) things; show fewer")
      return false
    }
    let reach = LayoutLimit.reachPx / identity.scale
    guard frame.isDrawable(within: reach) else {
      identity.warn("it lies at \(frame.minX), \(frame.minY), where nothing is shown")
      return false
    }
    switch kind {
    case .tick, .hand:
      if case .hand(_, let center, let tip, let tail, let width, _, _) = kind {
        let lengths = [center.x, center.y, tip, tail, width]
        guard lengths.allSatisfy({ abs($0) <= reach }) else {
          identity.fail("a clock's hand has a length that is not a number or too large")
          return false
        }
      }
      tickCount += 1
      guard tickCount <= LayoutLimit.ticks else {
        identity.fail("more than \(LayoutLimit.ticks) texts and hands tick; show fewer")
        return false
      }
    case .shape(let geometry, _):
      pointCount += geometry.pointCount
      guard geometry.isDrawable(within: reach) else {
        identity.fail("its outline has a point that is not a number or too far away, or more than 4096 points")
        return false
      }
      guard pointCount <= LayoutLimit.pointSum else {
        identity.fail("its outlines have more than \(LayoutLimit.pointSum) points; draw less")
        return false
      }
    default: break
    }
    return true
  }

  /// - Parameter identity: the view that draws, for problem reports.
  mutating func group(opacity: UInt8, at identity: ResolveContext? = nil, _ draw: (inout DrawCanvas) -> Void) {
    bracket(.beginGroup(opacity: opacity), .endGroup, frame: .init(origin: .zero, size: .zero), at: identity, draw)
  }

  package mutating func clip(
    to rect: Rect, radius: Double, at identity: ResolveContext? = nil, _ draw: (inout DrawCanvas) -> Void
  ) {
    guard rect.isDrawable(), radius.isFinite else { return }
    looking(through: window.map { rect.part(in: $0) ?? Rect(origin: rect.origin, size: .zero) } ?? rect) {
      $0.bracket(.beginClip(radius: radius), .endClip, frame: rect, at: identity, draw)
    }
  }

  /// Draws with another window, or without one.
  mutating func looking(through window: Rect?, _ draw: (inout DrawCanvas) -> Void) {
    let outer = self.window
    self.window = window
    draw(&self)
    self.window = outer
  }

  private mutating func bracket(
    _ begin: DrawItem.Kind, _ end: DrawItem.Kind, frame: Rect, at identity: ResolveContext?,
    _ draw: (inout DrawCanvas) -> Void
  ) {
    guard groupDepth < LayoutLimit.groupDepth else {
      identity?.warn(
        "opacity and clips lie more than \(LayoutLimit.groupDepth) deep in one another; the innermost are left out")
      return draw(&self)
    }
    let start = items.count
    let style = AnyShapeStyle(HierarchicalShapeStyle.primary)
    items.append(DrawItem(kind: begin, frame: frame, style: style, condition: condition))
    groupDepth += 1
    draw(&self)
    groupDepth -= 1
    if items.count == start + 1 {
      items.removeLast()
    } else {
      items.append(DrawItem(kind: end, frame: frame, style: style, condition: condition))
    }
  }
}

extension DrawCanvas {
  /// Adds the drawing of another process, as far as an archive can hold it. Unbalanced groups and clips are an error.
  package mutating func append(drawn: [DrawItem], identity: ResolveContext) {
    var open: [(bracket: DrawItem.Bracket, toggle: ToggleLook?)] = []
    for var item in drawn {
      item.condition = condition
      switch item.bracket {
      case .opened(let bracket):
        guard open.count < LayoutLimit.groupDepth, item.frame.isDrawable(within: LayoutLimit.reachPx / identity.scale)
        else {
          return identity.fail("groups and clips lie more than \(LayoutLimit.groupDepth) deep in one another")
        }
        open.append((bracket, item.toggle))
      case .closed(let bracket):
        guard let last = open.popLast(), last.bracket == bracket, last.toggle == item.toggle else {
          return identity.fail("a group or clip ends that did not begin")
        }
      case nil:
        guard item.isSound else { return identity.fail("a text or figure in it is not whole") }
        guard admits(item.kind, item.frame, identity) else { continue }
      }
      items.append(item)
    }
    if !open.isEmpty { identity.fail("a group or clip does not end") }
  }
}

extension DrawItem {
  fileprivate enum Bracket { case group, clip }
  fileprivate enum Side {
    case opened(Bracket)
    case closed(Bracket)
  }

  fileprivate var bracket: Side? {
    switch kind {
    case .beginGroup: .opened(.group)
    case .endGroup: .closed(.group)
    case .beginClip: .opened(.clip)
    case .endClip: .closed(.clip)
    default: nil
    }
  }

  /// Whether every number is finite and every table has the entries that are looked up in it.
  var isSound: Bool {
    func isSound(_ glyphs: [PlacedGlyph]) -> Bool {
      glyphs.allSatisfy { abs($0.x) <= LayoutLimit.coordinate * 4 && abs($0.y) <= LayoutLimit.coordinate * 4 }
    }
    func isSound(_ font: ShapingFont) -> Bool { font.sizePx > 0 && font.sizePx <= 4096 }
    guard style.isSound else { return false }
    switch kind {
    case .glyphs(let text): return isSound(text.font) && isSound(text.glyphs)
    case .tick(let tick):
      let phrases = tick.wordings.flatMap(\.items).flatMap(\.phrases) + tick.digits
      return isSound(tick.font) && tick.digits.count == 10 && !tick.wordings.isEmpty
        && (1...LayoutLimit.sidePx).contains(tick.cell) && (0...LayoutLimit.sidePx).contains(tick.widestWidth)
        && phrases.allSatisfy { isSound($0.glyphs) && (0...LayoutLimit.sidePx).contains($0.advance) }
        && tick.wordings.flatMap(\.items).allSatisfy(\.isWhole)
    case .layer(let layer): return layer.isSound
    default: return true
    }
  }
}

extension TickLayout.Item {
  fileprivate var phrases: [TickLayout.Phrase] {
    switch self {
    case .phrase(let phrase): [phrase]
    case .words(_, let words): words
    case .number: []
    }
  }

  /// Words are looked up by number.
  fileprivate var isWhole: Bool {
    switch self {
    case .phrase: true
    case .number(_, let minimum, let maximum): minimum >= 0 && maximum >= minimum && maximum <= 12
    case .words(let field, let words): words.count >= field.tableCount
    }
  }
}

extension Rect {
  /// The part of the rectangle that lies in another one; nil where there is none.
  func part(in other: Rect) -> Rect? {
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
    return left < right && top < bottom ? Rect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  /// Whether its coordinates are finite and within this limit.
  package func isDrawable(within limit: Double = LayoutLimit.coordinate) -> Bool {
    minX >= -limit && minY >= -limit && maxX <= limit && maxY <= limit && width >= 0 && height >= 0
  }
}

extension ResolveContext {
  /// Whether something can be filled with an angular or radial gradient: text only takes the middle colour, and no
  /// colours are an error.
  fileprivate func takes(_ field: GradientField, _ kind: DrawItem.Kind) -> Bool {
    guard field.isSound else {
      fail("a gradient has no colours")
      return false
    }
    switch kind {
    case .glyphs, .tick, .hand:
      warn(
        "text and clocks' hands take the middle colour of radial, elliptical, angular and mesh gradients; use a linear one"
      )
    default: break
    }
    return true
  }
}
