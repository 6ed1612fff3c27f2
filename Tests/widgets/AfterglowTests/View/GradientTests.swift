import AfterglowArchive
import AfterglowCore
import AfterglowLight
import Foundation
import PixelSupport
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Angular and radial gradients.
@Suite struct GradientTests {
  private let room = Rect(x: 0, y: 0, width: 100, height: 50)

  private func share(_ style: some ShapeStyle, _ x: Double, _ y: Double) -> Double? {
    guard case .field(let field) = style.erased.storage else { return nil }
    return field.share(at: Point(x: x, y: y), in: room)
  }

  @Test func `radial ones run between two distances`() {
    let style = RadialGradient(colors: [.red, .blue], center: .center, startRadius: 10, endRadius: 20)
    #expect(share(style, 50, 25) == 0 && share(style, 50, 40) == 0.5 && share(style, 80, 25) == 1)
  }

  @Test func `elliptical ones are as wide as their room`() {
    let style = EllipticalGradient(colors: [.red, .blue])
    #expect(share(style, 50, 25) == 0 && share(style, 75, 25) == 0.5 && share(style, 50, 50) == 1)
  }

  @Test func `angular ones turn clockwise from three o'clock, and their ends meet in the gap`() throws {
    let half = AngularGradient(colors: [.red, .blue], center: .center, startAngle: .zero, endAngle: .degrees(180))
    #expect(try #require(share(half, 50, 45)) == 0.5)
    #expect(share(half, 40, 5) == 1 && share(half, 60, 5) == 0)
    let whole = AngularGradient(colors: [.red, .blue], center: .center, angle: .degrees(-90))
    #expect(abs(try #require(share(whole, 90, 25)) - 0.25) < 1e-9)
  }

  @Test func `they are mirrored with the layout`() {
    let style = AngularGradient(colors: [.red, .blue], center: .leading, startAngle: .zero, endAngle: .degrees(90))
    guard case .field(let field) = style.erased.mirrored.storage else {
      Issue.record("no field")
      return
    }
    for (x, y) in [(20.0, 40.0), (70, 30), (99, 26)] {
      let mirrored = field.share(at: Point(x: 100 - x, y: y), in: room)
      #expect(abs(mirrored - (share(style, x, y) ?? -1)) < 1e-9)
    }
  }

  private func pixels(_ view: @escaping @Sendable () -> some View) throws -> (
    first: (size: PixelSize, pixels: [UInt32])?, diagnostics: [Diagnostic]
  ) {
    let scene = testScene([PlainWidget { _ in view() }], widthPx: 340, heightPx: 340)
    let compiled = try SceneCompiler().compile(scene, at: noon)
    return try withArchive(compiled) { archive in
      guard archive.pictures.count > 0 else { return (nil, compiled.diagnostics) }
      let record = archive.pictures[0]
      let size = PixelSize(width: Int32(record.width), height: Int32(record.height))
      let base = archive.picturePixels(0)
      return ((size, Array(UnsafeBufferPointer(start: base, count: Int(size.area)))), compiled.diagnostics)
    }
  }

  @Test func `a disc is baked with its own smooth edge, and nothing outside of it`() throws {
    let drawn = try pixels {
      Circle().fill(RadialGradient(colors: [.white, .red], center: .center, startRadius: 0, endRadius: 20))
        .frame(width: 40, height: 40)
    }
    let picture = try #require(drawn.first)
    let width = Int(picture.size.width)
    #expect(width > 20 && picture.size.height == picture.size.width && drawn.diagnostics.isEmpty)
    func pixel(_ x: Int, _ y: Int) -> UInt32 { picture.pixels[y * width + x] }
    #expect(pixel(0, 0) == 0)
    let middle = pixel(width / 2, width / 2)
    #expect(middle >> 24 == 255 && Self.channels(middle).allSatisfy { $0 > 200 })
    let edge = pixel(width - 3, width / 2)
    let red = Self.channels(Color.red.argb)
    #expect(edge >> 24 == 255)
    #expect(zip(Self.channels(edge), red).allSatisfy { abs($0 - $1) < 40 }, "\(Self.channels(edge)), not \(red)")
    // Premultiplied everywhere, and partly covered somewhere.
    #expect(picture.pixels.isPremultiplied)
    #expect(picture.pixels.contains { (1...254).contains($0 >> 24) })
  }

  private static func channels(_ pixel: UInt32) -> [Int] { [16, 8, 0].map { Int(pixel >> $0 & 255) } }

  static let tints: [UInt32] = [
    0xFFFF_FFFF, 0xFFFF_9F0A, 0xFF0A_84FF, 0xFFFF_0000, 0xFF00_FF00, 0xFF0C_2238, 0x80C0_8040,
  ]

  /// A gradient between two times the same colour, so that each pixel's value is known.
  @Test(arguments: tints) func `each channel of a baked gradient is its colour's`(_ argb: UInt32) throws {
    let tint = AfterglowViews.Color(argb: argb)
    let styles: [@Sendable () -> AnyShapeStyle] = [
      { AnyShapeStyle(RadialGradient(colors: [tint, tint], center: .center, startRadius: 0, endRadius: 20)) },
      { AnyShapeStyle(EllipticalGradient(colors: [tint, tint])) },
      { AnyShapeStyle(AngularGradient(colors: [tint, tint], center: .center)) },
    ]
    let premultiplied = AfterglowCore.Color(argb: argb).premultiplied
    for style in styles {
      let picture = try #require(try pixels { Circle().fill(style()).frame(width: 40, height: 30) }.first)
      let deviation = TintDeviation(picture.pixels, from: argb, premultiplied: premultiplied)
      #expect(deviation.wholeCount > picture.pixels.count / 2)
      #expect(deviation.whole <= 1, "\(deviation)")
      // Partly covered pixels have the same hue.
      #expect(deviation.partial <= 1.5, "\(deviation)")
    }
  }

