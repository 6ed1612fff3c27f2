import AfterglowArchive
import AfterglowCore
import AfterglowInput
import AfterglowLight
import AfterglowRaster

// The focus of a knob or of keys: a ring around the region that a press activates.
extension Engine {
  /// How long the ring stays after the last turn, in ms.
  private static var focusMs: Int64 { 10_000 }

  /// Moves the focus through the regions on the panel, in drawing order; after the last one to the first, or to the next
  /// page. Without a region on the page the pages turn.
  mutating func moveFocus(by steps: Int32, at time: MonotonicInstant) {
    guard let touch, let archive else { return }
    if isSimplified && (hasPages || pages.detail.isOpen) { return turnPage(by: steps) }
    guard isTouchable(archive) else { return }
    let focus = touch.pointee.focus
    var count: Int32 = 0
    var current: Int32 = -1
    forEachGlassRegion(archive) { widget, _, region in
      if let focus, focus.widget == Int32(widget), focus.key == region.key { current = count }
      count += 1
    }
    if count == 0 {
      setFocus(nil)
      return turnPage(by: steps)
    }
    var wanted = steps > 0 ? 0 : count - 1
    if hasPages && current >= 0 && (current + steps < 0 || current + steps >= count) {
      turnPage(by: steps)
      pages.focusEdge = steps
      return
    }
    if current >= 0 { wanted = (current + steps % count + count) % count }
    var found: TouchedRegion?
    forEachGlassRegion(archive) { widget, _, region in
      if wanted == 0 { found = TouchedRegion(widget: Int32(widget), key: region.key, bounds: region.bounds) }
      wanted -= 1
    }
    setFocus(found)
    holdFocus(from: time)
  }

  /// Puts the focus that has left the page before on the first region of this one, or on the last.
  mutating func enterPage() {
    guard let archive, pages.focusEdge != 0, !isPageNew else { return }
    let isForwards = pages.focusEdge > 0
    pages.focusEdge = 0
    if isSimplified { return }
    var found: TouchedRegion?
    for widget in 0..<archive.widgetCount where widgets[widget].hasEntry {
      let regions = archive.regions(ofEntry: Int(widgets[widget].entry))
      for place in 0..<regions.count where regions[place].isIn(slot: Int(widgets[widget].slot)) {
        if isForwards && found != nil { continue }
        found = TouchedRegion(widget: Int32(widget), key: regions[place].key, bounds: regions[place].bounds)
      }
    }
    setFocus(found)
    holdFocus(from: moment.monotonic)
  }

  /// Follows the key or knob that activates the focus. Without a focus it only shows the first one.
  mutating func followFocus(_ gesture: Gesture, at time: MonotonicInstant) {
    guard let touch else { return }
    switch gesture {
    case .focusPress:
      press(touch.pointee.focus)
      holdFocus(from: time)
    case .focusTap:
      press(nil)
      guard let focus = touch.pointee.focus else { return moveFocus(by: 1, at: time) }
      // A ring on a page that a slow display does not show yet activates nothing.
      if !isPageOnGlass { return }
      holdFocus(from: time)
      confirm(focus, at: time)
    default: press(nil)
    }
  }

  /// Shows another focus, or none.
  mutating func setFocus(_ region: TouchedRegion?) {
    guard let touch, touch.pointee.focus != region else { return }
    causes |= UpdateCause.touch
    if let before = touch.pointee.focus { damage.insert(before.bounds.intersection(scene)) }
    if let region { damage.insert(region.bounds.intersection(scene)) }
    touch.pointee.focus = region
  }

  private mutating func holdFocus(from time: MonotonicInstant) {
    touch?.pointee.focusUntil = MonotonicInstant(milliseconds: time.milliseconds + Engine.focusMs)
  }

  /// Paints the ring if the focus is in this widget.
  mutating func paintFocus(_ state: WidgetState, _ archive: Archive) {
    guard let focus = touch?.pointee.focus, focus.widget == Int32(state.widget), place(of: focus, archive) != nil else {
      return
    }
    let surface = Engine.surface(of: board)
    let width = Int64(800) * Int64(surface.sizePx.width) / Int64(surface.widthMicrometres)
    let bounds = focus.bounds
    let w = Swift.min(Int32(clamping: Swift.max(2, Swift.min(12, width))), Swift.min(bounds.width, bounds.height) / 2)
    let ink = Ink.solid(stage.painted(.white, role: .primary, mode: mode))
    ring(PixelRect(x0: bounds.x0, y0: bounds.y0, x1: bounds.x1, y1: bounds.y0 + w), ink)
    ring(PixelRect(x0: bounds.x0, y0: bounds.y1 - w, x1: bounds.x1, y1: bounds.y1), ink)
    ring(PixelRect(x0: bounds.x0, y0: bounds.y0 + w, x1: bounds.x0 + w, y1: bounds.y1 - w), ink)
    ring(PixelRect(x0: bounds.x1 - w, y0: bounds.y0 + w, x1: bounds.x1, y1: bounds.y1 - w), ink)
  }

  private mutating func ring(_ side: PixelRect, _ ink: Ink) { painter.fillRectangle(SubpixelRect(side), ink) }
}
