#if !hasFeature(Embedded)
  import AfterglowCore
  import AfterglowTimeline

  extension ArchiveBuilder {
    /// Writes the archive and validates it as the firmware will.
    ///
    /// - Parameters:
    ///   - compiledAt: recorded in the header; not part of the content's hash.
    ///   - litShares: receives the archive, complete but for these shares, and returns the share of the panel in
    ///     thousandths that each entry lights in always-on, in the order of the archive's entries
    ///     (`EntryRecord.litPermille`). The caller has to draw the entries to know. nil leaves the shares as they were
    ///     added.
    /// - Throws: `ArchiveBuildError.tooManyRecords` or `overBudget` before anything is written, `refused` when
    ///   validation finds a fault.
    public func build(
      compiledAt: Instant, litShares: ((Archive) -> [UInt16]?)? = nil
    ) throws(ArchiveBuildError) -> [UInt8] {
      let contents = contents()
      for content in contents {
        let (section, count) = (content.section, content.byteCount / content.section.recordByteCount)
        if count > section.maximumCount {
          throw .tooManyRecords(section: section, count: count, maximum: section.maximumCount)
        }
      }
      try checkBudget(contents)
      var file = ArchiveBuilder.assemble(contents, header: header(compiledAt: compiledAt))
      do throws(ArchiveError) {
        try file.withUnsafeMutableBufferPointer { (file) throws(ArchiveError) in
          let archive = try Archive.validateUnsealed(UnsafeRawBufferPointer(file))
          if let shares = litShares?(archive) { ArchiveBuilder.set(shares, in: archive, of: file) }
        }
      } catch {
        throw .refused(error)
      }
      ArchiveChecksum.seal(&file)
      return file
    }

    /// The header without sizes and hashes. An archive that an older version can express is written in that version.
    private func header(compiledAt: Instant) -> ArchiveHeader {
      var header = ArchiveHeader()
      let hasNewActions = actions.records.contains { $0.kind >= ActionKind.page.rawValue }
      let hasPages = board.pages.lastNumber > 0 || widgets.records.contains { $0.page != 0 }
      if !showsAhead {
        let isNew = hasPages || hasNewActions || board.calibration.count > 0
        header.version = isNew ? ArchiveHeader.pageVersion : ArchiveHeader.touchVersion
      }
      header.compiledAtMs = compiledAt.milliseconds
      return header
    }

    /// Whether anything belongs to panels that show coming moments.
    private var showsAhead: Bool {
      board.showsAhead != 0 || widgets.entries.contains(where: \.isBeyondReach)
        || nodes.records.contains { NodeCondition(rawValue: $0.condition)?.isOfComingMoment == true }
    }

    /// Size in bytes of the file that `build` would return now.
    public var byteCount: Int { ArchiveBuilder.byteCount(of: contents()) }

    /// The records of one section, not copied before they are written to the file.
    private struct Content {
      let section: ArchiveSection
      let byteCount: Int
      let write: (UnsafeMutableRawPointer) -> Void

      init<T>(_ section: ArchiveSection, _ records: [T]) { self.init(section, runs: [records]) }

      init<T>(_ section: ArchiveSection, runs: [[T]]) {
        self.section = section
        byteCount = runs.reduce(0) { $0 + $1.count * MemoryLayout<T>.stride }
        write = { memory in
          var end = memory
          for run in runs {
            run.withUnsafeBytes { bytes in
              UnsafeMutableRawBufferPointer(start: end, count: bytes.count).copyMemory(from: bytes)
              end += bytes.count
            }
          }
        }
      }
    }

    private func contents() -> [Content] {
      [
        Content(.board, [board]), Content(.strings, strings.records), Content(.provenance, Array(provenance.utf8)),
        Content(.widgets, widgets.records), Content(.entries, widgets.entries),
        Content(.variants, widgets.variants.records), Content(.nodeList, widgets.nodeList.records),
        Content(.nodes, nodes.records), Content(.paints, paints.records), Content(.gradients, gradients.records),
        Content(.glyphs, glyphs.records), Content(.glyphData, glyphs.data),
        Content(.placements, glyphs.placements.records), Content(.pictures, pictures.records),
        Content(.pictureData, runs: pictures.pixels), Content(.points, points.records), Content(.zones, zones.records),
        Content(.zoneTransitions, zones.transitions), Content(.tickTemplates, tickTexts.records),
        Content(.tickPhrases, tickTexts.phrases), Content(.tickItems, tickTexts.items),
        Content(.digitSets, tickTexts.digitSets.records), Content(.tickTables, tickTexts.tables.records),
        Content(.pluralTables, tickTexts.pluralTables.records),
        Content(.regions, widgets.regions.records), Content(.actions, actions.records),
      ]
    }

    private static func byteCount(of contents: [Content]) -> Int {
      contents.reduce(Archive.tableEnd) { ($0 + 7) & ~7 + $1.byteCount }
    }

    private func checkBudget(_ contents: [Content]) throws(ArchiveBuildError) {
      let needed = ArchiveBuilder.byteCount(of: contents)
      let allowed = Int(board.archiveBankByteCount)
      if needed <= allowed { return }
      let largest = contents.sorted { $0.byteCount > $1.byteCount }.prefix(3)
        .map { ArchiveBuildError.SectionSize(section: $0.section, byteCount: $0.byteCount) }
      throw .overBudget(needed: needed, allowed: allowed, largest: largest)
    }

    /// The file but for its content hash and checksum.
    private static func assemble(_ contents: [Content], header: ArchiveHeader) -> [UInt8] {
      let total = byteCount(of: contents)
      return [UInt8](unsafeUninitializedCapacity: total) { file, count in
        let base = UnsafeMutableRawPointer(file.baseAddress!)
        var header = header
        header.byteCount = UInt32(total)
        base.storeBytes(of: header, as: ArchiveHeader.self)
        var record = base + MemoryLayout<ArchiveHeader>.stride
        var end = Archive.tableEnd
        for content in contents {
          let start = (end + 7) & ~7
          (base + end).initializeMemory(as: UInt8.self, repeating: 0, count: start - end)
          let records = content.byteCount / content.section.recordByteCount
          record.storeBytes(
            of: SectionRecord(section: content.section, offset: UInt32(start), count: UInt32(records)),
            as: SectionRecord.self)
          record += MemoryLayout<SectionRecord>.stride
          content.write(base + start)
          end = start + content.byteCount
        }
        count = total
      }
    }

    private static func set(_ shares: [UInt16], in archive: Archive, of file: UnsafeMutableBufferPointer<UInt8>) {
      precondition(shares.count == archive.entries.count, "one share for each entry")
      precondition(shares.allSatisfy { $0 <= 1000 }, "a share of the panel is at most all of it")
      let entries = UnsafeMutableRawPointer(file.baseAddress!) + Int(archive.sectionRecord(.entries).pointee.offset)
      for (index, share) in shares.enumerated() {
        entries.assumingMemoryBound(to: EntryRecord.self)[index].litPermille = share
      }
    }
  }

  extension ArchiveChecksum {
    /// Writes the hash and the checksum that `file` should have; shorter files than a header stay as they are.
    public static func seal(_ file: inout [UInt8]) {
      if file.count < MemoryLayout<ArchiveHeader>.stride { return }
      file.withUnsafeMutableBytes { bytes in
        let place = MemoryLayout<ArchiveHeader>.offset(of: \.contentHash)!
        bytes.storeBytes(of: content(of: UnsafeRawBufferPointer(bytes)), toByteOffset: place, as: UInt64.self)
        let end = ArchiveHeader.checksumEnd
        bytes.storeBytes(of: header(of: UnsafeRawBufferPointer(bytes)), toByteOffset: end - 4, as: UInt32.self)
      }
    }
  }
#endif
