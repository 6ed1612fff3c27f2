import Afterglow
import AfterglowBoards
import AfterglowCompiler
import Foundation
import PixelSupport

extension PanelPixels {
  /// The frames of a board's widgets on its panel, by their names.
  static func frames(of folder: String) throws -> [String: Rect] {
    let noon = Date(timeIntervalSince1970: 1_795_255_200)  // 2026-11-21T10:00:00Z
    let loaded = BoardFolder.load(folder, at: noon)
    guard let board = loaded.folder else { throw CompileError("\(loaded.problems)") }
    return try SceneCompiler().compile(board.panelScene(), at: noon).layout.slotFramesPx
  }
}
