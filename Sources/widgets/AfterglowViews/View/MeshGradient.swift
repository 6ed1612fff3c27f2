import AfterglowCore
import AfterglowPictures
import Foundation

/// Colours at the points of a net, mixed between them. It is a picture in the archive, of at most two million pixels; text
/// gets one colour of it.
///
///     MeshGradient(
///       width: 2, height: 2, points: [[0, 0], [1, 0], [0, 1], [1, 1]],
///       colors: [.indigo, .purple, .orange, .pink])
public struct MeshGradient: ShapeStyle, View, PrimitiveView {
  /// The places of a net's points, as shares of the frame.
  public enum Locations: Equatable, Sendable {
    case points([SIMD2<Float>])
    case bezierPoints([BezierPoint])
  }

  /// The colours at the points.
  public enum Colors: Equatable, Sendable {
    case colors([Color])
    case resolvedColors([Color.Resolved])
  }

  /// A point with the ends of its curves.
  public struct BezierPoint: Equatable, Sendable {
    public var position: SIMD2<Float>
    public var leadingControlPoint: SIMD2<Float>
    public var topControlPoint: SIMD2<Float>
    public var trailingControlPoint: SIMD2<Float>
    public var bottomControlPoint: SIMD2<Float>

    public init(
      position: SIMD2<Float>, leadingControlPoint: SIMD2<Float>, topControlPoint: SIMD2<Float>,
      trailingControlPoint: SIMD2<Float>, bottomControlPoint: SIMD2<Float>
    ) {
      self.position = position
      self.leadingControlPoint = leadingControlPoint
      self.topControlPoint = topControlPoint
      self.trailingControlPoint = trailingControlPoint
      self.bottomControlPoint = bottomControlPoint
    }
  }

  let mesh: GradientMesh
  let values: [UInt32]

  /// - Parameters:
  ///   - width: points in a row, 2 to 16.
  ///   - height: rows of points, 2 to 16.
  ///   - points: row by row; of a net with another number of points its colours are spread evenly.
  ///   - colors: row by row, one for each point.
  ///   - background: accepted without effect: beyond the net its edge goes on.
  ///   - smoothsColors: whether colours change without edges at the points.
  ///   - colorSpace: accepted without effect: colours are mixed in linear light.
  public init(
    width: Int, height: Int, points: [SIMD2<Float>], colors: [Color], background: Color = .clear,
    smoothsColors: Bool = true, colorSpace: Gradient.ColorSpace = .device
  ) {
    mesh = GradientMesh(width: width, height: height, points: points, isSmooth: smoothsColors)
    values = mesh.values(of: colors.map(\.argb))
  }

  public init(
    width: Int, height: Int, locations: Locations, colors: Colors, background: Color = .clear,
    smoothsColors: Bool = true, colorSpace: Gradient.ColorSpace = .device
  ) {
    let points: [SIMD2<Float>] =
      switch locations {
      case .points(let points): points
      case .bezierPoints(let points): points.map(\.position)
      }
    let shown: [Color] =
      switch colors {
      case .colors(let colors): colors
      case .resolvedColors(let colors): colors.map { Color($0) }
      }
    self.init(width: width, height: height, points: points, colors: shown, smoothsColors: smoothsColors)
  }

  public init(
    width: Int, height: Int, bezierPoints: [BezierPoint], colors: [Color], background: Color = .clear,
    smoothsColors: Bool = true, colorSpace: Gradient.ColorSpace = .device
  ) {
    self.init(
      width: width, height: height, points: bezierPoints.map(\.position), colors: colors, smoothsColors: smoothsColors)
  }

  public var erased: AnyShapeStyle {
    AnyShapeStyle(storage: .field(GradientField(colors: values, center: .center, course: .mesh(mesh))))
  }
}

