/// Six inks, and which of them is nearest to a light.
///
/// Light is in whole numbers: `InkGamut.one` is white. Of the inks p that with the largest p · v − |p|² / 2 is nearest to
/// v. It is compared with the first ink's, so that only differences of inks are multiplied (docs/ink.md, Error diffusion).
struct SixInks: Sendable {
  /// What is subtracted where an ink was chosen; of red the last three bits are the ink's index.
  let lights: [SIMD3<Int16>]
  let lanes: SixInkLanes

  /// - Parameter palette: of six colours.
  init(_ palette: InkPalette) {
    precondition(palette.colors.count == 6)
    let one = Float(InkGamut.one)
    let floats = palette.lights
    lights = floats.enumerated().map { index, light in
      let whole = SIMD3<Int16>(light * one, rounding: .toNearestOrEven)
      return SIMD3((whole.x + 4) / 8 * 8 + Int16(index), whole.y, whole.z)
    }
    let ways = floats.map { light in
      let half = ((light * light).sum() - (floats[0] * floats[0]).sum()) / 2
      return SIMD4<Int16>(SIMD4((light - floats[0]) * 16_384, half * one / 4), rounding: .toNearestOrEven)
    }
    lanes = SixInkLanes(lights, ways)
  }

  /// The index of the ink that is nearest to one light: red, green and blue.
  func nearest(to light: SIMD4<Int32>) -> Int {
    typealias Lanes = ErrorDiffusion.Lanes
    func all(_ channel: Int32) -> Lanes { Lanes(repeating: Int16(clamping: channel)) }
    return Int(self.lanes.nearest(all(light.x), all(light.y), all(light.z)).index[0])
  }
}

/// The same, in all lanes of vectors.
struct SixInkLanes {
  typealias Lanes = ErrorDiffusion.Lanes

  /// An ink, or the bits in which two inks differ.
  fileprivate struct Light {
    var red: Lanes
    var green: Lanes
    var blue: Lanes

    @inline(__always)
    init(_ bits: SIMD3<Int16>) {
      red = Lanes(repeating: bits.x)
      green = Lanes(repeating: bits.y)
      blue = Lanes(repeating: bits.z)
    }
  }

  /// What the distance to an ink is computed from.
  private struct Way {
    var red: Lanes
    var green: Lanes
    var blue: Lanes
    var half: Lanes

    @inline(__always)
    init(_ way: SIMD4<Int16>) {
      red = Lanes(repeating: way.x)
      green = Lanes(repeating: way.y)
      blue = Lanes(repeating: way.z)
      half = Lanes(repeating: way.w)
    }
  }

  private let firsts: (Light, Light, Light)
  /// How the second, fourth and sixth differ from the one before.
  private let differences: (Light, Light, Light)
  /// Of all but the first.
  private let ways: (Way, Way, Way, Way, Way)

  /// - Parameters:
  ///   - lights: what is subtracted where an ink was chosen.
  ///   - all: from the first ink to this one, in units of 1/16384, and half of |p|² less that of the first ink, in units of
  ///     the sum of the upper halves of products.
  fileprivate init(_ lights: [SIMD3<Int16>], _ all: [SIMD4<Int16>]) {
    firsts = (Light(lights[0]), Light(lights[2]), Light(lights[4]))
    differences = (Light(lights[1] ^ lights[0]), Light(lights[3] ^ lights[2]), Light(lights[5] ^ lights[4]))
    ways = (Way(all[1]), Way(all[2]), Way(all[3]), Way(all[4]), Way(all[5]))
  }

  /// The nearest ink of eight pixels.
  struct Nearest {
    fileprivate var score: Lanes
    private(set) var red: Lanes
    private(set) var green: Lanes
    private(set) var blue: Lanes

    @inline(__always)
    var index: Lanes { red & 7 }

    /// The better of two inks; the first of equals.
    @inline(__always)
    fileprivate init(_ first: Light, or difference: Light, _ score: Lanes, _ other: Lanes) {
      let ahead = score &- other
      let isOther = ahead &>> 15
      self.score = score &- (ahead & isOther)
      red = first.red ^ (difference.red & isOther)
      green = first.green ^ (difference.green & isOther)
      blue = first.blue ^ (difference.blue & isOther)
    }

    /// The better of two; the first of equals.
    @inline(__always)
    fileprivate init(_ first: Nearest, or other: Nearest) {
      let ahead = first.score &- other.score
      let isOther = ahead &>> 15
      score = first.score &- (ahead & isOther)
      red = first.red ^ ((first.red ^ other.red) & isOther)
      green = first.green ^ ((first.green ^ other.green) & isOther)
      blue = first.blue ^ ((first.blue ^ other.blue) & isOther)
    }
  }

  @inline(__always)
  func nearest(_ red: Lanes, _ green: Lanes, _ blue: Lanes) -> Nearest {
    @inline(__always)
    func score(_ ink: Way) -> Lanes {
      upper(red, ink.red) &+ upper(green, ink.green) &+ upper(blue, ink.blue) &- ink.half
    }
    let a = Nearest(firsts.0, or: differences.0, .zero, score(ways.0))
    let b = Nearest(firsts.1, or: differences.1, score(ways.1), score(ways.2))
    let c = Nearest(firsts.2, or: differences.2, score(ways.3), score(ways.4))
    return Nearest(Nearest(a, or: b), or: c)
  }
}

/// The upper halves of products: one instruction, although Swift has no name for it.
@inline(__always)
private func upper(_ a: ErrorDiffusion.Lanes, _ b: ErrorDiffusion.Lanes) -> ErrorDiffusion.Lanes {
  let products = SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
  return ErrorDiffusion.Lanes(truncatingIfNeeded: products &>> 16)
}
