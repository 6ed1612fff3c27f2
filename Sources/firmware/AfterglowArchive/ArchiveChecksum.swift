import AfterglowCore

/// The hashes by which a damaged or torn archive is recognised (docs/archive-format.md, ArchiveHeader, 64 bytes). Not
/// for security.
public enum ArchiveChecksum {
  /// What `ArchiveHeader.contentHash` should be: of every byte after the header.
  static func content(of file: UnsafeRawBufferPointer) -> UInt64 {
    wordsHash(UnsafeRawBufferPointer(rebasing: file[MemoryLayout<ArchiveHeader>.stride...]))
  }

  /// The right value of `ArchiveHeader.checksum`: of the rest of the header, the content's hash included. The version takes part
  /// where an older one could be read in its place, after one bit has turned over.
  static func header(of file: UnsafeRawBufferPointer) -> UInt32 {
    let rest = file[ArchiveHeader.checksumEnd..<MemoryLayout<ArchiveHeader>.stride]
    let hash = wordsHash(UnsafeRawBufferPointer(rebasing: rest))
    let version = file.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32) ^ (version > ArchiveHeader.touchVersion ? version : 0)
  }
}
