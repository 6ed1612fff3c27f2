import AfterglowCore

/// One panel pixel's value in memory.
protocol PixelCode {
  associatedtype Cell: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  func code(_ argb: UInt32) -> Cell
}

struct WordCode: PixelCode {
  let mask: UInt32
  @inline(__always)
  func code(_ argb: UInt32) -> UInt32 { argb & mask }
}

struct RGB565Code: PixelCode {
  let mask: UInt32
  @inline(__always)
  func code(_ argb: UInt32) -> UInt16 {
    let kept = argb & mask
    return UInt16(truncatingIfNeeded: (kept >> 8) & 0xF800 | (kept >> 5) & 0x07E0 | (kept >> 3) & 0x001F)
  }
}

struct GrayCode: PixelCode {
  @inline(__always)
  func code(_ argb: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: luma(argb)) }
}

/// Luma, 0 ... 255: Rec. 709 weights in 1/256 on the encoded values.
@inline(__always)
func luma(_ argb: UInt32) -> UInt32 {
  (((argb >> 16) & 255) &* 54 &+ ((argb >> 8) & 255) &* 183 &+ (argb & 255) &* 19 &+ 128) >> 8
}

func storeRows<Code: PixelCode>(_ walk: PanelWalk, _ target: EncodeTarget, _ code: Code) {
  let count = Int(walk.rect.width)
  var source = walk.first
  for y in Int(walk.rect.y0)..<Int(walk.rect.y1) {
    let row =
      (target.base + y &* target.strideBytes).assumingMemoryBound(to: Code.Cell.self) + Int(walk.rect.x0)
    if walk.columnStep == 1 {
      for i in 0..<count { row[i] = code.code(source[i]) }
    } else {
      for i in 0..<count { row[i] = code.code(source[i &* walk.columnStep]) }
    }
    source += walk.rowStep
  }
}

func encodeRows<Code: PixelCode>(_ walk: PanelWalk, _ target: EncodeTarget, _ code: Code) -> EncodeResult {
  var changes = Changes()
  let rect = walk.rect
  let count = Int(rect.width)
  var source = walk.first
  for y in Int(rect.y0)..<Int(rect.y1) {
    let row = (target.base + y &* target.strideBytes).assumingMemoryBound(to: Code.Cell.self) + Int(rect.x0)
    let index = UInt32(truncatingIfNeeded: y &* Int(target.size.width) &+ Int(rect.x0))
    encodeRow(source, walk.columnStep, row, count, y, Int(rect.x0), index, target.isFirstFrame, code, &changes)
    source += walk.rowStep
  }
  return changes.result
}

@inline(__always)
private func encodeRow<Code: PixelCode>(
  _ source: UnsafePointer<UInt32>, _ step: Int, _ row: UnsafeMutablePointer<Code.Cell>, _ count: Int, _ y: Int,
  _ x0: Int, _ index: UInt32, _ isFirstFrame: Bool, _ code: Code, _ changes: inout Changes
) {
  var first = -1
  var last = 0
  var hash: UInt64 = 0
  var pixels = 0
  var i = 0
  while i < count {
    let new = code.code(source[i &* step])
    let old = row[i]
    if isFirstFrame || new != old {
      let at = index &+ UInt32(truncatingIfNeeded: i)
      hash = hash &+ pixelHash(index: at, pixel: UInt32(truncatingIfNeeded: new))
      if !isFirstFrame { hash = hash &- pixelHash(index: at, pixel: UInt32(truncatingIfNeeded: old)) }
      row[i] = new
      pixels = pixels &+ 1
      if first < 0 { first = i }
      last = i
    }
    i = i &+ 1
  }
  if first < 0 { return }
  changes.hash = changes.hash &+ hash
  changes.pixels = changes.pixels &+ pixels
  changes.widen(y, x0 &+ first, x0 &+ last)
}

/// One bit per pixel: whole bytes are assembled; other pixels' bits are preserved.
func encodeBits(_ walk: PanelWalk, _ target: EncodeTarget) -> EncodeResult {
  var changes = Changes()
  let rect = walk.rect
  let x0 = Int(rect.x0)
  let x1 = Int(rect.x1)
  var source = walk.first
  for y in Int(rect.y0)..<Int(rect.y1) {
    let row = (target.base + y &* target.strideBytes).assumingMemoryBound(to: UInt8.self)
    let rowIndex = UInt32(truncatingIfNeeded: y &* Int(target.size.width))
    var x = x0
    while x < x1 {
      let next = Swift.min((x | 7) &+ 1, x1)
      let (bits, mask) = gather(source + (x &- x0) &* walk.columnStep, walk.columnStep, x, next)
      let old = row[x >> 3]
      let changed = target.isFirstFrame ? mask : (old ^ bits) & mask
      if changed != 0 {
        row[x >> 3] = old & ~mask | bits
        addBits(changed, old, bits, target.isFirstFrame, rowIndex, x >> 3, &changes)
        let first = (x & ~7) &+ changed.leadingZeroBitCount
        changes.widen(y, first, (x | 7) &- changed.trailingZeroBitCount)
      }
      x = next
    }
    source += walk.rowStep
  }
  return changes.result
}

