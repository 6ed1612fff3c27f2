import AfterglowCore
import CPNG
import Foundation
import Testing

@testable import AfterglowPictures

/// A picture whose four corners differ: red, green, blue, white, from the top left clockwise.
private func corners(_ width: Int, _ height: Int) -> Bitmap {
  Bitmap(width, height) { x, y in
    switch (x < width / 2, y < height / 2) {
    case (true, true): (255, 0, 0, 255)
    case (false, true): (0, 255, 0, 255)
    case (false, false): (0, 0, 255, 255)
    case (true, false): (255, 255, 255, 255)
    }
  }
}

/// The corners of a picture as letters, from the top left clockwise.
private func letters(_ picture: ScaledPicture) -> String {
  let right = Int(picture.size.width) - 1
  let bottom = Int(picture.size.height) - 1
  return [(0, 0), (right, 0), (right, bottom), (0, bottom)].map { x, y in
    let pixel = picture[x, y]
    let bits = (pixel >> 23 & 1) << 2 | (pixel >> 15 & 1) << 1 | pixel >> 7 & 1
    return [4: "R", 2: "G", 1: "B", 7: "W"][Int(bits)] ?? "?"
  }.joined()
}

/// The result of reading.
private func outcome(_ bytes: [UInt8], size: PixelSize = PixelSize(width: 5, height: 4)) -> PictureError? {
  do throws(PictureError) {
    let file = PictureFile(bytes: bytes)
    _ = try file.header()
    _ = try file.filling(size)
    return nil
  } catch {
    return error
  }
}

@Suite struct PictureFileTests {
  @Test(
    arguments: [
      (1, "RGBW"), (2, "GRWB"), (3, "BWRG"), (4, "WBGR"), (5, "RWBG"), (6, "WRGB"), (7, "BGRW"), (8, "GBWR"),
    ] as [(UInt16, String)])
  func `a picture stands upright however the camera was held`(_ orientation: UInt16, _ expected: String) throws {
    for isBigEndian in [false, true] {
      let exif = PictureMaker.exif(orientation: orientation, isBigEndian: isBigEndian)
      for bytes in [PictureMaker.jpeg(corners(32, 16), exif: exif), PictureMaker.png(corners(32, 16), exif: exif)] {
        let file = PictureFile(bytes: bytes)
        let header = try file.header()
        let isTall = orientation >= 5
        #expect(header.size == PixelSize(width: isTall ? 16 : 32, height: isTall ? 32 : 16))
        #expect(header.taken == TakenDate(year: 2019, month: 7, day: 4, hour: 18, minute: 20, second: 11))
        #expect(letters(try file.scaled(to: PixelSize(width: 6, height: 4))) == expected)
      }
    }
  }

  @Test func `a picture stands upright whose Exif segment comes before that of JFIF`() throws {
    let exif = PictureMaker.exif(orientation: 6)
    let jpeg = PictureMaker.jpeg(corners(32, 16), exif: exif)
    // After the start of the picture libjpeg writes the segment of JFIF, which has 18 bytes.
    let first = jpeg[2..<20]
    let end = 20 + 2 + (Int(jpeg[22]) << 8 | Int(jpeg[23]))
    try #require(first.starts(with: [0xFF, 0xE0, 0, 16]) && jpeg[20] == 0xFF && jpeg[21] == 0xE1)
    let file = PictureFile(bytes: Array(jpeg[..<2] + jpeg[20..<end] + first + jpeg[end...]))
    #expect(try file.header().size == PixelSize(width: 16, height: 32))
    #expect(letters(try file.scaled(to: PixelSize(width: 6, height: 4))) == "WRGB")
  }

  @Test(arguments: 1...8) func `a part means the picture as it is seen`(_ orientation: UInt16) throws {
    let file = PictureFile(bytes: PictureMaker.png(corners(32, 16), exif: PictureMaker.exif(orientation: orientation)))
    let whole = letters(try file.scaled(to: PixelSize(width: 6, height: 4)))
    let topRight = PicturePart(x: 0.5, y: 0, width: 0.5, height: 0.5)
    let expected = Array(whole)[1]
    let part = letters(try file.scaled(to: PixelSize(width: 3, height: 2), part: topRight))
    #expect(part == String(repeating: expected, count: 4))
  }

