import AfterglowCore

/// The conversions of sRGB that `AlwaysOnCurve` needs, by search or by table.
protocol CodesOfLight {
  /// Light of a code of 0...255, in 1/65535.
  func light(_ code: UInt32) -> UInt32
  /// The code whose light is nearest to one of 0...65534, the lesser of two that are equally near. Nearest in light,
  /// not in code, because luminance has to be right.
  func nearest(_ light: UInt32) -> UInt32
}

extension SRGB: CodesOfLight {
  @inline(__always)
  func light(_ code: UInt32) -> UInt32 { linear(UInt8(truncatingIfNeeded: code)) }

  func nearest(_ light: UInt32) -> UInt32 {
    let code = UInt32(code(notAbove: light))
    return light &- self.light(code) &+ light > self.light(code &+ 1) ? code &+ 1 : code
  }
}

/// sRGB's codes and lights as tables, for passes over many pixels, in 5 KiB of the caller's memory.
public struct LightCodes: CodesOfLight {
  public static var byteCount: Int { codesAt + 65_536 / lightsPerEntry }

  /// Each code's light, then the last light that is nearer to it than to the code above, both as 16 bits; then the code
  /// nearest to every sixteenth light. Codes' lights lie more than sixteen apart, so at most one more comes before the
  /// next.
  private static var limitsAt: Int { 512 }
  private static var codesAt: Int { 1024 }
  private static var lightsPerEntry: Int { 16 }

  private let base: UnsafeRawPointer

  /// - Parameter memory: `byteCount` bytes, which are filled and must stay as they are.
  public init(filling memory: UnsafeMutableBufferPointer<UInt8>) {
    precondition(memory.count >= LightCodes.byteCount)
    let bytes = UnsafeMutableRawPointer(memory.baseAddress!)
    var next = 0
    for code in 0..<256 {
      let light = SRGBTable.linearOfCode[code]
      let limit = code == 255 ? .max : UInt16((UInt32(light) + UInt32(SRGBTable.linearOfCode[code + 1])) / 2)
      bytes.storeBytes(of: light, toByteOffset: code * 2, as: UInt16.self)
      bytes.storeBytes(of: limit, toByteOffset: LightCodes.limitsAt + code * 2, as: UInt16.self)
      while next <= Int(limit) {
        memory[LightCodes.codesAt + next / LightCodes.lightsPerEntry] = UInt8(truncatingIfNeeded: code)
        next += LightCodes.lightsPerEntry
      }
    }
    base = UnsafeRawPointer(bytes)
  }

  @inline(__always)
  func light(_ code: UInt32) -> UInt32 { entry(Int(code) &* 2) }

  @inline(__always)
  func nearest(_ light: UInt32) -> UInt32 {
    let code = UInt32(base.load(fromByteOffset: LightCodes.codesAt &+ Int(light >> 4), as: UInt8.self))
    return light > entry(LightCodes.limitsAt &+ Int(code) &* 2) ? code &+ 1 : code
  }

  /// Reads by bytes, because the caller's memory need not be aligned.
  @inline(__always)
  private func entry(_ offset: Int) -> UInt32 {
    UInt32(base.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
}
