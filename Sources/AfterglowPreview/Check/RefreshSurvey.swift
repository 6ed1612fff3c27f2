import Afterglow
import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowEngine
import AfterglowVirtual

/// How often a board of e-paper is refreshed in the day that follows, with the content that it has now, and how long its
/// glass lasts at that rate.
struct RefreshSurvey {
  let record: RefreshRecord

  /// - Throws: `Failure` when the board cannot be drawn.
  init(_ board: CompiledBoard, from: Instant) throws {
    let stage = try SceneStage(board)
    var display = CountingPaper(board.record)
    var observer = CountingObserver()
    var clock = VirtualClock(from: from, to: Instant(milliseconds: from.milliseconds + 86_400_000))
    stage.runLoop(on: &display, clock: &clock, observer: &observer)
    record = display.ledger.record
  }

  /// Completes the line of `check`.
  var text: String {
    let life = RefreshLife(refreshes: record.total, days: 1)
    return "\(record.full + record.fast) full and \(record.partial) partial refreshes a day; \(life.text)"
  }
}

/// The refreshes that makers rate glass for, at the rate of some days.
package struct RefreshLife {
  /// Waveshare's pages of its panels.
  static let rated: Int64 = 1_000_000

  package let refreshes: Int64
  package let days: Double

  package init(refreshes: Int64, days: Double) {
    self.refreshes = refreshes
    self.days = days
  }

  /// Years until the rated number; nil = less than a day gives no rate.
  package var years: Double? {
    refreshes > 0 && days >= 1 ? Double(Self.rated) / (Double(refreshes) / days) / 365.25 : nil
  }

  package var text: String {
    guard let years else { return "no rate yet" }
    let figure = years < 10 ? "\((years * 10).rounded() / 10)" : "\(Int64(years.rounded()))"
    return "a million, for which its glass is rated, in \(figure) years"
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
  private(set) var ledger: RefreshLedger

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
    RefreshState(now: now, past: ledger.past, isGlassKnown: isKnown, isStandingBy: isAwake)
  }

  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    switch policy.decide(isKnown ? planes.change : planes.changeOfUnknown, state(now)) {
    case .nothing: break
    case .wait(let until): throw .tooEarly(earliest: until)
    case .refresh(let kind, let ending):
      if kind == .partial { ledger.notePartial(planes, at: now) }
      ledger.noteEnd(kind, at: MonotonicInstant(milliseconds: now.milliseconds + 2_000))
      shown.bytes.copyMemory(from: UnsafeRawBufferPointer(memory.bytes))
      isKnown = true
      isAwake = ending == .standby
    }
  }

  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    Swift.max(now, policy.earliestRefresh(state(now)))
  }

  func nextUpkeep(after now: MonotonicInstant) -> MonotonicInstant? { policy.nextUpkeep(state(now)) }

  mutating func keepUp(at now: MonotonicInstant) throws(DisplayError) {
    if policy.isOverdue(state(now)) { return try present(Damage(), at: now) }
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
