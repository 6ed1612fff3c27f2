/// Solomon's window into its memory and the counters that run in it: x in bytes, y in rows
/// (docs/panels/ssd1680-model.md, Simulation).
struct SolomonAddress {
  /// Bit 0: x increments; bit 1: y increments; bit 2: y runs first.
  var mode: UInt8 = 3
  var xStart = 0
  var xEnd: Int
  var yStart = 0
  var yEnd: Int
  var xCounter = 0
  var yCounter = 0
  /// Since the last reset.
  var hasWindowX = false
  var hasWindowY = false
  /// Since the window was set.
  var hasCounterX = false
  var hasCounterY = false

  /// As after a reset: all of the memory.
  init(columns: Int, rows: Int) {
    xEnd = columns - 1
    yEnd = rows - 1
  }

  private var xIncrements: Bool { mode & 1 != 0 }
  private var yIncrements: Bool { mode & 2 != 0 }

  /// Whether start and end lie as the counters run.
  var isInOrder: Bool {
    (xIncrements ? xStart <= xEnd : xStart >= xEnd) && (yIncrements ? yStart <= yEnd : yStart >= yEnd)
  }

  var columns: ClosedRange<Int> { min(xStart, xEnd)...max(xStart, xEnd) }
  var rows: ClosedRange<Int> { min(yStart, yEnd)...max(yStart, yEnd) }
  var byteCount: Int { columns.count * rows.count }
  var countersAreInside: Bool { columns.contains(xCounter) && rows.contains(yCounter) }
  var countersAreAtStart: Bool { xCounter == xStart && yCounter == yStart }

  /// To the next byte; behind the end of the window its start follows.
  mutating func advance() {
    if mode & 4 == 0 {
      if advanceX() { _ = advanceY() }
    } else if advanceY() {
      _ = advanceX()
    }
  }

  /// True when it began again.
  private mutating func advanceX() -> Bool {
    if xCounter == xEnd || !columns.contains(xCounter) {
      xCounter = xStart
      return true
    }
    xCounter += xIncrements ? 1 : -1
    if !columns.contains(xCounter) { xCounter = xStart }
    return false
  }

  private mutating func advanceY() -> Bool {
    if yCounter == yEnd || !rows.contains(yCounter) {
      yCounter = yStart
      return true
    }
    yCounter += yIncrements ? 1 : -1
    if !rows.contains(yCounter) { yCounter = yStart }
    return false
  }
}

/// The writes of one plane, for the rule that a window must be filled.
struct SolomonImage {
  var received = 0
  var needed = 0
  /// Window or counters were set: the next byte begins a picture.
  var startsFresh = true
  var hasNotedExcess = false
  var hasNotedPad = false

  var isShort: Bool { needed > 0 && received < needed }
}
