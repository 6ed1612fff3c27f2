import AfterglowCore
import AfterglowPictures

/// A picture of palette indices, one byte per pixel, row by row from the top.
public struct InkIndices: Equatable, Sendable {
  /// Of the picture, in pixels.
  public let size: PixelSize
  /// Each below the number of the palette's colours.
  public internal(set) var indices: [UInt8]

  /// The index of the pixel in column `x` of row `y`, which must be inside `size`.
  public subscript(x: Int, y: Int) -> UInt8 { indices[y * Int(size.width) + x] }
}

extension ScaledPicture {
  /// Opaque colours that stand for the inks of Spectra 6.
  ///
  /// - Parameter indices: places in `PaperInk.allCases`.
  public init(_ indices: InkIndices) {
    let colors = PaperInk.allCases.map(\.color.argb)
    self.init(size: indices.size, pixels: indices.indices.map { colors[Int($0)] })
  }
}

/// The indices that eight skewed rows became.
struct InkHistory: ~Copyable {
  /// Two steps in each: the first one in the lower byte.
  private let pairs: UnsafeMutablePointer<ErrorDiffusion.Lanes>
  private let width: Int

  init(width: Int) {
    self.width = width
    pairs = .allocate(capacity: ErrorDiffusion.blockCount(width: width) * ErrorDiffusion.blockSteps / 2)
  }

  deinit { pairs.deallocate() }

  /// What the pixels of steps `2 · pair` and `2 · pair + 1` became.
  @inline(__always)
  func set(_ first: ErrorDiffusion.Lanes, _ second: ErrorDiffusion.Lanes, pair: Int) {
    (pairs + pair).initialize(to: first | (second &<< 8))
  }

  /// - Parameter target: the first of `rows` rows.
  func copy(rows: Int, to target: UnsafeMutablePointer<UInt8>) {
    let stride = MemoryLayout<ErrorDiffusion.Lanes>.stride
    for row in 0..<rows {
      // Column `x` was decided at step `x + 2 · row`.
      let words = UnsafeRawPointer(pairs + row) + row * MemoryLayout<Int16>.stride
      let bytes = UnsafeMutableRawPointer(target + row * width)
      for pair in 0..<width / 2 {
        let word = (words + pair &* stride).load(as: UInt16.self).littleEndian
        (bytes + pair &* 2).storeBytes(of: word, as: UInt16.self)
      }
      if width % 2 == 1 {
        target[row * width + width - 1] = UInt8(
          truncatingIfNeeded: (words + width / 2 * stride).load(as: UInt16.self) & 255)
      }
    }
  }
}
