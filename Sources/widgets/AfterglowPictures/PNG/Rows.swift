import AfterglowCore
import CPNG

extension PNG {
  /// The channels of a row passed to libpng, eight bits each.
  enum Layout {
    case gray, rgb, rgba

    var pngFormat: UInt32 {
      switch self {
      case .gray: 0
      case .rgb: UInt32(PNG_FORMAT_FLAG_COLOR)
      case .rgba: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
      }
    }

    var channels: Int32 {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  static func layout(of format: PixelFormat) -> Layout {
    switch format {
    case .xrgb8888, .rgb565, .spectra6: .rgb
    case .argb8888: .rgba
    case .gray8, .mono1, .gray2: .gray
    }
  }

  /// Display pixels as the contiguous bytes of their PNG layout.
  static func expand(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, strideBytes: Int, format: PixelFormat
  ) -> [UInt8] {
    let width = Int(size.width)
    let channels = Int(layout(of: format).channels)
    let byteCount = width * Int(size.height) * channels
    return [UInt8](unsafeUninitializedCapacity: byteCount) { out, count in
      var next = 0
      for y in 0..<Int(size.height) {
        let row = bytes.baseAddress! + y * strideBytes
        for x in 0..<width {
          put(row, x: x, format, into: &out, at: &next)
        }
      }
      count = next
    }
  }

  @inline(__always)
  private static func put(
    _ row: UnsafeRawPointer, x: Int, _ format: PixelFormat, into out: inout UnsafeMutableBufferPointer<UInt8>,
    at next: inout Int
  ) {
    switch format {
    case .xrgb8888:
      let pixel = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
      put3(pixel, &out, &next)
    case .argb8888:
      let pixel = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
      put3(unpremultiplied(pixel), &out, &next)
      out[next] = UInt8(pixel >> 24)
      next += 1
    case .rgb565:
      let pixel = UInt32(UInt16(littleEndian: row.loadUnaligned(fromByteOffset: x * 2, as: UInt16.self)))
      let red = pixel >> 11
      let green = pixel >> 5 & 63
      let blue = pixel & 31
      put3((red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2), &out, &next)
    case .gray8:
      out[next] = row.load(fromByteOffset: x, as: UInt8.self)
      next += 1
    case .mono1, .gray2:
      out[next] = UInt8((format.appearance(ofCode: format.code(in: row, x)) ?? 0) & 255)
      next += 1
    case .spectra6:
      put3(format.appearance(ofCode: format.code(in: row, x)) ?? 0, &out, &next)
    }
  }

  @inline(__always)
  private static func put3(_ pixel: UInt32, _ out: inout UnsafeMutableBufferPointer<UInt8>, _ next: inout Int) {
    out[next] = UInt8(pixel >> 16 & 255)
    out[next + 1] = UInt8(pixel >> 8 & 255)
    out[next + 2] = UInt8(pixel & 255)
    next += 3
  }

  private static func unpremultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 || alpha == 0 { return pixel }
    func channel(_ shift: UInt32) -> UInt32 {
      Swift.min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift
    }
    return channel(16) | channel(8) | channel(0)
  }

  static func write(_ rows: [UInt8], size: PixelSize, layout: Layout) throws(PNGError) -> [UInt8] {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(size.width)
    image.height = UInt32(size.height)
    image.format = layout.pngFormat
    // A frame is rewritten on every change: slightly larger files in a fraction of the time.
    image.flags = UInt32(PNG_IMAGE_FLAG_FAST)
    defer { png_image_free(&image) }
    let stride = size.width * layout.channels
    // The maximum output of deflate for these rows, plus the chunks around them: one pass instead of two.
    let raw = rows.count + Int(size.height)
    var capacity = raw + raw / 1000 + 12 * (raw / 8192 + 4) + 1024
    var isWritten: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      isWritten = rows.withUnsafeBytes {
        png_image_write_to_memory(&image, buffer.baseAddress, &capacity, 0, $0.baseAddress, stride, nil)
      }
      count = isWritten != 0 ? capacity : 0
    }
    guard isWritten != 0 else { throw .encoding(message(of: image)) }
    return bytes
  }

  static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
