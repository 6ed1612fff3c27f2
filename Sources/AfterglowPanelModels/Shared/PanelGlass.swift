import AfterglowCore

/// The state of a panel's pixels, row by row.
public struct PixelLevels: Sendable {
  /// 0 black to 255 white; on a colour panel the code of an ink.
  public fileprivate(set) var levels: [UInt8]
  /// What earlier partial refreshes left behind, in levels.
  public fileprivate(set) var residues: [UInt8]

  /// A whole drive: nothing of the earlier picture remains.
  mutating func drive(_ index: Int, to level: UInt8) {
    levels[index] = level
    residues[index] = 0
  }

  /// A differential drive: about 3 % of the earlier picture remains.
  mutating func move(_ index: Int, to level: UInt8) {
    levels[index] = level
    residues[index] = UInt8(min(96, Int(residues[index]) + 8))
  }

  /// What a waveform from registers does; a pixel that it does not move keeps its residue.
  mutating func follow(_ table: [(level: UInt8, isWhole: Bool)], _ index: Int) {
    let end = table[Int(levels[index])]
    if end.isWhole {
      drive(index, to: end.level)
    } else if end.level != levels[index] {
      move(index, to: end.level)
    }
  }
}

/// The pixels that a viewer sees (docs/panels/models.md, Pixels).
public final class PanelGlass {
  public let size: PixelSize
  /// The state of all pixels.
  public private(set) var pixels: PixelLevels
  /// Incremented whenever pixels moved.
  public private(set) var generation = 0
  private let inks: [UInt8: UInt32]

  /// All white.
  init(_ description: PanelDescription) {
    size = description.size
    inks = description.inks
    let count = Int(description.size.area)
    pixels = PixelLevels(
      levels: [UInt8](repeating: description.inks.isEmpty ? 255 : 1, count: count),
      residues: [UInt8](repeating: 0, count: count))
  }

  /// Moves pixels.
  func change(_ body: (inout PixelLevels) -> Void) {
    body(&pixels)
    generation += 1
  }

  /// An interrupted refresh leaves a mixture.
  func scramble(_ noise: inout PanelNoise) {
    for index in pixels.levels.indices where noise.next() & 3 == 0 {
      pixels.levels[index] = inks.isEmpty ? 255 - pixels.levels[index] : pixels.levels[index] ^ 1
      pixels.residues[index] = 64
    }
    generation += 1
  }

  /// What is seen of a pixel on a panel without colours, residue included: 0 black to 255 white.
  public func level(x: Int, y: Int) -> UInt8 {
    let level = pixels.levels[y * Int(size.width) + x]
    let residue = pixels.residues[y * Int(size.width) + x]
    return level >= 128 ? level - min(level, residue) : level + min(255 - level, residue)
  }

  /// The code of a colour panel's ink.
  public func code(x: Int, y: Int) -> UInt8 { pixels.levels[y * Int(size.width) + x] }

  /// The picture as 0xFFRRGGBB words, row by row.
  public func picture() -> [UInt32] {
    let width = Int(size.width)
    return pixels.levels.indices.map { index in
      if let ink = inks[pixels.levels[index]] { return ink }
      let grey = UInt32(level(x: index % width, y: index / width))
      return 0xFF00_0000 | grey << 16 | grey << 8 | grey
    }
  }
}

extension UInt8 {
  /// Whether a level looks white rather than black.
  var isWhiteLevel: Bool { self >= 128 }
  /// Whether a level is neither black nor white.
  var isGreyLevel: Bool { self >= 26 && self < 230 }
}
