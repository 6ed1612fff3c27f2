import Foundation

/// Which light a palette's inks can mix, and the nearest of it for light that they cannot.
///
/// Dots of inks too small for an eye mix their light, so what a palette can show is the hull of its inks in
/// linear light. Diffusing a colour outside of it would carry an error that never ends over the rest of the picture.
/// Such a colour is replaced by the one on the hull that looks most like it: the nearest in Oklab (B. Ottosson, "A
/// perceptual color space for image processing", 2020). Colours inside stay as they are.
struct InkGamut: Sendable {
  /// Steps of the lookup table along each channel, over the codes of sRGB.
  private static let side = 17
  /// What is added to the light at each node of the table: red first, then green, then blue. The fourth number is 0.
  private let shifts: [SIMD4<Float>]
  /// By the node before a cell: whether nothing is added in it.
  private let isKept: [Bool]

  init(_ palette: InkPalette) {
    shifts = InkGamut.shifts(palette).map { SIMD4($0, 0) }
    let (shifts, side) = (shifts, InkGamut.side)
    let corners = [0, 1, side, side + 1].flatMap { [$0, $0 + side * side] }
    isKept = shifts.indices.map { node in corners.allSatisfy { node + $0 < shifts.count && shifts[node + $0] == .zero }
    }
  }

  private static func shifts(_ palette: InkPalette) -> [SIMD3<Float>] {
    let lights = palette.lights
    let candidates = InkGamut.mixtures(of: lights).map { (light: $0, look: Oklab($0)) }
    let solids = InkGamut.solids(lights)
    return (0..<InkGamut.side * InkGamut.side * InkGamut.side).map { node in
      func light(_ position: Int) -> Float {
        Float(LinearLight.decode(fraction: Double(position) / Double(InkGamut.side - 1)))
      }
      let wanted = SIMD3(
        light(node / (InkGamut.side * InkGamut.side)), light(node / InkGamut.side % InkGamut.side),
        light(node % InkGamut.side))
      if solids.contains(where: { $0.contains(wanted) }) { return .zero }
      let look = Oklab(wanted)
      return candidates.min { $0.look.distance(to: look) < $1.look.distance(to: look) }!.light - wanted
    }
  }

  /// Points on all triangles between three inks, among them those of the hull.
  private static func mixtures(of lights: [SIMD3<Float>]) -> [SIMD3<Float>] {
    let parts = 20
    var all: [SIMD3<Float>] = []
    for (a, b, c) in threes(lights.count) {
      for i in 0...parts {
        for j in 0...(parts - i) {
          let (x, y) = (Float(i) / Float(parts), Float(j) / Float(parts))
          all.append(lights[a] * x + lights[b] * y + lights[c] * (1 - x - y))
        }
      }
    }
    return all.isEmpty ? lights : all
  }

  private static func threes(_ count: Int) -> [(Int, Int, Int)] {
    (0..<count).flatMap { a in
      (a + 1..<max(a + 1, count)).flatMap { b in (b + 1..<max(b + 1, count)).map { (a, b, $0) } }
    }
  }

  /// The hull is the union of these.
  private static func solids(_ lights: [SIMD3<Float>]) -> [Tetrahedron] {
    threes(lights.count).flatMap { a, b, c in
      (c + 1..<max(c + 1, lights.count)).compactMap { Tetrahedron(lights[a], lights[b], lights[c], lights[$0]) }
    }
  }

  /// - Parameter plane: of the picture's size.
  func fill(_ plane: inout InkLights, from picture: ScaledPicture) {
    let known = (0...255).map { Place(code: $0) }
    let (places, shifts, isKept) = (known.span, shifts.span, isKept.span)
    let (floats, pixels) = (LinearLight.floats.span, picture.pixels.span)
    var lights = plane.lights.mutableSpan
    precondition(lights.count == pixels.count)
    // Only those are checked: a code is below 256, and a place's node below the last one.
    for index in pixels.indices {
      let pixel = pixels[unchecked: index].onPaper
      let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
      var light = SIMD3(floats[unchecked: red], floats[unchecked: green], floats[unchecked: blue])
      let (r, g, b) = (places[unchecked: red], places[unchecked: green], places[unchecked: blue])
      let node = (r.node &* InkGamut.side &+ g.node) &* InkGamut.side &+ b.node
      if !isKept[unchecked: node] {
        let shift = InkGamut.between(shifts, node, SIMD3(r.share, g.share, b.share))
        light += SIMD3(shift.x, shift.y, shift.z)
      }
      lights[unchecked: index] = light
    }
  }

  /// Where a code of sRGB lies: the node before it, and how far it is from there to the next, 0 to 1.
  private struct Place {
    var node: Int
    var share: Float

    init(code: Int) {
      let position = Float(code) * Float(InkGamut.side - 1) / 255
      node = min(Int(position), InkGamut.side - 2)
      share = position - Float(node)
    }
  }

  /// Between the eight nodes around a colour, in proportion.
  @inline(__always)
  private static func between(_ shifts: Span<SIMD4<Float>>, _ node: Int, _ share: SIMD3<Float>) -> SIMD4<Float> {
    func alongBlue(_ node: Int) -> SIMD4<Float> {
      let low = shifts[unchecked: node]
      return low + (shifts[unchecked: node &+ 1] - low) * share.z
    }
    func alongGreen(_ node: Int) -> SIMD4<Float> {
      let low = alongBlue(node)
      return low + (alongBlue(node &+ side) - low) * share.y
    }
    let low = alongGreen(node)
    return low + (alongGreen(node &+ side &* side) - low) * share.x
  }
}

private struct Tetrahedron {
  private let origin: SIMD3<Float>
  /// Rows of the matrix that gives the shares of the three other corners.
  private let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  /// nil if it is flat.
  init?(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ d: SIMD3<Float>) {
    let (x, y, z) = (b - a, c - a, d - a)
    let volume = (x * cross(y, z)).sum()
    if abs(volume) < 1e-7 { return nil }
    origin = a
    rows = (cross(y, z) / volume, cross(z, x) / volume, cross(x, y) / volume)
  }

  func contains(_ light: SIMD3<Float>) -> Bool {
    let from = light - origin
    let shares = SIMD3((rows.0 * from).sum(), (rows.1 * from).sum(), (rows.2 * from).sum())
    return shares.min() >= -1e-4 && shares.sum() <= 1.0001
  }
}

private func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// Lightness and two axes of colour, in which equal distances look about alike.
private struct Oklab {
  private let axes: SIMD3<Float>

  /// - Parameter light: linear sRGB, 1 = white.
  init(_ light: SIMD3<Float>) {
    let l = cbrtf(0.412_221_47 * light.x + 0.536_332_54 * light.y + 0.051_445_99 * light.z)
    let m = cbrtf(0.211_903_5 * light.x + 0.680_699_55 * light.y + 0.107_396_96 * light.z)
    let s = cbrtf(0.088_302_46 * light.x + 0.281_718_84 * light.y + 0.629_978_7 * light.z)
    axes = SIMD3(
      0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s, 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
      0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s)
  }

  func distance(to other: Oklab) -> Float {
    let between = axes - other.axes
    return (between * between).sum()
  }
}
