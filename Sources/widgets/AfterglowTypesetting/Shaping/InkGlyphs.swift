import AfterglowCore
import CPango

/// A pen's way past a hinted glyph, and past its outline, in pixels.
struct InkAdvance {
  /// A whole number.
  var hinted: Double
  var unhinted: Double
}

/// Thickness of a hinted face's lines in pixels, taken from its "H"; 0 where it has none.
struct InkStems: Equatable {
  var vertical: Int
  var horizontal: Int
}

/// Glyphs for panels without shades: black and white, their stems and heights fitted to whole pixels by FreeType's automatic
/// hinter.
extension GlyphCache {
  func inkImage(_ key: GlyphKey) -> GlyphImage {
    if let drawn = library.drawn(key.face) {
      return drawn.image(of: key.glyph, right: key.quarter, down: key.downQuarter, isInk: true)
    }
    return mendedBitmap(key).map { GlyphImage($0) } ?? GlyphImage(left: 0, top: 0, width: 0, height: 0, code: [])
  }

  /// The pixels that are drawn for a glyph; nil for spaces and damaged glyphs.
  private func mendedBitmap(_ key: GlyphKey) -> InkBitmap? {
    guard let bitmap = inkBitmap(key) else { return nil }
    if let ring = degreeRing(key, bitmap) { return ring }
    let mended = evenStems(key, withDot(key, atCapHeight(key, onBaseline(key, bitmap))))
    return key.turn.isNone ? mended.withoutSpikes : mended
  }

  /// The pixels that FreeType finds, slanted lines as thick as upright ones; nil for spaces and damaged glyphs.
  private func inkBitmap(_ key: GlyphKey) -> InkBitmap? { hintedBitmap(key, widening: slantWidening(key)) }

  /// - Parameter widening: distance by which slanted lines become wider, in 1/64 px.
  private func hintedBitmap(_ key: GlyphKey, widening: Int = 0) -> InkBitmap? {
    guard let face = library.face(key.face), FT_Set_Char_Size(face, 0, key.size26Dot6, 72, 72) == 0 else { return nil }
    var matrix = key.turn.matrix
    let bold = key.turn.isBold == true ? Int32(clamping: max(1, key.size26Dot6 / GlyphTurn.boldShare / 64)) : 0
    let wider = Int32(clamping: widening)
    let error =
      key.turn.isUpright
      ? ag_render_ink_glyph(face, key.glyph, bold, wider, nil)
      : ag_render_ink_glyph(face, key.glyph, bold, wider, &matrix)
    guard error == 0, let slot = face.pointee.glyph else { return nil }
    let source = slot.pointee.bitmap
    guard source.width > 0, source.rows > 0, let buffer = source.buffer else { return nil }
    var bitmap = InkBitmap(
      left: Int(slot.pointee.bitmap_left), top: -Int(slot.pointee.bitmap_top), width: Int(source.width),
      height: Int(source.rows))
    for y in 0..<bitmap.height {
      let row = buffer + y * Int(source.pitch)
      for x in 0..<bitmap.width where row[x / 8] & 0x80 >> (x % 8) != 0 { bitmap[x, y] = true }
    }
    return bitmap.withoutEmptyColumns
  }

  // MARK: slanted lines

  /// Larger letters have slanted lines that differ from their stems by a small share.
  private static let slantsFittedBelowPx = 28.0

  /// How much wider a face's slanted lines become, in 1/64 px, so that they cover as many pixels of a row as its stems, which alone
  /// are hinted; 0 for other fonts and turned glyphs. It is less than a pixel, so that lines of whole pixels keep theirs.
  private func slantWidening(_ key: GlyphKey) -> Int {
    guard key.turn.isNone, Double(key.size26Dot6) < Self.slantsFittedBelowPx * 64, library.isInter(key.face),
      !isDegreeSign(key)
    else { return 0 }
    let stem = stems(of: key.face, size26Dot6: key.size26Dot6).vertical
    guard stem > 0 else { return 0 }
    // Lines of one pixel are not all as thick as those of a "v"; FreeType closes the gaps of thinner ones.
    let wanted = stem == 1 ? 0.85 : Double(stem)
    let change = wanted * 64 - slantWidth(of: key.face) * Double(key.size26Dot6)
    // More would fill letters and open them.
    return Int(clamping: min(max(change, -36), 20).rounded())
  }

  /// Level width of the strokes of a face's "v", in ems.
  private func slantWidth(of face: FaceKey) -> Double {
    if let known = slants[face] { return known }
    let size = 400
    let key = GlyphKey(
      face: face, glyph: library.glyph(0x76, in: face) ?? 0, size26Dot6: size * 64, quarter: 0, isInk: true)
    let letter = hintedBitmap(key)
    let width = letter.map { letter in
      (0..<letter.width).drop { !letter[$0, letter.height / 2] }.prefix { letter[$0, letter.height / 2] }.count
    }
    let found = Double(width ?? 0) / Double(size)
    slants[face] = found
    return found
  }

