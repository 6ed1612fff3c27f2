import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowLight
import AfterglowTimeline

@testable import AfterglowEngine

/// A panel of 80 × 40 px and 100 × 50 mm with a clock, a bar that moves with each hour, a button, an age and the marks of a
/// coming moment.
struct TravelScene {
  static let mark = PixelRect(x0: 70, y0: 0, x1: 78, y1: 4)
  static let days = [NodeCondition.aheadToday, .aheadTomorrow, .aheadLater]
  static let button = PixelRect(x0: 60, y0: 6, x1: 78, y1: 16)
  /// The key that performs the button's action.
  static let lampKey: UInt16 = 148

  /// Seconds since 1970 of the first entry.
  var start: Int64 = 1_795_262_400
  var hours = 40
  /// From when the bar is not known, in seconds since 1970.
  var reach: Int64?
  var staleAfter: Int64?
  var input = "auto"
  var pageCount = 1
  var board = TravelScene.board
  /// The archive of the same picture at the moment itself: the day that its mark names, counted from today, and whether the
  /// bar is dimmed; nil = an archive in which the conditions decide.
  var truth: (day: Int?, isDimmed: Bool)?

  static var board: BoardRecord {
    var board = SmallScene.board
    board.widthPx = 80
    board.heightPx = 40
    board.showsAhead = 1
    return board
  }

  func build() throws -> (file: [UInt8], board: BoardRecord) {
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([.name: "travel", .input: input])
    if pageCount > 1 { builder.board.pages = PageSettings(count: pageCount, returnSeconds: 0) }
    let white = builder.addPaint(PaintRecord(kind: .solid, role: .primary))
    let blue = builder.addPaint(
      PaintRecord(kind: .solid, role: .background, color: Color(red: 20, green: 40, blue: 90)))
    let everything = PixelRect(x0: 0, y0: 0, x1: board.widthPx, y1: board.heightPx)
    let plain = VariantKey(renderingMode: .fullColor)
    for page in 0..<UInt8(pageCount) {
      let list = [builder.addNode(Self.box(everything, blue)), SmallScene().clock(&builder, white)]
      _ = builder.addWidget(
        kind: "scene", bounds: everything, variants: [[plain]], page: page,
        entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [list])])
      _ = builder.addWidget(
        kind: "bars", bounds: everything, variants: [[plain]], page: page,
        staleAfter: staleAfter.map { Instant(seconds: $0) }, entries: bars(&builder, white))
    }
    _ = builder.addWidget(
      kind: "marks", bounds: everything, variants: [[plain]], page: pageCount > 1 ? WidgetRecord.everyPage : 0,
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [marks(&builder, white)])])
    builder.addKey(Self.lampKey, .action, action: builder.addAction(.author, name: "lamp", argument: 1))
    if board.rules.schedule.count > 0 { builder.setScheduleZone(builder.addZone(SmallScene.berlin)) }
    return (try builder.build(compiledAt: Instant(seconds: 0)), builder.board)
  }

  private func bars(_ builder: inout ArchiveBuilder, _ white: UInt32) -> [ArchiveEntry] {
    let action = builder.addAction(.author, name: "lamp", argument: 1)
    let region = RegionRecord(kind: .button, press: .fill, bounds: Self.button, slots: 1, action: action, key: 7)
    let age = builder.addNode(Self.box(PixelRect(x0: 60, y0: 0, x1: 66, y1: 4), white, .contentStale))
    return (0..<hours).map { hour in
      let x = Int32(2 * hour % 76)
      var bar = Self.box(PixelRect(x0: x, y0: 5, x1: x + 2, y1: 9), white)
      if truth?.isDimmed == true { bar.opacity = PressLook.faded(255) }
      let date = hour == 0 ? 0 : start + Int64(hour) * 3_600
      var entry = ArchiveEntry(
        date: Instant(seconds: date), displayLists: [[builder.addNode(bar), age]], regions: [region])
      entry.isBeyondReach = truth == nil && reach.map { date >= $0 } == true
      return entry
    }
  }

  private func marks(_ builder: inout ArchiveBuilder, _ white: UInt32) -> [UInt32] {
    if let truth, truth.day == nil { return [] }
    let chosen = truth.flatMap { $0.day }
    let days = Self.days.indices.filter { chosen == nil || $0 == chosen }
    let isPlain = truth != nil
    return [builder.addNode(Self.box(Self.mark, white, isPlain ? .always : .ahead))]
      + days.map {
        SmallScene().clock(&builder, white, isPlain ? .always : Self.days[$0], x: Int32(8 + 5 * $0))
      }
  }

  private static func box(_ rect: PixelRect, _ paint: UInt32, _ condition: NodeCondition = .always) -> NodeRecord {
    let fine = SubpixelRect(rect)
    return NodeRecord(
      kind: .rectangle, condition: condition, paint: paint, bounds: rect, a: fine.x0, b: fine.y0, c: fine.x1,
      d: fine.y1)
  }
}

