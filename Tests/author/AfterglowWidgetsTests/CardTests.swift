import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

@testable import AfterglowWidgets

/// The content of cards, and the pictures that cover them.
@Suite struct CardTests {
  private static let cards = GalleryItem.all.filter { $0.family == .accessoryRectangular && $0.kind != "photos" }

  @Test(arguments: cards) func `a card of the Smart Stack has margins`(item: GalleryItem) throws {
    let compiled = try item.compile(item.scene { $0.context = .smartStack })
    #expect(compiled.diagnostics == [])
    let painted = try PaintedItem(compiled)
    _ = painted.pixels(.day)
    let (width, height) = (Double(painted.width), Double(painted.height))
    let nodes = compiled.layout.nodes.filter { $0.slot != nil && $0.role != "background" && painted.isVisible($0) }
    #expect(!nodes.isEmpty)
    for node in nodes {
      let frame = node.framePx
      #expect(frame.minX >= 9 && frame.maxX <= width - 9, "\(node.name ?? node.kind): \(frame)")
      if node.text == nil { #expect(frame.minY >= 7 && frame.maxY <= height - 7, "\(node.kind): \(frame)") }
    }
  }

  /// Photographs on cards without a rim of light, which glass on a surface has.
  private static let photos = GalleryItem.all.filter {
    $0.kind == "photos" && $0.family.isSystem && $0.family != .systemExtraLargePortrait
  }

  /// The smoothing of two equal outlines, one over the other, would show the lower one.
  @Test(arguments: photos)
  func `nothing shines through around a picture that fills its card`(item: GalleryItem) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "card-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let dark = Picture(size: PixelSize(width: 8, height: 8), pixels: Array(repeating: 0xFF06_0606, count: 64))
    try Data(try PNG.encode(dark)).write(to: folder.appending(path: "dark.png"))
    let compiled = try item.compile(
      item.scene(.light, isPreview: false, configuration: ["folder": .string(folder.path)]) {
        $0.style.wallpaper = .colors([0xFF00_0000])
      })
    let painted = try PaintedItem(compiled)
    let pixels = painted.pixels(.day)
    // The picture is nearly black everywhere: on black its edges only darken.
    let corner = (0..<24).flatMap { y in (0..<24).map { x in pixels[y * painted.width + x] } }
    let brightest = corner.map { $0 & 255 }.max()!
    let inside = pixels[2 * painted.width + painted.width / 2] & 255
    #expect(brightest <= inside + 6, "\(brightest) next to \(inside)")
  }

  @Test func `old content has no arrow`() throws {
    for family in [WidgetFamily.systemSmall, .systemMedium, .systemLarge, .accessoryRectangular, .accessoryInline] {
      let item = GalleryItem(kind: "value", family: family)
      let fresh = try Self.names(item.compile(item.scene()))
      let old = try Self.names(
        item.compile(
          item.scene(isPreview: false, widget: AlteredWidget.old(WidgetGallery.builtIn.widget("value")!))))
      #expect(fresh.contains("trend") && !old.contains("trend") && old.contains("ageMark"), "\(family)")
    }
  }

  private static func names(_ compiled: CompiledScene) throws -> Set<String> {
    let painted = try PaintedItem(compiled)
    _ = painted.pixels(.day)
    return Set(compiled.layout.nodes.filter { $0.slot != nil && painted.isVisible($0) }.compactMap(\.name))
  }

  @Test func `a rectangular system has figures in all its lines`() throws {
    let item = GalleryItem(kind: "system", family: .accessoryRectangular)
    let names = try Self.names(item.compile(item.scene()))
    #expect(names.isSuperset(of: ["temperature", "memory", "disk"]) && !names.contains("uptime"))
  }
}
