import AfterglowCore

/// The pixels that a viewer sees (docs/panels/models.md, Pixels).
public final class PanelGlass {
  public let size: PixelSize
  /// 0 black to 255 white; on a colour panel the code of an ink.
  public private(set) var levels: [UInt8]
  /// What earlier partial refreshes left behind, in levels.
  public private(set) var residues: [UInt8]
  /// Incremented whenever pixels moved.
  public private(set) var generation = 0
  private let inks: [UInt8: UInt32]

  /// All white.
  init(_ description: PanelDescription) {
    size = description.size
    inks = description.inks
    levels = [UInt8](repeating: description.inks.isEmpty ? 255 : 1, count: Int(description.size.area))
    residues = [UInt8](repeating: 0, count: levels.count)
  }

  private func index(_ x: Int, _ y: Int) -> Int { y * Int(size.width) + x }

  func isWhite(_ x: Int, _ y: Int) -> Bool { levels[index(x, y)] >= 128 }

  /// Whether a pixel is neither black nor white.
  func isGrey(_ x: Int, _ y: Int) -> Bool { (26..<230).contains(levels[index(x, y)]) }

  /// A whole drive: nothing of the earlier picture remains.
  func drive(_ x: Int, _ y: Int, to level: UInt8) {
    levels[index(x, y)] = level
    residues[index(x, y)] = 0
  }

  /// A differential drive: about 3 % of the earlier picture remains.
  func move(_ x: Int, _ y: Int, to level: UInt8) {
    let index = index(x, y)
    levels[index] = level
    residues[index] = UInt8(min(96, Int(residues[index]) + 8))
  }

  func noteChange() { generation += 1 }

  /// An interrupted refresh leaves a mixture.
  func scramble(_ noise: inout PanelNoise) {
    for index in levels.indices where noise.next() & 3 == 0 {
      levels[index] = inks.isEmpty ? 255 - levels[index] : levels[index] ^ 1
      residues[index] = 64
    }
    noteChange()
  }

  /// What is seen of a pixel on a panel without colours, residue included: 0 black to 255 white.
  public func level(x: Int, y: Int) -> UInt8 {
    let level = levels[index(x, y)]
    let residue = residues[index(x, y)]
    return level >= 128 ? level - min(level, residue) : level + min(255 - level, residue)
  }

  /// The code of a colour panel's ink.
  public func code(x: Int, y: Int) -> UInt8 { levels[index(x, y)] }

  /// The picture as 0xFFRRGGBB words, row by row.
  public func picture() -> [UInt32] {
    let width = Int(size.width)
    return levels.indices.map { index in
      if let ink = inks[levels[index]] { return ink }
      let grey = UInt32(level(x: index % width, y: index / width))
      return 0xFF00_0000 | grey << 16 | grey << 8 | grey
    }
  }
}
