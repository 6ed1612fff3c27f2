import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Words of any script, and emoji at any place in them, are drawn by every widget in every place: all of them by
/// `make test-readers`, each family with one text by `make test`.
@Suite struct ContentScriptTests {
  private static let isWhole = ProcessInfo.processInfo.environment["AFTERGLOW_READERS"] != nil
  /// Emoji first, alone, first after a wrap, last, and in words from right to left.
  private static let emoji = [
    "🎉 Party", "🎂", "Cake 🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂", "Pizza 🍕", "🎉 חגיגה 3 🎂", "👩‍💻", "🇩🇪 أهلا",
  ]
  private static let scripts = [
    "ประชุมทีม", "குழு கூட்டம்", "দলের সভা", "გუნდის შეხვედრა", "Թիմի հանդիպում", "팀 회의", "የቡድን ስብሰባ", "ប្រជុំក្រុម",
    "කණ්ඩායම් රැස්වීම", "జట్టు సమావేశం", "ཚོགས་འདུ།", "အစည်းအဝေး", "ການປະຊຸມ", "ಸಭೆ", "യോഗം", "સભા", "ਮੀਟਿੰਗ",
    "ܟܢܫܐ", "ᏓᏂᎳᏫᎬ", "會議",
  ]

  private struct Place: CustomStringConvertible {
    var item: GalleryItem
    var context: WidgetContext

    var description: String { "\(item.testDescription) in \(context.rawValue)" }
  }

  private static func places(of kind: String) -> [Place] {
    GalleryItem.all.filter { $0.kind == kind }.flatMap { item in
      WidgetContext.allCases.filter { $0.families().contains(item.family) }.map { Place(item: item, context: $0) }
    }
  }

  /// Whether some node that shows a text has a pixel of it.
  private static func shows(_ text: String, _ compiled: CompiledScene) throws -> Bool {
    try compiled.withArchive { archive in
      compiled.layout.nodes.contains { node in
        guard node.slot != nil, let words = node.text, words.contains(text) || text.contains(words), !words.isEmpty
        else { return false }
        return !archive.nodes[node.node].bounds.isEmpty
      }
    }
  }

  @Test(arguments: TextContent.kinds)
  func `an emoji is drawn wherever it stands, in every family and place`(kind: String) throws {
    let places = Self.places(of: kind)
    // Each place has another text; the first place of each family has all.
    for (index, place) in places.enumerated() {
      let isFirst = place.context == places.first { $0.item == place.item }?.context
      guard isFirst || Self.isWhole else { continue }
      for (turn, text) in Self.emoji.enumerated()
      where isFirst && Self.isWhole || index % Self.emoji.count == turn {
        let others = Self.emoji[turn...] + Self.emoji[..<turn]
        let compiled = try TextContent(Array(others), of: kind).compiled(place.item, in: place.context)
        guard let compiled else { continue }
        #expect(compiled.diagnostics.allSatisfy { !"\($0)".contains("no font") }, "\(place): \(compiled.diagnostics)")
        if place.item.family.isSystem { #expect(try Self.shows(text, compiled), "\(place): \(text)") }
      }
    }
  }

  @Test(arguments: TextContent.kinds) func `a title of any script has ink, in every family`(kind: String) throws {
    for (index, item) in GalleryItem.all.filter({ $0.kind == kind }).enumerated() {
      for turn in 0..<(Self.isWhole ? 3 : 1) {
        let start = (index * 3 + turn) * 7 % Self.scripts.count
        let texts = Array(Self.scripts[start...] + Self.scripts[..<start])
        guard let compiled = try TextContent(texts, of: kind).compiled(item) else { continue }
        #expect(compiled.diagnostics.allSatisfy { !"\($0)".contains("no font") }, "\(item): \(compiled.diagnostics)")
        if item.family.isSystem { #expect(try Self.shows(texts[0], compiled), "\(item): \(texts[0])") }
      }
    }
  }

  @Test(arguments: TextContent.kinds) func `emoji and scripts are drawn in ink`(kind: String) throws {
    for (index, item) in GalleryItem.all.filter({ $0.kind == kind }).enumerated() where Self.isWhole || index % 3 == 0 {
      let texts = [Self.emoji[index % Self.emoji.count], Self.scripts[index % Self.scripts.count]]
      let compiled = try TextContent(texts, of: kind).compiled(item) { scene in
        scene.board.isEmissive = 0
        scene.board.pixelFormat = PixelFormat.mono1.rawValue
      }
      guard let compiled else { continue }
      #expect(compiled.diagnostics.allSatisfy { !"\($0)".contains("no font") }, "\(item): \(compiled.diagnostics)")
      if item.family.isSystem { #expect(try Self.shows(texts[0], compiled), "\(item): \(texts[0])") }
    }
  }

  @Test func `a script that no font has is one warning, and boxes in place of its letters`() throws {
    // Letters of Todhri, which came with Unicode 16.
    let texts = ["\u{105C0}\u{105C1}\u{105C2}", "\u{105C4}\u{105C5}"]
    let item = GalleryItem(kind: "calendar", family: .systemMedium)
    let compiled = try #require(try TextContent(texts, of: "calendar").compiled(item))
    let warnings = compiled.diagnostics.filter { "\($0)".contains("no font") }
    #expect(warnings.count == 1 && "\(warnings)".contains("4 other characters"), "\(compiled.diagnostics)")
    for text in texts { #expect(try Self.shows(text, compiled)) }
  }
}
