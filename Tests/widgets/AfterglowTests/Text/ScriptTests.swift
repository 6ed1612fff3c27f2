import AfterglowArchive
import CPango
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Scenes with every script and with emoji.
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
}
