import AfterglowCore

/// The content of a picture file's header.
public struct PictureHeader: Equatable, Sendable {
  public enum Format: String, Sendable { case png, jpeg }

  public var format: Format
  /// Size in pixels of the upright picture.
  public var size: PixelSize
  /// Size in pixels as stored.
  public var storedSize: PixelSize
  public var orientation: PictureOrientation
  /// When the picture was taken, by the camera's clock (Exif 2.3, tags 36867 and 306).
  public var taken: TakenDate?
}

/// The orientation of a stored picture (Exif 2.3, tag 274), named by the position of its first row and column.
public enum PictureOrientation: UInt8, CaseIterable, Sendable {
  case topLeft = 1
  case topRight = 2
  case bottomRight = 3
  case bottomLeft = 4
  case leftTop = 5
  case rightTop = 6
  case rightBottom = 7
  case leftBottom = 8

  /// Whether width and height are swapped.
  public var swapsAxes: Bool { rawValue >= 5 }

  func turned(_ size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// The stored position of the pixel (x, y) of an upright picture of `size`.
  @inline(__always)
  func stored(_ x: Int, _ y: Int, in size: (width: Int, height: Int)) -> (x: Int, y: Int) {
    switch self {
    case .topLeft: (x, y)
    case .topRight: (size.width - 1 - x, y)
    case .bottomRight: (size.width - 1 - x, size.height - 1 - y)
    case .bottomLeft: (x, size.height - 1 - y)
    case .leftTop: (y, x)
    case .rightTop: (y, size.width - 1 - x)
    case .rightBottom: (size.height - 1 - y, size.width - 1 - x)
    case .leftBottom: (size.height - 1 - y, x)
    }
  }
}

/// A date and time without a zone, as cameras write it.
public struct TakenDate: Hashable, Comparable, Sendable {
  public var year: Int
  public var month: Int
  public var day: Int
  public var hour: Int
  public var minute: Int
  public var second: Int

  /// nil for a date that does not exist.
  public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard (1800...9999).contains(year), (1...12).contains(month), (1...days).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  public static func < (a: TakenDate, b: TakenDate) -> Bool {
    (a.year, a.month, a.day, a.hour * 3600 + a.minute * 60 + a.second)
      < (b.year, b.month, b.day, b.hour * 3600 + b.minute * 60 + b.second)
  }
}
