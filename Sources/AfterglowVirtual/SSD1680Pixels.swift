import AfterglowCore
import AfterglowDevice

/// The pixels of the 2.13" V4 panel: its visible content, and the residue of earlier changes (docs/panels/ssd1680.md,
/// Simulation).
struct SSD1680Pixels {
  static var size: PixelSize { PixelSize(width: 122, height: 250) }
  static var rowBytes: Int { 16 }
  private static var pixelCount: Int { 122 * 250 }
  static var byteCount: Int { 2 * pixelCount }

  /// 0 black or 255 white for each pixel, then its residue.
  private let pixels: UnsafeMutablePointer<UInt8>
  /// Incremented whenever the panel changed.
  private(set) var generation: UInt64 = 0

  /// Starts all white.
  init(_ pixels: UnsafeMutablePointer<UInt8>) {
    self.pixels = pixels
    for index in 0..<SSD1680Pixels.pixelCount {
      pixels[index] = 255
      pixels[SSD1680Pixels.pixelCount + index] = 0
    }
  }

  func isWhite(_ x: Int, _ y: Int) -> Bool { pixels[y * 122 + x] == 255 }

  /// 0 black to 255 white, residue included.
  func level(_ x: Int, _ y: Int) -> UInt8 {
    let residue = pixels[SSD1680Pixels.pixelCount + y * 122 + x]
    return isWhite(x, y) ? 255 - residue : residue
  }

  /// A full refresh clears a pixel's residue; a differential one leaves about 3 % behind.
  func move(_ x: Int, _ y: Int, toWhite isWhite: Bool, isDifferential: Bool) {
    let index = y * 122 + x
    let residue = SSD1680Pixels.pixelCount + index
    pixels[residue] = isDifferential ? UInt8(Swift.min(96, Int(pixels[residue]) + 8)) : 0
    pixels[index] = isWhite ? 255 : 0
  }

  /// An interrupted refresh leaves a mixture of the old picture and the new one.
  mutating func scramble(_ noise: inout SimulatedNoise) {
    for index in 0..<SSD1680Pixels.pixelCount {
      if noise.next() & 3 == 0 { pixels[index] = pixels[index] == 255 ? 0 : 255 }
      pixels[SSD1680Pixels.pixelCount + index] = 64
    }
    noteChange()
  }

  mutating func noteChange() { generation &+= 1 }

  /// Draws the pixels into a virtual framebuffer, rotated from the panel's orientation to the scene's, and presents it.
  /// False when the framebuffer has another size.
  func show(in window: inout VirtualFramebuffer, rotation: Rotation, at now: MonotonicInstant) -> Bool {
    let properties = window.properties
    let panel = SSD1680Pixels.size
    let width = rotation.swapsAxes ? panel.height : panel.width
    let height = rotation.swapsAxes ? panel.width : panel.height
    if properties.size != PixelSize(width: width, height: height) { return false }
    window.withBackBuffer { back in
      for y in 0..<Int(height) {
        for x in 0..<Int(width) {
          let level = sceneLevel(x, y, Int(width), Int(height), rotation)
          putGray(level, back.base + y * back.strideBytes, x, properties.format)
        }
      }
    }
    var damage = Damage()
    damage.insert(PixelRect(properties.size))
    do throws(DisplayError) { try window.present(damage, at: now) } catch { return false }
    return true
  }

  private func sceneLevel(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ rotation: Rotation) -> UInt8 {
    switch rotation {
    case .none: level(x, y)
    case .clockwise90: level(height - 1 - y, x)
    case .clockwise180: level(width - 1 - x, height - 1 - y)
    case .clockwise270: level(y, width - 1 - x)
    }
  }
}

/// Writes one grey pixel in any format.
private func putGray(_ level: UInt8, _ row: UnsafeMutableRawPointer, _ x: Int, _ format: PixelFormat) {
  let gray = UInt32(level)
  switch format {
  case .xrgb8888, .argb8888:
    let pixel = 0xFF00_0000 | gray << 16 | gray << 8 | gray
    row.storeBytes(of: pixel.littleEndian, toByteOffset: x * 4, as: UInt32.self)
  case .rgb565:
    let pixel = UInt16((gray >> 3) << 11 | (gray >> 2) << 5 | gray >> 3)
    row.storeBytes(of: pixel.littleEndian, toByteOffset: x * 2, as: UInt16.self)
  case .gray8: row.storeBytes(of: level, toByteOffset: x, as: UInt8.self)
  case .mono1:
    let mask = UInt8(0x80) >> UInt8(x & 7)
    let old = row.load(fromByteOffset: x >> 3, as: UInt8.self)
    row.storeBytes(of: level >= 128 ? old | mask : old & ~mask, toByteOffset: x >> 3, as: UInt8.self)
  case .spectra6:
    let ink: PaperInk = level >= 128 ? .white : .black
    let old = row.load(fromByteOffset: x >> 1, as: UInt8.self)
    let new = x & 1 == 0 ? old & 0x0F | ink.rawValue << 4 : old & 0xF0 | ink.rawValue
    row.storeBytes(of: new, toByteOffset: x >> 1, as: UInt8.self)
  }
}