/// The bits of pixels x ..< next, which share a byte, and the mask of their bits in it.
@inline(__always)
private func gather(_ source: UnsafePointer<UInt32>, _ step: Int, _ x: Int, _ next: Int) -> (UInt8, UInt8) {
  var bits: UInt32 = 0
  var i = 0
  while i < next &- x {
    bits = bits &<< 1 | (luma(source[i &* step]) >> 7)
    i = i &+ 1
  }
  let shift = UInt32(truncatingIfNeeded: 8 &- (x & 7) &- i)
  let mask = ((UInt32(1) &<< UInt32(truncatingIfNeeded: i)) &- 1) &<< shift
  return (UInt8(truncatingIfNeeded: bits &<< shift), UInt8(truncatingIfNeeded: mask))
}

private func addBits(
  _ changed: UInt8, _ old: UInt8, _ new: UInt8, _ isFirstFrame: Bool, _ rowIndex: UInt32, _ byte: Int,
  _ changes: inout Changes
) {
  var rest = changed
  while rest != 0 {
    let lead = rest.leadingZeroBitCount
    let shift = UInt8(truncatingIfNeeded: 7 &- lead)
    rest &= ~(UInt8(1) &<< shift)
    let at = rowIndex &+ UInt32(truncatingIfNeeded: byte &* 8 &+ lead)
    let now = UInt32(truncatingIfNeeded: (new &>> shift) & 1)
    changes.pixels = changes.pixels &+ 1
    changes.hash = changes.hash &+ pixelHash(index: at, pixel: now)
    if !isFirstFrame {
      changes.hash = changes.hash &- pixelHash(index: at, pixel: UInt32(truncatingIfNeeded: (old &>> shift) & 1))
    }
  }
}

/// The codes of a panel's inks, of which a byte holds several.
protocol InkCode {
  /// 2 or 4.
  var bitsPerPixel: Int { get }
  func code(_ pixel: UInt32) -> UInt8
}

struct SixInks: InkCode {
  var bitsPerPixel: Int { 4 }
  @inline(__always)
  func code(_ pixel: UInt32) -> UInt8 { PaperInk.nearestCode(pixel) }
}

struct FourGrays: InkCode {
  var bitsPerPixel: Int { 2 }
  @inline(__always)
  func code(_ pixel: UInt32) -> UInt8 { PaperGray.code(pixel) }
}

/// Two or four bits per pixel: the other parts of a shared byte are preserved.
func encodeInks(_ walk: PanelWalk, _ target: EncodeTarget, _ inks: some InkCode) -> EncodeResult {
  var changes = Changes()
  let rect = walk.rect
  let count = Int(rect.width)
  let bits = inks.bitsPerPixel
  let mask = UInt8(truncatingIfNeeded: (1 << bits) &- 1)
  var source = walk.first
  for y in Int(rect.y0)..<Int(rect.y1) {
    let row = (target.base + y &* target.strideBytes).assumingMemoryBound(to: UInt8.self)
    let rowIndex = UInt32(truncatingIfNeeded: y &* Int(target.size.width))
    for i in 0..<count {
      let x = Int(rect.x0) &+ i
      let bit = x &* bits
      let shift = UInt8(truncatingIfNeeded: 8 &- bits &- (bit & 7))
      let new = inks.code(source[i &* walk.columnStep])
      let byte = row[bit >> 3]
      let old = (byte &>> shift) & mask
      if new == old && !target.isFirstFrame { continue }
      row[bit >> 3] = byte & ~(mask &<< shift) | (new &<< shift)
      let at = rowIndex &+ UInt32(truncatingIfNeeded: x)
      changes.pixels = changes.pixels &+ 1
      changes.hash = changes.hash &+ pixelHash(index: at, pixel: UInt32(new))
      if !target.isFirstFrame { changes.hash = changes.hash &- pixelHash(index: at, pixel: UInt32(old)) }
      changes.widen(y, x, x)
    }
    source += walk.rowStep
  }
  return changes.result
}
