import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowEngine
import AfterglowLinux
import AfterglowVirtual

/// The memory that a board's display shows, and what it is to hold.
struct Panel {
  var kind: DisplayKind
  var size: PixelSize
  var format: PixelFormat
  var rotation: Rotation
  /// Sleeps and clock of a simulated controller; nil lets it follow a virtual clock.
  var controllerTime: PanelTime?
  var widthUm: UInt32
  var heightUm: UInt32
  var minimumRefreshIntervalMs: Int64
  /// The virtual framebuffer that any program can map.
  var window: UnsafeMutableRawBufferPointer

  init(_ plan: BoardPlan, window: UnsafeMutableRawBufferPointer, isLive: Bool) {
    controllerTime =
      isLive
      ? PanelTime(monotonicMs: { SystemTime.boottimeMs }, sleepMs: { SystemTime.sleep(milliseconds: Int64($0)) }) : nil
    kind = isLive ? plan.displayKind : plan.displayKind.virtualCounterpart
    size = plan.windowSize
    rotation = plan.rotation
    format = plan.pixelFormat
    let isTurned = size.width != plan.board.widthPx
    let width = UInt32(clamping: plan.board.widthMicrometres)
    let height = UInt32(clamping: plan.board.heightMicrometres)
    widthUm = isTurned ? height : width
    heightUm = isTurned ? width : height
    minimumRefreshIntervalMs = Int64(plan.board.minimumRefreshIntervalMs)
    self.window = window
  }

  /// Bytes of the display file.
  static func windowByteCount(_ plan: BoardPlan) -> Int {
    VirtualFramebuffer.byteCount(for: plan.windowSize, format: plan.pixelFormat)
  }

  /// Bytes that the display's driver and its simulated controller need besides.
  static func driverByteCount(_ kind: DisplayKind) -> Int {
    switch kind {
    case .virtualFramebuffer, .drm, .framebuffer, .automatic, .ssd1680: 0
    case .simulatedSSD1680: SimulatedSSD1680.byteCount + SSD1680<SimulatedPanelBus>.byteCount + 256
    }
  }

  var framebuffer: VirtualFramebuffer {
    VirtualFramebuffer(
      memory: window, size: size, format: format, physicalWidthUm: widthUm, physicalHeightUm: heightUm)
  }
}

/// The one place where a display is chosen: the loop itself is compiled for each.
///
/// False when `arena` has no room for the display's driver, or the board's size is not its glass's.
func runLoop<C: Clock & ~Copyable, O: UpdateObserver & ~Copyable>(
  on panel: Panel, arena: inout Arena, engine: inout Engine, clock: inout C, observer: inout O, lux: Illuminance?,
  override: ModeOverride
) -> Bool {
  switch panel.kind {
  case .virtualFramebuffer:
    var display = panel.framebuffer
    runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux, override: override)
  case .drm, .framebuffer, .automatic, .ssd1680: return false
  case .simulatedSSD1680:
    // The glass has one size: an archive that says otherwise must not write past the driver's memory.
    let glassSize = SimulatedSSD1680.size
    let isTurned = panel.rotation.swapsAxes
    guard panel.size.width == (isTurned ? glassSize.height : glassSize.width),
      panel.size.height == (isTurned ? glassSize.width : glassSize.height)
    else { return false }
    guard let glass = arena.reserve(UInt8.self, count: SimulatedSSD1680.byteCount),
      let driver = arena.reserve(UInt8.self, count: SSD1680<SimulatedPanelBus>.byteCount)
    else { return false }
    let interval = panel.minimumRefreshIntervalMs > 0 ? panel.minimumRefreshIntervalMs : 180_000
    var settings = SimulatedPanelSettings()
    settings.minimumRefreshIntervalMs = interval
    let controller = SimulatedSSD1680(memory: UnsafeMutableRawBufferPointer(glass), settings: settings)
    var display = SSD1680(
      bus: SimulatedPanelBus(
        panel: controller, window: panel.framebuffer, rotation: panel.rotation,
        realTime: panel.controllerTime),
      memory: UnsafeMutableRawBufferPointer(driver), minimumRefreshIntervalMs: interval)
    runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux, override: override)
  }
  return true
}

/// All memory of a renderer besides the display file: one reservation, made before the first frame.
struct MemoryBudget {
  let byteCount: Int

  init(_ board: BoardRecord, _ kind: DisplayKind) {
    byteCount = Engine.workingByteCount(for: board) + Panel.driverByteCount(kind) + 4096
  }
}
