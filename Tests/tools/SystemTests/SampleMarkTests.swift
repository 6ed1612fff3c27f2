import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import Foundation
import TestSupport
import Testing

/// Invented content is marked on every shipped board that has some: in its widget, or next to one that is too small.
@Suite struct SampleMarkTests {
  private static let now = Date(timeIntervalSince1970: 1_795_255_200)  // 2026-11-21T10:00:00Z

  private static func compiled(_ name: String, isPreview: Bool = false) throws -> (PanelScene, CompiledScene) {
    let path = HouseRulesTests.root.appending(path: "boards/\(name)").path
    let board = try #require(BoardFolder.load(path, at: now).folder)
    var scene = board.panelScene()
    scene.style.isPreview = isPreview
    return (scene, try SceneCompiler().compile(scene, at: now))
  }

  @Test(arguments: CommandLineProgram.shippedBoards)
  func `the mark is in its widget or next to it, apart from all words`(name: String) throws {
    let (scene, compiled) = try Self.compiled(name)
    let samples = scene.slots.filter { $0.widget.descriptor.kind == "weather" }
    let marks = compiled.layout.nodes.filter { $0.name == "sampleMark" && $0.text != nil }
    if scene.context == .watchFace {
      // Along the dial; `WatchFaceTests` looks at its letters.
      #expect(!samples.isEmpty && Set(marks.compactMap(\.slot)) == Set(samples.map(\.identifier)))
      #expect(marks.allSatisfy { $0.text == "Sample weather" && !$0.isCut })
      return
    }
    #expect(marks.isEmpty == samples.isEmpty, "\(marks)")
    let panel = Rect(
      x: 0, y: 0, width: Double(scene.geometry.widthPx), height: Double(scene.geometry.heightPx))
    for mark in marks {
      #expect(mark.text == "Sample weather" && !mark.isCut)
      // A circle has no room for it.
      let isOwn = samples.contains { $0.identifier == mark.slot && $0.family != .accessoryCircular }
      #expect(isOwn || mark.slot == nil && samples.allSatisfy { $0.family == .accessoryCircular })
      let scale = compiled.layout.scales[mark.widget]
      // What `check` asks of a widget's text, and of its distance to other words.
      let place = mark.slot.flatMap { compiled.layout.slotFramesPx[$0] }
      let room = place.map { $0.insetBy(dx: 6 * scale, dy: 6 * scale) } ?? panel
      let words = Self.ink(mark)
      #expect(
        words.minX >= room.minX && words.minY >= room.minY && words.maxX <= room.maxX && words.maxY <= room.maxY,
        "\(words) in \(room)")
      let gap = isOwn ? 3 * scale : 0
      let ink = words.insetBy(dx: -gap, dy: -gap)
      let together = try Self.drawnTogether(with: mark, compiled)
      let others = compiled.layout.nodes.filter {
        $0.text != nil && $0.framePx.width > 0 && ($0.slot != mark.slot || together.contains($0.node))
      }
      for other in others where !["sampleMark", "clockMark", "ageMark", "aheadMark"].contains(other.name) {
        let words = Self.ink(other)
        let isApart =
          words.maxX <= ink.minX || words.minX >= ink.maxX || words.maxY <= ink.minY || words.minY >= ink.maxY
        #expect(isApart, "\(other.text ?? "") \(words) next to \(ink)")
      }
    }
  }

  /// The nodes that some entry of a widget draws together with this one: at another hour its words have other widths.
  private static func drawnTogether(with node: LayoutNode, _ compiled: CompiledScene) throws -> Set<Int> {
    let aligned = AlignedBytes(compiled.archive)
    return try withExtendedLifetime(aligned) {
      let archive = try Archive.validate(aligned.bytes)
      let lists = archive.variants.map { list in
        archive.nodeList[Int(list.first)..<Int(list.first) + Int(list.count)].map { Int($0) }
      }
      return Set(lists.filter { $0.contains(node.node) }.joined())
    }
  }

  /// Where letters are in their line: capitals have some three fifths of its height.
  private static func ink(_ node: LayoutNode) -> Rect { node.framePx.insetBy(dx: 0, dy: node.framePx.height * 0.2) }

  @Test func `a preview has none`() throws {
    let (_, compiled) = try Self.compiled("bedside-clock", isPreview: true)
    #expect(!compiled.layout.nodes.contains { $0.name == "sampleMark" })
  }
}
