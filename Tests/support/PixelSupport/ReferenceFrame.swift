import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEngine

/// One frame of an archive, drawn whole by an engine that has seen nothing before: what every incremental frame must equal.
public final class ReferenceRenderer {
  /// Read by every engine in its place: a copy for each frame, validated again, would take most of the time.
  private let archiveBytes: UnsafeMutableRawBufferPointer
  private let archive: Archive
  private let board: BoardRecord
  /// The panel's memory, 32 bits per pixel, rows without gaps.
  public let panel: UnsafeMutableRawBufferPointer

  /// - Throws: `ArchiveError` for bytes that are no archive.
  public init(archive bytes: [UInt8]) throws {
    let aligned = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    aligned.copyBytes(from: bytes)
    do { archive = try Archive.validate(UnsafeRawBufferPointer(aligned)) } catch {
      aligned.deallocate()
      throw error
    }
    archiveBytes = aligned
    board = archive.board
    panel = .allocate(byteCount: Int(board.widthPx) * Int(board.heightPx) * 4, alignment: 64)
  }

  deinit {
    archiveBytes.deallocate()
    panel.deallocate()
  }

  /// Size of the panel in pixels.
  public var size: PixelSize { PixelSize(width: board.widthPx, height: board.heightPx) }

  /// Draws the instant in the given mode and light and gives the frame's hash; the pixels are in `panel` afterwards.
  ///
  /// - Throws: `ReferenceError.outOfMemory`, or `ArchiveError`.
  public func draw(_ instant: Instant, mode: ModeOverride, lux: Illuminance? = nil) throws -> UInt64 {
    let memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: board))
    defer { withExtendedLifetime(memory) {} }
    var arena = Arena(memory.bytes)
    guard var engine = Engine(board: board, arena: &arena) else { throw ReferenceError.outOfMemory }
    try engine.adopt(archive)
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

  /// How much light the pixels of a row show, 0...255, whatever their colour.
  func levels(_ columns: Range<Int>, ofRow y: Int) -> some Sequence<UInt8> {
    let pixels = panel.bindMemory(to: UInt32.self)
    let start = y * Int(size.width)
    return columns.lazy.map { x in
      let pixel = pixels[start + x]
      // Of three, `max` makes an array.
      return UInt8(max(pixel >> 16 & 255, max(pixel >> 8 & 255, pixel & 255)))
    }
  }
}

/// The reason for which a test's engine could not be made.
public enum ReferenceError: Error { case outOfMemory }
