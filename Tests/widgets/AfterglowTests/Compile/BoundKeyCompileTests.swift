import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Keys of the board's file in the archive.
@Suite struct BoundKeyCompileTests {
  private static let actions = [
    SceneAction(name: "lamp", parameter: .none, performer: .author),
    SceneAction(name: "quiet", parameter: .none, performer: .mode(.night)),
    SceneAction(name: "dim", parameter: .choices(["on", "off"]), performer: .author),
  ]

  private func compiled(_ keys: [BoundKey], input: String = "auto") throws -> CompiledScene {
    var scene = testScene([PlainWidget { _ in Text("a") }])
    scene.strings[.input] = input
    scene.origin.actions = Self.actions
    scene.origin.keys = keys
    return try SceneCompiler().compile(scene, at: noon)
  }

  @Test func `a key has its effect, or the number of its action`() throws {
    let compiled = try compiled([
      BoundKey(code: 148, effect: .action, action: "lamp"), BoundKey(code: 149, effect: .action, action: "quiet"),
      BoundKey(code: 150, effect: .nextPage), BoundKey(code: 151, effect: .action, action: "lamp"),
    ])
    try withArchive(compiled) { archive in
      let lamp = try #require(archive.action(ofKey: 148))
      let quiet = try #require(archive.action(ofKey: 149))
      #expect(archive.action(ofKey: 151) == lamp && archive.action(ofKey: 150) == nil)
      #expect(archive.actions[Int(lamp)].kind == ActionKind.author.rawValue)
      #expect(archive.actions[Int(quiet)].kind == ActionKind.mode.rawValue)
      let row = compiled.touches.row(action: lamp, widget: UInt32.max, region: 151)
      #expect(row?.order == TouchOrder(slot: "", kind: "", request: .action(ActionReference(name: "lamp"))))
      #expect(compiled.touches.row(action: lamp, widget: UInt32.max, region: 149) == nil)
      #expect(compiled.touches.row(action: lamp, widget: 0, region: 148) == nil)
    }
  }

  @Test func `a key whose action is missing or needs a value performs nothing`() throws {
    let compiled = try compiled([
      BoundKey(code: 148, effect: .action, action: "gone"), BoundKey(code: 149, effect: .action, action: "dim"),
    ])
    #expect(compiled.touches.rows.isEmpty)
    try withArchive(compiled) { archive in #expect(archive.actions.isEmpty) }
  }

  @Test func `a board without input has no keys`() throws {
    let key = BoundKey(code: 148, effect: .nextPage)
    #expect(try compiled([key], input: "").archive == compiled([], input: "").archive)
    #expect(try compiled([key]).archive != compiled([]).archive)
  }
}
