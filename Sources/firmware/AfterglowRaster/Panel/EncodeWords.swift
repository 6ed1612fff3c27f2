import AfterglowCore

/// 32-bit formats. Unrotated rows are processed in blocks of sixteen pixels that share a hash key; the hash follows the
/// panel's pixel order, so blocks begin where the panel's index is a multiple of sixteen.
func encodeWords(_ walk: PanelWalk, _ target: EncodeTarget, _ code: WordCode) -> EncodeResult {
  if walk.columnStep != 1 { return encodeRows(walk, target, code) }
  var changes = Changes()
  let rect = walk.rect
  let count = Int(rect.width)
  var source = walk.first
  for y in Int(rect.y0)..<Int(rect.y1) {
    let base = (target.base + y &* target.strideBytes).assumingMemoryBound(to: UInt32.self) + Int(rect.x0)
    let row = WordRow(
      source: source, target: base, y: y, x0: Int(rect.x0),
      index: UInt32(truncatingIfNeeded: y &* Int(target.size.width) &+ Int(rect.x0)), mask: code.mask,
      isFirstFrame: target.isFirstFrame)
    let head = Swift.min(count, Int((0 &- row.index) & 15))
    let blocks = (count &- head) >> 4
    if head > 0 { row.encodePart(from: 0, to: head, &changes) }
    if target.isFirstFrame {
      row.writeBlocks(from: head, count: blocks, &changes)
    } else {
      row.encodeBlocks(from: head, count: blocks, &changes)
    }
    let tail = head &+ blocks &* 16
    if tail < count { row.encodePart(from: tail, to: count, &changes) }
    source += walk.rowStep
  }
  return changes.result
}

/// A row of 32-bit pixels being encoded. Offsets count from the row's first pixel.
private struct WordRow {
  let source: UnsafePointer<UInt32>
  let target: UnsafeMutablePointer<UInt32>
  let y: Int
  let x0: Int
  /// Of the row's first pixel, for the hash.
  let index: UInt32
  let mask: UInt32
  let isFirstFrame: Bool

  /// Pixels of a partial block, one by one.
  @inline(__always)
  func encodePart(from start: Int, to end: Int, _ changes: inout Changes) {
    let at = index &+ UInt32(truncatingIfNeeded: start)
    var first = -1
    var last = 0
    var sum: UInt64 = 0
    var i = start
    while i < end {
      let new = source[i] & mask
      let old = target[i]
      if isFirstFrame || new != old {
        target[i] = new
        let change = isFirstFrame ? UInt64(new) : UInt64(new) &- UInt64(old)
        sum = sum &+ change &* UInt64(pixelLaneKey((index &+ UInt32(truncatingIfNeeded: i)) & 15))
        changes.pixels = changes.pixels &+ 1
        if first < 0 { first = i }
        last = i
      }
      i = i &+ 1
    }
    if first < 0 { return }
    changes.hash = changes.hash &+ sum &* pixelBlockKey(at >> 4)
    changes.widen(y, x0 &+ first, x0 &+ last)
  }

  /// Whole blocks over known content: equal ones are only read.
  @inline(__always)
  func encodeBlocks(from start: Int, count: Int, _ changes: inout Changes) {
    let masks = SIMD4<UInt32>(repeating: mask)
    var equal = SIMD4<UInt32>(repeating: 0)
    // Summed separately: where both are summed at once, the compiler emits 64-bit products of a common factor.
    var newHash: UInt64 = 0
    var oldHash: UInt64 = 0
    var changed = 0
    var i = start
    let end = start &+ count &* 16
    while i < end {
      let from = UnsafeRawPointer(source + i)
      let to = UnsafeMutableRawPointer(target + i)
      let new = Block(from).masked(masks)
      let old = Block(UnsafeRawPointer(to))
      let pairs = unsafeBitCast(new.differences(from: old), to: SIMD2<UInt64>.self)
      if pairs[0] | pairs[1] != 0 {
        widen(i, &changes)
        new.store(to)
        equal = equal &+ new.equalities(with: old)
        let key = pixelBlockKey((index &+ UInt32(truncatingIfNeeded: i)) >> 4)
        newHash = newHash &+ new.hashSum() &* key
        oldHash = oldHash &+ old.hashSum() &* key
        changed = changed &+ 16
      }
      i = i &+ 16
    }
    changes.hash = changes.hash &+ newHash &- oldHash
    changes.pixels = changes.pixels &+ changed &- Int(equal.wrappedSum())
  }