  @Test(arguments: ["png", "interlaced", "jpeg", "progressive"])
  func `a file that is cut anywhere is an error`(_ kind: String) {
    let bitmap = Bitmap.photo(24, 18)
    let exif = PictureMaker.exif(orientation: 6)
    let bytes =
      switch kind {
      case "png": PictureMaker.png(bitmap, exif: exif)
      case "interlaced": PictureMaker.png(bitmap, isInterlaced: true)
      case "jpeg": PictureMaker.jpeg(bitmap, exif: exif)
      default: PictureMaker.jpeg(bitmap, isProgressive: true)
      }
    #expect(outcome(bytes) == nil)
    for count in bytes.indices { #expect(outcome(Array(bytes[..<count])) != nil, "cut after \(count) bytes") }
  }

  @Test(arguments: ["png", "interlaced", "jpeg", "progressive"])
  func `changed files end in a picture or an error`(_ kind: String) {
    let bitmap = Bitmap.noise(20, 15, hasAlpha: false)
    let exif = PictureMaker.exif(orientation: 3)
    let whole =
      kind.hasPrefix("j") || kind.hasPrefix("pr")
      ? PictureMaker.jpeg(bitmap, isProgressive: kind == "progressive", exif: exif)
      : PictureMaker.png(bitmap, isInterlaced: kind == "interlaced", exif: exif)
    var state: UInt64 = 88_172_645_463_325_252
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0...random(4) {
        switch random(4) {
        case 0: bytes[random(bytes.count)] = UInt8(random(256))
        case 1: bytes[random(bytes.count)] ^= 1 << UInt8(random(8))
        case 2: bytes.removeSubrange(random(bytes.count / 2)..<(bytes.count / 2 + 1))
        default:
          bytes.insert(contentsOf: bytes[random(bytes.count / 2)..<(bytes.count / 2 + 8)], at: random(bytes.count))
        }
      }
      // Only returning matters, with any result.
      _ = outcome(bytes)
    }
  }

