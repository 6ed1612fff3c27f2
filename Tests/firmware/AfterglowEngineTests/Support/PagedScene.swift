import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowLight
import AfterglowTimeline

@testable import AfterglowEngine

/// Pages of 120 × 60 px, each with its own background, a bar at its own place, and perhaps a hand, a button and a second entry.
struct PagedScene {
  struct Page {
    var red: UInt8 = 40
    /// A button, and the page that it turns to; without one it sends a command.
    var button: UInt64?
    var turnsTo: PageTurn?
    var hasSecondHand = false
    var secondEntry: Int64?
    var staleAfter: Int64?
    /// Reds of entries at 0, 1,000, 2,000 s …, with a region on either side that leafs through them.
    var leaves: [UInt8] = []
    /// The identity of its content (`WidgetRecord.identity`).
    var identity: UInt64 = 0
  }

  static let mark = PixelRect(x0: 110, y0: 0, x1: 118, y1: 8)

  var pages = [Page(red: 40), Page(red: 90), Page(red: 140)]
  /// Pages behind the last one, which only a button opens.
  var details: [Page] = []
  var returnSeconds = 60
  var presencePage: Int?
  /// Minutes of the day in Berlin from which a page is the home page.
  var schedule: [(minute: Int, page: UInt8)] = []
  var board = SmallScene.board

  /// The archive of one page alone.
  func alone(_ page: Int) -> PagedScene {
    var scene = self
    scene.pages = [pages[page]]
    scene.pages[0].turnsTo = nil
    scene.details = []
    scene.schedule = []
    return scene
  }

  func build() throws -> (file: [UInt8], board: BoardRecord) {
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([.name: "pages", .input: "auto"])
    builder.board.pages = PageSettings(
      count: pages.count, returnSeconds: returnSeconds, presencePage: presencePage, detailCount: details.count)
    let everything = PixelRect(x0: 0, y0: 0, x1: board.widthPx, y1: board.heightPx)
    let plain = VariantKey(renderingMode: .fullColor)
    let zone = builder.addZone(SmallScene.berlin)
    for (number, page) in (pages + details).enumerated() {
      let staleAfter = page.staleAfter.map { Instant(seconds: $0) }
      _ = builder.addWidget(
        kind: "page", bounds: everything, variants: [[plain]], page: UInt8(number), staleAfter: staleAfter,
        content: ArchiveContent(identity: page.identity), entries: entries(of: page, &builder, everything, zone))
    }
    let white = builder.addPaint(PaintRecord(kind: .solid, role: .primary))
    let mark = builder.addNode(Self.box(Self.mark, white, .clockUntrusted))
    _ = builder.addWidget(
      kind: "mark", bounds: everything, variants: [[plain]], page: WidgetRecord.everyPage,
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[mark]])])
    for due in schedule { builder.addScheduledPage(due.page, minute: due.minute, zone: zone) }
    return (try builder.build(compiledAt: Instant(seconds: 0)), builder.board)
  }

  private func entries(
    of page: Page, _ builder: inout ArchiveBuilder, _ everything: PixelRect, _ zone: UInt32
  ) -> [ArchiveEntry] {
    if !page.leaves.isEmpty { return leaves(of: page, &builder, everything) }
    let color = Color(red: page.red, green: 60, blue: 20)
    let back = builder.addPaint(PaintRecord(kind: .solid, role: .background, color: color))
    let white = builder.addPaint(PaintRecord(kind: .solid, role: .primary))
    let x = Int32(page.red / 2)
    var list = [
      builder.addNode(Self.box(everything, back)),
      builder.addNode(Self.box(PixelRect(x0: x, y0: 2, x1: x + 10, y1: 8), white)),
    ]
    if page.hasSecondHand { list.append(Self.hand(&builder, white, zone)) }
    var regions: [RegionRecord] = []
    if let key = page.button {
      let kind = page.turnsTo == nil ? ActionKind.author : .page
      let action = builder.addAction(kind, name: "do", argument: page.turnsTo?.argument ?? 1)
      regions = [
        RegionRecord(kind: .button, press: .fill, bounds: TouchScene.button, slots: 1, action: action, key: key)
      ]
    }
    var entries = [ArchiveEntry(date: Instant(seconds: 0), displayLists: [list], regions: regions)]
    if let date = page.secondEntry {
      entries.append(ArchiveEntry(date: Instant(seconds: date), displayLists: [[list[0]]], regions: regions))
    }
    return entries
  }

  private func leaves(of page: Page, _ builder: inout ArchiveBuilder, _ everything: PixelRect) -> [ArchiveEntry] {
    let sides = [PixelRect(x0: 0, y0: 0, x1: 40, y1: 60), PixelRect(x0: 80, y0: 0, x1: 120, y1: 60)]
    let regions = zip(sides, [-1, 1] as [Int32]).map { bounds, argument in
      let action = builder.addAction(.entry, name: "entry", argument: argument)
      return RegionRecord(
        kind: .button, press: .none, bounds: bounds, slots: 1, action: action, key: UInt64(argument + 2))
    }
    return page.leaves.enumerated().map { number, red in
      let color = Color(red: red, green: 60, blue: 20)
      let back = builder.addPaint(PaintRecord(kind: .solid, role: .background, color: color))
      return ArchiveEntry(
        date: Instant(seconds: Int64(number) * 1_000), displayLists: [[builder.addNode(Self.box(everything, back))]],
        regions: regions)
    }
  }

  private static func hand(_ builder: inout ArchiveBuilder, _ paint: UInt32, _ zone: UInt32) -> UInt32 {
    let corners: [(Int32, Int32)] = [(-256, 0), (256, 0), (256, -4_000), (-256, -4_000)]
    let points = builder.addPoints(corners.map { SubpixelPoint(x: $0.0, y: $0.1) })
    return builder.addNode(
      NodeRecord(
        kind: .tickHand, paint: paint, bounds: PixelRect(x0: 70, y0: 10, x1: 110, y1: 50), a: 90 << 8, b: 30 << 8,
        c: Int32(points.first), d: Int32(points.count), e: HandUnit.second.rawValue, f: Int32(zone)))
  }

  private static func box(
    _ rect: PixelRect, _ paint: UInt32, _ condition: NodeCondition = .always
  ) -> NodeRecord {
    let fine = SubpixelRect(rect)
    return NodeRecord(
      kind: .rectangle, condition: condition, paint: paint, bounds: rect, a: fine.x0, b: fine.y0, c: fine.x1,
      d: fine.y1)
  }
}

