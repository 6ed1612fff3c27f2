import AfterglowCore
import AfterglowKit
import AfterglowPictures

extension PanelPicture {
  /// Maximum size of a PNG file.
  package static let maximumByteCount = 128 << 20

  package var asPicture: Picture {
    Picture(size: PixelSize(width: Int32(width), height: Int32(height)), pixels: pixels.map { 0xFF00_0000 | $0 })
  }

  /// The same pixels always give the same bytes.
  package func png() throws -> [UInt8] {
    do throws(PNGError) {
      return try PNG.encode(asPicture)
    } catch {
      throw Failure(.inputOutput, "cannot write a PNG: \(error)")
    }
  }

  /// Reads a PNG; transparent parts become black, as on a panel.
  ///
  /// - Throws: `Failure` if it is not a PNG.
  package init(png bytes: [UInt8], path: String) throws {
    let picture: Picture
    do throws(PNGError) {
      picture = try PNG.decode(bytes)
    } catch {
      throw Failure(.badInput, "cannot read \(path): \(error)")
    }
    self.init(
      width: Int(picture.size.width), height: Int(picture.size.height),
      pixels: picture.pixels.map { Color(argb: $0).premultiplied & 0xFF_FFFF })
  }

  package init(pngFile path: String) throws {
    try self.init(png: Files.read(path, limit: Self.maximumByteCount), path: path)
  }

  /// The number of pixels that differ from another picture, the first of them, and a picture that shows them; nil if
  /// there are none.
  package func difference(from expected: PanelPicture) throws -> (
    count: Int, firstX: Int, firstY: Int, picture: PanelPicture
  )? {
    guard let first = pixels.indices.first(where: { pixels[$0] != expected.pixels[$0] }) else { return nil }
    do throws(PNGError) {
      let result = try PNG.difference(expected.asPicture, asPicture)
      let marked = PanelPicture(width: width, height: height, pixels: result.picture.pixels.map { $0 & 0xFF_FFFF })
      return (Int(result.differingPixels), first % width, first / width, marked)
    } catch {
      throw Failure(.inputOutput, "cannot compare: \(error)")
    }
  }
}