  @Test func `a header that promises too much is refused before a pixel is read`() throws {
    var png = PictureMaker.png(Bitmap.photo(8, 8))
    // 10000 × 10000 in the header, with a matching checksum.
    png.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
    png.replaceSubrange(29..<33, with: checksum(png[12..<29]))
    #expect(outcome(png) == .impossibleSize(width: 10_000, height: 10_000))
    var jpeg = PictureMaker.jpeg(Bitmap.photo(8, 8))
    let frame = try #require((0..<jpeg.count).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0x27, 0x10, 0x27, 0x10])
    #expect(outcome(jpeg) == .impossibleSize(width: 10_000, height: 10_000))
    // Just within the limit, but not true.
    jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0x1F, 0x40, 0x1F, 0x40])
    guard case .damaged = outcome(jpeg) else {
      Issue.record("8000 × 8000 promised by a file of 8 × 8")
      return
    }
  }

  private static let large: [(error: PictureError, words: String)] = [
    (
      .impossibleSize(width: 10_000, height: 10_000),
      "expected at most 64 megapixels and 65535 pixels on a side, found 10000×10000 (100.0 megapixels); save it as "
        + "8000×8000 or smaller"
    ),
    (.impossibleSize(width: 8_001, height: 8_000), "found 8001×8000 (64.1 megapixels); save it as 8000×7999"),
    (.impossibleSize(width: 131_070, height: 4), "(0.6 megapixels); save it as 65535×2 or smaller"),
    (.impossibleSize(width: 1 << 31, height: 1 << 31), "save it as 8000×8000 or smaller"),
    (.impossibleSize(width: 0, height: 5), "expected a picture with pixels, found 0×5; save it again"),
    (
      .fileTooLarge(byteCount: 512 << 20),
      "expected at most 256 MiB, found 512.0 MiB; save it with fewer pixels, or as JPEG"
    ),
    (.fileTooLarge(byteCount: (256 << 20) + 1), "expected at most 256 MiB, found 256.1 MiB; "),
    (
      .needsWhole(width: 9_000, height: 7_000, kind: "a progressive JPEG"),
      "24 MiB (some 40 megapixels of a usual photograph), found more in 9000×7000 (63.0 megapixels); save it as an "
    ),
    (.impossiblePlace(width: 20_000, height: 2), "expected at most 16384 on a side and 32 megapixels"),
  ]

  @Test(arguments: large)
  func `what is too large is answered with its size, the limit and a size that is not`(
    error: PictureError, words: String
  ) {
    #expect(error.description.contains(words), "\(error)")
  }

  private func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    crc = ~crc
    return (0..<4).map { UInt8(truncatingIfNeeded: crc >> (24 - 8 * UInt32($0))) }
  }

  /// As an interrupted copy leaves them. The library's words alone would not say what to do.
  @Test func `a cut file is to be copied again`() throws {
    let bitmap = Bitmap.photo(24, 18)
    for bytes in [PictureMaker.png(bitmap), PictureMaker.jpeg(bitmap)] {
      let words = try #require(outcome(Array(bytes.dropLast(bytes.count / 4)))).description
      #expect(words.hasPrefix("the file is cut or damaged (") && words.hasSuffix("); copy it again"), "\(words)")
    }
  }

  @Test func `what is no picture is named as such`() throws {
    #expect(outcome([]) == .empty)
    #expect(PictureError.empty.description == "the file is empty; copy it again")
    let file = FileManager.default.temporaryDirectory.appending(path: "empty-\(UUID().uuidString).jpg")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: PictureError.empty) { try PictureFile(path: file.path).header() }
    #expect(outcome(Array("once upon a time".utf8)) == .unknownFormat)
    for (start, name) in [
      ("GIF89a and so on", "GIF"), ("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ", "WebP"), ("\0\0\0\u{18}ftypheic", "HEIC"),
      ("\0\0\0\u{1C}ftypavif", "AVIF"), ("\0\0\0\u{14}ftypqt  ", "a video"), ("II*\0\u{8}\0\0\0", "TIFF"),
      ("<!DOCTYPE html>", "a web page or drawing"),
    ] {
      #expect(outcome(Array(start.utf8)) == .otherFormat(name))
    }
    #expect(throws: PictureError.system(ENOENT)) { try PictureFile(path: "/nowhere/photo.jpg").header() }
    let words = "the picture cannot be read: there is no such file or folder; check the name"
    #expect(PictureError.system(ENOENT).description == words)
    #expect(throws: PictureError.unreadable("no regular file")) { try PictureFile(path: "/tmp").header() }
    #expect(throws: PictureError.unreadable("no regular file")) { try PictureFile(path: "/dev/zero").header() }
  }

  @Test func `a picture without permission is refused with the remedy`() {
    let words =
      "the picture cannot be read: this user has no permission; check the permissions of the file and its folder"
    #expect(PictureError.system(EACCES).description == words && PictureError.system(EPERM).description == words)
    #expect(PictureError.system(EIO).description.hasPrefix("the picture cannot be read: "))
  }

  @Test func `a file that is cut lacks an end, and one that has a film behind it does not`() throws {
    let bitmap = Bitmap.photo(60, 40)
    let (jpeg, png) = (PictureMaker.jpeg(bitmap), PictureMaker.png(bitmap))
    let film = Array("\0\0\0\u{18}ftypmp42".utf8) + [UInt8](repeating: 7, count: 90_000) + Array("moov and tracks".utf8)
    for whole in [jpeg, png, jpeg + film, jpeg + [UInt8](repeating: 0, count: 40)] {
      #expect(try PictureFile(bytes: whole).hasEnd())
      try PictureFile(bytes: whole).verify()
    }
    for cut in [Array(jpeg.dropLast(3)), Array(png.dropLast(9)), Array(jpeg.prefix(jpeg.count * 3 / 4))] {
      #expect(try !PictureFile(bytes: cut).hasEnd())
      #expect(throws: PictureError.self) { try PictureFile(bytes: cut).verify() }
    }
  }

  @Test func `a place without area or beyond any panel is refused`() {
    let png = PictureMaker.png(Bitmap.photo(8, 8))
    for (width, height) in [(0, 5), (5, -1), (30_000, 5), (16_000, 16_000)] as [(Int32, Int32)] {
      #expect(
        outcome(png, size: PixelSize(width: width, height: height))
          == .impossiblePlace(width: Int64(width), height: Int64(height)))
    }
  }
}

