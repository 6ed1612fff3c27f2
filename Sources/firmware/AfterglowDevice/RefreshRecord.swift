import AfterglowCore

/// What the glass of a panel has gone through in its life, as it is kept over restarts (docs/panels/refresh.md, Saving).
/// Little-endian, as all that this project stores.
public struct RefreshRecord: Sendable, BitwiseCopyable {
  /// "AGR1" as a little-endian number.
  public static var magic: UInt32 { 0x3152_4741 }
  public static var byteCount: Int { 304 }

  public var magic: UInt32
  /// Tiles in a row, and rows of them: at most 16 of each, and 0 in an empty record.
  public var columns: UInt16
  public var rows: UInt16
  /// Refreshes of each kind, and those that failed.
  public var full: UInt32
  public var fast: UInt32
  public var partial: UInt32
  public var failed: UInt32
  /// Since when it counts, and until when, in ms since 1970.
  public var sinceMs: Int64
  public var untilMs: Int64
  /// The part of all refreshes that drove a tile, in 255ths, row by row.
  public var shares: InlineArray<256, UInt8>
  public var checksum: UInt64

  /// Nothing has happened.
  public init() {
    magic = Self.magic
    columns = 0
    rows = 0
    full = 0
    fast = 0
    partial = 0
    failed = 0
    sinceMs = 0
    untilMs = 0
    shares = InlineArray(repeating: 0)
    checksum = 0
  }

  /// All refreshes that were begun.
  public var total: Int64 { Int64(full) + Int64(fast) + Int64(partial) + Int64(failed) }

  /// Those that moved every pixel.
  public var drives: Int64 { Int64(full) + Int64(fast) }

  /// Sets the checksum.
  public mutating func seal() { checksum = sum }

  /// Whether it was sealed, and not changed since.
  public var isWhole: Bool {
    magic == Self.magic && columns <= 16 && rows <= 16 && sinceMs <= untilMs && checksum == sum
  }

  private var sum: UInt64 {
    var copy = self
    copy.checksum = 0
    return withUnsafeBytes(of: &copy) { bytes in
      var hash: UInt64 = 0x1E0F
      for index in 0..<bytes.count / 8 {
        hash = mixHash(hash, bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
      }
      return hash
    }
  }
}
