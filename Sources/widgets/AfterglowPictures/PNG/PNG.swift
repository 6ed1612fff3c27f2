import AfterglowCore
import CPNG

/// Why a PNG could not be written or read.
public enum PNGError: Error, Equatable, CustomStringConvertible {
  /// Width or height below 1, or more than `PNG.maximumPixels` together.
  case impossibleSize(width: Int64, height: Int64)
  /// Fewer pixel bytes than size and stride require.
  case tooFewPixels(expectedBytes: Int, foundBytes: Int)
  /// Not a PNG, or a truncated or damaged one; carries libpng's message.
  case damaged(String)
  /// libpng could not write; carries its message.
  case encoding(String)
  /// Two pictures of different size cannot be compared.
  case differentSizes(PixelSize, PixelSize)

  public var description: String {
    switch self {
    case .impossibleSize(let width, let height):
      "a picture of \(width)×\(height) pixels; expected at least 1×1 and at most \(PNG.maximumPixels) pixels"
    case .tooFewPixels(let expected, let found): "expected \(expected) bytes of pixels, found \(found)"
    case .damaged(let reason):
      reason.lowercased().hasPrefix("not a png") ? "the file is not a PNG" : "not a whole PNG: \(reason)"
    case .encoding(let reason): "PNG could not be encoded: \(reason)"
    case .differentSizes(let a, let b):
      "pictures of different size: \(a.width)×\(a.height) and \(b.width)×\(b.height)"
    }
  }
}

/// A picture in memory: one 0xAARRGGBB word a pixel, not premultiplied, rows without gaps.
public struct Picture: Equatable, Sendable {
  public var size: PixelSize
  /// Row by row from the top; `size.area` of them.
  public var pixels: [UInt32]

  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(Int64(pixels.count) == size.area)
    self.size = size
    self.pixels = pixels
  }
}

/// Encodes pixels as PNG files and decodes them, in memory (libpng; PNG specification, third edition).
public enum PNG {
  /// Larger pictures are rejected before any memory is reserved for them.
  public static var maximumPixels: Int64 { 64 << 20 }

  /// A PNG of display pixels: xrgb8888 and rgb565 become RGB, argb8888 (premultiplied) RGBA, gray8 and mono1 grey,
  /// inks RGB as they look on the panel. The same pixels always give the same bytes.
  ///
  /// - Parameters:
  ///   - bytes: at least `strideBytes` · (height − 1) plus one row.
  ///   - strideBytes: from one row to the next.
  /// - Throws: `PNGError.impossibleSize`, `tooFewPixels`, or `encoding`.
  public static func encode(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, strideBytes: Int, format: PixelFormat
  ) throws(PNGError) -> [UInt8] {
    try checkSize(Int64(size.width), Int64(size.height))
    let rowBytes = Int((Int64(size.width) * Int64(format.bitsPerPixel) + 7) / 8)
    let (span, overflow) = strideBytes.multipliedReportingOverflow(by: Int(size.height) - 1)
    guard !overflow, strideBytes >= rowBytes, span <= Int.max - rowBytes, bytes.count >= span + rowBytes else {
      throw .tooFewPixels(expectedBytes: overflow ? Int.max : span &+ rowBytes, foundBytes: bytes.count)
    }
    let rows = expand(bytes, size: size, strideBytes: strideBytes, format: format)
    return try write(rows, size: size, layout: layout(of: format))
  }

  /// A PNG of 0xAARRGGBB words, not premultiplied; without an alpha channel when every pixel is opaque.
  ///
  /// - Throws: `PNGError.impossibleSize`, `tooFewPixels`, or `encoding`.
  public static func encode(_ picture: Picture) throws(PNGError) -> [UInt8] {
    try checkSize(Int64(picture.size.width), Int64(picture.size.height))
    let isOpaque = picture.pixels.allSatisfy { $0 >> 24 == 255 }
    var rows: [UInt8] = []
    rows.reserveCapacity(picture.pixels.count * 4)
    for pixel in picture.pixels {
      rows.append(UInt8(pixel >> 16 & 255))
      rows.append(UInt8(pixel >> 8 & 255))
      rows.append(UInt8(pixel & 255))
      if !isOpaque { rows.append(UInt8(pixel >> 24)) }
    }
    return try write(rows, size: picture.size, layout: isOpaque ? .rgb : .rgba)
  }

  /// Reads any PNG into 0xAARRGGBB words, not premultiplied.
  ///
  /// - Throws: `PNGError.damaged`, or `impossibleSize` beyond `maximumPixels`.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(PNGError) -> Picture {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
      throw .damaged(message(of: image))
    }
    try checkSize(Int64(image.width), Int64(image.height))
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
    let size = PixelSize(width: Int32(image.width), height: Int32(image.height))
    var pixels = [UInt32](repeating: 0, count: Int(size.area))
    let isRead = pixels.withUnsafeMutableBytes {
      png_image_finish_read(&image, nil, $0.baseAddress, Int32(size.width) * 4, nil) != 0
    }
    // libpng only warns about a wrong checksum in some chunks and continues; here that is an error.
    guard isRead, image.warning_or_error == 0 else { throw .damaged(message(of: image)) }
    for index in pixels.indices { pixels[index] = UInt32(littleEndian: pixels[index]) }
    return Picture(size: size, pixels: pixels)
  }

  /// Decodes a PNG file from an array of its bytes.
  ///
  /// - Throws: `PNGError`, as above.
  public static func decode(_ bytes: [UInt8]) throws(PNGError) -> Picture {
    let result: Result<Picture, PNGError> = bytes.withUnsafeBytes { buffer in
      do throws(PNGError) { return .success(try decode(buffer)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  static func checkSize(_ width: Int64, _ height: Int64) throws(PNGError) {
    guard width > 0, height > 0, width <= maximumPixels, height <= maximumPixels, width * height <= maximumPixels
    else { throw .impossibleSize(width: width, height: height) }
  }
}
