import AfterglowCore
import Foundation

// Checks of a file before it is shown.
extension PictureFile {
  /// Decodes the whole picture into a tiny one, to find out whether it can be shown.
  ///
  /// - Throws: `PictureError` if it cannot.
  public func verify() throws(PictureError) { _ = try scaled(to: PixelSize(width: 8, height: 8)) }

  /// Bytes at the end of a file that are searched for the end of a picture.
  private static let endByteCount = 64 << 10

  /// Whether the last bytes hold the end of a picture, or of the film behind a moving photograph. A file without such an end
  /// is probably cut; `verify` makes sure.
  ///
  /// - Throws: `PictureError` if it cannot be read, or has another format.
  public func hasEnd() throws(PictureError) -> Bool {
    let stream = try open()
    defer { fclose(stream) }
    let format = try Self.format(of: stream)
    let ends: [[UInt8]] =
      switch format {
      case .png: [Array("IEND".utf8)]
      // The end of the image, and of what telephones add.
      case .jpeg: [[0xFF, 0xD9], Array("moov".utf8), Array("SEFT".utf8)]
      }
    guard fseeko(stream, 0, SEEK_END) == 0 else { throw .unreadable("a file that cannot be searched") }
    let size = Int(ftello(stream))
    // The beginning may have a small picture with an end of its own.
    let count = min(size / 2, Self.endByteCount)
    guard count > 0, fseeko(stream, off_t(size - count), SEEK_SET) == 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = fread(&bytes, 1, count, stream)
    return ends.contains { Self.has($0, in: bytes[..<got]) }
  }

  private static func has(_ end: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    // The last bytes first: there it usually is.
    for start in stride(from: bytes.count - end.count, through: 0, by: -1)
    where bytes[start] == end[0] && bytes[start..<(start + end.count)].elementsEqual(end) {
      return true
    }
    return false
  }

  /// The name of a format that is neither PNG nor JPEG, by a file's first bytes; nil for an unknown one.
  static func otherFormat(_ start: [UInt8]) -> String? {
    func has(_ text: String, at offset: Int) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
    if has("ftyp", at: 4) {
      let brand = String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self)
      switch brand {
      case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "HEIC"
      case "avif", "avis": return "AVIF"
      default: return "a video"
      }
    }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return "WebP" }
    if has("GIF8", at: 0) { return "GIF" }
    if has("BM", at: 0), start.count >= 16 { return "BMP" }
    if has("II*\0", at: 0) || has("MM\0*", at: 0) { return "TIFF" }
    if start.starts(with: [0xFF, 0x0A]) || has("JXL ", at: 4) { return "JPEG XL" }
    if has("<", at: 0) { return "a web page or drawing" }
    return nil
  }
}
