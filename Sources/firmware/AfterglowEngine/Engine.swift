import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster
import AfterglowTimeline

/// One panel's picture: what an archive shows at a moment, updated with work in proportion to what changed.
///
/// A frame is made by `step`, `paint` and `encode`, in this order. All memory comes from the arena at init. The picture
/// depends only on archive, moment and mode, never on what was shown before.
public struct Engine: ~Copyable {
  let board: BoardRecord
  let scene: PixelRect
  let orbit: Orbit
  /// The picture's offset from its middle, in px.
  var orbitOffset = PixelPoint(x: 0, y: 0)
  /// Where the orbit was when the monotonic clock began, in ms, so that it continues after a restart.
  public var orbitPhaseMs: Int64 = 0
  /// The picture in scene orientation, before encoding.
  public let plane: PixelPlane
  var painter: Painter
  let banks: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer)
  var isSecondBankIdle = false
  /// What is shown; nil until the first `adopt`.
  public internal(set) var archive: Archive?

  var stage: ColorStage
  var light: LightState
  /// The mode of the schedule's present period, and when that may change.
  var scheduled: ScheduledMode?
  var nextScheduleMs = Int64.max
  var detail: DetailState
  /// Whether the picture's light has to be measured once it is painted.
  var isPictureNew = false
  /// The `newsCount` of the light that was reported last.
  var reportedLightNews: UInt32 = 0
  /// Colour of each solid paint in the current mode, before always-on dims the picture.
  let resolvedPaints: UnsafeMutableBufferPointer<UInt32>
  /// Scratch of the list comparison, zero between comparisons.
  let stamps: UnsafeMutableBufferPointer<UInt32>
  let widgets: UnsafeMutableBufferPointer<WidgetState>
  let ticks: UnsafeMutableBufferPointer<TickState>
  var tickCount = 0
  /// One row of a picture in the current mode.
  let pictureRow: UnsafeMutableBufferPointer<UInt32>
  /// The panel's white as the hardware dims it; already part of `stage`.
  private(set) var white: PanelWhite
  /// By how many steps the room's light dims always-on; already part of `stage`.
  var alwaysOnStep: UInt8 = 0
  /// Share of the panel that the shown content lights in always-on, × 1000; already part of `stage`.
  var litPermille: Int32 = 0
  /// Room for a part of the panel, to compare it with what is painted over it.
  var comparison: UnsafeMutableBufferPointer<UInt32>
  /// A gradient in the current mode.
  let gradient: UnsafeMutableBufferPointer<UInt32>
  /// Always-on's curve for the shown picture, and the tables that it needs.
  var curve = AlwaysOnCurve(white: 1, of: 1)
  let lightCodes: LightCodes
  var pages = PageState()
  var leaf = LeafState()
  var travel = TravelState()
  /// nil on a board without input devices.
  let touch: UnsafeMutablePointer<TouchState>?

  /// How the picture is drawn now.
  public internal(set) var mode = LightMode.day
  /// What decided `mode`.
  public internal(set) var modeReason = LightReason.nothing
  /// Whether the panel shows the simplified form for a distant viewer.
  public internal(set) var isSimplified = false
  /// Whether times may be shown without a mark (law 4), and with which otherwise.
  var shownClock = ShownClock.right
  /// The moment that the picture shows.
  public internal(set) var moment = Moment(
    realtime: Instant(milliseconds: 0), monotonic: MonotonicInstant(milliseconds: 0), isTrusted: true)
  var hasStarted = false
  var isArchiveNew = false
  /// Hardware dims the panel to another white: colours must be recomputed.
  var isWhiteNew = false
  /// How long a change may wait for a display that needs more than a minute between two refreshes, in ms: always, and in
  /// the dark. 0 = a minute at most.
  var waitMs: Int64 = 0
  var darkWaitMs: Int64 = 0
  /// The night that the room is in.
  var dark = DarkPace()

  var causes: UInt32 = 0
  /// Scene pixels to be painted and encoded.
  public internal(set) var damage = Damage()
  var frames = FrameMemory()
  var scanOut = ScanOutMemory()

  var nextTickMs = Int64.max
  var nextEntryMs = Int64.max
  var nextStaleMs = Int64.max

  /// All bytes that `init` takes from its arena: plane, painter's scratch, tables and both archive banks. 0 for an
  /// impossible board.
  public static func workingByteCount(for board: BoardRecord) -> Int { EngineSizes(board)?.byteCount ?? 0 }

  /// nil when `arena` has less than `workingByteCount(for:)` left, or the board's scene is empty or beyond 32,767 px.
  public init?(board: BoardRecord, arena: inout Arena) {
    guard let sizes = EngineSizes(board),
      let pixels = arena.reserve(UInt32.self, count: sizes.stridePx * sizes.rows),
      let scratch = arena.reserve(UInt8.self, count: sizes.scratch),
      let firstBank = arena.reserve(UInt8.self, count: sizes.bank),
      let secondBank = arena.reserve(UInt8.self, count: sizes.bank),
      let resolvedPaints = arena.reserve(UInt32.self, count: sizes.paints),
      let stamps = arena.reserve(UInt32.self, count: sizes.nodes),
      let widgets = arena.reserve(WidgetState.self, count: EngineSizes.widgets),
      let ticks = arena.reserve(TickState.self, count: EngineSizes.ticks),
      let pictureRow = arena.reserve(UInt32.self, count: sizes.stridePx),
      let comparison = arena.reserve(UInt32.self, count: sizes.comparison),
      let gradient = arena.reserve(UInt32.self, count: 64),
      let lightCodes = arena.reserve(UInt8.self, count: LightCodes.byteCount),
      let touches = arena.reserve(TouchState.self, count: sizes.touches)
    else { return nil }
    self.board = board
    let size = PixelSize(width: board.widthPx, height: board.heightPx)
    scene = PixelRect(size)
    orbit = Orbit(board.wear)
    plane = PixelPlane(base: pixels.baseAddress! + sizes.planeOffset, stridePx: sizes.stridePx, size: size)
    // The border around the picture stays black.
    if sizes.planeOffset > 0 { pixels.update(repeating: Color.black.argb) }
    painter = Painter(target: plane, scratch: UnsafeMutableRawBufferPointer(scratch))
    banks = (UnsafeMutableRawBufferPointer(firstBank), UnsafeMutableRawBufferPointer(secondBank))
    white = PanelWhite(undimmed: board.light)
    stage = ColorStage(settings: board.light, legibility: board.legibility, isEmissive: board.isEmissive != 0)
    light = LightState(
      settings: board.light, rules: board.rules, isLit: Engine.canDim(board), dimming: board.dimming)
    detail = DetailState(board.sensor.distance)
    self.resolvedPaints = resolvedPaints
    self.stamps = stamps
    self.widgets = widgets
    self.ticks = ticks
    self.pictureRow = pictureRow
    self.comparison = comparison
    self.gradient = gradient
    self.lightCodes = LightCodes(filling: lightCodes)
    touches.initialize(repeating: TouchState())
    touch = touches.isEmpty ? nil : touches.baseAddress
  }

  /// The plane's memory; the first frame writes all of it.
  public var pictureMemory: UnsafeMutableRawBufferPointer { plane.bytes }

  /// Recomputes colours after white, legibility or lit share changed.
  mutating func renewStage() {
    var white = white
    if alwaysOnStep > 0 { white.alwaysOnWantedMillinits = light.alwaysOnMillinits(step: alwaysOnStep) }
    stage = stage.renewed(
      settings: board.light, legibility: board.legibility, white: white, litPermille: litPermille)
  }

  /// The next `step` decides light and distance as the first one does: a still picture depends on no earlier reading.
  public mutating func forgetReadings() {
    light = LightState(
      settings: board.light, rules: board.rules, isLit: Engine.canDim(board), dimming: board.dimming)
    detail = DetailState(board.sensor.distance)
    dark = DarkPace()
  }

  /// Where the next archive is to be written; never what is shown.
  public var idleBank: UnsafeMutableRawBufferPointer { isSecondBankIdle ? banks.1 : banks.0 }

  /// The part of the idle bank that an archive of this size takes.
  public func idleMemory(forArchiveOf byteCount: Int64) -> UnsafeMutableRawBufferPointer {
    let count = Int(Swift.max(0, Swift.min(Int64(idleBank.count), byteCount)))
    return UnsafeMutableRawBufferPointer(rebasing: idleBank[0..<count])
  }

  /// Takes over the archive that lies in the idle bank, with the next `step`. On error nothing changes.
  ///
  /// - Throws: why the bytes are not a valid archive for this engine's board.
  public mutating func adopt(byteCount: Int) throws(ArchiveError) {
    try adopt(Archive.validate(idleBytes(byteCount)))
    isSecondBankIdle.toggle()
  }

  /// The same for an archive that was validated before (`Archive.reopen`).
  ///
  /// - Throws: `ArchiveError` when it is not for this engine's board.
  public mutating func resume(byteCount: Int) throws(ArchiveError) {
    try adopt(Archive.reopen(idleBytes(byteCount)))
    isSecondBankIdle.toggle()
  }

  /// The same for a validated archive in the caller's memory, which must stay unchanged while this engine shows it: an
  /// author that renders a picture needs no copy.
  ///
  /// - Throws: `ArchiveError` when it is not for this engine's board.
  public mutating func adopt(_ found: Archive) throws(ArchiveError) {
    try check(found)
    archive = found
    isArchiveNew = true
    bindKeys(found)
    returnToNow()
    // They are zero already: this makes their pages resident now and not at the first change of an entry.
    for node in 0..<found.nodes.count { stamps[node] = 0 }
  }

  private func idleBytes(_ byteCount: Int) throws(ArchiveError) -> UnsafeRawBufferPointer {
    let bank = idleBank
    if byteCount < 0 || byteCount > bank.count { throw ArchiveError(.overBudget) }
    return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bank)[0..<byteCount])
  }

  /// Whether an archive was compiled for the hardware and the budget that this engine was made for.
  private func check(_ found: Archive) throws(ArchiveError) {
    let other = found.board
    let isSame =
      other.widthPx == board.widthPx && other.heightPx == board.heightPx
      && other.widthMicrometres == board.widthMicrometres && other.heightMicrometres == board.heightMicrometres
      && other.displayKind == board.displayKind && other.pixelFormat == board.pixelFormat
      && other.rotation == board.rotation && other.isEmissive == board.isEmissive
      && other.clockTrust == board.clockTrust
      && other.archiveBankByteCount == board.archiveBankByteCount && other.hasSameSettings(as: board)
      && other.hasSameLines(as: board)
    // The shown archive determined which devices were opened; before the first one there is none.
    let namesSameDevices = archive.map { $0.namesSameDevices(as: found) } ?? true
    if !isSame || !namesSameDevices { throw ArchiveError(.wrongBoard, in: .board) }
  }

  /// Takes the display's properties into account; called by `runLoop`. Before the first `paint`, and always for
  /// scan-out memory.
  ///
  /// A display that needs more than a minute between two refreshes shows a wrong minute most of the time; where a time
  /// is shown that changes faster than the display, nodes with the condition `clockBehind` mark it (law 4).
  public mutating func adapt(to properties: DisplayProperties) {
    let interval = Swift.max(properties.minimumRefreshIntervalMs, Int64(board.minimumRefreshIntervalMs))
    let darkInterval = Swift.max(interval, properties.darkRefreshIntervalMs)
    waitMs = interval > 60_000 ? interval : 0
    darkWaitMs = darkInterval > 60_000 ? darkInterval : 0
    scanOut.isUsed = properties.scanOutLayout != nil
    scanOut.isEmissive = properties.isEmissive
  }

  /// Takes a change of the hardware's dimming into account, with the next `step`.
  public mutating func setWhite(_ white: PanelWhite) {
    if white == self.white { return }
    self.white = white
    light.setFollowsRoom(white == PanelWhite(undimmed: board.light))
    renewStage()
    isWhiteNew = hasStarted
  }

  /// The variant that widgets are shown in now.
  public var variantKey: VariantKey {
    VariantKey(
      renderingMode: mode.isNight ? .vibrant : .fullColor, isLuminanceReduced: mode.isLuminanceReduced,
      isSimplified: isSimplified)
  }

  /// What the board's archive paint becomes in the current mode; a gradient's or picture's own colour is not used.
  public func resolvedColor(ofPaint paint: Int) -> Color {
    let color = Color(argb: resolvedPaints[paint])
    return mode == .alwaysOn ? curve.dimmed(color, SRGB()) : color
  }

  /// Whether the node's condition holds now. The node need not be in a shown list.
  public func isVisible(node: Int) -> Bool {
    guard let archive, node >= 0 && node < archive.nodes.count else { return false }
    // A condition that depends on a widget's age is looked up in the widget that shows the node.
    for index in 0..<archive.widgetCount where contains(widgets[index], node, archive) {
      return holds(archive.nodes[node], in: widgets[index])
    }
    return false
  }

  private func contains(_ state: WidgetState, _ node: Int, _ archive: Archive) -> Bool {
    let first = Int(state.first)
    for index in first..<(first + Int(state.count)) where Int(archive.nodeList[index]) == node { return true }
    return false
  }

  @inline(__always)
  func holds(_ node: NodeRecord, in state: WidgetState) -> Bool {
    node.condition == NodeCondition.always.rawValue || holdsCondition(of: node, state)
  }

  private func holdsCondition(of node: NodeRecord, _ state: WidgetState) -> Bool {
    switch node.condition {
    case NodeCondition.clockUntrusted.rawValue: shownClock == .untrusted
    case NodeCondition.clockBehind.rawValue: shownClock == .behind
    case NodeCondition.clockTrusted.rawValue: shownClock == .right
    case NodeCondition.contentStale.rawValue: state.isStale
    case NodeCondition.contentFresh.rawValue: !state.isStale
    case NodeCondition.regionOn.rawValue: isOn(node.region, of: state)
    case NodeCondition.regionOff.rawValue: !isOn(node.region, of: state)
    case NodeCondition.ahead.rawValue: travel.aheadMs > 0
    case NodeCondition.aheadToday.rawValue: daysAhead(of: node) == 0
    case NodeCondition.aheadTomorrow.rawValue: daysAhead(of: node) == 1
    case NodeCondition.aheadLater.rawValue: (daysAhead(of: node) ?? 0) > 1
    default: true
    }
  }
}
