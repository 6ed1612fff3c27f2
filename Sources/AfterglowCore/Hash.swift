/// Folds one more value into a running 64-bit hash; order matters. Not for security.
@inlinable
public func mixHash(_ hash: UInt64, _ value: UInt64) -> UInt64 {
  var h = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
  h ^= h >> 32
  return h
}

/// One pixel's share of a frame's hash: the frame's is the wrapping sum over all pixels, so a changed pixel costs two of
/// these and no pass over the frame.
@inlinable
public func pixelHash(index: UInt32, pixel: UInt32) -> UInt64 {
  var h = (UInt64(index) << 32 | UInt64(pixel)) &* 0x9E37_79B9_7F4A_7C15
  h ^= h >> 29
  h = h &* 0xBF58_476D_1CE4_E5B9
  h ^= h >> 32
  return h
}
