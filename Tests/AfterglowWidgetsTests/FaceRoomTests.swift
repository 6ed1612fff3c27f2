import Afterglow
import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowWidgets

/// Faces in places of any shape: of a panel of their own, and of half of one beside another widget.
@Suite struct FaceRoomTests {
  private static let sides = [
    Size(width: 400, height: 480), Size(width: 400, height: 460), Size(width: 400, height: 448),
    Size(width: 480, height: 480), Size(width: 480, height: 420), Size(width: 512, height: 600),
    Size(width: 300, height: 480), Size(width: 240, height: 480), Size(width: 600, height: 480),
    Size(width: 800, height: 300),
  ]

  @Test(arguments: ClockFace.allCases, sides)
  func `words and figures lie inside the place`(face: ClockFace, size: Size) throws {
    for (locale, date) in [("en_US", true), ("de_DE", true), ("en_GB", false)] {
      let compiled = try Self.compile(face, size, locale: locale, hasDate: date)
      let painted = try PaintedItem(compiled)
      for mode in [ModeOverride.day, .alwaysOn, .night] {
        _ = painted.pixels(mode)
        for node in compiled.layout.nodes where node.slot != nil && painted.isVisible(node) {
          guard let points = node.fontSizePt, let text = node.text ?? node.tick else { continue }
          // The capitals stand in the middle of a line's box.
          let half = points * HeroGrid.capShare / 2
          let (top, bottom) = (node.framePt.midY - half, node.framePt.midY + half)
          let scale = node.framePx.height / node.framePt.height
          let (width, height) = (size.width / scale, size.height / scale)
          #expect(
            top > 3 && bottom < height - 3 && node.framePt.minX > -0.5 && node.framePt.maxX < width + 0.5,
            "\(locale), \(mode): \(text) at \(node.framePt) of \(width) × \(height)")
        }
      }
    }
  }

  private static func compile(
    _ face: ClockFace, _ size: Size, locale: String, hasDate: Bool
  ) throws -> CompiledScene {
    var board = BoardRecord()
    board.archiveBankByteCount = 4 << 20
    board.clockTrust = ClockTrust.always.rawValue
    var scene = PanelScene(
      context: .standBy, style: PanelStyle(),
      slots: [
        SceneSlot(
          identifier: "clock", widget: ClockWidget(), family: .systemSmall,
          configuration: ["face": .string(face.rawValue), "date": .bool(hasDate)])
      ], timeZone: TimeZone(identifier: "Europe/Lisbon")!, locale: Locale(identifier: locale),
      geometry: PanelGeometry(
        widthPx: Int(size.width), heightPx: Int(size.height), widthMm: size.width * 0.2, heightMm: size.height * 0.2),
      board: board, strings: PanelScene.Strings(name: "face"))
    scene.place = Place(name: "Lisbon", latitude: 38.72, longitude: -9.14)
    return try SceneCompiler().compile(scene, at: GalleryItem.now)
  }
}
