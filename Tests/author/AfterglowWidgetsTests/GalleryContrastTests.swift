import AfterglowArchive
import AfterglowCore
import AfterglowLight
import Foundation
import PixelSupport
import Testing

import struct AfterglowCore.Color

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// All text of all built-in widgets in every look, against the pixels that really lie behind it.
@Suite struct GalleryContrastTests {
  /// A mode and the rooms in which it is judged.
  struct Room {
    var mode: ModeOverride
    var name: String
    var lux: [Double]
  }

  /// By day the web's formula; always-on in its dim room by physical contrast, and by the web's where a person asks for it
  /// in a lit one; night by physical contrast (docs/rules.md, Contrast). Always-on keeps 3:1 of all text.
  static let rooms = [
    Room(mode: .day, name: "day", lux: [300]), Room(mode: .alwaysOn, name: "always-on", lux: [12, 300]),
    Room(mode: .night, name: "night", lux: [1, 5]),
  ]

  @Test(arguments: GalleryItem.all) func `every text stands out`(item: GalleryItem) throws {
    for style in GalleryItem.Style.allCases {
      for text in try Self.texts(item, item.compiled(style)) {
        #expect(
          text.contrast >= text.least,
          "\(item.testDescription), \(style), \(text.look): “\(text.words)” has \(text.contrast) of \(text.least) × 100"
        )
      }
    }
  }

  /// Glass is as dark as the wallpaper needs, and vibrant text covers as much of it.
  @Test(arguments: [0xFFFF_FFFF, 0xFFFF_D60A, 0xFF80_8080] as [UInt32])
  func `the glass material keeps every text readable over a bright wall`(_ wall: UInt32) throws {
    for item in GalleryItem.all where [.systemSmall, .systemMedium].contains(item.family) {
      for style in [GalleryItem.Style.clear, .tinted] {
        let scene = item.scene(style) { $0.style.wallpaper = .colors([wall]) }
        for text in try Self.texts(item, item.compile(scene)) {
          #expect(
            text.contrast >= text.least,
            "\(item.testDescription), \(style), \(text.look): “\(text.words)” has \(text.contrast) of \(text.least)")
        }
      }
    }
  }

  struct Measured {
    var words: String
    var look: String
    /// × 100.
    var contrast: Int64
    var least: Int64
  }

  /// Every text with the contrast of its weakest part.
  static func texts(_ item: GalleryItem, _ compiled: CompiledScene) throws -> [Measured] {
    #expect(compiled.diagnostics == [])
    let shown = try PaintedItem(compiled)
    let bare = try PaintedItem(compiled, hidesText: true)
    return rooms.flatMap { room in
      let (front, back) = (shown.pixels(room.mode), bare.pixels(room.mode))
      let judges = room.lux.map { Legibility(shown.light, shown.legibility, millilux: Int64($0 * 1000)) }
      return compiled.layout.nodes.compactMap { node -> Measured? in
        guard node.slot != nil, PaintedItem.isText(shown.record(node)), shown.isVisible(node) else { return nil }
        let grounds = back.coveredColors(by: front, in: shown.record(node).bounds, width: shown.width)
        guard !grounds.isEmpty else { return nil }
        let color = shown.color(node)
        let ratios = grounds.flatMap { ground in
          judges.map { $0.hundredths(Self.blend(color, over: ground), over: Color(argb: ground | 0xFF00_0000)) }
        }
        // A symbol is a mark, not text.
        let isMark = node.text.flatMap(Symbol.init(named:)) != nil
        let points = (node.fontSizePt ?? 0) * compiled.layout.deviceShares[node.widget]
        return Measured(
          words: node.name ?? node.text ?? node.kind, look: room.name, contrast: ratios.min() ?? 0,
          least: isMark || points >= 18 || room.mode == .alwaysOn
            ? Legibility.largeHundredths : Legibility.textHundredths)
      }
    }
  }

  private static func blend(_ color: Color, over ground: UInt32) -> Color {
    let share = Double(color.alpha) / 255
    func channel(_ front: UInt8, _ back: UInt32) -> UInt8 {
      UInt8((Double(front) * share + Double(back & 255) * (1 - share)).rounded())
    }
    return Color(
      red: channel(color.red, ground >> 16), green: channel(color.green, ground >> 8), blue: channel(color.blue, ground)
    )
  }
}
