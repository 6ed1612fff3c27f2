import AfterglowCore
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Colours that depend on where they are shown, mixtures, levels and materials.
@Suite struct PaintTests {
  /// What a style becomes in a drawing.
  private func drawnStyle(
    _ view: some View, change: (inout EnvironmentValues) -> Void = { _ in }
  ) throws -> [AnyShapeStyle] {
    try laidOut(view, width: 40, height: 40, change: change).items.map(\.style)
  }

  private func color(_ argb: UInt32) -> AnyShapeStyle { AnyShapeStyle(storage: .color(argb)) }

  @Test func `levels stand wherever a colour does, and keep the role that the host dims`() throws {
    func chosen(_ isLow: Bool) -> Color { isLow ? Color.red : Color.secondary }
    #expect(try drawnStyle(Rectangle().fill(chosen(false))) == [AnyShapeStyle(storage: .hierarchical(1))])
    #expect(try drawnStyle(Color.primary) == [AnyShapeStyle(storage: .hierarchical(0))])
    let faint = try laidOut(Color.secondary.opacity(0.5).opacity(0.5), width: 40, height: 40).items
    guard case .beginGroup(let opacity) = faint[0].kind else {
      Issue.record("no group: \(faint)")
      return
    }
    #expect(opacity == 64 && faint[1].style == AnyShapeStyle(storage: .hierarchical(1)))
  }

  @Test(arguments: [(ColorScheme.dark, UInt32(0xFFA8_A8A8)), (.light, 0xFF64_6464)])
  func `a level that is mixed has the grey of its appearance`(scheme: ColorScheme, argb: UInt32) {
    var environment = EnvironmentValues()
    environment.colorScheme = scheme
    #expect(Color.secondary.value(in: environment) == argb)
    let mixed = Color.secondary.mix(with: .black, by: 0, in: .device)
    #expect(mixed.value(in: environment) == argb)
    #expect(Color.primary.resolve(in: environment).red == (scheme == .dark ? 1 : 0))
  }

  @Test func `the accent colour is the tint of its place, also inside a gradient and a mixture`() throws {
    let view = Color.accentColor.opacity(0.5).tint(.green)
    #expect(try drawnStyle(view) == [color(Color.green.opacity(0.5).argb)])
    #expect(try drawnStyle(Rectangle().fill(Color.accentColor)) == [color(Color.blue.argb)])
    var environment = EnvironmentValues()
    environment.tint = AnyShapeStyle(Color.orange)
    #expect(Color.accentColor.mix(with: .accentColor, by: 0.5).value(in: environment) == Color.orange.argb)
    // A tint that refers to itself ends at the main content's level.
    environment.tint = AnyShapeStyle(Color.accentColor)
    #expect(Color.accentColor.value(in: environment) == 0xFFFF_FFFF)
  }

  /// Values of CSS Color 4's `color-mix(in oklab, …)`, calculated with its matrices in another program.
  static let mixtures: [(Color, Color, UInt32)] = [
    (Color(hex: 0xFF0000), Color(hex: 0x0000FF), 0xFF8C_53A2),
    (Color(hex: 0xFFFFFF), Color(hex: 0x000000), 0xFF63_6363),
  ]

  @Test(arguments: mixtures)
  func `colours are mixed in equal steps of what is seen`(from: Color, to: Color, middle: UInt32) {
    for shift in [0, 8, 16, 24] as [UInt32] {
      let difference = Int(from.mix(with: to, by: 0.5).argb >> shift & 255) - Int(middle >> shift & 255)
      #expect(abs(difference) <= 1, "\(String(from.mix(with: to, by: 0.5).argb, radix: 16))")
    }
    #expect(from.mix(with: to, by: 0) == from && from.mix(with: to, by: 1) == to)
    #expect(from.mix(with: to, by: -3) == from && from.mix(with: to, by: .nan) == from)
  }

  @Test func `encoded values are mixed on request, and what is transparent does not stain`() {
    #expect(Color.white.mix(with: .black, by: 0.5, in: .device).argb == 0xFF80_8080)
    #expect(Color.red.mix(with: .clear, by: 0.5).argb == Color.red.opacity(0.5).argb)
  }

  @Test func `components of other spaces are converted to the panel's`() {
    #expect(Color(.sRGBLinear, red: 0.215_9, green: 1, blue: 0).argb == 0xFF80_FF00)
    // sRGB's own red lies inside of Display P3 at these components.
    let red = Color(.displayP3, red: 0.917_5, green: 0.200_3, blue: 0.138_6)
    #expect(abs(Int(red.red) - 255) <= 1 && red.green <= 3 && red.blue <= 3, "\(String(red.argb, radix: 16))")
    #expect(Color(.displayP3, white: 0.502).argb == 0xFF80_8080)
    let again = Color(Color.teal.opacity(0.5).resolve(in: EnvironmentValues()))
    #expect(again.argb == Color.teal.opacity(0.5).argb)
  }

