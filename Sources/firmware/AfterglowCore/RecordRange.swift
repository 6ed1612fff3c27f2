/// A run of records in a section of an archive: `first ..< first + count`. 8 bytes (docs/archive-format.md,
/// RecordRange, 8 bytes).
public struct RecordRange: Equatable, Hashable, Sendable, BitwiseCopyable {
  public var first: UInt32
  public var count: UInt32

  @inlinable
  public init(first: UInt32, count: UInt32) {
    self.first = first
    self.count = count
  }

  /// No records.
  @inlinable public static var empty: RecordRange { RecordRange(first: 0, count: 0) }
}
