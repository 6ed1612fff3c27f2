import AfterglowPictures
import Foundation

/// Which light a palette's inks can mix, and the nearest of it for light that they cannot.
///
/// Dots of inks too small for an eye mix their light, so what a palette can show is the hull of its inks in
/// linear light. Diffusing a colour outside of it would carry an error that never ends over the rest of the picture.
/// Such a colour is replaced by the one on the hull that looks most like it: the nearest in Oklab (B. Ottosson, "A
/// perceptual color space for image processing", 2020). Colours inside stay as they are.
///
/// The light of a pixel is that of a node of a table with 32 steps a channel. Which of the nodes around its colour it is
/// depends on its place, so that in the mean over 4 by 4 pixels it is the light between them (docs/ink.md, Colours that the
/// inks cannot mix).
struct InkGamut: Sendable {
  /// The light of white. Sixteen bits hold eight times as much, which errors never come near (`ErrorDiffusionTests`).
  static let one: Int16 = 4096

  /// Steps of the table along each channel, over the codes of sRGB.
  private static let side = 32
  /// The light at each node, red first, then green, then blue.
  let lights: [SIMD3<Int16>]
  /// The same as one word: red in the lowest sixteen bits, green in the next, then blue.
  private let words: [UInt64]

  init(_ palette: InkPalette) {
    let shifts = CoarseShifts(palette)
    let places = (0..<InkGamut.side).map { CoarseShifts.Place(fraction: Float($0) / Float(InkGamut.side - 1)) }
    lights = (0..<InkGamut.side * InkGamut.side * InkGamut.side).map { node in
      let (red, green, blue) = (places[node >> 10], places[node >> 5 & 31], places[node & 31])
      let light = (SIMD3(red.light, green.light, blue.light) + shifts.between(red, green, blue)) * Float(InkGamut.one)
      return SIMD3<Int16>(light, rounding: .toNearestOrEven)
    }
    words = lights.map { light in
      func bits(_ channel: Int16) -> UInt64 { UInt64(UInt16(bitPattern: channel)) }
      return bits(light.x) | bits(light.y) << 16 | bits(light.z) << 32
    }
  }

  /// The words of nodes, for passes over many pixels.
  struct Lookup {
    private let words: UnsafePointer<UInt64>

    /// - Parameter words: of all nodes; they outlive this.
    fileprivate init(_ words: UnsafeBufferPointer<UInt64>) { self.words = words.baseAddress! }

    @inline(__always)
    subscript(node: UInt32) -> UInt64 { words[Int(node)] }
  }

  func withLookup<Result>(_ body: (Lookup) -> Result) -> Result {
    words.withUnsafeBufferPointer { body(Lookup($0)) }
  }

  // MARK: nodes

  /// What is added to the three codes of a pixel before the next lower node is taken: each number from 0 to 7 twice in 4 by
  /// 4 pixels.
  @inline(__always)
  static func offset(column: Int, row: Int) -> UInt32 {
    let square: UInt64 = 0x2637_4051_3726_5140
    let place = UInt64(truncatingIfNeeded: (row & 3) &* 4 &+ column & 3)
    return UInt32(truncatingIfNeeded: square &>> (place &* 4) & 7) &* 0x01_0101
  }

  /// Of eight pixels from column 0 on.
  static func offsets(row: Int) -> SIMD8<UInt32> { SIMD8((0..<8).map { offset(column: $0, row: row) }) }

  /// The node of an opaque pixel.
  ///
  /// A code becomes 248/255 of it, so that eight codes are a step and what is added does not reach the next channel.
  @inline(__always)
  static func node(_ pixel: UInt32, _ offset: UInt32) -> UInt32 {
    let codes = pixel &- (pixel &>> 5 & 0x07_0707) &+ offset
    return (codes &>> 3 & 0x1F) | (codes &>> 6 & 0x3E0) | (codes &>> 9 & 0x7C00)
  }

  /// The nodes of eight opaque pixels.
  @inline(__always)
  static func nodes(_ pixels: SIMD8<UInt32>, _ offsets: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let codes = pixels &- ((pixels &>> 5) & SIMD8(repeating: 0x07_0707)) &+ offsets
    return ((codes &>> 3) & SIMD8(repeating: 0x1F)) &+ ((codes &>> 6) & SIMD8(repeating: 0x3E0))
      &+ ((codes &>> 9) & SIMD8(repeating: 0x7C00))
  }
}

/// What is added to the light of colours that the inks cannot mix, at few places: it changes slowly.
private struct CoarseShifts {
  /// Steps along each channel, over the codes of sRGB.
  private static let side = 17
  /// Red first, then green, then blue.
  private let shifts: [SIMD3<Float>]

  init(_ palette: InkPalette) { shifts = CoarseShifts.shifts(palette) }

  /// Where a code of sRGB lies.
  struct Place {
    /// The place before it, and how far it is from there to the next, 0 to 1.
    fileprivate var node: Int
    fileprivate var share: Float
    var light: Float

    /// - Parameter fraction: of 255.
    init(fraction: Float) {
      let position = fraction * Float(CoarseShifts.side - 1)
      node = min(Int(position), CoarseShifts.side - 2)
      share = position - Float(node)
      light = Float(LinearLight.decode(fraction: Double(fraction)))
    }
  }

  /// Between the eight places around a colour, in proportion.
  func between(_ red: Place, _ green: Place, _ blue: Place) -> SIMD3<Float> {
    let side = CoarseShifts.side
    func alongBlue(_ node: Int) -> SIMD3<Float> { shifts[node] + (shifts[node + 1] - shifts[node]) * blue.share }
    func alongGreen(_ node: Int) -> SIMD3<Float> {
      let low = alongBlue(node)
      return low + (alongBlue(node + side) - low) * green.share
    }
    let node = (red.node * side + green.node) * side + blue.node
    let low = alongGreen(node)
    return low + (alongGreen(node + side * side) - low) * red.share
  }

  private static func shifts(_ palette: InkPalette) -> [SIMD3<Float>] {
    let lights = palette.lights
    let candidates = CoarseShifts.mixtures(of: lights).map { (light: $0, look: Oklab($0)) }
    let solids = Tetrahedron.all(of: lights)
    return (0..<side * side * side).map { node in
      func light(_ position: Int) -> Float {
        Float(LinearLight.decode(fraction: Double(position) / Double(side - 1)))
      }
      let wanted = SIMD3(
        light(node / (side * side)), light(node / side % side),
        light(node % side))
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
