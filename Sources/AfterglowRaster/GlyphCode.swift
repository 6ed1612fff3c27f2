import AfterglowCore

/// A glyph's coverage as runs. Rows from top to bottom; each row is a list of runs that ends when `width` pixels are
/// covered. A run is one byte: the two top bits say what, the six low bits how long.
///
/// | byte | meaning |
/// |---|---|
/// | `00nnnnnn` | skip n + 1 pixels |
/// | `01nnnnnn` | n + 1 solid pixels |
/// | `10nnnnnn` | n + 1 coverage bytes follow |
/// | `1100000k` | long skip (k = 0) or long solid run (k = 1): a little-endian 16-bit length 1 ... 65535 follows |
/// | `11111111` | the rest of the row is empty |
public enum GlyphCode {
  /// Whether `code` describes exactly `height` rows of `width` pixels and nothing else.
  public static func isValid(_ code: UnsafeRawBufferPointer, width: Int32, height: Int32) -> Bool {
    if width < 0 || height < 0 { return false }
    guard let base = code.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return width == 0 || height == 0 }
    let end = code.count
    var at = 0
    for _ in 0..<height {
      var left = Int(width)
      while left > 0 {
        if at >= end { return false }
        let byte = Int(base[at])
        at &+= 1
        if byte < 0x80 {
          // One value many times: by far the most.
          left &-= (byte & 63) &+ 1
        } else if byte < 0xC0 {
          let count = (byte & 63) &+ 1
          at &+= count
          left &-= count
        } else if byte == 0xFF {
          break
        } else {
          if byte > 0xC1 || end &- at < 2 { return false }
          let count = Int(base[at]) | Int(base[at &+ 1]) << 8
          if count == 0 { return false }
          at &+= 2
          left &-= count
        }
      }
      if left < 0 || at > end { return false }
    }
    return at == end
  }
}

#if !hasFeature(Embedded)
  extension GlyphCode {
    /// Run codes of a coverage box, row-wise, `width` × `height` bytes; 0 = untouched, 255 = solid.
    public static func encode(coverage: [UInt8], width: Int, height: Int) -> [UInt8] {
      precondition(width >= 0 && height >= 0 && coverage.count == width * height)
      var code: [UInt8] = []
      for row in 0..<height {
        encode(row: coverage[(row * width)..<((row + 1) * width)], into: &code)
      }
      return code
    }

    private static func encode(row: ArraySlice<UInt8>, into code: inout [UInt8]) {
      var x = row.startIndex
      while x < row.endIndex {
        let value = row[x]
        var next = x + 1
        if value == 0 || value == 255 {
          while next < row.endIndex && row[next] == value { next += 1 }
          if value == 0 && next == row.endIndex {
            code.append(0xFF)
          } else {
            appendRun(next - x, isSolid: value == 255, into: &code)
          }
        } else {
          while next < row.endIndex && next - x < 64 && row[next] != 0 && row[next] != 255 { next += 1 }
          code.append(0x80 | UInt8(next - x - 1))
          code.append(contentsOf: row[x..<next])
        }
        x = next
      }
    }

    private static func appendRun(_ length: Int, isSolid: Bool, into code: inout [UInt8]) {
      var rest = length
      while rest > 64 {
        let part = Swift.min(rest, 65535)
        code += [isSolid ? 0xC1 : 0xC0, UInt8(part & 255), UInt8(part >> 8)]
        rest -= part
      }
      if rest > 0 { code.append((isSolid ? 0x40 : 0x00) | UInt8(rest - 1)) }
    }
  }
#endif
