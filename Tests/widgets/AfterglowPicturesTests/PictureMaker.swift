import AfterglowCore
import AfterglowPictures
import CJPEG
import CPNG
import Foundation

/// Pixels of a generated picture: red, green, blue, alpha; not premultiplied.
struct Bitmap {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  init(_ width: Int, _ height: Int, _ color: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)) {
    self.width = width
    self.height = height
    bytes = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let c = color(x, y)
        bytes += [c.0, c.1, c.2, c.3]
      }
    }
  }

  /// Soft shapes, like a photograph.
  static func photo(_ width: Int, _ height: Int) -> Bitmap {
    Bitmap(width, height) { x, y in
      let u = Double(x) / Double(width)
      let v = Double(y) / Double(height)
      func level(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 1) * 255) }
      return (level(0.5 + 0.5 * sin(9 * u + 4 * v)), level(u), level(0.3 + 0.5 * cos(7 * v)), 255)
    }
  }

  static func noise(_ width: Int, _ height: Int, hasAlpha: Bool) -> Bitmap {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next() -> UInt8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    return Bitmap(width, height) { _, _ in (next(), next(), next(), hasAlpha ? next() : 255) }
  }
}

/// Files as other programs write them.
enum PictureMaker {
  static func png(
    _ bitmap: Bitmap, isInterlaced: Bool = false, exif: [UInt8] = [], profile: [UInt8] = []
  ) -> [UInt8] {
    var buffer: UnsafeMutablePointer<CChar>?
    var count = 0
    let stream = open_memstream(&buffer, &count)!
    var png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nil, nil, nil)
    var info = png_create_info_struct(png)
    png_init_io(png, stream)
    png_set_IHDR(
      png, info, UInt32(bitmap.width), UInt32(bitmap.height), 8, PNG_COLOR_TYPE_RGB_ALPHA,
      isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE)
    var notes = exif
    if !notes.isEmpty { png_set_eXIf_1(png, info, UInt32(notes.count), &notes) }
    if !profile.isEmpty { png_set_iCCP(png, info, "profile", 0, profile, UInt32(profile.count)) }
    png_write_info(png, info)
    let passes = png_set_interlace_handling(png)
    for _ in 0..<passes {
      for y in 0..<bitmap.height {
        bitmap.bytes.withUnsafeBufferPointer { png_write_row(png, $0.baseAddress! + y * bitmap.width * 4) }
      }
    }
    png_write_end(png, info)
    png_destroy_write_struct(&png, &info)
    fclose(stream)
    defer { free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer, count: count))
  }

  /// A PNG whose rows are stored as they are given.
  ///
  /// - Parameters:
  ///   - type: one of libpng's colour types.
  ///   - depth: bits of a sample.
  ///   - alphas: of the first colours of the palette.
  static func storedPNG(
    _ size: PixelSize, type: Int32, depth: Int32, palette: [png_color] = [], alphas: [UInt8] = [], gamma: Double? = nil,
    row: (Int) -> [UInt8]
  ) -> [UInt8] {
    var buffer: UnsafeMutablePointer<CChar>?
    var count = 0
    let stream = open_memstream(&buffer, &count)!
    var png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nil, nil, nil)
    var info = png_create_info_struct(png)
    png_init_io(png, stream)
    png_set_IHDR(
      png, info, UInt32(size.width), UInt32(size.height), depth, type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
      PNG_FILTER_TYPE_BASE)
    if !palette.isEmpty { png_set_PLTE(png, info, palette, Int32(palette.count)) }
    if !alphas.isEmpty { png_set_tRNS(png, info, alphas, Int32(alphas.count), nil) }
    if let gamma { png_set_gAMA(png, info, gamma) }
    png_write_info(png, info)
    for y in 0..<Int(size.height) { png_write_row(png, row(y)) }
    png_write_end(png, info)
    png_destroy_write_struct(&png, &info)
    fclose(stream)
    defer { free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer, count: count))
  }

  enum Ink { case color, gray, cmyk }

  static func jpeg(
    _ bitmap: Bitmap, isProgressive: Bool = false, exif: [UInt8] = [], profile: [[UInt8]] = [], ink: Ink = .color,
    quality: Int32 = 95, prepare: (inout jpeg_compress_struct) -> Void = { _ in }
  ) -> [UInt8] {
    var info = jpeg_compress_struct()
    var errors = jpeg_error_mgr()
    info.err = jpeg_std_error(&errors)
    jpeg_CreateCompress(&info, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
    var buffer: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    jpeg_mem_dest(&info, &buffer, &count)
    info.image_width = UInt32(bitmap.width)
    info.image_height = UInt32(bitmap.height)
    info.input_components = ink == .gray ? 1 : 4
    info.in_color_space = ink == .gray ? JCS_GRAYSCALE : ink == .cmyk ? JCS_CMYK : JCS_EXT_RGBX
    jpeg_set_defaults(&info)
    jpeg_set_quality(&info, quality, 1)
    if isProgressive { jpeg_simple_progression(&info) }
    prepare(&info)
    jpeg_start_compress(&info, 1)
    if !exif.isEmpty {
      let marker = Array("Exif\0\0".utf8) + exif
      jpeg_write_marker(&info, Int32(JPEG_APP0 + 1), marker, UInt32(marker.count))
    }
    for segment in profile { jpeg_write_marker(&info, Int32(JPEG_APP0 + 2), segment, UInt32(segment.count)) }
    for y in 0..<bitmap.height {
      var row = Array(bitmap.bytes[(y * bitmap.width * 4)..<((y + 1) * bitmap.width * 4)])
      if ink == .gray { row = stride(from: 0, to: row.count, by: 4).map { row[$0] } }
      row.withUnsafeMutableBufferPointer {
        var pointer: JSAMPROW? = $0.baseAddress
        jpeg_write_scanlines(&info, &pointer, 1)
      }
    }
    jpeg_finish_compress(&info)
    jpeg_destroy_compress(&info)
    defer { free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
  }

  /// Exif data in both byte orders, with an orientation and a date.
  static func exif(orientation: UInt16, taken: String = "2019:07:04 18:20:11", isBigEndian: Bool = true) -> [UInt8] {
    func half(_ value: UInt16) -> [UInt8] {
      let bytes = [UInt8(value >> 8), UInt8(value & 255)]
      return isBigEndian ? bytes : bytes.reversed()
    }
    func word(_ value: UInt32) -> [UInt8] {
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) }
      return isBigEndian ? bytes : bytes.reversed()
    }
    func entry(_ tag: UInt16, type: UInt16, count: UInt32, _ value: [UInt8]) -> [UInt8] {
      half(tag) + half(type) + word(count) + value
    }
    // The first directory is at 8 and has two entries, the second is at 38, the date at 56.
    var bytes = Array((isBigEndian ? "MM" : "II").utf8) + half(42) + word(8)
    bytes +=
      half(2) + entry(0x0112, type: 3, count: 1, half(orientation) + half(0))
      + entry(0x8769, type: 4, count: 1, word(38)) + word(0)
    bytes += half(1) + entry(0x9003, type: 2, count: 20, word(56)) + word(0)
    return bytes + Array(taken.utf8) + [0]
  }
}
