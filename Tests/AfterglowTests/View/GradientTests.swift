import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import Afterglow

/// Gradients that run round a point or away from it.
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
      return ((size, (0..<Int(size.area)).map { base[$0] }), compiled.diagnostics)
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
    #expect(middle >> 24 == 255 && middle & 255 > 200)
    let edge = pixel(width - 3, width / 2)
    #expect(edge >> 24 == 255 && edge & 255 < 100)
    // Premultiplied everywhere, and partly covered somewhere.
    #expect(
      picture.pixels.allSatisfy { p in [16, 8, 0].allSatisfy { (p >> UInt32($0)) & 255 <= p >> 24 } })
    #expect(picture.pixels.contains { (1...254).contains($0 >> 24) })
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
      // By night it is grey, and a picture again.
      #expect(hasPicture(.vibrant, isLuminanceReduced: true))
    }
  }

  @Test func `text takes the middle colour and tells so`() throws {
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
    scene.board.workingByteCount = 64 << 20
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
