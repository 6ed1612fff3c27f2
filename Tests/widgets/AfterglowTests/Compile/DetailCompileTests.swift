import AfterglowArchive
import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Details of widgets, on pages behind those that can be turned to.
@Suite struct DetailCompileTests {
  private func widget(_ words: String, failure: String? = nil) -> any Widget {
    PlainWidget(provider: PlainProvider(words: [words], failure: failure)) { Text($0.words) }
  }

  private func scene(_ count: Int = 2, input: String = "auto", failure: String? = nil) -> PanelScene {
    var scene = testScene((0..<count).map { widget("w\($0)", failure: failure) })
    if count > 2 { scene.context = .home }
    scene.strings[.input] = input
    scene.updateSlots { $0.detail = SlotDetail() }
    return scene
  }

  private func archive<R>(_ compiled: CompiledScene, _ body: (Archive) throws -> R) throws -> R {
    try compiled.archive.withUnsafeBytes { try body(try Archive.reopen($0)) }
  }

  @Test func `each widget has a region that opens its details behind the last page`() throws {
    let compiled = try SceneCompiler().compile(scene(), at: noon)
    #expect(compiled.details.slots == ["slot0", "slot1"] && compiled.details.byteCount > 200)
    try archive(compiled) { archive in
      #expect(archive.board.pages == PageSettings(count: 1, detailCount: 2))
      #expect(archive.widgets.map(\.page) == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2])
      for index in 1...2 {
        let widget = archive.widget(index)
        let region = try #require(archive.regions(ofEntry: Int(widget.entries.first)).first)
        let action = archive.actions[Int(region.action)]
        #expect(region.kind == RegionKind.widget.rawValue && region.bounds == widget.bounds)
        #expect(action.kind == ActionKind.page.rawValue && action.argument == Int32(index))
      }
      let panel = PixelRect(x0: 0, y0: 0, x1: 800, y1: 480)
      #expect(archive.widget(5).bounds == panel, "a place without cards is filled")
    }
    #expect(compiled.touches.rows.isEmpty, "no author is needed")
  }

  @Test func `details are no part of the layout, the timelines and the sizes of pages`() throws {
    let compiled = try SceneCompiler().compile(scene(), at: noon)
    #expect(Set(compiled.layout.slotFramesPx.keys) == ["slot0", "slot1"])
    #expect(compiled.layout.nodes.allSatisfy { $0.widget < 3 } && compiled.layout.scales.count == 3)
    #expect(Set(compiled.timelines.keys) == ["slot0", "slot1"] && Set(compiled.contents.keys) == ["slot0", "slot1"])
    #expect(compiled.pageByteCounts.count == 1)
    #expect(compiled.pageByteCounts[0] + compiled.details.byteCount == compiled.archive.count)
  }

  @Test func `a board without input is compiled as before there were details`() throws {
    var without = scene(input: "")
    without.updateSlots { $0.detail = nil }
    let compiled = try SceneCompiler().compile(scene(input: ""), at: noon)
    #expect(try compiled.archive == SceneCompiler().compile(without, at: noon).archive)
    #expect(compiled.details.slots.isEmpty && compiled.archive[8] == 6)
  }

  @Test func `a widget in which nothing may act has no details`() throws {
    var quiet = scene()
    quiet.slots[0].allowsActions = false
    let compiled = try SceneCompiler().compile(quiet, at: noon)
    #expect(compiled.details.slots == ["slot1"])
  }

