/// A display's identification data: the base block of VESA's E-EDID 1.4.
enum EDID {
  /// Why the size of the active area is unknown.
  enum Problem: Error, Equatable, CustomStringConvertible {
    case absent
    case cut(byteCount: Int)
    case noEDID
    case wrongChecksum
    case unknown

    var description: String {
      switch self {
      case .absent: "it sends no EDID"
      case .cut(let count): "its EDID has \(count) of 128 bytes"
      case .noEDID: "its EDID does not begin as one"
      case .wrongChecksum: "its EDID has a wrong checksum"
      case .unknown: "its EDID leaves the size open"
      }
    }
  }

  private static let byteCount = 128
  private static let firstTiming = 54
  private static let maximumMm = 5000

  /// The active area in the display's native orientation, in mm.
  ///
  /// The detailed timing has millimetres, but some displays write centimetres, an aspect ratio or invalid values there;
  /// the centimetres of the base block are coarse and rarely wrong. Millimetres are therefore used if they agree with
  /// the centimetres, or if there are none.
  ///
  /// - Throws: `Problem`.
  static func physicalSizeMm(_ bytes: [UInt8]) throws(Problem) -> (width: Int, height: Int) {
    if bytes.isEmpty { throw .absent }
    if bytes.count < byteCount { throw .cut(byteCount: bytes.count) }
    if Array(bytes[0..<8]) != [0, 255, 255, 255, 255, 255, 255, 0] { throw .noEDID }
    if bytes[0..<byteCount].reduce(0, { $0 &+ $1 }) != 0 { throw .wrongChecksum }
    let coarse = (width: Int(bytes[21]) * 10, height: Int(bytes[22]) * 10)
    // If one of them is zero, the other is an aspect ratio.
    let hasCoarse = coarse.width > 0 && coarse.height > 0
    if let fine = timingSize(bytes) {
      if hasCoarse ? agrees(fine, coarse) : !isAspectRatio(fine) { return fine }
    }
    if hasCoarse { return coarse }
    throw .unknown
  }

  private static func timingSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    let timing = bytes[firstTiming..<firstTiming + 18].map(Int.init)
    // Without a pixel clock the descriptor is a text, not a timing.
    if timing[0] == 0 && timing[1] == 0 { return nil }
    let width = timing[12] | (timing[14] >> 4) << 8
    let height = timing[13] | (timing[14] & 15) << 8
    return width > 0 && height > 0 && max(width, height) <= maximumMm ? (width, height) : nil
  }

  private static func agrees(_ fine: (width: Int, height: Int), _ coarse: (width: Int, height: Int)) -> Bool {
    func isNear(_ a: Int, _ b: Int) -> Bool { abs(a - b) <= 10 + b / 20 }
    return isNear(fine.width, coarse.width) && isNear(fine.height, coarse.height)
  }

  /// Sizes in centimetres that are really the aspect ratios 16:9 and 16:10, written by televisions of any size.
  private static func isAspectRatio(_ size: (width: Int, height: Int)) -> Bool {
    [(16, 9), (16, 10), (160, 90), (160, 100)].contains { $0 == size }
  }
}
