import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowEngine
import AfterglowKit
import AfterglowLight
import AfterglowLinux
import AfterglowPanelModels
import AfterglowVirtual
import Foundation

import struct AfterglowCore.Color

/// The panel's own engine in this process, with an archive loaded.
package final class SceneStage {
  private let memory: ZeroedMemory
  private var engine: Engine
  /// What the engine reads.
  private var archive: ZeroedMemory
  /// The page that each frame shows; nil = the one that the panel shows by itself.
  private var page: Int?

  package init(_ board: CompiledBoard) throws {
    memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: board.record) + 4096)
    var arena = Arena(memory.bytes)
    guard var engine = Engine(board: board.record, arena: &arena) else {
      throw Failure(.badInput, "\(board.name): a panel of \(board.sizeText) cannot be drawn")
    }
    archive = try Self.load(board, into: &engine)
    page = board.page
    self.engine = engine
  }

  /// Shows another archive of the same board from the next frame on, in the memory that it has.
  ///
  /// - Throws: `Failure` where it is for another board.
  func replaceArchive(_ board: CompiledBoard) throws {
    archive = try Self.load(board, into: &engine)
    page = board.page
  }

  /// Not into one of the engine's banks: those are as large as the budget, and the compiler has validated the archive.
  private static func load(_ board: CompiledBoard, into engine: inout Engine) throws -> ZeroedMemory {
    guard board.archive.count <= engine.idleBank.count else {
      throw Failure(.badInput, "\(board.name): \(board.budgetText): too large")
    }
    let copy = ZeroedMemory(byteCount: board.archive.count)
    board.archive.withUnsafeBytes { copy.bytes.copyMemory(from: $0) }
    do throws(ArchiveError) {
      try engine.adopt(Archive.reopen(UnsafeRawBufferPointer(copy.bytes)))
    } catch {
      throw Failure(.badInput, "\(board.name): the archive is refused: \(error.description)")
    }
    if let page = board.page { engine.show(page: page) }
    return copy
  }

  /// The next frame is decided as the first one is.
  ///
  /// - Parameter isOccupied: whether someone has just touched the panel.
  func forgetReadings(isOccupied: Bool = false) {
    engine.forgetReadings()
    if isOccupied { engine.notePresence(at: MonotonicInstant(milliseconds: 0)) }
  }

  /// Sets the panel's white as the hardware dims it, from the first frame on.
  package func setWhite(_ white: PanelWhite) { engine.setWhite(white) }

  /// Runs the renderer's loop on `panel`, until the clock returns `stop`.
  package func runLoop<C: Clock & ~Copyable, O: UpdateObserver & ~Copyable>(
    on panel: StagePanel, clock: inout C, observer: inout O, lux: Illuminance?, override: ModeOverride = .automatic
  ) {
    if let paper = panel.paper {
      var display = paper.makeDriver()
      runLoop(on: &display, clock: &clock, observer: &observer, lux: lux, override: override)
    } else {
      var display = panel.makeFramebuffer()
      runLoop(on: &display, clock: &clock, observer: &observer, lux: lux, override: override)
    }
  }

  /// The same on any display.
  package func runLoop<D: Display & ~Copyable, C: Clock & ~Copyable, O: UpdateObserver & ~Copyable>(
    on display: inout D, clock: inout C, observer: inout O, lux: Illuminance? = nil,
    override: ModeOverride = .automatic
  ) {
    AfterglowEngine.runLoop(
      engine: &engine, display: &display, clock: &clock, observer: &observer, lux: lux, override: override)
  }

  /// One frame, by the same step, paint and encoding as the loop.
  ///
  /// - Throws: `Failure` when the display refuses it.
  package func show(
    _ moment: Moment, lux: Illuminance?, override: ModeOverride, distance: Int64?, on panel: StagePanel
  ) throws {
    do {
      if let paper = panel.paper {
        var display = paper.makeDriver()
        try show(moment, lux: lux, override: override, distance, &display)
      } else {
        var display = panel.makeFramebuffer()
        try show(moment, lux: lux, override: override, distance, &display)
      }
    } catch let error as DisplayError {
      throw Failure(.unavailable, "the simulated display refused the frame: \(error)")
    }
  }

  private func show<D: Display & ~Copyable>(
    _ moment: Moment, lux: Illuminance?, override: ModeOverride, _ distance: Int64?, _ display: inout D
  ) throws {
    let properties = display.properties
    engine.adapt(to: properties)
    if let page { engine.show(page: page) }
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

  // MARK: What it shows

  var mode: LightMode { engine.mode }
  var modeReason: LightReason { engine.modeReason }

  /// The mode at an instant and at each change until another, where the light stays as it is. Nothing is drawn.
  package func modes(from: Instant, to: Instant, lux: Illuminance?) -> [(at: Instant, mode: LightMode)] {
    var found: [(at: Instant, mode: LightMode)] = []
    walk(from: from, to: to) { _ in
      (lux, nil)
    } note: { instant in
      if found.last?.mode != engine.mode { found.append((instant, engine.mode)) }
    }
    return found
  }

  /// The same in the light of an evening, whose beginning may be before.
  package func modes(from: Instant, to: Instant, in evening: LuxEvening) -> [(at: Instant, mode: LightMode)] {
    var found: [(at: Instant, mode: LightMode)] = []
    walk(from: evening.from, to: to, evening.reading) { instant in
      let isEarlier = instant < from
      if isEarlier { found.removeAll() }
      if found.last?.mode != engine.mode { found.append((isEarlier ? from : instant, engine.mode)) }
    }
    return found
  }

  /// Follows the light of an evening until an instant, without drawing: the next frame is that of a panel that has been
  /// in this light since the beginning.
  ///
  /// - Returns: the moment of the next frame.
  func follow(_ evening: LuxEvening, until instant: Instant, distance: Int64?) -> Moment {
    forgetReadings()
    walk(from: min(evening.from, instant), to: instant, distance: distance, evening.reading) { _ in }
    return Self.moment(instant, since: min(evening.from, instant))
  }

  private static func moment(_ now: Instant, since start: Instant) -> Moment {
    Moment(
      realtime: now, monotonic: MonotonicInstant(milliseconds: now.milliseconds - start.milliseconds), isTrusted: true)
  }

  /// Steps through a stretch of time, at each change of the light and of what it decides.
  ///
  /// - Parameters:
  ///   - reading: the light at an instant, and when it is another; nil = never.
  ///   - note: called after each step.
  private func walk(
    from: Instant, to: Instant, distance: Int64? = nil, _ reading: (Instant) -> (lux: Illuminance?, until: Instant?),
    note: (Instant) -> Void
  ) {
    var now = from
    while now < to {
      let (lux, until) = reading(now)
      let moment = Self.moment(now, since: from)
      let wakeUp = engine.step(moment, lux: lux, override: .automatic, distance: distance).wakeUp
      note(now)
      // Modes of a schedule change by the minute; text may tick by the second.
      let byTime = max(wakeUp.realtime.milliseconds, now.milliseconds + 60_000)
      let byLight = min(
        from.milliseconds &+ wakeUp.monotonic.milliseconds, until?.milliseconds ?? Instant.distantFuture.milliseconds)
      now = Instant(milliseconds: max(min(byTime, byLight), now.milliseconds + 1))
    }
  }

  // MARK: For the layout dump

  func isVisible(node: Int) -> Bool { engine.isVisible(node: node) }
  package func color(ofPaint paint: Int) -> Color { engine.resolvedColor(ofPaint: paint) }
}

