import AfterglowCore
import AfterglowPictures

/// Reads the bedside clock's four digits from a frame by comparing them with golden pictures of each digit.
public struct DigitReader: Sendable {
  /// The digital clock of boards/bedside-clock on 800×480, by day and at reduced luminance, where digits are lighter.
  public struct Face: Sendable {
    public let name: String
    let left: Int
    let cellWidth: Int

    public static let day = Face(name: "day", left: 89, cellWidth: 111)
    public static let dim = Face(name: "dim", left: 92, cellWidth: 108)

    /// Where the rows of a cell begin in the panel's memory, and their length, in bytes.
    func place(_ cell: Int) -> (rows: [Int], rowByteCount: Int) {
      let top = DigitReader.rows[cell / 2]
      let rows = (top..<top + DigitReader.cellHeight).map { ($0 * 800 + left + cell % 2 * cellWidth) * 4 }
      return (rows, cellWidth * 4)
    }
  }

  private static let cellHeight = 145
  private static let rows = [22, 213]

  /// Light of each pixel of the digits 0...9, 0...255.
  private let day: [[UInt8]]
  private let dim: [[UInt8]]

  /// - Parameters:
  ///   - day: the golden pictures of the digits 0...9 by day, as ``picture(of:_:cell:)`` makes them.
  ///   - dim: the same at reduced luminance.
  public init(day: [Picture], dim: [Picture]) {
    self.day = day.map { Self.light($0) }
    self.dim = dim.map { Self.light($0) }
  }

  private static func light(_ golden: Picture) -> [UInt8] { golden.pixels.map { UInt8($0 & 255) } }

  /// Returns the digit in each cell, hours first; -1 where nothing is near.
  public func read(_ frame: ReferenceRenderer, isLuminanceReduced: Bool) -> [Int] {
    let face = isLuminanceReduced ? Face.dim : .day
    return (0..<4).map { cell in nearest(to: Self.levels(frame, face, cell), in: isLuminanceReduced ? dim : day) }
  }

  /// Draws the light of a cell in greys, as golden pictures are kept.
  public static func picture(of frame: ReferenceRenderer, _ face: Face, cell: Int) -> Picture {
    Picture(
      size: PixelSize(width: Int32(face.cellWidth), height: Int32(cellHeight)),
      pixels: levels(frame, face, cell).map { 0xFF00_0000 | UInt32($0) * 0x01_0101 })
  }

  private func nearest(to levels: [UInt8], in goldens: [[UInt8]]) -> Int {
    // Night's few levels of red round each pixel a little; another digit is some thirty levels away on average.
    var best = (digit: -1, distance: levels.count * 2)
    for (digit, golden) in goldens.enumerated() {
      let distance = Self.distance(levels, golden, within: best.distance)
      if distance < best.distance { best = (digit, distance) }
    }
    return best.digit
  }

  /// The sum of all pixels' differences, or what it has reached where it is no longer below `limit`.
  private static func distance(_ levels: [UInt8], _ golden: [UInt8], within limit: Int) -> Int {
    var sum = 0
    for (one, other) in zip(levels, golden) {
      sum += abs(Int(one) - Int(other))
      if sum >= limit { break }
    }
    return sum
  }

  /// The cell's light, scaled so that its brightest pixel is white: night and always-on are darker, not different.
  private static func levels(_ frame: ReferenceRenderer, _ face: Face, _ cell: Int) -> [UInt8] {
    let x0 = face.left + cell % 2 * face.cellWidth
    let y0 = rows[cell / 2]
    var levels: [UInt8] = []
    levels.reserveCapacity(cellHeight * face.cellWidth)
    for y in y0..<y0 + cellHeight { levels += frame.levels(x0..<x0 + face.cellWidth, ofRow: y) }
    let brightest = max(1, Int(levels.max() ?? 0))
    let scaled = (0...brightest).map { UInt8($0 * 255 / brightest) }
    return levels.map { scaled[Int($0)] }
  }
}
