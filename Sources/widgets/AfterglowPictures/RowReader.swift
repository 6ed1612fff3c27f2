import AfterglowCore

/// A file of either format whose header has been read.
protocol RowReader: ~Copyable {
  var header: PictureHeader { get }
  /// Whether rows come in another order than from top to bottom, so that all new rows are summed at the same time.
  var isInterlaced: Bool { get }
  /// The meaning of the codes, by the file's colour profile.
  var colors: PictureColors { get }
  /// Decodes all rows into a scaler made for the size in which rows are decoded.
  ///
  /// - Parameter most: the factor by which the requested part is shrunk; 1 = not at all.
  /// - Throws: `PictureError.damaged` or `needsWhole`.
  func decode(shrinking most: Double, into make: (PixelSize) -> AreaScaler) throws(PictureError) -> AreaScaler
}

extension RowReader where Self: ~Copyable {
  /// The rows of the picture, as it is stored, that are scaled in one pass over the file: all of them, or as many as the
  /// sums of an interlaced picture have room for.
  func bands(to size: PixelSize) -> [Range<Int>] {
    let stored = header.orientation.turned(size)
    let height = Int(stored.height)
    guard isInterlaced else { return [0..<height] }
    let rows = max(1, PictureLimits.sumByteCount / (Int(stored.width) * MemoryLayout<SIMD4<Float>>.stride))
    return stride(from: 0, to: height, by: rows).map { $0..<min($0 + rows, height) }
  }

  /// Scales one of `bands`, as the picture is stored.
  func scaled(_ band: Range<Int>, to size: PixelSize, part: PicturePart) throws(PictureError) -> [UInt32] {
    let orientation = header.orientation
    let stored = orientation.turned(size)
    let part = part.stored(orientation)
    let shrink = min(
      Double(header.storedSize.width) * part.width / Double(stored.width),
      Double(header.storedSize.height) * part.height / Double(stored.height))
    let colors = colors
    let scaler = try decode(shrinking: shrink) { source in
      let width = Double(source.width)
      let height = Double(source.height)
      return AreaScaler(
        columns: AxisFilter(
          sourceCount: Int(source.width), start: part.x * width, length: part.width * width, count: Int(stored.width)),
        rows: AxisFilter(
          sourceCount: Int(source.height), start: part.y * height, length: part.height * height,
          count: Int(stored.height), band: band), sourceWidth: Int(source.width), colors: colors)
    }
    return scaler.pixels
  }
}

extension PictureHeader {
  init(_ format: Format, width: Int64, height: Int64, exif: Exif) throws(PictureError) {
    guard width > 0, height > 0, width <= PictureLimits.side, height <= PictureLimits.side,
      width * height <= PictureLimits.pixelCount
    else { throw .impossibleSize(width: width, height: height) }
    let stored = PixelSize(width: Int32(width), height: Int32(height))
    self.init(
      format: format, size: exif.orientation.turned(stored), storedSize: stored, orientation: exif.orientation,
      taken: exif.taken)
  }
}

/// Text of a C character array.
func text<T>(of characters: T) -> String {
  withUnsafeBytes(of: characters) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
