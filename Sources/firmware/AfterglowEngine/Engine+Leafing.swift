import AfterglowArchive
import AfterglowCore
import AfterglowInput
import AfterglowTimeline

/// The widget whose entries a person leafs through, and how far.
struct LeafState: BitwiseCopyable {
  /// Index of the widget; −1 = none.
  var widget: Int32 = -1
  /// Identity of the widget, which finds it in another archive.
  var identity: UInt64 = 0
  /// Entries after the one of the moment; negative = before it.
  var steps: Int32 = 0
  /// Whether the next step selects another entry.
  var isNew = false
}

// Leafing: a tap or a swipe shows the next entry of a widget such as photos, or the one before. After the last one comes the
// first one, and after a while without input the entry of the moment.
extension Engine {
  /// Shows the next entry of a widget with the next step, or for a negative number the one before.
  mutating func leafThrough(_ widget: Int32, by steps: Int32, _ archive: Archive) {
    if leaf.widget != widget { leaf.steps = 0 }
    leaf.widget = widget
    leaf.identity = archive.widget(Int(widget)).identity
    leaf.steps &+= steps
    leaf.isNew = true
    pages.isUsed = true
  }

  /// Turns the page after a swipe; with one page it leafs through the entries of the widget on which it began.
  mutating func swipe(_ turn: PageTurn, from start: PanelPoint) {
    guard let touch, let archive, !hasPages, !pages.detail.isOpen, isTouchable(archive) else { return self.turn(turn) }
    let pixel = Engine.surface(of: board).pixel(at: start)
    let offset = touch.pointee.glass.offset
    let (x, y) = (pixel.x &- offset.x, pixel.y &- offset.y)
    var found: Int32 = -1
    forEachGlassRegion(archive) { widget, _, region in
      let bounds = archive.widget(widget).bounds
      let isInside = x >= bounds.x0 && x < bounds.x1 && y >= bounds.y0 && y < bounds.y1
      if isInside && archive.actions[Int(region.action)].kind == ActionKind.entry.rawValue { found = Int32(widget) }
    }
    if found >= 0 { leafThrough(found, by: turn == .next ? 1 : -1, archive) }
  }

  /// The entry that is shown in place of the one of the moment.
  func leafed(to chosen: Int, of count: Int, widget: Int) -> Int {
    if leaf.steps == 0 || leaf.widget != Int32(widget) { return chosen }
    return Int(flooredRemainder(Int64(chosen) + Int64(leaf.steps), Int64(count)))
  }

  /// Returns to the entry of the moment after a while, and in an archive with other content.
  mutating func followLeaf(_ archive: Archive, at now: MonotonicInstant) {
    if leaf.steps == 0 { return }
    let index = Int(leaf.widget)
    if isArchiveNew {
      let isKnown = leaf.identity != 0 && index < archive.widgetCount
      if !isKnown || archive.widget(index).identity != leaf.identity { leaf = LeafState() }
    }
    if now >= leafReturn {
      leaf.steps = 0
      leaf.isNew = true
    }
  }

  /// When the entry of the moment is shown again.
  var leafReturn: MonotonicInstant {
    leaf.steps == 0
      ? .distantFuture : MonotonicInstant(milliseconds: pages.usedAt.milliseconds + Engine.idleMs)
  }
}
