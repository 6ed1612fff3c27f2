import Foundation
import Testing

@testable import AfterglowTypesetting

/// Every script has a bundled font, is shaped completely, and runs in its reading direction.
@Suite struct ScriptShapingTests {
  private func shaped(
    _ text: String, in typesetter: Typesetter, width: Double? = nil, design: Font.Design = .default
  ) -> ShapedText {
    let font = ShapingFont(sizePx: 34, weight: .regular, design: design, hasTabularFigures: false, trackingPx: 0)
    return typesetter.shape(
      Typesetter.Request(
        text: text, font: font, width: width, lineLimit: nil, alignment: .leading, language: "en_GB"))
  }

  private func file(_ glyph: PlacedGlyph, in typesetter: Typesetter) -> String {
    URL(fileURLWithPath: typesetter.library.source(of: glyph.face)?.file ?? "").lastPathComponent
  }

  @Test(arguments: [
    ("Latin", "Hello", "Inter-Regular.otf"), ("Greek", "Καλημέρα", "Inter-Regular.otf"),
    ("Cyrillic", "Привет", "Inter-Regular.otf"), ("Arabic", "مرحبا", "NotoSansArabic-Regular.ttf"),
    ("Hebrew", "שלום", "NotoSansHebrew-Regular.ttf"), ("Devanagari", "नमस्ते", "NotoSansDevanagari-Regular.ttf"),
    ("Han", "中文", "wqy-microhei.ttc"), ("kana", "かな", "wqy-microhei.ttc"), ("Hangul", "한국어", "wqy-microhei.ttc"),
    ("emoji", "😀", "NotoColorEmoji.ttf"), ("signs", "☂", "DejaVuSans.ttf"), ("Thai", "ไทย", "NotoSansThai-Regular.ttf"),
    ("Tamil", "தமிழ்", "NotoSansTamil-Regular.ttf"), ("Bengali", "বাংলা।", "NotoSansBengali-Regular.ttf"),
    ("Amharic", "አማርኛ", "NotoSansEthiopic-Regular.ttf"), ("Khmer", "ខ្មែរ", "NotoSansKhmer-Regular.ttf"),
    ("Sinhala", "සිංහල", "NotoSansSinhala-Regular.ttf"), ("Telugu", "తెలుగు", "NotoSansTelugu-Regular.ttf"),
    ("Georgian", "ქართული", "NotoSansGeorgian-Regular.ttf"), ("Armenian", "Հայերեն", "NotoSansArmenian-Regular.ttf"),
    ("Tibetan", "བོད་སྐད།", "NotoSerifTibetan-Regular.ttf"), ("Adlam", "𞤆𞤵𞤤𞤢𞤪", "NotoSansAdlam-Regular.ttf"),
    ("mathematical signs", "⨃⩐", "NotoSansMath-Regular.ttf"),
  ])
  func `a script is shaped whole, in the font that is named for it`(
    script: String, text: String, font: String
  ) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      _ = typesetter.takeMissing()
      let result = shaped(text, in: typesetter)
      #expect(!result.glyphs.isEmpty && result.width > 10)
      #expect(typesetter.takeMissing().isEmpty)
      #expect(Set(result.glyphs.map { file($0, in: typesetter) }) == [font])
    }
  }

  @Test func `the first letter of a Hebrew word stands at the right`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let first = try #require(shaped("ש", in: typesetter).glyphs.first)
      let word = shaped("שלום", in: typesetter).glyphs
      #expect(word.max { $0.x < $1.x }?.glyph == first.glyph)
      #expect(word.min { $0.x < $1.x }?.glyph != first.glyph)
    }
  }

  @Test func `letters of Arabic join, and its figures run from left to right`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let alone = ["م", "ر", "ح", "ب", "ا"].compactMap { shaped($0, in: typesetter).glyphs.first?.glyph }
      let joined = shaped("مرحبا", in: typesetter).glyphs.map(\.glyph)
      #expect(alone.count == 5 && Set(joined) != Set(alone))
      let figures = (1...3).compactMap { shaped(String($0), in: typesetter).glyphs.first?.glyph }
      let mixed = shaped("كيف 123", in: typesetter).glyphs.sorted { $0.x < $1.x }
      #expect(mixed.prefix(3).map(\.glyph) == figures)
    }
  }

  @Test func `a line of a script with high marks is half an em higher than its letters`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for text in ["مرحبا", "abc مرحبا", "😀 مرحبا", "བོད་ཡིག", "မြန်မာ", "ລາວ x"] {
        let height = shaped(text, in: typesetter).height
        #expect(abs(height - 51) < 1, "\(text): \(height) px")
      }
      for text in ["abc", "a ⨌", "🎛️ x"] { #expect(shaped(text, in: typesetter).height < 43, "\(text)") }
    }
  }

  @Test func `lines that are read from the right begin at one right edge`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let lines = shaped("שלום עולם, זה מבחן של כמה שורות", in: typesetter, width: 200).lines
      #expect(lines.count >= 3)
      #expect(Set(lines.map { Int(($0.x + $0.width).rounded()) }).count == 1)
      #expect(Set(lines.map { Int($0.x.rounded()) }).count > 1)
    }
  }

  @Test(arguments: ["😀", "🇩🇪", "👩‍💻", "☝🏽", "1️⃣", "☀️", "❤️"])
  func `what is one emoji is one picture, in a line as high as others`(text: String) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let emoji = try #require(typesetter.library.emoji)
      let result = shaped("a\(text)b", in: typesetter)
      let pictures = result.glyphs.filter { $0.face == emoji.face }
      #expect(result.glyphs.count == 3 && pictures.count == 1)
      #expect(pictures.first.flatMap { emoji.png($0.glyph) } != nil)
      #expect(abs(result.height - shaped("ab", in: typesetter).height) < 0.5)
      #expect(abs(result.firstBaseline - shaped("ab", in: typesetter).firstBaseline) < 0.5)
      let last = try #require(result.glyphs.last)
      #expect(last.x > pictures[0].x + 34)
    }
  }

  @Test(arguments: ["1 2 3", "☀", "#*", "☀\u{FE0E}", "©"])
  func `letters that could be emoji stay letters`(text: String) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let face = typesetter.library.emoji?.face
      #expect(!shaped(text, in: typesetter).glyphs.contains { $0.face == face })
    }
  }

  /// Long texts are shaped in pieces (`LongText`).
  @Test func `letters of a long text are joined as those of a short one, and fill its lines`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let short = Set(shaped("بببب", in: typesetter).glyphs.map(\.glyph))
      let long = shaped(String(repeating: "ب", count: 1500), in: typesetter).glyphs.map(\.glyph)
      #expect(Set(long) == short && short.count == 3)
      #expect(Set(long).map { glyph in long.count { $0 == glyph } }.sorted() == [1, 1, 1498])
      let words = shaped(String(repeating: "W", count: 3000), in: typesetter, width: 300)
      // A line that ends within a word has a hyphen.
      #expect(words.glyphs.count == 3000 + words.lines.count - 1, "\(words.glyphs.count) glyphs")
      #expect(words.lines.allSatisfy { $0.width <= 300 })
      // The last two lines may share their letters otherwise, so that both have three.
      #expect(Set(words.lines.dropLast(2).map { Int($0.width.rounded()) }).count == 1)
    }
  }

  @Test func `a monospaced font has letters of one width`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let narrow = shaped("iiii", in: typesetter, design: .monospaced)
      #expect(abs(narrow.width - shaped("WWWW", in: typesetter, design: .monospaced).width) < 0.1)
      #expect(Set(narrow.glyphs.map { file($0, in: typesetter) }) == ["DejaVuSansMono.ttf"])
    }
  }

  /// A tree with only the required fonts.
  private func bareFonts() throws -> URL {
    let root = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID().uuidString)")
    let needed =
      FontLibrary.interWeights.map { "\(FontLibrary.interFolder)/Inter-\($0).otf" } + FallbackFont.dejaVu.files
      + [FontLibrary.symbolFile]
    for path in needed {
      let link = root.path + path
      try FileManager.default.createDirectory(
        atPath: (link as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    }
    return root
  }

  @Test func `fonts that are not installed are no error: what they would have shown is reported`() throws {
    let root = try bareFonts()
    defer { try? FileManager.default.removeItem(at: root) }
    let typesetter = Typesetter(library: try FontLibrary(root: root.path))
    #expect(typesetter.library.emoji == nil)
    #expect(file(try #require(shaped("ש", in: typesetter).glyphs.first), in: typesetter) == "DejaVuSans.ttf")
    #expect(typesetter.takeMissing().isEmpty)
    #expect(
      shaped("中ไ", in: typesetter).glyphs.map { file($0, in: typesetter) } == ["DejaVuSans.ttf", "DejaVuSans.ttf"])
    #expect(typesetter.takeMissing() == ["中", "ไ"])
    #expect(typesetter.library.provenance(used: []).contains("DejaVu Sans "))
    #expect(!typesetter.library.provenance(used: []).contains("Noto"))
  }

  @Test func `a widget's process may name fonts and no other file`() throws {
    let library = try FontLibrary()
    let files =
      (FallbackFont.scripts + FallbackFont.designs + [.emoji]).flatMap(\.files) + ScriptFont.all.map { $0.files[0] }
    for file in files { #expect(library.known(file: file, index: 0) != nil, "\(file)") }
    // A custom one is read within the limits for a scene's fonts.
    let own = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
    #expect(library.known(file: own, index: 0) != nil && library.known(file: own, index: 64) == nil)
    for file in ["/etc/passwd", "/dev/zero", "/nowhere.ttf", "/tmp", "DejaVuSans.ttf", ""] {
      #expect(library.known(file: file, index: 0) == nil, "\(file)")
    }
  }
}
