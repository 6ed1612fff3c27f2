import AfterglowCore

/// Four pixels of the plane as values of a layout; the bits above the layout's bytes may be anything.
protocol ScanOutMap {
  func value(_ argb: SIMD4<UInt32>) -> SIMD4<UInt32>
}

/// Eight bits per channel, in the plane's order.
struct SameOrder: ScanOutMap {
  let mask: UInt32
  let opaqueBits: UInt32

  init(_ layout: PixelLayout, isRedOnly: Bool) {
    mask = isRedOnly ? 0x00FF_0000 : 0x00FF_FFFF
    opaqueBits = layout.opaqueBits
  }

  @inline(__always)
  func value(_ argb: SIMD4<UInt32>) -> SIMD4<UInt32> {
    argb & SIMD4<UInt32>(repeating: mask) | SIMD4<UInt32>(repeating: opaqueBits)
  }
}

/// Eight bits per channel, red lowest.
struct SwappedOrder: ScanOutMap {
  let mask: UInt32
  let opaqueBits: UInt32

  init(_ layout: PixelLayout, isRedOnly: Bool) {
    mask = isRedOnly ? 0x0000_00FF : 0x00FF_FFFF
    opaqueBits = layout.opaqueBits
  }

  @inline(__always)
  func value(_ argb: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let low = SIMD4<UInt32>(repeating: 0xFF)
    let turned = (argb &>> 16) & low | argb & (low &<< 8) | (argb & low) &<< 16
    return turned & SIMD4<UInt32>(repeating: mask) | SIMD4<UInt32>(repeating: opaqueBits)
  }
}

/// Any layout: driver-specific bit fields, and boards whose format is coarser than the layout.
struct AnyFields: ScanOutMap {
  private let format: PixelFormat
  private let red: ChannelShift
  private let green: ChannelShift
  private let blue: ChannelShift
  private let opaqueBits: UInt32

  init(_ layout: PixelLayout, _ format: PixelFormat, isRedOnly: Bool) {
    self.format = format
    opaqueBits = layout.opaqueBits
    red = ChannelShift(layout.red)
    green = isRedOnly ? .none : ChannelShift(layout.green)
    blue = isRedOnly ? .none : ChannelShift(layout.blue)
  }

  @inline(__always)
  func value(_ argb: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let shown = asShown(argb)
    let bytes = SIMD4<UInt32>(repeating: 255)
    return red.place((shown &>> 16) & bytes) | green.place((shown &>> 8) & bytes) | blue.place(shown & bytes)
      | SIMD4<UInt32>(repeating: opaqueBits)
  }

  /// The colours of a panel that has the board's format.
  @inline(__always)
  private func asShown(_ argb: SIMD4<UInt32>) -> SIMD4<UInt32> {
    switch format {
    case .xrgb8888, .argb8888: return argb
    case .rgb565:
      let kept = argb & SIMD4<UInt32>(repeating: 0x00F8_FCF8)
      return kept | (kept &>> 5) & SIMD4<UInt32>(repeating: 0x0007_0007)
        | (kept &>> 6) & SIMD4<UInt32>(repeating: 0x0000_0300)
    case .gray8: return lumas(argb) &* SIMD4<UInt32>(repeating: 0x01_0101)
    case .mono1: return (lumas(argb) &>> 7) &* SIMD4<UInt32>(repeating: 0xFF_FFFF)
    case .spectra6: return SIMD4<UInt32>(inkColor(argb[0]), inkColor(argb[1]), inkColor(argb[2]), inkColor(argb[3]))
    case .gray2: return SIMD4<UInt32>(gray(argb[0]), gray(argb[1]), gray(argb[2]), gray(argb[3]))
    }
  }

  @inline(__always)
  private func inkColor(_ argb: UInt32) -> UInt32 {
    (PaperInk(rawValue: PaperInk.nearestCode(argb)) ?? .black).color.argb & 0xFF_FFFF
  }

  @inline(__always)
  private func gray(_ argb: UInt32) -> UInt32 { UInt32(PaperGray.code(argb)) &* 0x55_5555 }

  @inline(__always)
  private func lumas(_ argb: SIMD4<UInt32>) -> SIMD4<UInt32> {
    SIMD4<UInt32>(luma(argb[0]), luma(argb[1]), luma(argb[2]), luma(argb[3]))
  }
}

/// How an eight-bit value is placed in a field: (value << up | value >> down).
private struct ChannelShift {
  let up: UInt32
  let down: UInt32
  let offset: UInt32
  let mask: UInt32

  static var none: ChannelShift { ChannelShift(BitField(offset: 0, length: 0)) }

  init(_ field: BitField) {
    let length = UInt32(field.length)
    up = length > 8 ? length - 8 : 0
    down = length > 8 ? 16 - length : 8 - length
    offset = UInt32(field.offset)
    mask = length == 0 ? 0 : (UInt32(1) << length) - 1
  }

  @inline(__always)
  func place(_ value: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let low = value &>> SIMD4<UInt32>(repeating: down)
    let wide = up == 0 ? low : value &<< SIMD4<UInt32>(repeating: up) | low
    return (wide & SIMD4<UInt32>(repeating: mask)) &<< SIMD4<UInt32>(repeating: offset)
  }
}

extension PixelLayout {
  /// Whether every field is inside the pixel, none is wider than sixteen bits, and there is at least one colour.
  public var isPossible: Bool {
    if bytesPerPixel < 2 || bytesPerPixel > 4 { return false }
    let bits = Int(bytesPerPixel) * 8
    func fits(_ field: BitField) -> Bool { field.length <= 16 && Int(field.offset) + Int(field.length) <= bits }
    return fits(red) && fits(green) && fits(blue) && (red.length > 0 || green.length > 0 || blue.length > 0)
  }

  /// Whether the three colours are whole bytes starting at these bits.
  func isBytes(red: UInt8, green: UInt8, blue: UInt8) -> Bool {
    self.red == BitField(offset: red, length: 8) && self.green == BitField(offset: green, length: 8)
      && self.blue == BitField(offset: blue, length: 8)
  }
}
