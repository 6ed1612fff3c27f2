import AfterglowCore

/// Luminance and tint of whole frames and pictures in one pass: each channel's linear light times a factor of its own, on
/// the encoded pixels themselves. Alpha stays; pixels whose alpha is not full are not meant, as theirs are premultiplied.
///
/// sRGB's curve is a straight line, a shoulder and a power. Scaling light is a straight line in its power part as well, so
/// that two lines (`ChannelLines`) come within a code of it, and sixteen pixels take 75 instructions of a processor that
/// has nothing newer than SSE2.
public struct ColorPass: Sendable {
  /// Blue and red, and green and alpha: the bytes of a pixel by turns.
  private let even: Lanes
  private let odd: Lanes
  private let red: ChannelLines
  private let green: ChannelLines
  private let blue: ChannelLines

  public init(red: ChannelLines, green: ChannelLines, blue: ChannelLines) {
    self.red = red
    self.green = green
    self.blue = blue
    even = Lanes(blue, red)
    odd = Lanes(green, .unchanged)
  }

  /// `from` may be `to`.
  public func run(_ from: UnsafePointer<UInt32>, into to: UnsafeMutablePointer<UInt32>, count: Int) {
    let source = UnsafeRawPointer(from)
    let target = UnsafeMutableRawPointer(to)
    var offset = 0
    let end = count &* 4
    while offset &+ 64 <= end {
      let a = source.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt16>.self)
      let b = source.loadUnaligned(fromByteOffset: offset &+ 16, as: SIMD8<UInt16>.self)
      let c = source.loadUnaligned(fromByteOffset: offset &+ 32, as: SIMD8<UInt16>.self)
      let d = source.loadUnaligned(fromByteOffset: offset &+ 48, as: SIMD8<UInt16>.self)
      target.storeBytes(of: four(a), toByteOffset: offset, as: SIMD8<UInt16>.self)
      target.storeBytes(of: four(b), toByteOffset: offset &+ 16, as: SIMD8<UInt16>.self)
      target.storeBytes(of: four(c), toByteOffset: offset &+ 32, as: SIMD8<UInt16>.self)
      target.storeBytes(of: four(d), toByteOffset: offset &+ 48, as: SIMD8<UInt16>.self)
      offset = offset &+ 64
    }
    var index = offset >> 2
    while index < count {
      to[index] = pixel(from[index])
      index = index &+ 1
    }
  }

  /// One pixel, as the lanes have it.
  public func pixel(_ argb: UInt32) -> UInt32 {
    let r = UInt32(red.value(UInt8(truncatingIfNeeded: argb >> 16)))
    let g = UInt32(green.value(UInt8(truncatingIfNeeded: argb >> 8)))
    let b = UInt32(blue.value(UInt8(truncatingIfNeeded: argb)))
    return argb & 0xFF00_0000 | r << 16 | g << 8 | b
  }

  @inline(__always)
  private func four(_ pixels: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let high = SIMD8<UInt16>(repeating: 0xFF00)
    let eights = SIMD8<UInt16>(repeating: 8)
    return even.value(pixels &<< eights) &>> eights | odd.value(pixels & high) & high
  }
}

/// Two channels by turns, in 1/256 of a code.
private struct Lanes: Sendable {
  let slope: SIMD8<UInt16>
  let gain: SIMD8<UInt16>
  let threshold: SIMD8<UInt16>

  init(_ first: ChannelLines, _ second: ChannelLines) {
    func turns(_ a: UInt16, _ b: UInt16) -> SIMD8<UInt16> { SIMD8<UInt16>(a, b, a, b, a, b, a, b) }
    slope = turns(first.slope, second.slope)
    gain = turns(first.gain, second.gain)
    threshold = turns(first.threshold, second.threshold)
  }

  @inline(__always)
  func value(_ codes: SIMD8<UInt16>) -> SIMD8<UInt16> {
    // The maximum and the difference are one saturating subtraction.
    Lanes.upperHalf(codes, slope) &+ Lanes.upperHalf(pointwiseMax(codes, threshold) &- threshold, gain)
  }

  /// Of the 32-bit product: one instruction, which compilers know by this expression.
  @inline(__always)
  private static func upperHalf(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let product = SIMD8<UInt32>(truncatingIfNeeded: a) &* SIMD8<UInt32>(truncatingIfNeeded: b)
    return SIMD8<UInt16>(truncatingIfNeeded: product &>> SIMD8<UInt32>(repeating: 16))
  }
}
