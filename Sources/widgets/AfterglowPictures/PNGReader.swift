import AfterglowCore
import CPNG
import Foundation

/// A PNG file whose header has been read.
struct PNGReader: RowReader, ~Copyable {
  let header: PictureHeader
  let isInterlaced: Bool
  private let reader: UnsafeMutablePointer<ag_png>

  init(_ stream: UnsafeMutablePointer<FILE>) throws(PictureError) {
    var result: Int32 = -1
    guard let reader = ag_png_open(stream, &result) else { throw .unreadable("no memory for it") }
    do throws(PictureError) {
      if result != 0 { throw .damaged(text(of: reader.pointee.message)) }
      var count = 0
      let exif = ag_png_exif(reader, &count).map { Exif(UnsafeRawBufferPointer(start: $0, count: count)) }
      header = try PictureHeader(
        .png, width: Int64(png_get_image_width(reader.pointee.png, reader.pointee.info)),
        height: Int64(png_get_image_height(reader.pointee.png, reader.pointee.info)), exif: exif ?? Exif())
      isInterlaced = png_get_interlace_type(reader.pointee.png, reader.pointee.info) == UInt8(PNG_INTERLACE_ADAM7)
    } catch {
      ag_png_close(reader)
      throw error
    }
    self.reader = reader
  }

  deinit { ag_png_close(reader) }

  var colors: PictureColors {
    var count = 0
    let profile = ag_png_profile(reader, &count)
    // libpng has compared it with the picture's colours.
    return PictureColors(profile: profile.map { UnsafeRawBufferPointer(start: $0, count: count) }, isGray: true)
  }

  func decode(shrinking most: Double, into make: (PixelSize) -> AreaScaler) throws(PictureError) -> AreaScaler {
    let size = header.storedSize
    try check(ag_png_start(reader))
    var scaler = make(size)
    var row = [UInt8](repeating: 0, count: Int(size.width) * 4)
    if isInterlaced {
      for pass in 0..<7 { try decode(pass: Int32(pass), &row, &scaler) }
    } else {
      for y in 0..<Int(size.height) {
        try check(ag_png_row(reader, &row))
        scaler.add(row, y: y, count: Int(size.width))
        scaler.finish(before: y + 1)
      }
    }
    try check(ag_png_finish(reader))
    scaler.finish(before: Int(size.height))
    return scaler
  }

  /// Adds one pass of an interlaced picture to the scaler, which accumulates: neither the picture nor, if it is scaled in
  /// bands, its sums are ever in memory as a whole.
  ///
  /// - Throws: `PictureError.damaged`.
  private func decode(pass: Int32, _ row: inout [UInt8], _ scaler: inout AreaScaler) throws(PictureError) {
    var places: [UInt32] = Array(repeating: 0, count: 6)
    ag_png_pass(UInt32(header.storedSize.width), UInt32(header.storedSize.height), pass, &places)
    let columns = Int(places[2])
    if columns == 0 { return }
    for index in 0..<Int(places[5]) {
      try check(ag_png_row(reader, &row))
      scaler.add(
        row, y: Int(places[3]) + index * Int(places[4]), column: Int(places[0]), columnStep: Int(places[1]),
        count: columns)
    }
  }

  private func check(_ result: Int32) throws(PictureError) {
    if result != 0 { throw .damaged(text(of: reader.pointee.message)) }
  }
}
