/// The luminance of eight rows, skewed: at each step those that the vector takes together. Outside the picture it is 0.
struct SkewedLight: ~Copyable {
  private typealias Diffusion = ErrorDiffusion

  private let base: UnsafeMutablePointer<Int16>
  private let count: Int
  private let width: Int

  init(width: Int) {
    self.width = width
    // The last rows of the last block of columns lie behind all steps.
    count = (Diffusion.blockCount(width: width) + 2) * Diffusion.blockSteps * Diffusion.laneCount
    base = .allocate(capacity: count)
    base.initialize(repeating: 0, count: count)
  }

  deinit { base.deallocate() }

  @inline(__always)
  subscript(step: Int) -> ErrorDiffusion.Lanes {
    UnsafeRawPointer(base + step &* ErrorDiffusion.laneCount).loadUnaligned(as: ErrorDiffusion.Lanes.self)
  }

  /// Forgets the rows that a picture does not have.
  func clear() { base.update(repeating: 0, count: count) }

  /// Looks up a block of columns.
  ///
  /// - Parameters:
  ///   - block: its number, from 0; those beyond the width have nothing.
  ///   - pixels: the first row.
  ///   - rows: of eight; the others are 0.
  @inline(__always)
  func fill(block: Int, from pixels: UnsafePointer<UInt32>, rows: Int, by lookup: LightTables.Lookup) {
    let column = block &* Diffusion.blockSteps
    if column &+ Diffusion.blockSteps <= width {
      for row in 0..<rows {
        let (target, source) = (place(row, column), pixels + (row &* width &+ column))
        for x in 0..<8 { target[x &* Diffusion.laneCount] = lookup[source[x]] }
      }
    } else if column < width {
      fillRest(from: column, of: pixels, rows, lookup)
    }
  }

  private func fillRest(from column: Int, of pixels: UnsafePointer<UInt32>, _ rows: Int, _ lookup: LightTables.Lookup) {
    for row in 0..<rows {
      for x in column..<width { place(row, x).pointee = lookup[pixels[row &* width &+ x]] }
    }
  }

  @inline(__always)
  private func place(_ row: Int, _ column: Int) -> UnsafeMutablePointer<Int16> {
    base + ((column &+ 2 &* row) &* Diffusion.laneCount &+ row)
  }
}
