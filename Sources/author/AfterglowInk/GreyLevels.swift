import AfterglowCore
import AfterglowPictures

/// The lights of a panel without colours, in the whole numbers of `LightTables`; the index of a level is its place.
struct GreyLevels: Sendable {
  /// Rising from black to white.
  let lights: [Int16]

  /// - Parameter colors: 0xRRGGBB, from black to white.
  init(_ colors: [UInt32]) { lights = colors.map { LightTables.shared[$0] } }

  static let blackAndWhite = GreyLevels([0x000000, 0xFFFFFF])
  /// Those of `PaperGray`, as they look.
  static let four = GreyLevels((0..<4).map { (PaperGray(rawValue: $0) ?? .black).appearance })

  /// The nearest level; the lighter one of two as near.
  func nearest(_ light: Int32) -> (index: Int, light: Int32) {
    var index = 0
    while index + 1 < lights.count, 2 * light >= Int32(lights[index]) + Int32(lights[index + 1]) { index += 1 }
    return (index, Int32(lights[index]))
  }
}

/// Four greys, by error diffusion of the luminance in linear light (docs/ink.md, Error diffusion).
struct LevelDiffusion {
  private typealias Lanes = ErrorDiffusion.Lanes

  /// What each level adds to the one before, and the least light that becomes it.
  private let steps: [(added: Lanes, least: Lanes)]

  /// - Parameter levels: the first is black.
  init(_ levels: GreyLevels) {
    steps = zip(levels.lights, levels.lights.dropFirst()).map { darker, lighter in
      (Lanes(repeating: lighter - darker), Lanes(repeating: (lighter + darker + 1) / 2))
    }
  }

  /// - Parameter picture: opaque, at its final size.
  func indices(of picture: ScaledPicture) -> InkIndices {
    let (width, height) = (Int(picture.size.width), Int(picture.size.height))
    var result = InkIndices(size: picture.size, indices: [UInt8](repeating: 0, count: width * height))
    if width == 0 || height == 0 { return result }
    let light = SkewedLight(width: width)
    let line = ErrorDiffusion.Line(width: width)
    let choices = InkHistory(width: width)
    picture.pixels.withUnsafeBufferPointer { pixels in
      for top in stride(from: 0, to: height, by: ErrorDiffusion.laneCount) {
        let rows = min(ErrorDiffusion.laneCount, height - top)
        if rows < ErrorDiffusion.laneCount { light.clear() }
        diffuse(pixels.baseAddress! + top * width, rows: rows, width: width, light, line, into: choices)
        result.indices.withUnsafeMutableBufferPointer { choices.copy(rows: rows, to: $0.baseAddress! + top * width) }
      }
    }
    return result
  }

  private func diffuse(
    _ pixels: UnsafePointer<UInt32>, rows: Int, width: Int, _ light: borrowing SkewedLight,
    _ line: borrowing ErrorDiffusion.Line, into choices: borrowing InkHistory
  ) {
    LightTables.shared.withLookup { lookup in
      for block in 0..<ErrorDiffusion.blockCount(width: width) {
        light.fill(block: block, from: pixels, rows: rows, by: lookup)
      }
    }
    var errors = ErrorDiffusion.Passing(line)
    var previous = Lanes.zero
    for step in 0..<ErrorDiffusion.blockCount(width: width) &* ErrorDiffusion.blockSteps {
      let wanted = light[step] &+ errors.incoming
      var (chosen, index) = (Lanes.zero, Lanes.zero)
      for level in steps {
        let isReached = (level.least &- 1 &- wanted) &>> 15
        chosen = chosen &+ (level.added & isReached)
        index &-= isReached
      }
      errors.pass((wanted &- chosen) & ErrorDiffusion.inside(step: step, width: width), step: step)
      if step & 1 == 1 { choices.set(previous, index, pair: step / 2) }
      previous = index
    }
  }
}
