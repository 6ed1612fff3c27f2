/// Where there is land, in squares of three degrees: from 180° W eastwards, from 81° N southwards.
///
/// Made of Natural Earth's countries at 1:110 million (public domain, naturalearthdata.com) as Debian's python3-geopandas 0.12
/// carries them (`naturalearth_lowres.shp`): a square is land where two fifths of 25 places in it lie in a country.
enum LandMask {
  static let step = 3.0
  static let north = 81.0
  /// Where the last row ends.
  static var south: Double { north - step * Double(rows.count) }
  static let columnCount = 120

  /// Bit 119 is the westernmost square.
  static let rows: [UInt128] = lines.map { UInt128($0, radix: 16) ?? 0 }

  static func isLand(latitude: Double, longitude: Double) -> Bool {
    let row = Int(((north - latitude) / step).rounded(.down))
    let column = Int(((longitude + 180) / step).rounded(.down))
    guard rows.indices.contains(row) else { return false }
    return isLand(row: row, column: (column % columnCount + columnCount) % columnCount)
  }

  /// Whether half of a larger square is land, by four places in it.
  ///
  /// - Parameters:
  ///   - north: latitude of the upper edge in degrees.
  ///   - west: longitude of the left edge in degrees.
  ///   - size: length of a side in degrees.
  static func isLand(north: Double, west: Double, size: Double) -> Bool {
    var count = 0
    for down in [0.25, 0.75] {
      for along in [0.25, 0.75]
      where isLand(latitude: north - down * size, longitude: west + along * size) { count += 1 }
    }
    return count >= 2
  }

  static func isLand(row: Int, column: Int) -> Bool { rows[row] >> UInt128(columnCount - 1 - column) & 1 == 1 }

  private static let lines = [
    "0000000ffffffc00f000001c000000",
    "00000f2fc7fffc000000001fc02000",
    "00003eabc07ff800000201fffe0000",
    "03f037dbf83ff0001c003fffffff80",
    "c7ffffff9e3f80007fcfffffffffff",
    "07ffffff3e1e0e01ffffffffffffff",
    "07fffff8381c0003dffffffffffffc",
    "0383fff83e000023cfffffffffe040",
    "0000ffff3f0000319fffffffffc0c0",
    "00007fffff800077fffffffffff080",
    "00003ffffec0001ffffffffffff000",
    "00003ffffe00001fffffffffffc000",
    "00003ffff800007ffc77ffffff9000",
    "00001ffff00000707ffbfffffe0000",
    "00001fffe000007217fbfffff22000",
    "00000fffc000003f00fffffff0c000",
    "000007ff8000007ffffffffff80000",
    "000003f0800000fffff7fffff80000",
    "000000f0000001fffffbfffff00000",
    "00000070000003ffff7f1fffe00000",
    "00000076280003fffffe0f9e000000",
    "0000001e000003ffffbc0e1f080000",
    "00000003000003fffff00607800000",
    "000000011e0001fffff80601000000",
    "000000003f8000fffff80004040000",
    "000000003fe00043fff0000c300000",
    "000000003fe00001ffe00006600000",
    "000000007ff80001ffc00006e88000",
    "000000007fff0000ff800002087800",
    "000000007fff8000ff800000c03800",
    "000000003fff0000ff800000000000",
    "000000003ffe0000ffc8000001d000",
    "000000001ffe0000ff98000007d800",
    "000000000ffe0000ff1000000ff800",
    "000000000ffc00007f3000003ffc00",
    "000000000ff000007e0000003ffe00",
    "000000000ff000007e0000003ffe00",
    "000000000fe000003c0000003ffe00",
    "000000000fc0000020000000107c00",
    "000000001f80000000000000001c02",
    "000000001e00000000000000000002",
    "000000001e0000000000000000000c",
    "000000001c00000000000000000008",
    "000000001c00000000000000000000",
    "000000001800000000000000000000",
    "000000000400000000000000000000",
  ]
}