  // MARK: degree sign

  /// The degree sign as a ring whose hole stays open at every size; nil for other glyphs and turned ones. Its upper left
  /// corner is where the font's own is.
  private func degreeRing(_ key: GlyphKey, _ own: InkBitmap) -> InkBitmap? {
    guard isDegreeSign(key) else { return nil }
    let stem = max(1, stems(of: key.face, size26Dot6: key.size26Dot6).vertical)
    return InkBitmap.ring(left: own.left, top: own.top, diameter: ringDiameter(own), stroke: stem)
  }

  private func isDegreeSign(_ key: GlyphKey) -> Bool {
    key.turn.isNone && library.drawn(key.face) == nil && library.glyph(0xB0, in: key.face) == key.glyph
  }

  /// Four pixels have a hole of two.
  private func ringDiameter(_ own: InkBitmap) -> Int { max(4, own.width) }

  // MARK: mended hinting

  /// A letter or figure whose outline ends on the baseline ends there: FreeType moves a "4" by its crossbar.
  private func onBaseline(_ key: GlyphKey, _ bitmap: InkBitmap) -> InkBitmap {
    guard key.turn.isNone, bitmap.top + bitmap.height != 0, abs(bitmap.top + bitmap.height) == 1,
      let ink = ink(key.face, key.glyph, sizePx: 1000), ink.bottom == 0
    else { return bitmap }
    return bitmap.moved(down: -(bitmap.top + bitmap.height))
  }

  /// A letter or figure as high as a "1" is as high as that in pixels: of some sizes FreeType makes a "4" a row
  /// or two lower. Rows that are doubled or left out are in its upper half, where a "4" and a "7" are slanted and other
  /// letters are upright.
  private func atCapHeight(_ key: GlyphKey, _ bitmap: InkBitmap) -> InkBitmap {
    guard key.turn.isNone, bitmap.height >= 6, let one = library.glyph(0x31, in: key.face), one != key.glyph,
      let own = ink(key.face, key.glyph, sizePx: 1000), let wanted = ink(key.face, one, sizePx: 1000),
      own.bottom == 0, own.top == wanted.top
    else { return bitmap }
    var figure = key
    figure.glyph = one
    guard let height = inkBitmap(figure)?.height else { return bitmap }
    var fitted = bitmap
    if abs(height - bitmap.height) > 2 { return bitmap }
    while fitted.height < height { fitted = fitted.doubled(row: fitted.height / 4) }
    while fitted.height > height { fitted = fitted.without(row: fitted.height / 4) }
    return fitted
  }

  /// "i" and "j" with a row of paper below their dot, which is as high as it is wide.
  private func withDot(_ key: GlyphKey, _ bitmap: InkBitmap) -> InkBitmap {
    guard key.turn.isNone,
      library.glyph(0x69, in: key.face) == key.glyph || library.glyph(0x6A, in: key.face) == key.glyph,
      let dotless = library.glyph(0x131, in: key.face)
    else { return bitmap }
    var stem = key
    stem.glyph = dotless
    guard let below = inkBitmap(stem).map({ onBaseline(stem, $0) }) else { return bitmap }
    // Rows from the top of the stem, which both letters share, upwards.
    let gap = below.top - bitmap.top - 1
    guard gap >= 0, gap < bitmap.height, (0..<bitmap.width).contains(where: { bitmap[$0, gap] }) else { return bitmap }
    let columns = (0..<bitmap.width).filter { bitmap[$0, 0] }
    guard !columns.isEmpty else { return bitmap }
    let missing = max(0, columns.count - gap)
    var mended = bitmap.extended(up: missing)
    for x in 0..<bitmap.width { mended[x, gap + missing] = false }
    for y in 0..<missing { for x in columns { mended[x, y] = true } }
    return mended
  }

  /// Upright lines as thick as those of the face's "H": FreeType makes that of a "4" a pixel thicker at some sizes. Where
  /// lines are one pixel thick, round letters have no second pixel inside their corners, which makes an "o" bold.
  private func evenStems(_ key: GlyphKey, _ bitmap: InkBitmap) -> InkBitmap {
    guard key.turn.isNone, library.isInter(key.face) else { return bitmap }
    let stem = stems(of: key.face, size26Dot6: key.size26Dot6).vertical
    guard stem > 0 else { return bitmap }
    let narrowed = bitmap.foot(thickerThan: stem).map { bitmap.without(column: $0) } ?? bitmap
    return stem == 1 ? narrowed.withoutInnerCorners : narrowed
  }

