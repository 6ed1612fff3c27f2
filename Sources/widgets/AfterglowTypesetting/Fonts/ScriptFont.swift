import CPango

/// A font of a script, or of signs, that Inter and the fonts after it lack. It is opened with the first text that needs it.
struct ScriptFont: Sendable {
  var family: String
  /// Height of a line, in hundredths of an em.
  var lineHeight: Int
  /// Whether it has signs, which other fonts are asked for first.
  var isSigns: Bool
  private var name: String

  init(_ family: String, _ name: String, lineHeight: Int, isSigns: Bool = false) {
    self.family = family
    self.name = name
    self.lineHeight = lineHeight
    self.isSigns = isSigns
  }

  /// Debian's.
  static let package = "fonts-noto-core"
  /// Fonts of one text; a text of more scripts lacks letters, which is reported.
  static let maximumCount = 32

  /// Some scripts have no bold letters.
  var files: [String] { ["Regular", "Bold"].map { "/usr/share/fonts/truetype/noto/\(name)-\($0).ttf" } }

  /// The regular fonts of letters.
  static let letterFiles = Set(all.lazy.filter { !$0.isSigns }.map { $0.files[0] })

  /// The index in `all` of the font that has a character; nil where Inter or a font after it has it, or none.
  static func index(of scalar: Unicode.Scalar) -> Int? {
    var range = 0..<starts.count
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = starts[middle].first <= scalar.value ? middle..<range.upperBound : range.lowerBound..<middle
    }
    let font = starts[range.lowerBound].font
    return font == 255 ? nil : Int(font)
  }
}

/// fontconfig's patterns of script fonts: a file is read when a text needs it for the first time.
final class ScriptFontFiles {
  private let root: String
  private var known: [Int: [OpaquePointer]] = [:]

  /// - Parameter root: put before every font path.
  init(root: String) { self.root = root }

  deinit {
    for pattern in known.values.joined() { FcPatternDestroy(pattern) }
  }

  /// None where the font is not installed.
  ///
  /// - Parameter font: its index in `ScriptFont.all`.
  func patterns(of font: Int) -> [OpaquePointer] {
    if let patterns = known[font] { return patterns }
    let patterns = ScriptFont.all[font].files.flatMap { read(root + $0) }
    known[font] = patterns
    return patterns
  }

  private func read(_ file: String) -> [OpaquePointer] {
    guard let set = FcFontSetCreate() else { return [] }
    defer { FcFontSetDestroy(set) }
    var count: Int32 = 0
    FcFreeTypeQueryAll(file, UInt32.max, nil, &count, set)
    let patterns = (0..<Int(set.pointee.nfont)).compactMap { set.pointee.fonts[$0] }
    for pattern in patterns { FcPatternReference(pattern) }
    return patterns
  }
}
