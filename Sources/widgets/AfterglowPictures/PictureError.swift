import AfterglowCore
import AfterglowErrors
import Foundation

/// Why a picture cannot be shown: what was expected, what was found, and how to correct it.
public enum PictureError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read; carries errno.
  case system(Int32)
  /// Not a regular file, or not readable for another reason.
  case unreadable(String)
  /// The file has no bytes, as an interrupted copy leaves one.
  case empty
  /// Its first bytes are neither those of PNG nor of JPEG, nor of a format that has a name here.
  case unknownFormat
  /// Its first bytes are those of another format, whatever its name says.
  case otherFormat(String)
  /// The file exceeds the maximum size.
  case fileTooLarge(byteCount: Int64)
  /// Width or height of 0 or more than `PictureLimits.side`, or more than `PictureLimits.pixelCount` pixels.
  case impossibleSize(width: Int64, height: Int64)
  /// Stored so that it can only be decoded as a whole, and too large to hold in memory.
  case needsWhole(width: Int64, height: Int64, kind: String)
  /// Truncated, damaged or inconsistent; carries the library's message.
  case damaged(String)
  /// The requested size is empty, or larger than any panel.
  case impossiblePlace(width: Int64, height: Int64)

  public var description: String {
    switch self {
    case .system(let code): "the picture cannot be read: \(ErrnoWords.sentence(code))"
    case .empty: "the file is empty; copy it again"
    case .unreadable(let reason): "expected a readable picture file, found \(reason)"
    case .unknownFormat: "expected a PNG or JPEG, found something else; convert it"
    case .otherFormat(let name): "expected a PNG or JPEG, found \(name); save it as one of them"
    case .fileTooLarge(let count):
      "expected at most \(PictureLimits.fileByteCount >> 20) MiB, found \(Self.tenths(Double(count) / 0x1p20)) MiB; save it "
        + "with fewer pixels, or as JPEG"
    case .impossibleSize(let width, let height) where width < 1 || height < 1:
      "expected a picture with pixels, found \(width)×\(height); save it again"
    case .impossibleSize(let width, let height):
      "expected at most \(Self.mostMegapixels) megapixels and \(PictureLimits.side) pixels on a side, found "
        + "\(Self.size(width, height)); save it as \(Self.largest(width, height)) or smaller"
    case .needsWhole(let width, let height, let kind):
      "\(kind) must be decoded as a whole, for which its detail may take \(PictureLimits.coefficientByteCount >> 20) MiB "
        + "(some 40 megapixels of a usual photograph), found more in \(Self.size(width, height)); save it as an "
        + "ordinary (baseline) one, or with fewer pixels"
    case .damaged(let reason): "the file is cut or damaged (\(reason)); copy it again"
    case .impossiblePlace(let width, let height):
      "no picture can be \(width)×\(height) pixels large on a panel; expected at most \(PixelSize.maximumSide) on a side and "
        + "\(PictureLimits.placePixelCount / 1_000_000) megapixels"
    }
  }

  private static var mostMegapixels: Int64 { PictureLimits.pixelCount / 1_000_000 }

  /// `9000×9000 (81.0 megapixels)`. The product of two hostile numbers need not fit an integer.
  private static func size(_ width: Int64, _ height: Int64) -> String {
    "\(width)×\(height) (\(tenths(Double(width) * Double(height) / 1e6)) megapixels)"
  }

  /// The largest size of the same shape that is decoded.
  private static func largest(_ width: Int64, _ height: Int64) -> String {
    let (width, height) = (Double(width), Double(height))
    let area = (Double(PictureLimits.pixelCount) / (width * height)).squareRoot()
    let factor = min(1, area, Double(PictureLimits.side) / max(width, height))
    return "\(max(1, Int(width * factor)))×\(max(1, Int(height * factor)))"
  }

  /// One decimal place, rounded up: what exceeds a limit never looks equal to it.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded(.up))
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// Limits on what is decoded, independent of the file's header (docs/picture-files.md).
public enum PictureLimits {
  /// Largest file, in bytes.
  public static var fileByteCount: Int64 { 256 << 20 }
  /// Maximum number of pixels: a phone's 50 megapixels, with a margin.
  public static var pixelCount: Int64 { 64_000_000 }
  /// Bytes of a progressive JPEG's coefficients as they are packed in memory: 40 megapixels of a usual photograph.
  static var coefficientByteCount: Int { 24 << 20 }
  /// Maximum width and height in pixels, those of JPEG: a row is in memory.
  public static var side: Int64 { 65_535 }
  /// Bytes of the sums of an interlaced picture: with more, its file is read once for each band of rows.
  static var sumByteCount: Int { 16 << 20 }
  /// Maximum number of pixels of the scaled picture.
  static var placePixelCount: Int64 { 32_000_000 }
}
