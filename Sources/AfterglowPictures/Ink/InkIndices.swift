import AfterglowCore

/// A picture of palette indices, one byte per pixel, row by row from the top.
public struct InkIndices: Equatable, Sendable {
  /// Of the picture, in pixels.
  public let size: PixelSize
  /// Each below the number of the palette's colours.
  public internal(set) var indices: [UInt8]

  /// The index of the pixel in column `x` of row `y`, which must be inside `size`.
  public subscript(x: Int, y: Int) -> UInt8 { indices[y * Int(size.width) + x] }
}

/// The inks of a palette, by error diffusion in linear light.
public struct ColorDiffusion: Sendable {
  /// The inks that pixels become.
  public let palette: InkPalette
  private let gamut: InkGamut

  public init(_ palette: InkPalette) {
    self.palette = palette
    gamut = InkGamut(palette)
  }

  /// The picture in the palette's inks, as large as it was. It is the same on every machine.
  ///
  /// - Parameter picture: at its final size; transparent parts are paper, which is white.
  public func indices(of picture: ScaledPicture) -> InkIndices {
    var plane = InkLights(size: picture.size)
    gamut.fill(&plane, from: picture)
    return indices(of: plane)
  }

  /// Light that the palette's inks can mix, without gamut compression.
  func indices(of plane: InkLights) -> InkIndices {
    let (width, height) = (Int(plane.size.width), Int(plane.size.height))
    var result = InkIndices(size: plane.size, indices: [UInt8](repeating: 0, count: width * height))
    if width == 0 || height == 0 { return result }
    let rows = ColorRows(width: width)
    let inks = palette.lights.map { Ink($0) }
    var chosen = [SIMD8<UInt8>](repeating: .zero, count: width + ErrorDiffusion.lag)
    for top in stride(from: 0, to: height, by: ErrorDiffusion.laneCount) {
      let count = min(ErrorDiffusion.laneCount, height - top)
      plane.lights.withUnsafeBufferPointer {
        rows.fill(from: $0.baseAddress! + top * width, rows: count, width: width)
      }
      chosen.withUnsafeMutableBufferPointer { chosen in
        inks.withUnsafeBufferPointer { rows.diffuse($0, width: width, into: chosen) }
      }
      for row in 0..<count {
        chosen.withUnsafeBufferPointer { chosen in
          result.indices.withUnsafeMutableBufferPointer { indices in
            for x in 0..<width { indices[(top &+ row) &* width &+ x] = chosen[x &+ 2 &* row][row] }
          }
        }
      }
    }
    return result
  }
}

extension ColorDiffusion {
  /// Spectra 6, whose palette's indices are the places of inks in `PaperInk.allCases`.
  public static let spectra6 = ColorDiffusion(.spectra6)
}

extension ScaledPicture {
  /// Opaque colours that stand for the inks of Spectra 6.
  ///
  /// - Parameter indices: of `InkPalette.spectra6`.
  public init(_ indices: InkIndices) {
    let colors = PaperInk.allCases.map(\.color.argb)
    self.init(size: indices.size, pixels: indices.indices.map { colors[Int($0)] })
  }
}

/// Linear light of each pixel: red, green and blue, 1 = the panel's white.
struct InkLights {
  let size: PixelSize
  var lights: [SIMD3<Float>]

  init(size: PixelSize) {
    self.size = size
    lights = [SIMD3<Float>](repeating: .zero, count: Int(size.area))
  }
}

/// The skewed rows of three channels, and what they pass on.
private struct ColorRows: ~Copyable {
  let red: ErrorDiffusion.Skewed
  let green: ErrorDiffusion.Skewed
  let blue: ErrorDiffusion.Skewed
  let redLine: ErrorDiffusion.Line
  let greenLine: ErrorDiffusion.Line
  let blueLine: ErrorDiffusion.Line

  init(width: Int) {
    red = ErrorDiffusion.Skewed(width: width)
    green = ErrorDiffusion.Skewed(width: width)
    blue = ErrorDiffusion.Skewed(width: width)
    redLine = ErrorDiffusion.Line(width: width)
    greenLine = ErrorDiffusion.Line(width: width)
    blueLine = ErrorDiffusion.Line(width: width)
  }

  /// - Parameter rows: of eight; the others are 0.
  func fill(from lights: UnsafePointer<SIMD3<Float>>, rows: Int, width: Int) {
    for row in 0..<rows {
      for x in 0..<width {
        let light = lights[row &* width &+ x]
        red[row, x] = light.x
        green[row, x] = light.y
        blue[row, x] = light.z
      }
    }
    for row in rows..<ErrorDiffusion.laneCount {
      red.clear(row: row, width: width)
      green.clear(row: row, width: width)
      blue.clear(row: row, width: width)
    }
  }

  func diffuse(_ inks: UnsafeBufferPointer<Ink>, width: Int, into chosen: UnsafeMutableBufferPointer<SIMD8<UInt8>>) {
    let inner = ErrorDiffusion.innerSteps(width: width)
    var (reds, greens, blues) = (
      ErrorDiffusion.Passing(redLine), ErrorDiffusion.Passing(greenLine), ErrorDiffusion.Passing(blueLine)
    )
    for step in 0..<red.steps {
      var r = red[step] + reds.incoming
      var g = green[step] + greens.incoming
      var b = blue[step] + blues.incoming
      let nearest = Nearest(inks, r, g, b)
      (r, g, b) = (r - nearest.red, g - nearest.green, b - nearest.blue)
      if !inner.contains(step) {
        let inside = ErrorDiffusion.inside(step: step, width: width)
        (r, g, b) = (r * inside, g * inside, b * inside)
      }
      reds.pass(r, step: step)
      greens.pass(g, step: step)
      blues.pass(b, step: step)
      chosen[step] = SIMD8<UInt8>(truncatingIfNeeded: nearest.index)
    }
    reds.end()
    greens.end()
    blues.end()
  }
}

/// An ink's light, and half of its square.
private struct Ink {
  var red: Float
  var green: Float
  var blue: Float
  var half: Float

  init(_ light: SIMD3<Float>) {
    (red, green, blue) = (light.x, light.y, light.z)
    half = (light.x * light.x + light.y * light.y + light.z * light.z) / 2
  }
}

/// The ink at the smallest distance in linear light, for eight pixels; the first of equals. The largest of
/// p · v − |p|² / 2 over the inks p is that of the smallest |p − v|.
private struct Nearest {
  var red: ErrorDiffusion.Lanes
  var green: ErrorDiffusion.Lanes
  var blue: ErrorDiffusion.Lanes
  var index = SIMD8<Int32>.zero

  @inline(__always)
  init(
    _ inks: UnsafeBufferPointer<Ink>, _ r: ErrorDiffusion.Lanes, _ g: ErrorDiffusion.Lanes, _ b: ErrorDiffusion.Lanes
  ) {
    let first = inks[0]
    (red, green, blue) = (.init(repeating: first.red), .init(repeating: first.green), .init(repeating: first.blue))
    var most = r * first.red + g * first.green + b * first.blue - first.half
    for number in 1..<inks.count {
      let ink = inks[number]
      let score = r * ink.red + g * ink.green + b * ink.blue - ink.half
      let isNearer = score .> most
      most.replace(with: score, where: isNearer)
      red.replace(with: ink.red, where: isNearer)
      green.replace(with: ink.green, where: isNearer)
      blue.replace(with: ink.blue, where: isNearer)
      index.replace(with: Int32(truncatingIfNeeded: number), where: isNearer)
    }
  }
}
