import AfterglowCore
import AfterglowPictures

/// Error diffusion as Bill Atkinson did it for the Macintosh (published by J. Feldman, "Dithering with Atkinson", 2009): an
/// eighth of what is left over goes to each of six neighbours, and a quarter of it is dropped. So light and dark parts become
/// bare, and what lies between has more contrast.
private struct AtkinsonErrors {
  private let width: Int
  /// Of three rows, from the one that is being diffused; two columns around each take what is dropped.
  private var rows: [[SIMD4<Int32>]]

  init(width: Int) {
    self.width = width
    rows = Array(repeating: Array(repeating: .zero, count: width + 4), count: 3)
  }

  subscript(x: Int) -> SIMD4<Int32> { rows[0][x + 2] }

  mutating func pass(_ left: SIMD4<Int32>, x: Int) {
    let eighth = left &>> 3
    let at = x + 2
    rows[0][at + 1] &+= eighth
    rows[0][at + 2] &+= eighth
    for column in at - 1...at + 1 { rows[1][column] &+= eighth }
    rows[2][at] &+= eighth
  }

  mutating func endRow() {
    let done = rows.removeFirst()
    rows.append(Array(repeating: .zero, count: done.count))
  }
}

extension ScaledPicture {
  /// - Parameter levels: indices of the result are theirs.
  func atkinson(towards levels: GreyLevels) -> InkIndices {
    let picture = onPaper
    return picture.diffused { place in
      SIMD4(Int32(LightTables.shared[picture.pixels[place]]), 0, 0, 0)
    } choosing: { wanted in
      let nearest = levels.nearest(wanted.x)
      return (UInt8(nearest.index), SIMD4(nearest.light, 0, 0, 0))
    }
  }

  /// - Parameters:
  ///   - light: of the pixel at a place.
  ///   - nearest: the index nearest to a light, and its own light.
  fileprivate func diffused(
    light: (Int) -> SIMD4<Int32>, choosing nearest: (SIMD4<Int32>) -> (UInt8, SIMD4<Int32>)
  ) -> InkIndices {
    let width = Int(size.width)
    var errors = AtkinsonErrors(width: width)
    var indices = [UInt8](repeating: 0, count: pixels.count)
    for y in 0..<Int(size.height) {
      for x in 0..<width {
        let wanted = light(y * width + x) &+ errors[x]
        let (index, chosen) = nearest(wanted)
        indices[y * width + x] = index
        errors.pass(wanted &- chosen, x: x)
      }
      errors.endRow()
    }
    return InkIndices(size: size, indices: indices)
  }
}

extension SixInkDiffusion {
  /// - Parameter picture: opaque, at its final size.
  func atkinson(of picture: ScaledPicture) -> InkIndices {
    let width = max(1, Int(picture.size.width))
    let lights = inks.lights.map { SIMD4<Int32>(truncatingIfNeeded: SIMD4<Int16>($0, 0)) }
    return picture.diffused { place in
      let offset = InkGamut.offset(column: place % width, row: place / width)
      let node = InkGamut.node(picture.pixels[place], offset)
      return SIMD4<Int32>(truncatingIfNeeded: SIMD4<Int16>(gamut.lights[Int(node)], 0))
    } choosing: { wanted in
      let index = inks.nearest(to: wanted)
      return (UInt8(index), lights[index])
    }
  }
}
