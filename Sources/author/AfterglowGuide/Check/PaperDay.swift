import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowEngine
import AfterglowPanelModels
import AfterglowPreview
import AfterglowVirtual

/// What the glass of an e-paper board goes through in the day that follows an instant, with the content that the board has
/// then: each refresh, and how often each part of the glass was driven.
package struct PaperDay {
  package struct Refresh {
    package let at: Instant
    /// full, fast, partial or grey.
    package let kind: String
    /// What it drives, in pixels of the scene.
    package let area: PixelRect
  }

  /// A part of the glass, in pixels of the scene.
  package struct Tile {
    package let area: PixelRect
    package let refreshCount: Int
  }

  package let refreshes: [Refresh]
  package let tiles: [Tile]
  /// What the panel's ledger keeps.
  package let record: RefreshRecord

  /// - Throws: `Failure` when the board cannot be drawn.
  package init(_ board: CompiledBoard, from: Instant, lux: Illuminance? = nil) throws {
    let stage = try SceneStage(board)
    let panel = StagePanel(board.record)
    var display = CountingPaper(board.record)
    var observer = CountingObserver()
    var clock = VirtualClock(from: from, to: Instant(milliseconds: from.milliseconds + 86_400_000))
    stage.runLoop(on: &display, clock: &clock, observer: &observer, lux: lux)
    record = display.ledger.record
    // Monotonic time is that since the loop's start.
    refreshes = display.refreshes.map {
      Refresh(
        at: Instant(milliseconds: from.milliseconds + $0.at.milliseconds), kind: "\($0.kind)",
        area: panel.onScene($0.area))
    }
    let (columns, tile) = (display.ledger.columns, display.ledger.tileSize)
    let glass = PixelRect(panel.size)
    tiles = (0..<display.ledger.tileCount).map { index in
      let (x, y) = (Int32(index) % columns * tile.width, Int32(index) / columns * tile.height)
      let area = PixelRect(x0: x, y0: y, x1: x + tile.width, y1: y + tile.height).intersection(glass)
      return Tile(area: panel.onScene(area), refreshCount: Int(display.ledger[index].refreshes))
    }
  }

  package var life: RefreshLife { RefreshLife(refreshes: record.total, days: 1) }
}

extension PaperDay {
  /// How the glass of a board's panel looks while it is refreshed.
  package struct Flash {
    /// In ms at 25 °C.
    package let fullMs: Int64
    package let fastMs: Int64
    package let partialMs: Int64
    package let greyMs: Int64
    /// What is seen in as many equal parts of a refresh that drives every pixel: the earlier picture `inverted`, or a
    /// colour as `#RRGGBB`.
    package let phases: [String]

    /// Of the panel's model; a board without one has black and white glass of two seconds.
    package init(_ board: CompiledBoard) {
      let description = PanelDescription.of(board.record.panel)
      let isModelled = DisplayKind(rawValue: board.record.displayKind)?.isPaper == true
      let times = isModelled ? description?.times : nil
      fullMs = times?.full ?? 2_000
      fastMs = times.map { $0.fast > 0 ? $0.fast : $0.full } ?? 1_500
      partialMs = times.map { $0.partial > 0 ? $0.partial : $0.full } ?? 400
      greyMs = times.map { $0.grey > 0 ? $0.grey : $0.full } ?? 2_000
      phases = isModelled ? description?.flashPhases ?? [] : PanelDescription.plainFlashPhases
    }
  }
}

/// E-paper without its controller: the policy and the ledger of the panel, on refreshes of two seconds.
private struct CountingPaper: ~Copyable, Display {
  private let memory: ZeroedMemory
  private let shown: ZeroedMemory
  private let tiles: ZeroedMemory
  private let size: PixelSize
  private let format: PixelFormat
  private let strideBytes: Int
  private let policy: RefreshPolicy
  private var isAwake = false
  private var isKnown = false
  private var darkness: Darkness?
  private(set) var ledger: RefreshLedger
  /// What was shown, in pixels of the panel.
  private(set) var refreshes: [(at: MonotonicInstant, kind: RefreshKind, area: PixelRect)] = []

