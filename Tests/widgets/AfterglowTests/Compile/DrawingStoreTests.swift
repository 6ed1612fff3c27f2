import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Compiles that keep the drawings of what has not changed.
@Suite struct DrawingStoreTests {
  /// What a compile hands on, apart from the layout of ticking texts.
  private func compare(_ kept: CompiledScene, _ new: CompiledScene, _ deed: String) {
    #expect(kept.archive == new.archive, "\(deed)")
    #expect(kept.diagnostics == new.diagnostics, "\(deed)")
    #expect(kept.nextReload == new.nextReload && kept.nextCompile == new.nextCompile, "\(deed)")
    #expect(kept.zonePaths == new.zonePaths && kept.layout.targets == new.layout.targets, "\(deed)")
    #expect(kept.layout.nodes.map(\.node) == new.layout.nodes.map(\.node), "\(deed)")
    #expect(kept.layout.nodes.map(\.framePx) == new.layout.nodes.map(\.framePx), "\(deed)")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `after any change the archive is that of a compile from nothing`(_ seed: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("afterglow-change-\(getpid())-\(seed)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var changing = try ChangingScene(seed: seed, folder: folder)
    let store = DrawingStore()
    for step in 0..<60 {
      let (scene, date) = changing.scene()
      let kept = try SceneCompiler().compile(scene, at: date, reusing: store)
      let new = try SceneCompiler().compile(scene, at: date)
      compare(kept, new, "step \(step): \(changing.deed)")
      #expect(store.byteCount <= DrawingStore.limitByteCount)
      changing.keep(kept)
      try changing.change()
    }
    #expect(store.counts.reused > 40 && store.counts.drawn > 20, "\(store.counts)")
  }

  private func scene(_ words: [String], kept: [String: KeptContent] = [:], changed: String? = nil) -> PanelScene {
    var scene = testScene(
      words.map { word in PlainWidget(provider: PlainProvider(words: [word])) { Text($0.words) } })
    for index in scene.slots.indices where scene.slots[index].identifier != changed {
      scene.slots[index].kept = kept[scene.slots[index].identifier]
    }
    return scene
  }

  @Test func `only the widget whose content changes is drawn again`() throws {
    let store = DrawingStore()
    let first = try SceneCompiler().compile(scene(["one", "two"]), at: noon, reusing: store)
    #expect(store.counts.drawn == 2 && store.counts.reused == 0)
    let next = scene(["one", "three"], kept: first.contents, changed: "slot1")
    let second = try SceneCompiler().compile(next, at: noon + 60, reusing: store)
    #expect(store.counts.drawn == 3 && store.counts.reused == 1)
    #expect(Set(second.layout.nodes.compactMap(\.text)).isSuperset(of: ["one", "three"]))
  }

  @Test func `a provider that is asked again is drawn again although it says the same`() throws {
    let store = DrawingStore()
    _ = try SceneCompiler().compile(scene(["one", "two"]), at: noon, reusing: store)
    _ = try SceneCompiler().compile(scene(["one", "two"]), at: noon, reusing: store)
    #expect(store.counts.drawn == 4 && store.counts.reused == 0)
  }

  @Test func `a text of a distance is drawn again when its pattern changes, and not before`() throws {
    let store = DrawingStore()
    var scene = testScene([PlainWidget { Text($0.date + 30 * 86_400, style: .relative) }])
    let first = try SceneCompiler().compile(scene, at: noon, reusing: store)
    scene.slots[0].kept = first.contents["slot0"]
    _ = try SceneCompiler().compile(scene, at: noon + 60, reusing: store)
    #expect(store.counts.drawn == 1 && store.counts.reused == 1)
    let later = noon + 400 * 86_400
    let kept = try SceneCompiler().compile(scene, at: later, reusing: store)
    #expect(try kept.archive == SceneCompiler().compile(scene, at: later).archive)
  }

  @Test func `what one widget shows of the moment does not keep the others from being reused`() throws {
    let store = DrawingStore()
    var scene = testScene([
      PlainWidget { entry in TimelineView(.periodic(from: entry.date, by: 60)) { Text(verbatim: "\($0.date)") } },
      PlainWidget { Text($0.words) },
    ])
    let first = try SceneCompiler().compile(scene, at: noon, reusing: store)
    for index in scene.slots.indices { scene.slots[index].kept = first.contents["slot\(index)"] }
    _ = try SceneCompiler().compile(scene, at: noon + 1, reusing: store)
    #expect(store.counts.drawn == 3 && store.counts.reused == 1)
  }

  @Test func `a widget that gets a style of its own is drawn again, and its neighbour is not`() throws {
    func home(_ kept: [String: KeptContent], _ own: ColorScheme? = nil) -> PanelScene {
      var home = scene(["one", "two"], kept: kept)
      home.context = .home
      home.slots[0].style.colorScheme = own
      return home
    }
    let store = DrawingStore()
    let first = try SceneCompiler().compile(home([:]), at: noon, reusing: store)
    let light = home(first.contents, .light)
    let kept = try SceneCompiler().compile(light, at: noon, reusing: store)
    #expect(store.counts.drawn == 3 && store.counts.reused == 1)
    #expect(try kept.archive == SceneCompiler().compile(light, at: noon).archive)
    #expect(kept.archive != first.archive)
  }

  @Test func `drawings of slots that are gone are dropped`() throws {
    let store = DrawingStore()
    _ = try SceneCompiler().compile(scene(["one", "two"]), at: noon, reusing: store)
    let all = store.byteCount
    _ = try SceneCompiler().compile(scene(["one"]), at: noon, reusing: store)
    #expect(store.byteCount < all && store.byteCount > 0)
  }
}
