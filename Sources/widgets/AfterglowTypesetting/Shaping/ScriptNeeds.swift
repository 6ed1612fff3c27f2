import CPango

/// The fonts that the scripts of a text need, a bound on the height of their lines, and where their letters stand.
struct ScriptNeeds {
  /// Indices in `ScriptFont.all`, ascending.
  private(set) var fonts: [Int] = []
  /// From the first letter whose font has higher lines than a widget has room for to the last, in bytes; nil without any.
  private(set) var highLetters: Range<Int>?
  /// From the first such sign to the last, in bytes; nil without any.
  private(set) var highSigns: Range<Int>?
  /// Where letters of script fonts stand, in bytes: they are as far apart as they are designed to be. Tracking is Inter's, and
  /// Pango leaves out ligatures with it, some of which a script cannot do without: Khmer's vowels of two parts are two of them.
  private(set) var untracked: [Range<Int>] = []

  /// Some fonts ask for more than two ems a line, for marks that no widget stacks: a small one would hold half its words.
  fileprivate static let letterLineEms = 1.5
  private static let signLineEms = EmojiFont.lineHeight

  init(_ text: String) {
    // Every character before U+0500, which Inter has, begins with a smaller byte.
    guard text.utf8.contains(where: { $0 >= 0xD4 }) else { return }
    var offset = 0
    var stretches = LetterStretches()
    for scalar in text.unicodeScalars {
      let end = offset + UTF8.width(scalar)
      let font = scalar.value >= 0x500 ? ScriptFont.index(of: scalar) : nil
      if scalar.value >= 0x500 { add(scalar, font, at: offset..<end) }
      stretches.add(scalar, at: offset..<end, isLetter: font.map { !ScriptFont.all[$0].isSigns } ?? false)
      offset = end
    }
    fonts.sort()
    untracked = stretches.ranges
  }

  private mutating func add(_ scalar: Unicode.Scalar, _ font: Int?, at bytes: Range<Int>) {
    guard let index = font else {
      if Self.isArabic(scalar) { Self.extend(&highLetters, to: bytes) }
      return
    }
    if !fonts.contains(index) && fonts.count < ScriptFont.maximumCount { fonts.append(index) }
    let font = ScriptFont.all[index]
    if font.isSigns {
      Self.extend(&highSigns, to: bytes)
    } else if font.lineHeight > 150 {
      Self.extend(&highLetters, to: bytes)
    }
  }

  private static func extend(_ span: inout Range<Int>?, to bytes: Range<Int>) {
    span = (span?.lowerBound ?? bytes.lowerBound)..<bytes.upperBound
  }

  /// Whether the character at a byte has no tracking.
  func isUntracked(_ byte: Int) -> Bool { untracked.contains { $0.contains(byte) } }

  /// The parts of some bytes that have tracking.
  func tracked(in bytes: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = bytes.lowerBound
    for letters in untracked where letters.overlaps(bytes) {
      if letters.lowerBound > start { found.append(start..<letters.lowerBound) }
      start = min(letters.upperBound, bytes.upperBound)
    }
    return start < bytes.upperBound ? found + [start..<bytes.upperBound] : found
  }

  /// Bounds the height of the lines.
  func addLineHeight(to list: OpaquePointer, sizePx: Double) {
    let (span, ems) =
      highLetters.map { ($0, Self.letterLineEms) } ?? highSigns.map { ($0, Self.signLineEms) } ?? (0..<0, 0)
    guard !span.isEmpty,
      let attribute = pango_attr_line_height_new_absolute(
        Int32(clamping: (ems * sizePx * Double(PANGO_SCALE)).rounded()))
    else { return }
    attribute.pointee.start_index = UInt32(span.lowerBound)
    attribute.pointee.end_index = UInt32(span.upperBound)
    pango_attr_list_insert(list, attribute)
  }

  private static func isArabic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFE: true
    default: false
    }
  }
}

/// How high lines are in scripts other than Latin, for widgets that plan their rows.
package enum ScriptHeight {
  /// The height of a line of a text, in ems: nearly none is higher.
  package static func lineEms(of text: String) -> Double {
    // Every character before U+0500, which Inter has, begins with a smaller byte.
    let isTall = text.utf8.contains { $0 >= 0xD4 } && text.unicodeScalars.contains(where: isTall)
    return isTall ? ScriptNeeds.letterLineEms : EmojiFont.lineHeight
  }

  private static func isTall(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x530: false
    // Hebrew, Arabic and Devanagari, whose fonts are asked for every text.
    case 0x590..<0x700, 0x750..<0x780, 0x8A0..<0x980, 0xFB1D...0xFDFF, 0xFE70...0xFEFE: true
    default: ScriptFont.index(of: scalar).map { !ScriptFont.all[$0].isSigns } ?? false
    }
  }
}

/// Stretches of letters of script fonts in a text, with their marks and the spaces between them.
private struct LetterStretches {
  private(set) var ranges: [Range<Int>] = []
  private var isOpen = false

  mutating func add(_ scalar: Unicode.Scalar, at bytes: Range<Int>, isLetter: Bool) {
    if isLetter && !isOpen {
      ranges.append(bytes)
      isOpen = true
    } else if isLetter {
      extend(to: bytes.upperBound)
    } else if isOpen {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .format: extend(to: bytes.upperBound)
      case .spaceSeparator: break
      default: isOpen = false
      }
    }
  }

  private mutating func extend(to end: Int) { ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<end }
}
