import AfterglowCore
import AfterglowRaster
import Testing

@Suite struct GlyphTests {
  private func isValid(_ code: [UInt8], _ width: Int32, _ height: Int32) -> Bool {
    code.withUnsafeBytes { GlyphCode.isValid($0, width: width, height: height) }
  }

  @Test func `what is encoded is valid and draws its coverage`() {
    var dice = Dice(7)
    for round in 0..<200 {
      let width = Int(dice.int(0...200))
      let height = Int(dice.int(0...9))
      let coverage = (0..<width * height).map { _ -> UInt8 in
        let kind = dice.int(0...Int32(2 + round % 40))
        return kind == 0 ? UInt8(dice.int(0...255)) : kind % 2 == 0 ? 0 : 255
      }
      let code = GlyphCode.encode(coverage: coverage, width: width, height: height)
      #expect(isValid(code, Int32(width), Int32(height)))
      let canvas = Canvas(Int32(width) + 2, Int32(height) + 2)
      canvas.paint { $0.glyph(code, Int32(width), Int32(height), 1, 1, .solid(.white)) }
      for y in 0..<height {
        for x in 0..<width { #expect(UInt8(canvas[x + 1, y + 1] & 255) == coverage[y * width + x]) }
      }
    }
  }

  @Test func `long runs pass 64 and 65535 pixels`() {
    for length in [63, 64, 65, 128, 65535, 65536, 65600, 70000] {
      let solid = GlyphCode.encode(coverage: [UInt8](repeating: 255, count: length) + [9], width: length + 1, height: 1)
      #expect(isValid(solid, Int32(length) + 1, 1))
      let empty = GlyphCode.encode(coverage: [UInt8](repeating: 0, count: length) + [9], width: length + 1, height: 1)
      #expect(isValid(empty, Int32(length) + 1, 1))
    }
  }

  @Test func `codes that are cut, too long or leave their box are refused`() {
    let coverage: [UInt8] = [0, 255, 255, 7, 8, 9, 0, 0, 255, 255, 255, 255]
    let code = GlyphCode.encode(coverage: coverage, width: 6, height: 2)
    #expect(isValid(code, 6, 2))
    for count in 0..<code.count { #expect(!isValid([UInt8](code[..<count]), 6, 2)) }
    #expect(!isValid(code + [0xFF], 6, 2))
    #expect(!isValid(code, 5, 2) && !isValid(code, 6, 3) && !isValid(code, -6, 2))
    #expect(!isValid([0x46], 6, 1) && !isValid([0xC1, 7, 0], 6, 1) && !isValid([0xC1, 0, 0, 0xFF], 6, 1))
    #expect(!isValid([0xC2], 1, 1) && !isValid([0xFE], 1, 1))
    #expect(isValid([], 0, 0) && isValid([], 0, 7) && isValid([], 7, 0))
  }

  /// Runs until `width` pixels are covered, one byte after the other.
  private func isPlainlyValid(_ code: [UInt8], _ width: Int, _ height: Int) -> Bool {
    var rest = code[...]
    for _ in 0..<height {
      var left = width
      while left > 0 {
        guard let byte = rest.popFirst() else { return false }
        if byte == 0xFF { break }
        switch byte >> 6 {
        case 0, 1: left -= Int(byte & 63) + 1
        case 2:
          let count = Int(byte & 63) + 1
          if rest.count < count { return false }
          rest = rest.dropFirst(count)
          left -= count
        default:
          guard byte <= 0xC1, let low = rest.popFirst(), let high = rest.popFirst() else { return false }
          let count = Int(low) | Int(high) << 8
          if count == 0 { return false }
          left -= count
        }
      }
      if left < 0 { return false }
    }
    return rest.isEmpty
  }

  @Test func `a code is judged as byte by byte, whatever has been done to it`() {
    var dice = Dice(11)
    var valid = 0
    for round in 0..<20_000 {
      let width = Int(dice.int(0...90))
      let height = Int(dice.int(0...6))
      let coverage = (0..<width * height).map { _ -> UInt8 in
        let kind = dice.int(0...Int32(2 + round % 30))
        return kind == 0 ? UInt8(dice.int(0...255)) : kind % 2 == 0 ? 0 : 255
      }
      var code = GlyphCode.encode(coverage: coverage, width: width, height: height)
      for _ in 0..<dice.int(0...2) where !code.isEmpty {
        let place = Int(dice.int(0...Int32(code.count - 1)))
        switch dice.int(0...2) {
        case 0: code[place] = UInt8(truncatingIfNeeded: dice.next() >> 20)
        case 1: code.remove(at: place)
        default: code.insert(UInt8(truncatingIfNeeded: dice.next() >> 20), at: place)
        }
      }
      let expected = isPlainlyValid(code, width, height)
      valid += expected ? 1 : 0
      #expect(isValid(code, Int32(width), Int32(height)) == expected, "\(code) as \(width) × \(height)")
    }
    #expect(valid > 5_000 && valid < 15_000)
  }

  @Test func `no bytes at all make drawing leave the box`() {
    var dice = Dice(3)
    for _ in 0..<3000 {
      let code = (0..<Int(dice.int(0...40))).map { _ in UInt8(truncatingIfNeeded: dice.next() >> 20) }
      let canvas = Canvas(40, 12)
      let box = PixelRect(x0: dice.int(-9...35), y0: dice.int(-9...11), x1: 0, y1: 0)
      let width = dice.int(0...20)
      let height = dice.int(0...9)
      canvas.paint { $0.glyph(code, width, height, box.x0, box.y0, .solid(.white)) }
      let drawn = PixelRect(x0: box.x0, y0: box.y0, x1: box.x0 + width, y1: box.y0 + height)
      #expect(canvas.isUntouched(outside: drawn, background: 0xFF00_0000))
    }
  }

  @Test func `a glyph is cut on every side`() {
    var dice = Dice(11)
    let coverage = (0..<(23 * 17)).map { _ in UInt8(truncatingIfNeeded: dice.next() >> 8) > 100 ? UInt8(255) : 77 }
    let code = GlyphCode.encode(coverage: coverage, width: 23, height: 17)
    let whole = Canvas(30, 25)
    whole.paint { $0.glyph(code, 23, 17, 3, 4, .solid(.white)) }
    for _ in 0..<300 {
      let clip = PixelRect(x0: dice.int(-3...30), y0: dice.int(-3...25), x1: dice.int(0...33), y1: dice.int(0...28))
      let cut = Canvas(30, 25)
      cut.paint {
        $0.setClip(clip)
        $0.glyph(code, 23, 17, 3, 4, .solid(.white))
      }
      for y in 0..<25 {
        for x in 0..<30 {
          let isInside = x >= clip.x0 && x < clip.x1 && y >= clip.y0 && y < clip.y1
          #expect(cut[x, y] == (isInside ? whole[x, y] : 0xFF00_0000))
        }
      }
    }
  }
}
