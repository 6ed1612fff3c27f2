import AfterglowCore
import AfterglowViews

/// The signed distance of a point to a rounded rectangle's outline, in pixels: negative inside.
struct RoundedDistance {
  private let centre: SIMD2<Float>
  private let core: SIMD2<Float>
  private let radius: Float

  init(_ rect: PixelRect, radius: Double) {
    centre = SIMD2(Float(rect.x0 + rect.x1) / 2, Float(rect.y0 + rect.y1) / 2)
    let half = SIMD2(Float(rect.width) / 2, Float(rect.height) / 2)
    self.radius = min(Float(radius), half.min())
    core = half - self.radius
  }

  /// At the centre of a pixel, and the direction in which it increases.
  func callAsFunction(x: Int, y: Int) -> (distance: Float, direction: SIMD2<Float>) {
    let place = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - centre
    let sign = SIMD2<Float>(place.x < 0 ? -1 : 1, place.y < 0 ? -1 : 1)
    let over = place * sign - core
    let outside = pointwiseMax(over, SIMD2.zero)
    let length = (outside * outside).sum().squareRoot()
    if length > 0 { return (length - radius, outside / length * sign) }
    return over.x > over.y ? (over.x - radius, SIMD2(sign.x, 0)) : (over.y - radius, SIMD2(0, sign.y))
  }
}
