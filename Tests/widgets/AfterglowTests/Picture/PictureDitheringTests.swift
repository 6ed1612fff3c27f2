import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowRaster
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Which dithering a picture on paper gets.
@Suite struct PictureDitheringTests {
  /// A grey that no ink has, so that each dithering shows it differently.
  private final class GreyFile {
    let url = FileManager.default.temporaryDirectory.appending(path: "grey-\(UUID().uuidString).png")

    init() throws {
      let picture = Picture(
        size: PixelSize(width: 40, height: 20), pixels: (0..<800).map { 0xFF70_7070 + UInt32($0 % 40) * 0x01_0101 })
      try Data(try PNG.encode(picture)).write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private static func board(_ format: PixelFormat) -> BoardRecord {
    var board = testBoard()
    board.displayKind = DisplayKind.virtualFramebuffer.rawValue
    board.isEmissive = 0
    board.pixelFormat = format.rawValue
    return board
  }

  /// The panel of a scene of one picture, in two entries that are `spacing` seconds apart.
  private static func panel(
    _ file: GreyFile, _ dithering: PictureDithering, slot: PictureDithering? = nil, format: PixelFormat = .mono1,
    spacing: TimeInterval = 3600, policy: AfterglowViews.TimelineReloadPolicy = .never, left: Double = 0
  ) throws -> Picture {
    let provider = PlainProvider(words: ["", ""], spacing: spacing, policy: policy)
    let url = file.url
    let widget = PlainWidget(provider: provider) { _ in
      Image(file: url).resizable().frame(width: 90, height: 60).padding(.leading, left)
    }
    var scene = testScene([widget, PlainWidget { _ in Spacer() }], board: board(format))
    scene.style.dithering = dithering
    scene.slots[0].dithering = slot
    return try withExtendedLifetime(file) { try shown(SceneCompiler().compile(scene, at: noon)) }
  }

  @Test(arguments: [PixelFormat.mono1, .gray2, .spectra6])
  func `a scene chooses, and a widget chooses for itself`(format: PixelFormat) throws {
    let file = try GreyFile()
    let kinds = [PictureDithering.floydSteinberg, .atkinson, .blueNoise]
    let panels = try kinds.map { try Self.panel(file, $0, format: format) }
    #expect(panels[0] != panels[1] && panels[0] != panels[2] && panels[1] != panels[2])
    for (kind, panel) in zip(kinds, panels) {
      #expect(try Self.panel(file, .auto, slot: kind, format: format) == panel)
      #expect(try Self.panel(file, .atkinson, slot: kind, format: format) == panel)
    }
  }

  @Test func `black and white get blue noise where content changes often, and error diffusion elsewhere`() throws {
    let file = try GreyFile()
    let diffused = try Self.panel(file, .floydSteinberg)
    let noise = try Self.panel(file, .blueNoise)
    #expect(try Self.panel(file, .auto) == diffused)
    #expect(try Self.panel(file, .auto, spacing: 901) == diffused)
    #expect(try Self.panel(file, .auto, spacing: 900) == noise)
    let reload = AfterglowViews.TimelineReloadPolicy.after(noon.addingTimeInterval(3600 + 600))
    // Content that can be late leaves room for its age, so that the picture is smaller.
    let reloaded = { try Self.panel(file, $0, policy: reload) }
    #expect(try reloaded(.auto) == reloaded(.blueNoise))
    #expect(try reloaded(.auto) != reloaded(.floydSteinberg))
    for format in [PixelFormat.gray2, .spectra6] {
      let frequent = try Self.panel(file, .auto, format: format, spacing: 300)
      #expect(try frequent == Self.panel(file, .floydSteinberg, format: format))
    }
  }

  @Test func `dots of blue noise belong to the panel, those of error diffusion to the picture`() throws {
    // A picture of one colour, 12 points further to the right.
    let file = try GreyFile()
    let flat = Picture(size: PixelSize(width: 4, height: 4), pixels: Array(repeating: 0xFF90_9090, count: 16))
    try Data(try PNG.encode(flat)).write(to: file.url)
    func shifted(_ dithering: PictureDithering) throws -> (differing: Int, count: Int) {
      let (one, other) = (try Self.panel(file, dithering), try Self.panel(file, dithering, left: 12))
      // Both pictures cover the middle of the left half.
      let (width, rows, columns) = (Int(one.size.width), 200..<260, 170..<220)
      let places = rows.flatMap { y in columns.map { y * width + $0 } }
      #expect(Set(places.map { one.pixels[$0] }).count == 2)
      return (places.count { one.pixels[$0] != other.pixels[$0] }, places.count)
    }
    #expect(try shifted(.blueNoise).differing == 0)
    #expect(try shifted(.floydSteinberg).differing > 500)
  }
}
