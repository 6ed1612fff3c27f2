import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Scenes of several pages in one archive.
@Suite struct PageCompileTests {
  private func widget(_ words: String) -> any Widget {
    PlainWidget(provider: PlainProvider(words: [words])) { Text($0.words) }
  }

  /// A scene whose pages show these words, one widget each on those after the first.
  private func scene(_ first: [String], _ others: [String] = []) -> PanelScene {
    var scene = testScene(first.map(widget))
    scene.pages.others = others.enumerated().map { number, words in
      PanelPages.Page(
        name: "page\(number)", context: .home, style: scene.style,
        slots: [SceneSlot(identifier: "other\(number)", widget: widget(words))])
    }
    return scene
  }

  private func archive<R>(_ compiled: CompiledScene, _ body: (Archive) throws -> R) throws -> R {
    try compiled.archive.withUnsafeBytes { try body(try Archive.reopen($0)) }
  }

  @Test func `each page has the scene behind its widgets and the marks above them`() throws {
    let compiled = try SceneCompiler().compile(scene(["a", "b"], ["c", "d"]), at: noon)
    try archive(compiled) { archive in
      #expect(archive.board.pages.count == 3)
      #expect(archive.widgets.map(\.page) == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2])
      let kinds = archive.widgets.map { archive.string($0.kind) }
      #expect(kinds == ["scene", "plain", "plain", "marks", "scene", "plain", "marks", "scene", "plain", "marks"])
    }
    #expect(compiled.layout.scales.count == 9)
    for node in compiled.layout.nodes { #expect(compiled.layout.scales.indices.contains(node.widget)) }
  }

  @Test func `a scene with one page is compiled as before there were pages`() throws {
    let one = try SceneCompiler().compile(scene(["a", "b"]), at: noon)
    var named = scene(["a", "b"])
    named.pages.firstName = "main"
    named.pages.returnSeconds = 5
    #expect(try SceneCompiler().compile(named, at: noon).archive == one.archive)
    #expect(one.pageByteCounts == [one.archive.count])
  }

  @Test func `the sizes of the pages add up to the archive`() throws {
    let compiled = try SceneCompiler().compile(scene(["a", "b"], ["c", "d"]), at: noon)
    #expect(compiled.pageByteCounts.count == 3 && compiled.pageByteCounts.allSatisfy { $0 > 100 })
    #expect(compiled.pageByteCounts.reduce(0, +) == compiled.archive.count)
  }

  @Test func `only the widget whose content changes is drawn again, whatever its page is`() throws {
    let store = DrawingStore()
    let first = try SceneCompiler().compile(scene(["a", "b"], ["c", "d"]), at: noon, reusing: store)
    #expect(store.counts.drawn == 4 && store.counts.reused == 0)
    var next = scene(["a", "b"], ["c", "e"])
    next.updateSlots { slot in
      if slot.identifier != "other1" { slot.kept = first.contents[slot.identifier] }
    }
    let second = try SceneCompiler().compile(next, at: noon + 60, reusing: store)
    #expect(store.counts.drawn == 5 && store.counts.reused == 3)
    #expect(try second.archive == SceneCompiler().compile(next, at: noon + 60).archive)
  }

  /// A panel's pixels of a page.
  private func pixels(_ compiled: CompiledScene, page: Int) throws -> [UInt32] {
    try archive(compiled) { archive in
      let memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: archive.board) + 4096)
      var arena = Arena(memory.bytes)
      var engine = try #require(Engine(board: archive.board, arena: &arena))
      try engine.adopt(archive)
      engine.show(page: page)
      let moment = Moment(
        realtime: Instant(date: noon), monotonic: MonotonicInstant(milliseconds: 0), isTrusted: true)
      _ = engine.step(moment, lux: nil, override: .day)
      engine.paint()
      let plane = engine.plane
      let size = Int(plane.size.width)
      return (0..<Int(plane.size.height)).flatMap { y in
        (0..<size).map { plane.base[y * plane.stridePx + $0] & 0xFF_FFFF }
      }
    }
  }

  @Test func `a page shows what a scene of this page alone shows`() throws {
    let whole = scene(["a", "b"], ["c"])
    let compiled = try SceneCompiler().compile(whole, at: noon)
    for page in 0...1 {
      let alone = try SceneCompiler().compile(whole.onPage(page), at: noon)
      #expect(try pixels(compiled, page: page) == pixels(alone, page: 0), "page \(page)")
    }
    #expect(try pixels(compiled, page: 0) != pixels(compiled, page: 1))
  }

  @Test func `the shares that entries light are those of their own page`() throws {
    let whole = scene(["a", "b"], ["c"])
    let compiled = try SceneCompiler().compile(whole, at: noon)
    let alone = try SceneCompiler().compile(whole.onPage(1), at: noon)
    let share = try archive(alone) { archive in archive.entry(Int(archive.widget(1).entries.first)).litPermille }
    #expect(share > 0)
    try archive(compiled) { archive in
      #expect(archive.entry(Int(archive.widget(5).entries.first)).litPermille == share)
    }
  }

  @Test func `the schedule and the rules of turning are in the archive`() throws {
    var whole = scene(["a", "b"], ["c", "d"])
    whole.pages.returnSeconds = 90
    whole.pages.presencePage = 2
    whole.pages.schedule = [
      PanelPages.Start(page: 1, minute: 600, days: 0x7F), PanelPages.Start(page: 0, minute: 700, days: 0x7F),
    ]
    let compiled = try SceneCompiler().compile(whole, at: noon)
    try archive(compiled) { archive in
      #expect(archive.board.pages == PageSettings(count: 3, returnSeconds: 90, presencePage: 2))
      #expect(archive.actions.map(\.kind) == [ActionKind.scheduledPage, .scheduledPage].map(\.rawValue))
      #expect(archive.actions.map(\.page) == [1, 0] && archive.actions.map(\.minute) == [600, 700])
    }
  }

  @Test func `a control that turns a page needs no author`() throws {
    var whole = scene(["a", "b"], ["c"])
    whole.slots[0].widget = PlainWidget { _ in
      Button(action: ActionReference(name: "turn")) { Text("on").frame(width: 60, height: 60) }
    }
    whole.strings[.input] = "auto"
    whole.origin.actions = [SceneAction(name: "turn", parameter: .none, performer: .page(.to(1)))]
    let compiled = try SceneCompiler().compile(whole, at: noon)
    #expect(compiled.touches.rows.isEmpty)
    try archive(compiled) { archive in
      #expect(archive.actions.map(\.kind) == [ActionKind.page.rawValue] && archive.actions[0].argument == 1)
    }
  }

  @Test func `what does not fit a page is reported at the page`() {
    var whole = scene(["a", "b"], ["c"])
    let page = SourcePlace(file: "scene.yaml", line: 9, column: 5)
    whole.origin.places = [.scene: SourcePlace(file: "scene.yaml", line: 1, column: 1), .sceneKey("pages[0]"): page]
    #expect(whole.onPage(1).origin.place(of: .scene) == page)
    #expect(whole.onPage(1).origin.place(of: .sceneKey("grid")) == page)
    whole.pages.others[0].slots[0].identifier = "slot0"
    #expect(throws: CompileError.self) { try SceneCompiler().compile(whole, at: noon) }
  }

  @Test func `an archive without room names the size of each page`() throws {
    var whole = scene(["a", "b"], ["c"])
    whole.board.archiveBankByteCount = 4096
    do {
      _ = try SceneCompiler().compile(whole, at: noon)
      Issue.record("there was room")
    } catch let error as CompileError {
      #expect(error.subject == .memory && error.message.contains("Its pages: 1 "), "\(error.message)")
      #expect(error.message.contains(", page0 "), "\(error.message)")
    }
  }
}
