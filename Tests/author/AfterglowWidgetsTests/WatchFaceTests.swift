import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// A round face at each minute of its dial.
@Suite struct WatchFaceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "boards/round-240").path

  /// The shipped board, with other complications where a test asks for them.
  private func compiled(_ widgets: [String]) throws -> CompiledScene {
    var scene = try #require(BoardFolder.load(Self.folder, at: GalleryItem.now).folder).panelScene()
    scene.timeZone = TimeZone(identifier: "Europe/Lisbon")!
    scene.locale = Locale(identifier: "en_GB")
    if !widgets.isEmpty {
      scene.slots = widgets.map { kind in
        SceneSlot(
          identifier: kind, widget: AlteredWidget.unredacted(WidgetGallery.builtIn.widget(kind)!),
          family: .accessoryCircular)
      }
    }
    return try CompilerPool.compile(scene, at: GalleryItem.now)
  }

  private static func isHand(_ node: NodeRecord) -> Bool { node.kind == NodeKind.tickHand.rawValue }

  private static func isBracket(_ node: NodeRecord) -> Bool {
    (NodeKind.beginGroup.rawValue...NodeKind.endClip.rawValue).contains(node.kind)
  }

  /// The hour hand ends before short figures; the minute hand passes them within a few minutes.
  @Test(arguments: [[], ["calendar", "reminders", "system", "value"], ["weather", "clock", "countdown", "value"]])
  func `at no minute does a complication cut a hand`(widgets: [String]) throws {
    let compiled = try compiled(widgets)
    let own = Set(compiled.layout.nodes.filter { $0.slot != nil }.map(\.node))
    let whole = try PaintedItem(compiled)
    let bare = try PaintedItem(compiled) { index, node, _ in own.contains(index) && !Self.isBracket(node) }
    let handless = try PaintedItem(compiled) { index, node, _ in Self.isHand(node) && !own.contains(index) }
    let wordless = try PaintedItem(compiled) { index, node, _ in
      Self.isHand(node) && !own.contains(index) || PaintedItem.isText(node)
    }
    var covered = 0.0
    for minute in 0..<720 {
      for item in [whole, bare, handless, wordless] { item.show(.day, later: Int64(minute) * 60, isWhole: false) }
      let ink = DialInk(
        whole: whole.plane, bare: bare.plane, handless: handless.plane, wordless: wordless.plane)
      #expect(ink.handCount > 0 && ink.wordCount > 0)
      #expect(ink.cutCount == 0, "\(minute / 60):\(minute % 60): \(ink.cutCount) of \(ink.handCount) px")
      covered += Double(ink.coveredCount) / Double(ink.wordCount)
    }
    #expect(covered / 720 < 0.15, "hands cover \(covered / 7.2) % of the words on average")
  }

  @Test(arguments: [
    (true, WidgetFamily.accessoryCircular), (false, .accessoryCircular), (false, .accessoryCorner),
  ])
  func `invented weather in any place of a face is marked along the dial`(
    isRound: Bool, family: WidgetFamily
  ) throws {
    var scene = try #require(BoardFolder.load(Self.folder, at: GalleryItem.now).folder).panelScene()
    let sample = try #require(scene.slots.first { $0.widget.descriptor.kind == "weather" })
    scene.timeZone = TimeZone(identifier: "Europe/Lisbon")!
    scene.geometry.isRound = isRound
    scene.slots = (0..<4).map { index in
      var slot = sample
      slot.identifier = "weather\(index)"
      slot.family = family
      return slot
    }
    for language in ["en_GB", "de_DE", "ja_JP"] {
      scene.locale = Locale(identifier: language)
      let compiled = try CompilerPool.compile(scene, at: GalleryItem.now)
      let marks = compiled.layout.nodes.filter { $0.name == "sampleMark" }
      let places = Set(marks.map(\.node))
      let whole = try PaintedItem(compiled)
      let without = try PaintedItem(compiled) { index, _, _ in places.contains(index) }
      let bare = try PaintedItem(compiled) { _, node, paint in
        node.kind != NodeKind.beginGroup.rawValue && node.kind != NodeKind.beginClip.rawValue
          && paint.role != PaintRole.background.rawValue
      }
      for mode in [ModeOverride.day, .alwaysOn, .night] {
        let (all, others, ground) = (whole.pixels(mode), without.pixels(mode), bare.pixels(mode))
        let shown = marks.filter { whole.isVisible($0) }
        #expect(Set(shown.compactMap(\.slot)).count == 4, "\(language) \(mode): \(shown.map(\.slot))")
        #expect(shown.allSatisfy { !$0.isCut && ($0.fontSizePt ?? 0) >= 10.99 }, "\(language) \(mode)")
        let ink = all.differingIndices(from: others)
        #expect(!ink.isEmpty && all.coveringCount(over: others, bare: ground) == 0, "\(language) \(mode)")
        let half = Double(whole.width) / 2
        let distances = ink.map { place in
          let (x, y) = (Double(place % whole.width) + 0.5 - half, Double(place / whole.width) + 0.5 - half)
          return half - (isRound ? hypot(x, y) : max(abs(x), abs(y)))
        }
        #expect(distances.min().map { $0 >= 6 } == true, "\(language) \(mode): \(distances.min() ?? 0) px")
      }
    }
  }
}
