import AfterglowCore
import AfterglowLight
import AfterglowRaster
import Foundation

/// The luminance-and-tint pass over a whole frame: its time against a memcpy, its instructions, and its error against
/// linear light in double precision.
func benchColor(_ bench: inout Bench) {
  for (size, label) in [
    (PixelSize(width: 800, height: 480), "800x480"), (PixelSize(width: 1920, height: 1080), "1080p"),
  ] {
    let name = "luminance and tint \(label)"
    if !bench.wants(name) { continue }
    let frames = PassFrames(size)
    let pass = PassFrames.pass
    bench.count(name, a: "pixel", per: size.area, limit: 5) { frames.run(pass) }
    if bench.isCounting { continue }
    let time = Bench.beside(size) { frames.run(pass) }
    bench.add(Row(name: name, value: time.value, base: time.base, fault: frames.fault()))
  }
}

/// A frame of every colour, and room for what a pass makes of it.
private final class PassFrames {
  /// Always-on's luminance, warmed: each channel by a factor of its own.
  static let factors: [UInt32] = [26_214, 22_000, 15_000]

  static var pass: ColorPass {
    let table = SRGB()
    let lines = factors.map { ChannelLines(scalingLightBy: $0, table) }
    return ColorPass(red: lines[0], green: lines[1], blue: lines[2])
  }

  private let size: PixelSize
  private let from: UnsafeMutablePointer<UInt32>
  private let to: UnsafeMutablePointer<UInt32>

  init(_ size: PixelSize) {
    self.size = size
    from = .allocate(capacity: Int(size.area))
    to = .allocate(capacity: Int(size.area))
    for index in 0..<Int(size.area) {
      from[index] = 0xFF00_0000 | UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
      to[index] = 0
    }
  }

  deinit {
    from.deallocate()
    to.deallocate()
  }

  func run(_ pass: ColorPass) { pass.run(from, into: to, count: Int(size.area)) }

  func fault() -> String? {
    let tables = PassFrames.factors.map { factor in (0...255).map { PassFrames.exact(Double(factor) / 65_536, $0) } }
    for index in 0..<Int(size.area) {
      for (table, shift) in zip(tables, [16, 8, 0] as [UInt32]) {
        let exact = table[Int(from[index] >> shift & 255)]
        let found = Double(to[index] >> shift & 255)
        if abs(found - exact) > 1 { return "pixel \(index) has \(found) where linear light has \(exact)" }
      }
      if to[index] >> 24 != 255 { return "pixel \(index) is not opaque any more" }
    }
    return nil
  }

  /// Rounded to a code.
  private static func exact(_ factor: Double, _ code: Int) -> Double {
    let c = Double(code) / 255
    let light = factor * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4))
    return (255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)).rounded()
  }
}
