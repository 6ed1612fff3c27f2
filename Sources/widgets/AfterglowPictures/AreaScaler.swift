import AfterglowCore

/// Resamples rows of a picture to another size, in linear light with premultiplied alpha. It stores only the new rows
/// that are not finished yet.
struct AreaScaler {
  private typealias Light = SIMD4<Float>

  private let columns: AxisFilter
  private let rows: AxisFilter
  private let colors: PictureColors
  private var sums: [Int: [Light]] = [:]
  private var spare: [[Light]] = []
  private var wide: [Light]
  private var narrow: [Light]
  private var nextRow = 0
  private(set) var pixels: [UInt32]

  init(columns: AxisFilter, rows: AxisFilter, sourceWidth: Int, colors: PictureColors = .sRGB) {
    self.columns = columns
    self.rows = rows
    self.colors = colors
    wide = Array(repeating: .zero, count: sourceWidth)
    narrow = Array(repeating: .zero, count: columns.count)
    pixels = Array(repeating: 0, count: columns.count * rows.count)
  }

  /// Adds pixels of source row `y`, four bytes each, at every `columnStep`th column starting at `column`.
  mutating func add(_ row: UnsafePointer<UInt8>, y: Int, column: Int = 0, columnStep: Int = 1, count: Int) {
    let targets = rows.targets(of: y)
    if targets.isEmpty || count == 0 { return }
    linearise(row, count)
    shrink(column, columnStep, count)
    for target in targets { accumulate(target, rows.weight(target, of: y)) }
  }

  /// Finishes the new rows that need no source row from `y` on.
  mutating func finish(before y: Int) {
    while nextRow < rows.count, rows.end(nextRow) <= y {
      if let sum = sums.removeValue(forKey: nextRow) {
        encode(sum, nextRow * columns.count)
        spare.append(sum)
      }
      nextRow += 1
    }
  }

  private mutating func linearise(_ row: UnsafePointer<UInt8>, _ count: Int) {
    let colors = colors
    colors.red.withUnsafeBufferPointer { red in
      colors.green.withUnsafeBufferPointer { green in
        colors.blue.withUnsafeBufferPointer { blue in
          wide.withUnsafeMutableBufferPointer { wide in
            for x in 0..<count {
              let p = row + 4 * x
              let alpha = Float(p[3]) / 255
              wide[x] = Light(red[Int(p[0])] * alpha, green[Int(p[1])] * alpha, blue[Int(p[2])] * alpha, alpha)
            }
          }
        }
      }
    }
  }

  private mutating func shrink(_ column: Int, _ step: Int, _ count: Int) {
    let last = column + (count - 1) * step
    let widths = columns
    widths.weights.withUnsafeBufferPointer { weights in
      wide.withUnsafeBufferPointer { wide in
        for index in 0..<widths.count {
          let first = widths.first[index]
          let offset = widths.offsets[index] - first
          var place = first <= column ? 0 : (first - column + step - 1) / step
          var source = column + place * step
          let end = min(widths.end(index), last + 1)
          var sum = Light.zero
          while source < end {
            sum += wide[place] * weights[offset + source]
            source += step
            place += 1
          }
          narrow[index] = sum
        }
      }
    }
  }

  private mutating func accumulate(_ target: Int, _ weight: Float) {
    var sum: [Light]
    if let known = sums.removeValue(forKey: target) {
      sum = known
    } else {
      sum = spare.popLast() ?? Array(repeating: .zero, count: columns.count)
      for index in sum.indices { sum[index] = .zero }
    }
    for index in sum.indices { sum[index] += narrow[index] * weight }
    sums[target] = sum
  }

  /// Encoded values are premultiplied, not linear light, because the archive's pictures are blended that way.
  private mutating func encode(_ sum: [Light], _ offset: Int) {
    for index in sum.indices {
      let alpha = UInt32((min(sum[index].w, 1) * 255).rounded())
      if alpha == 0 { continue }
      var light = sum[index] / sum[index].w
      // A sum of lights is the same in other primaries.
      if let primaries = colors.primaries { light = primaries.light(light) }
      func code(_ value: Float) -> UInt32 { (UInt32(Transfer.code(of: value)) * alpha + 127) / 255 }
      pixels[offset + index] = alpha << 24 | code(light.x) << 16 | code(light.y) << 8 | code(light.z)
    }
  }
}

/// Converts many linear values to their nearest codes.
enum Transfer {
  /// Codes by linear light in steps of 1/65535: at least twenty steps per code where the curve is steepest.
  private static let codes: [UInt8] = {
    var codes = [UInt8](repeating: 255, count: 65_536)
    var next = 0
    for code in 0..<255 {
      let end = Int((LinearLight.decode(fraction: (Double(code) + 0.5) / 255) * 65_535).rounded())
      while next < end {
        codes[next] = UInt8(code)
        next += 1
      }
    }
    return codes
  }()

  @inline(__always)
  static func code(of light: Float) -> UInt8 { codes[Int(Swift.min(Swift.max(light, 0), 1) * 65_535 + 0.5)] }
}
