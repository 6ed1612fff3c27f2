import AfterglowCore
import AfterglowPictures

/// Reads the bedside clock's four digits from a frame by comparing them with golden pictures of each digit. Digits are as wide
/// as they are and centred in pairs, so a digit is found by the empty columns around it.
public struct DigitReader: Sendable {
  /// The digital clock of boards/bedside-clock on 800×480, by day and at reduced luminance, where digits are lighter.
  public struct Face: Sendable {
    public let name: String
    let digitWidth: Int

    public static let day = Face(name: "day", digitWidth: 111)
    public static let dim = Face(name: "dim", digitWidth: 108)
  }

  /// Columns of the clock's half.
  static let columns = 0..<400

  /// Where the lines of the hour (0) or the minute (1) begin in the panel's memory, and their length, in bytes.
  static func place(_ pair: Int) -> (rows: [Int], rowByteCount: Int) {
    let top = rows[pair]
    return ((top..<top + cellHeight).map { ($0 * 800 + columns.lowerBound) * 4 }, columns.count * 4)
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
    let goldens = isLuminanceReduced ? dim : day
    return (0..<4).map { cell in
      // A faint edge that night leaves out moves the whole digit by a column.
      let tries = [0, -1, 1].compactMap { shift in
        Self.levels(frame, face, cell, shift: shift).map { nearest(to: $0, in: goldens) }
      }
      return tries.min { $0.distance < $1.distance }?.digit ?? -1
    }
  }

  /// Draws the light of a cell in greys, as golden pictures are kept.
  public static func picture(of frame: ReferenceRenderer, _ face: Face, cell: Int) -> Picture {
    let levels = levels(frame, face, cell) ?? [UInt8](repeating: 0, count: cellHeight * face.digitWidth)
    return Picture(
      size: PixelSize(width: Int32(face.digitWidth), height: Int32(cellHeight)),
      pixels: levels.map { 0xFF00_0000 | UInt32($0) * 0x01_0101 })
  }

  private func nearest(to levels: [UInt8], in goldens: [[UInt8]]) -> (digit: Int, distance: Int) {
    // Night's few levels of red round each pixel a little; another digit is some thirty levels away on average.
    var best = (digit: -1, distance: levels.count * 2)
    for (digit, golden) in goldens.enumerated() {
      let distance = Self.distance(levels, golden, within: best.distance)
      if distance < best.distance { best = (digit, distance) }
    }
    return best
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

  /// A digit's light from its first column on, scaled so that its brightest pixel is white: night and always-on are darker, not
  /// different. nil where its pair is not one of two digits.
  private static func levels(_ frame: ReferenceRenderer, _ face: Face, _ cell: Int, shift: Int = 0) -> [UInt8]? {
    let lines = (rows[cell / 2]..<rows[cell / 2] + cellHeight).map { Array(frame.levels(columns, ofRow: $0)) }
    let brightest = max(1, Int(lines.lazy.compactMap { $0.max() }.max() ?? 0))
    var covered = [Bool](repeating: false, count: columns.count)
    for line in lines {
      for (x, level) in line.enumerated() where Int(level) * 4 > brightest { covered[x] = true }
    }
    let starts = covered.indices.filter { covered[$0] && ($0 == 0 || !covered[$0 - 1]) }
    if starts.count != 2 { return nil }
    let start = starts[cell % 2]
    let end = covered.indices.first { $0 > start && !covered[$0] } ?? covered.count
    let scaled = (0...brightest).map { UInt8($0 * 255 / brightest) }
    var levels: [UInt8] = []
    levels.reserveCapacity(cellHeight * face.digitWidth)
    for line in lines {
      for x in start + shift..<start + shift + face.digitWidth {
        levels.append(x >= 0 && x <= end && x < line.count ? scaled[Int(line[x])] : 0)
      }
    }
    return levels
  }
}
