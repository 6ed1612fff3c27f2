import AfterglowArchive
import AfterglowCore
import AfterglowTimeline

extension Engine {
  /// Puts a widget's entry and variant of this moment on the panel. When `comparing`, damages what differs from the list
  /// that was shown; else the caller damages everything. A widget of another page has no entry and no list. True when
  /// another list is shown.
  @discardableResult
  mutating func select(_ index: Int, _ archive: Archive, comparing: Bool) -> Bool {
    let widget = archive.widget(index)
    let first = Int(widget.entries.first)
    let count = widget.isOn(page: pages.drawn) ? Int(widget.entries.count) : 0
    let now = shownMoment
    let old = widgets[index]
    var state = WidgetState(
      entry: 0, first: 0, count: 0, isStale: comparing ? old.isStale : isStale(widget), hasEntry: count > 0,
      isUnknown: false, hasLayers: false, litPermille: 0, widget: UInt16(truncatingIfNeeded: index), slot: 0,
      bounds: .empty, nextEntryMs: Int64.max)
    if count > 0 {
      // Before the first entry's date the first one is shown: a panel is never blank (law 3).
      let chosen = EntrySelection.newest(count: count, at: now) { archive.entry(first + $0).dateMs } ?? 0
      let shown = leafed(to: chosen, of: count, widget: index)
      let next = EntrySelection.nextChange(count: count, after: now) { archive.entry(first + $0).dateMs }
      state.nextEntryMs = next < .distantFuture ? next.milliseconds : Int64.max
      if chosen == 0 && next.milliseconds == archive.entry(first).dateMs {
        // The first entry's own date changes nothing.
        state.nextEntryMs = count > 1 ? archive.entry(first + 1).dateMs : Int64.max
      }
      // Due in the present time.
      if state.nextEntryMs < Int64.max { state.nextEntryMs &-= travel.aheadMs }
      state.entry = UInt32(first + shown)
      // By the moment, also while a person leafs through the entries.
      state.isUnknown = travel.aheadMs > 0 && archive.entry(first + chosen).isBeyondReach
      state.litPermille = archive.entry(first + shown).litPermille
      let slot = archive.variantSlot(of: widget, for: variantKey)
      let list = archive.variant(Int(archive.entry(first + shown).firstVariant) + slot)
      state.first = list.first
      state.count = list.count
      state.slot = UInt8(truncatingIfNeeded: slot)
    }
    let isAsKnown = !comparing || old.isUnknown == state.isUnknown
    let isSame =
      comparing && isAsKnown && old.hasEntry == state.hasEntry && old.first == state.first && old.count == state.count
    if isSame && !hasOtherRegions(old, state, archive) {
      widgets[index].entry = state.entry
      widgets[index].slot = state.slot
      widgets[index].nextEntryMs = state.nextEntryMs
      widgets[index].litPermille = state.litPermille
      return false
    }
    measure(&state, archive)
    widgets[index] = state
    if comparing { damageDifference(old, state, archive) }
    if !isAsKnown {
      damage.insert(old.bounds)
      damage.insert(state.bounds)
    }
    if isSame { damageConditional(state, archive) { $0.condition >= NodeCondition.regionOn.rawValue } }
    return true
  }

  private func measure(_ state: inout WidgetState, _ archive: Archive) {
    let first = Int(state.first)
    for index in first..<(first + Int(state.count)) {
      let node = archive.nodes[Int(archive.nodeList[index])]
      state.bounds = state.bounds.union(node.bounds.intersection(scene))
      if isLayer(node.kind) { state.hasLayers = true }
    }
    if touch == nil || !state.hasEntry { return }
    // A pressed region is tinted where no node may be.
    for region in archive.regions(ofEntry: Int(state.entry)) {
      state.bounds = state.bounds.union(region.bounds.intersection(scene))
    }
  }

  /// Whether two entries with the same list have different regions, and so perhaps other looks of their toggles.
  private func hasOtherRegions(_ old: WidgetState, _ new: WidgetState, _ archive: Archive) -> Bool {
    archive.entry(Int(old.entry)).regions != archive.entry(Int(new.entry)).regions
  }

  @inline(__always)
  func isLayer(_ kind: UInt8) -> Bool {
    kind >= NodeKind.beginGroup.rawValue && kind <= NodeKind.endClip.rawValue
  }

  /// Damages the bounds of every node that is in only one of two lists, or at another place in the order.
  ///
  /// Nodes of a common beginning and end cost nothing; between them, nodes that both lists share in the same order cost
  /// nothing either. A group or clip that differs damages all that either list holds, because it changes the look of
  /// its neighbours.
  private mutating func damageDifference(_ old: WidgetState, _ new: WidgetState, _ archive: Archive) {
    let list = archive.nodeList
    var oldFirst = Int(old.first)
    var oldEnd = oldFirst + Int(old.count)
    var newFirst = Int(new.first)
    var newEnd = newFirst + Int(new.count)
    while oldFirst < oldEnd && newFirst < newEnd && list[oldFirst] == list[newFirst] {
      oldFirst += 1
      newFirst += 1
    }
    while oldFirst < oldEnd && newFirst < newEnd && list[oldEnd - 1] == list[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    // Position of each node in the old list, counted from 1.
    for index in oldFirst..<oldEnd {
      let node = Int(list[index])
      if stamps[node] == 0 {
        stamps[node] = UInt32(index - oldFirst + 1)
      } else {
        differs(node, from: old, to: new, archive)
      }
    }
    var reached: UInt32 = 0
    for index in newFirst..<newEnd {
      let node = Int(list[index])
      if stamps[node] > reached {
        reached = stamps[node]
        stamps[node] = 0
      } else {
        differs(node, from: old, to: new, archive)
      }
    }
    for index in oldFirst..<oldEnd {
      let node = Int(list[index])
      if stamps[node] != 0 { differs(node, from: old, to: new, archive) }
      stamps[node] = 0
    }
  }

  private mutating func differs(_ index: Int, from old: WidgetState, to new: WidgetState, _ archive: Archive) {
    let node = archive.nodes[index]
    if isLayer(node.kind) {
      damage.insert(old.bounds)
      damage.insert(new.bounds)
    } else {
      damage.insert(node.bounds.intersection(scene))
    }
  }
}
