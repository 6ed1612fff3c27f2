import AfterglowCore
import AfterglowLight
import Foundation

/// Always-on's pass over a whole frame: its time against a memcpy, its instructions, and its error against the law in
/// double precision. For a clock's frame, a tenth of which is lit, and a photograph's, in which every pixel differs
/// from the previous one.
func benchColor(_ bench: inout Bench) {
  // The smaller clock has more edges per pixel.
  for (size, label, limit) in [
    (PixelSize(width: 800, height: 480), "800x480", 9.5), (PixelSize(width: 1920, height: 1080), "1080p", 5.5),
  ] {
    let name = "always-on \(label)"
    if !bench.wants(name) { continue }
    let frames = PassFrames(size, .clock)
    bench.count(name, a: "pixel", per: size.area, limit: limit) { frames.run() }
    let photograph = PassFrames(size, .photograph)
    bench.count("always-on of a photograph \(label)", a: "pixel", per: size.area, limit: 170) { photograph.run() }
    if bench.isCounting { continue }
    photograph.run()
    let time = Bench.beside(size) { frames.run() }
    bench.add(Row(name, time, fault: frames.fault() ?? photograph.fault()))
  }
}

/// A drawn frame, and memory for its always-on version.
private final class PassFrames {
  enum Content: String { case clock, photograph }

  private static let stage = ColorStage(settings: LightSettings(), isEmissive: true)
  private let curve = PassFrames.stage.curve
  private let size: PixelSize
  private let from: UnsafeMutablePointer<UInt32>
  private let to: UnsafeMutablePointer<UInt32>
  private let codes: LightCodes
  private let codeMemory: UnsafeMutableBufferPointer<UInt8>

  init(_ size: PixelSize, _ content: Content) {
    self.size = size
    from = .allocate(capacity: Int(size.area))
    to = .allocate(capacity: Int(size.area))
    codeMemory = .allocate(capacity: LightCodes.byteCount)
    codes = LightCodes(filling: codeMemory)
    for index in 0..<Int(size.area) {
      from[index] = 0xFF00_0000 | PassFrames.pixel(index, width: Int(size.width), content)
      to[index] = 0
    }
  }

  deinit {
    from.deallocate()
    to.deallocate()
    codeMemory.deallocate()
  }

  /// A clock's pixels are black, with a tenth of white strokes and edges of two greys next to them.
  private static func pixel(_ index: Int, width: Int, _ content: Content) -> UInt32 {
    switch content {
    case .photograph: return UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
    case .clock:
      let x = index % width % 200
      let y = index / width
      if y % 4 == 0 || x > 27 { return 0 }
      let edge = UInt32(truncatingIfNeeded: 40 + y * 7 % 180)
      return x == 0 || x == 27 ? edge << 16 | edge << 8 | edge : 0xFF_FFFF
    }
  }

  func run() {
    memcpy(to, from, Int(size.area) * 4)
    curve.dim(to, width: Int(size.width), height: Int(size.height), stridePx: Int(size.width), codes)
  }

  /// A pixel's luminance may differ by half a code of its green, or of a grey.
  func fault() -> String? {
    for index in stride(from: 0, to: Int(size.area), by: 7) {
      let (wanted, found) = (PassFrames.law(PassFrames.luminance(from[index])), PassFrames.luminance(to[index]))
      if abs(log((found + 0.05) / (wanted + 0.05))) > 0.01 {
        return "pixel \(index) has a luminance of \(found) where the law has \(wanted)"
      }
      if to[index] >> 24 != 255 { return "pixel \(index) is not opaque any more" }
    }
    return nil
  }

  private static func law(_ luminance: Double) -> Double {
    let share = log((0.4 + 0.05) / 0.05) / log(21)
    return 0.05 * pow((luminance + 0.05) / 0.05, share) - 0.05
  }

  private static func luminance(_ pixel: UInt32) -> Double {
    func light(_ shift: UInt32) -> Double {
      let c = Double(pixel >> shift & 255) / 255
      return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
    }
    return LuminanceWeight.red * light(16) + LuminanceWeight.green * light(8) + LuminanceWeight.blue * light(0)
  }
}
