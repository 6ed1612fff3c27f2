import AfterglowCore

/// Exact-area scanline coverage (the signed-area accumulation of FreeType's smooth rasteriser, `ftgrays.c`, in
/// integers).
///
/// Each edge adds, per pixel row, the area to its right to one cell and the rest to the next. A running sum along the
/// row is the coverage weighted by winding, clamped: non-zero winding. A full pixel is 2 · 256 · 256. One bit for four
/// cells marks where edges are, so that the spans between are filled without reading cells.
///
/// The crossings of an edge with pixel rows and columns are floor(exact), independent of the window: painting in parts
/// equals painting at once.
struct Scanner {
  static var maximumRows: Int { 512 }

  /// Zero between fills.
  private let cells: UnsafeMutablePointer<Int32>
  private let cellCount: Int
  private let marks: UnsafeMutablePointer<UInt64>
  // The window's columns, in pixels.
  private var x0 = 0
  private var width = 0
  private var cellStride = 0
  private var markStride = 0
  // The window in subpixels.
  private var left: Int32 = 0
  private var top: Int32 = 0
  private var widthSub: Int32 = 0
  private var heightSub: Int32 = 0

  static func cellCount(for size: PixelSize) -> Int {
    let widest = Int(Swift.max(size.width, 1)) + 8
    let all = Swift.min(size.area, 16384)
    return (Swift.max(widest, Int(all)) + 15) & ~15
  }

  static func markCount(forCells count: Int) -> Int { count / 256 + maximumRows + 8 }

  init(cells: UnsafeMutablePointer<Int32>, cellCount: Int, marks: UnsafeMutablePointer<UInt64>) {
    self.cells = cells
    self.cellCount = cellCount
    self.marks = marks
  }

  /// Chooses the columns of the next fills; returns how many rows one band may have.
  mutating func openColumns(x0: Int32, x1: Int32) -> Int {
    self.x0 = Int(x0)
    width = Int(x1 - x0)
    cellStride = (width + 4) & ~3
    markStride = (cellStride / 4 + 63) / 64
    left = x0 << 8
    widthSub = (x1 - x0) << 8
    return Swift.max(1, Swift.min(cellCount / cellStride, Scanner.maximumRows))
  }

  mutating func openRows(y0: Int32, rows: Int) {
    top = y0 << 8
    heightSub = Int32(truncatingIfNeeded: rows) << 8
  }

  /// Whether anything between these heights (in subpixels) can affect the open band.
  @inline(__always)
  func touches(_ ya: Int32, _ yb: Int32) -> Bool { yb > top && ya < top &+ heightSub }

  // MARK: Edges

  @inline(__always)
  mutating func line(_ a: SubpixelPoint, _ b: SubpixelPoint) {
    if a.y < b.y {
      downLine(a.x &- left, a.y &- top, b.x &- left, b.y &- top, 1)
    } else if a.y > b.y {
      downLine(b.x &- left, b.y &- top, a.x &- left, a.y &- top, -1)
    }
  }

  /// An edge with ya < yb, relative to the window.
  private mutating func downLine(_ xa: Int32, _ ya: Int32, _ xb: Int32, _ yb: Int32, _ sign: Int32) {
    if yb <= 0 || ya >= heightSub { return }
    let start = Swift.max(ya, 0)
    let end = Swift.min(yb, heightSub)
    if xa == xb || Swift.max(xa, xb) <= 0 {
      if xa < widthSub { column(Swift.max(xa, 0), start, end, sign) }
      return
    }
    if Swift.min(xa, xb) >= widthSub { return }
    if ya >= 0 && yb <= heightSub && ya >> 8 == (yb &- 1) >> 8 {
      rowSegment(Int(ya >> 8), xa, xb, yb &- ya, sign)
      return
    }
    slope(xa, ya, xb, yb, start, end, sign)
  }

  /// A vertical edge, x inside the window.
  private mutating func column(_ x: Int32, _ start: Int32, _ end: Int32, _ sign: Int32) {
    let cell = Int(x >> 8)
    let second = 2 &* (x & 255) &* sign
    let first = 512 &* sign &- second
    let lastBlock = (second == 0 ? cell : cell &+ 1)
    var y = start
    while y < end {
      let row = Int(y >> 8)
      let next = Swift.min((y | 255) &+ 1, end)
      let height = next &- y
      let at = cells + (row &* cellStride &+ cell)
      at[0] = at[0] &+ first &* height
      if second != 0 { at[1] = at[1] &+ second &* height }
      mark(row, cell, lastBlock)
      y = next
    }
  }

