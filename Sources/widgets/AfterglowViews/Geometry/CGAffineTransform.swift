import Foundation

/// A linear map of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty. Foundation has none on Linux.
public struct CGAffineTransform: Hashable, Codable, Sendable {
  public var a: CGFloat
  public var b: CGFloat
  public var c: CGFloat
  public var d: CGFloat
  public var tx: CGFloat
  public var ty: CGFloat

  /// Leaves every point where it is.
  public static let identity = CGAffineTransform()

  public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  public init(translationX x: CGFloat, y: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }
  public init(scaleX x: CGFloat, y: CGFloat) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }
  /// About the origin, in radians; clockwise on a panel, where y grows downwards.
  public init(rotationAngle angle: CGFloat) {
    self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  public var isIdentity: Bool { self == .identity }

  /// This map after another one.
  public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// Moves, then maps as this one does.
  public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// Scales, then maps as this one does.
  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// Turns by radians, then maps as this one does.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The map back; itself if there is none.
  public func inverted() -> CGAffineTransform {
    let area = a * d - b * c
    guard area != 0, area.isFinite else { return self }
    return CGAffineTransform(
      a: d / area, b: -b / area, c: -c / area, d: a / area, tx: (c * ty - d * tx) / area, ty: (b * tx - a * ty) / area)
  }

  /// About a point instead of the origin.
  func about(_ center: Point) -> CGAffineTransform {
    CGAffineTransform(translationX: -center.x, y: -center.y).concatenating(self)
      .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
  }

  package var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy { $0.isFinite && abs($0) < 1e9 } }
}

/// A pair of distances in points. Foundation has none on Linux.
public struct CGVector: Hashable, Codable, Sendable {
  public var dx: CGFloat
  public var dy: CGFloat

  public static let zero = CGVector()

  public init() { self.init(dx: 0, dy: 0) }
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
}

extension CGPoint {
  public func applying(_ transform: CGAffineTransform) -> CGPoint { CGPoint(Point(self).applying(transform)) }
}

extension CGSize {
  public func applying(_ transform: CGAffineTransform) -> CGSize {
    CGSize(width: transform.a * width + transform.c * height, height: transform.b * width + transform.d * height)
  }
}

extension CGRect {
  /// The smallest rectangle around the four corners.
  public func applying(_ transform: CGAffineTransform) -> CGRect { CGRect(Rect(self).applying(transform)) }
}

extension Point {
  package func applying(_ map: CGAffineTransform) -> Point {
    Point(x: map.a * x + map.c * y + map.tx, y: map.b * x + map.d * y + map.ty)
  }
}

extension Rect {
  package func applying(_ map: CGAffineTransform) -> Rect {
    let corners = [
      origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY),
    ].map { $0.applying(map) }
    return Path(contours: [Path.Contour(points: corners)]).bounds
  }
}

extension Path {
  /// The path, mapped.
  public func applying(_ transform: CGAffineTransform) -> Path {
    let map = Similarity(transform)
    switch geometry {
    case .rectangle(let rect) where transform.b == 0 && transform.c == 0: return Path(rect.applying(transform))
    case .roundedRectangle(let rect, let radius):
      guard let map, transform.b == 0, transform.c == 0 else { break }
      return Path(roundedRect: rect.applying(transform), cornerRadius: radius * map.scale)
    case .arc(let center, let radius, let start, let sweep):
      guard let map else { break }
      var path = self
      let angle = map.isMirrored ? 180 - start.degrees + map.angle.degrees : start.degrees + map.angle.degrees
      path.geometry = .arc(
        center: center.applying(transform), radius: radius * map.scale, start: .degrees(angle),
        sweep: .degrees(map.isMirrored ? -sweep.degrees : sweep.degrees))
      return path
    default: break
    }
    return mapped { $0.applying(transform) }
  }
}

/// What a map does that keeps shapes similar: it mirrors left and right, then scales and turns.
struct Similarity {
  var isMirrored = false
  var scale = 1.0
  var angle = Angle.zero

  /// nil for a map that distorts.
  init?(_ map: CGAffineTransform) {
    let (first, second) = (hypot(map.a, map.b), hypot(map.c, map.d))
    guard map.isFinite, first > 1e-6, abs(first - second) < 1e-6 * max(1, first),
      abs(map.a * map.c + map.b * map.d) < 1e-6 * max(1, first * first)
    else { return nil }
    scale = first
    isMirrored = map.a * map.d - map.b * map.c < 0
    angle = .radians(isMirrored ? atan2(-map.b, -map.a) : atan2(map.b, map.a))
  }
}
