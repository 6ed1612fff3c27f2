import AfterglowCore

/// How much of each ink a colour is mixed of, so that dots can be chosen by thresholds.
///
/// Of the mixtures of four inks that give a light the one is taken whose inks differ least in luminance: an eye sees the
/// grain of a picture by its luminance (D. Shaked, N. Arad, A. Fitzhugh and I. Sobel, "Color diffusion: error diffusion for
/// color halftones", 1996).
struct InkMixtures: Sendable {
  /// Of inks from dark to light: below which rank of `BlueNoise` a place has one of those up to this one.
  private let ends: [SIMD8<Int32>]
  /// The inks from dark to light.
  private let order: [UInt8]

  init(_ diffusion: SixInkDiffusion) {
    let inks = diffusion.inks.lights.map { SIMD3<Float>($0) / Float(InkGamut.one) }
    let weights = SIMD3(Float(LuminanceWeight.red), Float(LuminanceWeight.green), Float(LuminanceWeight.blue))
    func luminance(_ light: SIMD3<Float>) -> Float { (light * weights).sum() }
    let sorted = inks.indices.sorted { luminance(inks[$0]) < luminance(inks[$1]) }
    order = sorted.map { UInt8($0) }
    let solids = Tetrahedron.all(of: sorted.map { inks[$0] })
    let costs = sorted.map { ink in
      let light = luminance(inks[ink])
      return light * light + (inks[ink] * inks[ink]).sum() / 50
    }
    ends = diffusion.gamut.lights.map { light in
      let shares = InkMixtures.shares(of: SIMD3<Float>(light) / Float(InkGamut.one), solids, costs)
      var (sum, ends) = (Float(0), SIMD8<Int32>(repeating: .max))
      for ink in sorted.indices.dropLast() {
        sum += shares[ink]
        ends[ink] = Int32((sum * Float(BlueNoise.rankCount)).rounded())
      }
      return ends
    }
  }

  static let spectra6 = InkMixtures(.spectra6)

  /// - Parameter node: of `InkGamut`.
  func ink(node: Int, rank: Int32) -> UInt8 {
    let ends = ends[node]
    var place = 0
    while rank >= ends[place] { place += 1 }
    return order[place]
  }

  private static func shares(of light: SIMD3<Float>, _ solids: [Tetrahedron], _ costs: [Float]) -> [Float] {
    var (best, least) = ([Float](repeating: 0, count: costs.count), Float.infinity)
    for solid in solids {
      let shares = solid.shares(of: light)
      // Light that was rounded may lie a little outside of all.
      let outside = min(shares.min(), 0)
      var cost = -outside * 1000
      for (index, corner) in solid.corners.enumerated() { cost += costs[corner] * shares[index] }
      guard cost < least else { continue }
      least = cost
      let inner = shares.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
      let sum = inner.sum()
      best = [Float](repeating: 0, count: costs.count)
      for (index, corner) in solid.corners.enumerated() { best[corner] = inner[index] / sum }
    }
    return best
  }
}

/// Four inks, and the light that they mix.
struct Tetrahedron {
  /// The places of its inks.
  let corners: [Int]
  private let origin: SIMD3<Float>
  /// Rows of the matrix that gives the shares of the three other corners.
  private let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  /// nil if it is flat.
  private init?(_ lights: [SIMD3<Float>], _ corners: [Int]) {
    self.corners = corners
    origin = lights[corners[0]]
    let (x, y, z) = (lights[corners[1]] - origin, lights[corners[2]] - origin, lights[corners[3]] - origin)
    let volume = (x * cross(y, z)).sum()
    if abs(volume) < 1e-7 { return nil }
    rows = (cross(y, z) / volume, cross(z, x) / volume, cross(x, y) / volume)
  }

  /// All of a palette: together they are the hull of its inks.
  static func all(of lights: [SIMD3<Float>]) -> [Tetrahedron] {
    let count = lights.count
    return (0..<count).flatMap { a in
      (a + 1..<max(a + 1, count)).flatMap { b in
        (b + 1..<max(b + 1, count)).flatMap { c in
          (c + 1..<max(c + 1, count)).compactMap { Tetrahedron(lights, [a, b, c, $0]) }
        }
      }
    }
  }

  /// How much of each corner a light is mixed of; it lies inside if none is negative.
  func shares(of light: SIMD3<Float>) -> SIMD4<Float> {
    let from = light - origin
    let others = SIMD3((rows.0 * from).sum(), (rows.1 * from).sum(), (rows.2 * from).sum())
    return SIMD4(1 - others.sum(), others.x, others.y, others.z)
  }

  func contains(_ light: SIMD3<Float>) -> Bool { shares(of: light).min() >= -1e-4 }
}

private func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
