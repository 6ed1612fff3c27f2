import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowLight

/// An archive's engine and its panel, shown by hand.
public final class NightPanel {
  private let memory: ZeroedMemory
  private let buffer: ZeroedMemory
  private let properties: DisplayProperties
  private var engine: Engine
  private let peakNits: Double
  private let board: BoardRecord
  /// The light of each code.
  private let linear: [UInt32] = {
    let sRGB = SRGB()
    return (UInt8(0)...255).map { UInt32(sRGB.linear($0)) }
  }()

  /// - Throws: `ArchiveError` for bytes that are no archive, `ReferenceError` if there is no memory for it.
  public init(archive: [UInt8]) throws {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: archive.count, alignment: 64)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: archive)
    board = try Archive.validate(UnsafeRawBufferPointer(bytes)).board
    peakNits = Double(board.light.peakMillinits) / 1000
    memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: board))
    let swaps = Rotation(rawValue: board.rotation)?.swapsAxes ?? false
    let size =
      swaps
      ? PixelSize(width: board.heightPx, height: board.widthPx)
      : PixelSize(width: board.widthPx, height: board.heightPx)
    // In 32 bits whatever the board's format: what the mask leaves is seen before it is rounded.
    properties = DisplayProperties(
      size: size, format: .xrgb8888, isEmissive: true, bufferAge: 1, minimumRefreshIntervalMs: 0)
    buffer = ZeroedMemory(byteCount: Int(size.area) * 4)
    var arena = Arena(memory.bytes)
    guard let made = Engine(board: board, arena: &arena) else { throw ReferenceError.outOfMemory }
    engine = made
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
  }

  /// Whether the last frame is one of the night.
  public var isNight: Bool { engine.mode.isNight }

  /// A copy of the panel's memory, row by row in the panel's own orientation.
  public var pixels: [UInt32] { Array(shown) }

  /// The panel's own memory, valid until the next `show`.
  private var shown: UnsafeMutableBufferPointer<UInt32> { buffer.bytes.bindMemory(to: UInt32.self) }

  /// The share of pixels that are not black, 0 to 1.
  public var litShare: Double { Double(shown.count { $0 & 0xFF_FFFF != 0 }) / Double(shown.count) }

  /// The bits that are set in any pixel.
  public var litBits: UInt32 { shown.reduce(0) { $0 | $1 } }

  /// Returns whether a pixel has more green or more blue than in an earlier copy of the panel's memory.
  public func rises(from before: [UInt32]) -> Bool {
    zip(before, shown).contains { $1 & 0xFF00 > $0 & 0xFF00 || $1 & 0xFF > $0 & 0xFF }
  }

  /// Mean luminance of the frame, red alone, in cd/m².
  public var meanRedNits: Double {
    let light = linear.withUnsafeBufferPointer { linear in
      shown.reduce(UInt64(0)) { $0 + UInt64(linear[Int($1 >> 16 & 255)]) }
    }
    return Double(light) / 65_535 / Double(properties.size.area) * 0.2126 * peakNits
  }

  /// Physical contrast × 100 over black of each paint that text has, in a room of so much light.
  public func textHundredths(millilux: Int64) -> [Int64] {
    guard let paints = engine.archive?.paints else { return [] }
    let legibility = Legibility(board.light, board.legibility, millilux: millilux)
    return paints.indices.compactMap { index in
      let role = PaintRole(rawValue: paints[index].role)
      guard paints[index].kind == PaintKind.solid.rawValue, role == .primary || role == .secondary else { return nil }
      return legibility.physicalHundredths(engine.resolvedColor(ofPaint: index), over: .black)
    }
  }

  /// Draws the scene at an instant, in seconds since 1970, over what was drawn before.
  ///
  /// - Parameter lux: reading of the light sensor; nil = unknown.
  public func show(_ seconds: Int64, _ mode: ModeOverride, isTrusted: Bool, lux: Illuminance? = nil) {
    _ = engine.step(
      Moment(
        realtime: Instant(seconds: seconds), monotonic: MonotonicInstant(milliseconds: seconds * 1000),
        isTrusted: isTrusted), lux: lux, override: mode)
    engine.paint()
    _ = engine.encode(
      into: BackBuffer(base: buffer.bytes.baseAddress!, strideBytes: Int(properties.size.width) * 4),
      properties: properties)
  }
}
