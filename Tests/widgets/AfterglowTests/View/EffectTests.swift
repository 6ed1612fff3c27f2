import AfterglowCore
import AfterglowEngine
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// What no archive has a form for is painted by the author: shadows, blurs, masks, blend modes and transforms.
@Suite struct EffectTests {
  /// A view in the middle of a black panel of 100 by 100 pixels, one for each point.
  private func pixels(_ view: some View) throws -> [[UInt32]] {
    let drawn = try laidOut(view, width: 100, height: 100, scale: 1)
    #expect(drawn.problems.isEmpty)
    return try painted(drawn.items)
  }

  private func painted(_ items: [DrawItem]) throws -> [[UInt32]] {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let emitter = NodeEmitter(
        sink: ArchiveSink(board: testBoard(), date: noon), typesetter: typesetter,
        palette: Palette(renderingMode: .fullColor, surface: .emissive),
        map: PixelMapping(originX: 0, originY: 0, scale: 1), widget: 1, slot: nil, date: noon)
      let painter = LayerPainter(emitter: emitter, limit: PixelRect(x0: 0, y0: 0, x1: 100, y1: 100))
      let picture = painter.paint(items)?.filling(PixelRect(x0: 0, y0: 0, x1: 100, y1: 100))
      return (0..<100).map { y in (0..<100).map { x in picture?[x, y] ?? 0 } }
    }
  }

  private func box(_ color: Color, _ side: CGFloat = 40) -> some View { color.frame(width: side, height: side) }

  @Test func `a sharp shadow is a moved copy in its colour, behind the view`() throws {
    let rows = try pixels(box(.red).shadow(color: .green, radius: 0, x: 10, y: 20))
    #expect(rows[50][50] == Color.red.argb)
    #expect(rows[85][75] == Color.green.argb)
    #expect(rows[35][75] == 0 && rows[75][35] == 0)
  }

  @Test func `a blur is a Gaussian: half at an edge, and its width apart it has the error function's values`() throws {
    for sigma in [2.0, 6] {
      let rows = try pixels(box(.white, 60).blur(radius: sigma))
      // Between the two pixels at the left edge, at x = 20.
      let edge = Double(rows[50][19] >> 24) + Double(rows[50][20] >> 24)
      #expect(abs(edge / 2 - 127.5) < 1.5, "\(sigma)")
      for steps in [1.0, 2] {
        let x = 20 + steps * sigma
        let expected = (1 + erf(steps / 2.0.squareRoot())) / 2 * 255
        let found = (Double(rows[50][Int(x) - 1] >> 24) + Double(rows[50][Int(x)] >> 24)) / 2
        #expect(abs(found - expected) < 3, "\(sigma), \(steps): \(found), \(expected)")
      }
      #expect(rows[50][50] == 0xFFFF_FFFF)
    }
  }

  @Test func `a mask keeps what is opaque in it, by its alpha`() throws {
    let rows = try pixels(
      box(.red, 80).mask {
        HStack(spacing: 0) {
          Color.black
          Color.black.opacity(0.5)
          Color.clear
        }
      })
    #expect(rows[50][15] == Color.red.argb)
    #expect(rows[50][50] >> 24 == 128)
    #expect(rows[50][85] == 0)
  }

  @Test func `a mask of one opaque round rectangle stays a clip, in which text still ticks`() throws {
    let view = Text(timerInterval: noon...noon.addingTimeInterval(60)).mask { Capsule() }
    let drawn = try laidOut(view, width: 100, height: 40)
    #expect(drawn.problems.isEmpty)
    #expect(drawn.items.count == 3)
    guard case .beginClip = drawn.items[0].kind, case .tick = drawn.items[1].kind else {
      Issue.record("\(drawn.items)")
      return
    }
  }

  @Test(arguments: ["blur", "mask", "shadow", "blend"])
  func `an effect over what ticks is an error with the way to the view, and the rest keeps it`(effect: String) throws {
    @ViewBuilder func view() -> some View {
      let row = HStack {
        Text(timerInterval: noon...noon.addingTimeInterval(60))
        Text("left")
      }
      switch effect {
      case "blur": row.blur(radius: 2)
      case "mask": row.mask { Text("mask") }
      case "shadow": row.shadow(radius: 2)
      default: row.blendMode(.screen)
      }
    }
    let drawn = try laidOut(VStack { view() }, width: 200, height: 40)
    #expect(drawn.problems.count == 1)
    #expect(drawn.problems.first?.isOfPart == true && drawn.problems.first?.severity == .error)
    #expect(drawn.problems.first?.path == "VStack", "\(drawn.problems)")
    #expect(drawn.items.contains { if case .tick = $0.kind { true } else { false } })
    #expect(
      drawn.items.contains {
        if case .layer(let layer) = $0.kind { layer.words?.hasPrefix("left") ?? false } else { false }
      })
  }

  /// Over grey of 0.4: what each mode makes of grey of 0.6, by the formulas of W3C's "Compositing and Blending".
  @Test(arguments: [
    (BlendMode.multiply, 0.24), (.screen, 0.76), (.overlay, 0.48), (.darken, 0.4), (.lighten, 0.6), (.colorDodge, 1.0),
    (.colorBurn, 0), (.hardLight, 0.52), (.softLight, 0.4465), (.difference, 0.2), (.exclusion, 0.52),
    (.plusLighter, 1), (.plusDarker, 0), (.luminosity, 0.6), (.sourceAtop, 0.6), (.destinationOver, 0.4),
  ])
  func `blend modes mix with what lies behind in the group`(mode: BlendMode, expected: Double) throws {
    let rows = try pixels(
      ZStack {
        box(Color(white: 0.4), 60)
        box(Color(white: 0.6)).blendMode(mode)
      }
      .compositingGroup())
    let found = Double(rows[50][50] & 255) / 255
    #expect(abs(found - expected) < 0.006, "\(mode): \(found)")
    #expect(rows[50][25] == Color(white: 0.4).argb)
  }

  @Test func `a hole that a blend mode makes in its group is transparent`() throws {
    let rows = try pixels(
      ZStack {
        box(.red, 60)
        box(.black, 20).blendMode(.destinationOut)
      }
      .compositingGroup())
    #expect(rows[50][50] == 0 && rows[50][30] == Color.red.argb)
  }

  @Test func `on a panel a blend mode mixes with the widget behind it, and half of it half`() throws {
    let widget = PlainWidget { _ in
      ZStack {
        Color(red: 0.4, green: 0.4, blue: 0.4)
        Color(red: 0.6, green: 0.6, blue: 0.6).frame(width: 60, height: 60).blendMode(.multiply)
        Color.white.opacity(0.5).frame(width: 20, height: 20).blendMode(.plusLighter)
      }
    }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    #expect(compiled.diagnostics.isEmpty)
    let picture = try shown(compiled)
    #expect(abs(Int(picture.pixels[130 * 340 + 170] & 255) - 61) <= 1)
    #expect(abs(Int(picture.pixels[170 * 340 + 170] & 255) - 189) <= 1)
    #expect(abs(Int(picture.pixels[60 * 340 + 170] & 255) - 102) <= 1)
  }

  @Test func `colour filters change colours where they are set, and text goes on ticking`() throws {
    let view = HStack {
      Text(timerInterval: noon...noon.addingTimeInterval(60)).foregroundStyle(.red)
      Text("left")
    }
    .grayscale(1)
    let drawn = try laidOut(view, width: 200, height: 40)
    #expect(drawn.problems.isEmpty)
    guard case .color(let grey) = drawn.items[0].style.storage else {
      Issue.record("\(drawn.items[0].style)")
      return
    }
    #expect(grey & 255 == grey >> 8 & 255 && grey & 255 == grey >> 16 & 255)
    // A level that the host chooses stays one: grey of grey is grey.
    #expect(drawn.items[1].style.storage == .hierarchical(0))
  }

  @Test(arguments: [
    (ColorMatrix.inverse, UInt32(0xFF00_BAC5)), (.saturation(1), 0xFFFF_453A), (.brightness(1), 0xFFFF_FFFF),
    (.contrast(0), 0xFF80_8080), (.hueRotation(.degrees(360)), 0xFFFF_453A), (.multiply(0xFF80_0000), 0xFF80_0000),
  ])
  func `colour filters have the values of W3C's filter effects`(matrix: ColorMatrix, expected: UInt32) {
    let found = matrix.changed(Color.red.argb)
    for shift in stride(from: UInt32(0), through: 24, by: 8) {
      #expect(abs(Int(found >> shift & 255) - Int(expected >> shift & 255)) <= 1, "\(String(found, radix: 16))")
    }
  }

  @Test func `a rotated ring turns its gradient with it`() throws {
    let ring = Circle().stroke(
      AngularGradient(colors: [.black, .white], center: .center), lineWidth: 10)
    let plain = try pixels(ring.frame(width: 80, height: 80))
    let turned = try pixels(ring.rotationEffect(.degrees(-90)).frame(width: 80, height: 80))
    // From three o'clock on it is black, and white before; a quarter turn back that is at twelve.
    #expect(plain[53][90] & 255 < 60 && plain[47][90] & 255 > 200)
    #expect(turned[10][53] & 255 < 60 && turned[10][47] & 255 > 200)
  }

  @Test func `scaled text has glyphs of the larger size, and a scaled clock still ticks`() throws {
    let plain = try laidOut(Text("Ab"), width: 100, height: 40)
    let scaled = try laidOut(Text("Ab").scaleEffect(2), width: 100, height: 40)
    guard case .glyphs(let before) = plain.items[0].kind, case .glyphs(let after) = scaled.items[0].kind else {
      Issue.record("no text")
      return
    }
    #expect(after.font.sizePx == 2 * before.font.sizePx)
    #expect(abs(after.glyphs[1].x - after.glyphs[0].x - 2 * (before.glyphs[1].x - before.glyphs[0].x)) < 0.01)
    #expect(abs(scaled.items[0].frame.midX - plain.items[0].frame.midX) < 0.01)
    let clock = try laidOut(Text(clock: .hourMinute).scaleEffect(0.5), width: 100, height: 40)
    #expect(clock.problems.isEmpty)
    guard case .tick(let tick) = clock.items[0].kind else {
      Issue.record("no clock")
      return
    }
    #expect(tick.font.sizePx == 17)
  }

  @Test func `a mirrored view is mirrored about its middle`() throws {
    let rows = try pixels(
      HStack(spacing: 0) {
        Color.red
        Color.green
      }
      .frame(width: 40, height: 40).scaleEffect(x: -1))
    #expect(rows[50][35] == Color.green.argb && rows[50][65] == Color.red.argb)
  }

  @Test func `turned clips are painted`() throws {
    let rows = try pixels(
      box(.red, 60).clipped().frame(width: 40, height: 40).clipped().rotationEffect(.degrees(45)))
    // The corner of a square of 40 lies 28 points from its middle.
    #expect(rows[50][75] >> 24 == 255 && rows[50][81] >> 24 == 0 && rows[31][31] >> 24 == 0)
  }

  @Test func `a clip to any shape cuts it out`() throws {
    struct Triangle: Shape {
      func path(in rect: CGRect) -> Path {
        Path {
          $0.addLines([
            CGPoint(x: rect.midX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
            CGPoint(x: rect.minX, y: rect.maxY),
          ])
        }
      }
    }
    let rows = try pixels(box(.red, 80).clipShape(Triangle()))
    #expect(rows[80][50] == Color.red.argb && rows[15][15] == 0)
  }

  @Test func `a mesh gradient has its colours at its corners, and their mixture in linear light in its middle`() throws
  {
    let rows = try pixels(
      MeshGradient(
        width: 2, height: 2, points: [[0, 0], [1, 0], [0, 1], [1, 1]], colors: [.red, .red, .blue, .blue]))
    #expect(rows[0][50] & 0xFF_0000 > 0xF8_0000 && rows[99][50] & 0xFF > 0xF8)
    let middle = LinearLightMiddle.red
    #expect(abs(Int(rows[50][50] >> 16 & 255) - middle) <= 3)
  }

  /// The mean of red's light, 1, and blue's, which has 10 of 255.
  private enum LinearLightMiddle { static let red = 188 }

  @Test func `light parts become opaque, dark ones transparent`() throws {
    let rows = try pixels(
      HStack(spacing: 0) {
        Color.white
        Color.black
      }
      .luminanceToAlpha())
    #expect(rows[50][20] >> 24 == 255 && rows[50][80] >> 24 == 0)
  }

  @Test func `in a dimmed look there are no shadows`() throws {
    let drawn = try laidOut(Text("A").shadow(radius: 3), width: 40, height: 40) { $0.isLuminanceReduced = true }
    #expect(drawn.items.count == 1)
  }
}
