import AfterglowCore

extension Validator {
  func checkActions() throws(ArchiveError) {
    let actions = archive.actions
    var zone: UInt32?
    for index in 0..<actions.count {
      let action = actions[index]
      guard let kind = ActionKind(rawValue: action.kind), archive.version >= kind.firstVersion else {
        throw fault(.unknownValue, .actions, index)
      }
      let isPlain = kind != .scheduledPage && kind != .key
      if isPlain && (action.days != 0 || action.minute != 0) {
        throw fault(.nonzeroReserved, .actions, index)
      }
      if !isInside(action.name, .strings) { throw fault(.rangeOutOfSection, .actions, index) }
      if !isInRange(action, kind) { throw fault(.valueOutOfRange, .actions, index) }
      if kind != .scheduledPage { continue }
      // A schedule follows one wall clock.
      if action.zone != zone ?? action.zone { throw fault(.valueOutOfRange, .actions, index) }
      zone = action.zone
    }
  }

  private func isInRange(_ action: ActionRecord, _ kind: ActionKind) -> Bool {
    let argument = action.argument
    let pages = archive.board.pages
    switch kind {
    case .author: return true
    case .mode: return argument >= 0 && ModeOverride(rawValue: UInt8(clamping: argument)) != nil
    case .entry: return argument == 1 || argument == -1
    case .brightness: return BrightnessRequest(argument: argument) != nil
    case .page: return argument <= Int32(pages.lastNumber) && PageTurn(argument: argument) != nil
    case .scheduledPage:
      let zone = UInt64(action.zone)
      return action.page <= pages.lastPage && zone < count(.zones) && action.days >= 1 && action.days <= 127
        && action.minute < 1440
    case .key: return isKey(action)
    }
  }

  /// Whether a key has a code and an effect, and an action to perform exactly where its effect is one.
  private func isKey(_ key: ActionRecord) -> Bool {
    guard let effect = KeyEffect(rawValue: key.days), key.minute < ArchiveLimits.keyCodes, key.name == .empty else {
      return false
    }
    if effect != .action { return key.argument == 0 }
    if key.argument < 0 || UInt64(key.argument) >= count(.actions) { return false }
    switch ActionKind(rawValue: archive.actions[Int(key.argument)].kind) {
    case .author, .mode, .page, .brightness: return true
    default: return false
    }
  }

  /// Checks each region by itself. Places in display lists need no check: the engine draws no more of a list than there is.
  ///
  /// - Throws: `ArchiveError` with the region's index.
  func checkRegions() throws(ArchiveError) {
    let regions = archive.regions
    for index in 0..<regions.count {
      let region = regions[index]
      guard let kind = RegionKind(rawValue: region.kind), PressStyle(rawValue: region.press) != nil,
        region.flags & ~RegionRecord.knownFlags == 0, kind == .toggle || !region.isOn
      else { throw fault(.unknownValue, .regions, index) }
      if region.reserved != 0 { throw fault(.nonzeroReserved, .regions, index) }
      if UInt64(region.action) >= count(.actions) { throw fault(.indexOutOfRange, .regions, index) }
      let isBox = region.boundsX0 > Int16.min && region.boundsY0 > Int16.min && !region.bounds.isEmpty
      if !isBox || region.slots == 0 || Int32(region.radiusPx) > ArchiveLimits.positionPx
        || Int(region.firstNode) + Int(region.nodeCount) > ArchiveLimits.nodesPerList
      {
        throw fault(.valueOutOfRange, .regions, index)
      }
    }
  }

  /// Checks that an entry's regions lie within its widget and name only slots that the widget has.
  ///
  /// - Throws: `ArchiveError` with the region's index, or the entry's.
  func checkRegions(of entry: EntryRecord, _ widget: WidgetRecord, _ index: Int) throws(ArchiveError) {
    if !isInside(entry.regions, .regions) { throw fault(.rangeOutOfSection, .entries, index) }
    if Int(entry.regions.count) > ArchiveLimits.regionsPerEntry { throw fault(.tooManyRegions, .entries, index) }
    let bounds = widget.bounds
    let regions = archive.regions
    for place in Int(entry.regions.first)..<Int(entry.regions.first) + Int(entry.regions.count) {
      if !bounds.contains(regions[place].bounds) { throw fault(.regionOutsideWidget, .regions, place) }
      if UInt32(regions[place].slots) >> UInt32(widget.variantCount) != 0 {
        throw fault(.indexOutOfRange, .regions, place)
      }
    }
  }
}
