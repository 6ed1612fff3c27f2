import AfterglowCore
import AfterglowRaster
import Foundation
import TestSupport
import Testing

@testable import AfterglowTypesetting

/// Text for panels without shades: pens and baselines on whole pixels, lines of equal thickness, signs that stay legible.
@Suite struct InkTextTests {
  private static let sizes: [Double] = [11, 12.4, 13, 14.5, 15, 16, 17.3, 18, 20, 22, 24, 28, 34, 48, 61]

  private static let uneven: Set<Double> = [34, 48, 61]

  private func shaped(
    _ text: String, sizePx: Double, in typesetter: Typesetter, width: Double? = nil, weight: Font.Weight? = nil,
    alignment: TextAlignment = .leading
  ) -> ShapedText {
    let font = ShapingFont(
      sizePx: sizePx, weight: weight ?? typesetter.inkWeight(.regular, sizePx: sizePx), hasTabularFigures: false,
      trackingPx: -0.01 * sizePx, isInk: true)
    return typesetter.shape(
      Typesetter.Request(
        text: text, font: font, width: width, lineLimit: nil, alignment: alignment, language: "en_GB"))
  }

  /// The pixels of a glyph: covered or not; nil if any is in between.
  private func pattern(_ image: GlyphImage) -> PixelPattern? {
    let canvas = Canvas8(width: image.width, height: image.height, code: image.code)
    if canvas.pixels.contains(where: { $0 != 0 && $0 != 255 }) { return nil }
    return PixelPattern(width: image.width, height: image.height) {
      canvas.pixels[$1 * image.width + $0] == 255 ? "#" : "."
    }
  }

  private func image(_ character: Unicode.Scalar, sizePx: Double, in typesetter: Typesetter) throws -> GlyphImage {
    let library = typesetter.library
    let face = library.interFace(typesetter.inkWeight(.regular, sizePx: sizePx))
    let glyph = try #require(library.glyph(character.value, in: face))
    return typesetter.glyphs.image(
      GlyphKey(face: face, glyph: glyph, size26Dot6: Int((sizePx * 64).rounded()), quarter: 0, isInk: true))
  }

