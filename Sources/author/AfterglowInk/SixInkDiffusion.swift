import AfterglowCore
import AfterglowPictures

/// Six inks, by error diffusion in linear light (docs/ink.md, Error diffusion).
struct SixInkDiffusion: Sendable {
  let inks: SixInks
  let gamut: InkGamut

  /// - Parameter palette: of six colours.
  init(_ palette: InkPalette) {
    inks = SixInks(palette)
    gamut = InkGamut(palette)
  }

  /// Indices are the places of inks in `PaperInk.allCases`.
  static let spectra6 = SixInkDiffusion(.spectra6)

  /// - Parameter picture: opaque, at its final size.
  func indices(of picture: ScaledPicture) -> InkIndices {
    let (width, height) = (Int(picture.size.width), Int(picture.size.height))
    if width == 0 || height == 0 { return InkIndices(size: picture.size, indices: []) }
    let rows = SixInkRows(width: width)
    let indices = [UInt8](unsafeUninitializedCapacity: width * height) { indices, count in
      picture.pixels.withUnsafeBufferPointer { pixels in
        gamut.withLookup { lookup in
          for top in stride(from: 0, to: height, by: ErrorDiffusion.laneCount) {
            let count = min(ErrorDiffusion.laneCount, height - top)
            if count < ErrorDiffusion.laneCount { rows.light.clear() }
            rows.diffuse(pixels.baseAddress! + top * width, count, inks.lanes, by: lookup)
            rows.choices.copy(rows: count, to: indices.baseAddress! + top * width)
          }
        }
      }
      count = width * height
    }
    return InkIndices(size: picture.size, indices: indices)
  }
}

/// Eight rows of three channels, and what they pass on.
private struct SixInkRows: ~Copyable {
  typealias Lanes = ErrorDiffusion.Lanes

  let light: SkewedColors
  let choices: InkHistory
  private let width: Int
  private let redLine: ErrorDiffusion.Line
  private let greenLine: ErrorDiffusion.Line
  private let blueLine: ErrorDiffusion.Line

  init(width: Int) {
    self.width = width
    light = SkewedColors(width: width)
    choices = InkHistory(width: width)
    redLine = ErrorDiffusion.Line(width: width)
    greenLine = ErrorDiffusion.Line(width: width)
    blueLine = ErrorDiffusion.Line(width: width)
  }

  /// - Parameters:
  ///   - pixels: the first row.
  ///   - rows: of eight.
  @inline(never)
  func diffuse(_ pixels: UnsafePointer<UInt32>, _ rows: Int, _ inks: SixInkLanes, by lookup: InkGamut.Lookup) {
    let inner = ErrorDiffusion.innerBlocks(width: width)
    let count = ErrorDiffusion.blockCount(width: width)
    var errors = Errors(
      red: ErrorDiffusion.Passing(redLine), green: ErrorDiffusion.Passing(greenLine),
      blue: ErrorDiffusion.Passing(blueLine))
    light.fill(block: 0, from: pixels, rows: rows, by: lookup)
    // Three loops, so that what an ink is compared with is prepared once in each.
    for block in 0..<min(inner.lowerBound, count) {
      light.fill(block: block &+ 1, from: pixels, rows: rows, by: lookup)
      diffuse(block, inks, &errors, isInner: false)
    }
    for block in inner {
      light.fill(block: block &+ 1, from: pixels, rows: rows, by: lookup)
      diffuse(block, inks, &errors, isInner: true)
    }
    for block in inner.upperBound..<max(inner.upperBound, count) {
      light.fill(block: block &+ 1, from: pixels, rows: rows, by: lookup)
      diffuse(block, inks, &errors, isInner: false)
    }
  }

  private struct Errors {
    var red: ErrorDiffusion.Passing
    var green: ErrorDiffusion.Passing
    var blue: ErrorDiffusion.Passing
  }

  @inline(__always)
  private func diffuse(_ block: Int, _ inks: SixInkLanes, _ errors: inout Errors, isInner: Bool) {
    for pair in block &* ErrorDiffusion.blockSteps / 2..<(block &+ 1) &* ErrorDiffusion.blockSteps / 2 {
      let one = choose(2 &* pair, inks, &errors, isInner: isInner)
      let other = choose(2 &* pair &+ 1, inks, &errors, isInner: isInner)
      choices.set(one, other, pair: pair)
    }
  }

  /// The indices of eight pixels.
  @inline(__always)
  private func choose(_ step: Int, _ inks: SixInkLanes, _ errors: inout Errors, isInner: Bool) -> Lanes {
    var (red, green, blue) = light[step]
    red &+= errors.red.incoming
    green &+= errors.green.incoming
    blue &+= errors.blue.incoming
    let nearest = inks.nearest(red, green, blue)
    (red, green, blue) = (red &- nearest.red, green &- nearest.green, blue &- nearest.blue)
    if !isInner {
      let inside = ErrorDiffusion.inside(step: step, width: width)
      (red, green, blue) = (red & inside, green & inside, blue & inside)
    }
    errors.red.pass(red, step: step)
    errors.green.pass(green, step: step)
    errors.blue.pass(blue, step: step)
    return nearest.index
  }
}
