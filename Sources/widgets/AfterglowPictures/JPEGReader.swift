import AfterglowCore
import CJPEG
import Foundation

/// A JPEG file whose header has been read.
struct JPEGReader: RowReader, ~Copyable {
  let header: PictureHeader
  var isInterlaced: Bool { false }
  private let reader: UnsafeMutablePointer<ag_jpeg>

  /// - Parameter coefficientByteCount: limit of what is held of a picture that is stored in several scans.
  init(
    _ stream: UnsafeMutablePointer<FILE>, coefficientByteCount: Int = PictureLimits.coefficientByteCount
  ) throws(PictureError) {
    var result: Int32 = -1
    guard let reader = ag_jpeg_open(stream, coefficientByteCount, &result) else {
      throw .unreadable("no memory for it")
    }
    do throws(PictureError) {
      if result != 0 { throw .damaged(text(of: reader.pointee.message)) }
      var count = 0
      let exif = ag_jpeg_exif(reader, &count).map { Exif(UnsafeRawBufferPointer(start: $0, count: count)) }
      header = try PictureHeader(
        .jpeg, width: Int64(reader.pointee.info.image_width), height: Int64(reader.pointee.info.image_height),
        exif: exif ?? Exif())
    } catch {
      ag_jpeg_close(reader)
      throw error
    }
    self.reader = reader
  }

  deinit { ag_jpeg_close(reader) }

  var colors: PictureColors {
    let space = reader.pointee.info.jpeg_color_space
    // A profile of inks holds tables, and none of light fits them.
    if space == JCS_CMYK || space == JCS_YCCK { return .sRGB }
    var count = 0
    let profile = ag_jpeg_profile(reader, &count)
    return PictureColors(
      profile: profile.map { UnsafeRawBufferPointer(start: $0, count: count) }, isGray: space == JCS_GRAYSCALE)
  }

  func decode(shrinking most: Double, into make: (PixelSize) -> AreaScaler) throws(PictureError) -> AreaScaler {
    try check(ag_jpeg_start(reader, Self.denominator(shrinking: most), maximumScanCount))
    let size = PixelSize(
      width: Int32(reader.pointee.info.output_width), height: Int32(reader.pointee.info.output_height))
    var scaler = make(size)
    var row = [UInt8](repeating: 0, count: Int(size.width) * 4)
    for y in 0..<Int(size.height) {
      try check(ag_jpeg_row(reader, &row))
      scaler.add(row, y: y, count: Int(size.width))
      scaler.finish(before: y + 1)
    }
    try check(ag_jpeg_finish(reader))
    scaler.finish(before: Int(size.height))
    return scaler
  }

  /// The factor by which libjpeg shrinks the picture, which is cheap but works on codes instead of light: a factor of
  /// at least four is left to the scaler.
  static func denominator(shrinking most: Double) -> UInt32 {
    most >= 32 ? 8 : most >= 16 ? 4 : most >= 8 ? 2 : 1
  }

  /// Maximum number of scans; ten are usual. Each covers the whole picture, so a file with few bytes per scan could
  /// take minutes.
  private var maximumScanCount: Int32 { Int32(min(max(800_000_000 / header.storedSize.area, 24), 200)) }

  private func check(_ result: Int32) throws(PictureError) {
    if result == 0 { return }
    if ag_jpeg_needs_memory(reader) != 0 {
      let size = header.storedSize
      throw .needsWhole(width: Int64(size.width), height: Int64(size.height), kind: "a progressive JPEG")
    }
    throw .damaged(text(of: reader.pointee.message))
  }
}