/// A panel with pages, turned by hand at named times.
final class PagedRig {
  let rig: Rig
  private(set) var nowMs: Int64 = 0
  private(set) var commands: [ActionCommand] = []
  var isDark = false
  /// Whether a frame is on the panel at once.
  var isShown = true
  var override = ModeOverride.day
  var lux: Illuminance?
  private var startMs: Int64

  /// `start`: seconds since 1970 of the first frame.
  init(_ scene: PagedScene = PagedScene(), start: Int64 = 100) throws {
    let (file, board) = try scene.build()
    rig = Rig(board)
    startMs = start * 1_000
    try rig.load(file)
    frame()
  }

  var page: Int { rig.engine.shownPage }
  var mode: LightMode { rig.engine.mode }

  func load(_ scene: PagedScene) throws { try rig.load(try scene.build().file) }

  @discardableResult
  func frame(afterMs ms: Int64 = 0, isTrusted: Bool = true) -> (step: StepResult, frame: FrameReport) {
    nowMs += ms
    let moment = Moment(
      realtime: Instant(milliseconds: startMs + nowMs), monotonic: MonotonicInstant(milliseconds: nowMs),
      isTrusted: isTrusted)
    let shown = rig.show(moment, lux: lux, override: override)
    if isShown { rig.engine.noteGlass() }
    while let command = rig.engine.takeCommand() { commands.append(command) }
    return shown
  }

  /// Steps as for a frame, without painting it.
  func step(afterMs ms: Int64) {
    nowMs += ms
    let moment = Moment(realtime: Instant(milliseconds: startMs + nowMs), monotonic: at, isTrusted: true)
    _ = rig.engine.step(moment, lux: nil, override: override)
    rig.engine.noteGlass()
    while let command = rig.engine.takeCommand() { commands.append(command) }
  }

  /// The frame of a new engine that begins with a page, at the present moment.
  func fresh(_ scene: PagedScene, page: Int) throws -> [UInt32] {
    let (file, board) = try scene.build()
    let other = Rig(board)
    try other.load(file)
    other.engine.show(page: page)
    let moment = Moment(
      realtime: Instant(milliseconds: startMs + nowMs), monotonic: MonotonicInstant(milliseconds: nowMs),
      isTrusted: true)
    other.show(moment, override: override)
    return other.pixels
  }

  var at: MonotonicInstant { MonotonicInstant(milliseconds: nowMs) }

  func send(_ change: InputChange) {
    var packet = InputPacket()
    packet.append(change)
    rig.engine.take(packet, isDark: isDark)
  }

  func send(_ phase: TouchContact.Phase, _ point: PanelPoint, afterMs ms: Int64 = 0) {
    nowMs += ms
    send(.contact(TouchContact(device: 0, place: 0, phase: phase, position: point, at: at)))
  }

  func tap(_ x: Int32, _ y: Int32) {
    send(.began, TouchRig.point(x, y))
    frame(afterMs: 16)
    send(.ended, TouchRig.point(x, y), afterMs: 60)
    frame()
  }

  /// A swipe of so many pixels of 833 µm from a place; negative = to the left.
  func swipe(from x: Int32, _ y: Int32, by pixels: Int32) {
    send(.began, TouchRig.point(x, y))
    frame(afterMs: 16)
    for part in Int32(1)...4 { send(.moved, TouchRig.point(x + pixels * part / 4, y), afterMs: 20) }
    send(.ended, TouchRig.point(x + pixels, y), afterMs: 10)
    frame()
  }

  func key(_ code: UInt16) {
    send(.key(KeyChange(device: 1, code: code, isDown: true, at: at)))
    frame()
    nowMs += 50
    send(.key(KeyChange(device: 1, code: code, isDown: false, at: at)))
    frame()
  }

  func turn(_ detents: Int32) {
    send(.turn(KnobTurn(device: 1, detents: detents, at: at)))
    frame()
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { rig.pixels[y * Int(rig.board.widthPx) + x] }

  /// Whether the corner of the button's place is as light as a ring.
  var hasRing: Bool { pixel(Int(TouchScene.button.x0), Int(TouchScene.button.y0)) == 0xFF_FFFF }
}
