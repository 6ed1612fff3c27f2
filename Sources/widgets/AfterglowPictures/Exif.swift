/// Orientation and date of a photograph, from its Exif data. Inconsistent data is treated as missing.
struct Exif: Equatable {
  var orientation: PictureOrientation = .topLeft
  var taken: TakenDate?

  init() {}

  /// Reads TIFF tags (Exif 2.3, 4.6): offsets count from the first byte, and each is checked before it is followed.
  init(_ bytes: UnsafeRawBufferPointer) {
    guard let tags = TIFF(bytes), let first = tags.word(at: 4) else { return }
    var details: UInt32?
    var changed: TakenDate?
    tags.entries(at: Int(first)) { entry in
      switch tags.half(at: entry) {
      case 0x0112: orientation = tags.half(at: entry + 8).flatMap { PictureOrientation(exif: $0) } ?? .topLeft
      case 0x0132: changed = tags.date(entry: entry)
      case 0x8769: details = tags.word(at: entry + 8)
      default: break
      }
    }
    if let details {
      tags.entries(at: Int(details)) { entry in
        if tags.half(at: entry) == 0x9003 { taken = tags.date(entry: entry) }
      }
    }
    taken = taken ?? changed
  }
}

extension PictureOrientation {
  fileprivate init?(exif value: UInt16) {
    guard let byte = UInt8(exactly: value) else { return nil }
    self.init(rawValue: byte)
  }
}

/// The tag directories inside Exif data (TIFF 6.0), in either byte order.
private struct TIFF {
  private let bytes: UnsafeRawBufferPointer
  private let isBigEndian: Bool
  /// Maximum number of entries read from a directory: more than any camera writes, so that a corrupt count has no
  /// effect.
  private static let maximumEntryCount = 512

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    if half(at: 2) != 42 { return nil }
  }

  func half(at offset: Int) -> UInt16? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    return isBigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
  }

  func word(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value)
  }

  /// Calls `body` with the offset of each entry of a directory that is inside the file.
  func entries(at offset: Int, _ body: (Int) -> Void) {
    guard let count = half(at: offset), count <= Self.maximumEntryCount else { return }
    for index in 0..<Int(count) {
      let entry = offset + 2 + 12 * index
      guard entry + 12 <= bytes.count else { return }
      body(entry)
    }
  }

  /// An entry of the form "2019:07:04 18:20:11".
  func date(entry: Int) -> TakenDate? {
    guard half(at: entry + 2) == 2, let count = word(at: entry + 4), count >= 19, let start = word(at: entry + 8),
      Int(start) <= bytes.count - 19
    else { return nil }
    func number(_ from: Int, _ length: Int) -> Int? {
      var value = 0
      for byte in bytes[(Int(start) + from)..<(Int(start) + from + length)] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
      let minute = number(14, 2), let second = number(17, 2)
    else { return nil }
    return TakenDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }
}
