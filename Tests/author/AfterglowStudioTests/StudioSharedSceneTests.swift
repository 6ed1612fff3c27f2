import Foundation
import Testing

@testable import AfterglowStudio

/// One scene on several panels.
@Suite struct StudioSharedSceneTests {
  private typealias Object = [String: Any]

  private static let scene = """
    context: standBy
    widgets:
      - kind: clock
      - kind: note
        configuration: {text: Buy bread}
    """

  private func spoken(_ rig: StudioRig, _ board: String) throws -> String {
    let layout = try rig.ask("POST", "/api/boards/\(board)/layout", ["at": "2026-11-21T09:41:00Z"]).document
    return (layout["spoken"] as? [Object] ?? []).map { "\($0)" }.joined()
  }

  @Test func `every board shows it, and a change on one is in the one file`() throws {
    let boards = ["bedside-clock", "epaper-4in2-v2"]
    let rig = try StudioRig("bedside-clock", "epaper-4in2-v2", scene: Self.scene)
    let own = try boards.map { try String(contentsOfFile: rig.path($0, "scene.yaml"), encoding: .utf8) }
    for board in boards { #expect(try spoken(rig, board).contains("Buy bread"), "\(board)") }
    let edit: Object = ["op": "configure", "widget": "note", "path": ["text"], "value": "Buy milk"]
    #expect(try rig.ask("POST", "/api/boards/bedside-clock/edit", ["edits": [edit]]).status == 200)
    let shared = try String(contentsOf: rig.folder.appending(path: "scene.yaml"), encoding: .utf8)
    #expect(shared == Self.scene.replacing("Buy bread", with: "Buy milk"))
    // The watch reports to the other board that the file is another.
    let isReread = DispatchSemaphore(value: 0)
    rig.boards[1].reread { revision, files in
      #expect(revision != nil && files.contains { $0.hasSuffix("/scene.yaml") })
      isReread.signal()
    }
    isReread.wait()
    for board in boards { #expect(try spoken(rig, board).contains("Buy milk"), "\(board)") }
    #expect(try boards.map { try String(contentsOfFile: rig.path($0, "scene.yaml"), encoding: .utf8) } == own)
  }

  @Test func `one that is not there is refused at the start`() {
    var settings = Studio.Settings(boards: [StudioRig.repository.appending(path: "boards/bedside-clock").path])
    settings.scenePath = "/nowhere/scene.yaml"
    #expect(throws: (any Error).self) { try Studio(settings) }
  }
}
