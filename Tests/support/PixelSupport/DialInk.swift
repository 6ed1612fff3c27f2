import AfterglowCore
import AfterglowRaster

/// Numbers of pixels that the hands of a dial and the words of its complications change, by planes of the same size.
public struct DialInk {
  /// Pixels that the hands light on a bare dial.
  public private(set) var handCount = 0
  /// Pixels of hands that are not shown as on the bare dial.
  public private(set) var cutCount = 0
  /// Pixels of words.
  public private(set) var wordCount = 0
  /// Pixels of words that the hands cover.
  public private(set) var coveredCount = 0

  /// - Parameters:
  ///   - whole: the dial with complications and hands.
  ///   - bare: the dial with hands and no complications.
  ///   - handless: the dial with complications and no hands.
  ///   - wordless: the dial with complications and neither hands nor words.
  public init(whole: PixelPlane, bare: PixelPlane, handless: PixelPlane, wordless: PixelPlane) {
    for y in 0..<Int(whole.size.height) {
      for x in 0..<Int(whole.size.width) {
        let shown = whole.base[y * whole.stridePx + x]
        let hand = bare.base[y * bare.stridePx + x]
        let word = handless.base[y * handless.stridePx + x]
        // White is the colour of hands alone where no mark of the hours lies.
        if PixelChannels(hand).smallest > 250 {
          handCount += 1
          if shown != hand { cutCount += 1 }
        }
        if word != wordless.base[y * wordless.stridePx + x] {
          wordCount += 1
          if shown != word { coveredCount += 1 }
        }
      }
    }
  }
}
