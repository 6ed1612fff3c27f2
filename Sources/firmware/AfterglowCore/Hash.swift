/// Folds one more value into a running 64-bit hash; order matters. Not for security.
///
/// The multiplier is 2^64 divided by the golden ratio, as in Fibonacci hashing (Knuth, The Art of Computer Programming,
/// volume 3, section 6.4).
@inlinable
public func mixHash(_ hash: UInt64, _ value: UInt64) -> UInt64 {
  var h = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
  h ^= h >> 32
  return h
}

/// One pixel's share of a frame's hash. The frame's hash is the wrapping sum over all pixels, so a changed pixel costs
/// its difference and no pass over the frame.
///
/// A random linear function: pixel · `pixelLaneKey`(index mod 16) · `pixelBlockKey`(index / 16), modulo 2^64. Sixteen
/// neighbours share a block key, so that a sum over them is 32-bit products, which every vector unit has, and one
/// 64-bit product. Black adds nothing: most of a clock is black. Two frames of one size that differ collide about once
/// in 2^48; a change of one pixel, or of two 24-bit ones in a block, never does.
@inlinable
public func pixelHash(index: UInt32, pixel: UInt32) -> UInt64 {
  UInt64(pixel) &* UInt64(pixelLaneKey(index & 15)) &* pixelBlockKey(index >> 4)
}

/// 32 bits, odd, different for each of the sixteen `lane`s.
@inlinable
@inline(__always)
public func pixelLaneKey(_ lane: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: pixelBlockKey(lane) >> 32) | 1 }

/// Odd, so that no difference is multiplied away. The rotation keeps sums over neighbours from cancelling, as they would
/// with a key that grows evenly.
@inlinable
@inline(__always)
public func pixelBlockKey(_ block: UInt32) -> UInt64 {
  let h = (UInt64(block) &+ 1) &* 0x9E37_79B9_7F4A_7C15
  return (h ^ (h >> 35 | h << 29)) | 1
}

/// Σ pixel · lane key of a block's sixteen pixels, four at a time; times the block's key it is their share of the hash.
@inlinable
@inline(__always)
public func pixelBlockSum(
  at0 a: SIMD4<UInt32>, at4 b: SIMD4<UInt32>, at8 c: SIMD4<UInt32>, at12 d: SIMD4<UInt32>
) -> UInt64 {
  (laneProducts(a, 0) &+ laneProducts(b, 4) &+ laneProducts(c, 8) &+ laneProducts(d, 12)).wrappedSum()
}

/// Four 32-bit pixels times their keys, summed in pairs: two multiplications that SSE2 and NEON both have.
@inlinable
@inline(__always)
func laneProducts(_ pixels: SIMD4<UInt32>, _ lane: UInt32) -> SIMD2<UInt64> {
  let pairs = unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
  let low = SIMD2<UInt64>(repeating: 0xFFFF_FFFF)
  let even = SIMD2<UInt64>(UInt64(pixelLaneKey(lane)), UInt64(pixelLaneKey(lane &+ 2)))
  let odd = SIMD2<UInt64>(UInt64(pixelLaneKey(lane &+ 1)), UInt64(pixelLaneKey(lane &+ 3)))
  return (pairs & low) &* even &+ (pairs &>> SIMD2<UInt64>(repeating: 32)) &* odd
}

/// The same hash of any bytes, taken as little-endian 32-bit words, the last one padded with zeros
/// (docs/archive-format.md, ArchiveHeader, 64 bytes).
///
/// A change within a word is always found, any other is missed about once in 2^48. Zeros at the end add nothing, so
/// callers must compare lengths as well.
public func wordsHash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  guard let base = bytes.baseAddress else { return 0 }
  var hash: UInt64 = 0
  var block: UInt32 = 0
  var at = 0
  while bytes.count &- at >= 64 {
    let words = base + at
    let sum = pixelBlockSum(
      at0: words.loadUnaligned(as: SIMD4<UInt32>.self),
      at4: words.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self),
      at8: words.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt32>.self),
      at12: words.loadUnaligned(fromByteOffset: 48, as: SIMD4<UInt32>.self))
    hash = hash &+ sum &* pixelBlockKey(block)
    block = block &+ 1
    at = at &+ 64
  }
  while at < bytes.count {
    var word: UInt32 = 0
    for byte in 0..<Swift.min(4, bytes.count &- at) { word |= UInt32(bytes[at &+ byte]) << UInt32(8 &* byte) }
    hash = hash &+ pixelHash(index: UInt32(truncatingIfNeeded: at >> 2), pixel: word)
    at = at &+ 4
  }
  return hash
}