/// The forms in which PNG and JPEG store the same picture.
@Suite struct PictureFormTests {
  private static let size = PixelSize(width: 32, height: 16)
  /// Red, green, white and blue, from the top left row by row.
  private static let palette = [(255, 0, 0), (0, 255, 0), (255, 255, 255), (0, 0, 255)].map {
    png_color(red: $0.0, green: $0.1, blue: $0.2)
  }

  /// Which quarter each pixel of a row lies in.
  private static func quarters(_ y: Int) -> [Int] { (0..<32).map { (y < 8 ? 0 : 2) + ($0 < 16 ? 0 : 1) } }

  private static func samples(_ y: Int) -> [UInt8] {
    quarters(y).flatMap { [palette[$0].red, palette[$0].green, palette[$0].blue] }
  }

  private func scaled(_ bytes: [UInt8]) throws -> ScaledPicture {
    try PictureFile(bytes: bytes).scaled(to: PixelSize(width: 6, height: 4))
  }

  @Test func `palettes and samples of 8 and 16 bits are the same colours`() throws {
    let (size, palette) = (Self.size, Self.palette)
    let indexed = PictureMaker.storedPNG(size, type: PNG_COLOR_TYPE_PALETTE, depth: 8, palette: palette) { y in
      Self.quarters(y).map { UInt8($0) }
    }
    let packed = PictureMaker.storedPNG(size, type: PNG_COLOR_TYPE_PALETTE, depth: 2, palette: palette) { y in
      let quarters = Self.quarters(y)
      return stride(from: 0, to: 32, by: 4).map { start in
        quarters[start..<start + 4].reduce(UInt8(0)) { $0 << 2 | UInt8($1) }
      }
    }
    let plain = PictureMaker.storedPNG(size, type: PNG_COLOR_TYPE_RGB, depth: 8, gamma: 1 / 2.2, row: Self.samples)
    let deep = PictureMaker.storedPNG(size, type: PNG_COLOR_TYPE_RGB, depth: 16) { y in
      Self.samples(y).flatMap { [$0, $0] }
    }
    for bytes in [indexed, packed, plain, deep] { #expect(letters(try scaled(bytes)) == "RGBW") }
  }

  /// Phones and chat programs name pictures as they like.
  @Test func `a picture is read by its bytes, whatever its name says`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plain = PictureMaker.storedPNG(Self.size, type: PNG_COLOR_TYPE_RGB, depth: 8, row: Self.samples)
    let jpeg = PictureMaker.jpeg(Bitmap.photo(60, 40))
    for (name, bytes) in [("a.jpg", plain), ("b.png", jpeg)] {
      let path = folder.appending(path: name).path
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let size = PixelSize(width: 6, height: 4)
      #expect(try PictureFile(path: path).scaled(to: size) == PictureFile(bytes: bytes).scaled(to: size))
    }
  }

  @Test func `a palette may have transparent colours`() throws {
    let bytes = PictureMaker.storedPNG(
      Self.size, type: PNG_COLOR_TYPE_PALETTE, depth: 8, palette: Self.palette, alphas: [255, 128, 0]
    ) { y in Self.quarters(y).map { UInt8($0) } }
    let picture = try scaled(bytes)
    #expect(picture[0, 0] == 0xFFFF_0000 && picture[0, 3] == 0 && picture[5, 3] == 0xFF00_00FF)
    #expect(abs(Int(picture[5, 0] >> 24) - 128) <= 1)
    let print = picture.onPaper()
    #expect(print[0, 0] == 0xFFFF_0000 && print[0, 3] == 0xFFFF_FFFF && print[5, 3] == 0xFF00_00FF)
    let half = print[5, 0]
    #expect(half >> 24 == 255 && half >> 8 & 255 == 255 && half & 255 == half >> 16 & 255)
    #expect(abs(Int(half & 255) - 127) <= 1)
    #expect(print.onPaper() == print)
  }

