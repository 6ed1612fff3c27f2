import Testing

/// Reads frames' words as the page's script does.
enum FrameWordsReader {
  /// The words that bytes hold, but for an incomplete one at their end.
  static func words(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count & ~3, by: 4).map { at in
      bytes[at..<(at + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
  }

  /// - Returns: the word after the last one that was read, the pixels of all words together, and those of them that were
  ///   sent.
  static func apply(
    _ words: ArraySlice<UInt32>, to pixels: inout [UInt32]
  ) -> (at: Int, pixels: Int, sent: Int) {
    var (at, place, sent) = (words.startIndex, 0, 0)
    while at < words.endIndex {
      let (kind, count) = (words[at] >> 30, Int(words[at] & 0x3FFF_FFFF))
      at += 1
      for index in 0..<(kind == 0 ? 0 : count) {
        pixels[place + index] =
          switch kind {
          case 1: color(words[at])
          case 2: color(words[at + index])
          default: next(pixels[place + index - 1], words[at + index / 5] >> UInt32(index % 5 * 6) & 63)
          }
      }
      at += [0, 1, count, (count + 4) / 5][Int(kind)]
      if kind > 0 { sent += count }
      place += count
    }
    return (at, place, sent)
  }

  /// 0x00RRGGBB of a canvas's pixel.
  private static func color(_ word: UInt32) -> UInt32 {
    #expect(word >> 24 == 255)
    return (word & 255) << 16 | word & 0xFF00 | word >> 16 & 255
  }

  private static func next(_ color: UInt32, _ step: UInt32) -> UInt32 {
    let channels = [16, 8, 0].enumerated().map { index, shift in
      Int(color >> UInt32(shift) & 255) + Int(step >> UInt32(2 * index) & 3) - 2
    }
    #expect(channels.allSatisfy { 0...255 ~= $0 })
    return channels.reduce(0) { $0 << 8 | UInt32(truncatingIfNeeded: $1) }
  }
}
