/// A small picture in characters, one a pixel, as a test draws what it expects:
///
///     #expect(pattern == """
///       .##.
///       #..#
///       """)
public struct PixelPattern: Equatable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// From the top; all of one length.
  public let rows: [String]

  public init(width: Int, height: Int, _ character: (_ x: Int, _ y: Int) -> Character) {
    rows = (0..<height).map { y in String((0..<width).map { x in character(x, y) }) }
  }

  /// Pixels row by row. A colour that the key lacks is "?".
  ///
  /// - Parameter cell: pixels a side that each character stands for; "?" where they are not all of one colour.
  public init(_ pixels: [UInt32], width: Int, cell: Int = 1, key: [UInt32: Character]) {
    self.init(width: width / cell, height: pixels.count / width / cell) { x, y in
      let first = pixels[y * cell * width + x * cell]
      let isEven = (0..<cell * cell).allSatisfy {
        pixels[(y * cell + $0 / cell) * width + x * cell + $0 % cell] == first
      }
      return isEven ? key[first] ?? "?" : "?"
    }
  }

  /// Levels: "." for 0, "#" for 255, and a digit for the tenths between.
  public static func levels(width: Int, height: Int, _ level: (_ x: Int, _ y: Int) -> UInt8) -> PixelPattern {
    PixelPattern(width: width, height: height) { x, y in
      let level = Int(level(x, y))
      return level == 0 ? "." : level == 255 ? "#" : Character("\(level * 10 / 256)")
    }
  }

  public init(stringLiteral drawn: String) {
    rows = drawn.split(separator: "\n").map { String($0) }
    precondition(Set(rows.map(\.count)).count <= 1, "the rows of a pattern have one length:\n\(drawn)")
  }

  /// A part, as it would be drawn alone.
  public func part(x: Range<Int>, y: Range<Int>) -> PixelPattern {
    let drawn = rows.map(Array.init)
    return PixelPattern(width: x.count, height: y.count) { drawn[y.lowerBound + $1][x.lowerBound + $0] }
  }

  public var description: String { "\n" + rows.joined(separator: "\n") }
}
