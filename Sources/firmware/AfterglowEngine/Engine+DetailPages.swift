import AfterglowArchive
import AfterglowCore
import AfterglowTimeline

/// The detail page that is open, and the page under it.
struct DetailPageState: BitwiseCopyable {
  /// Whether the page to be shown is a detail page.
  var isOpen = false
  /// The page from which it was opened, to which it returns.
  var under: UInt8 = 0
  /// Identity of the widget that it shows (`WidgetRecord.identity`); nil = any that has the page's number.
  var identity: UInt64?
}

// Detail pages: pages behind the last one, which only the action of a region opens. They return to the page from which they
// were opened. Nothing else differs from other pages.
extension Engine {
  /// After this time without input a detail page is left, in ms. Paper may need half a minute to show it.
  private var detailMs: Int64 { showsPresses ? 30_000 : 120_000 }

  /// Follows the page action of a region, which alone opens a detail page.
  mutating func turn(_ turn: PageTurn, byRegionOf archive: Archive) {
    guard case .to(let page) = turn, archive.board.pages.isDetail(page) else { return self.turn(turn) }
    if !pages.detail.isOpen { pages.detail.under = pages.wanted ?? pages.drawn }
    pages.detail.isOpen = true
    pages.detail.identity = Engine.identity(ofPage: page, archive)
    pages.isUsed = true
    pages.wanted = page
    // The whole scene is painted again, without the dots of an earlier turn.
    pages.dots = DotsState()
    endTouches()
  }

  /// Returns from the detail page, if one is open.
  mutating func closeDetail() {
    if !pages.detail.isOpen { return }
    pages.isUsed = true
    leave(for: pages.detail.under)
  }

  /// Returns from the detail page that is on the panel, after a tap that meets no region.
  mutating func tapBesideRegions() {
    if isPageOnGlass { closeDetail() }
  }

  /// Finds the open detail page in a new archive, by what it shows. Without it the page under it is shown.
  mutating func findDetail(_ archive: Archive, _ settings: PageSettings) {
    pages.detail.under = Swift.min(settings.lastPage, pages.detail.under)
    guard pages.detail.isOpen, let wanted = pages.wanted, let known = pages.detail.identity else { return }
    if settings.isDetail(wanted) {
      let identity = Engine.identity(ofPage: wanted, archive)
      // A widget without content has no identity.
      if known == 0 { pages.detail.identity = identity }
      if identity == known || identity == 0 || known == 0 { return }
    }
    var page = settings.lastNumber
    while page > settings.lastPage && (known == 0 || Engine.identity(ofPage: page, archive) != known) { page -= 1 }
    if page > settings.lastPage {
      endTouches()
      pages.wanted = page
    } else {
      leave(for: pages.detail.under)
    }
  }

  /// Returns from a detail page after a while without input. One that is not on the panel yet is shown before, but not after
  /// a night.
  mutating func returnFromDetail(at now: MonotonicInstant) {
    if now < detailReturn { return }
    if isPageOnGlass || isPaperDark { leave(for: pages.detail.under) } else { pages.usedAt = now }
  }

  /// When the detail page is left, if one is open.
  var detailReturn: MonotonicInstant {
    pages.detail.isOpen
      ? MonotonicInstant(milliseconds: pages.usedAt.milliseconds + detailMs) : .distantFuture
  }

  /// Identity of what a page shows: that of its last widget.
  private static func identity(ofPage page: UInt8, _ archive: Archive) -> UInt64 {
    var identity: UInt64 = 0
    for index in 0..<archive.widgetCount {
      let widget = archive.widget(index)
      if widget.page == page { identity = widget.identity }
    }
    return identity
  }
}
