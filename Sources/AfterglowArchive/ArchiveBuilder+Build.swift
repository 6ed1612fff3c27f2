#if !hasFeature(Embedded)
  import AfterglowCore
  import AfterglowTimeline

  extension ArchiveBuilder {
    /// Writes the archive and reads it back through the firmware's own validation.
    public func build(compiledAt: Instant) throws(ArchiveBuildError) -> [UInt8] {
      let sections = contents()
      for (section, content) in sections {
        let count = content.count / section.recordByteCount
        if count > section.maximumCount {
          throw .tooManyRecords(section: section, count: count, maximum: section.maximumCount)
        }
      }
      try checkBudget(sections)
      let file = assemble(sections, compiledAt: compiledAt)
      try ArchiveBuilder.check(file)
      return file
    }

    /// Bytes that `build` would come to.
    public var byteCount: Int { ArchiveBuilder.byteCount(of: contents()) }

    private func contents() -> [(ArchiveSection, [UInt8])] {
      [
        (.board, bytes(of: board)), (.strings, strings), (.provenance, Array(provenance.utf8)),
        (.widgets, bytes(of: widgets)), (.entries, bytes(of: entries)), (.variants, bytes(of: variants)),
        (.nodeList, bytes(of: nodeList.records)), (.nodes, bytes(of: nodes.records)),
        (.paints, bytes(of: paints.records)), (.gradients, bytes(of: gradients.records)),
        (.glyphs, bytes(of: glyphs)), (.glyphData, glyphData), (.placements, bytes(of: placements.records)),
        (.pictures, bytes(of: pictures)), (.pictureData, bytes(of: picturePixels)),
        (.points, bytes(of: points.records)), (.zones, bytes(of: zones)),
        (.zoneTransitions, bytes(of: zoneTransitions)), (.tickTemplates, bytes(of: tickTemplates)),
        (.tickPhrases, bytes(of: tickPhrases)), (.tickItems, bytes(of: tickItems)),
        (.digitSets, bytes(of: digitSets.records)), (.tickTables, bytes(of: tickTables.records)),
        (.pluralTables, bytes(of: pluralTables.records)), (.hitRegions, []), (.actions, []),
      ]
    }

    private static var tableEnd: Int {
      MemoryLayout<ArchiveHeader>.stride + ArchiveSection.count * MemoryLayout<SectionRecord>.stride
    }

    private static func byteCount(of sections: [(ArchiveSection, [UInt8])]) -> Int {
      sections.reduce(tableEnd) { ($0 + 7) & ~7 + $1.1.count }
    }

    private func checkBudget(_ sections: [(ArchiveSection, [UInt8])]) throws(ArchiveBuildError) {
      let needed = ArchiveBuilder.byteCount(of: sections)
      let allowed = Int(board.archiveBankByteCount)
      if needed <= allowed { return }
      let largest = sections.sorted { $0.1.count > $1.1.count }.prefix(3)
        .map { ArchiveBuildError.SectionSize(section: $0.0, byteCount: $0.1.count) }
      throw .overBudget(needed: needed, allowed: allowed, largest: largest)
    }

    private func assemble(_ sections: [(ArchiveSection, [UInt8])], compiledAt: Instant) -> [UInt8] {
      var body: [UInt8] = []
      var table: [SectionRecord] = []
      for (section, content) in sections {
        while body.count % 8 != 0 { body.append(0) }
        let offset = ArchiveBuilder.tableEnd + body.count
        table.append(
          SectionRecord(
            section: section, offset: UInt32(offset), count: UInt32(content.count / section.recordByteCount)))
        body += content
      }
      let rest = bytes(of: table) + body
      var header = ArchiveHeader()
      header.byteCount = UInt32(MemoryLayout<ArchiveHeader>.stride + rest.count)
      header.compiledAtMs = compiledAt.milliseconds
      header.contentHash = rest.reduce(0) { mixHash($0, UInt64($1)) }
      var file = bytes(of: header) + rest
      ArchiveChecksum.repair(&file)
      return file
    }

    private static func check(_ file: [UInt8]) throws(ArchiveBuildError) {
      let aligned = AlignedBytes(file)
      // Without this the optimiser frees the copy before it is read.
      defer { withExtendedLifetime(aligned) {} }
      do throws(ArchiveError) {
        _ = try Archive.validate(aligned.bytes)
      } catch {
        throw .refused(error)
      }
    }
  }

  extension ArchiveChecksum {
    /// Writes the checksum that `file` should have; shorter files than a header stay as they are.
    public static func repair(_ file: inout [UInt8]) {
      if file.count < ArchiveHeader.checksumEnd { return }
      let checksum = file.withUnsafeBytes { crc32(UnsafeRawBufferPointer(rebasing: $0[ArchiveHeader.checksumEnd...])) }
      let start = ArchiveHeader.checksumEnd - 4
      for byte in 0..<4 { file[start + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(byte))) }
    }
  }

  /// A copy of bytes whose base is aligned to 64, as archives want it. Author, tests and tools only.
  public final class AlignedBytes {
    private let memory: UnsafeMutableRawBufferPointer

    public init(_ bytes: [UInt8]) {
      memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
      memory.copyBytes(from: bytes)
    }

    deinit { memory.deallocate() }

    /// Valid as long as this object lives: hold it with `withExtendedLifetime`, its last mention is not enough.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }
  }
#endif
