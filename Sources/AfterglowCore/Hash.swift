/// Folds one more value into a running 64-bit hash; order matters. Not for security.
@inlinable
public func mixHash(_ hash: UInt64, _ value: UInt64) -> UInt64 {
  var h = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
  h ^= h >> 32
  return h
}

/// One pixel's share of a frame's hash: the frame's is the wrapping sum over all pixels, so a changed pixel costs its
/// difference and no pass over the frame.
///
/// A random linear function: (pixel + 1) · `pixelLaneKey`(index mod 16) · `pixelBlockKey`(index / 16), modulo 2^64. Sixteen
/// neighbours share a block key, so that a sum over them is 32-bit products, which every vector unit has, and one 64-bit
/// product. Two frames that differ collide about once in 2^48; a change of one pixel, or of two 24-bit ones in a block,
/// never does.
@inlinable
public func pixelHash(index: UInt32, pixel: UInt32) -> UInt64 {
  (UInt64(pixel) &+ 1) &* UInt64(pixelLaneKey(index & 15)) &* pixelBlockKey(index >> 4)
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
