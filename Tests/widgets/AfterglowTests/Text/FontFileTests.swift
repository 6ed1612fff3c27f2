import AfterglowArchive
import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Users' own fonts, by file.
@Suite struct FontFileTests {
  private static let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
  private static let mono = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
  private static let collection = "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"
  /// Squares that are twice as wide in bold.
  private static let variable = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "support/Fonts/Squares.ttf").path

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func copy(_ file: String, as name: String = "Own.ttf") throws -> URL {
    let copy = folder.appending(path: name)
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(atPath: file, toPath: copy.path)
    return copy
  }

  /// The glyphs of a view's first text.
  private func glyphs(_ view: some View, change: (inout EnvironmentValues) -> Void = { _ in }) throws -> (
    shaped: ShapedText, problems: [LayoutProblem]
  ) {
    let result = try laidOut(view, width: 300, height: 100, change: change)
    let shaped = result.items.lazy.compactMap { item in
      if case .glyphs(let shaped) = item.kind { shaped } else { nil }
    }.first
    return (try #require(shaped), result.problems)
  }

  /// The file of a face.
  private func source(_ shaped: ShapedText, at index: Int = 0) throws -> String {
    try TypesetterCache.shared.withTypesetter { typesetter in
      try #require(typesetter.library.source(of: shaped.glyphs[index].face)).file
    }
  }

  @Test func `text is drawn with the font of a file, and what that lacks with ours`() throws {
    let file = try copy(Self.variable)
    let (shaped, problems) = try glyphs(Text("Ae").font(.custom(file: file, size: 20)))
    #expect(problems.isEmpty && shaped.glyphs.count == 2)
    #expect(try source(shaped) == file.path)
    #expect(try source(shaped, at: 1).contains("Inter"))
  }

  @Test func `a scene's font is that of texts that name none`() throws {
    let file = try copy(Self.serif)
    func used(_ view: some View) throws -> String {
      try source(glyphs(view) { $0.fontFile = FontFile(path: file.path) }.shaped)
    }
    #expect(try used(Text("Words").font(.headline)) == file.path)
    #expect(try used(Text("Words").font(.system(.body, design: .monospaced))) == Self.mono)
    let own = try copy(Self.mono, as: "Other.ttf")
    #expect(try used(Text("Words").font(.custom(file: own, size: 20))) == own.path)
  }

  /// The environment of a widget's process is sent over a pipe.
  @Test func `a widget's process receives the scene's font`() {
    var environment = EnvironmentValues()
    environment.fontFile = FontFile(path: "/a/b.ttf", face: "Bold")
    #expect(ExtensionEnvironment(environment).values.fontFile == environment.fontFile)
  }

  @Test func `faces of another process are opened by the file that they are of`() throws {
    let file = try copy(Self.serif)
    let (shaped, _) = try glyphs(Text("Words").font(.custom(file: file, size: 20)))
    try TypesetterCache.shared.withTypesetter { typesetter in
      let body = try ExtensionWire.encode(shaped, fonts: typesetter.library).dropFirst(4)
      #expect(String(decoding: body, as: UTF8.self).replacing("\\/", with: "/").contains(file.path))
      // Another library, as in another process.
      let other = try FontLibrary()
      let read = try ExtensionWire.decode(ShapedText.self, Data(body), fonts: other)
      #expect(other.source(of: read.glyphs[0].face)?.file == file.path)
      #expect(other.face(read.glyphs[0].face) != nil)
      #expect(other.known(file: "/etc/passwd", index: 0) == nil && other.known(file: file.path, index: 64) == nil)
      #expect(other.known(file: "fonts/Own.ttf", index: 0) == nil)
    }
  }

  @Test func `fonts that are registered have their names`() throws {
    let file = try copy(Self.variable)
    try Font.register(file)
    let wide = try glyphs(Text("A").font(.custom("Squares", size: 20)).bold())
    #expect(wide.problems.isEmpty)
    #expect(try source(wide.shaped) == file.path)
    let unknown = try glyphs(Text("A").font(.custom("Sqares", size: 20)))
    #expect(unknown.problems.map(\.severity) == [.error])
    #expect(unknown.problems[0].message.contains("found \"Sqares\"") && unknown.problems[0].message.contains("squares"))
    #expect(throws: CompileError.self) { try Font.register(folder.appending(path: "None.ttf")) }
  }

  @Test func `a font by its name grows as its style does`() {
    let font = Font.custom("Any", size: 20, relativeTo: .body)
    let large = font.scaled(to: .accessibility5, in: .iOS)
    #expect(font.scaled(to: .large, in: .iOS).size == 20 && large.size > 40)
    #expect(Font.custom("Any", fixedSize: 20).scaled(to: .accessibility5, in: .iOS).size == 20)
  }

  @Test func `a variable font has its instances`() throws {
    let file = try copy(Self.variable)
    let regular = try glyphs(Text("A").font(.custom(file: file, size: 20))).shaped.glyphs[0]
    let bold = try glyphs(Text("A").font(.custom(file: file, size: 20)).bold()).shaped.glyphs[0]
    let named = try glyphs(Text("A").font(.custom(file: file, face: "Bold", size: 20))).shaped.glyphs[0]
    try TypesetterCache.shared.withTypesetter { typesetter in
      func width(_ glyph: PlacedGlyph) -> Int {
        typesetter.glyphs.image(GlyphKey(face: glyph.face, glyph: glyph.glyph, size26Dot6: 40 * 64, quarter: 0)).width
      }
      #expect(width(regular) == 14 && width(bold) == 30 && width(named) == 30, "\(width(regular)) \(width(bold))")
    }
  }

  @Test func `a collection's faces go by their names`() throws {
    let file = try copy(Self.collection, as: "Own.ttc")
    let names = try FontFiles.shared.names(in: file.path)
    #expect(names.contains("WenQuanYi Micro Hei Mono"))
    #expect(FontFile(path: file.path, face: "wenquanyi micro hei mono").problem == nil)
    let problem = try #require(FontFile(path: file.path, face: "Heavy").problem)
    #expect(problem.hasPrefix("expected one of its faces \"") && problem.hasSuffix("found \"Heavy\""), "\(problem)")
  }

  @Test func `a file called Inter changes no other text`() throws {
    func widths() throws -> [Double] {
      try ["Words", "→ ∞", "中文"].map { try glyphs(Text($0).font(.system(size: 31.5))).shaped.width }
    }
    let before = try widths()
    let file = try copy("/usr/share/fonts/opentype/inter/Inter-BlackItalic.otf", as: "Inter-Regular.otf")
    let own = try glyphs(Text("Words").font(.custom(file: file, size: 31.5)))
    #expect(try own.shaped.width != before[0] && source(own.shaped) == file.path)
    // Shaped again, with the other font loaded.
    let fresh = Typesetter(library: try FontLibrary())
    _ = try FontFiles.shared.font(FontFile(path: file.path))
    let font = ShapingFont(sizePx: 63, weight: .regular, hasTabularFigures: false, trackingPx: 0)
    func shape(_ custom: String?) -> ShapedText {
      var font = font
      font.custom = custom
      return fresh.shape(
        .init(text: "Words", font: font, width: nil, lineLimit: nil, alignment: .leading, language: "en"))
    }
    let plain = shape(nil)
    #expect(shape(try FontFiles.shared.font(FontFile(path: file.path)).family).width != plain.width)
    #expect(fresh.library.source(of: plain.glyphs[0].face)?.file.hasSuffix("/Inter-Regular.otf") == true)
    #expect(fresh.library.source(of: plain.glyphs[0].face)?.file != file.path)
    #expect(try widths() == before)
  }

  @Test func `a file that changes is another font`() throws {
    let file = try copy(Self.serif)
    let first = try glyphs(Text("Words").font(.custom(file: file, size: 20))).shaped
    _ = try copy(Self.mono)
    let second = try glyphs(Text("Words").font(.custom(file: file, size: 20))).shaped
    #expect(first.width != second.width)
    _ = try copy(Self.serif)
    #expect(try glyphs(Text("Words").font(.custom(file: file, size: 20))).shaped.width == first.width)
    // Truncates the file while it is in use.
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 100)
    try handle.close()
    let cut = try glyphs(Text("Words").font(.custom(file: file, size: 20)))
    #expect(cut.problems.count == 1 && cut.problems[0].message.contains("damaged"), "\(cut.problems)")
  }

  /// 69,000 texts of a wall's compile opened the same file.
  @Test func `a compile looks at a file once, and the next one sees that it was replaced`() throws {
    let font = FontFile(path: try copy(Self.serif).path)
    let library = try FontLibrary()
    let first = try library.family(of: font)
    _ = try copy(Self.mono)
    #expect(try library.family(of: font) == first)
    library.age()
    #expect(try library.family(of: font) != first)
    try FileManager.default.removeItem(atPath: font.path)
    library.age()
    #expect(throws: FontFileError.self) { try library.family(of: font) }
    _ = try copy(Self.serif)
    #expect(throws: FontFileError.self) { try library.family(of: font) }
    library.age()
    #expect(try library.family(of: font) == first)
  }

  @Test func `what is no font is reported with its name, and the text is shown`() throws {
    try FileManager.default.createDirectory(at: folder.appending(path: "folder.ttf"), withIntermediateDirectories: true)
    #expect(mkfifo(folder.appending(path: "pipe.ttf").path, 0o600) == 0)
    for (name, bytes) in [
      ("empty.ttf", []), ("words.ttf", Array("Once upon a time".utf8)), ("web.woff2", Array("wOF2".utf8)),
      ("head.ttf", [0, 1, 0, 0]),
      ("cut.ttf", Array(try Data(contentsOf: URL(fileURLWithPath: Self.serif)).prefix(2_000))),
    ] as [(String, [UInt8])] {
      try Data(bytes).write(to: folder.appending(path: name))
    }
    #expect(truncate(folder.appending(path: "empty.ttf").path, 0) == 0)
    #expect(FileManager.default.createFile(atPath: folder.appending(path: "large.ttf").path, contents: nil))
    #expect(truncate(folder.appending(path: "large.ttf").path, 33 << 20) == 0)
    let emoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
    if FileManager.default.isReadableFile(atPath: emoji) { _ = try copy(emoji, as: "emoji.ttf") }
    for (name, what) in [
      ("none.ttf", "found none"), ("folder.ttf", "found a folder"), ("pipe.ttf", "found a device"),
      ("empty.ttf", "found an empty file"), ("words.ttf", "found another file"), ("web.woff2", "web font (WOFF)"),
      ("head.ttf", "damaged"), ("cut.ttf", "damaged"), ("large.ttf", "at most 32 MiB, found 33 MiB"),
      ("emoji.ttf", "found one of pictures alone"),
    ] where name != "emoji.ttf" || FileManager.default.fileExists(atPath: folder.appending(path: name).path) {
      let file = folder.appending(path: name)
      let (shaped, problems) = try glyphs(
        VStack {
          Text("Words")
          Text("More")
        }
        .font(.custom(file: file, size: 20)))
      #expect(problems.count == 1 && problems[0].severity == .error, "\(name): \(problems)")
      #expect(problems[0].message.hasPrefix("\(file.path): expected "), "\(problems)")
      #expect(problems[0].message.contains(what), "\(name): \(problems)")
      #expect(try source(shaped).contains("Inter"))
    }
  }

  /// Partly invalid tables, as on a damaged disk: none may end the author.
  @Test func `fonts with wrong bytes end nothing`() throws {
    var numbers = SeededNumbers(seed: 9)
    let files = [Self.variable, "/usr/share/fonts/opentype/inter/Inter-Thin.otf"]
    for file in files {
      let good = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      for round in 0..<60 {
        var bytes = good
        for _ in 0..<Int.random(in: 1...40, using: &numbers) {
          // Most of what is read first is at the start.
          let reach = Bool.random(using: &numbers) ? min(bytes.count, 3_000) : bytes.count
          bytes[Int.random(in: 12..<reach, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
        }
        if round % 4 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count - 20, using: &numbers)) }
        let broken = folder.appending(path: "broken-\(round).ttf")
        try Data(bytes).write(to: broken)
        let widget = PlainWidget { _ in
          VStack {
            Text("AB Words 42").font(.custom(file: broken, size: 40))
            Text(clock: .hourMinuteSecond).font(.custom(file: broken, size: 12)).bold()
          }
        }
        let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
        #expect(!compiled.archive.isEmpty)
      }
    }
  }

  @Test func `an archive has the glyphs of the font that its scene uses`() throws {
    let file = try copy(Self.variable)
    func compiled(_ font: Font) throws -> CompiledScene {
      let widget = PlainWidget { _ in Text("ABBA").font(font) }
      return try SceneCompiler().compile(testScene([widget]), at: noon)
    }
    let own = try compiled(.custom(file: file, size: 30))
    #expect(own.diagnostics.isEmpty)
    // Two letters at four positions each, and the host's own marks: two of the clock.
    try withArchive(own) { #expect($0.glyphs.count <= 26) }
    #expect(try shown(own) != shown(compiled(.system(size: 30))))
    let again = try compiled(.custom(file: file, size: 30))
    #expect(again.archive == own.archive)
    var scene = testScene([PlainWidget { _ in Text("ABBA").font(.system(size: 30)) }])
    scene.style.font = FontFile(path: file.path)
    #expect(try shown(SceneCompiler().compile(scene, at: noon)) == shown(own))
  }

  @Test func `letters and a clock in fonts of files`() throws {
    let (serif, mono) = (URL(fileURLWithPath: Self.serif), URL(fileURLWithPath: Self.mono))
    let squares = URL(fileURLWithPath: Self.variable)
    let widget = PlainWidget { _ in
      VStack(alignment: .leading, spacing: 4) {
        Text("Serif, from a file").font(.custom(file: serif, size: 14))
        Text("Mono 0123").font(.custom(file: mono, size: 14))
        HStack {
          Text("AB BA").font(.custom(file: squares, size: 14))
          Text("AB BA").font(.custom(file: squares, size: 14)).bold()
        }
        Text(clock: .hourMinute).font(.custom(file: serif, size: 40))
        Text("One ").font(.custom(file: serif, size: 13)) + Text("line ").font(.custom(file: mono, size: 13))
          + Text("of three").font(.system(size: 13))
      }
    }
    let compiled = try SceneCompiler().compile(
      testScene([widget], widthPx: 340, heightPx: 340, board: testBoard()), at: noon)
    #expect(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)")
    try expectGolden(try shown(compiled), "font-files")
  }
}
