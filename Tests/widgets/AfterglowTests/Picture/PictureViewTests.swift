import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowRaster
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Files of one test, removed with it.
private final class PictureFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a PNG of one colour; red means nothing else.
  @discardableResult
  func write(_ name: String, width: Int = 40, height: Int = 20, argb: UInt32 = 0xFFFF_0000) throws -> URL {
    let size = PixelSize(width: Int32(width), height: Int32(height))
    let picture = Picture(size: size, pixels: Array(repeating: argb, count: width * height))
    let file = url.appending(path: name)
    try Data(try PNG.encode(picture)).write(to: file)
    return file
  }
}

private func compiled(
  _ image: Image, board: BoardRecord = testBoard(), frames: Int = 1
) throws -> CompiledScene {
  let provider = PlainProvider(words: Array(repeating: "", count: frames))
  let widget = PlainWidget(provider: provider) { _ in image.frame(width: 100, height: 60) }
  return try SceneCompiler().compile(testScene([widget, PlainWidget { Text($0.words) }], board: board), at: noon)
}

/// Each picture of an archive as its size and the colours in it.
private func pictures(_ scene: CompiledScene) throws -> [(width: Int, height: Int, colors: Set<UInt32>)] {
  try withArchive(scene) { archive in
    archive.pictures.indices.map { index in
      let record = archive.pictures[index]
      let pixels = UnsafeBufferPointer(
        start: archive.picturePixels(index), count: Int(record.width) * Int(record.height))
      return (Int(record.width), Int(record.height), Array(pixels).colors)
    }
  }
}

@Suite struct PictureViewTests {
  @Test func `a picture is in the archive once for each look and as large as its place`() throws {
    let folder = try PictureFolder()
    let scene = try compiled(Image(file: try folder.write("red.png")).scaledToFill(crop: .best), frames: 5)
    let found = try pictures(scene)
    let frame = try #require(scene.layout.nodes.first { $0.kind == "picture" }).framePx
    #expect(found.count == 2)
    #expect(found.allSatisfy { abs(Double($0.width) - frame.width) <= 1 && abs(Double($0.height) - frame.height) <= 1 })
    // By day unchanged, vibrant by its luminance (rule 34).
    #expect(found[0].colors == [0xFFFF_0000] && found[1].colors == [0xFF7F_7F7F])
    #expect(scene.diagnostics.isEmpty)
  }

