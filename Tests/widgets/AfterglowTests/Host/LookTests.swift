import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowRaster
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

@Suite struct LookTests {
  /// An accented widget has one colour for each of its two groups, regardless of its own (rule 28).
  @Test(arguments: [WidgetAppearance.clear, .tinted]) func `accented has two paints`(_ appearance: WidgetAppearance)
    throws
  {
    let compiled = try SceneCompiler().compile(scene(.home, appearance), at: noon)
    try withArchive(compiled) { archive in
      let widget = archive.widget(1)
      let list = archive.displayList(entry: 1, slot: widget.variantSlot(for: .init(renderingMode: .fullColor)))
      let drawn = compiled.layout.nodes.filter { node in list.contains { Int($0) == node.node } }
      let paints = drawn.map { ($0.accentGroup, archive.paints[$0.paint]) }.filter {
        $0.1.role != PaintRole.background.rawValue
      }
      #expect(Set(paints.map { "\($0.0) \($0.1.color) \($0.1.role)" }).count == 2)
      #expect(paints.contains { $0.0 == 1 })
    }
  }

  /// By day a place is drawn in one of T3's modes, regardless of the user's choice.
  @Test(arguments: WidgetContext.allCases) func `every place is drawn in a mode of its own`(_ context: WidgetContext) {
    let modes = RenderingModeTable.modes(in: context.place, on: context.platforms)
    for appearance in WidgetAppearance.allCases {
      for tint in [nil, UInt32(0xFFFF_9F0A)] {
        var scene = scene(.home, appearance)
        scene.context = context
        scene.style.tint = tint
        let mode = LookTable(scene).looks[0].renderingMode
        #expect(modes.contains(mode))
        let isTinted =
          context == .watchFace || (context.hasAppearances && [.clear, .tinted].contains(appearance))
          || (context == .surface && tint != nil)
        #expect((mode == .accented) == (isTinted && modes.contains(.accented)))
      }
    }
  }

  /// Translucent content stays translucent: its colour is replaced, its alpha is not (docs/rules.md, Accented views).
  @Test func `accented keeps alpha`() throws {
    let compiled = try SceneCompiler().compile(scene(.home, .clear), at: noon)
    try withArchive(compiled) { archive in
      let widget = archive.widget(1)
      let list = archive.displayList(entry: 1, slot: widget.variantSlot(for: .init(renderingMode: .fullColor)))
      let opacities = Set(list.map { archive.nodes[Int($0)].opacity })
      #expect(opacities.contains(128) && opacities.contains(255))
    }
  }

  /// At night and in a dim room only content is lit: no wallpaper and no card.
  @Test(arguments: WidgetAppearance.allCases) func `the dark has no backgrounds`(_ appearance: WidgetAppearance) throws
  {
    let compiled = try SceneCompiler().compile(scene(.home, appearance), at: noon)
    try withArchive(compiled) { archive in
      for mode in [WidgetRenderingMode.fullColor, .vibrant] {
        for index in 0..<2 {
          let widget = archive.widget(index)
          let slot = widget.variantSlot(for: .init(renderingMode: mode, isLuminanceReduced: true))
          for node in archive.displayList(entry: index, slot: slot) {
            let paint = archive.paints[Int(archive.nodes[Int(node)].paint)]
            if paint.role == PaintRole.background.rawValue { #expect(paint.color & 0xFF_FFFF == 0) }
          }
        }
      }
    }
  }

  @Test func `light and dark differ`() throws {
    let light = try SceneCompiler().compile(scene(.home, .light), at: noon)
    let dark = try SceneCompiler().compile(scene(.home, .dark), at: noon)
    #expect(light.archive != dark.archive)
    try withArchive(light) { archive in
      let widget = archive.widget(1)
      let list = archive.displayList(entry: 1, slot: widget.variantSlot(for: .init(renderingMode: .fullColor)))
      let words = try #require(list.first { archive.nodes[Int($0)].kind == NodeKind.glyphRun.rawValue })
      #expect(archive.paints[Int(archive.nodes[Int(words)].paint)].color == 0xFF00_0000)
    }
  }

  /// White text keeps 4.5:1 on the glass of any wallpaper.
  @Test(arguments: [0xFFFF_FFFF, 0xFFFF_D60A, 0xFF80_8080, 0xFF00_0000] as [UInt32])
  func `the glass material keeps text readable`(_ wall: UInt32) {
    var scene = scene(.home, .clear)
    scene.style.wallpaper = .colors([wall])
    let palette = HostColors(scene).palette(LookTable(scene).looks[0])
    let glass = HostColors(scene).glass(for: palette.inks)
    let alpha = Double(glass >> 24) / 255
    func blended(_ shift: UInt32) -> UInt32 {
      UInt32((Double(glass >> shift & 255) * alpha + Double(wall >> shift & 255) * (1 - alpha)).rounded()) << shift
    }
    let shown = blended(16) | blended(8) | blended(0)
    #expect(1.05 / (LinearLight.luminance(shown) + 0.05) >= 4.5)
  }

  @Test func `a lock screen is vibrant and keeps nothing opaque but glyphs`() throws {
    var scene = scene(.lockScreen, .dark)
    scene.slots[0].family = .accessoryRectangular
    let compiled = try SceneCompiler().compile(scene, at: noon)
    try withArchive(compiled) { archive in
      let widget = archive.widget(1)
      let list = archive.displayList(entry: 1, slot: widget.variantSlot(for: .init(renderingMode: .fullColor)))
      for node in list {
        let color = archive.paints[Int(archive.nodes[Int(node)].paint)].color
        #expect(color & 0xFF_FFFF == 0xFF_FFFF && color >> 24 < 255)
      }
    }
  }

  private func scene(_ context: WidgetContext, _ appearance: WidgetAppearance) -> PanelScene {
    let widget = PlainWidget { entry in
      VStack {
        Text(entry.words)
        Text("Second").foregroundStyle(.orange).widgetAccentable()
        Circle().fill(Color.blue.opacity(0.5)).frame(width: 10, height: 10)
      }
    }
    var scene = testScene([widget])
    scene.context = context
    scene.style.appearance = appearance
    return scene
  }
}
