import Afterglow
import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowEngine
import AfterglowLight
import AfterglowVirtual
import Foundation

/// The panel's own engine in this process, with an archive loaded.
final class SceneStage {
  private let memory: ZeroedMemory
  private var engine: Engine

  init(_ board: CompiledBoard) throws {
    memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: board.record) + 4096)
    var arena = Arena(memory.bytes)
    guard var engine = Engine(board: board.record, arena: &arena) else {
      throw Failure(.badInput, "\(board.name): a panel of \(board.sizeText) cannot be drawn")
    }
    let bank = engine.idleBank
    guard board.archive.count <= bank.count else {
      throw Failure(.badInput, "\(board.name): \(board.budgetText): too large")
    }
    board.archive.withUnsafeBytes { bank.copyMemory(from: $0) }
    do throws(ArchiveError) {
      try engine.adopt(byteCount: board.archive.count)
    } catch {
      throw Failure(.badInput, "\(board.name): the archive is refused: \(error.description)")
    }
    self.engine = engine
  }

  /// Sets the panel's white as the hardware dims it, from the first frame on.
  func setWhite(_ white: PanelWhite) { engine.setWhite(white) }

  /// Runs the renderer's loop on `panel`, until the clock returns `stop`.
  func runLoop<C: Clock & ~Copyable, O: UpdateObserver & ~Copyable>(
    on panel: StagePanel, clock: inout C, observer: inout O, lux: Illuminance?
  ) {
    if panel.isController {
      var display = panel.makeController()
      AfterglowEngine.runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux)
    } else {
      var display = panel.makeFramebuffer()
      AfterglowEngine.runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux)
    }
  }

  /// One frame, by the same step, paint and encoding as the loop.
  ///
  /// - Throws: `Failure` when the display refuses it.
  func show(
    _ moment: Moment, lux: Illuminance?, override: ModeOverride, distance: Int64?, on panel: StagePanel
  ) throws {
    do {
      if panel.isController {
        var display = panel.makeController()
        try show(moment, lux, override, distance, &display)
      } else {
        var display = panel.makeFramebuffer()
        try show(moment, lux, override, distance, &display)
      }
    } catch let error as DisplayError {
      throw Failure(.unavailable, "the simulated display refused the frame: \(error)")
    }
  }

  private func show<D: Display & ~Copyable>(
    _ moment: Moment, _ lux: Illuminance?, _ override: ModeOverride, _ distance: Int64?, _ display: inout D
  ) throws {
    let properties = display.properties
    engine.adapt(to: properties)
    _ = engine.step(moment, lux: lux, override: override, distance: distance)
    engine.paint()
    let frame = display.withBackBuffer { buffer in engine.encode(into: buffer, properties: properties) }
    try display.present(frame.damage, at: moment.monotonic)
    var now = moment.monotonic
    while let step = display.nextPresentStep {
      now = max(now, step)
      try display.continuePresent(at: now, isStopping: false)
    }
  }

  // MARK: For the layout dump

  func isVisible(node: Int) -> Bool { engine.isVisible(node: node) }
  func color(ofPaint paint: Int) -> Color { engine.resolvedColor(ofPaint: paint) }
}

/// A panel in memory, of the same kind as the board's display, whose picture can be read.
final class StagePanel {
  let isController: Bool
  /// The panel's size, before rotation.
  let size: PixelSize
  private let format: PixelFormat
  /// The rotation from the scene to the panel.
  private let rotation: Rotation
  /// nil = by the maker's rules.
  private let minimumRefreshIntervalMs: Int64?
  private let window: ZeroedMemory
  private let controller: ZeroedMemory
  private let glass: ZeroedMemory

  init(_ board: BoardRecord) {
    rotation = Rotation(rawValue: board.rotation) ?? .none
    size =
      rotation.swapsAxes
      ? PixelSize(width: board.heightPx, height: board.widthPx)
      : PixelSize(width: board.widthPx, height: board.heightPx)
    format = PixelFormat(rawValue: board.pixelFormat) ?? .xrgb8888
    isController = DisplayKind(rawValue: board.displayKind)?.virtualCounterpart == .simulatedSSD1680
    minimumRefreshIntervalMs = board.minimumRefreshIntervalMs > 0 ? Int64(board.minimumRefreshIntervalMs) : nil
    window = ZeroedMemory(byteCount: VirtualFramebuffer.byteCount(for: size, format: format))
    controller = ZeroedMemory(
      byteCount: isController ? PaperDisplay<SSD1680, SimulatedPanelBus>.byteCount(SSD1680()) : 0)
    glass = ZeroedMemory(byteCount: isController ? SimulatedSSD1680.byteCount : 0)
  }

  func makeFramebuffer() -> VirtualFramebuffer {
    VirtualFramebuffer(memory: window.bytes, size: size, format: format)
  }

  /// The simulated controller and its driver; its panel is shown in the window, in the panel's orientation.
  func makeController() -> PaperDisplay<SSD1680, SimulatedPanelBus> {
    let bus = SimulatedPanelBus(panel: SimulatedSSD1680(memory: glass.bytes), window: makeFramebuffer())
    return PaperDisplay(
      SSD1680(), bus: bus, memory: controller.bytes, minimumRefreshIntervalMs: minimumRefreshIntervalMs)
  }

  /// A pixel of the panel, 0x00RRGGBB.
  func color(x: Int, y: Int) -> UInt32 {
    let stride = VirtualFramebufferLayout.strideBytes(width: size.width, format: format)
    let base = UnsafeRawPointer(window.bytes.baseAddress!) + VirtualFramebufferLayout.headerByteCount
    return PanelPicture.color(base + y * stride, x, format)
  }

  /// The panel's current picture.
  var picture: PanelPicture {
    PanelPicture(
      panel: UnsafeRawPointer(window.bytes.baseAddress!) + VirtualFramebufferLayout.headerByteCount,
      strideBytes: VirtualFramebufferLayout.strideBytes(width: size.width, format: format), size: size,
      format: format, rotation: rotation)
  }
}
