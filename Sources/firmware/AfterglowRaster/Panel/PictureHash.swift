import AfterglowCore

/// The `hashDelta` that `encode` would report over unknown content.
///
/// Writes to the target's memory, as scratch, only for rotated panels and narrow formats. Must be fast because the
/// processor computes the first picture's hash before anything else can run; most of a clock is black, which
/// contributes nothing.
public func pictureHash(_ plane: PixelPlane, _ rect: PixelRect, as target: EncodeTarget) -> UInt64 {
  let part = rect.intersection(PixelRect(plane.size))
  guard let walk = PanelWalk(plane, part, target) else { return 0 }
  guard target.format == .xrgb8888 && walk.columnStep == 1 else {
    var unknown = target
    unknown.isFirstFrame = true
    return encode(plane, rect, into: unknown).hashDelta
  }
  let mask: UInt32 = target.isRedOnly ? 0x00FF_0000 : 0x00FF_FFFF
  let rect = walk.rect
  let count = Int(rect.width)
  var hash: UInt64 = 0
  var source = walk.first
  for y in Int(rect.y0)..<Int(rect.y1) {
    let index = UInt32(truncatingIfNeeded: y &* Int(target.size.width) &+ Int(rect.x0))
    let row = HashRow(source: source, index: index, mask: mask)
    let head = Swift.min(count, Int((0 &- index) & 15))
    let tail = head &+ (count &- head) & ~15
    hash = hash &+ row.sum(from: 0, to: head) &+ row.blockSum(from: head, to: tail) &+ row.sum(from: tail, to: count)
    source += walk.rowStep
  }
  return hash
}

/// A row of the plane being hashed.
private struct HashRow {
  let source: UnsafePointer<UInt32>
  /// Of the row's first pixel.
  let index: UInt32
  let mask: UInt32

  /// Pixels one by one.
  func sum(from start: Int, to end: Int) -> UInt64 {
    var sum: UInt64 = 0
    var i = start
    while i < end {
      sum = sum &+ pixelHash(index: index &+ UInt32(truncatingIfNeeded: i), pixel: source[i] & mask)
      i = i &+ 1
    }
    return sum
  }

  /// Whole blocks of the hash, two at a time; black ones contribute nothing.
  @inline(__always)
  func blockSum(from start: Int, to end: Int) -> UInt64 {
    let masks = SIMD4<UInt32>(repeating: mask)
    var sum: UInt64 = 0
    var i = start
    while i &+ 32 <= end {
      let pixels = UnsafeRawPointer(source + i)
      let first = Block(pixels)
      let second = Block(pixels + 64)
      if !isZero((first.union | second.union) & masks) {
        sum = sum &+ hash(of: first.masked(masks), at: i) &+ hash(of: second.masked(masks), at: i &+ 16)
      }
      i = i &+ 32
    }
    if i < end { sum = sum &+ hash(of: Block(UnsafeRawPointer(source + i)).masked(masks), at: i) }
    return sum
  }

  @inline(__always)
  private func hash(of block: Block, at i: Int) -> UInt64 {
    block.hashSum() &* pixelBlockKey((index &+ UInt32(truncatingIfNeeded: i)) >> 4)
  }

  @inline(__always)
  private func isZero(_ pixels: SIMD4<UInt32>) -> Bool {
    let pairs = unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    return pairs[0] | pairs[1] == 0
  }
}