/// A panel in memory, of the same kind as the board's display, whose picture can be read.
package final class StagePanel {
  /// The e-paper panel; nil = the display is none.
  package let paper: StagePaper?
  /// The panel's size, before rotation.
  package let size: PixelSize
  private let format: PixelFormat
  /// The rotation from the scene to the panel.
  let rotation: Rotation
  private let window: ZeroedMemory

  /// - Parameter recording: an open file that gets what crosses an e-paper panel's wires; −1 = none.
  package init(_ board: BoardRecord, recording: Int32 = -1) {
    rotation = Rotation(rawValue: board.rotation) ?? .none
    size =
      rotation.swapsAxes
      ? PixelSize(width: board.heightPx, height: board.widthPx)
      : PixelSize(width: board.widthPx, height: board.heightPx)
    format = PixelFormat(rawValue: board.pixelFormat) ?? .xrgb8888
    paper = StagePaper(board, recording: recording)
    window = ZeroedMemory(byteCount: VirtualFramebuffer.byteCount(for: size, format: format))
  }

  func makeFramebuffer() -> VirtualFramebuffer {
    VirtualFramebuffer(memory: window.bytes, size: size, format: format)
  }

  /// A pixel of the panel, 0x00RRGGBB.
  package func color(x: Int, y: Int) -> UInt32 {
    let stride = VirtualFramebufferLayout.strideBytes(width: size.width, format: format)
    let base = UnsafeRawPointer(window.bytes.baseAddress!) + VirtualFramebufferLayout.headerByteCount
    return PanelPicture.color(base + y * stride, x, format)
  }

  /// Writes a row of the upright scene, as `picture` has it.
  func copyRow(_ y: Int, to row: UnsafeMutablePointer<UInt32>) {
    let stride = VirtualFramebufferLayout.strideBytes(width: size.width, format: format)
    let base = UnsafeRawPointer(window.bytes.baseAddress!) + VirtualFramebufferLayout.headerByteCount
    if rotation == .none && (format == .xrgb8888 || format == .argb8888) {
      let words = (base + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<Int(size.width) { row[x] = UInt32(littleEndian: words[x]) & 0xFF_FFFF }
      return
    }
    let (columns, rows) = (Int(size.width), Int(size.height))
    for x in 0..<(rotation.swapsAxes ? rows : columns) {
      let (column, line) =
        switch rotation {
        case .none: (x, y)
        case .clockwise90: (columns - 1 - y, x)
        case .clockwise180: (columns - 1 - x, rows - 1 - y)
        case .clockwise270: (y, rows - 1 - x)
        }
      row[x] = PanelPicture.color(base + line * stride, column, format)
    }
  }

  /// The panel's current picture.
  package var picture: PanelPicture {
    if let paper {
      return paper.picture.withUnsafeBytes {
        PanelPicture(
          panel: $0.baseAddress!, strideBytes: 4 * Int(size.width), size: size, format: .xrgb8888, rotation: rotation)
      }
    }
    return PanelPicture(
      panel: UnsafeRawPointer(window.bytes.baseAddress!) + VirtualFramebufferLayout.headerByteCount,
      strideBytes: VirtualFramebufferLayout.strideBytes(width: size.width, format: format), size: size,
      format: format, rotation: rotation)
  }
}

/// An e-paper panel's strict model, and what its driver needs.
package final class StagePaper {
  typealias Driver = PaperDisplay<AnyController, RecordingPanelBus<ModelPanelBus>>

  package let controller: AnyController
  package let model: SimulatedPanel
  /// nil = by the maker's rules.
  private let minimumRefreshIntervalMs: Int64?
  private let flashesInDark: Bool
  private let night: PaperNight
  private let recording: Int32
  private let memory: ZeroedMemory
  private let recordingMemory: ZeroedMemory

  /// nil where the display is no e-paper.
  package init?(_ board: BoardRecord, recording: Int32) {
    guard DisplayKind(rawValue: board.displayKind)?.isPaper == true,
      let controller = try? AnyController(board.panel), let description = PanelDescription.of(board.panel)
    else { return nil }
    self.controller = controller
    self.recording = recording
    minimumRefreshIntervalMs =
      board.minimumRefreshIntervalMs > 0 ? Int64(board.minimumRefreshIntervalMs) : nil
    flashesInDark = board.flashesInDark != 0
    night = PaperNight(isSensed: board.sensesDarkness, isScheduled: board.schedulesDarkness)
    var settings = ModelSettings()
    // An explicit key of the board overrides the maker's limit (law 8).
    if let minimumRefreshIntervalMs { settings.minimumIntervalSeconds = minimumRefreshIntervalMs / 1000 }
    model = SimulatedPanel(description, settings: settings)
    memory = ZeroedMemory(byteCount: Driver.byteCount(controller))
    recordingMemory = ZeroedMemory(byteCount: RecordingPanelBus<ModelPanelBus>.byteCount)
  }

  /// The glass as 0xFFRRGGBB words.
  package var picture: [UInt32] { model.glass.picture() }

  func makeDriver() -> Driver {
    let bus = RecordingPanelBus(
      ModelPanelBus(model), to: recording, memory: recordingMemory.bytes, clockHz: 4_000_000)
    return PaperDisplay(
      controller, bus: bus, memory: memory.bytes, minimumRefreshIntervalMs: minimumRefreshIntervalMs,
      flashesInDark: flashesInDark, night: night)
  }
}
