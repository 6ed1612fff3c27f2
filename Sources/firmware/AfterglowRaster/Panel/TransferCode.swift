import AfterglowCore

/// Converts pixels of the plane to bytes of scan-out memory, one, four or sixteen neighbours at a time, in ascending
/// order.
protocol ScanOutCode {
  /// Of a pixel.
  static var byteCount: Int { get }
  func store(_ pixel: UInt32, _ to: UnsafeMutableRawPointer)
  func store(_ pixels: SIMD4<UInt32>, _ to: UnsafeMutableRawPointer)
  func store(_ pixels: SixteenPixels, _ to: UnsafeMutableRawPointer)
}

struct SixteenPixels {
  let a: SIMD4<UInt32>
  let b: SIMD4<UInt32>
  let c: SIMD4<UInt32>
  let d: SIMD4<UInt32>
}

extension ScanOutCode {
  @inline(__always)
  func store(_ pixels: SixteenPixels, _ to: UnsafeMutableRawPointer) {
    store(pixels.a, to)
    store(pixels.b, to + 4 &* Self.byteCount)
    store(pixels.c, to + 8 &* Self.byteCount)
    store(pixels.d, to + 12 &* Self.byteCount)
  }
}

struct FourByteScanOut<Map: ScanOutMap>: ScanOutCode {
  let map: Map

  @inline(__always)
  static var byteCount: Int { 4 }

  @inline(__always)
  func store(_ pixel: UInt32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: map.value(SIMD4<UInt32>(repeating: pixel))[0], as: UInt32.self)
  }

  @inline(__always)
  func store(_ pixels: SIMD4<UInt32>, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: map.value(pixels), as: SIMD4<UInt32>.self)
  }
}

struct ThreeByteScanOut<Map: ScanOutMap>: ScanOutCode {
  let map: Map

  @inline(__always)
  static var byteCount: Int { 3 }

  @inline(__always)
  func store(_ pixel: UInt32, _ to: UnsafeMutableRawPointer) {
    let value = map.value(SIMD4<UInt32>(repeating: pixel))[0]
    to.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
    to.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: 1, as: UInt8.self)
    to.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
  }

  /// Four pixels are twelve bytes: each pair is packed first, then both pairs.
  @inline(__always)
  func store(_ pixels: SIMD4<UInt32>, _ to: UnsafeMutableRawPointer) {
    let pairs = unsafeBitCast(map.value(pixels), to: SIMD2<UInt64>.self)
    let low = SIMD2<UInt64>(repeating: 0xFF_FFFF)
    let packed = pairs & low | (pairs &>> 8) & (low &<< 24)
    to.storeBytes(of: packed[0] | packed[1] << 48, as: UInt64.self)
    to.storeBytes(of: UInt32(truncatingIfNeeded: packed[1] >> 16), toByteOffset: 8, as: UInt32.self)
  }
}

struct TwoByteScanOut<Map: ScanOutMap>: ScanOutCode {
  let map: Map

  @inline(__always)
  static var byteCount: Int { 2 }

  @inline(__always)
  func store(_ pixel: UInt32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: UInt16(truncatingIfNeeded: map.value(SIMD4<UInt32>(repeating: pixel))[0]), as: UInt16.self)
  }

  @inline(__always)
  func store(_ pixels: SIMD4<UInt32>, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: SIMD4<UInt16>(truncatingIfNeeded: map.value(pixels)), as: SIMD4<UInt16>.self)
  }
}

/// R in bits 11 ... 15, G in 5 ... 10, B in 0 ... 4.
struct RGB565ScanOut: ScanOutCode {
  private let greenMask: UInt16
  private let blueMask: UInt16

  init(isRedOnly: Bool) {
    greenMask = isRedOnly ? 0 : 0x07E0
    blueMask = isRedOnly ? 0 : 0x001F
  }

  @inline(__always)
  static var byteCount: Int { 2 }

  @inline(__always)
  func store(_ pixel: UInt32, _ to: UnsafeMutableRawPointer) {
    let red = UInt16(truncatingIfNeeded: pixel >> 8) & 0xF800
    let low = UInt16(truncatingIfNeeded: pixel)
    to.storeBytes(of: red | (low >> 5) & greenMask | (low >> 3) & blueMask, as: UInt16.self)
  }

  @inline(__always)
  func store(_ pixels: SIMD4<UInt32>, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: code(pixels, pixels).lowHalf, as: SIMD4<UInt16>.self)
  }

  @inline(__always)
  func store(_ pixels: SixteenPixels, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: code(pixels.a, pixels.b), as: SIMD8<UInt16>.self)
    to.storeBytes(of: code(pixels.c, pixels.d), toByteOffset: 16, as: SIMD8<UInt16>.self)
  }

  /// Eight pixels in two halves: alpha and red, green and blue.
  @inline(__always)
  private func code(_ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>) -> SIMD8<UInt16> {
    let a = unsafeBitCast(first, to: SIMD8<UInt16>.self)
    let b = unsafeBitCast(second, to: SIMD8<UInt16>.self)
    let high = SIMD8<UInt16>(lowHalf: a.oddHalf, highHalf: b.oddHalf)
    let low = SIMD8<UInt16>(lowHalf: a.evenHalf, highHalf: b.evenHalf)
    let red = (high &<< 8) & SIMD8<UInt16>(repeating: 0xF800)
    let green = (low &>> 5) & SIMD8<UInt16>(repeating: greenMask)
    let blue = (low &>> 3) & SIMD8<UInt16>(repeating: blueMask)
    return red | green | blue
  }
}
