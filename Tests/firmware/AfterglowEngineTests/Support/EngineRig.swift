import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster
import Foundation

@testable import AfterglowEngine

/// Separate memory, aligned and zeroed: pages that the kernel gives when they are touched. Of an engine's two megabytes a
/// small scene needs few, and thousands of engines are made.
final class TestMemory {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ count: Int) {
    let byteCount = Swift.max(count, 64)
    let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let base, base != MAP_FAILED else { fatalError("out of memory: \(byteCount) bytes") }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }
}

/// An engine with a back buffer, stepped by hand.
final class Rig {
  let board: BoardRecord
  let properties: DisplayProperties
  let strideBytes: Int
  private let memory: TestMemory
  private let buffer: TestMemory
  var engine: Engine

  init(_ board: BoardRecord, bufferAge: Int32 = 1) {
    self.board = board
    let scene = PixelSize(width: board.widthPx, height: board.heightPx)
    let swaps = Rotation(rawValue: board.rotation)!.swapsAxes
    let size = swaps ? PixelSize(width: scene.height, height: scene.width) : scene
    let format = PixelFormat(rawValue: board.pixelFormat)!
    properties = DisplayProperties(
      size: size, format: format, isEmissive: board.isEmissive != 0, bufferAge: bufferAge,
      minimumRefreshIntervalMs: 0)
    strideBytes = Int((Int64(size.width) * Int64(format.bitsPerPixel) + 31) / 32 * 4)
    buffer = TestMemory(strideBytes * Int(size.height))
    memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    engine = Engine(board: board, arena: &arena)!
  }

  func load(_ archive: [UInt8]) throws(ArchiveError) {
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
  }

  @discardableResult
  func show(
    _ moment: Moment, lux: Illuminance? = nil, override: ModeOverride = .automatic, distance: Int64? = nil
  ) -> (step: StepResult, frame: FrameReport) {
    let step = engine.step(moment, lux: lux, override: override, distance: distance)
    engine.paint()
    var frame = engine.encode(
      into: BackBuffer(base: buffer.bytes.baseAddress!, strideBytes: strideBytes), properties: properties)
    engine.lookBack(at: &frame)
    return (step, frame)
  }

  /// The panel's content, panel pixels row by row.
  var pixels: [UInt32] { readPixels(UnsafeRawBufferPointer(buffer.bytes), properties, strideBytes) }

  /// A first reading that dims always-on to the current level.
  var sameRoom: Illuminance? {
    engine.alwaysOnStep == 0
      ? nil : firstReading(on: board, asking: engine.light.alwaysOnMillinits(step: engine.alwaysOnStep))
  }

  /// The override for the engine's current mode.
  var sameMode: ModeOverride {
    engine.mode.isNight ? .night : engine.mode.isLuminanceReduced ? .alwaysOn : .day
  }
}

/// A reading with which always-on starts at this white; nil = the board's own always-on.
func firstReading(on board: BoardRecord, asking millinits: Int32?) -> Illuminance? {
  guard let millinits else { return nil }
  var lux = Illuminance(millilux: 500_000)
  while lux.millilux > 100 {
    var fresh = LightState(settings: board.light, dimming: board.dimming)
    let step = fresh.update(now: MonotonicInstant(milliseconds: 0), lux: lux, override: .alwaysOn).alwaysOnStep
    if fresh.alwaysOnMillinits(step: step) == millinits { return lux }
    lux.millilux = lux.millilux * 19 / 20
  }
  return nil
}

func readPixels(_ bytes: UnsafeRawBufferPointer, _ properties: DisplayProperties, _ stride: Int) -> [UInt32] {
  var result: [UInt32] = []
  result.reserveCapacity(Int(properties.size.area))
  let width = Int(properties.size.width)
  for y in 0..<Int(properties.size.height) {
    let row = bytes.baseAddress! + y * stride
    switch properties.format {
    case .xrgb8888:
      for x in 0..<width { result.append(row.load(fromByteOffset: 4 * x, as: UInt32.self) & 0xFF_FFFF) }
    case .argb8888: for x in 0..<width { result.append(row.load(fromByteOffset: 4 * x, as: UInt32.self)) }
    case .rgb565: for x in 0..<width { result.append(UInt32(row.load(fromByteOffset: 2 * x, as: UInt16.self))) }
    case .gray8: for x in 0..<width { result.append(UInt32(row.load(fromByteOffset: x, as: UInt8.self))) }
    case .mono1:
      for x in 0..<width {
        result.append(UInt32(row.load(fromByteOffset: x / 8, as: UInt8.self) >> UInt8(7 - x % 8) & 1))
      }
    case .gray2:
      for x in 0..<width {
        result.append(UInt32(row.load(fromByteOffset: x / 4, as: UInt8.self) >> UInt8(6 - 2 * (x % 4)) & 3))
      }
    case .spectra6:
      for x in 0..<width {
        result.append(UInt32(row.load(fromByteOffset: x / 2, as: UInt8.self) >> (x % 2 == 0 ? 4 : 0) & 15))
      }
    }
  }
  return result
}

/// Green and blue of an encoded pixel; 0 when not lit.
func greenAndBlue(_ pixel: UInt32, _ format: PixelFormat) -> UInt32 {
  switch format {
  case .xrgb8888, .argb8888: pixel & 0xFFFF
  case .rgb565: pixel & 0x7FF
  default: 0
  }
}

func moment(_ seconds: Int64, ms: Int64 = 0, monotonic: Int64? = nil, isTrusted: Bool = true) -> Moment {
  Moment(
    realtime: Instant(milliseconds: seconds * 1000 + ms),
    monotonic: MonotonicInstant(milliseconds: monotonic ?? (seconds % 1_000_000) * 1000 + ms), isTrusted: isTrusted)
}