  init(_ board: BoardRecord) {
    let swaps = (Rotation(rawValue: board.rotation) ?? .none).swapsAxes
    size =
      swaps
      ? PixelSize(width: board.heightPx, height: board.widthPx)
      : PixelSize(width: board.widthPx, height: board.heightPx)
    format = PixelFormat(rawValue: board.pixelFormat) ?? .mono1
    var rules = format.isPartial ? PanelRules.maker : .makerOfDrives
    if board.minimumRefreshIntervalMs > 0 { rules = rules.with(intervalMs: Int64(board.minimumRefreshIntervalMs)) }
    if board.flashesInDark != 0 { rules = rules.flashingInDark }
    rules = rules.expecting(PaperNight(isSensed: board.sensesDarkness, isScheduled: board.schedulesDarkness))
    policy = RefreshPolicy(rules, hasFast: format.isPartial)
    strideBytes = (Int(size.width) * Int(format.bitsPerPixel) + 7) / 8
    memory = ZeroedMemory(byteCount: strideBytes * Int(size.height))
    shown = ZeroedMemory(byteCount: strideBytes * Int(size.height))
    tiles = ZeroedMemory(byteCount: RefreshLedger.byteCount)
    ledger = RefreshLedger(size, memory: tiles.bytes)
  }

  var properties: DisplayProperties {
    DisplayProperties(
      size: size, format: format, isEmissive: false, bufferAge: 1, minimumRefreshIntervalMs: policy.rules.longestWaitMs,
      darkRefreshIntervalMs: policy.rules.darkIntervalMs)
  }

  mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    body(BackBuffer(base: memory.bytes.baseAddress!, strideBytes: strideBytes))
  }

  private var planes: PlanePair {
    PlanePair(
      old: UnsafePointer(shown.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)),
      new: UnsafePointer(memory.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)), size: size,
      bitsPerPixel: format.bitsPerPixel)
  }

  private func state(_ now: MonotonicInstant) -> RefreshState {
    RefreshState(now: now, past: ledger.past, isGlassKnown: isKnown, isStandingBy: isAwake, darkness: darkness)
  }

  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    let change = isKnown ? planes.change : planes.changeOfUnknown
    switch policy.decide(change, state(now)) {
    case .nothing: break
    case .wait(let until): throw .tooEarly(earliest: until)
    case .refresh(let kind, let ending):
      if kind == .partial { ledger.notePartial(planes, at: now) }
      refreshes.append((now, kind, kind == .partial ? change.box : PixelRect(size)))
      ledger.noteEnd(kind, at: MonotonicInstant(milliseconds: now.milliseconds + 2_000))
      shown.bytes.copyMemory(from: UnsafeRawBufferPointer(memory.bytes))
      isKnown = true
      isAwake = ending == .standby
    }
  }

  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    Swift.max(now, policy.earliestRefresh(state(now)))
  }

  mutating func noteDarkness(_ darkness: Darkness?, at now: MonotonicInstant) { self.darkness = darkness }

  func nextUpkeep(after now: MonotonicInstant) -> MonotonicInstant? { policy.nextUpkeep(state(now)) }

  mutating func keepUp(at now: MonotonicInstant) throws(DisplayError) {
    if policy.isOverdue(state(now)) || policy.isToBeCleaned(state(now)) { return try present(Damage(), at: now) }
    isAwake = false
  }

  mutating func close() {}
}

private struct CountingObserver: ~Copyable, UpdateObserver {
  mutating func presented(_ report: borrowing UpdateReport) {}
  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
}

extension PixelFormat {
  /// Whether panels of this format refresh in part.
  fileprivate var isPartial: Bool { self == .mono1 || self == .gray2 }
}
