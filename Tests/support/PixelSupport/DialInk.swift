import AfterglowCore
import AfterglowRaster

/// Numbers of pixels that the hands and the words of a dial change, by planes of the same size.
public struct DialInk {
  /// Pixels of words.
  public private(set) var wordCount = 0
  /// Pixels of hands.
  public private(set) var handCount = 0
  /// Pixels at which a hand covers a word.
  public private(set) var crossedCount = 0

  /// - Parameters:
  ///   - whole: the dial with words and hands.
  ///   - handless: the dial without its hands.
  ///   - wordless: the dial without hands and words.
  public init(whole: PixelPlane, handless: PixelPlane, wordless: PixelPlane) {
    for y in 0..<Int(whole.size.height) {
      for x in 0..<Int(whole.size.width) {
        let bare = handless.base[y * handless.stridePx + x]
        let isWord = bare != wordless.base[y * wordless.stridePx + x]
        let isHand = bare != whole.base[y * whole.stridePx + x]
        if isWord { wordCount += 1 }
        if isHand { handCount += 1 }
        if isWord && isHand { crossedCount += 1 }
      }
    }
  }
}