  private func gauge(_ tint: AfterglowViews.Color, _ family: WidgetFamily, _ context: WidgetContext) throws
    -> CompiledScene
  {
    var scene = testScene(
      [
        PlainWidget { _ in
          Gauge(value: 0.5) { Text("a") }.gaugeStyle(.accessoryCircular).tint(Gradient(colors: [tint, tint]))
        }
      ], widthPx: 480, heightPx: 300)
    scene.context = context
    scene.slots[0].family = family
    return try SceneCompiler().compile(scene, at: noon)
  }

  /// Vibrant content is translucent white over a wallpaper, and grey over black: equal in each channel.
  @Test(arguments: tints.filter { $0 >> 24 == 255 }) func `a tinted gauge on a lock screen is white`(_ argb: UInt32)
    throws
  {
    let compiled = try gauge(Color(argb: argb), .accessoryCircular, .lockScreen)
    try withArchive(compiled) { archive in
      let pictures = (0..<archive.pictures.count).filter { archive.pictures[$0].isOpaque == 0 }.map { index in
        let record = archive.pictures[index]
        let count = Int(record.width) * Int(record.height)
        return Array(UnsafeBufferPointer(start: archive.picturePixels(index), count: count))
      }
      #expect(pictures.count > 1)
      for pixels in pictures {
        #expect(pixels.isTranslucentGrey)
        #expect(pixels.contains { $0 >> 24 >= 64 })
      }
      #expect(pictures.contains { $0.isTranslucentWhite })
    }
  }

  /// At night a picture's red follows its luminance, like that of the same gauge by day, in every channel.
  @Test(arguments: [WidgetContext.lockScreen, .standBy]) func `a white gauge is lit at night`(_ context: WidgetContext)
    throws
  {
    let family: WidgetFamily = context == .standBy ? .systemSmall : .accessoryCircular
    let night = try shown(try gauge(.white, family, context), override: .night)
    #expect(night.pixels.isRedAlone)
    let stage = ColorStage(settings: testBoard().light, isEmissive: true)
    let wanted = stage.paintedPicture(0xFFFF_FFFF, mode: .night) >> 16 & 255
    #expect(night.pixels.redCount(wanted) > 100, "red \(wanted) is not to be seen")
  }

  @Test func `in two colours it is one of them`() throws {
    var scene = testScene([
      PlainWidget { _ in Rectangle().fill(AngularGradient(colors: [.red, .blue], center: .center)) }
    ])
    scene.context = .home
    scene.style.appearance = .tinted
    let compiled = try SceneCompiler().compile(scene, at: noon)
    try withArchive(compiled) { archive in
      func hasPicture(_ mode: WidgetRenderingMode, isLuminanceReduced: Bool) -> Bool {
        let slot = archive.widget(1).variantSlot(
          for: .init(renderingMode: mode, isLuminanceReduced: isLuminanceReduced))
        return archive.displayList(entry: 1, slot: slot).contains {
          archive.nodes[Int($0)].kind == NodeKind.picture.rawValue
        }
      }
      #expect(!hasPicture(.accented, isLuminanceReduced: false))
      // At night it is grey, and a picture again.
      #expect(hasPicture(.vibrant, isLuminanceReduced: true))
    }
  }

  @Test func `text takes the middle colour and warns`() throws {
    let result = try laidOut(
      Text("a").foregroundStyle(RadialGradient(colors: [.red, .blue], center: .center, startRadius: 0, endRadius: 9)),
      width: 50, height: 20)
    #expect(result.problems.map(\.severity) == [.warning])
  }

  @Test func `no colours are an error, and what is no number is bounded`() throws {
    let none = try laidOut(
      Rectangle().fill(RadialGradient(colors: [], center: .center, startRadius: 0, endRadius: 9)), width: 9, height: 9)
    #expect(none.problems.map(\.severity) == [.error])
    let odd = try pixels {
      Rectangle().fill(
        RadialGradient(colors: [.red, .blue], center: .center, startRadius: .nan, endRadius: -.infinity)
      ).frame(width: 8, height: 8)
    }
    #expect(odd.first != nil)
  }

  @Test func `a shape too large for a picture is filled plainly`() throws {
    var scene = testScene(
      [
        PlainWidget { _ in
          Rectangle().fill(EllipticalGradient(colors: [.red, .blue])).containerBackground(.black)
        }
      ], widthPx: 4000, heightPx: 2200)
    scene.board.archiveBankByteCount = 64 << 20
    let compiled = try SceneCompiler().compile(scene, at: noon)
    try withArchive(compiled) { archive in #expect(archive.pictures.count == 0) }
  }

  @Test func `a gradient that says no direction goes along a ring`() throws {
    let gauge = Gauge(value: 0.5) { Text("a") }.gaugeStyle(.accessoryCircular)
      .tint(Gradient(colors: [.green, .red]))
    let items = try laidOut(gauge, width: 60, height: 60).items
    let courses = items.compactMap { item -> GradientField.Course? in
      if case .field(let field) = item.style.storage { field.course } else { nil }
    }
    #expect(!courses.isEmpty)
    #expect(courses.allSatisfy { $0 == .angular(from: .degrees(135), to: .degrees(405)) })
  }
}
