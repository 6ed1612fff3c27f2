// Accepted archives are shown: the engine adopts and draws them at moments of every kind. Only small panels and simple
// geometry, so that a run stays fast; the painter's cost is bounded elsewhere.
import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowRaster
import TestSupport

/// Whether drawing one frame is fast, judged by the longest display list.
func canDraw(_ archive: Archive) -> Bool {
  var most = 0
  for variant in archive.variants {
    var sum = 0
    for place in Int(variant.first)..<Int(variant.first) + Int(variant.count) {
      sum += 4 + cost(of: archive.nodes[Int(archive.nodeList[place])])
    }
    most = max(most, sum)
  }
  return most * archive.widgetCount <= 4096
}

private func cost(of node: NodeRecord) -> Int {
  switch NodeKind(rawValue: node.kind) {
  case .polygon, .strokedLine, .glyphRun: Int(node.b)
  case .tickHand: Int(node.d)
  case .tickText: 32
  default: 0
  }
}

/// The archive on a panel of at most 64 × 40 px and a bank of just its size: step, paint and encode.
func draw(_ original: [UInt8], _ archive: Archive) -> UInt64 {
  var file = original
  let board = shrinkBoard(&file, archive)
  var arena = Arena(byteCount: Engine.workingByteCount(for: board) + 4096)
  guard var engine = Engine(board: board, arena: &arena) else { return 0 }
  engine.idleBank.copyBytes(from: file)
  do throws(ArchiveError) { try engine.adopt(byteCount: file.count) } catch {
    fatalError("the engine refuses what validation accepts: \(error.description)")
  }
  // The content's hash selects buffers and half of the moments, so that one archive always has the same.
  let mix = archive.contentHash >> 32
  let screen = Screen(board, bufferAge: Int32(mix % 3))
  var hash: UInt64 = 0
  for (index, view) in views(archive).enumerated() where index == 0 || mix >> UInt64(index) & 1 == 0 {
    let wasNight = engine.mode.isNight
    _ = engine.step(view.moment, lux: Illuminance(millilux: 10), override: view.mode)
    engine.paint()
    let buffer = screen.next()
    var report = engine.encode(into: buffer, properties: screen.properties)
    engine.lookBack(at: &report)
    hash = mixHash(hash, report.frameHash)
    // Law 2, for any input of the fuzzer.
    if engine.mode.isNight && screen.litGreenAndBlue(buffer) > 0 {
      fatalError("green or blue is lit by night, \(wasNight ? "within it" : "on entering it")")
    }
  }
  withExtendedLifetime(screen) {}
  return hash
}

/// Writes a small board into the archive and updates its checksums.
private func shrinkBoard(_ file: inout [UInt8], _ archive: Archive) -> BoardRecord {
  let offset = Int(archive.sectionRecord(.board).pointee.offset)
  var board = archive.board
  board.widthPx = min(board.widthPx, 64)
  board.heightPx = min(board.heightPx, 40)
  if DisplayKind(rawValue: board.displayKind)?.isPaper == true {
    let swaps = Rotation(rawValue: board.rotation)?.swapsAxes ?? false
    board.panel.widthPx = UInt16(swaps ? board.heightPx : board.widthPx)
    board.panel.heightPx = UInt16(swaps ? board.widthPx : board.heightPx)
  }
  board.archiveBankByteCount = UInt32(file.count)
  file.withUnsafeMutableBytes { $0.storeBytes(of: board, toByteOffset: offset, as: BoardRecord.self) }
  ArchiveChecksum.seal(&file)
  return board
}

/// By day small steps, to another entry and to stale content, a step back and an untrusted clock; then night,
/// always-on, and the limits of time. While time advances in one mode, only differences are drawn.
private func views(_ archive: Archive) -> [(moment: Moment, mode: ModeOverride)] {
  let start: Int64 = 1_792_882_799_500
  let entry = archive.entries.last?.dateMs ?? 0
  let stale = archive.widgets.first?.staleAfterMs ?? 0
  let end = Int64(ArchiveLimits.instantMs)
  let plan: [(Int64, ModeOverride)] = [
    (start, .day), (start + 700, .day), (start + 61_000, .day), (start + 7_200_000, .day), (entry, .day),
    (min(stale, end), .day), (start, .day), (start, .night), (start + 3_600_000, .night), (start, .alwaysOn),
    (entry, .automatic), (end, .day), (-end, .day),
  ]
  var monotonic: Int64 = 0
  var last = start
  return plan.enumerated().map { index, step in
    monotonic += step.0 > last && step.0 < start + 10_000_000 ? step.0 - last : 1000
    last = step.0
    let moment = Moment(
      realtime: Instant(milliseconds: step.0), monotonic: MonotonicInstant(milliseconds: monotonic),
      isTrusted: index != 3 && index != 12)
    return (moment, step.1)
  }
}

/// The display's buffers, without a device.
private final class Screen {
  let properties: DisplayProperties
  private let strideBytes: Int
  private let buffers: [AlignedBytes]
  private var turn = 0

  init(_ board: BoardRecord, bufferAge: Int32) {
    let swaps = Rotation(rawValue: board.rotation)?.swapsAxes ?? false
    let size =
      swaps
      ? PixelSize(width: board.heightPx, height: board.widthPx)
      : PixelSize(width: board.widthPx, height: board.heightPx)
    let format = PixelFormat(rawValue: board.pixelFormat) ?? .xrgb8888
    properties = DisplayProperties(
      size: size, format: format, isEmissive: board.isEmissive != 0, bufferAge: bufferAge, minimumRefreshIntervalMs: 0)
    strideBytes = (Int(size.width) * Int(format.bitsPerPixel) + 31) / 32 * 4
    let empty = [UInt8](repeating: 0, count: strideBytes * Int(size.height))
    buffers = [AlignedBytes(empty), AlignedBytes(empty)]
  }

  /// Pixels of a colour format whose green or blue is not 0.
  func litGreenAndBlue(_ buffer: BackBuffer) -> Int {
    let (width, height) = (Int(properties.size.width), Int(properties.size.height))
    let pixels = UnsafeRawPointer(buffer.base)
    var count = 0
    for y in 0..<height {
      for x in 0..<width {
        switch properties.format {
        case .xrgb8888, .argb8888:
          if pixels.load(fromByteOffset: y * strideBytes + 4 * x, as: UInt32.self) & 0xFFFF != 0 { count += 1 }
        case .rgb565:
          if pixels.load(fromByteOffset: y * strideBytes + 2 * x, as: UInt16.self) & 0x7FF != 0 { count += 1 }
        case .gray8, .mono1, .spectra6, .gray2: break
        }
      }
    }
    return count
  }

  func next() -> BackBuffer {
    if properties.bufferAge == 2 { turn = 1 - turn }
    return BackBuffer(
      base: UnsafeMutableRawPointer(mutating: buffers[turn].bytes.baseAddress!), strideBytes: strideBytes)
  }
}
