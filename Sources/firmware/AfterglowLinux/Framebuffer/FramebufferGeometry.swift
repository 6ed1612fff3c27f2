import AfterglowCore
import CLinux

/// The position and layout of a framebuffer's visible pixels, checked for plausibility.
public struct FramebufferGeometry: Equatable, BitwiseCopyable, Sendable {
  public private(set) var size: PixelSize
  public private(set) var layout: PixelLayout
  /// From one row to the next.
  public private(set) var strideBytes: Int
  /// From the mapping's first byte to the visible part's.
  private(set) var offsetBytes: Int
  /// Bytes to map.
  private(set) var mappedByteCount: Int
  /// Physical width that the driver reports, in mm; 0 = none.
  public private(set) var widthMm: Int32
  /// Physical height, in mm; 0 = none.
  public private(set) var heightMm: Int32

  /// The largest side in pixels that a driver may report; larger than any panel.
  static var maximumSide: UInt32 { 32_767 }

  /// - Throws: `.format` unless it is true colour in 16, 24 or 32 bits, `.absurd` for implausible values, `.noMode` for
  ///   a size other than the board's.
  init(_ facts: FramebufferInfo, for size: PixelSize, device: FixedText<96>) throws(DisplaySetupError) {
    layout = try FramebufferGeometry.layout(facts, device)
    try FramebufferGeometry.check(facts, size, device)
    self.size = size
    let bytes = Int64(layout.bytesPerPixel)
    let start = Int64(facts.yOffset) * Int64(facts.lineLength) + Int64(facts.xOffset) * bytes
    let end = start + Int64(facts.height - 1) * Int64(facts.lineLength) + Int64(facts.width) * bytes
    if (Int64(facts.xOffset) + Int64(facts.width)) * bytes > Int64(facts.lineLength) {
      throw FramebufferGeometry.shortLine(facts, bytes, device)
    }
    if end > Int64(facts.byteCount) {
      var error = DisplaySetupError(.absurd, device: device, operation: "draw beyond the framebuffer's memory")
      error.advice.append("its picture ends at byte ")
      error.advice.append(decimal: end)
      error.advice.append(", and its driver says that it has ")
      error.advice.append(decimal: Int64(facts.byteCount))
      error.advice.append("; choose another mode at boot (video=, vga=)")
      throw error
    }
    strideBytes = Int(facts.lineLength)
    offsetBytes = Int(facts.offsetInPage + start)
    mappedByteCount = Int(facts.offsetInPage + end)
    widthMm = FramebufferGeometry.millimetres(facts.widthMm)
    heightMm = FramebufferGeometry.millimetres(facts.heightMm)
  }

  private static func millimetres(_ value: UInt32) -> Int32 { value > 100_000 ? 0 : Int32(value) }

  private static func layout(
    _ facts: FramebufferInfo, _ device: FixedText<96>
  ) throws(DisplaySetupError) -> PixelLayout {
    if facts.type != UInt32(FB_TYPE_PACKED_PIXELS) || facts.visual != UInt32(FB_VISUAL_TRUECOLOR)
      || facts.grayscale != 0
    {
      throw wrongKind(facts, device)
    }
    let bits = facts.bitsPerPixel
    if bits != 16 && bits != 24 && bits != 32 { throw wrongKind(facts, device) }
    guard let red = bitField(facts.red, bits), let green = bitField(facts.green, bits),
      let blue = bitField(facts.blue, bits), let alpha = bitField(facts.transparency, bits),
      red.length > 0 && green.length > 0 && blue.length > 0, areApart(red: red, green: green, blue: blue, alpha: alpha)
    else {
      throw DisplaySetupError(
        .absurd, device: device, operation: "use the driver's bit fields: they overlap, are reversed or lie outside",
        advice: "choose another depth at boot (video=…-16, -24 or -32, or the driver's own setting)")
    }
    return PixelLayout(
      bytesPerPixel: UInt8(bits / 8), red: red, green: green, blue: blue, opaqueBits: mask(alpha))
  }

  private static func bitField(_ field: FramebufferInfo.Field, _ bits: UInt32) -> BitField? {
    if field.length == 0 { return BitField(offset: 0, length: 0) }
    if field.msbRight != 0 || field.length > 16 || field.offset >= bits || field.offset + field.length > bits {
      return nil
    }
    return BitField(offset: UInt8(field.offset), length: UInt8(field.length))
  }