/// A panel that a hand moves through time, at named times.
final class TravelRig {
  let scene: TravelScene
  let rig: Rig
  private(set) var nowMs: Int64 = 1_000
  private(set) var commands: [ActionCommand] = []
  var override = ModeOverride.day
  var isTrusted = true

  init(_ scene: TravelScene = TravelScene()) throws {
    self.scene = scene
    let (file, board) = try scene.build()
    rig = Rig(board)
    try rig.load(file)
    frame()
  }

  /// How far ahead of now the panel is, in minutes.
  var minutes: Int { Int(rig.engine.shownAheadMs / 60_000) }
  var at: MonotonicInstant { MonotonicInstant(milliseconds: nowMs) }

  private func moment(aheadMs: Int64 = 0) -> Moment {
    Moment(
      realtime: Instant(milliseconds: scene.start * 1_000 + nowMs + aheadMs), monotonic: at, isTrusted: isTrusted)
  }

  @discardableResult
  func frame(afterMs ms: Int64 = 0) -> StepResult {
    nowMs += ms
    let step = rig.show(moment(), override: override).step
    rig.engine.noteGlass()
    while let command = rig.engine.takeCommand() { commands.append(command) }
    return step
  }

  /// The frame of a new engine that shows the same scene at a moment that is so far ahead of now.
  func truth(aheadMs: Int64 = 0, day: Int? = nil, isDimmed: Bool = false) throws -> [UInt32] {
    var other = scene
    other.truth = (day, isDimmed)
    let (file, board) = try other.build()
    let fresh = Rig(board)
    try fresh.load(file)
    fresh.engine.show(page: rig.engine.shownPage)
    fresh.show(moment(aheadMs: aheadMs), override: override)
    return fresh.pixels
  }

  func send(_ change: InputChange) {
    var packet = InputPacket()
    packet.append(change)
    rig.engine.take(packet, isDark: false)
  }

  /// A finger at a part of the panel's width, in µm of height from the foot's lower edge.
  func finger(_ phase: TouchContact.Phase, x: Int32, up: Int32 = 2_000, afterMs ms: Int64 = 20) {
    nowMs += ms
    let point = PanelPoint(x: x, y: 50_000 - up)
    send(.contact(TouchContact(device: 0, place: 0, phase: phase, position: point, at: at)))
  }

  /// A drag on the foot, without its release.
  func drag(from start: Int32, to end: Int32, up: Int32 = 2_000) {
    finger(.began, x: start, up: up)
    frame()
    for part in Int32(1)...4 { finger(.moved, x: start + (end - start) / 4 * part, up: up) }
    finger(.moved, x: end, up: up)
    frame()
  }

  func key(isDown: Bool, code: UInt16 = KeyCode.enter, afterMs ms: Int64 = 100) {
    nowMs += ms
    send(.key(KeyChange(device: 1, code: code, isDown: isDown, at: at)))
    frame()
  }

  func turn(_ detents: Int32, afterMs ms: Int64 = 200) {
    nowMs += ms
    send(.turn(KnobTurn(device: 1, detents: detents, at: at)))
    frame()
  }

  /// A press of the knob, one detent after the other, and its release.
  func turnHeld(_ detents: Int32) {
    key(isDown: true)
    for _ in 0..<detents.magnitude { turn(detents.signum()) }
    key(isDown: false)
  }

  func isLit(_ rect: PixelRect) -> Bool {
    rig.pixels[(Int(rect.y0) + 1) * Int(rig.board.widthPx) + Int(rect.x0) + 1] != 0x14_285A
  }
}
