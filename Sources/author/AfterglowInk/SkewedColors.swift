/// The light of eight rows in three channels, skewed: at each step those that the vector takes together. Outside the
/// picture it is 0.
struct SkewedColors: ~Copyable {
  private typealias Diffusion = ErrorDiffusion

  private let base: UnsafeMutablePointer<UInt64>
  private let count: Int
  private let width: Int
  /// Where a pixel lies in the pattern of `InkGamut`, for each row of a block.
  private let offsets: UnsafeMutablePointer<SIMD8<UInt32>>
  /// A row of a block.
  private let nodes: UnsafeMutableRawPointer

  init(width: Int) {
    self.width = width
    // The last rows of the last block of columns lie behind all steps.
    count = (Diffusion.blockCount(width: width) + 2) * Diffusion.blockSteps * Diffusion.laneCount
    base = .allocate(capacity: count)
    base.initialize(repeating: 0, count: count)
    offsets = .allocate(capacity: Diffusion.laneCount)
    for row in 0..<Diffusion.laneCount { (offsets + row).initialize(to: InkGamut.offsets(row: row)) }
    nodes = .allocate(byteCount: MemoryLayout<SIMD8<UInt32>>.size, alignment: MemoryLayout<SIMD8<UInt32>>.alignment)
  }

  deinit {
    base.deallocate()
    offsets.deallocate()
    nodes.deallocate()
  }

  /// Red, green and blue.
  @inline(__always)
  subscript(step: Int) -> (ErrorDiffusion.Lanes, ErrorDiffusion.Lanes, ErrorDiffusion.Lanes) {
    let all = UnsafeRawPointer(base + step &* ErrorDiffusion.laneCount).loadUnaligned(as: SIMD16<Int32>.self)
    let (low, high) = (all.evenHalf, all.oddHalf)
    return (
      ErrorDiffusion.Lanes(truncatingIfNeeded: (low &<< 16) &>> 16),
      ErrorDiffusion.Lanes(truncatingIfNeeded: low &>> 16), ErrorDiffusion.Lanes(truncatingIfNeeded: high)
    )
  }

  /// Forgets the rows that a picture does not have.
  func clear() { base.update(repeating: 0, count: count) }

  /// Looks up a block of columns.
  ///
  /// - Parameters:
  ///   - block: its number, from 0; those beyond the width have nothing.
  ///   - pixels: the first row, at a row of the picture that is a multiple of eight.
  ///   - rows: of eight; the others are 0.
  @inline(__always)
  func fill(block: Int, from pixels: UnsafePointer<UInt32>, rows: Int, by lookup: InkGamut.Lookup) {
    let column = block &* Diffusion.blockSteps
    if column &+ Diffusion.blockSteps <= width {
      for row in 0..<rows {
        let eight = UnsafeRawPointer(pixels + (row &* width &+ column)).loadUnaligned(as: SIMD8<UInt32>.self)
        // Through memory: otherwise each lane is computed by itself.
        nodes.storeBytes(of: InkGamut.nodes(eight, offsets[row]), as: SIMD8<UInt32>.self)
        let target = place(row, column)
        for x in 0..<8 {
          let node = nodes.load(fromByteOffset: x &* MemoryLayout<UInt32>.stride, as: UInt32.self)
          target[x &* Diffusion.laneCount] = lookup[node]
        }
      }
    } else if column < width {
      fillRest(from: column, of: pixels, rows, lookup)
    }
  }

  private func fillRest(from column: Int, of pixels: UnsafePointer<UInt32>, _ rows: Int, _ lookup: InkGamut.Lookup) {
    for row in 0..<rows {
      for x in column..<width {
        place(row, x).pointee =
          lookup[
            InkGamut.node(pixels[row &* width &+ x], InkGamut.offset(column: x, row: row))]
      }
    }
  }

  @inline(__always)
  private func place(_ row: Int, _ column: Int) -> UnsafeMutablePointer<UInt64> {
    base + ((column &+ 2 &* row) &* Diffusion.laneCount &+ row)
  }
}
