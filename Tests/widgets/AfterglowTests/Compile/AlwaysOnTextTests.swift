import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowPictures
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Reproducible random numbers (xorshift).
private struct RandomColors: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Always-on's changes to text that would have less than 3:1 contrast with its background.
@Suite struct AlwaysOnTextTests {
  /// A text on a fill, in a look.
  private struct Shown {
    var text: UInt32
    /// The fill if it remains, otherwise black.
    var ground: UInt32
    var isOutlined: Bool
    var hasFill: Bool

    var contrast: Double { LinearLight.contrast(LinearLight.luminance(text), LinearLight.luminance(ground)) }

    /// By the curve, at the minimum white that colours leave.
    var dimmest: Double {
      let curve = AlwaysOnCurve(white: UInt64(ColorStage.leastWhite), of: 65_535)
      let (text, ground) = (
        curve.dimmed(PixelColor(argb: text), SRGB()), curve.dimmed(PixelColor(argb: ground), SRGB())
      )
      return LinearLight.contrast(LinearLight.luminance(text.argb), LinearLight.luminance(ground.argb))
    }
  }

  private func pill(_ text: UInt32, on fill: UInt32) -> PlainWidget<some View> {
    PlainWidget { _ in
      Text("Wednesday").font(.system(size: 15)).foregroundStyle(Color(argb: text))
        .padding(EdgeInsets(top: 6, leading: 14, bottom: 6, trailing: 14))
        .background(Capsule().fill(Color(argb: fill)))
        .containerBackground(Color.black)
    }
  }

  private func shown(_ widget: any Widget, isLuminanceReduced: Bool = true, tint: UInt32? = nil) throws -> Shown {
    var scene = testScene([widget])
    if let tint {
      scene.context = .home
      scene.style.appearance = .tinted
      scene.style.tint = tint
    }
    let compiled = try SceneCompiler().compile(scene, at: noon)
    return try withArchive(compiled) { archive in
      let widget = archive.widget(1)
      let slot = widget.variantSlot(for: .init(renderingMode: .fullColor, isLuminanceReduced: isLuminanceReduced))
      let nodes = archive.displayList(entry: Int(widget.entries.first), slot: slot).map { archive.nodes[Int($0)] }
      func color(_ node: NodeRecord) -> UInt32 {
        let color = archive.paints[Int(node.paint)].color
        return MaterialContrast.laid(color, over: 0, share: Double(color >> 24) / 255 * Double(node.opacity) / 255)
      }
      let text = try #require(nodes.last { $0.kind == NodeKind.glyphRun.rawValue })
      let fill = nodes.last { $0.kind == NodeKind.roundedRectangle.rawValue }
      return Shown(
        text: color(text), ground: fill.map(color) ?? 0,
        isOutlined: nodes.contains { $0.kind == NodeKind.polygon.rawValue }, hasFill: fill != nil)
    }
  }

  @Test func `white on blue loses the blue, of which a line stays, and only in always-on`() throws {
    let widget = pill(0xFFFF_FFFF, on: 0xFF0A_84FF)
    let day = try shown(widget, isLuminanceReduced: false)
    #expect(day.hasFill && !day.isOutlined && day.contrast < 4)
    let dim = try shown(widget)
    #expect(!dim.hasFill && dim.isOutlined && dim.text == 0xFF_FFFF)
    #expect(dim.dimmest >= 5)
  }

  @Test func `black on yellow keeps its fill`() throws {
    let dim = try shown(pill(0xFF00_0000, on: 0xFFFF_D60A))
    #expect(dim.hasFill && !dim.isOutlined && dim.text == 0 && dim.ground == 0xFF_D60A)
    #expect(dim.dimmest >= 3)
  }

  @Test func `black on red takes the red, and as much white as it needs`() throws {
    let dim = try shown(pill(0xFF00_0000, on: 0xFFFF_453A))
    #expect(!dim.hasFill && dim.isOutlined)
    let color = Color(argb: dim.text)
    #expect(color.red > color.green && color.red > color.blue)
    #expect((7...7.5).contains(dim.contrast))
  }

