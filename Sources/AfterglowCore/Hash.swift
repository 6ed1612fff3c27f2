/// Folds one more value into a running 64-bit hash; order matters. Not for security.
@inlinable
public func mixHash(_ hash: UInt64, _ value: UInt64) -> UInt64 {
  var h = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
  h ^= h >> 32
  return h
}

/// One pixel's share of a frame's hash: the frame's is the wrapping sum over all pixels, so a changed pixel costs one
/// `pixelHashDelta` and no pass over the frame.
///
/// A random linear function: (pixel + 1) times a 64-bit key that is pseudo-random in the index, so that two frames that
/// differ collide about once in 2^48, and a change of one pixel never does.
@inlinable
public func pixelHash(index: UInt32, pixel: UInt32) -> UInt64 {
  (UInt64(pixel) &+ 1) &* pixelKey(index)
}

/// `pixelHash` of the new pixel minus that of the old, for one multiplication less.
@inlinable
public func pixelHashDelta(index: UInt32, from old: UInt32, to new: UInt32) -> UInt64 {
  (UInt64(new) &- UInt64(old)) &* pixelKey(index)
}

/// Odd, so that no difference of pixels is multiplied away. The rotation keeps sums over neighbours from cancelling, as
/// they would with a key that grows evenly.
@inlinable
func pixelKey(_ index: UInt32) -> UInt64 {
  let h = (UInt64(index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
  return (h ^ (h >> 35 | h << 29)) | 1
}
