import AfterglowCore

extension Validator {
  func checkWidgets() throws(ArchiveError) {
    let widgets = archive.widgets
    let lastPage = archive.board.pages.lastNumber
    var entryEnd: UInt32 = 0
    var listedRegions = 0
    for index in 0..<widgets.count {
      let widget = widgets[index]
      let hasPage = archive.version >= ArchiveHeader.pageVersion
      if widget.reserved1 != 0 || !hasPage && widget.page != 0 { throw fault(.nonzeroReserved, .widgets, index) }
      if widget.page > lastPage && widget.page != WidgetRecord.everyPage {
        throw fault(.valueOutOfRange, .widgets, index)
      }
      if !isBox(x0: widget.boundsX0, y0: widget.boundsY0, x1: widget.boundsX1, y1: widget.boundsY1) {
        throw fault(.valueOutOfRange, .widgets, index)
      }
      if widget.staleAfterMs != Int64.max && !Archive.isInstant(widget.staleAfterMs) {
        throw fault(.valueOutOfRange, .widgets, index)
      }
      if !Archive.isInstant(widget.contentMs) { throw fault(.valueOutOfRange, .widgets, index) }
      if widget.entries.count == 0 { throw fault(.noEntry, .widgets, index) }
      if !continues(widget.entries, &entryEnd) { throw fault(.rangeOutOfOrder, .widgets, index) }
      if !isInside(widget.entries, .entries) || !isInside(widget.kind, .strings) {
        throw fault(.rangeOutOfSection, .widgets, index)
      }
      try checkVariantMap(widget, index)
      try checkEntries(widget, &listedRegions)
    }
    if UInt64(entryEnd) != count(.entries) { throw fault(.unfinishedData, .entries, Int(entryEnd)) }
  }

  private func checkVariantMap(_ widget: WidgetRecord, _ index: Int) throws(ArchiveError) {
    var found = false
    for key in 0..<VariantKey.count where widget.variantMap[key] != 255 {
      if widget.variantMap[key] >= widget.variantCount { throw fault(.indexOutOfRange, .widgets, index) }
      found = true
    }
    if !found || widget.variantCount > UInt8(VariantKey.count) { throw fault(.noVariant, .widgets, index) }
  }

  private func checkEntries(_ widget: WidgetRecord, _ listedRegions: inout Int) throws(ArchiveError) {
    let entries = archive.entries
    var before = Int64.min
    for index in Int(widget.entries.first)..<Int(widget.entries.first) + Int(widget.entries.count) {
      let entry = entries[index]
      if !Archive.isInstant(entry.dateMs) { throw fault(.valueOutOfRange, .entries, index) }
      if entry.dateMs < before { throw fault(.unsorted, .entries, index) }
      before = entry.dateMs
      if entry.litPermille > 1000 { throw fault(.valueOutOfRange, .entries, index) }
      let flags: UInt16 = archive.version >= ArchiveHeader.currentVersion ? EntryRecord.knownFlags : 0
      if entry.flags & ~flags != 0 { throw fault(.nonzeroReserved, .entries, index) }
      listedRegions += Int(entry.regions.count)
      try checkRegions(of: entry, widget, index)
      if listedRegions > ArchiveLimits.listedRegions { throw fault(.tooManyRegions, .entries, index) }
      let lists = RecordRange(first: entry.firstVariant, count: UInt32(widget.variantCount))
      if !isInside(lists, .variants) { throw fault(.rangeOutOfSection, .entries, index) }
    }
  }

  func checkDisplayLists() throws(ArchiveError) {
    let nodeCount = count(.nodes)
    let list = archive.nodeList
    for index in 0..<list.count where UInt64(list[index]) >= nodeCount {
      throw fault(.indexOutOfRange, .nodeList, index)
    }
    let variants = archive.variants
    var listed = 0
    for index in 0..<variants.count {
      let range = variants[index]
      if !isInside(range, .nodeList) { throw fault(.rangeOutOfSection, .variants, index) }
      listed += Int(range.count)
      if Int(range.count) > ArchiveLimits.nodesPerList || listed > ArchiveLimits.listedNodes {
        throw fault(.listTooLong, .variants, index)
      }
      try checkList(range, index)
    }
  }

  /// Checks that groups and clips close in the order in which they opened, and are never deeper than the painter's
  /// layers.
  ///
  /// - Throws: `ArchiveError` with the display list's index.
  private func checkList(_ range: RecordRange, _ index: Int) throws(ArchiveError) {
    let list = archive.nodeList
    let nodes = archive.nodes
    var depth = 0
    // One bit a level, the innermost lowest: 1 = a clip.
    var isClip: UInt32 = 0
    var tickNodes = 0
    for place in Int(range.first)..<Int(range.first) + Int(range.count) {
      guard let kind = NodeKind(rawValue: nodes[Int(list[place])].kind) else { continue }
      switch kind {
      case .beginGroup, .beginClip:
        depth += 1
        isClip = isClip << 1 | (kind == .beginClip ? 1 : 0)
        if depth > ArchiveLimits.groupDepth { throw fault(.groupsTooDeep, .variants, index) }
      case .endGroup, .endClip:
        if depth == 0 || isClip & 1 != (kind == .endClip ? 1 : 0) { throw fault(.unbalancedGroup, .variants, index) }
        depth -= 1
        isClip >>= 1
      case .tickText, .tickHand: tickNodes += 1
      default: break
      }
    }
    if depth != 0 { throw fault(.unbalancedGroup, .variants, index) }
    if tickNodes > ArchiveLimits.tickNodesPerList { throw fault(.tooManyTickNodes, .variants, index) }
  }
}
