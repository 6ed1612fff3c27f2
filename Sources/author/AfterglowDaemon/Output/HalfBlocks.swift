import AfterglowPictures
import AfterglowPreview

/// A picture for a terminal: each cell is an upper half block, whose foreground is the upper pixel and background the
/// lower.
package struct HalfBlocks: Equatable {
  /// Cells across.
  let columns: Int
  /// One line of text with its colours for each row of cells; a line ends with the colours reset.
  package let lines: [String]

  /// Scales the picture to fit into `columns` × `rows` cells, preserving its aspect ratio and without enlarging it.
  package init(_ picture: PanelPicture, columns maximumColumns: Int, rows maximumRows: Int) {
    let limitColumns = max(1, min(maximumColumns, picture.width))
    let limitRows = max(1, min(maximumRows * 2, picture.height))
    let scale = min(Double(limitColumns) / Double(picture.width), Double(limitRows) / Double(picture.height))
    let width = max(1, Int((Double(picture.width) * scale).rounded(.down)))
    let height = max(2, Int((Double(picture.height) * scale).rounded(.down)) & ~1)
    columns = width
    lines = Self.lines(Self.scaled(picture, width: width, height: height), width: width, height: height)
  }

  /// Mean of each cell's pixels in linear light, so that thin bright strokes remain visible.
  private static func scaled(_ picture: PanelPicture, width: Int, height: Int) -> [UInt32] {
    var result = [UInt32](repeating: 0, count: width * height)
    for y in 0..<height {
      let y0 = y * picture.height / height
      let y1 = max(y0 + 1, (y + 1) * picture.height / height)
      for x in 0..<width {
        let x0 = x * picture.width / width
        let x1 = max(x0 + 1, (x + 1) * picture.width / width)
        result[y * width + x] = mean(picture, x0: x0, y0: y0, x1: x1, y1: min(y1, picture.height))
      }
    }
    return result
  }

  private static func mean(_ picture: PanelPicture, x0: Int, y0: Int, x1: Int, y1: Int) -> UInt32 {
    var red: UInt32 = 0
    var green: UInt32 = 0
    var blue: UInt32 = 0
    for y in y0..<y1 {
      for x in x0..<x1 {
        let pixel = picture.pixels[y * picture.width + x]
        red += linear[Int(pixel >> 16 & 255)]
        green += linear[Int(pixel >> 8 & 255)]
        blue += linear[Int(pixel & 255)]
      }
    }
    let count = UInt32((y1 - y0) * (x1 - x0))
    return encoded(red / count) << 16 | encoded(green / count) << 8 | encoded(blue / count)
  }

  /// sRGB code to linear light in 0 ... 4095; a mean of 1,000 × 1,000 pixels fits 32 bits.
  private static let linear: [UInt32] = (0...255).map { UInt32((LinearLight.decode($0) * 4095).rounded()) }

  /// The code with the nearest linear light.
  private static func encoded(_ light: UInt32) -> UInt32 { UInt32(codes[Int(light)]) }

  private static let codes: [UInt8] = (0...4095).map { LinearLight.encode(Double($0) / 4095) }

  private static func lines(_ pixels: [UInt32], width: Int, height: Int) -> [String] {
    stride(from: 0, to: height, by: 2).map { y in
      var line = ""
      var foreground: UInt32?
      var background: UInt32?
      for x in 0..<width {
        let upper = pixels[y * width + x]
        let lower = pixels[(y + 1) * width + x]
        if upper != foreground {
          line += "\u{1B}[38;2;\(upper >> 16);\(upper >> 8 & 255);\(upper & 255)m"
          foreground = upper
        }
        if lower != background {
          line += "\u{1B}[48;2;\(lower >> 16);\(lower >> 8 & 255);\(lower & 255)m"
          background = lower
        }
        line += "▀"
      }
      return line + "\u{1B}[0m"
    }
  }
}
