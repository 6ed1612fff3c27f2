import Foundation

/// The parts of a colour profile that has a matrix and curves (ICC.1:2010, 8.3 and 8.4). Every offset is checked before it is
/// followed.
struct ICCProfile {
  /// Largest profile that is read, in bytes; a matrix and curves take at most 30 KB.
  static let maximumByteCount = 128 << 10
  private static let maximumTagCount: UInt32 = 100
  /// Bytes of the header and of the number of tags.
  private static let headByteCount = 132

  /// Whether the profile describes greys, by one curve.
  let isGray: Bool
  private let bytes: UnsafeRawBufferPointer
  /// Places of the tags' values, by the tags' names.
  private let tags: [UInt32: Range<Int>]

  /// nil for a profile of other colours than red, green, blue or grey, for one whose common space is not light, and for
  /// inconsistent data.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard (Self.headByteCount...Self.maximumByteCount).contains(bytes.count),
      Self.word(bytes, 36) == Self.name("acsp"), Self.word(bytes, 20) == Self.name("XYZ "),
      let space = Self.word(bytes, 16), let count = Self.word(bytes, 128), count <= Self.maximumTagCount
    else { return nil }
    switch space {
    case Self.name("RGB "): isGray = false
    case Self.name("GRAY"): isGray = true
    default: return nil
    }
    var tags: [UInt32: Range<Int>] = [:]
    for index in 0..<Int(count) {
      let entry = Self.headByteCount + 12 * index
      guard let name = Self.word(bytes, entry), let offset = Self.word(bytes, entry + 4),
        let size = Self.word(bytes, entry + 8), Int64(offset) + Int64(size) <= Int64(bytes.count)
      else { return nil }
      tags[name] = Int(offset)..<(Int(offset) + Int(size))
    }
    self.bytes = bytes
    self.tags = tags
  }

  /// Whether the profile has tables of colours; a matrix next to them is only a rough approximation.
  var hasTables: Bool { ["A2B0", "A2B1", "A2B2"].contains { tags[Self.name($0)] != nil } }

  /// A primary's light in the space that profiles have in common, CIE XYZ of a white of D50.
  func primary(_ tag: String) -> SIMD3<Double>? {
    guard let range = tags[Self.name(tag)], Self.word(bytes, range.lowerBound) == Self.name("XYZ "),
      let x = fixed(range.lowerBound + 8), let y = fixed(range.lowerBound + 12), let z = fixed(range.lowerBound + 16)
    else { return nil }
    return SIMD3(x, y, z)
  }

  /// The light of each of 256 codes, from 0 to 1.
  func curve(_ tag: String) -> [Float]? {
    guard let range = tags[Self.name(tag)], let type = Self.word(bytes, range.lowerBound) else { return nil }
    let lights: [Double]?
    switch type {
    case Self.name("curv"): lights = table(range)
    case Self.name("para"): lights = formula(range.lowerBound)
    default: return nil
    }
    guard let lights, lights.allSatisfy(\.isFinite) else { return nil }
    return lights.map { Float(min(max($0, 0), 1)) }
  }

  // MARK: curves

  private static let codes = (0...255).map { Double($0) / 255 }

  /// Lights by a table of no value (a straight line), of one exponent, or of samples with lines between them (ICC.1:2010,
  /// 10.5).
  private func table(_ range: Range<Int>) -> [Double]? {
    let start = range.lowerBound + 12
    guard let word = Self.word(bytes, range.lowerBound + 8), let count = Int(exactly: word),
      count <= (range.count - 12) / 2
    else { return nil }
    if count == 0 { return Self.codes }
    let values = (0..<count).compactMap { half(start + 2 * $0) }
    guard values.count == count else { return nil }
    if count == 1 { return Self.codes.map { pow($0, Double(values[0]) / 256) } }
    return Self.codes.map { code in
      let place = code * Double(count - 1)
      let lower = min(Int(place), count - 2)
      let share = place - Double(lower)
      let (left, right) = (Double(values[lower]), Double(values[lower + 1]))
      return (left + (right - left) * share) / 65_535
    }
  }

  /// Number of parameters of each kind of formula.
  private static let formulaCounts = [1, 3, 4, 5, 7]

  /// Lights by a formula: (a·x + b)^g + e from d on, and c·x + f below it (ICC.1:2010, 10.15, table 65).
  private func formula(_ start: Int) -> [Double]? {
    guard let kind = half(start + 8), Self.formulaCounts.indices.contains(Int(kind)) else { return nil }
    let count = Self.formulaCounts[Int(kind)]
    let values = (0..<count).compactMap { fixed(start + 12 + 4 * $0) }
    guard values.count == count else { return nil }
    let g = values[0]
    let (a, b) = count > 1 ? (values[1], values[2]) : (1.0, 0.0)
    var (c, d, e, f) = (0.0, 0.0, 0.0, 0.0)
    switch kind {
    case 0: break
    case 1: d = -b / a
    case 2: (d, e, f) = (-b / a, values[3], values[3])
    default:
      (c, d) = (values[3], values[4])
      if count == 7 { (e, f) = (values[5], values[6]) }
    }
    func light(_ code: Double) -> Double {
      guard code >= d else { return c * code + f }
      return pow(max(0, a * code + b), g) + e
    }
    return Self.codes.map { light($0) }
  }

  // MARK: numbers

  /// A tag's name of four letters, as a profile stores it.
  private static func name(_ letters: String) -> UInt32 { letters.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  private func half(_ offset: Int) -> UInt16? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    return UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// A signed number with sixteen bits behind the point.
  private func fixed(_ offset: Int) -> Double? {
    Self.word(bytes, offset).map { Double(Int32(bitPattern: $0)) / 65_536 }
  }
}
