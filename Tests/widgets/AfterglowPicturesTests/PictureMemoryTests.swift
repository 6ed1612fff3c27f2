import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowPictures

/// What a picture takes of memory follows its content and its place on the panel, never what the file claims.
@Suite struct PictureMemoryTests {
  /// Of a fresh process that decodes one file, with all of its libraries.
  private static let limitKiB = 64 << 10
  private static let isLong = ProcessInfo.processInfo.environment["AFTERGLOW_READERS"] != nil

  private static let probe: URL = {
    let folder =
      ProcessInfo.processInfo.environment["AFTERGLOW_BIN_DIR"].map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    return folder.appending(path: "picture-probe")
  }()

  /// Decodes in a fresh process, for a panel of 1920 × 1080.
  private func decode(_ bytes: [UInt8]) throws -> (peakKiB: Int, outcome: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "picture-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = Self.probe
    process.arguments = [file.path, "1920", "1080"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let words = text.split(separator: "\t", maxSplits: 1).map { $0.trimmingCharacters(in: .newlines) }
    return (try #require(Int(words[0])), words[1])
  }

  private func expect(_ bytes: [UInt8], _ outcome: String, below limitKiB: Int = limitKiB, _ name: String) throws {
    let found = try decode(bytes)
    #expect(found.peakKiB < limitKiB, "\(name): \(found.peakKiB) KiB")
    #expect(found.outcome.contains(outcome), "\(name): \(found.outcome)")
    if Self.isLong { print("picture memory: \(name): \(found.peakKiB) KiB, \(found.outcome)") }
  }

  // MARK: PNG

  private func png(_ width: UInt32, _ height: UInt32, isInterlaced: Bool = false, _ chunks: [(String, UInt32, [UInt8])])
    -> [UInt8]
  {
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) } }
    func checksum(_ bytes: [UInt8]) -> UInt32 {
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      return ~crc
    }
    let header = word(width) + word(height) + [8, 6, 0, 0, isInterlaced ? 1 : 0]
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, claim, body) in [("IHDR", UInt32(header.count), header)] + chunks {
      let part = Array(name.utf8) + body
      bytes += word(claim) + part + word(checksum(part))
    }
    return bytes
  }

  @Test func `a chunk that claims two gigabytes reserves none of them`() throws {
    for name in ["tEXt", "zTXt", "iTXt", "iCCP", "sPLT", "eXIf", "unKn"] {
      let bytes = png(8, 8, [(name, 0x7FFF_FFFF, Array("Comment\0x".utf8))])
      try expect(bytes, "damaged", below: 40 << 10, name)
    }
    let whole = PictureMaker.png(Bitmap.photo(8, 8))
    let text = png(1, 1, [("tEXt", 9, Array("Comment\0x".utf8))])[33...]
    try expect(Array(whole[..<33] + text + whole[33...]), "shown", "a text that is one")
  }

  @Test func `the size that a header claims reserves nothing`() throws {
    for (width, height) in [(8000, 8000), (65_535, 976), (976, 65_535)] as [(UInt32, UInt32)] {
      for isInterlaced in [false, true] {
        try expect(
          png(width, height, isInterlaced: isInterlaced, [("IDAT", 0, [])]), "damaged", "PNG of \(width)×\(height)")
      }
    }
    try expect(png(64_000_000, 1, [("IDAT", 0, [])]), "65535 pixels on a side", "PNG of one row")
    try expect(png(1, 64_000_000, [("IDAT", 0, [])]), "65535 pixels on a side", "PNG of one column")
  }

  @Test func `an interlaced picture is scaled in bands`() throws {
    let bytes = PictureMaker.png(Bitmap.noise(96, 64, hasAlpha: true), isInterlaced: true)
    let size = PixelSize(width: 2000, height: 900)
    try bytes.withUnsafeBytes { raw in
      func open() throws -> UnsafeMutablePointer<FILE> {
        try #require(fmemopen(UnsafeMutableRawPointer(mutating: raw.baseAddress), raw.count, "r"))
      }
      let stream = try open()
      defer { fclose(stream) }
      let bands = try PNGReader(stream).bands(to: size)
      #expect(bands.count == 2 && bands.map(\.count).reduce(0, +) == 900)
      rewind(stream)
      let whole = try PNGReader(stream).scaled(0..<900, to: size, part: .whole)
      #expect(try PictureFile(bytes: bytes).scaled(to: size).pixels == whole)
    }
    let bitmap = Bitmap.photo(Self.isLong ? 4000 : 1200, Self.isLong ? 3000 : 900)
    try expect(PictureMaker.png(bitmap, isInterlaced: true), "shown 1920×1080", "interlaced PNG")
  }

  // MARK: JPEG

  @Test func `a progressive picture has the pixels of an ordinary one`() throws {
    for (bitmap, quality) in [
      (Bitmap.photo(70, 45), 90), (Bitmap.noise(67, 41, hasAlpha: false), 100),
      (Bitmap.noise(130, 9, hasAlpha: false), 20),
      (Bitmap(33, 33) { x, y in x / 8 % 2 == y / 8 % 2 ? (255, 255, 255, 255) : (0, 0, 0, 255) }, 100),
    ] as [(Bitmap, Int32)] {
      for ink in [PictureMaker.Ink.color, .gray] {
        let size = PixelSize(width: Int32(bitmap.width), height: Int32(bitmap.height))
        let plain = PictureFile(bytes: PictureMaker.jpeg(bitmap, ink: ink, quality: quality))
        let progressive = PictureFile(bytes: PictureMaker.jpeg(bitmap, isProgressive: true, ink: ink, quality: quality))
        #expect(try plain.scaled(to: size).pixels == progressive.scaled(to: size).pixels)
      }
    }
  }

  @Test func `coefficients beyond their budget are refused`() throws {
    let bytes = PictureMaker.jpeg(Bitmap.noise(200, 150, hasAlpha: false), isProgressive: true)
    try bytes.withUnsafeBytes { raw in
      let stream = try #require(fmemopen(UnsafeMutableRawPointer(mutating: raw.baseAddress), raw.count, "r"))
      defer { fclose(stream) }
      do throws(PictureError) {
        let size = PixelSize(width: 20, height: 15)
        _ = try JPEGReader(stream, coefficientByteCount: 10_000).scaled(0..<15, to: size, part: .whole)
        Issue.record("decoded")
      } catch {
        #expect(error == .needsWhole(width: 200, height: 150, kind: "a progressive JPEG"))
      }
    }
  }

  /// The size in the frame header replaced by another.
  private func claiming(_ width: Int, _ height: Int, _ jpeg: [UInt8], marker: UInt8) throws -> [UInt8] {
    var bytes = jpeg
    let frame = try #require((0..<bytes.count).first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker })
    bytes.replaceSubrange(
      (frame + 5)..<(frame + 9), with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
    return bytes
  }

  @Test func `the size that a frame claims reserves nothing`() throws {
    let plain = PictureMaker.jpeg(Bitmap.photo(16, 16))
    let progressive = PictureMaker.jpeg(Bitmap.photo(16, 16), isProgressive: true)
    for (width, height) in [(8000, 7990), (65_500, 970), (970, 65_500)] {
      try expect(claiming(width, height, plain, marker: 0xC0), "damaged", "JPEG of \(width)×\(height)")
      try expect(claiming(width, height, progressive, marker: 0xC2), "damaged", "progressive \(width)×\(height)")
    }
  }

  @Test func `of many notes the first Exif segment is kept`() throws {
    let exif = PictureMaker.exif(orientation: 6)
    let jpeg = PictureMaker.jpeg(Bitmap.photo(16, 8), exif: exif)
    let note: [UInt8] = [0xFF, 0xE1, 0xFF, 0xFF] + Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let filled = note + [UInt8](repeating: 0x20, count: 65_535 + 2 - note.count)
    let count = Self.isLong ? 1500 : 300
    let notes = (0..<count).flatMap { _ in filled }
    try expect(Array(jpeg[..<2]) + notes + jpeg[2...], "shown", "JPEG with \(count) notes")
    #expect(try PictureFile(bytes: Array(jpeg[..<2]) + filled + jpeg[2...]).header().orientation == .rightTop)
  }

  @Test func `a large progressive picture is shown`() throws {
    // A photograph has detail; noise has more than any.
    let (width, height) = Self.isLong ? (6000, 4000) : (1500, 1000)
    let grain = Bitmap.noise(251, 241, hasAlpha: false)
    let bitmap = Bitmap(width, height) { x, y in
      let level = 40 + 90 * x / width + 60 * y / height
      let at = 4 * (y % 241 * 251 + x % 251)
      return (UInt8(level + Int(grain.bytes[at]) / 16), UInt8(level + Int(grain.bytes[at + 1]) / 16), UInt8(level), 255)
    }
    try expect(
      PictureMaker.jpeg(bitmap, isProgressive: true, quality: 90), "shown 1920×1080", "progressive \(width)×\(height)")
  }
}
