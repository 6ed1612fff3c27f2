import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowPictures
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Widgets as objects on a wall or a table: mounting, frames and textures (rules 58 to 65).
@Suite struct SurfaceTests {
  /// Two small widgets, 268 mm each, on a panel of half a pixel per millimetre.
  private func scene(_ change: (inout PanelStyle) -> Void = { _ in }, isBlank: Bool = false) -> PanelScene {
    let widget = PlainWidget { _ in
      VStack(alignment: .leading, spacing: 4) {
        if !isBlank {
          Text("Harbour").font(.headline).foregroundStyle(.cyan)
          Text("2.4").font(.largeTitle)
          Text("High at 14:20").font(.caption).foregroundStyle(.secondary)
        }
      }
    }
    var scene = testScene([widget, widget], widthPx: 440, heightPx: 240)
    scene.context = .surface
    scene.geometry.widthMm = 880
    scene.geometry.heightMm = 480
    change(&scene.style)
    return scene
  }

  private func compile(_ scene: PanelScene) throws -> CompiledScene { try SceneCompiler().compile(scene, at: noon) }

  // MARK: mounting

  /// Rule 58: an elevated widget casts a shadow, mainly downwards, and longer on a table.
  @Test func `elevated widgets throw a shadow`() throws {
    func shadow(_ change: (inout PanelStyle) -> Void) throws -> (above: Double, below: Double, wall: Double) {
      let compiled = try compile(scene(change))
      let frame = try #require(compiled.layout.slotFramesPx["slot0"])
      let picture = try shown(compiled)
      func strip(_ y: Double) -> Double {
        picture.pixels(in: Rect(x: frame.midX - 20, y: y, width: 40, height: 3)).meanLuminance
      }
      return (strip(frame.minY - 5), strip(frame.maxY + 4), strip(frame.maxY + 40))
    }
    let hung = try shadow { _ in }
    #expect(hung.below < hung.wall * 0.75 && hung.below < hung.above)
    let lying = try shadow { $0.surface.isVertical = false }
    #expect(lying.below < hung.below)
    let recessed = try shadow { $0.surface.mounting = .recessed }
    #expect(abs(recessed.below - recessed.wall) < recessed.wall * 0.2)
  }

  /// Rule 59: a cut-out is shaded inside by its upper edge.
  @Test func `recessed widgets are shaded inside`() throws {
    func ratio(_ mounting: SurfaceStyle.Mounting) throws -> Double {
      let compiled = try compile(
        scene(
          {
            $0.surface.mounting = mounting
            $0.surface.texture = .paper
            $0.appearance = .light
          }, isBlank: true))
      let frame = try #require(compiled.layout.slotFramesPx["slot0"])
      let picture = try shown(compiled)
      let edge = picture.pixels(in: Rect(x: frame.midX - 20, y: frame.minY + 1, width: 40, height: 3))
      return edge.meanLuminance / picture.pixels(in: frame.insetBy(dx: 40, dy: 40)).meanLuminance
    }
    #expect(try ratio(.recessed) < 0.6)
    #expect(try ratio(.elevated) > 0.95)
  }

