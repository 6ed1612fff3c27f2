import AfterglowArchive
import CPango
import Foundation
import Testing

@testable import Afterglow
@testable import AfterglowCompiler

/// Every script has a bundled font, is shaped completely, and runs in its reading direction.
@Suite struct ScriptTests {
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

  @Test func `a text of emoji alone is drawn, and named once`() throws {
    let widget = PlainWidget { _ in Text("😀😀") }
    let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
    let words = compiled.layout.nodes.filter { $0.slot == "slot0" && $0.text == "😀😀" }
    #expect(!words.isEmpty && words.allSatisfy { $0.kind == "picture" })
    #expect(compiled.layout.nodes.count { $0.slot == "slot0" && $0.kind == "picture" } == words.count)
    #expect(compiled.diagnostics.isEmpty)
  }

  /// Large text is moved by the bearing of what it begins with.
  @Test(arguments: [false, true]) func `an emoji is drawn at any place in large text`(isPaper: Bool) throws {
    let texts = ["🎉 Party", "🎂", "Cake 🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂", "Pizza 🍕", "🎉 חגיגה 3 🎂"]
    var board = testBoard()
    if isPaper { board.becomePaper() }
    for text in texts {
      let widget = PlainWidget { _ in
        VStack {
          Text(text).font(.system(size: 40)).lineLimit(3)
          Text(text).font(.largeTitle).boundByInk()
        }
      }
      let compiled = try SceneCompiler().compile(testScene([widget], board: board), at: noon)
      #expect(compiled.diagnostics.isEmpty)
      try withArchive(compiled) { archive in
        let nodes = compiled.layout.nodes.filter { $0.slot != nil && $0.text == text }
        #expect(nodes.count >= 2 && nodes.allSatisfy { !archive.nodes[$0.node].bounds.isEmpty }, "\(text)")
      }
      let emoji = compiled.layout.nodes.filter { $0.slot != nil && $0.kind == "picture" && $0.text == text }
      #expect(emoji.allSatisfy { $0.framePx.minX.isFinite && $0.framePx.minX >= 0 })
    }
  }

  @Test func `an emoji beside what ticks is drawn`() throws {
    let widget = PlainWidget { _ in Text("☀️ since \(noon, style: .timer) 😀") }
    let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
    #expect(compiled.diagnostics.isEmpty)
    let nodes = compiled.layout.nodes.filter { $0.slot == "slot0" }
    #expect(
      nodes.contains { $0.kind == "tickText" }
        && nodes.contains { $0.kind == "picture" && $0.text?.contains("😀") == true })
  }

  @Test func `what no font has is reported once for a widget and a script, and drawn as boxes`() throws {
    // Han of plane 3, and a letter of Todhri, which came with Unicode 16.
    let widget = PlainWidget { _ in Text("\u{30000}\u{30001} \u{105C0} \u{30002}") }
    let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
    #expect(compiled.diagnostics.count == 2)
    #expect(compiled.diagnostics.allSatisfy { $0.description.contains("no font has") })
    #expect(compiled.diagnostics.contains { $0.description.contains("2 other characters") })
    let boxes = try withArchive(compiled) { archive in
      compiled.layout.nodes.filter { $0.text?.contains("\u{105C0}") == true }.map { archive.nodes[$0.node].b }
    }
    #expect(!boxes.isEmpty && boxes.allSatisfy { $0 == 4 })
  }

  @Test func `every script of the fonts is drawn, each text in fonts that it names itself`() throws {
    let samples = try ScriptFont.all.indices.map(Self.sample)
    #expect(samples.allSatisfy { !$0.isEmpty })
    let widget = PlainWidget { _ in
      HStack(alignment: .top, spacing: 4) {
        ForEach(Array(stride(from: 0, to: samples.count, by: 12)), id: \.self) { first in
          VStack(spacing: 2) {
            ForEach(Array(samples[first..<min(first + 12, samples.count)]), id: \.self) { Text($0).font(.caption) }
          }
        }
      }
    }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 2400, heightPx: 1200), at: noon)
    #expect(compiled.diagnostics.isEmpty)
    try withArchive(compiled) { archive in
      for sample in samples {
        let nodes = compiled.layout.nodes.filter { $0.slot != nil && $0.text == sample }
        #expect(!nodes.isEmpty && nodes.allSatisfy { !archive.nodes[$0.node].bounds.isEmpty }, "\(sample)")
      }
    }
    try TypesetterCache.shared.withTypesetter { typesetter in
      for (index, sample) in samples.enumerated() {
        let files = Set(shaped(sample, in: typesetter).glyphs.map { file($0, in: typesetter) })
        let name = try #require(files.first)
        #expect(ScriptFont.all[index].files.contains { $0.hasSuffix(name) }, "\(sample): \(files)")
        #expect(files.count == 1)
      }
    }
  }

  /// Three letters, figures or signs that are drawn with a font.
  private static func sample(_ font: Int) throws -> String {
    let letters = try coverage([ScriptFont.all[font].files[0]])
    defer { FcCharSetDestroy(letters) }
    var found = ""
    for (place, start) in ScriptFont.starts.enumerated() where Int(start.font) == font {
      let end = place + 1 < ScriptFont.starts.count ? ScriptFont.starts[place + 1].first : start.first + 1
      for value in start.first..<end where found.count < 3 {
        guard let scalar = Unicode.Scalar(value), FcCharSetHasChar(letters, value) != 0 else { continue }
        let kind = scalar.properties.generalCategory
        if ![.unassigned, .control, .format, .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator].contains(
          kind)
          && !scalar.properties.isEmojiPresentation
        {
          found.unicodeScalars.append(scalar)
        }
      }
    }
    return found
  }

  /// Else fonts that a process has opened for other texts would decide what is drawn.
  @Test func `a character that some font has is drawn with the font that is named for it`() throws {
    let always = try Self.coverage(
      ["\(FontLibrary.interFolder)/Inter-Regular.otf"] + FallbackFont.scripts.compactMap(\.files.first))
    let fonts = try ScriptFont.all.map { try Self.coverage([$0.files[0]]) }
    defer { for set in fonts + [always] { FcCharSetDestroy(set) } }
    var checked = 0
    for value in UInt32(0x500)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value), !scalar.properties.isDefaultIgnorableCodePoint else { continue }
      if let index = ScriptFont.index(of: scalar) {
        checked += FcCharSetHasChar(fonts[index], value) != 0 ? 1 : 0
        #expect(FcCharSetHasChar(always, value) == 0 || FcCharSetHasChar(fonts[index], value) != 0, "\(scalar)")
      } else if ![.privateUse, .control, .format, .unassigned].contains(scalar.properties.generalCategory) {
        let isDrawn = FcCharSetHasChar(always, value) != 0 || scalar.value >= 0xFFF0 && scalar.value <= 0xFFFF
        #expect(isDrawn || fonts.allSatisfy { FcCharSetHasChar($0, value) == 0 }, "\(scalar) \(value)")
      }
    }
    #expect(checked > 20_000)
  }

  private static func coverage(_ files: [String]) throws -> OpaquePointer {
    let all = try #require(FcCharSetCreate())
    for file in files {
      var count: Int32 = 0
      let pattern = try #require(FcFreeTypeQuery(file, 0, nil, &count), "\(file)")
      defer { FcPatternDestroy(pattern) }
      var set: OpaquePointer?
      if FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch, let set {
        _ = FcCharSetMerge(all, set, nil)
      }
    }
    return all
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
      #expect(Set(words.lines.dropLast().map { Int($0.width.rounded()) }).count == 1)
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