/// The net of a mesh gradient.
package struct GradientMesh: Hashable, Codable, Sendable {
  static let sides = 2...16
  /// Steps between two points, along each side of a patch.
  private static let steps = 12

  var width: Int
  var height: Int
  /// Shares of the frame, row by row.
  var points: [Point]
  var isSmooth: Bool

  init(width: Int, height: Int, points: [SIMD2<Float>], isSmooth: Bool) {
    self.width = min(max(width, 2), 16)
    self.height = min(max(height, 2), 16)
    self.isSmooth = isSmooth
    let (columns, rows) = (self.width, self.height)
    let given = points.map { Point(x: Double($0.x), y: Double($0.y)) }
    let isWhole = given.count == columns * rows && given.allSatisfy { abs($0.x) < 100 && abs($0.y) < 100 }
    self.points =
      isWhole
      ? given
      : (0..<columns * rows).map {
        Point(x: Double($0 % columns) / Double(columns - 1), y: Double($0 / columns) / Double(rows - 1))
      }
  }

  /// Whether it is one that a widget's process may ask for.
  var isSound: Bool {
    Self.sides.contains(width) && Self.sides.contains(height) && points.count == width * height
      && points.allSatisfy { abs($0.x) < 100 && abs($0.y) < 100 }
  }

  /// One for each point.
  func values(of colors: [UInt32]) -> [UInt32] {
    (0..<points.count).map { colors.isEmpty ? 0 : colors[min($0, colors.count - 1)] }
  }

  /// The colour of each pixel of a box, 0xAARRGGBB: the net is drawn in small triangles, and pixels beyond it have the
  /// colour of the nearest in their row, or the middle one.
  package func colors(_ colors: [UInt32], in frame: Rect, isMirrored: Bool, over bounds: PixelRect) -> [UInt32] {
    let (width, height) = (Int(bounds.width), Int(bounds.height))
    var canvas = MeshCanvas(width: width, height: height)
    let lights = colors.map(MeshCanvas.light)
    let (columns, rows) = ((self.width - 1) * Self.steps, (self.height - 1) * Self.steps)
    func vertex(_ column: Int, _ row: Int) -> MeshCanvas.Vertex {
      let (u, v) = (Double(column) / Double(Self.steps), Double(row) / Double(Self.steps))
      let share = at(u, v) { SIMD4(points[$0].x, points[$0].y, 0, 0) }
      let x = isMirrored ? 1 - share.x : share.x
      return MeshCanvas.Vertex(
        x: frame.minX + x * frame.width - Double(bounds.x0), y: frame.minY + share.y * frame.height - Double(bounds.y0),
        light: isSmooth ? at(u, v) { lights[$0] } : bilinear(u, v) { lights[$0] })
    }
    var above = (0...columns).map { vertex($0, 0) }
    for row in 1...rows {
      let below = (0...columns).map { vertex($0, row) }
      for column in 0..<columns {
        canvas.fill(above[column], above[column + 1], below[column])
        canvas.fill(above[column + 1], below[column + 1], below[column])
      }
      above = below
    }
    return canvas.colors(or: colors[colors.count / 2])
  }

  /// A surface through the points whose slopes have no edges (Catmull–Rom, with straight ends).
  private func at(_ u: Double, _ v: Double, _ value: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
    func along(_ t: Double, _ count: Int, _ value: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
      let index = min(Int(clamping: t), count - 2)
      let s = t - Double(index)
      let (from, to) = (value(index), value(index + 1))
      let before = index > 0 ? value(index - 1) : 2 * from - to
      let after = index + 2 < count ? value(index + 2) : 2 * to - from
      let (start, end) = ((to - before) * 0.5, (after - from) * 0.5)
      let (s2, s3) = (s * s, s * s * s)
      return from * (2 * s3 - 3 * s2 + 1) + start * (s3 - 2 * s2 + s) + to * (3 * s2 - 2 * s3) + end * (s3 - s2)
    }
    return along(v, height) { row in along(u, width) { value(row * width + $0) } }
  }

  private func bilinear(_ u: Double, _ v: Double, _ value: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
    let (column, row) = (min(Int(clamping: u), width - 2), min(Int(clamping: v), height - 2))
    let (x, y) = (u - Double(column), v - Double(row))
    func across(_ row: Int) -> SIMD4<Double> {
      value(row * width + column) * (1 - x) + value(row * width + column + 1) * x
    }
    return across(row) * (1 - y) + across(row + 1) * y
  }
}

/// Triangles of smooth colours on a plane of pixels.
private struct MeshCanvas {
  struct Vertex {
    var x: Double
    var y: Double
    /// Linear light and alpha.
    var light: SIMD4<Double>
  }

  private let width: Int
  private let height: Int
  private var pixels: [UInt32?]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32?](repeating: nil, count: width * height)
  }

  static func light(_ argb: UInt32) -> SIMD4<Double> {
    func part(_ shift: UInt32) -> Double { LinearLight.decode(UInt8(truncatingIfNeeded: argb >> shift)) }
    return SIMD4(part(16), part(8), part(0), Double(argb >> 24) / 255)
  }

  private static func color(_ light: SIMD4<Double>) -> UInt32 {
    func byte(_ light: Double) -> UInt32 { UInt32(LinearLight.encode(light)) }
    return UInt32(clamping: (min(max(light.w, 0), 1) * 255).rounded()) << 24 | byte(light.x) << 16 | byte(light.y) << 8
      | byte(light.z)
  }

  mutating func fill(_ a: Vertex, _ b: Vertex, _ c: Vertex) {
    let area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    if abs(area) < 1e-9 { return }
    let top = max(0, Int(clamping: (min(a.y, b.y, c.y) - 0.5).rounded(.up)))
    let bottom = min(height - 1, Int(clamping: (max(a.y, b.y, c.y) - 0.5).rounded(.down)))
    let left = max(0, Int(clamping: (min(a.x, b.x, c.x) - 0.5).rounded(.up)))
    let right = min(width - 1, Int(clamping: (max(a.x, b.x, c.x) - 0.5).rounded(.down)))
    guard top <= bottom, left <= right else { return }
    for y in top...bottom {
      for x in left...right {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let p = ((b.x - px) * (c.y - py) - (c.x - px) * (b.y - py)) / area
        let q = ((c.x - px) * (a.y - py) - (a.x - px) * (c.y - py)) / area
        let r = 1 - p - q
        if p < -1e-9 || q < -1e-9 || r < -1e-9 { continue }
        pixels[y * width + x] = Self.color(a.light * p + b.light * q + c.light * r)
      }
    }
  }

  func colors(or other: UInt32) -> [UInt32] {
    var result = [UInt32](repeating: other, count: pixels.count)
    for y in 0..<height {
      let row = pixels[y * width..<(y + 1) * width]
      var last = row.lazy.compactMap { $0 }.first ?? other
      for index in row.indices {
        last = row[index] ?? last
        result[index] = last
      }
    }
    return result
  }
}
