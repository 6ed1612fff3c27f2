import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowEngine
import AfterglowLinux
import AfterglowVirtual

/// A renderer's display: one of the backends, opened by the guard.
enum Panel {
  /// A file that any program can map.
  case virtualFramebuffer(PanelWindow)
  /// A connector of a graphics card.
  case drm(DRMPanel)
  case framebuffer(FramebufferPanel)
  case paper(PaperSetup)

  /// The virtual counterpart of the board's display: a paper panel's is its controller's memory.
  init(_ plan: borrowing BoardPlan, window: UnsafeMutableRawBufferPointer, isLive: Bool, slowness: UInt8?) {
    var window = PanelWindow(plan, memory: window)
    window.slowness = slowness ?? 1
    if let controller = plan.controller {
      self = .paper(
        PaperSetup(
          controller: controller,
          link: .planes(window, isLive ? PanelTime(monotonicMs: { SystemTime.boottimeMs }) : nil),
          minimumRefreshIntervalMs: plan.refreshIntervalMs, flashesInDark: plan.board.flashesInDark != 0,
          night: plan.night))
    } else {
      self = .virtualFramebuffer(window)
    }
  }

  /// Bytes of the renderer's memory that the display's driver needs.
  var driverByteCount: Int {
    switch self {
    case .virtualFramebuffer, .drm, .framebuffer: 0
    case .paper(let setup): setup.byteCount
    }
  }

  /// The longest time from a request to stop until a frame is finished and the panel is as its maker requires, in ms.
  var longestEndMs: Int64 {
    switch self {
    case .virtualFramebuffer, .drm, .framebuffer: 0
    case .paper(let setup): Int64(setup.controller.longestEndMs)
    }
  }
}

extension Panel {
  /// Until when a process that was killed before the guard opened the panel may have left it refreshing, in boot time in
  /// ms; 0 = it cannot have.
  var settlesUntilMs: Int64 {
    guard case .paper(let setup) = self else { return 0 }
    switch setup.link {
    case .wiring(let wiring): return wiring.foundSuppliedAtMs > 0 ? wiring.foundSuppliedAtMs + longestEndMs : 0
    // Nothing says whether the panel is supplied: BUSY does.
    case .wire(_, let openedAtMs): return openedAtMs + longestEndMs
    case .planes: return 0
    }
  }
}

/// A virtual framebuffer's memory, and its size and format.
struct PanelWindow {
  var size: PixelSize
  var format: PixelFormat
  var rotation: Rotation
  var widthUm: UInt32
  var heightUm: UInt32
  /// How many times longer a simulated controller takes.
  var slowness: UInt8 = 1
  var memory: UnsafeMutableRawBufferPointer

  /// For a panel of which only the size is known.
  init(size: PixelSize, memory: UnsafeMutableRawBufferPointer) {
    self.size = size
    format = .xrgb8888
    rotation = .none
    widthUm = 0
    heightUm = 0
    self.memory = memory
  }

  init(_ plan: borrowing BoardPlan, memory: UnsafeMutableRawBufferPointer) {
    size = plan.windowSize
    rotation = plan.rotation
    format = plan.pixelFormat
    let isTurned = size.width != plan.board.widthPx
    let width = UInt32(clamping: plan.board.widthMicrometres)
    let height = UInt32(clamping: plan.board.heightMicrometres)
    widthUm = isTurned ? height : width
    heightUm = isTurned ? width : height
    self.memory = memory
  }

  /// Bytes of the display file.
  static func byteCount(_ plan: borrowing BoardPlan) -> Int {
    VirtualFramebuffer.byteCount(for: plan.windowSize, format: plan.pixelFormat)
  }

  var framebuffer: VirtualFramebuffer {
    VirtualFramebuffer(
      memory: memory, size: size, format: format, physicalWidthUm: widthUm, physicalHeightUm: heightUm)
  }
}

/// What an e-paper panel has gone through before this process.
struct PanelPast {
  var record = RefreshRecord()
  /// When every pixel was driven last.
  var lastDriveEnd: MonotonicInstant?
  /// A predecessor that died may have left the panel refreshing until then.
  var settlesUntil: MonotonicInstant?

  /// Nothing is known.
  init() {}

  init(_ launch: borrowing RendererLaunch) {
    record = launch.refreshes
    lastDriveEnd = PanelPast.instant(launch.lastDriveEndMs)
    settlesUntil = PanelPast.instant(launch.settlesUntilMs)
  }

  private static func instant(_ milliseconds: Int64) -> MonotonicInstant? {
    milliseconds > 0 ? MonotonicInstant(milliseconds: milliseconds) : nil
  }
}

/// How a renderer's loop on a panel ended.
enum PanelEnd {
  case loop(LoopEnd)
  /// The arena has no room for the display's driver.
  case noRoom
  /// `confine` failed.
  case notStarted(StartFailure)
}

/// The only place where the display's type is chosen: the loop is specialised for each. Everything is reserved and
/// mapped when `confine` is called; from then on the process can only receive an archive and run the loop.
///
/// - Parameter past: what the panel has gone through before this process.
/// - Returns: how the loop ended; `PanelEnd.notStarted` with the error of `confine`.
func runLoop<C: Clock & ~Copyable, O: UpdateObserver & ~Copyable>(
  on panel: Panel, arena: inout Arena, engine: inout Engine, clock: inout C, observer: inout O, lux: Illuminance?,
  override: ModeOverride, past: PanelPast = PanelPast(),
  confine: (inout Engine) throws(StartFailure) -> Void
) -> PanelEnd {
  do throws(StartFailure) {
    switch panel {
    case .virtualFramebuffer(let window):
      var display = window.framebuffer
      try confine(&engine)
      return .loop(
        runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux, override: override))
    case .framebuffer(let panel):
      var display = FramebufferDisplay(panel)
      try confine(&engine)
      return .loop(
        runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux, override: override))
    case .paper(let setup):
      guard var display = setup.makeDriver(&arena, past) else { return .noRoom }
      try confine(&engine)
      return .loop(
        runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux, override: override))
    case .drm(var panel):
      do throws(DisplaySetupError) { try panel.map() } catch { throw StartFailure.display(error) }
      var display = DRMDisplay(panel)
      try confine(&engine)
      return .loop(
        runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux, override: override))
    }
  } catch {
    return .notStarted(error)
  }
}

/// All memory of a renderer except the display's: one reservation, made before the first frame.
struct MemoryBudget {
  let byteCount: Int

  /// - Parameter panel: nil = a connector of a graphics card.
  init(_ board: BoardRecord, _ panel: Panel?) {
    byteCount = Engine.workingByteCount(for: board) + (panel?.driverByteCount ?? 0) + 4096
  }
}
