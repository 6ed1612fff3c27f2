import AfterglowViews

/// Places the widgets of a grid where each in its turn would leave one without room: it tries the cells in order, and
/// removes a widget again where the others then have no room.
struct GridPacking {
  typealias Cell = (column: Int, row: Int)

  /// Most cells that are tried, so that a crowded grid ends soon, with the same result on every machine.
  static let maximumStepCount = 2000

  private let columns: Int
  private let rows: Int
  private var isTaken: [Bool]
  private var cells: [Cell]
  private var stepCount = 0

  private init(_ count: Int, columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    isTaken = Array(repeating: false, count: columns * rows)
    cells = [Cell](repeating: (0, 0), count: count)
  }

  /// The first cell of each widget, in the scene's order where that is possible, else the largest first.
  ///
  /// - Returns: nil where they do not fit, or no way was found.
  static func cells(of slots: [SceneSlot], columns: Int, rows: Int) -> [Cell]? {
    let spans = slots.map { GridPlan.span(of: $0.family) ?? GridPlan.Span(columns: 1, rows: 1) }
    guard spans.map(area).reduce(0, +) <= columns * rows else { return nil }
    let free = slots.indices.filter { slots[$0].position == nil }
    let largestFirst = free.sorted { (area(spans[$0]), -$0) > (area(spans[$1]), -$1) }
    for order in [free, largestFirst] {
      var packing = GridPacking(slots.count, columns: columns, rows: rows)
      guard packing.takePlaced(slots, spans) else { return nil }
      if packing.place(order[...], spans) { return packing.cells }
    }
    return nil
  }

  private static func area(_ span: GridPlan.Span) -> Int { span.columns * span.rows }

  /// Places the widgets whose cells the scene sets; false if one is outside of the grid or over another.
  private mutating func takePlaced(_ slots: [SceneSlot], _ spans: [GridPlan.Span]) -> Bool {
    for (index, slot) in slots.enumerated() {
      guard let position = slot.position else { continue }
      let cell = (column: position.column - 1, row: position.row - 1)
      guard isFree(cell, spans[index]) else { return false }
      mark(cell, spans[index], true)
      cells[index] = cell
    }
    return true
  }

  private mutating func place(_ order: ArraySlice<Int>, _ spans: [GridPlan.Span]) -> Bool {
    guard let index = order.first else { return true }
    let span = spans[index]
    for row in 0..<max(0, rows - span.rows + 1) {
      for column in 0..<max(0, columns - span.columns + 1) {
        guard stepCount < Self.maximumStepCount else { return false }
        stepCount += 1
        let cell = (column: column, row: row)
        guard isFree(cell, span) else { continue }
        mark(cell, span, true)
        cells[index] = cell
        if place(order.dropFirst(), spans) { return true }
        mark(cell, span, false)
      }
    }
    return false
  }

  private func isFree(_ cell: Cell, _ span: GridPlan.Span) -> Bool {
    guard cell.column >= 0, cell.row >= 0, cell.column + span.columns <= columns, cell.row + span.rows <= rows else {
      return false
    }
    return (cell.row..<cell.row + span.rows).allSatisfy { row in
      (cell.column..<cell.column + span.columns).allSatisfy { !isTaken[row * columns + $0] }
    }
  }

  private mutating func mark(_ cell: Cell, _ span: GridPlan.Span, _ value: Bool) {
    for row in cell.row..<cell.row + span.rows {
      for column in cell.column..<cell.column + span.columns { isTaken[row * columns + column] = value }
    }
  }
}
