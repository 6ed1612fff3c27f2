import AfterglowCore

// Blending in sRGB-encoded integers (docs/architecture.md, Colour). One rounding a channel, exact:
//
//   solid and gradient   out = round((C·a + d·(255 − a)) / 255)      a = round(alpha · coverage / 255)
//   premultiplied source out = s + round(d·(255 − alpha(s)) / 255)   s = round(source · opacity · coverage)
//
// where C is the colour with alpha 255, so that the alpha channel follows the same formula. Two channels share a 32-bit
// word: products stay below 65,025 + 128, so that a lane never reaches its neighbour.

/// Each 16-bit lane divided by 255, rounded; lanes already hold value + 128, value ≤ 65,025.
@inline(__always)
func divideLanesBy255(_ biased: UInt32) -> UInt32 {
  ((biased &+ ((biased >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
}

/// All four channels of `pixel` times `weight` / 255.
@inline(__always)
func scalePixel(_ pixel: UInt32, _ weight: UInt32) -> UInt32 {
  let low = divideLanesBy255((pixel & 0x00FF_00FF) &* weight &+ 0x0080_0080)
  let high = divideLanesBy255(((pixel >> 8) & 0x00FF_00FF) &* weight &+ 0x0080_0080)
  return low | high << 8
}

/// The four channels of a pixel, each in 16 bits of a 64-bit word.
@inline(__always)
func spreadPixel(_ pixel: UInt32) -> UInt64 {
  (UInt64(pixel) | UInt64(pixel) << 24) & 0x00FF_00FF_00FF_00FF
}

/// Blends `color` (alpha 255, spread) over `pixel` with weight `alpha`, 0 ... 255. All four channels share one 64-bit
/// multiplication.
@inline(__always)
func mixPixel(_ pixel: UInt32, spread color: UInt64, _ alpha: UInt32) -> UInt32 {
  let weight = UInt64(alpha)
  let sum = spreadPixel(pixel) &* (255 &- weight) &+ color &* weight &+ 0x0080_0080_0080_0080
  let lanes = ((sum &+ ((sum >> 8) & 0x00FF_00FF_00FF_00FF)) >> 8) & 0x00FF_00FF_00FF_00FF
  return UInt32(truncatingIfNeeded: lanes | lanes >> 24)
}

@inline(__always)
func mixPixel(_ pixel: UInt32, _ color: UInt32, _ alpha: UInt32) -> UInt32 {
  mixPixel(pixel, spread: spreadPixel(color), alpha)
}

/// Blends a premultiplied `source` over `pixel`.
@inline(__always)
func overPixel(_ pixel: UInt32, _ source: UInt32) -> UInt32 {
  source &+ scalePixel(pixel, 255 &- (source >> 24))
}

/// Stores one value `count` times.
@inline(__always)
func storePixels(_ p: UnsafeMutablePointer<UInt32>, _ count: Int, _ value: UInt32) {
  if count < 4 {
    if count > 0 { p[0] = value }
    if count > 1 { p[1] = value }
    if count > 2 { p[2] = value }
    return
  }
  storeManyPixels(p, count, value)
}

/// The same for large counts, by copying the first 4 KiB: the C library's copy uses the machine's widest stores.
func storePlane(_ p: UnsafeMutablePointer<UInt32>, _ count: Int, _ value: UInt32) {
  let length = Swift.min(count, 1024)
  storePixels(p, length, value)
  var done = length
  while done < count {
    let rest = Swift.min(1024, count &- done)
    // The typed pointer's `update` would become a loop over single pixels without the standard library.
    UnsafeMutableRawPointer(p + done).copyMemory(from: p, byteCount: rest &* 4)
    done = done &+ rest
  }
}

@inline(__always)
private func storeManyPixels(_ p: UnsafeMutablePointer<UInt32>, _ count: Int, _ value: UInt32) {
  let raw = UnsafeMutableRawPointer(p)
  let four = SIMD4<UInt32>(repeating: value)
  var offset = 0
  let end = count &* 4
  while offset &+ 64 <= end {
    raw.storeBytes(of: four, toByteOffset: offset, as: SIMD4<UInt32>.self)
    raw.storeBytes(of: four, toByteOffset: offset &+ 16, as: SIMD4<UInt32>.self)
    raw.storeBytes(of: four, toByteOffset: offset &+ 32, as: SIMD4<UInt32>.self)
    raw.storeBytes(of: four, toByteOffset: offset &+ 48, as: SIMD4<UInt32>.self)
    offset = offset &+ 64
  }
  while offset &+ 16 <= end {
    raw.storeBytes(of: four, toByteOffset: offset, as: SIMD4<UInt32>.self)
    offset = offset &+ 16
  }
  // The last vector may overlap the one before; it stores the same value.
  if offset < end { raw.storeBytes(of: four, toByteOffset: end &- 16, as: SIMD4<UInt32>.self) }
}

/// `mixPixel` with one weight over `count` pixels.
func mixPixels(_ p: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: UInt32, _ alpha: UInt32) {
  let raw = UnsafeMutableRawPointer(p)
  let lanes = SIMD4<UInt32>(repeating: 0x00FF_00FF)
  let rest = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: 255 &- alpha))
  let lowAdd = unsafeBitCast(
    SIMD4<UInt32>(repeating: (color & 0x00FF_00FF) &* alpha &+ 0x0080_0080), to: SIMD8<UInt16>.self)
  let highAdd = unsafeBitCast(
    SIMD4<UInt32>(repeating: ((color >> 8) & 0x00FF_00FF) &* alpha &+ 0x0080_0080), to: SIMD8<UInt16>.self)
  var i = 0
  while i &+ 4 <= count {
    let pixels = raw.loadUnaligned(fromByteOffset: i &* 4, as: SIMD4<UInt32>.self)
    let low = unsafeBitCast(pixels & lanes, to: SIMD8<UInt16>.self) &* rest &+ lowAdd
    let high = unsafeBitCast((pixels &>> 8) & lanes, to: SIMD8<UInt16>.self) &* rest &+ highAdd
    let lowByte = (low &+ (low &>> 8)) &>> 8
    let highByte = (high &+ (high &>> 8)) & SIMD8<UInt16>(repeating: 0xFF00)
    raw.storeBytes(
      of: unsafeBitCast(lowByte | highByte, to: SIMD4<UInt32>.self), toByteOffset: i &* 4, as: SIMD4<UInt32>.self)
    i = i &+ 4
  }
  while i < count {
    p[i] = mixPixel(p[i], color, alpha)
    i = i &+ 1
  }
}
