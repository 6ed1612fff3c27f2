import Foundation

/// A clock text: the box of its widest value, filled by the renderer. A timer's is narrower where there is less room.
final class TickElement: Element {
  private let pattern: TickPattern
  private let zone: TimeZone
  private let context: ResolveContext

  init(_ pattern: TickPattern, zone: TimeZone? = nil, in context: ResolveContext) {
    self.pattern = pattern
    self.zone = zone ?? context.environment.timeZone
    self.context = context
  }

  private var isEmpty: Bool { pattern.wordings.allSatisfy { $0.parts.isEmpty } }
  private var fontSize: Double { context.environment.font.size }
  private var layouts: [Double: TickLayout] = [:]
  /// By the room for them: a layout asks for the same size again and again.
  private var known: [Double: (layout: TickLayout, factor: Double)] = [:]

  private func layout(factor: Double) -> TickLayout {
    if let known = layouts[factor] { return known }
    let layout = context.typesetter.tickLayout(
      TickRequest(
        pattern: pattern, font: context.environment.font.shaping(in: context, factor: factor, tabular: true),
        isLarge: fontSize * factor >= Font.opticalAlignmentPt, isBound: context.environment.isBoundByInk,
        keepsCells: keepsCells(fontSize * factor),
        alignment: side, zone: zone, language: context.environment.locale.identifier))
    layouts[factor] = layout
    return layout
  }

  /// Below this size the time in a line keeps its cells: gaps around a 1 are not seen, and a table of all numbers costs more.
  private static let leastProportionalPt = 18.0

  private func keepsCells(_ sizePt: Double) -> Bool {
    let isLine = pattern.wordings.first.map { $0.parts.count > 1 } ?? false
    return context.environment.usesMonospacedDigits || context.environment.font.hasMonospacedDigits
      || isLine && sizePt < Self.leastProportionalPt
  }

  /// Archives know left and right.
  private var side: TextAlignment {
    switch context.environment.multilineTextAlignment {
    case .leading: context.isMirrored ? .trailing : .leading
    case .center: .center
    case .trailing: context.isMirrored ? .leading : .trailing
    }
  }

  private func width(_ layout: TickLayout) -> Double { width(layout.widestWidth, in: layout) }

  private func width(_ pixels: Int, in layout: TickLayout) -> Double {
    Double(max(0, pixels - layout.leadingTrim - layout.trailingTrim)) / context.scale
  }

  /// The width of the box in a room. A timer leaves its neighbours the room of hours that it does not show for an hour.
  private func width(_ layout: TickLayout, room: Double) -> Double {
    let whole = width(layout)
    if whole <= room + 0.01 || pattern.kind != .timer { return whole }
    let near = layout.widestWidth(in: context.pattern(.near(pattern)).wordings)
    return min(whole, max(room, width(near, in: layout)))
  }

  /// The widest value decides, so that a text never changes its size while it ticks.
  private func fitted(width room: Double) -> (layout: TickLayout, factor: Double) {
    if let known = known[room] { return known }
    var factor = 1.0
    while true {
      let layout = layout(factor: factor)
      if width(layout) <= room + 0.01 || factor <= context.environment.leastScaleFactor {
        known[room] = (layout, factor)
        return (layout, factor)
      }
      factor = max(context.environment.leastScaleFactor, factor - 0.02)
    }
  }

  var viewSpacing: ViewSpacing {
    if isEmpty { return .zero }
    let whole = layout(factor: 1)
    let scale = context.scale
    return .text(
      ascent: whole.baseline / scale, descent: (whole.height - whole.baseline) / scale,
      capitals: fontSize * Font.capHeightShare, scale: scale)
  }

  func size(in proposal: Proposal) -> Size {
    if isEmpty { return .zero }
    let room = proposal.width ?? .infinity
    let layout = fitted(width: room).layout
    return Size(width: width(layout, room: room), height: layout.height / context.scale)
  }

  func baseline(first: Bool, size: Size) -> Double? {
    isEmpty ? nil : fitted(width: size.width).layout.baseline / context.scale
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if isEmpty { return }
    let (layout, factor) = fitted(width: rect.width)
    if context.environment.hidesContent {
      let height = fontSize * factor * 0.7
      let bar = Rect(
        x: rect.minX, y: rect.minY + layout.baseline / context.scale - height, width: rect.width, height: height)
      return canvas.append(hidden: bar, radius: height / 4, identity: context)
    }
    context.container.accessibility.add(
      AccessibilityNode(label: layout.spoken(at: context.spokenDate), traits: ["updatesFrequently"], framePt: rect))
    canvas.append(
      .tick(layout), frame: rect, style: context.environment.foregroundStyle, identity: context,
      fontSizePt: fontSize * factor)
  }
}