  @Test(arguments: sizes)
  func `pens, baselines and widths are whole pixels`(sizePx: Double) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for alignment in [TextAlignment.leading, .center, .trailing] {
        let text = shaped(
          "Wednesday, 18° and quixotic\nAVATAR 09:45", sizePx: sizePx, in: typesetter, width: sizePx * 9,
          alignment: alignment)
        #expect(text.lines.count >= 2)
        for glyph in text.glyphs { #expect(glyph.x == glyph.x.rounded() && glyph.y == glyph.y.rounded()) }
        for line in text.lines {
          #expect(line.baseline == line.baseline.rounded() && line.width == line.width.rounded())
          #expect(line.x >= 0 && line.x + line.width <= text.width)
        }
        #expect(text.width <= sizePx * 9 + 0.5)
        #expect(Set(zip(text.lines, text.lines.dropFirst()).map { $1.baseline - $0.baseline }).count == 1)
      }
    }
  }

  @Test(arguments: sizes)
  func `lines are equally thick in every letter, level ones too or a pixel thinner`(sizePx: Double) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let weight = typesetter.inkWeight(.regular, sizePx: sizePx)
      let size = Int((sizePx * 64).rounded())
      let stems = typesetter.glyphs.stems(of: typesetter.library.interFace(weight), size26Dot6: size)
      #expect(stems.vertical >= 1)
      // Level lines are designed thinner. Of some sizes no weight has equal ones.
      #expect((Self.uneven.contains(sizePx) ? 1...1 : 0...0).contains(stems.vertical - stems.horizontal))
      for letter in "lIiHEFL".unicodeScalars {
        let drawn = try image(letter, sizePx: sizePx, in: typesetter)
        let rows = try #require(pattern(drawn), "\(letter) has shades").rows
        let last = try #require(rows.dropLast(drawn.height / 3).last)
        #expect(last.drop { $0 == "." }.prefix { $0 == "#" }.count == stems.vertical, "\(letter)")
      }
    }
  }

  @Test(arguments: sizes)
  func `a degree sign is a ring with a hole`(sizePx: Double) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let drawn = try image("°", sizePx: sizePx, in: typesetter)
      let rows = try #require(pattern(drawn)).rows.map(Array.init)
      #expect(drawn.width == drawn.height && drawn.width >= 4)
      let middle = rows[drawn.height / 2]
      let hole = middle.drop { $0 == "#" }.prefix { $0 == "." }.count
      #expect(hole >= 2 && hole * 3 >= drawn.width)
      #expect(rows == rows.reversed() && rows.map { Array($0.reversed()) } == rows)
      #expect(rows[0][0] == "." && middle[0] == "#")
    }
  }

  @Test(arguments: sizes)
  func `figures and letters stand on the baseline, and a dot does not touch its letter`(sizePx: Double) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for letter in "1247HEilkz".unicodeScalars {
        let drawn = try image(letter, sizePx: sizePx, in: typesetter)
        #expect(drawn.top + drawn.height == 0, "\(letter)")
      }
      var figures: [Int] = []
      for figure in "147".unicodeScalars { figures.append(try image(figure, sizePx: sizePx, in: typesetter).height) }
      #expect(Set(figures).count == 1, "\(figures)")
      for letter in "ij".unicodeScalars {
        let drawn = try image(letter, sizePx: sizePx, in: typesetter)
        let rows = try #require(pattern(drawn)).rows
        #expect(rows.contains { !$0.contains("#") }, "\(letter) at \(sizePx):\n\(rows.joined(separator: "\n"))")
      }
    }
  }

  /// A "4" whose top is a row below that of the "1" next to it is seen at once in a large clock.
  @Test(arguments: [Font.Weight.regular, .medium, .bold])
  func `flat figures are equally high at every size`(weight: Font.Weight) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let library = typesetter.library
      let slab = ShapingFont(
        sizePx: 20, weight: weight, design: .serif, hasTabularFigures: false, trackingPx: 0, isInk: true)
      let set = typesetter.shape(
        Typesetter.Request(text: "1", font: slab, width: nil, lineLimit: nil, alignment: .leading, language: "en_GB"))
      // The serif's "7" is designed lower.
      let faces = [(library.interFace(weight), "147"), (set.glyphs[0].face, "14")]
      for size in stride(from: 11 * 64, through: 200 * 64, by: 37) {
        for (face, figures) in faces {
          let heights = try figures.unicodeScalars.map { figure in
            let glyph = try #require(library.glyph(figure.value, in: face))
            let key = GlyphKey(face: face, glyph: glyph, size26Dot6: size, quarter: 0, isInk: true)
            let drawn = typesetter.glyphs.image(key)
            #expect(drawn.top + drawn.height == 0, "\(figure) at \(Double(size) / 64)")
            return drawn.height
          }
          #expect(Set(heights).count == 1, "\(heights) at \(Double(size) / 64)")
        }
      }
    }
  }

  /// Rows above the joint of a "v" or "y" and below the bar of an "A": a bold diagonal among thin stems is seen at once.
  @Test(arguments: [11, 12, 12.4, 13, 14, 14.5, 15])
  func `slanted lines of small letters are one pixel wide, as stems are`(sizePx: Double) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let weight = typesetter.inkWeight(.regular, sizePx: sizePx)
      let face = typesetter.library.interFace(weight)
      #expect(typesetter.glyphs.stems(of: face, size26Dot6: Int((sizePx * 64).rounded())).vertical == 1)
      for letter in "vyVA".unicodeScalars {
        let rows = try #require(pattern(image(letter, sizePx: sizePx, in: typesetter))).rows
        let count = rows.count
        let free = letter == "A" ? rows[(count * 3 / 4)...] : rows[..<(count * 2 / 5)]
        let lines = free.map { $0.split(separator: ".").map(\.count) }
        #expect(lines.allSatisfy { $0 == [1, 1] }, "\(letter):\n\(rows.joined(separator: "\n"))")
      }
    }
  }

  /// Every stroke of a word, from the last column of one letter to the first of the next.
  @Test(arguments: ["November", "Tomorrow", "Library", "sea", "Saturday"], [10.5, 11.0, 12, 13])
  func `letters of a small word keep together`(word: String, sizePx: Double) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let text = shaped(word, sizePx: sizePx, in: typesetter)
      var end: Int?
      for glyph in text.glyphs {
        let image = typesetter.glyphs.image(
          GlyphKey(
            face: glyph.face, glyph: glyph.glyph, size26Dot6: Int((sizePx * 64).rounded()), quarter: 0, isInk: true))
        let rows = try #require(pattern(image)).rows
        let columns = rows.flatMap { row in
          row.indices.filter { row[$0] == "#" }.map { row.distance(from: row.startIndex, to: $0) }
        }
        let (first, last) = (try #require(columns.min()), try #require(columns.max()))
        #expect(first == 0 && last == image.width - 1, "a column of paper belongs to a letter of \(word)")
        let start = Int(glyph.x) + image.left
        if let end { #expect((0...2).contains(start - end), "\(word) at \(sizePx)") }
        end = start + image.width
      }
    }
  }

  // MARK: weight

  private func stem(
    _ weight: Font.Weight, sizePx: Double, idealPx: Double? = nil, isSecondary: Bool = false, in typesetter: Typesetter
  ) -> Int {
    let face = typesetter.library.interFace(
      typesetter.inkWeight(weight, sizePx: sizePx, idealPx: idealPx, isSecondary: isSecondary))
    return typesetter.glyphs.stems(of: face, size26Dot6: Int((sizePx * 64).rounded())).vertical
  }

  @Test func `a larger or bolder text never has thinner lines, and a title thicker ones than its text`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      var last = [0, 0]
      for sizePx in stride(from: 10, through: 48, by: 0.5) {
        let lines = [Font.Weight.regular, .semibold].map { stem($0, sizePx: sizePx, in: typesetter) }
        #expect(lines[0] >= last[0] && lines[1] >= last[1], "\(lines) after \(last) at \(sizePx)")
        #expect(lines[1] > lines[0], "\(lines) at \(sizePx)")
        last = lines
      }
    }
  }

  /// Pixels that some letters cover.
  private func inkCount(_ set: Font.Weight, sizePx: Double, in typesetter: Typesetter) throws -> Int {
    let face = typesetter.library.interFace(set)
    return try "aeghnsTW".unicodeScalars.reduce(0) { count, letter in
      let glyph = try #require(typesetter.library.glyph(letter.value, in: face))
      let image = typesetter.glyphs.image(
        GlyphKey(face: face, glyph: glyph, size26Dot6: Int((sizePx * 64).rounded()), quarter: 0, isInk: true))
      return count + Canvas8(width: image.width, height: image.height, code: image.code).pixels.count { $0 != 0 }
    }
  }

  /// Words of 17 px that belong to a title of 20 px had lines as thick as its own, and were bolder.
  @Test(arguments: [Font.Weight.light, .regular, .medium, .semibold, .bold])
  func `secondary text never has thicker lines than primary text`(weight: Font.Weight) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for sizePx in stride(from: 10, through: 48, by: 0.5) {
        let secondary = typesetter.inkWeight(weight, sizePx: sizePx, isSecondary: true)
        let primary = typesetter.inkWeight(.regular, sizePx: sizePx)
        let thick = stem(weight, sizePx: sizePx, isSecondary: true, in: typesetter)
        #expect(secondary.rawValue <= primary.rawValue, "\(secondary) and \(primary) at \(sizePx)")
        #expect(thick <= stem(.regular, sizePx: sizePx, in: typesetter), "at \(sizePx)")
        #expect(thick == 1 || Double(thick) <= 0.1 * sizePx, "\(thick) at \(sizePx)")
        let most = try inkCount(primary, sizePx: sizePx, in: typesetter)
        #expect(try inkCount(secondary, sizePx: sizePx, in: typesetter) <= most, "at \(sizePx)")
      }
    }
  }

  /// The runs of ink and paper in the middle column of a letter, from its top.
  private func runs(
    _ letter: Unicode.Scalar, _ set: Font.Weight, sizePx: Double, in typesetter: Typesetter
  ) throws -> [Int] {
    let face = typesetter.library.interFace(set)
    let glyph = try #require(typesetter.library.glyph(letter.value, in: face))
    let image = typesetter.glyphs.image(
      GlyphKey(face: face, glyph: glyph, size26Dot6: Int((sizePx * 64).rounded()), quarter: 0, isInk: true))
    let column = try #require(pattern(image)).rows.map { Array($0)[image.width / 2] }
    var runs: [Int] = []
    for (index, pixel) in column.enumerated() {
      if index > 0, column[index - 1] == pixel { runs[runs.count - 1] += 1 } else { runs.append(1) }
    }
    return runs
  }

  @Test(arguments: [10.5, 11, 11.5, 12, 12.5, 13, 13.5, 14, 14.5, 15, 15.5, 16, 16.5], [Font.Weight.semibold, .bold])
  func `the letters of a small title are open`(sizePx: Double, weight: Font.Weight) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let set = typesetter.inkWeight(weight, sizePx: sizePx)
      for letter in "eas".unicodeScalars {
        // Three lines with paper between them.
        let runs = try runs(letter, set, sizePx: sizePx, in: typesetter)
        #expect(runs.count == 5, "\(letter): \(runs)")
      }
      let gaps = try runs("e", set, sizePx: sizePx, in: typesetter)
      #expect(gaps.count == 5 && min(gaps[1], gaps[3]) >= (sizePx < 12 ? 1 : 2), "\(gaps)")
    }
  }

  @Test(arguments: [Font.Weight.regular, .semibold])
  func `a text that is shrunk keeps the thickness of its lines`(weight: Font.Weight) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for idealPx in [12.0, 14, 17, 18, 20, 22] {
        let whole = stem(weight, sizePx: idealPx, in: typesetter)
        for share in [0.95, 0.9, 0.85] {
          let shrunk = stem(weight, sizePx: idealPx * share, idealPx: idealPx, in: typesetter)
          #expect(shrunk == whole, "\(idealPx) shrunk to \(share)")
        }
      }
    }
  }

  // MARK: distances

  /// Between upright lines of small letters, which is where an eye compares distances.
  @Test(arguments: [11.0, 12, 13, 15, 17], [Font.Weight.medium, .bold])
  func `small letters are equally far apart`(sizePx: Double, weight: Font.Weight) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let text = shaped("HINHNIMH", sizePx: sizePx, in: typesetter, weight: weight)
      var gaps: [Int] = []
      var end: Int?
      for glyph in text.glyphs {
        let image = typesetter.glyphs.image(
          GlyphKey(
            face: glyph.face, glyph: glyph.glyph, size26Dot6: Int(sizePx * 64), quarter: 0, isInk: true))
        let start = Int(glyph.x) + image.left
        if let end { gaps.append(start - end) }
        end = start + image.width
      }
      #expect(gaps.count == 7 && Set(gaps).count == 1, "\(gaps)")
      #expect(gaps.allSatisfy { $0 >= 1 && Double($0) < sizePx * 0.18 }, "\(gaps)")
    }
  }

  @Test(arguments: sizes)
  func `round figures have no spikes of single pixels above and below them`(sizePx: Double) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for figure in "0235689".unicodeScalars {
        let drawn = try image(figure, sizePx: sizePx, in: typesetter)
        let inked = try #require(pattern(drawn)).rows.map { row in row.count { $0 == "#" } }.filter { $0 > 0 }
        let ends = [inked.first, inked.last].compactMap { $0 }
        #expect(drawn.height < 12 || ends.allSatisfy { $0 * 6 > drawn.width }, "\(figure): \(ends)")
      }
    }
  }

  @Test func `the smallest degree sign is drawn as it was designed`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let drawn = try image("°", sizePx: 11, in: typesetter)
      #expect(
        pattern(drawn) == """
          .##.
          #..#
          #..#
          .##.
          """)
    }
  }

  @Test func `no glyph of a text has shades, a turned one and a drawn one neither`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let text = shaped("Größe 18° – ½ “Ωж”", sizePx: 15, in: typesetter)
      let turned = text.glyphs[0]
      var keys = text.glyphs.map {
        GlyphKey(face: $0.face, glyph: $0.glyph, size26Dot6: 15 * 64, quarter: 0, isInk: true)
      }
      keys.append(
        GlyphKey(
          face: turned.face, glyph: turned.glyph, size26Dot6: 15 * 64, quarter: 0, turn: GlyphTurn(tenths: 300),
          isInk: true))
      keys.append(
        GlyphKey(
          face: typesetter.library.key(.numerals(width: 60, height: 100, stroke: 12)), glyph: 8, size26Dot6: 25 * 64,
          quarter: 0, isInk: true))
      for key in keys {
        let image = typesetter.glyphs.image(key)
        #expect(image.isEmpty || pattern(image) != nil)
      }
    }
  }
}

/// A glyph's code as coverage.
struct Canvas8 {
  var pixels: [UInt8] = []

  init(width: Int, height: Int, code: [UInt8]) {
    var at = 0
    for _ in 0..<height {
      var left = width
      while left > 0 {
        let byte = code[at]
        at += 1
        var run: [UInt8]
        switch byte {
        case 0xFF: run = [UInt8](repeating: 0, count: left)
        case 0xC0, 0xC1:
          run = [UInt8](repeating: byte == 0xC0 ? 0 : 255, count: Int(code[at]) | Int(code[at + 1]) << 8)
          at += 2
        default:
          let count = Int(byte & 63) + 1
          switch byte >> 6 {
          case 0: run = [UInt8](repeating: 0, count: count)
          case 1: run = [UInt8](repeating: 255, count: count)
          default:
            run = Array(code[at..<at + count])
            at += count
          }
        }
        pixels += run
        left -= run.count
      }
    }
  }
}
