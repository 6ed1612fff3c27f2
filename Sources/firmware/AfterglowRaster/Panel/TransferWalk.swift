import AfterglowCore

/// Panel rows that are plane rows, forward or, on a panel mounted upside down, backward.
func copyRows<Code: ScanOutCode>(_ walk: PanelWalk, _ target: ScanOutTarget, _ code: Code, isBackward: Bool) {
  let rect = walk.rect
  let count = Int(rect.width)
  var source = walk.first
  for y in Int(rect.y0)..<Int(rect.y1) {
    let to = target.base + (y &* target.strideBytes &+ Int(rect.x0) &* Code.byteCount)
    copyRow(source, to, count, code, isBackward)
    source += walk.rowStep
  }
}

@inline(__always)
private func copyRow<Code: ScanOutCode>(
  _ source: UnsafePointer<UInt32>, _ start: UnsafeMutableRawPointer, _ count: Int, _ code: Code, _ isBackward: Bool
) {
  let step = isBackward ? -1 : 1
  var to = start
  var i = 0
  let head = Swift.min(count, pixelsToAlignment(of: to, Code.byteCount))
  while i < head {
    code.store(source[i &* step], to)
    to += Code.byteCount
    i = i &+ 1
  }
  while i &+ 16 <= count {
    code.store(
      SixteenPixels(
        a: four(source, i, isBackward), b: four(source, i &+ 4, isBackward), c: four(source, i &+ 8, isBackward),
        d: four(source, i &+ 12, isBackward)), to)
    to += 16 &* Code.byteCount
    i = i &+ 16
  }
  while i &+ 4 <= count {
    code.store(four(source, i, isBackward), to)
    to += 4 &* Code.byteCount
    i = i &+ 4
  }
  while i < count {
    code.store(source[i &* step], to)
    to += Code.byteCount
    i = i &+ 1
  }
}

/// Single pixels until wide stores are aligned; at most seven.
@inline(__always)
private func pixelsToAlignment(of pointer: UnsafeMutableRawPointer, _ byteCount: Int) -> Int {
  let address = Int(bitPattern: pointer)
  // Three-byte pixels are stored in groups of four as whole words.
  if byteCount == 3 { return address & 3 }
  return ((0 &- address) & 15) / byteCount
}

/// Pixels i ..< i + 4 of a row.
@inline(__always)
private func four(_ source: UnsafePointer<UInt32>, _ i: Int, _ isBackward: Bool) -> SIMD4<UInt32> {
  if !isBackward { return load(source + i) }
  let pixels = load(source - (i &+ 3))
  return SIMD4<UInt32>(pixels[3], pixels[2], pixels[1], pixels[0])
}

@inline(__always)
private func load(_ pixels: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
  UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt32>.self)
}

/// Panel rows that are plane columns: in blocks of sixteen columns by 64 rows, so that the four cache lines of the
/// plane that are prefetched together are fully read while cached, and each line of the target is written whole.
func copyTurned<Code: ScanOutCode>(_ walk: PanelWalk, _ target: ScanOutTarget, _ code: Code) {
  let rect = walk.rect
  let turn = TurnedCopy(walk, target)
  let width = Int(rect.width)
  let height = Int(rect.height)
  let head = Swift.min(width, pixelsToAlignment(of: turn.address(0, 0, Code.byteCount), Code.byteCount))
  var y = 0
  while y < height {
    let end = Swift.min(y &+ 64, height)
    turn.copySingly(0, head, y, end, code)
    var x = head
    while x &+ 16 <= width {
      turn.copySixteenColumns(x, y, end, code)
      x = x &+ 16
    }
    while x &+ 4 <= width {
      turn.copyFourColumns(x, y, end, code)
      x = x &+ 4
    }
    turn.copySingly(x, width, y, end, code)
    y = end
  }
}

/// Positions count from the part's first pixel.
private struct TurnedCopy {
  let source: UnsafePointer<UInt32>
  let columnStep: Int
  let rowStep: Int
  let target: UnsafeMutableRawPointer
  let strideBytes: Int
  let x0: Int

  @inline(__always)
  init(_ walk: PanelWalk, _ target: ScanOutTarget) {
    source = walk.first
    columnStep = walk.columnStep
    rowStep = walk.rowStep
    self.target = target.base + Int(walk.rect.y0) &* target.strideBytes
    strideBytes = target.strideBytes
    x0 = Int(walk.rect.x0)
  }