  private static func mask(_ field: BitField) -> UInt32 {
    field.length == 0 ? 0 : ((UInt32(1) << UInt32(field.length)) - 1) << UInt32(field.offset)
  }

  private static func areApart(red: BitField, green: BitField, blue: BitField, alpha: BitField) -> Bool {
    mask(red) & mask(green) == 0 && (mask(red) | mask(green)) & mask(blue) == 0
      && (mask(red) | mask(green) | mask(blue)) & mask(alpha) == 0
  }

  private static func check(
    _ facts: FramebufferInfo, _ size: PixelSize, _ device: FixedText<96>
  ) throws(DisplaySetupError) {
    if facts.width == 0 || facts.height == 0 || facts.width > maximumSide || facts.height > maximumSide
      || facts.byteCount == 0 || facts.lineLength == 0
    {
      var error = DisplaySetupError(.absurd, device: device, operation: "use what the driver says of its framebuffer")
      error.advice.append(size: facts.width, facts.height)
      error.advice.append(" pixels, lines of ")
      error.advice.append(decimal: Int64(facts.lineLength))
      error.advice.append(" bytes, ")
      error.advice.append(decimal: Int64(facts.byteCount))
      error.advice.append(" bytes of memory; is a display connected? Choose a mode at boot (video=)")
      throw error
    }
    if Int64(facts.width) == Int64(size.width) && Int64(facts.height) == Int64(size.height) { return }
    var error = DisplaySetupError(.noMode, device: device, operation: "show the board's picture")
    error.advice.append("the board's panel has ")
    error.advice.append(size: UInt32(clamping: size.width), UInt32(clamping: size.height))
    error.advice.append(" pixels, the framebuffer ")
    error.advice.append(size: facts.width, facts.height)
    error.advice.append("; set the one at boot (video=) or the other in board.yaml (display: size, rotation)")
    throw error
  }

  private static func shortLine(
    _ facts: FramebufferInfo, _ bytes: Int64, _ device: FixedText<96>
  ) -> DisplaySetupError {
    var error = DisplaySetupError(.absurd, device: device, operation: "use the framebuffer's line length")
    error.advice.append(decimal: Int64(facts.lineLength))
    error.advice.append(" bytes a line are less than ")
    error.advice.append(decimal: Int64(facts.width))
    error.advice.append(" pixels of ")
    error.advice.append(decimal: bytes)
    error.advice.append(" bytes from pixel ")
    error.advice.append(decimal: Int64(facts.xOffset))
    error.advice.append(
      " on; the driver is wrong: choose another mode at boot (video=, vga=) or use DRM (display: drm)")
    return error
  }

  private static func wrongKind(_ facts: FramebufferInfo, _ device: FixedText<96>) -> DisplaySetupError {
    var error = DisplaySetupError(.format, device: device, operation: "show true colours in 16, 24 or 32 bits")
    error.advice.append("the framebuffer has ")
    error.advice.append(decimal: Int64(facts.bitsPerPixel))
    error.advice.append(" bits a pixel, ")
    if facts.type != UInt32(FB_TYPE_PACKED_PIXELS) {
      error.advice.append("in planes or as text")
    } else if facts.grayscale == 1 {
      error.advice.append("of grey")
    } else if facts.grayscale > 1 || facts.visual == UInt32(FB_VISUAL_FOURCC) {
      error.advice.append("by a FOURCC")
    } else if facts.visual == UInt32(FB_VISUAL_TRUECOLOR) {
      error.advice.append("of true colour")
    } else if facts.visual == UInt32(FB_VISUAL_PSEUDOCOLOR) || facts.visual == UInt32(FB_VISUAL_STATIC_PSEUDOCOLOR) {
      error.advice.append("of a palette")
    } else {
      error.advice.append("of visual ")
      error.advice.append(decimal: Int64(facts.visual))
    }
    error.advice.append(", and does not change when asked; choose another depth at boot (video=…-16 or -32)")
    return error
  }
}

extension FixedText {
  fileprivate mutating func append(size width: UInt32, _ height: UInt32) {
    append(decimal: Int64(width))
    append("×")
    append(decimal: Int64(height))
  }
}
