import AfterglowCore

/// The state of a panel's pixels, row by row.
public struct PixelLevels: Sendable {
  /// 0 black to 255 white, as four greys have it too; on a colour panel the code of an ink.
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
    Self.seen(pixels.levels[y * Int(size.width) + x], pixels.residues[y * Int(size.width) + x])
  }

  /// The code of a colour panel's ink.
  public func code(x: Int, y: Int) -> UInt8 { pixels.levels[y * Int(size.width) + x] }

  /// The picture as 0xFFRRGGBB words, row by row: what every frame, mirror and recording shows of this glass. An eye takes
  /// the panel's white for white.
  ///
  /// - Parameter hasResidue: whether it shows what earlier partial refreshes left behind.
  public func picture(hasResidue: Bool = true) -> [UInt32] {
    let levels = pixels.levels
    if !inks.isEmpty {
      let colors = (0...255).map { inks[UInt8($0)] ?? 0xFF00_0000 }
      return levels.map { colors[Int($0)] }
    }
    return levels.indices.map { index in
      let level = levels[index].nearestGrey
      let grey = hasResidue ? Self.seen(level, pixels.residues[index]) : level
      return 0xFF00_0000 | UInt32(grey) * 0x01_0101
    }
  }

  private static func seen(_ level: UInt8, _ residue: UInt8) -> UInt8 {
    level >= 128 ? level - min(level, residue) : level + min(255 - level, residue)
  }
}

extension UInt8 {
  /// Whether a level looks white rather than black.
  var isWhiteLevel: Bool { self >= 128 }
  /// Whether a level is neither black nor white.
  var isGreyLevel: Bool { self >= 26 && self < 230 }
  /// The level of the four greys of frames that a level is drawn as; black and white stay as they are. A waveform that is
  /// computed from registers ends near a grey, not on it.
  var nearestGrey: UInt8 {
    isGreyLevel ? UInt8((isWhiteLevel ? PaperGray.light : .dark).appearance & 255) : self
  }
}