  @Test func `greys of one bit and of sixteen are greys`() throws {
    let line = PictureMaker.storedPNG(Self.size, type: PNG_COLOR_TYPE_GRAY, depth: 1) { _ in [0, 0, 255, 255] }
    let black = try scaled(line)
    #expect(black[0, 0] == 0xFF00_0000 && black[5, 3] == 0xFFFF_FFFF)
    let levels: [UInt8] = [0, 0x55, 0xAA, 0xFF]
    let deep = PictureMaker.storedPNG(Self.size, type: PNG_COLOR_TYPE_GRAY, depth: 16) { y in
      Self.quarters(y).flatMap { [levels[$0], levels[$0]] }
    }
    let picture = try scaled(deep)
    #expect(picture[0, 0] == 0xFF00_0000 && picture[5, 0] == 0xFF55_5555)
    #expect(picture[0, 3] == 0xFFAA_AAAA && picture[5, 3] == 0xFFFF_FFFF)
  }

  @Test func `restarts and any sampling of colours are read`() throws {
    let bitmap = corners(64, 64)
    let restarted = PictureMaker.jpeg(bitmap) { $0.restart_interval = 1 }
    #expect(restarted.indices.dropLast().contains { restarted[$0] == 0xFF && restarted[$0 + 1] == 0xD0 })
    var files = [restarted]
    for (across, down) in [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)] as [(Int32, Int32)] {
      files.append(
        PictureMaker.jpeg(bitmap) {
          $0.comp_info[0].h_samp_factor = across
          $0.comp_info[0].v_samp_factor = down
        })
    }
    for bytes in files { #expect(letters(try scaled(bytes)) == "RGBW") }
  }
}

@Suite struct CropTests {
  /// A grey wall with a chequered area from `start` to `end`, along the longer axis.
  private func wall(_ width: Int, _ height: Int, from start: Double, to end: Double) -> PictureFile {
    let isWide = width > height
    return PictureFile(
      bytes: PictureMaker.png(
        Bitmap(width, height) { x, y in
          let along = isWide ? Double(x) / Double(width) : Double(y) / Double(height)
          let level: UInt8 = along >= start && along < end ? (x / 8 + y / 8) % 2 == 0 ? 20 : 230 : 128
          return (level, level, level, 255)
        }))
  }

  @Test func `the crop holds what is to be seen`() throws {
    let square = PixelSize(width: 100, height: 100)
    let right = try wall(300, 100, from: 0.75, to: 0.95).part(filling: square, crop: .best)
    #expect(right.x <= 0.75 && right.x + right.width >= 0.94 && right.height == 1)
    let top = try wall(100, 300, from: 0.05, to: 0.2).part(filling: square, crop: .best)
    #expect(top.y <= 0.06 && top.width == 1)
    let asked = try wall(300, 100, from: 0.75, to: 0.95).part(filling: square, crop: .center)
    #expect(abs(asked.x - 1.0 / 3) < 1e-9)
  }

  @Test func `the crop is the middle where nothing stands out`() throws {
    let square = PixelSize(width: 100, height: 100)
    for file in [wall(300, 100, from: 0, to: 1), wall(300, 100, from: 2, to: 3), wall(300, 100, from: 0.45, to: 0.55)] {
      let part = try file.part(filling: square, crop: .best)
      #expect(abs(part.x - 1.0 / 3) < 0.01 && part.y == 0)
    }
  }

  @Test func `a filled place has no borders and the right shape`() throws {
    let file = PictureFile(bytes: PictureMaker.png(Bitmap.photo(200, 100)))
    let filled = try file.filling(PixelSize(width: 60, height: 90))
    #expect(filled.size == PixelSize(width: 60, height: 90))
    #expect(filled.pixels.allSatisfy { $0 >> 24 == 255 })
  }
}
