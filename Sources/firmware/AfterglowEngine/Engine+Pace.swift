import AfterglowArchive
import AfterglowCore
import AfterglowTimeline

/// What may be said of the times on the panel (law 4).
enum ShownClock: UInt8 {
  case right
  /// The clock was not set since the start.
  case untrusted
  /// The clock is right, and the display too slow to follow it.
  case behind
}

extension Engine {
  /// Whether the panel shows a time that changes faster than its display may be refreshed, and so is wrong most of the
  /// time (law 4). What changes rarely, such as a date or appointments, is late by one refresh at the most.
  func isTooFast(_ archive: Archive) -> Bool {
    let wait = isPaperDark ? darkPartMs : waitMs
    if wait == 0 { return false }
    for index in 0..<archive.widgetCount {
      if hasTick(fasterThan: wait, widgets[index], archive) { return true }
      if hasEntries(fasterThan: wait, index, archive) { return true }
    }
    return false
  }

  /// Whatever its condition is: a clock may give way to the mark.
  private func hasTick(fasterThan wait: Int64, _ state: WidgetState, _ archive: Archive) -> Bool {
    let first = Int(state.first)
    for index in first..<(first + Int(state.count)) {
      let node = archive.nodes[Int(archive.nodeList[index])]
      if isTick(node.kind) && !isHidden(node) && periodMs(of: node, archive) < wait { return true }
    }
    return false
  }

  private func periodMs(of node: NodeRecord, _ archive: Archive) -> Int64 {
    let seconds =
      node.kind == NodeKind.tickHand.rawValue
      ? hand(node).stepSeconds
      : tick(node, archive).shortestPeriod(at: moment.realtime, reference: node.referenceInstant)
    return seconds > Int64.max / 1_000 ? Int64.max : seconds * 1_000
  }

  /// A clock of words has an entry for every few minutes. Entries for what happens, such as appointments, may follow each
  /// other as fast, but not again and again: the next three decide.
  private func hasEntries(fasterThan wait: Int64, _ index: Int, _ archive: Archive) -> Bool {
    let range = archive.widget(index).entries
    let next = Int(widgets[index].entry) + 1
    if !widgets[index].hasEntry || next + 2 >= Int(range.first) + Int(range.count) { return false }
    let first = archive.entry(next).dateMs
    let second = archive.entry(next + 1).dateMs
    let third = archive.entry(next + 2).dateMs
    return second &- first < wait && third &- second < wait
  }
}
