/// Ten figures and the distances between them with their kerning, read from one line that holds every pair. Shaping this line
/// once costs less than shaping each hour and minute.
struct FigureSpacing {
  /// The text between hours and minutes, among the figures 0 to 9.
  private static let joint = 10

  /// Every pair of figures, then each figure between two joints.
  private static let order: [Int] = {
    let pairs = (0...9).flatMap { first in [first] + (first + 1..<10).flatMap { [first, $0] } }
    return pairs + [0] + (1...10).flatMap { [joint, $0 % 10] }
  }()

  private var figures: [PlacedGlyph]
  /// Pixels from pen to pen, by both characters.
  private var distances: [Double]
  private let zeroWidth: Double

  /// Returns the line to be shaped.
  ///
  /// - Parameters:
  ///   - figures: ten, as a language writes them.
  ///   - joint: one character.
  static func line(_ figures: [String], _ joint: String) -> String {
    order.map { $0 == Self.joint ? joint : figures[$0] }.joined()
  }

  /// - Parameters:
  ///   - line: the shaped `line`.
  ///   - zeroWidth: width of a 0 without tracking, in pixels.
  /// - Returns: nil unless each character has one glyph, which is equal at each place of a figure.
  init?(_ line: ShapedText, zeroWidth: Double) {
    guard line.glyphs.count == Self.order.count else { return nil }
    var known = [PlacedGlyph?](repeating: nil, count: 10)
    distances = [Double](repeating: 0, count: 11 * 11)
    for (place, character) in Self.order.enumerated() {
      var glyph = line.glyphs[place]
      if place > 0 { distances[Self.order[place - 1] * 11 + character] = glyph.x - line.glyphs[place - 1].x }
      guard character != Self.joint else { continue }
      (glyph.x, glyph.y) = (0, glyph.y - line.firstBaseline)
      if let first = known[character], first != glyph { return nil }
      known[character] = glyph
    }
    figures = known.compactMap { $0 }
    self.zeroWidth = zeroWidth
    if figures.count < 10 { return nil }
  }

  func figure(_ digit: Int, x: Double) -> PlacedGlyph { figures[digit].shifted(right: x, down: 0) }

  /// Pixels from the pen of a figure to that of the next.
  func pair(_ one: Int, _ next: Int) -> Double { distances[one * 11 + next] }

  /// Width of a figure before a text that is placed for a 0 before it.
  func widthBeforeText(_ digit: Int) -> Double {
    pair(digit, Self.joint) - pair(0, Self.joint) + zeroWidth
  }

  /// Pixels that a figure stands further right, after a text that is placed for a 0 after it.
  func kerningAfterText(_ digit: Int) -> Double { pair(Self.joint, digit) - pair(Self.joint, 0) }
}
