import Afterglow
import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine

/// One frame of an archive, drawn whole by an engine that has seen nothing before: what every incremental frame must equal.
final class ReferenceRenderer {
  private let archiveBytes: [UInt8]
  private let board: BoardRecord
  let panel: UnsafeMutableRawBufferPointer

  init(archive: [UInt8]) throws {
    archiveBytes = archive
    let aligned = UnsafeMutableRawBufferPointer.allocate(byteCount: archive.count, alignment: 64)
    defer { aligned.deallocate() }
    aligned.copyBytes(from: archive)
    board = try Archive.validate(UnsafeRawBufferPointer(aligned)).board
    panel = .allocate(byteCount: Int(board.widthPx) * Int(board.heightPx) * 4, alignment: 64)
  }

  deinit { panel.deallocate() }

  var size: PixelSize { PixelSize(width: board.widthPx, height: board.heightPx) }

  /// Draws the instant in the given mode and light and gives the frame's hash; the pixels are in `panel` afterwards.
  func draw(_ instant: Instant, mode: ModeOverride, lux: Illuminance? = nil) throws -> UInt64 {
    let memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: board))
    defer { withExtendedLifetime(memory) {} }
    var arena = Arena(memory.bytes)
    guard var engine = Engine(board: board, arena: &arena) else { throw ReferenceError.outOfMemory }
    engine.idleBank.copyBytes(from: archiveBytes)
    try engine.adopt(byteCount: archiveBytes.count)
    let properties = DisplayProperties(
      size: size, format: .xrgb8888, isEmissive: true, bufferAge: 1, minimumRefreshIntervalMs: 0)
    engine.adapt(to: properties)
    _ = engine.step(
      Moment(realtime: instant, monotonic: MonotonicInstant(milliseconds: 0), isTrusted: true), lux: lux, override: mode
    )
    engine.paint()
    return engine.encode(
      into: BackBuffer(base: panel.baseAddress!, strideBytes: Int(size.width) * 4), properties: properties
    ).frameHash
  }

  /// How much light a pixel shows, 0...255, whatever its colour.
  func level(_ x: Int, _ y: Int) -> UInt8 {
    let pixel = panel.load(fromByteOffset: (y * Int(size.width) + x) * 4, as: UInt32.self)
    return UInt8(max(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255))
  }
}

enum ReferenceError: Error { case outOfMemory }