  @inline(__always)
  func address(_ x: Int, _ y: Int, _ byteCount: Int) -> UnsafeMutableRawPointer {
    target + (y &* strideBytes &+ (x0 &+ x) &* byteCount)
  }

  @inline(__always)
  func copySingly<Code: ScanOutCode>(_ x0: Int, _ x1: Int, _ y0: Int, _ y1: Int, _ code: Code) {
    if x0 >= x1 { return }
    for y in y0..<y1 {
      var to = address(x0, y, Code.byteCount)
      for x in x0..<x1 {
        code.store(source[x &* columnStep &+ y &* rowStep], to)
        to += Code.byteCount
      }
    }
  }

  @inline(__always)
  func copySixteenColumns<Code: ScanOutCode>(_ x: Int, _ y0: Int, _ y1: Int, _ code: Code) {
    var y = y0
    while y &+ 4 <= y1 {
      let a = Square(self, x, y)
      let b = Square(self, x &+ 4, y)
      let c = Square(self, x &+ 8, y)
      let d = Square(self, x &+ 12, y)
      code.store(SixteenPixels(a: a.row0, b: b.row0, c: c.row0, d: d.row0), address(x, y, Code.byteCount))
      code.store(SixteenPixels(a: a.row1, b: b.row1, c: c.row1, d: d.row1), address(x, y &+ 1, Code.byteCount))
      code.store(SixteenPixels(a: a.row2, b: b.row2, c: c.row2, d: d.row2), address(x, y &+ 2, Code.byteCount))
      code.store(SixteenPixels(a: a.row3, b: b.row3, c: c.row3, d: d.row3), address(x, y &+ 3, Code.byteCount))
      y = y &+ 4
    }
    copySingly(x, x &+ 16, y, y1, code)
  }

  @inline(__always)
  func copyFourColumns<Code: ScanOutCode>(_ x: Int, _ y0: Int, _ y1: Int, _ code: Code) {
    var y = y0
    while y &+ 4 <= y1 {
      let square = Square(self, x, y)
      code.store(square.row0, address(x, y, Code.byteCount))
      code.store(square.row1, address(x, y &+ 1, Code.byteCount))
      code.store(square.row2, address(x, y &+ 2, Code.byteCount))
      code.store(square.row3, address(x, y &+ 3, Code.byteCount))
      y = y &+ 4
    }
    copySingly(x, x &+ 4, y, y1, code)
  }
}

/// Four by four pixels in the panel's order.
private struct Square {
  let row0: SIMD4<UInt32>
  let row1: SIMD4<UInt32>
  let row2: SIMD4<UInt32>
  let row3: SIMD4<UInt32>

  @inline(__always)
  init(_ copy: TurnedCopy, _ x: Int, _ y: Int) {
    // Four pixels of a panel column are adjacent in the plane, upwards or downwards.
    let isUpward = copy.rowStep < 0
    let first = copy.source + (x &* copy.columnStep &+ y &* copy.rowStep &- (isUpward ? 3 : 0))
    let a = load(first)
    let b = load(first + copy.columnStep)
    let c = load(first + 2 &* copy.columnStep)
    let d = load(first + 3 &* copy.columnStep)
    let low01 = SIMD4<UInt32>(a[0], b[0], a[1], b[1])
    let low23 = SIMD4<UInt32>(c[0], d[0], c[1], d[1])
    let high01 = SIMD4<UInt32>(a[2], b[2], a[3], b[3])
    let high23 = SIMD4<UInt32>(c[2], d[2], c[3], d[3])
    let lane0 = SIMD4<UInt32>(lowHalf: low01.lowHalf, highHalf: low23.lowHalf)
    let lane1 = SIMD4<UInt32>(lowHalf: low01.highHalf, highHalf: low23.highHalf)
    let lane2 = SIMD4<UInt32>(lowHalf: high01.lowHalf, highHalf: high23.lowHalf)
    let lane3 = SIMD4<UInt32>(lowHalf: high01.highHalf, highHalf: high23.highHalf)
    row0 = isUpward ? lane3 : lane0
    row1 = isUpward ? lane2 : lane1
    row2 = isUpward ? lane1 : lane2
    row3 = isUpward ? lane0 : lane3
  }
}