  @Test func `two and three foreground styles set the levels inside`() throws {
    let levels = VStack {
      Rectangle()
      Rectangle().fill(.secondary)
      Rectangle().fill(.tertiary)
    }
    #expect(
      try drawnStyle(levels.foregroundStyle(.blue, .gray))
        == [color(Color.blue.argb), color(Color.gray.argb), color(Color.gray.opacity(0.5).argb)])
    #expect(
      try drawnStyle(levels.foregroundStyle(.blue, .gray, .green))
        == [color(Color.blue.argb), color(Color.gray.argb), color(Color.green.argb)])
    // A further single style is all that counts inside of it.
    #expect(
      try drawnStyle(Rectangle().fill(.secondary).foregroundStyle(.red).foregroundStyle(.blue, .gray))
        == [AnyShapeStyle(storage: .hierarchical(1))])
    // Colours are not levels.
    #expect(
      try drawnStyle(Rectangle().fill(Color.secondary).foregroundStyle(.blue, .gray))
        == [AnyShapeStyle(storage: .hierarchical(1))])
  }

  @Test func `materials are sheets in full colour, and fills where the host chooses the colours`() throws {
    let view = Rectangle().fill(.thinMaterial)
    #expect(try drawnStyle(view) == [color(0xA02A_2A2C)])
    #expect(try drawnStyle(view) { $0.colorScheme = .light } == [color(0xA0F4_F4F6)])
    let fills = try drawnStyle(view) { $0.widgetRenderingMode = .vibrant }
    #expect(fills.contains(AnyShapeStyle(storage: .hierarchical(2))))
    let alphas = [Material.ultraThin, .thin, .regular, .thick, .ultraThick].map(\.alpha)
    #expect(alphas == alphas.sorted() && Set(alphas).count == 5)
  }

  @Test func `a mark has a colour of its own and a plain one, which fade alike`() throws {
    let mark = Color.marked(.orange, otherwise: .gray(200))
    #expect(
      try drawnStyle(Rectangle().fill(mark.opacity(0.5))) == [
        AnyShapeStyle(storage: .marked(Color.orange.opacity(0.5).argb, Color.gray(200).opacity(0.5).argb))
      ])
    #expect(
      try drawnStyle(Rectangle().fill(AnyShapeStyle(mark).opacity(0.3)))
        == [AnyShapeStyle(storage: .marked(Color.orange.opacity(0.3).argb, Color.gray(200).opacity(0.3).argb))])
    var environment = EnvironmentValues()
    #expect(mark.value(in: environment) == Color.orange.argb)
    environment.widgetRenderingMode = .vibrant
    #expect(mark.value(in: environment) == Color.gray(200).argb)
    // A level has the grey of its place, so that the choice is made at once.
    #expect(Color.marked(.secondary, otherwise: .gray(200)) == Color.secondary)
  }

  @Test(arguments: [(WidgetRenderingMode.fullColor, Color.orange), (.accented, .gray(200)), (.vibrant, .gray(200))])
  func `a look shows a mark in the colour that is meant for it`(mode: WidgetRenderingMode, meant: Color) throws {
    let mark = Color.marked(.orange, otherwise: .gray(200))
    let items = try drawn(Rectangle().fill(mark), width: 40, height: 40)
    let plain = try drawn(Rectangle().fill(meant), width: 40, height: 40)
    try TypesetterCache.shared.withTypesetter { typesetter in
      let emitter = NodeEmitter(
        sink: ArchiveSink(board: testBoard(), date: noon), typesetter: typesetter,
        palette: Palette(renderingMode: mode, surface: .emissive),
        map: PixelMapping(originX: 0, originY: 0, scale: 2, isInk: false), widget: 0, slot: nil, date: noon)
      let (own, other) = (emitter.ink(items[0], isShape: true), emitter.ink(plain[0], isShape: true))
      #expect(own.argb == other.argb && own.role == other.role && own.opacity == other.opacity)
    }
  }

  @Test func `a gradient is sampled in the space that it asks for`() {
    let gradient = Gradient(colors: [.white, .black]).colorSpace(.device).gradient
    #expect(gradient.color(at: 0) == 0xFFFF_FFFF && gradient.color(at: 1) == 0xFF00_0000)
    let middle = gradient.color(at: 32.0 / 63) & 255
    #expect((0x7C...0x7E).contains(middle), "\(middle)")
  }
}