  // MARK: measures

  /// The columns that a glyph covers as it is drawn, from its pen; nil for spaces.
  func inkColumns(_ face: FaceKey, _ glyph: UInt32, size26Dot6: Int) -> Range<Int>? {
    let key = GlyphKey(face: face, glyph: glyph, size26Dot6: size26Dot6, quarter: 0, isInk: true)
    if let known = columns[key] { return known }
    let found = mendedBitmap(key).map { $0.left..<$0.left + $0.width }
    columns[key] = .some(found)
    return found
  }

  func inkAdvance(_ face: FaceKey, _ glyph: UInt32, size26Dot6: Int) -> InkAdvance {
    let key = GlyphKey(face: face, glyph: glyph, size26Dot6: size26Dot6, quarter: 0, isInk: true)
    if let known = advances[key] { return known }
    let measured = measuredAdvance(key)
    advances[key] = measured
    return measured
  }

  private func measuredAdvance(_ key: GlyphKey) -> InkAdvance {
    // Fonts of pictures have neither outlines nor units.
    if let emoji = library.emoji, key.face == emoji.face {
      let advance = emoji.advance(key.glyph) * Double(key.size26Dot6) / 64
      return InkAdvance(hinted: advance.rounded(), unhinted: advance)
    }
    guard let face = library.face(key.face),
      FT_Load_Glyph(face, key.glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0, let slot = face.pointee.glyph,
      face.pointee.units_per_EM > 0
    else { return InkAdvance(hinted: 0, unhinted: 0) }
    let unhinted =
      Double(slot.pointee.metrics.horiAdvance) * Double(key.size26Dot6) / 64 / Double(face.pointee.units_per_EM)
    var hinted = unhinted.rounded()
    if let bitmap = inkBitmap(key) {
      hinted = (Double(slot.pointee.advance.x) / 64).rounded()
      if isDegreeSign(key) { hinted += Double(ringDiameter(bitmap) - bitmap.width) }
    }
    return InkAdvance(hinted: hinted, unhinted: unhinted)
  }

  /// How thick the lines of a face are at a size.
  func stems(of face: FaceKey, size26Dot6: Int) -> InkStems {
    let key = GlyphKey(
      face: face, glyph: library.glyph(0x48, in: face) ?? 0, size26Dot6: size26Dot6, quarter: 0, isInk: true)
    if let known = stems[key] { return known }
    var found = InkStems(vertical: 0, horizontal: 0)
    if key.glyph != 0, let letter = hintedBitmap(key) {
      found.vertical = (0..<letter.width).prefix { letter[$0, 0] }.count
      found.horizontal = (0..<letter.height).count { letter[letter.width / 2, $0] }
    }
    stems[key] = found
    return found
  }
}

/// A small picture of one bit for a pixel; the box is relative to the pen on the baseline, y downwards.
private struct InkBitmap {
  private(set) var left: Int
  private(set) var top: Int
  private(set) var width: Int
  private(set) var height: Int
  private var isSet: [Bool]

  init(left: Int, top: Int, width: Int, height: Int) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    isSet = [Bool](repeating: false, count: width * height)
  }

  subscript(x: Int, y: Int) -> Bool {
    get { isSet[y * width + x] }
    set { isSet[y * width + x] = newValue }
  }

  func moved(down rows: Int) -> InkBitmap {
    var moved = self
    moved.top += rows
    return moved
  }

  /// As high as one row more, above the same baseline.
  func doubled(row: Int) -> InkBitmap {
    var taller = InkBitmap(left: left, top: top - 1, width: width, height: height + 1)
    taller.isSet = Array(isSet[..<((row + 1) * width)]) + isSet[(row * width)...]
    return taller
  }

  /// As high as one row less, above the same baseline.
  func without(row: Int) -> InkBitmap {
    var lower = InkBitmap(left: left, top: top + 1, width: width, height: height - 1)
    lower.isSet = Array(isSet[..<(row * width)]) + isSet[((row + 1) * width)...]
    return lower
  }

  /// Narrower by a column, whose left part moves to the right.
  func without(column: Int) -> InkBitmap {
    var narrow = InkBitmap(left: left + 1, top: top, width: width - 1, height: height)
    for y in 0..<height {
      for x in 0..<width where x != column && self[x, y] { narrow[x < column ? x : x - 1, y] = true }
    }
    return narrow
  }