  @Test func `a widget without content has details that cannot be opened`() throws {
    let compiled = try SceneCompiler().compile(scene(failure: "nothing came"), at: noon)
    try archive(compiled) { archive in #expect(archive.regions.isEmpty && archive.board.pages.details == 2) }
  }

  @Test func `an action of the whole widget takes the place of its details`() throws {
    var own = scene()
    own.slots[0].widget = PlainWidget { _ in Link(action: ActionReference(name: "lamp")) { Text("Lamp") } }
    own.origin.actions = [SceneAction(name: "lamp", parameter: .none, performer: .author)]
    let compiled = try SceneCompiler().compile(own, at: noon)
    try archive(compiled) { archive in
      let regions = archive.regions(ofEntry: Int(archive.widget(1).entries.first))
      let kinds = regions.map { archive.actions[Int($0.action)].kind }
      #expect(Set(kinds) == [ActionKind.author.rawValue])
    }
  }

  @Test func `controls of a widget are above the region of its details`() throws {
    var own = scene()
    own.slots[0].widget = PlainWidget { _ in
      Button(action: ActionReference(name: "lamp")) { Text("on").frame(width: 60, height: 60) }
    }
    own.origin.actions = [SceneAction(name: "lamp", parameter: .none, performer: .author)]
    let compiled = try SceneCompiler().compile(own, at: noon)
    try archive(compiled) { archive in
      let regions = archive.regions(ofEntry: Int(archive.widget(1).entries.first)).filter { $0.isIn(slot: 0) }
      #expect(regions.map(\.kind) == [RegionKind.widget, .button].map(\.rawValue))
    }
  }

  @Test(arguments: [(17, 15), (20, 14)])
  func `details beyond the archive's pages and widgets are left out, last first, with a note`(
    count: Int, kept: Int
  ) throws {
    let compiled = try SceneCompiler().compile(scene(count), at: noon)
    #expect(compiled.details.slots == (0..<kept).map { "slot\($0)" })
    let notes = compiled.diagnostics.filter { $0.message.contains("opens no details") }
    #expect(notes.map(\.slot) == (kept..<count).map { "slot\($0)" } && notes.allSatisfy { $0.severity == .notice })
  }

  @Test func `details beyond the board's memory are left out, last first, and never an error`() throws {
    var without = scene()
    without.updateSlots { $0.detail = nil }
    let least = try SceneCompiler().compile(without, at: noon).archive.count
    let most = try SceneCompiler().compile(scene(), at: noon).archive.count
    var narrow = scene()
    narrow.board.archiveBankByteCount = UInt32(most - 1)
    let one = try SceneCompiler().compile(narrow, at: noon)
    #expect(one.details.slots == ["slot0"])
    narrow.board.archiveBankByteCount = UInt32(least + 8)
    let none = try SceneCompiler().compile(narrow, at: noon)
    #expect(none.details.slots.isEmpty && none.archive[8] == 6)
    #expect(none.diagnostics.filter { $0.message.contains("opens no details") }.map(\.slot) == ["slot1", "slot0"])
    narrow.board.archiveBankByteCount = 2_000
    #expect(throws: CompileError.self) { try SceneCompiler().compile(narrow, at: noon) }
  }

  @Test func `a panel that has no more room than the widget has no details`() throws {
    var small = scene(1)
    small.geometry = PanelGeometry(widthPx: 250, heightPx: 122, widthMm: 48.5, heightMm: 23.7)
    let compiled = try SceneCompiler().compile(small, at: noon)
    #expect(compiled.details.slots.isEmpty && !compiled.diagnostics.contains { $0.message.contains("details") })
  }

  @Test func `kept content is the details' as well, and is not drawn again`() throws {
    let store = DrawingStore()
    let first = try SceneCompiler().compile(scene(), at: noon, reusing: store)
    #expect(store.counts.drawn == 4)
    var next = scene(failure: "nothing came")
    next.updateSlots { $0.kept = first.contents[$0.identifier] }
    let second = try SceneCompiler().compile(next, at: noon, reusing: store)
    #expect(second.archive == first.archive && store.counts.drawn == 4 && store.counts.reused == 4)
    // A provider that fails later leaves the details that it has given before.
    var failing = scene(failure: "nothing came")
    failing.updateSlots { slot in
      slot.lastGood = first.contents[slot.identifier]?.timeline
      slot.detail?.lastGood = first.contents[slot.identifier]?.detailTimeline
    }
    let third = try SceneCompiler().compile(failing, at: noon)
    try archive(third) { archive in #expect(archive.regions.count > 0 && archive.board.pages.details == 2) }
    #expect(third.contents["slot0"]?.detailTimeline != nil)
  }

  @Test func `a widget that is leafed through has a region on either side if the archive has several entries`() throws {
    for words in [["a"], ["a", "b"]] {
      var photos = testScene([PlainWidget(provider: PlainProvider(words: words)) { Text($0.words) }])
      photos.strings[.input] = "auto"
      photos.slots[0].isLeafedThrough = true
      let compiled = try SceneCompiler().compile(photos, at: noon)
      try archive(compiled) { archive in
        let widget = archive.widget(1)
        let regions = archive.regions(ofEntry: Int(widget.entries.first)).filter { $0.isIn(slot: 0) }
        let arguments = regions.map { archive.actions[Int($0.action)].argument }
        #expect(arguments == (words.count > 1 ? [-1, 1] : []))
        guard let last = regions.last else { return }
        #expect(regions[0].bounds.x0 == widget.bounds.x0 && last.bounds.x1 == widget.bounds.x1)
        #expect(regions.allSatisfy { $0.bounds.width == widget.bounds.width / 3 })
      }
    }
  }

  @Test func `a widget that is leafed through has no entry twice on a panel that shows coming hours`() throws {
    var photos = testScene([PlainWidget(provider: PlainProvider(words: ["a", "b"], policy: .atEnd)) { Text($0.words) }])
    photos.strings[.input] = "auto"
    photos.board.showsAhead = 1
    for isLeafed in [true, false] {
      photos.slots[0].isLeafedThrough = isLeafed
      let compiled = try SceneCompiler().compile(photos, at: noon)
      let reaches: [String: TimeInterval] = isLeafed ? [:] : ["slot0": 3_600]
      #expect(compiled.reaches == reaches)
      try archive(compiled) { archive in
        let entries = archive.widget(1).entries
        let beyond = (0..<Int(entries.count)).count { archive.entry(Int(entries.first) + $0).isBeyondReach }
        #expect(entries.count == 2 && beyond == (isLeafed ? 0 : 1))
      }
    }
  }

  @Test func `the entries of details have the share of the panel that they light`() throws {
    let compiled = try SceneCompiler().compile(scene(), at: noon)
    try archive(compiled) { archive in
      #expect(archive.entry(Int(archive.widget(5).entries.first)).litPermille > 0)
    }
  }
}
