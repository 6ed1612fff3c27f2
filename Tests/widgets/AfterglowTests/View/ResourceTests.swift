import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Pictures and colours by their names in a bundle's resources.
@Suite struct ResourceTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "resources-\(UUID().uuidString)")

  private func write(_ text: String, _ path: String) throws { try write(Data(text.utf8), path) }

  private func write(_ data: Data, _ path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  private func png(_ width: Int32, _ height: Int32, _ pixel: UInt32) throws -> Data {
    Data(
      try PNG.encode(
        Picture(
          size: PixelSize(width: width, height: height),
          pixels: [UInt32](repeating: pixel, count: Int(width * height)))))
  }

  /// As Xcode writes them.
  private func catalog() throws -> ResourceCatalog {
    try write(png(20, 10, 0xFFFF_0000), "Beach.png")
    try write(png(40, 20, 0xFFFF_0000), "Beach@2x.png")
    try write(png(8, 8, 0xFF00_FF00), "Assets.xcassets/Logo.imageset/logo.png")
    try write(png(8, 8, 0xFF00_00FF), "Assets.xcassets/Logo.imageset/logo-dark.png")
    try write(
      """
      {"images": [
        {"filename": "logo.png", "idiom": "universal", "scale": "1x"},
        {"appearances": [{"appearance": "luminosity", "value": "dark"}], "filename": "logo-dark.png",
         "idiom": "universal", "scale": "1x"},
        {"idiom": "universal", "scale": "2x"}
      ], "info": {"author": "xcode", "version": 1}, "properties": {"template-rendering-intent": "template"}}
      """, "Assets.xcassets/Logo.imageset/Contents.json")
    try write(
      """
      {"colors": [
        {"color": {"color-space": "srgb", "components": {"alpha": "1.000", "blue": "0x1E", "green": "128", "red": "1.000"}},
         "idiom": "universal"},
        {"appearances": [{"appearance": "luminosity", "value": "dark"}],
         "color": {"color-space": "gray-gamma-22", "components": {"alpha": "0.500", "white": "1.000"}}, "idiom": "universal"}
      ]}
      """, "Assets.xcassets/Brand/Orange.colorset/Contents.json")
    try write(#"{"properties": {"provides-namespace": true}}"#, "Assets.xcassets/Brand/Contents.json")
    try write("not json", "Assets.xcassets/Broken.colorset/Contents.json")
    return ResourceCatalog(folder: folder.path)
  }

  @Test func `a colour for the light appearance comes before one for any`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func entry(_ white: String, _ appearance: String?) -> String {
      let own = appearance.map { #""appearances": [{"appearance": "luminosity", "value": "\#($0)"}], "# } ?? ""
      return #"{\#(own)"color": {"components": {"white": "\#(white)"}}, "idiom": "universal"}"#
    }
    func write(_ name: String, _ entries: String...) throws {
      try self.write("{\"colors\": [\(entries.joined(separator: ", "))]}", "A.xcassets/\(name).colorset/Contents.json")
    }
    try write("Words", entry("1.0", nil), entry("0.0", "light"), entry("0.4", "dark"))
    try write("Paper", entry("0.2", nil), entry("1.0", "light"))
    let colors = ResourceCatalog(folder: folder.path).colors
    let words = try #require(colors["Words"])
    #expect(words.value(in: .light) == 0xFF00_0000 && words.value(in: .dark) == 0xFF66_6666)
    let paper = try #require(colors["Paper"])
    #expect(paper.value(in: .light) == 0xFFFF_FFFF && paper.value(in: .dark) == 0xFF33_3333)
  }

  @Test func `files and sets of catalogues are found by name, scale and appearance`() throws {
    let catalog = try catalog()
    defer { try? FileManager.default.removeItem(at: folder) }
    let beach = try #require(catalog.pictures["Beach"])
    #expect(beach.file(in: .dark, scale: 1)?.path.hasSuffix("Beach.png") == true)
    #expect(beach.file(in: .dark, scale: 2)?.path.hasSuffix("Beach@2x.png") == true)
    #expect(beach.file(in: .light, scale: 3)?.scale == 2)
    let logo = try #require(catalog.pictures["Logo"])
    #expect(logo.isTemplate)
    #expect(logo.file(in: .light, scale: 2)?.path.hasSuffix("logo.png") == true)
    #expect(logo.file(in: .dark, scale: 2)?.path.hasSuffix("logo-dark.png") == true)
    let orange = try #require(catalog.colors["Brand/Orange"])
    #expect(orange.value(in: .light) == 0xFFFF_801E)
    #expect(orange.value(in: .dark) == 0x80FF_FFFF)
    #expect(catalog.colors["Broken"] == nil && catalog.colors["Orange"] == nil)
  }

  @Test func `variants for other devices are left out, and a colour of a system has its own dark variant`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func color(_ red: String) -> String {
      #"{"color-space": "srgb", "components": {"alpha": "1", "blue": "0", "green": "0", "red": "\#(red)"}}"#
    }
    try write(
      #"{"colors": [{"idiom": "watch", "color": \#(color("0.1"))}, {"idiom": "universal", "color": \#(color("1.0"))}]}"#,
      "Assets.xcassets/Alarm.colorset/Contents.json")
    try write(
      #"{"colors": [{"idiom": "mac", "color": \#(color("nan"))}]}"#, "Assets.xcassets/Desk.colorset/Contents.json")
    for (name, reference) in [("Sky", "systemBackgroundColor"), ("Unknown", "noSuchColor")] {
      try write(
        #"{"colors": [{"idiom": "universal", "color": {"platform": "universal", "reference": "\#(reference)"}}]}"#,
        "Assets.xcassets/\(name).colorset/Contents.json")
    }
    let catalog = ResourceCatalog(folder: folder.path)
    #expect(catalog.colors["Alarm"]?.value(in: .light) == 0xFFFF_0000)
    #expect(catalog.colors["Desk"]?.value(in: .light) == 0xFF00_0000)
    #expect(catalog.colors["Unknown"] == nil)
    var environment = EnvironmentValues()
    for scheme in [ColorScheme.light, .dark] {
      environment.colorScheme = scheme
      #expect(catalog.colors["Sky"]?.value(in: scheme) == Color(.systemBackground).value(in: environment))
    }
  }

  @Test func `a picture at two pixels per point is half as large, and a stencil has the foreground's colour`() throws {
    _ = try catalog()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = try #require(Bundle(path: folder.path))
    let beach = try laidOut(Image("Beach", bundle: bundle), width: 100, height: 100)
    #expect(beach.problems.isEmpty && beach.size == Size(width: 20, height: 10))
    let logo = try laidOut(
      Image("Logo", bundle: bundle).resizable().frame(width: 10, height: 10).foregroundStyle(.red), width: 20,
      height: 20)
    guard case .layer(let layer)? = logo.items.first?.kind, case .mask = layer.effect else {
      Issue.record("\(logo.items)")
      return
    }
    #expect(layer.items[0].style == AnyShapeStyle(storage: .color(Color.red.argb)))
    let original = try laidOut(Image("Logo", bundle: bundle).renderingMode(.original), width: 20, height: 20)
    guard case .picture? = original.items.first?.kind else {
      Issue.record("\(original.items)")
      return
    }
  }

  @Test func `names that no resource has are errors of that part, with the name`() throws {
    let picture = try laidOut(Image("Nowhere"), width: 100, height: 100)
    #expect(picture.problems.first?.isOfPart == true)
    #expect(picture.problems.first?.message.contains("“Nowhere”") == true)
    let color = try laidOut(Text("A").foregroundStyle(Color("Nothing")), width: 100, height: 100)
    #expect(color.problems.first?.message.contains("“Nothing”") == true, "\(color.problems)")
    #expect(UIImage(named: "Nowhere") == nil && UIColor(named: "Nothing") == nil)
  }

  @Test func `pictures and colours of UIKit are those of the resources, in each appearance`() throws {
    _ = try catalog()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = try #require(Bundle(path: folder.path))
    let beach = UIImage(resource: ImageResource(name: "Beach", bundle: bundle))
    #expect(beach.size == CGSize(width: 20, height: 10))
    let drawn = try laidOut(Image(uiImage: beach), width: 100, height: 100)
    #expect(drawn.problems.isEmpty && drawn.size == Size(width: 20, height: 10))
    let orange = Color(uiColor: UIColor(resource: ColorResource(name: "Brand/Orange", bundle: bundle)))
    var environment = EnvironmentValues()
    for (scheme, argb) in [(ColorScheme.light, 0xFFFF_801E), (.dark, 0x80FF_FFFF)] as [(ColorScheme, UInt32)] {
      environment.colorScheme = scheme
      #expect(orange.value(in: environment) == argb)
    }
    let missing = try laidOut(
      Image(uiImage: UIImage(resource: ImageResource(name: "Nowhere", bundle: bundle))), width: 100, height: 100)
    #expect(missing.problems.first?.message.contains("“Nowhere”") == true)
  }

  @Test func `pictures in memory have their size`() throws {
    let image = try #require(UIImage(data: png(30, 20, 0xFFFF_FFFF)))
    #expect(image.size == CGSize(width: 30, height: 20))
    #expect(try laidOut(Image(uiImage: image), width: 100, height: 100).size == Size(width: 30, height: 20))
    #expect(UIImage(data: Data([1, 2, 3])) == nil)
  }

  @Test func `UIKit's colours follow the appearance`() {
    var light = EnvironmentValues()
    light.colorScheme = .light
    #expect(Color(.systemBackground).value(in: light) == 0xFFFF_FFFF)
    #expect(Color(uiColor: .systemRed).value(in: EnvironmentValues()) == Color.red.argb)
  }
}