  @Test func `a missing or broken picture is a plain shape for its widget alone`() throws {
    let folder = try PictureFolder()
    let torn = folder.url.appending(path: "torn.png")
    try Data(Array(try Data(contentsOf: folder.write("whole.png")))[..<50]).write(to: torn)
    for file in [folder.url.appending(path: "none.jpg"), torn] {
      let scene = try compiled(Image(file: file).scaledToFit())
      #expect(try pictures(scene).isEmpty)
      #expect(scene.layout.nodes.contains { $0.slot == "slot0" && $0.kind == "rectangle" && $0.role == "tertiary" })
      #expect(scene.layout.nodes.contains { $0.slot == "slot1" && $0.text == "Hello" })
      #expect(scene.diagnostics.count == 1)
      let diagnostic = try #require(scene.diagnostics.first)
      #expect(
        diagnostic.slot == "slot0" && diagnostic.severity == .error
          && diagnostic.message.contains(file.lastPathComponent))
    }
  }

  @Test func `a file that changes is read again`() throws {
    let folder = try PictureFolder()
    let file = try folder.write("a.png")
    let compiler = SceneCompiler(typesetterCache: TypesetterCache())
    let widget = PlainWidget { _ in Image(file: file).resizable() }
    #expect(try pictures(compiler.compile(testScene([widget]), at: noon))[0].colors == [0xFFFF_0000])
    try folder.write("a.png", width: 41, argb: 0xFF00_00FF)
    #expect(try pictures(compiler.compile(testScene([widget]), at: noon))[0].colors == [0xFF00_00FF])
  }

  @Test func `sizes are those of SwiftUI`() throws {
    let folder = try PictureFolder()
    let file = try folder.write("wide.png", width: 40, height: 20)
    func size(_ image: Image, _ width: Double, _ height: Double) throws -> Size {
      let item = try #require(try drawn(image, width: width, height: height).first)
      return Size(width: item.frame.width, height: item.frame.height)
    }
    #expect(try size(Image(file: file), 200, 200) == Size(width: 40, height: 20))
    #expect(try size(Image(file: file).resizable(), 200, 90) == Size(width: 200, height: 90))
    #expect(try size(Image(file: file).resizable().scaledToFit(), 200, 200) == Size(width: 200, height: 100))
    #expect(try size(Image(file: file).scaledToFit(), 200, 50) == Size(width: 100, height: 50))
    #expect(try size(Image(file: file).scaledToFill(), 70, 90) == Size(width: 180, height: 90))
    #expect(try size(Image(file: file).scaledToFill(crop: .center), 70, 90) == Size(width: 70, height: 90))
  }

  @Test func `an archive holds the part of a picture that its clip leaves`() throws {
    let folder = try PictureFolder()
    let file = folder.url.appending(path: "halves.png")
    // Red in the middle, with blue at both sides.
    let row = (0..<40).map { (8..<32).contains($0) ? 0xFFFF_0000 : 0xFF00_00FF } as [UInt32]
    let picture = Picture(
      size: PixelSize(width: 40, height: 10), pixels: Array(repeating: row, count: 10).flatMap(\.self))
    try Data(try PNG.encode(picture)).write(to: file)
    let photo = Image(file: file).resizable().scaledToFill().frame(width: 40, height: 20)
    let whole = try drawn(photo, width: 40, height: 20)
    #expect(whole.map(\.frame) == [Rect(x: -20, y: 0, width: 80, height: 20)])
    let seen = try drawn(photo.clipped(), width: 40, height: 20).filter {
      if case .picture = $0.kind { true } else { false }
    }
    #expect(seen.map(\.frame) == [Rect(x: 0, y: 0, width: 40, height: 20)])
    let moved = try drawn(photo.scaleEffect(0.5).clipped(), width: 40, height: 20)
    #expect(moved.contains { $0.frame == Rect(x: 0, y: 5, width: 40, height: 10) })
    let widget = PlainWidget { _ in
      Image(file: file).resizable().scaledToFill().frame(width: 40, height: 20).clipped()
    }
    #expect(try pictures(SceneCompiler().compile(testScene([widget]), at: noon))[0].colors == [0xFFFF_0000])
  }

  @Test func `one-bit paper gets ink that is as light as the picture`() throws {
    let folder = try PictureFolder()
    var board = testBoard()
    board.becomePaper()
    let scene = try compiled(Image(file: try folder.write("grey.png", argb: 0xFFBC_BCBC)).resizable(), board: board)
    #expect(try pictures(scene).first?.colors == [0xFF00_0000, 0xFFFF_FFFF])
    let grey = ScaledPicture(size: PixelSize(width: 64, height: 64), pixels: Array(repeating: 0xFFBC_BCBC, count: 4096))
    let white = grey.treated(.ink(.floydSteinberg)).pixels.filter { $0 == 0xFFFF_FFFF }.count
    // 0xBC is half of the light.
    #expect(abs(Double(white) / 4096 - 0.5) < 0.02)
  }
}

@Suite struct FourGreyPictureTests {
  @Test func `paper of four greys gets a picture of those greys alone, as light as it was`() throws {
    let folder = try PictureFolder()
    var board = testBoard()
    board.displayKind = DisplayKind.virtualFramebuffer.rawValue
    board.isEmissive = 0
    board.pixelFormat = PixelFormat.gray2.rawValue
    let scene = try compiled(Image(file: try folder.write("warm.png", argb: 0xFFC8_8040)).resizable(), board: board)
    let colors = try #require(try pictures(scene).first?.colors)
    let greys = Dictionary(
      uniqueKeysWithValues: (0..<4).map { (PaperGray(rawValue: $0)!.color.argb, UInt8($0)) })
    #expect(colors.count > 1)
    for color in colors { #expect(greys[color] == PaperGray.code(color)) }
    for (argb, share) in [(0xFFBC_BCBC as UInt32, 0.5), (0xFF40_4040, 0.0513), (0xFF55_5555, 0.0908), (0, 1)] {
      let flat = ScaledPicture(size: PixelSize(width: 64, height: 64), pixels: Array(repeating: argb, count: 4096))
      let greys = flat.treated(.fourGreys(.floydSteinberg)).pixels
      let light = greys.map { [0, 0.0908, 0.4020, 1][Int(PaperGray.code($0))] }
      #expect(abs(light.reduce(0, +) / 4096 - share) < 0.01, "\(argb)")
    }
  }
}

@Suite struct SixInkPictureTests {
  private static var board: BoardRecord {
    var board = testBoard()
    board.displayKind = DisplayKind.virtualFramebuffer.rawValue
    board.isEmissive = 0
    board.pixelFormat = PixelFormat.spectra6.rawValue
    return board
  }

