import CPango
import CSymbols
import Foundation

/// A face of a font file at no particular size: its place in the library's list, so that glyphs hash quickly.
package struct FaceKey: Hashable {
  fileprivate var number: Int
}

private struct FaceFile: Hashable {
  var file: String
  var index: Int
}

/// The only fonts that are ever used: named files, in a fontconfig configuration of our own, so that a person's
/// settings or other installed fonts never change a frame.
package final class FontLibrary {
  static let interFolder = "/usr/share/fonts/opentype/inter"
  static let interWeights = [
    "Thin", "ExtraLight", "Light", "Regular", "Medium", "SemiBold", "Bold", "ExtraBold", "Black",
  ]
  static let symbolFile = "/usr/share/fonts/truetype/materialdesignicons-webfont/materialdesignicons-webfont.ttf"

  let maps: FontMaps
  private let freeType: FT_Library
  private var faces: [FT_Face?] = []
  private var drawn: [DrawnGlyphs] = []
  private var numbers: [FaceFile: FaceKey] = [:]

  /// - Parameter root: put before every font path; tests point it at an empty folder.
  package init(root: String = "") throws {
    let interFiles = Self.interWeights.map { "\(root)\(Self.interFolder)/Inter-\($0).otf" }
    for file in interFiles { try Self.require(file, font: "Inter", package: "fonts-inter") }
    for file in FallbackFont.dejaVu.files {
      try Self.require(root + file, font: "DejaVu Sans", package: FallbackFont.dejaVu.package)
    }
    try Self.require(
      root + Self.symbolFile, font: "Material Design Icons", package: "fonts-materialdesignicons-webfont")
    guard let configuration = FcConfigCreate() else {
      throw CompileError("fontconfig could not make a configuration: out of memory")
    }
    let others =
      (FallbackFont.scripts + FallbackFont.designs).flatMap(\.files).map { root + $0 } + Self.italicFiles(root)
    for file in interFiles + others.filter(FileManager.default.isReadableFile(atPath:)) {
      guard FcConfigAppFontAddFile(configuration, file) != 0 else {
        throw CompileError("fontconfig cannot read \(file); reinstall the package it came from")
      }
    }
    guard FcConfigParseAndLoadFromMemory(configuration, FallbackFont.rule, 1) != 0 else {
      throw CompileError("fontconfig does not take the order of fonts")
    }
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { throw CompileError("FreeType could not start") }
    freeType = library
    maps = FontMaps(configuration, scriptFiles: ScriptFontFiles(root: root))
    self.root = root
  }

  private let root: String
  private var custom = CustomFonts()

  /// What is known of fonts of people's own.
  private struct CustomFonts {
    /// What the files were found to be since the last `age`: each is looked at once for a compile, not once for each
    /// text that is set in it.
    var families: [FontFile: Result<String, FontFileError>] = [:]
    var copies: [String: String?] = [:]
    /// The files that were requested since `noting` began; nil outside of it.
    var noted: FontFilesInUse?
  }

  /// Debian's Material Design Icons, whose drawings the symbols with names of ours have.
  private(set) lazy var symbolFace = key(file: root + Self.symbolFile, index: 0)
  /// The font whose first glyph is the box for a character that no font has.
  var missingFace: FaceKey { key(file: root + FallbackFont.dejaVu.files[0], index: 0) }
  /// The whole of Material Design Icons, which is part of the program and so has no file.
  private(set) lazy var allSymbolsFace: FaceKey = {
    var face: FT_Face?
    let font = ag_symbol_font()
    let isOpen = FT_New_Memory_Face(freeType, font.base, font.count, 0, &face) == 0
    faces.append(isOpen ? face : nil)
    let key = FaceKey(number: faces.count - 1)
    numbers[FaceFile(file: Self.allSymbolsName, index: 0)] = key
    return key
  }()
  /// Stands for a file's path where faces are named.
  private static let allSymbolsName = "afterglow:symbols"

  /// Inter in a weight.
  func interFace(_ weight: Font.Weight) -> FaceKey {
    let name = Self.interWeights[min(max(weight.rawValue / 100 - 1, 0), Self.interWeights.count - 1)]
    return key(file: "\(root)\(Self.interFolder)/Inter-\(name).otf", index: 0)
  }

  /// Whether it is one of Inter's nine upright faces.
  func isInter(_ key: FaceKey) -> Bool { interFaces.contains(key) }

  private(set) lazy var interFaces = Set(Font.Weight.allCases.map(interFace))

  /// Inter's italics; a text whose font has none is slanted.
  private static func italicFiles(_ root: String) -> [String] {
    interWeights.map { "\(root)\(interFolder)/Inter-\($0 == "Regular" ? "" : $0)Italic.otf" }
  }

  /// Whether a face is drawn slanted by its designer.
  func isItalic(_ key: FaceKey) -> Bool {
    face(key).map { $0.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0 } ?? false
  }

  /// Whether a face belongs to a fallback font without bold letters: lines of the regular ones are made thicker. Signs stay as
  /// they are.
  func lacksBold(_ key: FaceKey) -> Bool {
    if isInter(key) { return false }
    guard let face = face(key), face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_BOLD) == 0,
      let file = numbers.first(where: { $0.value == key })?.key.file
    else { return false }
    let path = String(file.dropFirst(root.count))
    return FallbackFont.scripts.contains { $0.files == [path] } || ScriptFont.letterFiles.contains(path)
  }

  package func face(of symbol: Symbol) -> FaceKey { symbol.isDebians ? symbolFace : allSymbolsFace }

  /// nil where the font is not installed.
  package private(set) lazy var emoji = FallbackFont.emoji.files.first.map { root + $0 }.flatMap { file in
    FileManager.default.isReadableFile(atPath: file) ? EmojiFont(file: file, face: key(file: file, index: 0)) : nil
  }

  deinit {
    for face in faces { if let face { FT_Done_Face(face) } }
    FT_Done_FreeType(freeType)
  }

  private static func require(_ file: String, font: String, package: String) throws {
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw CompileError(
        "The font \(font) is missing: expected \(file). Install Debian's package \(package).")
    }
  }

  /// Forgets what files were found to be: they may have been replaced. Call it between compiles.
  func age() {
    custom.families = [:]
    custom.copies = [:]
  }

  /// Runs `body`, and returns the font files that it requested.
  package func noting<Result>(_ body: () throws -> Result) rethrows -> (result: Result, files: FontFilesInUse) {
    let outer = custom.noted
    custom.noted = FontFilesInUse()
    defer { custom.noted = outer }
    let result = try body()
    return (result, custom.noted ?? FontFilesInUse())
  }

  /// Whether all of these files are as they were.
  package func areUnchanged(_ files: FontFilesInUse) -> Bool {
    files.families.allSatisfy { font, family in (try? self.family(of: font)) == family }
      && files.copies.allSatisfy { path, copy in self.copy(of: path) == copy }
  }

  /// The family that a font file stands for, in the state that this compile has found it in.
  package func family(of font: FontFile) throws(FontFileError) -> String {
    do throws(FontFileError) {
      let family = try foundFamily(of: font)
      custom.noted?.families[font] = .some(family)
      return family
    } catch {
      custom.noted?.families[font] = .some(nil)
      throw error
    }
  }

  private func foundFamily(of font: FontFile) throws(FontFileError) -> String {
    if let known = custom.families[font] { return try known.get() }
    do throws(FontFileError) {
      let family = try FontFiles.shared.font(font).family
      custom.families[font] = .success(family)
      return family
    } catch {
      custom.families[font] = .failure(error)
      throw error
    }
  }

  private func copy(of path: String) -> String? {
    let copy = custom.copies[path] ?? FontFiles.shared.copy(of: path)
    custom.copies[path] = .some(copy)
    custom.noted?.copies[path] = .some(copy)
    return copy
  }

  /// The face of a file, opened once.
  func key(file: String, index: Int) -> FaceKey {
    let source = FaceFile(file: file, index: index)
    if let known = numbers[source] { return known }
    var face: FT_Face?
    let isOpen = FT_New_Face(freeType, file, index, &face) == 0
    faces.append(isOpen ? face : nil)
    let key = FaceKey(number: faces.count - 1)
    numbers[source] = key
    return key
  }

  /// The face of one of this library's own files, or of a user's own font; nil for any other: what a widget's process
  /// names is opened by us.
  func known(file: String, index: Int) -> FaceKey? {
    if file == Self.allSymbolsName && index == 0 { return allSymbolsFace }
    if own.contains(file) { return (0..<64).contains(index) ? key(file: file, index: index) : nil }
    // A font of the widget's own: read as carefully as one that a scene names. Above the face stands its instance.
    guard file.hasPrefix("/"), (0..<FontFiles.maximumFaceCount).contains(index & 0xFFFF),
      (0..<256).contains(index >> 16),
      let copy = copy(of: file)
    else { return nil }
    return key(file: copy, index: index)
  }

  private lazy var own: Set<String> = {
    let others = FallbackFont.scripts + FallbackFont.designs + [.emoji]
    return Set(
      Self.interWeights.map { "\(root)\(Self.interFolder)/Inter-\($0).otf" }
        + (others.flatMap(\.files) + ScriptFont.all.flatMap(\.files) + [Self.symbolFile]).map { root + $0 }
        + Self.italicFiles(root))
  }()

  /// File and index of a face.
  func source(of key: FaceKey) -> (file: String, index: Int)? {
    numbers.first { $0.value == key }.map {
      (FontFiles.shared.path(ofCopy: $0.key.file) ?? $0.key.file, $0.key.index)
    }
  }

  /// nil when FreeType could not open it, and for what no file has.
  func face(_ key: FaceKey) -> FT_Face? { key.number < 0 ? nil : faces[key.number] }

  /// The same key for the same glyphs: theirs count down from -1.
  package func key(_ glyphs: DrawnGlyphs) -> FaceKey {
    if let known = drawn.firstIndex(of: glyphs) { return FaceKey(number: -1 - known) }
    drawn.append(glyphs)
    return FaceKey(number: -drawn.count)
  }

  /// nil for a face of a file.
  func drawn(_ key: FaceKey) -> DrawnGlyphs? { key.number < 0 ? drawn[-1 - key.number] : nil }

  /// nil when the font does not have the character.
  package func glyph(_ codepoint: UInt32, in key: FaceKey) -> UInt32? {
    guard let face = face(key) else { return nil }
    let glyph = FT_Get_Char_Index(face, FT_ULong(codepoint))
    return glyph == 0 ? nil : glyph
  }

  /// Names and versions of all that shapes text; the archive carries it so that a picture that differs says why.
  ///
  /// - Parameter used: faces of the archive's glyphs, for fonts of scripts that few panels need.
  package func provenance(used: some Sequence<FaceKey>) -> String {
    let inter = face(key(file: "\(root)\(Self.interFolder)/Inter-Regular.otf", index: 0))
    let others = (FallbackFont.scripts + [.emoji]).compactMap { font -> (String, FT_Face?)? in
      guard let file = font.files.first.map({ root + $0 }), FileManager.default.isReadableFile(atPath: file) else {
        return nil
      }
      return (font.family, face(key(file: file, index: 0)))
    }
    let fonts = ([("Inter", inter), ("Material Design Icons", face(symbolFace))] + others + scripts(used)).map {
      name, face in
      "\(name) \(face.map { Self.revision(of: $0) } ?? "?")"
    }
    return
      (fonts + [
        "pango \(String(cString: pango_version_string()))", "harfbuzz \(String(cString: hb_version_string()))",
        "freetype \(String(cString: ag_freetype_version()))", "fontconfig \(FcGetVersion())",
      ]).joined(separator: "; ")
  }

  /// The script fonts among faces, each once.
  private func scripts(_ used: some Sequence<FaceKey>) -> [(String, FT_Face?)] {
    let files = Dictionary(used.compactMap { key in source(of: key).map { ($0.file, key) } }) { first, _ in first }
    return ScriptFont.all.compactMap { font in
      font.files.lazy.compactMap { files[self.root + $0] }.first.map { (font.family, face($0)) }
    }
  }

  /// `fontRevision` of the head table, as a decimal.
  private static func revision(of face: FT_Face) -> String {
    guard let table = FT_Get_Sfnt_Table(face, FT_SFNT_HEAD) else { return "?" }
    let head = table.assumingMemoryBound(to: TT_Header.self)
    let thousandths = Int(clamping: (Double(head.pointee.Font_Revision) / 65536 * 1000).rounded())
    let fraction = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}

/// The fonts of people's own that a drawing depends on, and what they were found to be.
package struct FontFilesInUse {
  /// nil for a file that could not be used.
  fileprivate var families: [FontFile: String?] = [:]
  fileprivate var copies: [String: String?] = [:]
}
