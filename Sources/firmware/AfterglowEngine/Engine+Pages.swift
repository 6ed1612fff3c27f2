import AfterglowArchive
import AfterglowCore
import AfterglowInput
import AfterglowLight
import AfterglowRaster
import AfterglowTimeline

/// When the row of dots is shown.
struct DotsState: BitwiseCopyable {
  /// Whether the next step shows them.
  var areOwed = false
  /// When they disappear.
  var until = MonotonicInstant.distantFuture
}

/// The page that a panel shows, and the times at which it turns by itself.
struct PageState: BitwiseCopyable {
  /// The page to be shown; nil = the home page, once an archive names it.
  var wanted: UInt8?
  /// The page of the widgets that the last step has put on the panel.
  var drawn: UInt8 = 0
  /// The page that is shown while no input arrives: that of the schedule, or the first one.
  var home: UInt8 = 0
  /// When another page may become the home page, ms; Int64.max = never.
  var nextHomeMs = Int64.max
  /// Whether the home page is shown once the panel was left alone for a while.
  var returns = false
  /// When the panel was used last.
  var usedAt = MonotonicInstant(milliseconds: 0)
  /// Whether an input has arrived, and whether a person has, since the last step.
  var isUsed = false
  var isPresent = false
  /// The row of dots.
  var dots = DotsState()
  /// The detail page that is open, and the page under it.
  var detail = DetailPageState()
  /// The page that is on the panel: a slow display shows a new one much later.
  var onGlass: UInt8 = 0
  /// The end of the ring of controls at which the focus enters the next page; 0 = none.
  var focusEdge: Int32 = 0
}

// Pages: the widgets of one page are on the panel; the others have no list, so that they are neither drawn nor ticked nor
// touched. A new page is one rebuild and one frame.
extension Engine {
  /// How long the dots are shown, in ms.
  private static var dotsMs: Int64 { 2_000 }
  /// After this time without input a panel counts as unused if its pages do not return by themselves, in ms.
  static var idleMs: Int64 { 60_000 }

  /// Number of the page or detail page that the last step has put on the panel.
  public var shownPage: Int { Int(pages.drawn) }

  /// The shown page among the pages of the archive. A detail page counts as the page under it.
  var shownPlace: PagePlace {
    guard let archive else { return PagePlace(page: shownPage, count: 1) }
    let count = archive.board.pages.count
    if !archive.board.pages.isDetail(pages.drawn) { return PagePlace(page: shownPage, count: count) }
    return PagePlace(page: Int(pages.detail.under), count: count, detail: shownPage - count)
  }

  /// Whether the next step shows another page.
  var isPageNew: Bool { hasStarted && pages.wanted != nil && pages.wanted != pages.drawn }

  /// Shows a page with the next step, without dots; a number beyond the last page counts as the last one.
  ///
  /// - Parameter isDetail: whether the number may be that of a detail page.
  public mutating func show(page: Int, isDetail: Bool = false) {
    pages.wanted = UInt8(clamping: page)
    pages.detail = DetailPageState(isOpen: isDetail)
    pages.isUsed = true
  }

  /// Turns to another page with the next step. A page that does not exist has no effect. From a detail page the next and
  /// the previous page are the one under it.
  public mutating func turn(_ turn: PageTurn) {
    if pages.detail.isOpen && (turn == .next || turn == .previous) { return closeDetail() }
    guard let archive, archive.board.pages.lastPage > 0,
      let page = turn.page(from: pages.wanted ?? pages.drawn, last: archive.board.pages.lastPage)
    else { return }
    pages.isUsed = true
    pages.dots.areOwed = true
    if page != pages.wanted { leave(for: page) }
  }

  /// Whether the panel shows the page that the last step has drawn, and no other one is requested.
  var isPageOnGlass: Bool { pages.onGlass == pages.drawn && !isPageNew }

  /// Turns forwards, or backwards for a negative number: one page, however far a knob was turned.
  mutating func turnPage(by steps: Int32) { turn(steps > 0 ? .next : .previous) }

  /// Whether there is another page.
  var hasPages: Bool { archive.map { $0.board.pages.lastPage > 0 } ?? false }

  /// Notes that a finger, a key or a knob is used.
  mutating func noteUse() { pages.isUsed = true }