  @Test func `paper of six inks gets a picture of those inks alone, and each becomes its own code`() throws {
    let folder = try PictureFolder()
    let file = try folder.write("warm.png", argb: 0xFFC8_8040)
    let scene = try compiled(Image(file: file).resizable(), board: Self.board)
    let colors = try #require(try pictures(scene).first?.colors)
    let inks = Dictionary(uniqueKeysWithValues: PaperInk.allCases.map { ($0.color.argb, $0.rawValue) })
    #expect(colors.count > 2)
    for color in colors { #expect(inks[color] == PaperInk.nearestCode(color)) }
  }

  @Test func `a picture is the same pixels whatever part of it is encoded`() throws {
    let size = PixelSize(width: 37, height: 21)
    let codes: [UInt32] = (0..<UInt32(size.area)).map { 0xFF00_0000 | ($0 &* 0x9E37_79B9) >> 8 }
    let wild = ScaledPicture(size: size, pixels: codes)
    var pixels = wild.treated(.sixInks(.floydSteinberg)).pixels
    func encoded(_ parts: [PixelRect]) -> [UInt8] {
      let rowBytes = 20
      var memory = [UInt8](repeating: 0, count: rowBytes * 21)
      pixels.withUnsafeMutableBufferPointer { buffer in
        memory.withUnsafeMutableBytes { bytes in
          for part in parts {
            _ = encode(
              PixelPlane(base: buffer.baseAddress!, stridePx: 37, size: size), part,
              into: EncodeTarget(
                base: bytes.baseAddress!, strideBytes: rowBytes, size: size, format: .spectra6, rotation: .none,
                isRedOnly: false, isFirstFrame: false))
          }
        }
      }
      return memory
    }
    let whole = encoded([PixelRect(size)])
    var bands: [PixelRect] = []
    for y in stride(from: Int32(0), to: 21, by: 3) {
      bands.append(PixelRect(x0: 0, y0: y, x1: 11, y1: y + 3))
      bands.append(PixelRect(x0: 11, y0: y, x1: 12, y1: y + 3))
      bands.append(PixelRect(x0: 12, y0: y, x1: 37, y1: y + 3))
    }
    #expect(encoded(bands) == whole)
    #expect(encoded(bands.reversed()) == whole)
  }
}

@Suite struct AccentedPictureTests {
  private let accented = Palette(renderingMode: .accented, surface: .emissive)
  private let pixels = ScaledPicture(
    size: PixelSize(width: 4, height: 1), pixels: [0xFFFF_FFFF, 0xFFBC_BCBC, 0xFF00_0000, 0x8080_0000])

  private func treated(
    _ mode: WidgetAccentedRenderingMode?, isAccentable: Bool = false
  ) -> (pixels: [UInt32], isAccented: Bool) {
    let request = PictureRequest(source: .file("a"), crop: nil, accentedMode: mode)
    let (treatment, isAccented) = accented.treatment(of: request, isAccentable: isAccentable)
    return (pixels.treated(treatment).pixels, isAccented)
  }

  @Test func `a picture without a colour mode is as strong as it is bright`() {
    let plain = treated(nil)
    #expect(plain.pixels[0] == 0xFFFF_FFFF && plain.pixels[1] == 0xBCBC_BCBC && plain.pixels[2] == 0)
    #expect(!plain.isAccented)
    #expect(treated(.desaturated) == plain)
    #expect(treated(nil, isAccentable: true) == (plain.pixels, true))
    #expect(treated(.accentedDesaturated) == (plain.pixels, true))
  }

  @Test func `an accented picture is one shape`() {
    #expect(treated(.accented) == ([0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF, 0x8080_8080], true))
  }

  @Test func `each group has its own color`() {
    var tinted = accented
    tinted.accents = Palette.Accents(primary: 0xFFFF_F0E0, accented: 0xFFFF_9F0A)
    func color(_ mode: WidgetAccentedRenderingMode) -> UInt32 {
      let request = PictureRequest(source: .file("a"), crop: nil, accentedMode: mode)
      return pixels.treated(tinted.treatment(of: request, isAccentable: false).treatment).pixels[0]
    }
    #expect(color(.desaturated) == 0xFFFF_F0E0)
    #expect(color(.accentedDesaturated) == 0xFFFF_9F0A && color(.accented) == 0xFFFF_9F0A)
  }

  @Test func `art of media may stay as it is`() {
    #expect(treated(.fullColor) == (pixels.pixels, false))
  }
}
