import AfterglowCore
import AfterglowPictures
import AfterglowViews

/// Draws glass into a picture, where it is shown.
struct MaterialPainter {
  private let width: Int
  private let height: Int
  private let field: LightField
  private(set) var pixels: [UInt32]

  /// - Parameter sigmaPx: standard deviation of the blur behind materials.
  init(_ picture: ScaledPicture, sigmaPx: Double) {
    width = Int(picture.size.width)
    height = Int(picture.size.height)
    field = LightField(picture, sigmaPx: sigmaPx)
    pixels = picture.pixels
  }

  /// A pane with rounded corners, a lit edge and a faint shadow.
  ///
  /// - Parameter edgePx: width of the lit edge; 0 = none, and no shadow either.
  mutating func addGlass(_ rect: PixelRect, radius: Double, tone: MaterialTone, edgePx: Double) {
    let pane = RoundedDistance(rect, radius: radius)
    let edge = GlassEdge(widthPx: Float(edgePx), pane: pane, rect: rect, radius: radius)
    lay(tone, on: rect, reachPx: edge.shadowReachPx, borderPx: radius + edgePx + 2) { x, y, behind, code in
      edge.pixel(x, y, behind: behind, glass: code)
    }
  }

  // MARK: passes

  /// - Parameters:
  ///   - borderPx: distance from the rectangle's edges within which `compose` is called; further inside there is only
  ///     material.
  ///   - compose: returns a pixel as codes with fractions, before rounding.
  private mutating func lay(
    _ tone: MaterialTone, on rect: PixelRect, reachPx: Int, borderPx: Double,
    _ compose: (Int, Int, CodeColor, CodeColor) -> CodeColor
  ) {
    let area = PixelRect(
      x0: rect.x0 - Int32(reachPx), y0: rect.y0 - Int32(reachPx), x1: rect.x1 + Int32(reachPx),
      y1: rect.y1 + Int32(reachPx)
    ).intersection(PixelRect(x0: 0, y0: 0, x1: Int32(width), y1: Int32(height)))
    if area.isEmpty { return }
    let border = Int(clamping: borderPx.rounded(.up))
    let inner = (
      x: Int(rect.x0) + border..<max(Int(rect.x0) + border, Int(rect.x1) - border),
      y: Int(rect.y0) + border..<max(Int(rect.y0) + border, Int(rect.y1) - border)
    )
    let panes = EnlargedCodes(field, tone, columns: Int(area.x0)..<Int(area.x1))
    let stride = width
    var row = [SIMD4<Float>](repeating: .zero, count: Int(area.width))
    pixels.withUnsafeMutableBufferPointer { pixels in
      row.withUnsafeMutableBufferPointer { row in
        for y in Int(area.y0)..<Int(area.y1) {
          panes.fill(row, y: y)
          for x in Int(area.x0)..<Int(area.x1) {
            var code = CodeColor(codes: row[x - Int(area.x0)])
            let index = y * stride + x
            if !(inner.x.contains(x) && inner.y.contains(y)) {
              code = compose(x, y, CodeColor(argb: pixels[index]), code)
            }
            pixels[index] = code.rounded(x, y)
          }
        }
      }
    }
  }
}

/// A colour as codes from 0 to 255 with fractions.
struct CodeColor {
  var codes: SIMD4<Float>

  init(codes: SIMD4<Float>) { self.codes = codes }

  init(argb: UInt32) {
    codes = SIMD4(Float(argb >> 16 & 255), Float(argb >> 8 & 255), Float(argb & 255), 0)
  }

  func mixed(with other: CodeColor, _ share: Float) -> CodeColor {
    CodeColor(codes: codes + (other.codes - codes) * share)
  }

  /// Integer codes, dithered with a fixed noise by position, so that slow gradients show no bands.
  func rounded(_ x: Int, _ y: Int) -> UInt32 {
    // Interleaved gradient noise (Jimenez 2014): uniformly distributed in any small neighbourhood.
    let wave = 0.06711056 * Float(x) + 0.00583715 * Float(y)
    let turn = 52.9829189 * (wave - wave.rounded(.down))
    let noise = turn - turn.rounded(.down)
    let whole = (codes + noise).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255.5))
    return 0xFF00_0000 | UInt32(clamping: whole.x) << 16 | UInt32(clamping: whole.y) << 8 | UInt32(clamping: whole.z)
  }
}

/// A toned light field, upscaled to a picture's pixels row by row.
private struct EnlargedCodes {
  private let codes: [SIMD4<Float>]
  private let width: Int
  private let height: Int
  private let step: Float
  private let columns: [(index: Int, share: Float)]

  init(_ field: LightField, _ tone: MaterialTone, columns: Range<Int>) {
    width = field.width
    height = field.height
    step = Float(field.step)
    codes = field.light.map { Codes.codes(of: tone($0)) }
    let (last, step) = (field.width - 1, Float(field.step))
    self.columns = columns.map { Self.place($0, step, last) }
  }

  private static func place(_ pixel: Int, _ step: Float, _ last: Int) -> (index: Int, share: Float) {
    let place = min(max((Float(pixel) + 0.5) / step - 0.5, 0), Float(last))
    let index = min(Int(clamping: place), max(last - 1, 0))
    return (index, last == 0 ? 0 : place - Float(index))
  }

  func fill(_ row: UnsafeMutableBufferPointer<SIMD4<Float>>, y: Int) {
    let (line, share) = Self.place(y, step, height - 1)
    let below = min(line + 1, height - 1)
    codes.withUnsafeBufferPointer { codes in
      columns.withUnsafeBufferPointer { columns in
        func at(_ x: Int) -> SIMD4<Float> {
          let upper = codes[line * width + x]
          return upper + (codes[below * width + x] - upper) * share
        }
        for x in 0..<columns.count {
          let left = at(columns[x].index)
          row[x] = left + (at(min(columns[x].index + 1, width - 1)) - left) * columns[x].share
        }
      }
    }
  }
}

/// The edge of a pane: the light on it from above, and its shadow.
private struct GlassEdge {
  let widthPx: Float
  let shadowReachPx: Int
  private let pane: RoundedDistance
  private let shadow: RoundedDistance

  init(widthPx: Float, pane: RoundedDistance, rect: PixelRect, radius: Double) {
    self.widthPx = widthPx
    self.pane = pane
    shadowReachPx = widthPx > 0 ? Int(clamping: (widthPx * 9).rounded(.up)) : 0
    shadow = RoundedDistance(rect.translated(x: 0, y: Int32(shadowReachPx / 4)), radius: radius)
  }

  func pixel(_ x: Int, _ y: Int, behind: CodeColor, glass: CodeColor) -> CodeColor {
    let (distance, direction) = pane(x: x, y: y)
    let inside = min(max(0.5 - distance, 0), 1)
    var color = behind
    if inside < 1, shadowReachPx > 0 {
      let near = 1 - min(max(shadow(x: x, y: y).distance / Float(shadowReachPx), 0), 1)
      color.codes *= 1 - 0.26 * near * near
    }
    color = color.mixed(with: glass, inside)
    if widthPx > 0 {
      let rim = min(max(0.5 - distance, 0), 1) * min(max(widthPx + 0.5 + distance, 0), 1)
      color = color.mixed(with: CodeColor(argb: 0xFFFF_FFFF), rim * Self.light(direction))
    }
    return color
  }

  /// Brightest at the upper left, and a little at the lower right.
  private static func light(_ direction: SIMD2<Float>) -> Float {
    let facing = -(direction.x * 0.45 + direction.y * 0.89)
    return 0.1 + (facing > 0 ? 0.36 * facing : -0.14 * facing)
  }
}
