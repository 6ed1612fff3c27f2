import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import Foundation
import Testing

@testable import Afterglow
@testable import AfterglowWidgets

/// A round face at each minute of its dial.
@Suite struct WatchFaceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "boards/round-240").path

  /// The shipped board, with other complications where a test asks for them.
  private func compiled(_ widgets: [String]) throws -> CompiledScene {
    var scene = try #require(BoardFolder.load(Self.folder).folder).panelScene()
    scene.timeZone = TimeZone(identifier: "Europe/Lisbon")!
    scene.locale = Locale(identifier: "en_GB")
    if !widgets.isEmpty {
      scene.slots = widgets.map { kind in
        SceneSlot(
          identifier: kind, widget: AlteredWidget.unredacted(WidgetGallery.builtIn.widget(kind)!),
          family: .accessoryCircular)
      }
    }
    return try SceneCompiler().compile(scene, at: GalleryItem.now)
  }

  @Test(arguments: [[], ["calendar", "reminders", "system", "value"], ["weather", "clock", "countdown", "value"]])
  func `at no minute does a hand cross what is read`(widgets: [String]) throws {
    let compiled = try compiled(widgets)
    let whole = try PaintedItem(compiled)
    let handless = try PaintedItem(compiled) { _, node, _ in node.kind == NodeKind.tickHand.rawValue }
    let wordless = try PaintedItem(compiled) { _, node, _ in
      node.kind == NodeKind.tickHand.rawValue || PaintedItem.isText(node)
    }
    for minute in 0..<720 {
      let later = Int64(minute) * 60
      let (all, bare, empty) = (
        whole.pixels(.day, later: later), handless.pixels(.day, later: later), wordless.pixels(.day, later: later)
      )
      let words = all.indices.filter { bare[$0] != empty[$0] }
      let crossed = words.count { all[$0] != bare[$0] }
      #expect(all != bare && !words.isEmpty)
      #expect(crossed == 0, "\(minute / 60):\(minute % 60): \(crossed) px")
    }
  }

  /// Whatever they pass, a third of what the hands cover is seen, and of each its beginning.
  @Test func `hands stay to be read`() throws {
    let compiled = try compiled(["weather", "calendar", "countdown", "value"])
    let whole = try PaintedItem(compiled)
    let handless = try PaintedItem(compiled) { _, node, _ in node.kind == NodeKind.tickHand.rawValue }
    let counts = (0..<720).map { minute in
      zip(whole.pixels(.day, later: Int64(minute) * 60), handless.pixels(.day, later: Int64(minute) * 60))
        .count { $0 != $1 }
    }
    #expect(counts.min()! * 3 > counts.max()!, "\(counts.min()!) to \(counts.max()!) px")
  }
}
