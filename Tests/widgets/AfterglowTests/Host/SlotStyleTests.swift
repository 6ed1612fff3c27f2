import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Widgets that have another appearance, mounting or texture than their scene.
@Suite struct SlotStyleTests {
  private func pixels(_ picture: Picture, _ rect: Rect) -> [UInt32] {
    (Int(rect.minY)..<Int(rect.maxY)).flatMap { y in
      (Int(rect.minX)..<Int(rect.maxX)).map { picture.pixels[y * Int(picture.size.width) + $0] }
    }
  }

  /// The colours of a widget's texts in a dim room.
  private func dimInks(_ index: Int, of scene: PanelScene) throws -> [UInt32] {
    try withArchive(try SceneCompiler().compile(scene, at: noon)) { archive in
      let widget = archive.widget(index + 1)
      let slot = widget.variantSlot(for: .init(renderingMode: .fullColor, isLuminanceReduced: true))
      return archive.displayList(entry: Int(widget.entries.first), slot: slot).compactMap { index in
        let node = archive.nodes[Int(index)]
        return node.kind == NodeKind.glyphRun.rawValue ? archive.paints[Int(node.paint)].color : nil
      }
    }
  }

  private func plain() -> PlainWidget<Text> { PlainWidget { Text($0.words) } }

  // MARK: surfaces

  /// Two small widgets, 268 mm each, on a panel of half a pixel per millimetre.
  private func surface(_ first: some Widget) -> PanelScene {
    var scene = testScene([first, plain()], widthPx: 440, heightPx: 240)
    scene.context = .surface
    scene.geometry.widthMm = 880
    scene.geometry.heightMm = 480
    return scene
  }

  /// The half of a widget that is far from its neighbour.
  private func half(_ index: Int, of scene: PanelScene) throws -> [UInt32] {
    let compiled = try SceneCompiler().compile(scene, at: noon)
    let frame = try #require(compiled.layout.slotFramesPx["slot\(index)"])
    let x = index == 0 ? frame.minX : frame.midX
    return pixels(
      try shown(compiled), Rect(x: x, y: frame.minY, width: frame.width / 2, height: frame.height))
  }

  @Test(arguments: SurfaceStyle.Texture.allCases, SurfaceStyle.Mounting.allCases)
  func `a widget has its own mounting and texture, and its neighbour those of the scene`(
    texture: SurfaceStyle.Texture, mounting: SurfaceStyle.Mounting
  ) throws {
    let scene = surface(plain())
    var whole = scene
    whole.style.surface.texture = texture
    whole.style.surface.mounting = mounting
    var own = scene
    own.slots[0].style.texture = texture
    own.slots[0].style.mounting = mounting
    #expect(try half(0, of: own) == half(0, of: whole))
    #expect(try dimInks(0, of: own) == dimInks(0, of: whole))
    #expect(try half(1, of: own) == half(1, of: scene))
    #expect(try dimInks(1, of: own) == dimInks(1, of: scene))
    let isAsBefore = texture == .glass && mounting == .elevated
    #expect(try (half(0, of: own) == half(0, of: scene)) == isAsBefore)
    #expect(try (dimInks(0, of: own) == dimInks(0, of: scene)) == (texture == .glass))
  }

