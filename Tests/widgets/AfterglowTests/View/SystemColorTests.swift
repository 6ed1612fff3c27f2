import AfterglowArchive
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Colours by their names, on every ground that a host has.
@Suite struct SystemColorTests {
  /// The last is a surface's light glass before a black wall.
  private static let light: [UInt32] = [0xFFFF_FFFF, 0xFFF8_F4EB, 0xFFE8_E8E8]
  private static let dark: [UInt32] = [0xFF00_0000, 0xFF1C_1C1E, 0xFF22_201D]

  private func drawn(_ view: some View, in scheme: ColorScheme, onInk: Bool = false) throws -> UInt32 {
    let items = try laidOut(view, width: 100, height: 40) {
      $0.colorScheme = scheme
      $0.accessibilityInvertColors = onInk
    }.items
    switch items.first?.style.storage {
    case .color(let argb), .marked(let argb, _): return argb
    default:
      Issue.record("\(items)")
      return 0
    }
  }

  @Test(arguments: SystemColor.allCases) func `text and marks stand out from every ground`(_ name: SystemColor) throws {
    let color = Color(storage: .system(name))
    for (scheme, grounds, least) in [(ColorScheme.light, Self.light, 4.5), (.dark, Self.dark, 4.4)] {
      let text = Color(argb: try drawn(Text("Harbour").foregroundStyle(color), in: scheme))
      let tick = Color(argb: try drawn(Image(systemName: "sun.max").foregroundStyle(color), in: scheme))
      let mark = Color(argb: try drawn(Circle().fill(color), in: scheme))
      #expect(text == tick)
      for ground in grounds.map({ Color(argb: $0) }) {
        #expect(text.contrast(with: ground) >= least, "\(name) \(scheme) \(ground)")
        #expect(mark.contrast(with: ground) >= 3, "\(name) \(scheme) \(ground)")
      }
    }
  }

  @Test func `a colour keeps its appearance wherever it is set`() throws {
    let text = try drawn(Text("Harbour").foregroundStyle(.cyan), in: .light)
    #expect(text != Color.cyan.argb)
    #expect(try drawn(Text("Harbour").foregroundStyle(.tint).tint(.cyan), in: .light) == text)
    #expect(try drawn(VStack { Text("Harbour") }.foregroundStyle(.cyan), in: .light) == text)
    #expect(try drawn(Text("Harbour").foregroundStyle(Color(uiColor: .systemCyan)), in: .light) == text)
    #expect(try drawn(Text("Harbour").foregroundStyle(Color.marked(.cyan, otherwise: .gray(200))), in: .light) == text)
    let faint = try drawn(Text("Harbour").foregroundStyle(Color.cyan.opacity(0.5)), in: .light)
    #expect(faint == 0x80 << 24 | text & 0xFF_FFFF)
    // A panel of ink has its inks for the colours of dark grounds.
    #expect(try drawn(Text("Harbour").foregroundStyle(.cyan), in: .light, onInk: true) == Color.cyan.argb)
  }

  @Test func `a light sheet of paper has colours that can be read`() throws {
    let widget = PlainWidget { _ in
      VStack {
        Text("Harbour").foregroundStyle(.cyan)
        Text("Quay").foregroundStyle(.yellow)
      }
    }
    var scene = testScene([widget], widthPx: 440, heightPx: 240)
    scene.context = .surface
    (scene.geometry.widthMm, scene.geometry.heightMm) = (880, 480)
    scene.style.surface.texture = .paper
    scene.style.appearance = .light
    let compiled = try SceneCompiler().compile(scene, at: noon)
    let paints = compiled.layout.nodes.filter { ["Harbour", "Quay"].contains($0.text) }.map(\.paint)
    let colors = try withArchive(compiled) { archive in Set(paints.map { archive.paints[$0].color }) }
    let text = [SystemColor.cyan, .yellow].map { $0.value(in: .light, isText: true) }
    #expect(colors.isSuperset(of: text))
    #expect(text.allSatisfy { Color(argb: $0).contrast(with: Color(argb: 0xFFF8_F4EB)) >= 4.5 })
  }
}
