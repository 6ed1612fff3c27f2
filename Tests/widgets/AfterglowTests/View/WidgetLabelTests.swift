import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// The label of a complication along a watch's face.
@Suite struct WidgetLabelTests {
  private func scene(
    _ family: WidgetFamily, isRound: Bool = false, _ content: @escaping @Sendable () -> some View
  ) -> PanelScene {
    var scene = testScene(
      Array(repeating: PlainWidget { _ in content() } as any Widget, count: 4), widthPx: 396, heightPx: 396)
    scene.context = .watchFace
    scene.geometry.isRound = isRound
    for index in scene.slots.indices { scene.slots[index].family = family }
    return scene
  }

  @Test(arguments: [(WidgetFamily.accessoryInline, 0), (.accessoryCircular, 1), (.accessoryRectangular, 1)])
  func `an accessory has a background unless it is a line of text`(family: WidgetFamily, count: Int) throws {
    let drawn = try laidOut(AccessoryWidgetBackground(), width: 60, height: 26) { $0.widgetFamily = family }
    #expect(drawn.items.count == count && drawn.problems.isEmpty)
  }

  private func labels(_ compiled: CompiledScene) -> [LayoutNode] {
    compiled.layout.nodes.filter { $0.text == "Harbour" }
  }

  @Test(arguments: [(WidgetFamily.accessoryCorner, false), (.accessoryCircular, true), (.accessoryCircular, false)])
  func `a label lies along the dial, beside its own widget and on no other`(
    family: WidgetFamily, isRound: Bool
  ) throws {
    let scene = scene(family, isRound: isRound) { Circle().fill(.secondary).widgetLabel("Harbour") }
    let compiled = try SceneCompiler().compile(scene, at: noon)
    #expect(compiled.diagnostics.isEmpty)
    let frames = scene.slots.map { compiled.layout.slotFramesPx[$0.identifier]! }
    for (index, slot) in scene.slots.enumerated() {
      let label = try #require(labels(compiled).first { $0.slot == slot.identifier })
      let (box, own) = (label.framePx, frames[index])
      #expect(box.minX >= 0 && box.minY >= 0 && box.maxX <= 396 && box.maxY <= 396)
      // Closer to its own widget than to any other.
      let distances = frames.map { hypot($0.midX - box.midX, $0.midY - box.midY) }
      #expect(distances.indices.min { distances[$0] < distances[$1] } == index)
      // Its centre is on the line from the face's centre through the widget.
      let cross = (box.midX - 198) * (own.midY - 198) - (box.midY - 198) * (own.midX - 198)
      #expect(abs(cross) < 0.06 * hypot(box.midX - 198, box.midY - 198) * hypot(own.midX - 198, own.midY - 198))
      #expect((label.fontSizePt ?? 0) >= 11)
    }
  }

  private func turns(_ slot: Int, _ family: WidgetFamily, isRound: Bool = false) throws -> [GlyphTurn] {
    let scene = scene(family, isRound: isRound) { Text("1").widgetLabel("Harbour") }
    let placement = try PanelLayout.plan(scene).placements[slot]
    let arc = try #require(placement.label)
    return try TypesetterCache.shared.withTypesetter { typesetter in
      var environment = EnvironmentValues()
      environment.font = .system(size: 12)
      let context = ResolveContext(
        environment: environment, typesetter: typesetter, container: Container(), scale: 2, date: noon, path: 1)
      var canvas = DrawCanvas()
      LabelBender(arc: arc, identity: context).draw(ResolvedView(Text("Harbour"), in: context), into: &canvas)
      guard case .glyphs(let text)? = canvas.items.first?.kind else { throw CompileError("no words") }
      return text.glyphs.map(\.turn)
    }
  }

  @Test func `words are read from left to right, and none is upside down`() throws {
    for slot in 0..<4 {
      let turns = try turns(slot, .accessoryCorner)
      #expect(turns.count == 7 && turns.allSatisfy { abs($0.tenths) < 900 && !$0.isMirrored })
      // Above, they turn to the right from letter to letter, below to the left.
      let leans = zip(turns, turns.dropFirst()).map { $1.tenths - $0.tenths }
      #expect(leans.allSatisfy { slot < 2 ? $0 > 0 : $0 < 0 })
    }
  }

  @Test func `a gauge is a bar along the dial, with its ends`() throws {
    let scene = scene(.accessoryCorner) {
      Text("21").widgetLabel {
        Gauge(value: 21, in: 12...30) {
          Text("Degrees")
        } currentValueLabel: {
          Text("21")
        } minimumValueLabel: {
          Text("12")
        } maximumValueLabel: {
          Text("30")
        }
      }
    }
    let compiled = try SceneCompiler().compile(scene, at: noon)
    #expect(compiled.diagnostics.isEmpty)
    let nodes = compiled.layout.nodes.filter { $0.slot == "slot0" }
    let texts = nodes.compactMap(\.text)
    #expect(texts.contains("12") && texts.contains("30") && !texts.contains("Degrees"))
    let bars = nodes.filter { $0.kind == "polygon" }
    #expect(Set(bars.map(\.paint)).count >= 2)
    // Bent: the track's ends are further from its centre than those of a straight bar.
    #expect(bars.allSatisfy { min($0.framePx.width, $0.framePx.height) > 20 })
  }

  @Test func `elsewhere no label is shown, and a view can ask`() throws {
    struct Told: View {
      @Environment(\.showsWidgetLabel) var showsLabel
      var body: some View { Text(showsLabel ? "short" : "long words").widgetLabel("Harbour") }
    }
    let face = try SceneCompiler().compile(scene(.accessoryCircular) { Told() }, at: noon)
    #expect(face.layout.nodes.contains { $0.text == "short" } && labels(face).count >= 4)
    var locked = scene(.accessoryCircular) { Told() }
    locked.context = .lockScreen
    locked.slots.removeLast(2)
    let lock = try SceneCompiler().compile(locked, at: noon)
    #expect(lock.layout.nodes.contains { $0.text == "long words" } && labels(lock).isEmpty)
  }

  @Test func `a label that ticks is left out and reported, and the widget stays`() throws {
    let compiled = try SceneCompiler().compile(
      scene(.accessoryCorner) { Text("1").widgetLabel { Text(clock: .hourMinute) } }, at: noon)
    #expect(compiled.diagnostics.contains { $0.severity == .warning && $0.message.contains("ticks") })
    #expect(compiled.layout.nodes.contains { $0.slot == "slot0" && $0.text == "1" })
  }

  @Test func `a broken label costs its own tile`() throws {
    var scene = scene(.accessoryCorner) { Text("1").widgetLabel("Harbour") }
    scene.slots[1].widget = PlainWidget { _ in
      Text("2").widgetLabel { Circle().frame(width: .nan, height: 3) }
    }
    let compiled = try SceneCompiler().compile(scene, at: noon)
    #expect(compiled.diagnostics.map(\.slot) == ["slot1"])
    #expect(Set(labels(compiled).compactMap(\.slot)) == ["slot0", "slot2", "slot3"])
    #expect(compiled.layout.nodes.contains { $0.slot == "slot1" && $0.name == "unknown" })
  }
}