  /// Without columns of paper at its edges: FreeType's box may have one that no line covers.
  var withoutEmptyColumns: InkBitmap {
    let inked = (0..<width).filter { x in (0..<height).contains { self[x, $0] } }
    guard let first = inked.first, let last = inked.last, last - first + 1 < width else { return self }
    var narrow = InkBitmap(left: left + first, top: top, width: last - first + 1, height: height)
    for y in 0..<height { for x in first...last { narrow[x - first, y] = self[x, y] } }
    return narrow
  }

  /// The first column of the one upright line that a letter stands on, if that is a pixel thicker than `stem`; nil for all
  /// others. The tip of a "v" is as thick, but the line goes up half of the letter at least.
  func foot(thickerThan stem: Int) -> Int? {
    guard height >= 6, width > stem + 1 else { return nil }
    let columns = (0..<width).filter { self[$0, height - 1] }
    guard columns.count == stem + 1, let first = columns.first, columns[stem] == first + stem else { return nil }
    let isUpright = (height - 1 - height / 5..<height).allSatisfy { y in
      (0..<width).allSatisfy { self[$0, y] == columns.contains($0) }
    }
    let isLine = (height / 2..<height).allSatisfy { y in columns.allSatisfy { self[$0, y] } }
    return isUpright && isLine ? first : nil
  }

  /// Without pixels that touch a hole on two sides and the ring around it on the other two: the ring stays whole by its
  /// corners.
  var withoutInnerCorners: InkBitmap {
    var thin = self
    let hole = holes
    func isHole(_ x: Int, _ y: Int) -> Bool {
      x >= 0 && y >= 0 && x < width && y < height && hole[y * width + x]
    }
    func isInk(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height && thin[x, y] }
    for y in 0..<height {
      for x in 0..<width where self[x, y] {
        for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        where isHole(x + dx, y) && isHole(x, y + dy) && isInk(x - dx, y) && isInk(x, y - dy) {
          thin[x, y] = false
        }
      }
    }
    return thin
  }

  /// Where paper is enclosed.
  private var holes: [Bool] {
    var isOutside = [Bool](repeating: false, count: width * height)
    var open = (0..<width * height).filter { at in
      let (x, y) = (at % width, at / width)
      return (x == 0 || y == 0 || x == width - 1 || y == height - 1) && !self[x, y]
    }
    for at in open { isOutside[at] = true }
    while let at = open.popLast() {
      let (x, y) = (at % width, at / width)
      for (nx, ny) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      where nx >= 0 && ny >= 0 && nx < width && ny < height && !self[nx, ny] && !isOutside[ny * width + nx] {
        isOutside[ny * width + nx] = true
        open.append(ny * width + nx)
      }
    }
    return (0..<width * height).map { !isSet[$0] && !isOutside[$0] }
  }

  /// With empty rows above it.
  func extended(up rows: Int) -> InkBitmap {
    var extended = InkBitmap(left: left, top: top - rows, width: width, height: height + rows)
    extended.isSet = [Bool](repeating: false, count: rows * width) + isSet
    return extended
  }

  /// A round letter whose overshoot reaches a little into a row of pixels has a spike there, of a sixth of its width at most:
  /// without it.
  var withoutSpikes: InkBitmap {
    var smooth = self
    for (outer, inner) in [(0, 1), (height - 1, height - 2)] where height >= 12 {
      let spike = (0..<width).count { self[$0, outer] }
      if spike * 6 <= width && (0..<width).count(where: { self[$0, inner] }) >= 3 * spike {
        for x in 0..<width { smooth[x, outer] = false }
      }
    }
    return smooth
  }

  var coverage: [UInt8] { isSet.map { $0 ? 255 : 0 } }

  /// A ring of pixels whose middle lies in it, a little thinner than the letters' lines; its hole is a third across at least.
  static func ring(left: Int, top: Int, diameter: Int, stroke: Int) -> InkBitmap {
    var ring = InkBitmap(left: left, top: top, width: diameter, height: diameter)
    // In halves of a pixel, squared: middles of pixels are at odd distances or even ones, as the diameter is.
    let thin = stroke < 3 ? stroke : (2 * stroke + 1) / 3
    let hole = diameter - 2 * min(thin, max(1, diameter >= 10 ? diameter / 4 : diameter / 3))
    for y in 0..<diameter {
      for x in 0..<diameter {
        let (dx, dy) = (2 * x + 1 - diameter, 2 * y + 1 - diameter)
        let square = dx * dx + dy * dy
        ring[x, y] = square <= diameter * diameter && square >= hole * hole
      }
    }
    return ring
  }
}

extension GlyphImage {
  fileprivate init(_ bitmap: InkBitmap) {
    self.init(
      left: bitmap.left, top: bitmap.top, width: bitmap.width, height: bitmap.height,
      code: GlyphCode.encode(coverage: bitmap.coverage, width: bitmap.width, height: bitmap.height))
  }
}
