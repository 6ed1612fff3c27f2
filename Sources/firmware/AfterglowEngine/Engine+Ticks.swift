import AfterglowArchive
import AfterglowCore
import AfterglowRaster
import AfterglowTimeline

extension Engine {
  /// Lists the ticking nodes that are on the panel, and when each next looks different.
  mutating func collectTicks(_ archive: Archive) {
    tickCount = 0
    nextTickMs = Int64.max
    for widget in 0..<archive.widgetCount { collectTicks(of: widgets[widget], archive) }
  }

  private mutating func collectTicks(of state: WidgetState, _ archive: Archive) {
    let first = Int(state.first)
    for index in first..<(first + Int(state.count)) {
      let number = archive.nodeList[index]
      let node = archive.nodes[Int(number)]
      if !isTick(node.kind) || isHidden(node) || !holds(node, in: state) { continue }
      if tickCount == ticks.count { return }
      let next = nextChange(of: node, archive)
      ticks[tickCount] = TickState(node: number, nextChangeMs: next)
      tickCount += 1
      nextTickMs = Swift.min(nextTickMs, next)
    }
  }

  @inline(__always)
  func isTick(_ kind: UInt8) -> Bool {
    kind == NodeKind.tickText.rawValue || kind == NodeKind.tickHand.rawValue
  }

  private func nextChange(of node: NodeRecord, _ archive: Archive) -> Int64 {
    let next: Instant
    let shown = instant(of: node)
    if node.kind == NodeKind.tickHand.rawValue {
      next = hand(node).nextChange(after: shown, in: archive.zone(Int(node.f)))
    } else {
      next = tick(node, archive).nextChange(
        after: shown, zone: archive.zone(Int(node.d)), reference: node.referenceInstant)
    }
    return next >= .distantFuture ? Int64.max : next.milliseconds &- aheadMs(of: node)
  }

  /// Damages what the ticking nodes show differently than at `last`.
  mutating func stepTicks(_ archive: Archive, from last: LastStep, isJump: Bool) {
    let now = moment.realtime.milliseconds
    nextTickMs = Int64.max
    var old = TickEvaluation()
    var new = TickEvaluation()
    var hasChanged = false
    for index in 0..<tickCount {
      if isJump || now >= ticks[index].nextChangeMs {
        let node = archive.nodes[Int(ticks[index].node)]
        let isAge = node.condition == NodeCondition.contentStale.rawValue
        let before = isAge ? last.moment.realtime : last.shown
        if node.kind == NodeKind.tickHand.rawValue {
          if damageHand(node, archive, from: before) { hasChanged = true }
        } else if damageText(node, archive, from: before, old: &old, new: &new) {
          hasChanged = true
        }
        ticks[index].nextChangeMs = nextChange(of: node, archive)
      }
      nextTickMs = Swift.min(nextTickMs, ticks[index].nextChangeMs)
    }
    if hasChanged { causes |= UpdateCause.tick }
  }

  private mutating func damageHand(_ node: NodeRecord, _ archive: Archive, from last: Instant) -> Bool {
    let hand = hand(node)
    let zone = archive.zone(Int(node.f))
    let oldAngle = hand.angle(at: last, in: zone)
    let newAngle = hand.angle(at: instant(of: node), in: zone)
    if oldAngle == newAngle { return false }
    let points = archive.points(first: node.c, count: node.d)
    let centre = SubpixelPoint(x: node.a, y: node.b)
    let limit = node.bounds.intersection(scene)
    damage.insert(Hand.bounds(points, centre: centre, angle: oldAngle).intersection(limit))
    damage.insert(Hand.bounds(points, centre: centre, angle: newAngle).intersection(limit))
    return true
  }

  private mutating func damageText(
    _ node: NodeRecord, _ archive: Archive, from last: Instant, old: inout TickEvaluation, new: inout TickEvaluation
  ) -> Bool {
    let template = tick(node, archive)
    let zone = archive.zone(Int(node.d))
    let reference = node.referenceInstant
    template.evaluate(at: last, zone: zone, reference: reference, into: &old)
    template.evaluate(at: instant(of: node), zone: zone, reference: reference, into: &new)
    if old == new { return false }
    let limit = node.bounds.intersection(scene)
    // A changed digit's old and new ink overlap: one rectangle.
    var changed = Damage()
    TickEvaluation.forEachChange(old, new) { cell in
      changed.insert(inkBox(of: cell, node, archive).intersection(limit))
    }
    for index in 0..<changed.count { damage.insert(changed[index]) }
    return true
  }

  /// The pixels of a cell's ink.
  private func inkBox(of cell: TickCell, _ node: NodeRecord, _ archive: Archive) -> PixelRect {
    let x = node.b &+ cell.x
    let y = node.c &+ cell.y
    if cell.isGlyph { return inkBox(of: archive.glyphs[Int(cell.source)], x, y) }
    var box = PixelRect.empty
    for index in Int(cell.source)..<Int(cell.source) + Int(cell.placementCount) {
      let placement = archive.placements[index]
      box = box.union(
        inkBox(of: archive.glyphs[Int(placement.glyph)], x &+ Int32(placement.x), y &+ Int32(placement.y)))
    }
    return box
  }

  @inline(__always)
  func inkBox(of glyph: GlyphRecord, _ penX: Int32, _ penY: Int32) -> PixelRect {
    let x = penX &+ Int32(glyph.left)
    let y = penY &+ Int32(glyph.top)
    return PixelRect(x0: x, y0: y, x1: x &+ Int32(glyph.width), y1: y &+ Int32(glyph.height))
  }
}