  /// Rule 61: frames belong to elevated widgets. Rule 60: a cut-out needs a wall.
  @Test func `a recessed widget among framed ones has no frame, and needs a wall`() throws {
    var scene = surface(plain())
    scene.style.surface.frameWidthMm = 14
    scene.slots[1].style.mounting = .recessed
    let compiled = try SceneCompiler().compile(scene, at: noon)
    let frames = try ["slot0", "slot1"].map { try #require(compiled.layout.slotFramesPx[$0]) }
    let picture = try shown(compiled)
    let rims = frames.map { pixels(picture, Rect(x: $0.midX - 4, y: $0.minY - 2, width: 8, height: 1)) }
    #expect(rims[0].allSatisfy { $0 == 0xFFE6_E1D8 } && !rims[1].contains(0xFFE6_E1D8))
    // 24 mm between the frame and the cut-out.
    #expect(abs(frames[1].minX - frames[0].maxX - 19) <= 1)
    scene.style.surface.isVertical = false
    let error = #expect(throws: CompileError.self) { _ = try SceneCompiler().compile(scene, at: noon) }
    #expect(error?.subject == .slot("slot1") && error?.message.contains("rule 60") == true)
  }

  @Test func `a widget's own texture precedes that of the scene, and is preceded by that of its slot`() throws {
    let scene = surface(plain())
    var paper = scene
    paper.slots[0].style.texture = .paper
    var asking = surface(PaperWidget())
    #expect(try half(0, of: asking) == half(0, of: paper))
    #expect(try half(1, of: asking) == half(1, of: scene))
    asking.slots[0].style.texture = .glass
    #expect(try half(0, of: asking) == half(0, of: scene))
  }

  // MARK: appearance

  private func home(
    _ appearance: WidgetAppearance, own: ColorScheme? = nil, turns: AppearanceTurns? = nil
  ) -> PanelScene {
    var scene = testScene([plain(), plain()], widthPx: 440, heightPx: 240, zone: "UTC")
    scene.context = .home
    scene.style.appearance = appearance
    scene.appearanceTurns = turns
    scene.slots[0].style.colorScheme = own
    return scene
  }

  /// A widget without its corners.
  private func card(_ index: Int, of scene: PanelScene, at date: Date = noon) throws -> [UInt32] {
    let compiled = try SceneCompiler().compile(scene, at: noon)
    let frame = try #require(compiled.layout.slotFramesPx["slot\(index)"])
    return pixels(try shown(compiled, at: date), frame.insetBy(dx: 16, dy: 16))
  }

  @Test func `a widget is light in a dark scene, and its neighbour dark`() throws {
    let own = home(.dark, own: .light)
    #expect(try card(0, of: own) == card(0, of: home(.light)))
    #expect(try card(0, of: own) != card(0, of: home(.dark)))
    #expect(try card(1, of: own) == card(1, of: home(.dark)))
    // In a dim room only content is lit.
    #expect(try dimInks(0, of: own) == dimInks(0, of: home(.dark)))
  }

  /// It is light from 7:00 to 13:30, and noon now.
  @Test(arguments: [(0.0, WidgetAppearance.light), (2.5, .dark), (20.0, .light)])
  func `a widget's own appearance stays when that of the scene changes`(
    hours: Double, appearance: WidgetAppearance
  ) throws {
    let utc = try #require(TimeZone(identifier: "UTC"))
    let turning = home(.dark, own: .dark, turns: .daily(light: 7 * 60, dark: 13 * 60 + 30, in: utc))
    let date = noon + hours * 3600
    #expect(try card(0, of: turning, at: date) == card(0, of: home(.dark), at: date))
    #expect(try card(1, of: turning, at: date) == card(1, of: home(appearance), at: date))
    let counts = try withArchive(try SceneCompiler().compile(turning, at: noon)) { archive in
      [1, 2].map { archive.widget($0).entries.count }
    }
    #expect(counts[0] == 1 && counts[1] > 10)
  }

  enum Place: CaseIterable { case clear, tinted, standBy, paper }

  @Test(arguments: Place.allCases) func `where there is no light and dark, a widget has none of its own`(
    place: Place
  ) throws {
    func archive(_ own: ColorScheme?) throws -> [UInt8] {
      var scene = home(place == .clear ? .clear : place == .tinted ? .tinted : .dark, own: own)
      if place == .standBy { scene.context = .standBy }
      if place == .paper { scene.board.becomePaper(widthPx: 440, heightPx: 240) }
      return try SceneCompiler().compile(scene, at: noon).archive
    }
    #expect(try archive(.light) == archive(nil))
  }

  @Test func `a view that shows the colour scheme shows that of each look`() throws {
    func words(_ own: ColorScheme?) throws -> Set<String> {
      var scene = home(.dark, own: own)
      scene.slots[0].widget = PlainWidget { _ in SchemeView() }
      let nodes = try SceneCompiler().compile(scene, at: noon).layout.nodes
      return Set(nodes.filter { $0.slot == "slot0" }.compactMap(\.text))
    }
    #expect(try words(nil) == ["dark"])
    #expect(try words(.light) == ["light", "dark"])
  }
}

/// A widget that says what it is made of.
private struct PaperWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "plain", provider: PlainProvider()) { Text($0.words) }.widgetTexture(.paper)
  }
}

private struct SchemeView: View {
  @Environment(\.colorScheme) private var scheme

  var body: some View { Text(verbatim: scheme.rawValue) }
}