  private mutating func slope(
    _ xa: Int32, _ ya: Int32, _ xb: Int32, _ yb: Int32, _ start: Int32, _ end: Int32, _ sign: Int32
  ) {
    let dx = Int64(xb) - Int64(xa)
    let dy = Int64(yb) - Int64(ya)
    // x at any height is xa + floor((y - ya) · dx / dy); stored as quotient and remainder.
    var (x, remainder) = floorDivide(Int64(start &- ya) &* dx, dy)
    x = x &+ Int64(xa)
    var y = start
    let firstEnd = Swift.min((y | 255) &+ 1, end)
    if firstEnd &- y != 256 {
      let (q, r) = floorDivide(remainder &+ Int64(firstEnd &- y) &* dx, dy)
      rowSegment(Int(y >> 8), Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: x &+ q), firstEnd &- y, sign)
      x = x &+ q
      remainder = r
      y = firstEnd
    }
    if end &- y >= 256 {
      let (stepQ, stepR) = floorDivide(256 &* dx, dy)
      while end &- y >= 256 {
        var next = x &+ stepQ
        remainder = remainder &+ stepR
        if remainder >= dy {
          remainder = remainder &- dy
          next = next &+ 1
        }
        rowSegment(Int(y >> 8), Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: next), 256, sign)
        x = next
        y = y &+ 256
      }
    }
    if y < end {
      // Only an edge that ends inside a row gets here, and it ends at xb.
      rowSegment(Int(y >> 8), Int32(truncatingIfNeeded: x), xb, end &- y, sign)
    }
  }

  /// The part of an edge inside one pixel row: from `xa` to `xb` over `height` (1 ... 256).
  @inline(__always)
  private mutating func rowSegment(_ row: Int, _ xa: Int32, _ xb: Int32, _ height: Int32, _ sign: Int32) {
    let low = Swift.min(xa, xb)
    let high = Swift.max(xa, xb)
    if low >= widthSub { return }
    let base = cells + row &* cellStride
    if high <= 0 {
      base[0] = base[0] &+ 512 &* height &* sign
      mark(row, 0, 0)
      return
    }
    let cell = Int(low >> 8)
    if low >> 8 == high >> 8 {
      let second = height &* ((low & 255) &+ (high & 255)) &* sign
      base[cell] = base[cell] &+ 512 &* height &* sign &- second
      base[cell &+ 1] = base[cell &+ 1] &+ second
      mark(row, cell, cell &+ 1)
      return
    }
    crossCells(base, row, low, high, height, sign)
  }

  /// A row segment that crosses cell borders, from left (`low`) to right: the height reached at a border is
  /// floor(exact).
  private mutating func crossCells(
    _ base: UnsafeMutablePointer<Int32>, _ row: Int, _ low: Int32, _ high: Int32, _ height: Int32, _ sign: Int32
  ) {
    let span = high &- low
    var cell: Int32
    var reached: Int32
    var remainder: Int32
    if low >= 0 {
      cell = low >> 8
      let fraction = low & 255
      let numerator = (256 &- fraction) &* height
      reached = numerator / span
      remainder = numerator &- reached &* span
      add(base, cell, reached &* sign, fraction &+ 256)
      cell = cell &+ 1
    } else {
      let numerator = (0 &- Int64(low)) &* Int64(height)
      reached = Int32(truncatingIfNeeded: numerator / Int64(span))
      remainder = Int32(truncatingIfNeeded: numerator &- Int64(reached) &* Int64(span))
      base[0] = base[0] &+ 512 &* reached &* sign
      cell = 0
    }
    let last = high >> 8
    let limit = Int32(truncatingIfNeeded: width)
    let step = (256 &* height) / span
    let stepRemainder = 256 &* height &- step &* span
    while cell < last && cell < limit {
      var part = step
      remainder = remainder &+ stepRemainder
      if remainder >= span {
        remainder = remainder &- span
        part = part &+ 1
      }
      add(base, cell, part &* sign, 256)
      reached = reached &+ part
      cell = cell &+ 1
    }
    if cell == last && cell < limit { add(base, cell, (height &- reached) &* sign, high & 255) }
    mark(row, Int(Swift.max(low, 0) >> 8), Int(Swift.min(last, limit &- 1)) &+ 1)
  }

  @inline(__always)
  private func add(_ base: UnsafeMutablePointer<Int32>, _ cell: Int32, _ height: Int32, _ twiceMiddle: Int32) {
    let at = base + Int(cell)
    let second = height &* twiceMiddle
    at[0] = at[0] &+ 512 &* height &- second
    at[1] = at[1] &+ second
  }

  @inline(__always)
  private func mark(_ row: Int, _ firstCell: Int, _ lastCell: Int) {
    let first = firstCell >> 2
    let last = lastCell >> 2
    let words = marks + row &* markStride
    if first >> 6 == last >> 6 {
      let bits =
        (~UInt64(0) &<< UInt64(truncatingIfNeeded: first & 63))
        & (~UInt64(0) &>> UInt64(truncatingIfNeeded: 63 &- (last & 63)))
      words[first >> 6] |= bits
    } else {
      markLong(words, first, last)
    }
  }

  private func markLong(_ words: UnsafeMutablePointer<UInt64>, _ first: Int, _ last: Int) {
    words[first >> 6] |= ~UInt64(0) &<< UInt64(truncatingIfNeeded: first & 63)
    var word = (first >> 6) &+ 1
    while word < last >> 6 {
      words[word] = ~UInt64(0)
      word = word &+ 1
    }
    words[last >> 6] |= ~UInt64(0) &>> UInt64(truncatingIfNeeded: 63 &- (last & 63))
  }

  // MARK: Spans

  /// 0 ... 255 from a running sum.
  @inline(__always)
  static func coverage(_ sum: Int32) -> UInt32 {
    let size = UInt32(truncatingIfNeeded: sum < 0 ? 0 &- sum : sum)
    return (Swift.min(size, 131072) &* 255 &+ 65536) >> 17
  }

  /// Paints what the edges of this band enclose, and resets cells and marks to zero.
  @inline(__always)
  mutating func sweep<S: Shader>(_ surface: Surface, _ shader: inout S) {
    let y0 = Int(top >> 8)
    for row in 0..<Int(heightSub >> 8) {
      let words = marks + row &* markStride
      var word = 0
      while word < markStride && words[word] == 0 { word = word &+ 1 }
      if word == markStride { continue }
      shader.startRow(y0 &+ row)
      sweepRow(cells + row &* cellStride, words, word, surface.pixel(x0, y0 &+ row), shader)
    }
  }

  @inline(__always)
  private func sweepRow<S: Shader>(
    _ cells: UnsafeMutablePointer<Int32>, _ words: UnsafeMutablePointer<UInt64>, _ firstWord: Int,
    _ pixels: UnsafeMutablePointer<UInt32>, _ shader: S
  ) {
    var sum: Int32 = 0
    var x = 0
    var word = firstWord
    while word < markStride {
      var bits = words[word]
      words[word] = 0
      while bits != 0 {
        let block = (word &* 64 &+ bits.trailingZeroBitCount) &* 4
        bits &= bits &- 1
        if block > x { span(pixels, x, block, sum, shader) }
        let four = UnsafeMutableRawPointer(cells + block)
        let add = four.loadUnaligned(as: SIMD4<Int32>.self)
        four.storeBytes(of: SIMD4<Int32>(repeating: 0), as: SIMD4<Int32>.self)
        for lane in 0..<4 {
          sum = sum &+ add[lane]
          let coverage = Scanner.coverage(sum)
          if coverage != 0 && block &+ lane < width {
            shader.cover(pixels + (block &+ lane), x0 &+ block &+ lane, coverage)
          }
        }
        x = block &+ 4
      }
      word = word &+ 1
    }
    if x < width { span(pixels, x, width, sum, shader) }
  }

  @inline(__always)
  private func span<S: Shader>(
    _ pixels: UnsafeMutablePointer<UInt32>, _ from: Int, _ to: Int, _ sum: Int32, _ shader: S
  ) {
    if sum == 0 { return }
    let coverage = Scanner.coverage(sum)
    if coverage != 0 { shader.cover(pixels + from, x0 &+ from, count: to &- from, coverage) }
  }
}

/// Quotient rounded down, with a remainder of 0 ..< divisor (which must be positive).
@inline(__always)
func floorDivide(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
  let quotient = value / divisor
  let remainder = value &- quotient &* divisor
  return remainder < 0 ? (quotient &- 1, remainder &+ divisor) : (quotient, remainder)
}