  /// Notes that a person has arrived at a panel that was dark or in always-on; takes effect with the next `step`.
  mutating func noteArrival() { pages.isPresent = true }

  /// Ends what is under way on a page that is being left. A finger that is down has no effect until it is up.
  mutating func endTouches() {
    guard let touch else { return }
    _ = touch.pointee.gestures.abandon()
    returnToNow()
    touch.pointee.longPressed = nil
    hold(nil)
    setFocus(nil)
    pages.focusEdge = 0
  }

  /// Brings the pages to the step's moment, before its widgets are selected.
  mutating func followPages(isJump: Bool) {
    guard let archive else { return }
    let now = moment.monotonic
    let settings = archive.board.pages
    if isArchiveNew { findDetail(archive, settings) }
    if !hasStarted || pages.isUsed { pages.usedAt = now }
    pages.isUsed = false
    if isJump || isArchiveNew || moment.realtime.milliseconds >= pages.nextHomeMs { followHome(archive, settings) }
    followPresence(settings, at: now)
    if pages.returns && now >= pageReturn(settings) {
      // A page that is not on the panel yet is shown before it is left, but not after a night.
      pages.returns = !isPageOnGlass && !isPaperDark
      if pages.returns { pages.usedAt = now } else { leave(for: pages.home) }
    }
    returnFromDetail(at: now)
    let last = pages.detail.isOpen ? settings.lastNumber : settings.lastPage
    let page = Swift.min(last, pages.wanted ?? pages.home)
    pages.wanted = page
    if page <= settings.lastPage { pages.detail.isOpen = false }
    if settings.returnSeconds > 0 { pages.returns = pages.wanted != pages.home }
    followLeaf(archive, at: now)
    followDots(settings, at: now)
  }

  /// Turns to a page, which is no detail page.
  mutating func leave(for page: UInt8) {
    if pages.wanted != page { endTouches() }
    pages.wanted = page
    pages.detail.isOpen = false
  }

  /// When the home page is shown, if it is.
  private func pageReturn(_ settings: PageSettings) -> MonotonicInstant {
    MonotonicInstant(milliseconds: pages.usedAt.milliseconds + pageIdleMs(settings))
  }

  private func pageIdleMs(_ settings: PageSettings) -> Int64 {
    settings.returnSeconds > 0 ? Int64(settings.returnSeconds) * 1_000 : Engine.idleMs
  }

  /// Turns to the page for a person who arrives, if the panel was left alone before.
  private mutating func followPresence(_ settings: PageSettings, at now: MonotonicInstant) {
    let isNew = pages.isPresent
    pages.isPresent = false
    guard isNew, let page = settings.presencePage else { return }
    if now >= pageReturn(settings) { leave(for: UInt8(clamping: page)) }
    pages.usedAt = now
  }

  /// Finds the home page: that of the schedule's last minute, by a trusted clock. Another one than before is shown as soon
  /// as the panel is left alone.
  private mutating func followHome(_ archive: Archive, _ settings: PageSettings) {
    pages.nextHomeMs = Int64.max
    var home: UInt8 = 0
    if settings.lastPage > 0 && moment.isTrusted, let due = PageSchedule(archive, at: moment.realtime) {
      home = due.page
      pages.nextHomeMs = due.nextMs
    }
    if home != pages.home && hasStarted { pages.returns = true }
    pages.home = home
  }

  /// When pages need a step without an event.
  var nextPageChange: MonotonicInstant {
    guard let archive else { return .distantFuture }
    // A touch that waited for this step has turned the page.
    if leaf.isNew || isPageNew || pages.dots.areOwed { return moment.monotonic }
    let nextReturn = pages.returns ? pageReturn(archive.board.pages) : .distantFuture
    return Swift.min(pages.dots.until, Swift.min(nextReturn, Swift.min(detailReturn, leafReturn)))
  }

  // MARK: Dots