  @Test(arguments: [0xFF5E_5CE6, 0xFF60_6060, 0xFF0A_84FF, 0x80FF_FFFF, 0xFF30_0000] as [UInt32])
  func `text that is too dark for black grows lighter in its hue`(_ argb: UInt32) throws {
    let widget = PlainWidget { _ in Text("Wednesday").foregroundStyle(Color(argb: argb)) }
    let dim = try shown(widget)
    #expect((7...8.9).contains(dim.contrast) && dim.dimmest >= 3, "\(dim.contrast)")
    if argb >> 24 == 255 {
      let (own, new) = (Color(argb: argb), Color(argb: dim.text))
      #expect((own.red > own.blue) == (new.red > new.blue) && (own.blue > own.green) == (new.blue > new.green))
    }
    #expect(try shown(widget, isLuminanceReduced: false).contrast < 6.5)
  }

  /// Any drawing: on one fill, on two, partly outside of one, in a group.
  @Test func `no text of random colours has less than 3 to 1 however much is lit`() throws {
    var generator = RandomColors(state: 5)
    for _ in 0..<40 {
      let colors = (0..<3).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &generator) | 0xFF00_0000 }
      let widget = PlainWidget { _ in
        ZStack {
          RoundedRectangle(cornerRadius: 20).fill(Color(argb: colors[0])).frame(width: 120, height: 80)
          Text("Wednesday").font(.system(size: 15)).foregroundStyle(Color(argb: colors[2]))
            .padding(8).background(Capsule().fill(Color(argb: colors[1])))
        }
      }
      let dim = try shown(widget)
      #expect(dim.dimmest >= 3, "\(colors.map { String($0, radix: 16) }): \(dim.contrast)")
    }
  }

  @Test func `a fill that one text loses is lost to the other as well`() throws {
    let widget = PlainWidget { _ in
      VStack {
        Text("Title").foregroundStyle(Color.black)
        Text("Wednesday").foregroundStyle(Color(argb: 0xFF70_7070))
      }
      .padding(10).background(RoundedRectangle(cornerRadius: 9).fill(Color(argb: 0xFFE0_E0E0)))
    }
    let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
    try withArchive(compiled) { archive in
      let widget = archive.widget(1)
      let slot = widget.variantSlot(for: .init(renderingMode: .fullColor, isLuminanceReduced: true))
      let nodes = archive.displayList(entry: Int(widget.entries.first), slot: slot).map { archive.nodes[Int($0)] }
      let texts = nodes.filter { $0.kind == NodeKind.glyphRun.rawValue }
      #expect(texts.count == 2 && !nodes.contains { $0.kind == NodeKind.roundedRectangle.rawValue })
      for text in texts {
        let light = LinearLight.luminance(archive.paints[Int(text.paint)].color)
        #expect(LinearLight.contrast(light, 0) >= 7)
      }
    }
  }

  @Test func `where everything is one tint, text keeps 3 to 1 on its pill as well`() throws {
    let dim = try shown(pill(0xFFFF_FFFF, on: 0xFF0A_84FF), tint: 0xFF0A_84FF)
    #expect(!dim.hasFill && dim.isOutlined && dim.dimmest >= 3)
  }

  @Test func `a background that fills the widget leaves no line`() throws {
    let widget = PlainWidget { _ in
      ZStack {
        RoundedRectangle(cornerRadius: 8).fill(Color.blue)
        Text("Wednesday")
      }
    }
    let dim = try shown(widget)
    #expect(!dim.hasFill && !dim.isOutlined && dim.text == 0xFF_FFFF)
  }

  @Test func `what is written on a picture has black behind it`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "sky-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: file) }
    let size = PixelSize(width: 8, height: 8)
    try Data(PNG.encode(Picture(size: size, pixels: Array(repeating: 0xFFE0_E8F0, count: 64)))).write(to: file)
    let widget = PlainWidget { _ in
      ZStack {
        Image(file: file).resizable().frame(width: 120, height: 120)
        Text("Wednesday")
      }
    }
    let frame = try nodes(of: widget)
    let texts = frame.filter { $0.kind == NodeKind.glyphRun.rawValue }
    let patch = try #require(frame.last { $0.kind == NodeKind.roundedRectangle.rawValue })
    #expect(texts.count == 1 && frame.contains { $0.kind == NodeKind.picture.rawValue })
    #expect(patch.boundsX0 < texts[0].boundsX0 && patch.boundsX1 > texts[0].boundsX1)
  }

  private func nodes(of widget: any Widget) throws -> [NodeRecord] {
    let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
    return try withArchive(compiled) { archive in
      let widget = archive.widget(1)
      let slot = widget.variantSlot(for: .init(renderingMode: .fullColor, isLuminanceReduced: true))
      return archive.displayList(entry: Int(widget.entries.first), slot: slot).map { archive.nodes[Int($0)] }
    }
  }
}