  /// Rule 60: a table has no wall for a cut-out.
  @Test func `recessed needs a wall`() throws {
    let error = #expect(throws: CompileError.self) {
      _ = try compile(
        scene {
          $0.surface.mounting = .recessed
          $0.surface.isVertical = false
        })
    }
    #expect(error?.message.contains("rule 60") == true && error?.message.contains("elevated") == true)
  }

  /// Rule 61: frames are outside; the content does not move by a pixel.
  @Test(arguments: [4.0, 12, 50]) func `any frame width leaves the content`(_ width: Double) throws {
    // A single one, which is centred with any frame.
    func content(_ width: Double) throws -> (pixels: [UInt32], nodes: [Rect], rim: [UInt32]) {
      var scene = scene {
        $0.surface.frameWidthMm = width
        $0.surface.texture = .paper
      }
      scene.slots.removeLast()
      let compiled = try compile(scene)
      let frame = try #require(compiled.layout.slotFramesPx["slot0"])
      let picture = try shown(compiled)
      return (
        picture.pixels(in: frame.insetBy(dx: 12, dy: 12)),
        compiled.layout.nodes.filter { $0.slot == "slot0" }.map(\.framePx),
        picture.pixels(in: Rect(x: frame.midX - 4, y: frame.minY - 2, width: 8, height: 1))
      )
    }
    let (bare, framed) = (try content(0), try content(width))
    #expect(bare.pixels == framed.pixels && bare.nodes == framed.nodes)
    #expect(framed.rim.allSatisfy { $0 == 0xFFE6_E1D8 } && !bare.rim.contains(0xFFE6_E1D8))
  }

  // MARK: textures

  /// Rules 62 and 63: in a dim room content darkens with its paper and stays bright on glass; on both it is legible,
  /// and by day it is the same.
  @Test func `paper darkens with the room and the glass material keeps its content`() throws {
    struct Inks {
      var day: [Double]
      var dim: [Double]
    }
    func inks(_ texture: SurfaceStyle.Texture) throws -> Inks {
      let compiled = try compile(scene { $0.surface.texture = texture })
      return try withArchive(compiled) { archive in
        func inks(_ isLuminanceReduced: Bool) -> [Double] {
          let widget = archive.widget(1)
          let slot = widget.variantSlot(for: .init(renderingMode: .fullColor, isLuminanceReduced: isLuminanceReduced))
          return archive.displayList(entry: Int(widget.entries.first), slot: slot).compactMap { index in
            let node = archive.nodes[Int(index)]
            guard node.kind == NodeKind.glyphRun.rawValue else { return nil }
            return LinearLight.luminance(archive.paints[Int(node.paint)].color)
          }
        }
        return Inks(day: inks(false), dim: inks(true))
      }
    }
    let (paper, glass) = (try inks(.paper), try inks(.glass))
    #expect(paper.day == glass.day && paper.day.count == 3)
    #expect(glass.dim == glass.day)
    #expect(paper.dim[0] < glass.dim[0] * 0.62 && paper.dim[1] < glass.dim[1] * 0.8)
    // Always-on reduces it to 3:1 at worst.
    #expect((paper.dim + glass.dim).allSatisfy { ($0 + 0.05) / 0.05 >= 7 })
    // On the panel: paper gives less light than glass, and neither background is shown.
    let lights = try [SurfaceStyle.Texture.paper, .glass].map { texture in
      try shown(try compile(scene { $0.surface.texture = texture }), override: .alwaysOn).pixels.meanLuminance
    }
    #expect(lights[0] < lights[1] * 0.8)
  }

  /// Paper is opaque and has a grain; glass is translucent.
  @Test func `paper has a grain and the glass material a wall behind it`() throws {
    func sheet(_ texture: SurfaceStyle.Texture, _ wall: UInt32) throws -> [UInt32] {
      var scene = scene({ $0.surface.texture = texture }, isBlank: true)
      scene.style.wallpaper = .colors([wall])
      let compiled = try compile(scene)
      let frame = try #require(compiled.layout.slotFramesPx["slot0"])
      return try shown(compiled).pixels(in: frame.insetBy(dx: 30, dy: 30))
    }
    let paper = try sheet(.paper, 0xFFFF_FFFF)
    #expect(try sheet(.paper, 0xFF00_0000) == paper)
    let codes = paper.map { Int($0 >> 8 & 255) }
    #expect(Set(codes).count > 3 && codes.max()! - codes.min()! < 24)
    let glass = (try sheet(.glass, 0xFFFF_FFFF), try sheet(.glass, 0xFF00_0000))
    #expect(glass.0.meanLuminance > glass.1.meanLuminance)
  }

  @Test func `surfaces as they are`() throws {
    try expectGolden(try shown(try compile(scene())), "surface-glass")
    let framed = scene {
      $0.surface.texture = .paper
      $0.surface.frameWidthMm = 14
      $0.appearance = .light
    }
    try expectGolden(try shown(try compile(framed)), "surface-paper-framed")
    let recessed = scene {
      $0.surface.texture = .paper
      $0.surface.mounting = .recessed
    }
    try expectGolden(try shown(try compile(recessed)), "surface-recessed")
    try expectGolden(try shown(try compile(framed), override: .alwaysOn), "surface-paper-dim")
  }
}