  /// Shows the dots after a turn, and takes them away. E-paper has none, because each would cost a refresh.
  private mutating func followDots(_ settings: PageSettings, at now: MonotonicInstant) {
    let isOver = now >= pages.dots.until || settings.lastPage == 0
    if pages.dots.areOwed && settings.lastPage > 0 && showsPresses {
      if pages.dots.until == .distantFuture { damageDots(settings) }
      pages.dots.until = MonotonicInstant(milliseconds: now.milliseconds + Engine.dotsMs)
    } else if isOver && pages.dots.until < .distantFuture {
      damageDots(settings)
      pages.dots.until = .distantFuture
    }
    pages.dots.areOwed = false
  }

  private mutating func damageDots(_ settings: PageSettings) {
    causes |= UpdateCause.page
    damage.insert(PageDots(settings, on: Engine.surface(of: board)).box.intersection(scene))
  }

  /// Paints the dots above everything else.
  mutating func paintDots(_ archive: Archive, in rect: PixelRect) {
    if pages.dots.until == .distantFuture { return }
    let dots = PageDots(archive.board.pages, on: Engine.surface(of: board))
    if !dots.box.intersects(rect) { return }
    let back = Ink.solid(stage.painted(Color(argb: 0x9900_0000), role: .background, mode: mode))
    painter.fillRoundedRectangle(SubpixelRect(dots.box), radius: (dots.box.height << 8) / 2, back)
    for number in 0...Int32(archive.board.pages.lastPage) {
      let color = number == Int32(pages.drawn) ? Color.white : Color(argb: 0x66FF_FFFF)
      let ink = Ink.solid(stage.painted(color, role: .primary, mode: mode))
      let dot = dots.dot(number)
      painter.fillRoundedRectangle(SubpixelRect(dot), radius: (dot.height << 8) / 2, ink)
    }
  }
}

/// The place of the dots: a row at the scene's foot.
struct PageDots {
  /// All pixels of the row and of the dark ground behind it.
  let box: PixelRect
  private let side: Int32

  init(_ settings: PageSettings, on surface: TouchSurface) {
    let size = surface.sizePx
    let count = Int32(settings.count)
    let millimetre = Int64(1_000) * Int64(size.width) / Int64(surface.widthMicrometres)
    // 2 mm, and small enough that the row fits: n dots with as much between them, and one at each end.
    let most = Swift.max(1, Swift.min(size.width / (2 * count + 1), size.height / 6))
    side = Swift.min(most, Int32(clamping: Swift.max(3, Swift.min(64, 2 * millimetre))))
    let width = (2 * count + 1) * side
    let x = (size.width - width) / 2
    let y = size.height - 3 * side
    box = PixelRect(x0: x, y0: y, x1: x + width, y1: y + 2 * side)
  }

  /// The pixels of one dot.
  func dot(_ number: Int32) -> PixelRect {
    let x = box.x0 + side + 2 * number * side
    let y = box.y0 + side / 2
    return PixelRect(x0: x, y0: y, x1: x + side, y1: y + side)
  }
}

/// The page of an archive's schedule at a moment.
struct PageSchedule {
  private(set) var page: UInt8 = 0
  /// When another minute of the schedule is reached, ms.
  private(set) var nextMs = Int64.max

  private static var weekSeconds: Int64 { 604_800 }

  /// nil without a schedule.
  init?(_ archive: Archive, at instant: Instant) {
    var age = Int64.max
    var rest = Int64.max
    var zone: UInt32?
    for action in archive.actions where action.kind == ActionKind.scheduledPage.rawValue {
      let number = zone ?? action.zone
      zone = number
      let local = archive.zone(Int(number)).steadyLocalSecond(at: instant)
      for day in 0..<7 where action.days >> UInt8(day) & 1 == 1 {
        // 1970-01-01 was a Thursday.
        let start = Int64(day - 4) * 86_400 + Int64(action.minute) * 60
        let passed = flooredRemainder(local - start, PageSchedule.weekSeconds)
        rest = Swift.min(rest, PageSchedule.weekSeconds - passed)
        if passed < age {
          age = passed
          page = action.page
        }
      }
    }
    guard let zone else { return nil }
    let view = archive.zone(Int(zone))
    let local = view.steadyLocalSecond(at: instant)
    // The wall clock and UTC differ by a constant until the offset changes.
    let due = Instant(seconds: local + rest - Int64(view.utcOffset(at: instant)))
    nextMs = Swift.min(due.milliseconds, view.nextOffsetChange(after: instant).milliseconds)
  }
}
