import AfterglowCore

/// One visible piece of a tick text: a digit, or a run of placements. Equal cells draw equal pixels.
public struct TickCell: Equatable, Sendable, BitwiseCopyable {
  /// A glyph's index when `placementCount` is 0, else the first placement.
  public var source: UInt32
  /// Placements of a literal or table entry; 0 = a single glyph.
  public var placementCount: UInt32
  /// Pen position from the node's anchor, px.
  public var x: Int32
  public var y: Int32

  /// Whether `source` is a single glyph's index.
  @inlinable public var isGlyph: Bool { placementCount == 0 }
}

/// What a tick text shows at one instant: cells from left to right. Fixed size (520 bytes), stored and compared with
/// the next one, so that only changed digits are damaged.
public struct TickEvaluation: Equatable, Sendable, BitwiseCopyable {
  /// Maximum number of cells of one phrase; archive validation rejects more.
  public static var capacity: Int { 32 }

  @usableFromInline var cells: InlineArray<32, TickCell>
  /// Cells in use, 0 to `capacity`.
  public private(set) var count: Int32
  /// Width of the whole text, px.
  public internal(set) var widthPx: Int32

  public init() {
    cells = InlineArray(repeating: TickCell(source: 0, placementCount: 0, x: 0, y: 0))
    count = 0
    widthPx = 0
  }

  @inlinable public subscript(index: Int) -> TickCell { cells[index] }

  public static func == (a: TickEvaluation, b: TickEvaluation) -> Bool {
    if a.count != b.count { return false }
    for index in 0..<Int(a.count) where a.cells[index] != b.cells[index] { return false }
    return true
  }

  /// Whether one of its cells is exactly `cell`.
  public func contains(_ cell: TickCell) -> Bool {
    for index in 0..<Int(count) where cells[index] == cell { return true }
    return false
  }

  /// Calls `body` for every cell that only one of the two has, which must be repainted.
  public static func forEachChange(_ old: TickEvaluation, _ new: TickEvaluation, _ body: (TickCell) -> Void) {
    let common = Int(Swift.min(old.count, new.count))
    let isAligned = old.count == new.count
    for index in 0..<Int(old.count) {
      let cell = old.cells[index]
      if index < common && new.cells[index] == cell { continue }
      if isAligned || !new.contains(cell) { body(cell) }
    }
    for index in 0..<Int(new.count) {
      let cell = new.cells[index]
      if index < common && old.cells[index] == cell { continue }
      if isAligned || !old.contains(cell) { body(cell) }
    }
  }

  mutating func removeAll() {
    count = 0
    widthPx = 0
  }

  mutating func append(_ cell: TickCell) {
    if Int(count) == TickEvaluation.capacity { return }
    cells[Int(count)] = cell
    count += 1
  }

  mutating func shift(x: Int32) {
    for index in 0..<Int(count) { cells[index].x += x }
  }
}
