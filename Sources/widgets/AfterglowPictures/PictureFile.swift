import AfterglowCore
import Foundation

/// A PNG or JPEG file, on disk or in memory. Its size is checked from the header before any pixel is decoded, and
/// pixels are decoded row by row: only one row of it and the scaled picture are in memory, never the whole.
public struct PictureFile: Sendable {
  /// The source of the bytes.
  private enum Source: Sendable {
    case path(String)
    case bytes([UInt8])
  }

  private let source: Source

  /// A file on disk, opened on each call.
  public init(path: String) { source = .path(path) }
  /// A file in memory.
  public init(bytes: [UInt8]) { source = .bytes(bytes) }

  /// Reads format, size, orientation and date.
  ///
  /// - Throws: `PictureError` if the file cannot be read or exceeds `PictureLimits`.
  public func header() throws(PictureError) -> PictureHeader {
    let stream = try open()
    defer { fclose(stream) }
    switch try Self.format(of: stream) {
    case .png: return try PNGReader(stream).header
    case .jpeg: return try JPEGReader(stream).header
    }
  }

  /// Decodes the part of the upright picture and scales it to `size` pixels.
  ///
  /// - Throws: `PictureError` if the file or `size` exceeds `PictureLimits`, or the file is damaged.
  public func scaled(to size: PixelSize, part: PicturePart = .whole) throws(PictureError) -> ScaledPicture {
    guard size.width > 0, size.height > 0, size.width <= PixelSize.maximumSide,
      size.height <= PixelSize.maximumSide, size.area <= PictureLimits.placePixelCount
    else { throw .impossiblePlace(width: Int64(size.width), height: Int64(size.height)) }
    let stream = try open()
    defer { fclose(stream) }
    switch try Self.format(of: stream) {
    case .png:
      let reader = try PNGReader(stream)
      let (bands, orientation) = (reader.bands(to: size), reader.header.orientation)
      var pixels = try reader.scaled(bands[0], to: size, part: part)
      for band in bands.dropFirst() {
        rewind(stream)
        pixels += try PNGReader(stream).scaled(band, to: size, part: part)
      }
      return ScaledPicture(size: orientation.turned(size), pixels: pixels).upright(orientation)
    case .jpeg:
      let reader = try JPEGReader(stream)
      let orientation = reader.header.orientation
      let pixels = try reader.scaled(reader.bands(to: size)[0], to: size, part: part)
      return ScaledPicture(size: orientation.turned(size), pixels: pixels).upright(orientation)
    }
  }

  // MARK: the file

  func open() throws(PictureError) -> UnsafeMutablePointer<FILE> {
    switch source {
    case .path(let path): return try Self.open(path)
    case .bytes(let bytes):
      // `fmemopen` appends a zero byte after a write, and overwrites the last byte if there is no room.
      if bytes.isEmpty { throw .empty }
      guard let stream = fmemopen(nil, bytes.count + 1, "w+") else { throw .system(errno) }
      let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, stream) }
      guard written == bytes.count, fflush(stream) == 0 else {
        fclose(stream)
        throw .unreadable("no memory for it")
      }
      rewind(stream)
      return stream
    }
  }

  private static func open(_ path: String) throws(PictureError) -> UnsafeMutablePointer<FILE> {
    // A named pipe would block forever.
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable("no regular file")
    }
    guard status.st_size <= PictureLimits.fileByteCount else {
      close(descriptor)
      throw .fileTooLarge(byteCount: Int64(status.st_size))
    }
    guard let stream = fdopen(descriptor, "r") else {
      let code = errno
      close(descriptor)
      throw .system(code)
    }
    return stream
  }

  /// The format of a file that begins with these bytes; nil for any but PNG and JPEG.
  public static func format(ofStart bytes: [UInt8]) -> PictureHeader.Format? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? .jpeg : nil
  }

  static func format(of stream: UnsafeMutablePointer<FILE>) throws(PictureError) -> PictureHeader.Format {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = fread(&bytes, 1, bytes.count, stream)
    rewind(stream)
    if count == 0 { throw .empty }
    let start = Array(bytes.prefix(count))
    if let format = format(ofStart: start) { return format }
    if let other = otherFormat(start) { throw .otherFormat(other) }
    throw .unknownFormat
  }
}

/// A part of an upright picture, as fractions of its width and height, 0 to 1.
public struct PicturePart: Hashable, Codable, Sendable {
  /// Left edge.
  public var x: Double
  /// Upper edge.
  public var y: Double
  public var width: Double
  public var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// All of the picture.
  public static let whole = PicturePart(x: 0, y: 0, width: 1, height: 1)

  /// The same part of the picture as stored.
  func stored(_ orientation: PictureOrientation) -> PicturePart {
    let right = 1 - x - width
    let below = 1 - y - height
    switch orientation {
    case .topLeft: return self
    case .topRight: return PicturePart(x: right, y: y, width: width, height: height)
    case .bottomRight: return PicturePart(x: right, y: below, width: width, height: height)
    case .bottomLeft: return PicturePart(x: x, y: below, width: width, height: height)
    case .leftTop: return PicturePart(x: y, y: x, width: height, height: width)
    case .rightTop: return PicturePart(x: y, y: right, width: height, height: width)
    case .rightBottom: return PicturePart(x: below, y: right, width: height, height: width)
    case .leftBottom: return PicturePart(x: below, y: x, width: height, height: width)
    }
  }
}

/// Pixels in the archive's format: 0xAARRGGBB, premultiplied, contiguous rows.
public struct ScaledPicture: Equatable, Sendable {
  public var size: PixelSize
  /// Row by row from the top; `size.area` of them.
  public var pixels: [UInt32]

  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(Int64(pixels.count) == size.area)
    self.size = size
    self.pixels = pixels
  }

  /// The pixel in column `x` of row `y`, which must be inside `size`.
  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * Int(size.width) + x] }

  /// Returns the picture as it lies on white paper.
  public func onPaper() -> ScaledPicture {
    var result = self
    for index in pixels.indices where pixels[index] >> 24 != 255 {
      // Values are premultiplied: none is above its alpha, so that no sum leaves its byte.
      result.pixels[index] += (255 - (pixels[index] >> 24)) * 0x0101_0101
    }
    return result
  }

  /// Rotates a stored picture upright.
  func upright(_ orientation: PictureOrientation) -> ScaledPicture {
    if orientation == .topLeft { return self }
    let turned = orientation.turned(size)
    let extent = (width: Int(turned.width), height: Int(turned.height))
    var result: [UInt32] = []
    result.reserveCapacity(pixels.count)
    for y in 0..<extent.height {
      for x in 0..<extent.width {
        let place = orientation.stored(x, y, in: extent)
        result.append(self[place.x, place.y])
      }
    }
    return ScaledPicture(size: turned, pixels: result)
  }
}
