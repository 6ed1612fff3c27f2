import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowEngine

/// Keys that a board binds to effects of its own.
@Suite struct BoundKeyTests {
  private static let code: UInt16 = 148

  private func rig(_ effect: KeyEffect, code: UInt16 = BoundKeyTests.code) throws -> TouchRig {
    var scene = TouchScene()
    scene.keys = [(code, effect)]
    return try TouchRig(scene)
  }

  @Test(arguments: [60, 3_000] as [Int64])
  func `a key performs its action when it comes up`(heldMs: Int64) throws {
    let touch = try rig(.action)
    touch.key(isDown: true, code: Self.code)
    #expect(touch.commands.isEmpty)
    touch.key(isDown: false, code: Self.code, afterMs: heldMs)
    let command = try #require(touch.commands.first)
    #expect(touch.commands.count == 1 && command.action == 0 && command.value == 0)
    #expect(command.widget == ActionCommand.noWidget && command.key == Self.code)
    #expect(command.archive == touch.rig.engine.archive?.contentHash)
    touch.answer(.failed, to: command)
    #expect(!touch.isMarked)
    touch.key(isDown: true, code: Self.code, afterMs: 100)
    touch.key(isDown: false, code: Self.code, afterMs: 60)
    #expect(touch.commands.count == 2 && touch.commands[1].sequence > command.sequence)
  }

  @Test func `a knob that was turned meanwhile cancels the key`() throws {
    let touch = try rig(.action)
    touch.key(isDown: true, code: Self.code)
    touch.turn(1)
    touch.key(isDown: false, code: Self.code, afterMs: 60)
    #expect(touch.commands.isEmpty)
  }

  @Test func `a key that wakes a dark panel does nothing else`() throws {
    let touch = try rig(.action)
    touch.isDark = true
    touch.key(isDown: true, code: Self.code)
    touch.isDark = false
    touch.key(isDown: false, code: Self.code, afterMs: 60)
    #expect(touch.commands.isEmpty)
    touch.key(isDown: true, code: Self.code, afterMs: 60)
    touch.key(isDown: false, code: Self.code, afterMs: 60)
    #expect(touch.commands.count == 1)
  }

  @Test func `a key that activates is another Enter`() throws {
    let touch = try rig(.activate)
    touch.key(isDown: true, code: Self.code)
    touch.key(isDown: false, code: Self.code, afterMs: 60)
    #expect(touch.commands.isEmpty && touch.hasRing(TouchScene.button))
    touch.key(isDown: true, code: Self.code, afterMs: 60)
    touch.key(isDown: false, code: Self.code, afterMs: 60)
    #expect(touch.commands.map(\.region) == [TouchScene.buttonKey])
  }

  @Test func `a bound key loses its usual effect`() throws {
    let touch = try rig(.nothing, code: KeyCode.enter)
    touch.key(isDown: true)
    touch.key(isDown: false, afterMs: 60)
    #expect(!touch.hasRing(TouchScene.button) && touch.commands.isEmpty)
  }

  @Test func `a key without a binding keeps its usual effect`() throws {
    let touch = try rig(.action)
    touch.key(isDown: true)
    touch.key(isDown: false, afterMs: 60)
    #expect(touch.hasRing(TouchScene.button))
  }

  static let roles: [(KeyEffect, KeyRole)] = [
    (.nothing, .other), (.action, .other), (.activate, .activate), (.nextControl, .next), (.previousControl, .previous),
    (.nextPage, .nextPage), (.previousPage, .previousPage), (.dismiss, .dismiss),
  ]

  @Test(arguments: roles) func `each effect is that of one role`(effect: KeyEffect, role: KeyRole) throws {
    let archive = try #require(rig(effect).rig.engine.archive)
    #expect(KeyBindings(archive).role(of: Self.code) == role)
    #expect(KeyBindings(archive).role(of: KeyCode.enter) == .activate)
  }

  @Test func `a new archive brings new keys`() throws {
    let touch = try rig(.action)
    var scene = TouchScene()
    scene.keys = [(200, .action)]
    try touch.load(scene)
    touch.frame(afterMs: 20)
    for code in [Self.code, 200] {
      touch.key(isDown: true, code: code, afterMs: 20)
      touch.key(isDown: false, code: code, afterMs: 60)
    }
    #expect(touch.commands.map(\.key) == [200])
  }
}