  /// Whole blocks over unknown content.
  @inline(__always)
  func writeBlocks(from start: Int, count: Int, _ changes: inout Changes) {
    if count <= 0 { return }
    let masks = SIMD4<UInt32>(repeating: mask)
    var hash: UInt64 = 0
    var i = start
    let end = start &+ count &* 16
    while i < end {
      let new = Block(UnsafeRawPointer(source + i)).masked(masks)
      new.store(UnsafeMutableRawPointer(target + i))
      let key = pixelBlockKey((index &+ UInt32(truncatingIfNeeded: i)) >> 4)
      hash = hash &+ new.hashSum() &* key
      i = i &+ 16
    }
    changes.hash = changes.hash &+ hash
    changes.pixels = changes.pixels &+ count &* 16
    changes.widen(y, x0 &+ start, x0 &+ end &- 1)
  }

  /// Extends the bounds by a block that is about to be written; finds its outermost changes only where they matter.
  @inline(__always)
  private func widen(_ i: Int, _ changes: inout Changes) {
    if x0 &+ i < changes.x0 || x0 &+ i &+ 16 > changes.x1 { widenExactly(i, &changes) }
    if y >= changes.y1 || y < changes.y0 {
      changes.y0 = Swift.min(changes.y0, y)
      changes.y1 = Swift.max(changes.y1, y &+ 1)
    }
  }

  @inline(never)
  private func widenExactly(_ i: Int, _ changes: inout Changes) {
    var first = i
    while source[first] & mask == target[first] { first = first &+ 1 }
    var last = i &+ 15
    while source[last] & mask == target[last] { last = last &- 1 }
    changes.widen(y, x0 &+ first, x0 &+ last)
  }
}

/// Sixteen pixels.
struct Block {
  let a: SIMD4<UInt32>
  let b: SIMD4<UInt32>
  let c: SIMD4<UInt32>
  let d: SIMD4<UInt32>

  @inline(__always)
  init(_ pixels: UnsafeRawPointer) {
    a = pixels.loadUnaligned(as: SIMD4<UInt32>.self)
    b = pixels.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self)
    c = pixels.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt32>.self)
    d = pixels.loadUnaligned(fromByteOffset: 48, as: SIMD4<UInt32>.self)
  }

  @inline(__always)
  private init(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>, _ d: SIMD4<UInt32>) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  @inline(__always)
  func masked(_ mask: SIMD4<UInt32>) -> Block { Block(a & mask, b & mask, c & mask, d & mask) }

  @inline(__always)
  func store(_ pixels: UnsafeMutableRawPointer) {
    pixels.storeBytes(of: a, as: SIMD4<UInt32>.self)
    pixels.storeBytes(of: b, toByteOffset: 16, as: SIMD4<UInt32>.self)
    pixels.storeBytes(of: c, toByteOffset: 32, as: SIMD4<UInt32>.self)
    pixels.storeBytes(of: d, toByteOffset: 48, as: SIMD4<UInt32>.self)
  }

  @inline(__always)
  func differences(from old: Block) -> SIMD4<UInt32> {
    ((a ^ old.a) | (b ^ old.b)) | ((c ^ old.c) | (d ^ old.d))
  }

  /// The bits of every fourth pixel.
  @inline(__always)
  var union: SIMD4<UInt32> { (a | b) | (c | d) }

  /// The number of equal pixels in each group of every fourth pixel.
  @inline(__always)
  func equalities(with old: Block) -> SIMD4<UInt32> {
    (Block.ones(a .== old.a) &+ Block.ones(b .== old.b)) &+ (Block.ones(c .== old.c) &+ Block.ones(d .== old.d))
  }

  @inline(__always)
  private static func ones(_ mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<UInt32> {
    SIMD4<UInt32>(repeating: 0).replacing(with: SIMD4<UInt32>(repeating: 1), where: mask)
  }

  /// Σ pixel · lane key.
  @inline(__always)
  func hashSum() -> UInt64 { pixelBlockSum(at0: a, at4: b, at8: c, at12: d) }
}
