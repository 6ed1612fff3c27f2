import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import Foundation
import PixelSupport
import Testing

/// Law 4 as seen: the mark of an untrusted clock on every shipped board that emits light.
@Suite struct ClockMarkTests {
  private static let start: Int64 = 1_795_255_200  // 2026-11-21T10:00:00Z
  private static let date = Date(timeIntervalSince1970: Double(start))

  private static func folder(of name: String) throws -> BoardFolder {
    let path = HouseRulesTests.root.appending(path: "boards/\(name)").path
    return try #require(BoardFolder.load(path, at: date).folder)
  }

  private struct Marked {
    var board: BoardFolder
    /// Of pixels that the mark changes and of those that are lit in its colour, in the panel's own coordinates.
    var changed: [(x: Int, y: Int)] = []
    var ink: (left: Int, top: Int, right: Int, bottom: Int) = (.max, .max, .min, .min)
    var width = 0
    var height = 0
    var pixels: [UInt32] = []
  }

  private static func mark(_ name: String) throws -> Marked? {
    let board = try folder(of: name)
    let scene = board.panelScene()
    if scene.board.isEmissive == 0 { return nil }
    let archive = try SceneCompiler().compile(scene, at: date).archive
    let panel = try NightPanel(archive: archive)
    panel.show(start, .day, isTrusted: true)
    let before = panel.pixels
    panel.show(start, .day, isTrusted: false)
    var marked = Marked(board: board, pixels: panel.pixels)
    let isTurned = Rotation(rawValue: scene.board.rotation)?.swapsAxes == true
    marked.width = isTurned ? scene.geometry.heightPx : scene.geometry.widthPx
    marked.height = before.count / marked.width
    for index in before.differingIndices(from: marked.pixels) {
      let (x, y) = (index % marked.width, index / marked.width)
      marked.changed.append((x, y))
      let pixel = marked.pixels[index]
      if pixel >> 16 & 255 < 160 || pixel & 255 > 60 { continue }
      marked.ink = (
        min(marked.ink.left, x), min(marked.ink.top, y), max(marked.ink.right, x), max(marked.ink.bottom, y)
      )
    }
    return marked
  }

  @Test(arguments: CommandLineProgram.shippedBoards)
  func `nothing shows through the mark of an untrusted clock, and all of it is on the glass`(name: String) throws {
    guard let marked = try Self.mark(name) else { return }
    let ink = marked.ink
    try #require(ink.left < ink.right, "there is no mark")
    #expect(max(ink.right - ink.left, ink.bottom - ink.top) >= 80, "words, not only a symbol")
    // Orange on black: its blue stays near 0, whatever lies below it.
    for y in ink.top...ink.bottom {
      for x in ink.left...ink.right {
        let pixel = marked.pixels[y * marked.width + x]
        let isOrangeOnBlack = pixel & 255 <= 24 && pixel >> 8 & 255 <= (pixel >> 16 & 255) * 7 / 10 + 2
        if !isOrangeOnBlack {
          Issue.record("\(x), \(y): \(String(pixel, radix: 16))")
          return
        }
      }
    }
    if !marked.board.panelScene().geometry.isRound { return }
    let radius = Double(marked.width) / 2
    for (x, y) in marked.changed {
      let distance = hypot(Double(x) + 0.5 - radius, Double(y) + 0.5 - radius)
      #expect(distance < radius, "\(x), \(y) is outside of the disc")
    }
  }

  @Test(arguments: CommandLineProgram.shippedBoards)
  func `on bare paper the mark stands in the margin, and hides nothing`(name: String) throws {
    let scene = try Self.folder(of: name).panelScene()
    if scene.board.isEmissive != 0 { return }
    let archive = try SceneCompiler().compile(scene, at: Self.date).archive
    let panel = try NightPanel(archive: archive)
    panel.show(Self.start, .day, isTrusted: true)
    let before = panel.pixels
    panel.show(Self.start, .day, isTrusted: false)
    let after = panel.pixels
    let changed = before.differingIndices(from: after)
    for (old, new) in changed.map({ (before[$0], after[$0]) }) {
      #expect(old & 0xFF_FFFF == 0xFF_FFFF && new & 0xFF_FFFF != 0xFF_FFFF, "the mark covers something")
    }
    #expect(changed.count >= 80, "words")
  }
}
