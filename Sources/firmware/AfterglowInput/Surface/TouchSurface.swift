import AfterglowCore

/// The lit area of a panel that fingers touch: its size in pixels and in µm, and how the scene is turned on it.
public struct TouchSurface: Equatable, Sendable, BitwiseCopyable {
  /// Size of the scene in pixels, after rotation.
  public let sizePx: PixelSize
  /// Size of the lit area in the scene's orientation, 1 or more.
  public let widthMicrometres: Int32
  public let heightMicrometres: Int32
  public let rotation: Rotation

  /// - Parameters:
  ///   - sizePx: the scene's size; sides below 1 count as 1.
  ///   - widthMicrometres: 0 or less = unknown, as is `heightMicrometres`; the pixels then count as those of a screen of
  ///     96 dots per inch.
  public init(sizePx: PixelSize, widthMicrometres: Int32, heightMicrometres: Int32, rotation: Rotation) {
    let width = Swift.max(1, Swift.min(PixelSize.maximumSide, sizePx.width))
    let height = Swift.max(1, Swift.min(PixelSize.maximumSide, sizePx.height))
    let isKnown = widthMicrometres > 0 && heightMicrometres > 0
    self.sizePx = PixelSize(width: width, height: height)
    self.widthMicrometres = isKnown ? widthMicrometres : width * TouchSurface.estimatedPixelMicrometres
    self.heightMicrometres = isKnown ? heightMicrometres : height * TouchSurface.estimatedPixelMicrometres
    self.rotation = rotation
  }

  private static var estimatedPixelMicrometres: Int32 { 265 }

  /// The scene's pixel at a position; outside the lit area it is negative or beyond the size.
  public func pixel(at point: PanelPoint) -> PixelPoint {
    PixelPoint(
      x: TouchSurface.pixel(point.x, sizePx.width, widthMicrometres),
      y: TouchSurface.pixel(point.y, sizePx.height, heightMicrometres))
  }

  /// The position, in the lit area, that is this many pixels further.
  func point(_ start: PanelPoint, movedBy counts: PixelPoint) -> PanelPoint {
    PanelPoint(
      x: TouchSurface.moved(start.x, counts.x, PixelStep(micrometres: widthMicrometres, pixels: sizePx.width)),
      y: TouchSurface.moved(start.y, counts.y, PixelStep(micrometres: heightMicrometres, pixels: sizePx.height)))
  }

  /// The middle of the lit area.
  var centre: PanelPoint { PanelPoint(x: widthMicrometres / 2, y: heightMicrometres / 2) }

  /// The position for shares of the panel's own sides, before rotation. The scene's upper edge is at the panel's right at
  /// 90 degrees clockwise, as `Rotation` turns pictures.
  func point(_ share: PanelShare) -> PanelPoint {
    let (width, height) = (Int64(widthMicrometres), Int64(heightMicrometres))
    let x = share.x.micrometres(of: rotation.swapsAxes ? height : width)
    let y = share.y.micrometres(of: rotation.swapsAxes ? width : height)
    let turned: (x: Int64, y: Int64)
    switch rotation {
    case .none: turned = (x, y)
    case .clockwise90: turned = (y, height - 1 - x)
    case .clockwise180: turned = (width - 1 - x, height - 1 - y)
    case .clockwise270: turned = (width - 1 - y, x)
    }
    return PanelPoint(x: Int32(clamping: turned.x), y: Int32(clamping: turned.y))
  }

  private static func pixel(_ position: Int32, _ pixels: Int32, _ micrometres: Int32) -> Int32 {
    let product = Int64(position) * Int64(pixels)
    let quotient = product / Int64(micrometres)
    return Int32(clamping: product % Int64(micrometres) < 0 ? quotient - 1 : quotient)
  }

  private static func moved(_ position: Int32, _ counts: Int32, _ step: PixelStep) -> Int32 {
    let way = Int64(counts) * Int64(step.micrometres) / Int64(step.pixels)
    return Int32(clamping: Swift.max(0, Swift.min(Int64(step.micrometres) - 1, Int64(position) + way)))
  }
}

/// The length of a side in both units.
private struct PixelStep {
  var micrometres: Int32
  var pixels: Int32
}

/// A part of a side of a panel, in 1/2^24: 0 at its beginning, `one` at its end.
struct AxisShare: Equatable, BitwiseCopyable {
  /// A whole side.
  static var one: Int64 { 1 << 24 }

  /// Within four sides in either direction.
  let value: Int64

  init(limiting value: Int64) { self.value = Swift.max(-4 * AxisShare.one, Swift.min(4 * AxisShare.one, value)) }

  /// The nearest micrometre on a side of this length. A part of the side lies within it, however long it is.
  func micrometres(of side: Int64) -> Int64 {
    let nearest = (value * side + AxisShare.one / 2) >> 24
    return value >= 0 && value < AxisShare.one ? Swift.min(nearest, side - 1) : nearest
  }
}

/// A position as parts of a panel's own sides, before the scene's rotation.
struct PanelShare: Equatable, BitwiseCopyable {
  var x: AxisShare
  var y: AxisShare
}
