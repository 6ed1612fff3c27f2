import AfterglowCore
import AfterglowLight
import AfterglowTimeline

extension Archive {
  /// Validates every byte that is ever read: header, checksum, section table, then each record.
  ///
  /// Total, without recursion or allocation, in time linear in `bytes`. The guarantees afterwards are those of
  /// docs/archive-format.md, "What validation promises".
  ///
  /// - Parameter bytes: the whole file; the base aligned to at least 8 bytes (banks are aligned to 64).
  /// - Throws: the first fault found, with its place.
  public static func validate(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Archive {
    let archive = try validateBoard(bytes)
    try archive.validateContent()
    return archive
  }

  /// The first half of `validate`. Of its result only the board and its strings may be read until `validateContent` has
  /// checked the rest. Reads no more than that, so it takes the same time for any archive.
  ///
  /// - Parameter bytes: as for `validate`.
  /// - Throws: the first fault found, with its place; a wrong checksum before any other, because it explains the
  ///   others.
  public static func validateBoard(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Archive {
    let base = try checkIdentity(bytes)
    do throws(ArchiveError) { return try checkStructureAndBoard(base, byteCount: bytes.count) } catch {
      try checkChecksum(base, byteCount: bytes.count)
      throw error
    }
  }

  /// The board of bytes that begin like an archive, not validated: nothing in it may be relied upon.
  ///
  /// - Parameter head: the file's first bytes, aligned to at least 8.
  /// - Returns: nil where the bytes end before the board does; a kilobyte is enough.
  public static func boardHint(_ head: UnsafeRawBufferPointer) -> BoardRecord? {
    let place = (tableEnd + 7) & ~7
    guard let base = head.baseAddress, head.count >= place + MemoryLayout<BoardRecord>.size else { return nil }
    let header = base.assumingMemoryBound(to: ArchiveHeader.self)
    if header.pointee.magic != ArchiveHeader.expectedMagic { return nil }
    if !ArchiveHeader.reads(header.pointee.version) { return nil }
    return base.load(fromByteOffset: place, as: BoardRecord.self)
  }

  /// The same as `validate` for an archive without a checksum: the author's own, before it is written.
  ///
  /// - Throws: the first fault found, with its place.
  static func validateUnsealed(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Archive {
    let archive = try checkStructureAndBoard(checkIdentity(bytes), byteCount: bytes.count)
    try archive.validateUnsealedContent()
    return archive
  }

  private static func checkStructureAndBoard(
    _ base: UnsafeRawPointer, byteCount: Int
  ) throws(ArchiveError) -> Archive {
    let archive = try checkStructure(base, byteCount: byteCount)
    let validator = Validator(archive: archive)
    try validator.checkBoard()
    try validator.checkStrings()
    return archive
  }

  /// The second half of `validate`, for the result of `validateBoard`.
  ///
  /// - Throws: the first fault found, with its place.
  public func validateContent() throws(ArchiveError) {
    try Archive.checkChecksum(base, byteCount: byteCount)
    try validateUnsealedContent()
  }

  private func validateUnsealedContent() throws(ArchiveError) {
    let validator = Validator(archive: self)
    try validator.checkPaints()
    try validator.checkGlyphs()
    try validator.checkPictures()
    try validator.checkPoints()
    try validator.checkZones()
    try validator.checkTickTexts()
    try validator.checkNodes()
    try validator.checkActions()
    try validator.checkRegions()
    try validator.checkWidgets()
    try validator.checkDisplayLists()
  }

  /// A view of bytes that `validate` has accepted before and that cannot have changed since: the guard validates its
  /// renderers' first archive in a copy that it sealed before. Checks header and section table only.
  ///
  /// - Parameter bytes: as for `validate`.
  /// - Throws: when header or section table is wrong.
  public static func reopen(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Archive {
    try checkStructure(checkIdentity(bytes), byteCount: bytes.count)
  }

  static var tableEnd: Int {
    MemoryLayout<ArchiveHeader>.stride + ArchiveSection.count * MemoryLayout<SectionRecord>.stride
  }

  private static func checkIdentity(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> UnsafeRawPointer {
    guard let base = bytes.baseAddress, bytes.count >= tableEnd else { throw ArchiveError(.tooShort) }
    if UInt(bitPattern: base) & 7 != 0 { throw ArchiveError(.misaligned) }
    let header = base.assumingMemoryBound(to: ArchiveHeader.self)
    if header.pointee.magic != ArchiveHeader.expectedMagic { throw ArchiveError(.notAnArchive) }
    if !ArchiveHeader.reads(header.pointee.version) { throw ArchiveError(.otherVersion, byteOffset: 8) }
    if Int64(header.pointee.byteCount) != Int64(bytes.count) { throw ArchiveError(.wrongByteCount, byteOffset: 16) }
    return base
  }

  private static func checkChecksum(_ base: UnsafeRawPointer, byteCount: Int) throws(ArchiveError) {
    let header = base.assumingMemoryBound(to: ArchiveHeader.self)
    let file = UnsafeRawBufferPointer(start: base, count: byteCount)
    if ArchiveChecksum.header(of: file) != header.pointee.checksum {
      throw ArchiveError(.checksumMismatch, byteOffset: 12)
    }
    if ArchiveChecksum.content(of: file) != header.pointee.contentHash {
      throw ArchiveError(.checksumMismatch, byteOffset: 32)
    }
  }

  private static func checkStructure(_ base: UnsafeRawPointer, byteCount: Int) throws(ArchiveError) -> Archive {
    let header = base.assumingMemoryBound(to: ArchiveHeader.self)
    if header.pointee.sectionCount != UInt32(ArchiveSection.count) {
      throw ArchiveError(.wrongSectionTable, byteOffset: 20)
    }
    if !isInstant(header.pointee.compiledAtMs) { throw ArchiveError(.valueOutOfRange, byteOffset: 24) }
    for index in 0..<3 where header.pointee.reserved[index] != 0 {
      throw ArchiveError(.nonzeroReserved, byteOffset: 40)
    }
    try checkSectionTable(base, byteCount: byteCount)
    return Archive(validated: base, byteCount: byteCount)
  }

  /// Checks that sections lie one after the other, so that none overlap and no byte is outside all of them.
  ///
  /// - Throws: `ArchiveError` with the section.
  private static func checkSectionTable(_ base: UnsafeRawPointer, byteCount: Int) throws(ArchiveError) {
    let table = (base + MemoryLayout<ArchiveHeader>.stride).assumingMemoryBound(to: SectionRecord.self)
    let version = base.assumingMemoryBound(to: ArchiveHeader.self).pointee.version
    var end = UInt64(tableEnd)
    for index in 0..<ArchiveSection.count {
      let record = table[index]
      let place = UInt32(MemoryLayout<ArchiveHeader>.stride + index * MemoryLayout<SectionRecord>.stride)
      guard let section = ArchiveSection(rawValue: UInt8(index)), record.section == UInt32(index),
        record.recordByteCount == UInt32(section.recordByteCount(inVersion: version))
      else { throw ArchiveError(.wrongSectionTable, byteOffset: place) }
      let start = (end + 7) & ~7
      if UInt64(record.offset) != start { throw ArchiveError(.wrongSectionTable, in: section, byteOffset: place) }
      if record.count > UInt32(section.maximumCount(inVersion: version)) {
        throw ArchiveError(.tooManyRecords, in: section, byteOffset: place)
      }
      let next = start + UInt64(record.count) * UInt64(record.recordByteCount)
      if next > UInt64(byteCount) { throw ArchiveError(.wrongSectionTable, in: section, byteOffset: place) }
      for at in Int(end)..<Int(start) where base.load(fromByteOffset: at, as: UInt8.self) != 0 {
        throw ArchiveError(.nonzeroPadding, in: section, byteOffset: UInt32(at))
      }
      end = next
    }
    // The last sections are empty, and begin at a multiple of 8 themselves.
    if end != UInt64(byteCount) { throw ArchiveError(.wrongByteCount, byteOffset: 16) }
  }

  static func isInstant(_ milliseconds: Int64) -> Bool {
    milliseconds.magnitude <= UInt64(ArchiveLimits.instantMs)
  }
}

/// Checks one archive whose header and section table are sound: one method for each group of sections, each in its own
/// file.
struct Validator {
  let archive: Archive

  /// The error for a record.
  func fault(_ problem: ArchiveProblem, _ section: ArchiveSection, _ index: Int) -> ArchiveError {
    let offset = Int(archive.sectionRecord(section).pointee.offset) + index * section.recordByteCount
    return ArchiveError(problem, in: section, index: UInt32(index), byteOffset: UInt32(offset))
  }

  func count(_ section: ArchiveSection) -> UInt64 {
    UInt64(archive.sectionRecord(section).pointee.count)
  }

  func isInside(_ range: RecordRange, _ section: ArchiveSection) -> Bool {
    UInt64(range.first) + UInt64(range.count) <= count(section)
  }

  /// Whether a range begins where the previous one ended; advances `end`.
  func continues(_ range: RecordRange, _ end: inout UInt32) -> Bool {
    if range.first != end { return false }
    let (next, overflow) = end.addingReportingOverflow(range.count)
    end = next
    return !overflow
  }

  func isCoordinate(_ value: Int32) -> Bool {
    value.magnitude <= UInt32(ArchiveLimits.coordinate)
  }

  func isLength(_ value: Int32) -> Bool {
    value >= 0 && value <= ArchiveLimits.coordinate
  }

  func isPosition(_ value: Int32) -> Bool {
    value.magnitude <= UInt32(ArchiveLimits.positionPx)
  }
}
