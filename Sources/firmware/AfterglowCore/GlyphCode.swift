/// A glyph's coverage as runs. Rows from top to bottom; each row is a list of runs that ends when `width` pixels are
/// covered. A run is one byte: the two top bits are its kind, the six low bits its length.
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
    var check = GlyphCheck()
    return check.isValid(code, width: width, height: height)
  }
}

/// Validates the codes of many glyphs quickly: they are most of an archive, and startup waits for this.
///
/// The effect of a byte on the pixels left in the row and on the position in the code is looked up and added as one
/// number: the pixels are its upper half, the position its lower.
public struct GlyphCheck: ~Copyable {
  private var steps: InlineArray<256, Int64>

  /// Marks a code that needs separate treatment: less than any possible count of surplus pixels. Subtracting it
  /// restores the state.
  private static var special: Int64 { -(1 << 62) }
  /// Marks the rest of a row, with which most rows end: between `special` and all other values.
  private static var rest: Int64 { -(1 << 60) }

  /// Fills the table of steps.
  public init() {
    steps = InlineArray(repeating: GlyphCheck.special)
    withUnsafeMutableBytes(of: &steps) { bytes in
      let steps = bytes.assumingMemoryBound(to: Int64.self)
      for byte in 0..<0xC0 {
        let pixels = Int64(byte & 63) + 1
        steps[byte] = (byte < 0x80 ? 1 : 1 + pixels) - pixels << 32
      }
      steps[0xFF] = GlyphCheck.rest + 1
    }
  }

  /// Whether `code` describes exactly `height` rows of `width` pixels and nothing else.
  public mutating func isValid(_ code: UnsafeRawBufferPointer, width: Int32, height: Int32) -> Bool {
    if width < 0 || height < 0 { return false }
    guard let base = code.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return width == 0 || height == 0 }
    return withUnsafeMutableBytes(of: &steps) { bytes in
      let steps = UnsafePointer(bytes.baseAddress!.assumingMemoryBound(to: Int64.self))
      var at = 0
      for _ in 0..<height {
        guard let next = GlyphCheck.endOfRow(base, from: at, to: code.count, width: Int(width), steps) else {
          return false
        }
        at = next
      }
      return at == code.count
    }
  }

  /// The position after the row that begins at `start`; nil for an invalid row.
  @inline(__always)
  private static func endOfRow(
    _ base: UnsafePointer<UInt8>, from start: Int, to end: Int, width: Int, _ steps: UnsafePointer<Int64>
  ) -> Int? {
    let onePixel: Int64 = 1 << 32
    var state = Int64(width) << 32 | Int64(start)
    while state >= onePixel {
      // A row takes at most two bytes per pixel; with that many left, no bounds check is needed.
      let isAmple = end &- Int(truncatingIfNeeded: state & 0xFFFF_FFFF) > 2 &* width
      if isAmple {
        repeat {
          state = state &+ steps[Int(base[Int(truncatingIfNeeded: state & 0xFFFF_FFFF)])]
        } while state >= onePixel
      } else {
        if Int(truncatingIfNeeded: state & 0xFFFF_FFFF) >= end { return nil }
        state = state &+ steps[Int(base[Int(truncatingIfNeeded: state & 0xFFFF_FFFF)])]
      }
      if state < special / 2 {
        guard let next = afterSpecial(base, state &- special, end) else { return nil }
        state = next
      }
    }
    let at = Int(truncatingIfNeeded: state & 0xFFFF_FFFF)
    return (state >= 0 || state < rest / 2) && at <= end ? at : nil
  }

  /// The state after a long run; nil for an invalid one.
  private static func afterSpecial(_ base: UnsafePointer<UInt8>, _ state: Int64, _ end: Int) -> Int64? {
    let at = Int(truncatingIfNeeded: state & 0xFFFF_FFFF)
    let byte = base[at]
    if byte > 0xC1 || end &- at < 3 { return nil }
    let pixels = Int64(base[at &+ 1]) | Int64(base[at &+ 2]) << 8
    return pixels == 0 ? nil : state &+ 3 &- pixels << 32
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
