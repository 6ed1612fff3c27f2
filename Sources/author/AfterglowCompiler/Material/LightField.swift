import AfterglowCore
import AfterglowPictures
import AfterglowViews

/// A downscaled and blurred picture in linear light, as seen through frosted glass. It is only used enlarged, so that a
/// wide blur costs no more than a small one.
struct LightField {
  typealias Light = SIMD4<Float>

  let width: Int
  let height: Int
  /// Pixels of the picture per pixel of the field, on each side.
  let step: Int
  /// Red, green and blue from 0 to 1; rows are contiguous.
  var light: [Light]

  /// - Parameter sigmaPx: the blur's standard deviation in pixels of the picture.
  init(_ picture: ScaledPicture, sigmaPx: Double) {
    step = max(1, Int(clamping: sigmaPx / 4))
    width = (Int(picture.size.width) + step - 1) / step
    height = (Int(picture.size.height) + step - 1) / step
    light = Self.shrink(picture, to: width, height, step)
    blur(radius: Self.boxRadius(sigma: sigmaPx / Double(step)))
  }

  /// Three box blurs of this radius approximate a gaussian of `sigma` to a few percent.
  static func boxRadius(sigma: Double) -> Int {
    max(1, Int(clamping: (((4 * sigma * sigma + 1).squareRoot() - 1) / 2).rounded()))
  }

  private static func shrink(_ picture: ScaledPicture, to width: Int, _ height: Int, _ step: Int) -> [Light] {
    let source = (width: Int(picture.size.width), height: Int(picture.size.height))
    var result = [Light](repeating: .zero, count: width * height)
    picture.pixels.withUnsafeBufferPointer { pixels in
      result.withUnsafeMutableBufferPointer { result in
        LinearLight.floats.withUnsafeBufferPointer { table in
          for y in 0..<source.height {
            let row = y * source.width
            let target = y / step * width
            for x in 0..<source.width {
              let pixel = pixels[row + x]
              result[target + x / step] += Light(
                table[Int(pixel >> 16 & 255)], table[Int(pixel >> 8 & 255)], table[Int(pixel & 255)], 1)
            }
          }
          for index in 0..<(width * height) { result[index] /= result[index].w }
        }
      }
    }
    return result
  }

  private mutating func blur(radius: Int) {
    for _ in 0..<3 {
      for y in 0..<height { blurLine(from: y * width, by: 1, count: width, radius) }
      for x in 0..<width { blurLine(from: x, by: width, count: height, radius) }
    }
  }

  /// The mean of a window that moves along a line, whose ends are extended.
  private mutating func blurLine(from start: Int, by stride: Int, count: Int, _ radius: Int) {
    light.withUnsafeMutableBufferPointer { light in
      func at(_ index: Int) -> Light { light[start + min(max(index, 0), count - 1) * stride] }
      var window = Light.zero
      for index in -radius...radius { window += at(index) }
      let share = 1 / Float(2 * radius + 1)
      var line: [Light] = []
      line.reserveCapacity(count)
      for index in 0..<count {
        line.append(window * share)
        window += at(index + radius + 1) - at(index - radius)
      }
      for index in 0..<count { light[start + index * stride] = line[index] }
    }
  }
}

/// Colours as linear light and as codes from 0 to 255 with fractions, in vectors of red, green, blue and 0, for passes
/// over many pixels.
enum Codes {
  static func light(of argb: UInt32) -> SIMD4<Float> {
    let light = LinearLight.floats
    return SIMD4(light[Int(argb >> 16 & 255)], light[Int(argb >> 8 & 255)], light[Int(argb & 255)], 0)
  }

  static func codes(of light: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(code(of: light.x), code(of: light.y), code(of: light.z), 0)
  }

  /// Indexed by light in 4,095ths.
  private static let codes: [Float] = (0...4096).map { Float(LinearLight.code(of: Double($0) / 4095)) }

  private static func code(of light: Float) -> Float {
    let place = min(max(light, 0), 1) * 4095
    let index = Int(clamping: place)
    return codes[index] + (codes[index + 1] - codes[index]) * (place - Float(index))
  }
}
