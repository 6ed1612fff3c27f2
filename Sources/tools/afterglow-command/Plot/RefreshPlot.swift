import AfterglowDevice
import AfterglowGuide
import AfterglowKit
import AfterglowPreview
import Foundation

/// What the glass of a panel has gone through, as the guard saved it (docs/panels/refresh.md, Saving): a heat map.
struct RefreshPlot {
  private static let cellPx = 40
  private static let edgePx = 8

  let record: RefreshRecord

  /// - Throws: `Failure` when the file is not one of the guard's.
  init(path: String) throws {
    let data = try Files.read(path, limit: 4_096)
    guard data.count == RefreshRecord.byteCount else { throw Self.wrong(path, "\(data.count) bytes") }
    record = data.withUnsafeBytes { $0.loadUnaligned(as: RefreshRecord.self) }
    guard record.isWhole else { throw Self.wrong(path, "a wrong checksum") }
    if record.columns == 0 || record.rows == 0 { throw Self.wrong(path, "no refresh yet") }
  }

  private static func wrong(_ path: String, _ found: String) -> Failure {
    Failure(.badInput, "\(path): expected a guard's record of refreshes, 304 bytes, found \(found)")
  }

  /// One square per tile, upright as the panel's rows lie: from white, never, to dark red, every refresh.
  func draw() -> PanelPicture {
    let (columns, rows) = (Int(record.columns), Int(record.rows))
    let (width, height) = (columns * Self.cellPx + 2 * Self.edgePx, rows * Self.cellPx + 2 * Self.edgePx)
    var pixels = [UInt32](repeating: 0xFFFFFF, count: width * height)
    for y in 0..<rows * Self.cellPx {
      for x in 0..<columns * Self.cellPx {
        let share = record.shares[y / Self.cellPx * columns + x / Self.cellPx]
        // A line of one pixel between the tiles.
        let isLine = y % Self.cellPx == 0 || x % Self.cellPx == 0
        pixels[(y + Self.edgePx) * width + x + Self.edgePx] = isLine ? 0xE0E0E0 : Self.color(share)
      }
    }
    return PanelPicture(width: width, height: height, pixels: pixels)
  }

  /// White, yellow, red, dark red.
  static func color(_ share: UInt8) -> UInt32 {
    let stops: [(Double, Double, Double)] = [(255, 255, 255), (255, 220, 90), (220, 60, 30), (90, 0, 20)]
    let place = Double(share) / 255 * 3
    let index = min(2, Int(place))
    let (a, b, part) = (stops[index], stops[index + 1], place - Double(index))
    func mix(_ a: Double, _ b: Double) -> UInt32 { UInt32((a + (b - a) * part).rounded()) }
    return mix(a.0, b.0) << 16 | mix(a.1, b.1) << 8 | mix(a.2, b.2)
  }

  /// What it amounts to.
  var summary: String {
    let days = Double(record.untilMs - record.sinceMs) / 86_400_000
    let rate = days >= 1 ? ", \(Int64((Double(record.total) / days).rounded())) a day" : ""
    return "\(record.total) refreshes (\(record.full) full, \(record.fast) fast, \(record.partial) partial, "
      + "\(record.failed) failed)\(rate); \(RefreshLife(refreshes: record.total, days: days).text)"
  }
}
