import AfterglowCore
import AfterglowPictures

/// Black or white, by error diffusion in linear light (docs/ink.md, Error diffusion): from afar an area has the luminance
/// of the picture.
enum MonochromeDiffusion {
  private typealias Lanes = ErrorDiffusion.Lanes

  /// - Parameter picture: opaque, at its final size.
  static func bits(of picture: ScaledPicture) -> InkBits {
    var bits = InkBits(size: picture.size)
    let (width, height) = (Int(picture.size.width), Int(picture.size.height))
    if width == 0 || height == 0 { return bits }
    let light = SkewedLight(width: width)
    let line = ErrorDiffusion.Line(width: width)
    var history = [Lanes](repeating: .zero, count: ErrorDiffusion.blockCount(width: width))
    LightTables.shared.withLookup { lookup in
      picture.pixels.withUnsafeBufferPointer { pixels in
        for top in stride(from: 0, to: height, by: ErrorDiffusion.laneCount) {
          let rows = min(ErrorDiffusion.laneCount, height - top)
          if rows < ErrorDiffusion.laneCount { light.clear() }
          let strip = Strip(pixels: pixels.baseAddress! + top * width, rows: rows, width: width, lookup: lookup)
          history.withUnsafeMutableBufferPointer { strip.diffuse(light, line, $0.baseAddress!) }
          pack(history, rows: rows, top: top, into: &bits)
        }
      }
    }
    return bits
  }

  /// Up to eight rows.
  private struct Strip {
    var pixels: UnsafePointer<UInt32>
    var rows: Int
    var width: Int
    var lookup: LightTables.Lookup

    /// - Parameter history: gets, for each block, the choices of the sixteen steps up to its end: the last one is the lowest
    ///   bit, 1 = white.
    @inline(never)
    func diffuse(
      _ light: borrowing SkewedLight, _ line: borrowing ErrorDiffusion.Line, _ history: UnsafeMutablePointer<Lanes>
    ) {
      let inner = ErrorDiffusion.innerBlocks(width: width)
      var errors = ErrorDiffusion.Passing(line)
      var choices = Lanes.zero
      light.fill(block: 0, from: pixels, rows: rows, by: lookup)
      for block in 0..<ErrorDiffusion.blockCount(width: width) {
        light.fill(block: block &+ 1, from: pixels, rows: rows, by: lookup)
        let steps = block &* ErrorDiffusion.blockSteps..<(block &+ 1) &* ErrorDiffusion.blockSteps
        if inner.contains(block) {
          for step in steps { decide(light[step], inside: Lanes(repeating: -1), step: step, &errors, &choices) }
        } else {
          for step in steps {
            decide(light[step], inside: ErrorDiffusion.inside(step: step, width: width), step: step, &errors, &choices)
          }
        }
        history[block] = choices
      }
    }

    @inline(__always)
    private func decide(
      _ light: Lanes, inside: Lanes, step: Int, _ errors: inout ErrorDiffusion.Passing, _ choices: inout Lanes
    ) {
      let wanted = light &+ errors.incoming
      // All bits where it is at least a half. Comparisons of vectors become loops.
      let isWhite = (Lanes(repeating: LightTables.one / 2 - 1) &- wanted) &>> 15
      errors.pass((wanted &- (isWhite & Lanes(repeating: LightTables.one))) & inside, step: step)
      choices = choices &+ choices &- isWhite
    }
  }

  /// From the choices of eight skewed rows to bytes of eight pixels of a row.
  private static func pack(_ history: [Lanes], rows: Int, top: Int, into bits: inout InkBits) {
    let (width, rowByteCount) = (Int(bits.size.width), bits.rowByteCount)
    let stride = MemoryLayout<Lanes>.stride
    history.withUnsafeBytes { history in
      bits.bytes.withUnsafeMutableBufferPointer { bytes in
        for row in 0..<rows {
          // Column `x` was decided at step `x + 2 · row`: the eight of a byte are among the sixteen of a block.
          let words = history.baseAddress! + ((row / 4 + 1) * stride + row * MemoryLayout<Int16>.stride)
          let shift = UInt16(8 - 2 * (row % 4))
          let target = bytes.baseAddress! + (top + row) * rowByteCount
          for index in 0..<rowByteCount {
            target[index] = UInt8(truncatingIfNeeded: (words + index &* stride).load(as: UInt16.self) &>> shift)
          }
          if width % 8 != 0 { target[rowByteCount - 1] |= 0xFF >> UInt8(width % 8) }
        }
      }
    }
  }
}
