import Afterglow
import Foundation

/// A part of the weather's drawings. Coordinates are shares of the drawing's height; it is `aspect` times as wide.
protocol SkyShape: Shape {
  func outline(_ sky: SkyFrame) -> Path
}

extension SkyShape {
  static var aspect: Double { 1.24 }
  var body: some View { PathShape(path(in:)) }
  func path(in rect: CGRect) -> Path { outline(SkyFrame(rect: Rect(rect))) }
}

/// Converts shares of a drawing to points in its frame.
struct SkyFrame {
  let rect: Rect
  var unit: Double { rect.height }

  func point(_ x: Double, _ y: Double) -> Point { Point(x: rect.minX + x * unit, y: rect.minY + y * unit) }
  func point(_ point: Point) -> Point { self.point(point.x, point.y) }
}

/// The sun's disc.
struct SkyDisc: SkyShape, Hashable {
  let center: Point
  let radius: Double

  func outline(_ sky: SkyFrame) -> Path {
    var path = Path()
    path.addCircle(center: sky.point(center), radius: radius * sky.unit)
    return path
  }
}

/// Short rays, by eighths of a turn from three o'clock, clockwise.
struct SkyRays: SkyShape, Hashable {
  let eighths: [Int]
  let center: Point
  let inner: Double
  let outer: Double

  func outline(_ sky: SkyFrame) -> Path {
    var path = Path()
    for eighth in eighths {
      let angle = Angle.turns(Double(eighth) / 8)
      let middle = sky.point(center)
      path.addLines([middle.away(inner * sky.unit, angle), middle.away(outer * sky.unit, angle)])
    }
    return path
  }
}

/// A crescent: a disc without the part that a second disc, up and to the right, covers.
struct SkyMoon: SkyShape, Hashable {
  let center: Point
  let radius: Double

  func outline(_ sky: SkyFrame) -> Path {
    let middle = sky.point(center)
    let r = radius * sky.unit
    let shadow = middle.away(r * 0.52, .degrees(-40))
    let shadowRadius = r * 0.86
    // Where the two circles meet, seen from either centre.
    let distance = r * 0.52
    let fromMiddle = acos((r * r + distance * distance - shadowRadius * shadowRadius) / (2 * r * distance))
    let fromShadow = acos((shadowRadius * shadowRadius + distance * distance - r * r) / (2 * shadowRadius * distance))
    let outer = fromMiddle * 180 / .pi
    let inner = fromShadow * 180 / .pi
    var path = Path()
    path.move(to: middle.away(r, .degrees(-40 + outer)))
    path.addArcLines(center: middle, radius: r, from: .degrees(-40 + outer), to: .degrees(320 - outer), steps: 48)
    path.addArcLines(
      center: shadow, radius: shadowRadius, from: .degrees(140 + inner), to: .degrees(140 - inner), steps: 36)
    path.closeSubpath()
    return path
  }
}

/// Three bumps on a flat base, one closed outline.
struct SkyCloud: SkyShape, Hashable {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  func outline(_ sky: SkyFrame) -> Path {
    // Radii as shares of the height; the base joins the two outer circles at their lowest points.
    let base = y + height
    let left = (center: Point(x: x + 0.29 * height, y: base - 0.29 * height), radius: 0.29 * height)
    let right = (center: Point(x: x + width - 0.33 * height, y: base - 0.33 * height), radius: 0.33 * height)
    let top = (center: Point(x: x + width * 0.47, y: y + 0.43 * height), radius: 0.43 * height)
    var path = Path()
    let start = Point(x: left.center.x, y: base)
    path.move(to: sky.point(start))
    let leftMeets = Self.meeting(left, top)
    let rightMeets = Self.meeting(top, right)
    func arc(_ circle: (center: Point, radius: Double), _ from: Double, _ to: Double) {
      path.addArcLines(
        center: sky.point(circle.center), radius: circle.radius * sky.unit, from: .degrees(from), to: .degrees(to),
        steps: 30)
    }
    arc(left, 90, Self.angle(from: left.center, to: leftMeets, atLeast: 90))
    let topStart = Self.angle(from: top.center, to: leftMeets, atLeast: 90)
    arc(top, topStart, Self.angle(from: top.center, to: rightMeets, atLeast: topStart))
    arc(right, Self.angle(from: right.center, to: rightMeets, atLeast: 180), 450)
    path.closeSubpath()
    return path
  }

  private typealias Disc = (center: Point, radius: Double)

  /// The upper of the two points where circles meet.
  private static func meeting(_ a: Disc, _ b: Disc) -> Point {
    let dx = b.center.x - a.center.x
    let dy = b.center.y - a.center.y
    let distance = (dx * dx + dy * dy).squareRoot()
    let along = (a.radius * a.radius - b.radius * b.radius + distance * distance) / (2 * distance)
    let across = max(0, a.radius * a.radius - along * along).squareRoot()
    let foot = Point(x: a.center.x + dx * along / distance, y: a.center.y + dy * along / distance)
    let one = Point(x: foot.x + across * dy / distance, y: foot.y - across * dx / distance)
    let other = Point(x: foot.x - across * dy / distance, y: foot.y + across * dx / distance)
    return one.y < other.y ? one : other
  }

  /// In degrees, clockwise, not less than a bound.
  private static func angle(from center: Point, to point: Point, atLeast bound: Double) -> Double {
    var degrees = atan2(point.y - center.y, point.x - center.x) * 180 / .pi
    while degrees < bound { degrees += 360 }
    return degrees
  }
}

/// A straight line, such as fog.
struct SkyLine: SkyShape {
  let from: Point
  let to: Point

  func outline(_ sky: SkyFrame) -> Path {
    var path = Path()
    path.addLines([sky.point(from), sky.point(to)])
    return path
  }
}

/// Strokes below a cloud.
struct SkyDrops: SkyShape {
  let columns: [Double]
  let length: Double
  /// How far they slant, in shares of their length.
  var slant = 0.14

  func outline(_ sky: SkyFrame) -> Path {
    var path = Path()
    for (index, x) in columns.enumerated() {
      let y = 0.86 - length / 2 + (index % 2 == 1 ? 0.03 : 0)
      path.addLines([sky.point(x + length * slant, y), sky.point(x - length * slant, y + length)])
    }
    return path
  }
}

/// Six-armed stars below a cloud.
struct SkyFlakes: SkyShape {
  let columns: [Double]

  func outline(_ sky: SkyFrame) -> Path {
    var path = Path()
    for (index, x) in columns.enumerated() {
      let middle = sky.point(x, index % 2 == 0 ? 0.83 : 0.91)
      for arm in 0..<3 {
        let angle = Angle.degrees(90 + 60 * Double(arm))
        path.addLines([
          middle.away(0.075 * sky.unit, angle), middle.away(-0.075 * sky.unit, angle),
        ])
      }
    }
    return path
  }
}

/// A flash of lightning below a cloud.
struct SkyBolt: SkyShape, Hashable {
  func outline(_ sky: SkyFrame) -> Path {
    var path = Path()
    path.addLines(
      [(0.68, 0.50), (0.44, 0.79), (0.60, 0.79), (0.50, 1.0), (0.80, 0.69), (0.64, 0.69), (0.76, 0.50)]
        .map { sky.point($0.0, $0.1) })
    path.closeSubpath()
    return path
  }
}
