/// Reads frames' words as the page's script does.
public enum FrameWordsReader {
  /// The outcome of reading the words of a frame.
  public struct Reading {
    /// The index after that of the last word that was read.
    public let at: Int
    /// The number of pixels of all words together.
    public let pixels: Int
    /// The number of pixels that were sent.
    public let sent: Int
    /// Whether each colour was opaque, and no step left the range of a channel.
    public let isSound: Bool
  }

  /// Returns the words that bytes hold, without an incomplete one at their end.
  public static func words(_ bytes: [UInt8]) -> [UInt32] {
    bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { index in
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      }
    }
  }

  /// Changes pixels, 0x00RRGGBB each, by a frame's words.
  public static func apply(_ words: ArraySlice<UInt32>, to pixels: inout [UInt32]) -> Reading {
    var (at, place, sent, isSound) = (words.startIndex, 0, 0, true)
    while at < words.endIndex {
      let (kind, count) = (words[at] >> 30, Int(words[at] & 0x3FFF_FFFF))
      at += 1
      for index in 0..<(kind == 0 ? 0 : count) {
        let found: UInt32? =
          switch kind {
          case 1: color(words[at])
          case 2: color(words[at + index])
          default: next(pixels[place + index - 1], words[at + index / 5] >> UInt32(index % 5 * 6) & 63)
          }
        if found == nil { isSound = false }
        pixels[place + index] = found ?? 0
      }
      switch kind {
      case 0: break
      case 1: at += 1
      case 2: at += count
      default: at += (count + 4) / 5
      }
      if kind > 0 { sent += count }
      place += count
    }
    return Reading(at: at, pixels: place, sent: sent, isSound: isSound)
  }

  /// 0x00RRGGBB of a canvas's pixel; nil if it is not opaque.
  private static func color(_ word: UInt32) -> UInt32? {
    if word >> 24 != 255 { return nil }
    return (word & 255) << 16 | word & 0xFF00 | word >> 16 & 255
  }

  /// The colour that is a step from another; nil if a channel leaves its range.
  private static func next(_ color: UInt32, _ step: UInt32) -> UInt32? {
    let channels = PixelChannels(color)
    let red = channels.red + Int(step & 3) - 2
    let green = channels.green + Int(step >> 2 & 3) - 2
    let blue = channels.blue + Int(step >> 4 & 3) - 2
    // A negative number has bits above the lowest eight.
    if (red | green | blue) & ~255 != 0 { return nil }
    return UInt32(red << 16 | green << 8 | blue)
  }
}
