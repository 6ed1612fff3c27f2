import Foundation

/// How bright each row of a wallpaper may be under text without a pane: with a gradual transition above and below, so
/// that no edge is visible.
struct RowLimits: Equatable, Sendable {
  private let limits: [Float]

  /// - Parameters:
  ///   - rows: rows of the panel with text.
  ///   - brightest: see `MaterialContrast.brightest`.
  ///   - featherRows: length of the transition on each side.
  init(rows: ClosedRange<Double>, brightest: Double, rowCount: Int, featherRows: Double) {
    limits = (0..<rowCount).map { row in
      let y = Double(row) + 0.5
      let distance = max(0, rows.lowerBound - y, y - rows.upperBound)
      let near = max(0, 1 - distance / max(featherRows, 1))
      // In stops of light, which are perceptually uniform.
      return Float(exp2(log2(max(brightest, 1e-4)) * near * near * (3 - 2 * near)))
    }
  }

  /// 1 where there is no limit.
  subscript(row: Int) -> Float { limits[min(max(row, 0), limits.count - 1)] }

  /// An opaque colour's channels compressed below the row's limit, all by the same factor.
  func apply(_ argb: UInt32, column: Int = 0, row: Int) -> UInt32 {
    let limit = self[row]
    if limit >= 0.999 { return argb }
    let light = Codes.light(of: argb)
    let channel = max(light.x, max(light.y, light.z))
    let least = MaterialTone.compressed(channel, below: limit)
    if channel <= 0 || least >= channel { return argb }
    return CodeColor(codes: Codes.codes(of: light * (least / channel))).rounded(column, row)
  }
}
