/// The cell's settings for its grid.
package struct GridCell {
  var columns = 1
  /// Does not make its column or row larger.
  var ignoresWidth = false
  var ignoresHeight = false
  /// Its alignment in the cell; nil = the grid's.
  var anchor: UnitPoint?
  /// Of the whole column; the first row that sets it is used.
  var columnAlignment: HorizontalAlignment?
}

struct GridCellElement: WrapperElement {
  let child: any Element
  let gridCell: GridCell
}

/// The cells of a row. A container that is no grid and receives one layers them.
struct GridRowElement: Element {
  let alignment: VerticalAlignment?
  let cells: [any Element]

  private var layer: LayerElement { LayerElement(alignment: .center, children: cells, isMirrored: false) }
  func size(in proposal: Proposal) -> Size { layer.size(in: proposal) }
  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    layer.draw(in: rect, proposed: proposed, into: &canvas)
  }
}

/// Columns are as wide as their widest cell, rows as high as their highest. A view that is not a row takes a whole line
/// across all columns.
final class GridElement: Element {
  private struct Place {
    var element: any Element
    var column: Int
    var span: Int
  }

  private let alignment: Alignment
  private let horizontalSpacing: Double
  /// Below each row except the last.
  private let rowGaps: [Double]
  private let rows: [[Place]]
  private let rowAlignments: [VerticalAlignment]
  private let columnAlignments: [HorizontalAlignment]
  private let columnCount: Int
  private let context: ResolveContext
  private var cache: [Proposal: (widths: [Double], heights: [Double])] = [:]
  private(set) lazy var viewSpacing: ViewSpacing = .stack(
    of: rows.map { .stack(of: $0.map(\.element.viewSpacing), along: .horizontal) }, along: .vertical)

  /// - Parameters:
  ///   - horizontalSpacing: points between columns.
  ///   - verticalSpacing: points between rows; nil = the distance that their cells prefer.
  init(
    alignment: Alignment, horizontalSpacing: Double, verticalSpacing: Double?, children: [any Element],
    context: ResolveContext
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.context = context
    let count = children.compactMap { ($0 as? GridRowElement)?.cells.reduce(0) { $0 + max(1, $1.gridCell.columns) } }
    let columnCount = min(max(1, count.max() ?? 1), 1000)
    self.columnCount = columnCount
    rows = children.map { child in
      guard let row = child as? GridRowElement else { return [Place(element: child, column: 0, span: columnCount)] }
      var column = 0
      return row.cells.compactMap { cell in
        let span = min(max(1, cell.gridCell.columns), columnCount - column)
        defer { column += max(0, span) }
        return span > 0 ? Place(element: cell, column: column, span: span) : nil
      }
    }
    rowGaps = zip(rows, rows.dropFirst()).map { verticalSpacing ?? GridElement.gap(between: $0, and: $1) }
    rowAlignments = children.map { ($0 as? GridRowElement)?.alignment ?? alignment.vertical }
    var columns = [HorizontalAlignment?](repeating: nil, count: columnCount)
    for place in rows.joined() where place.span == 1 && columns[place.column] == nil {
      columns[place.column] = place.element.gridCell.columnAlignment
    }
    columnAlignments = columns.map { $0 ?? alignment.horizontal }
  }

  /// The greatest distance between cells that share a column.
  private static func gap(between upper: [Place], and lower: [Place]) -> Double {
    var gap: Double?
    for cell in upper {
      for other in lower where other.column < cell.column + cell.span && cell.column < other.column + other.span {
        let distance = cell.element.viewSpacing.distancePt(to: other.element.viewSpacing, along: .vertical)
        gap = max(gap ?? distance, distance)
      }
    }
    return gap ?? ViewSpacing.standardPt
  }

  private func measure(_ proposal: Proposal) -> (widths: [Double], heights: [Double]) {
    if let known = cache[proposal] { return known }
    let empty = [Double](repeating: 0, count: columnCount)
    guard context.container.measure(2 * rows.reduce(0) { $0 + $1.count }, at: context.trail) else {
      return (empty, [Double](repeating: 0, count: rows.count))
    }
    let widths = columnWidths(proposal.width)
    let heights = rowHeights(proposal.height, widths)
    cache[proposal] = (widths, heights)
    return (widths, heights)
  }

  // MARK: columns

  private func columnWidths(_ proposed: Double?) -> [Double] {
    let total = proposed.map { max(0, $0 - horizontalSpacing * Double(columnCount - 1)) }
    let cells = columnCells()
    func width(_ column: Int, _ offer: Double?) -> Double {
      cells[column].map { $0.size(in: Proposal(width: offer, height: nil)).width }.max() ?? 0
    }
    guard let total, total > 0, total.isFinite else {
      return widened((0..<columnCount).map { width($0, total) }, total: total)
    }
    let parts = (0..<columnCount).map {
      LinearShare.Part(
        minimum: width($0, 0), maximum: width($0, .infinity), priority: cells[$0].map(\.priority).max() ?? 0)
    }
    return widened(LinearShare.lengths(parts, total: total) { width($0, $1) }, total: total)
  }

  /// The cells that determine the width of each column.
  private func columnCells() -> [[any Element]] {
    var cells = [[any Element]](repeating: [], count: columnCount)
    for place in rows.joined() where place.span == 1 && !place.element.gridCell.ignoresWidth {
      cells[place.column].append(place.element)
    }
    return cells
  }

  /// Cells that span several columns widen these evenly if they are too narrow.
  ///
  /// - Parameter total: the length to divide, without gaps; nil for ideal widths.
  private func widened(_ widths: [Double], total: Double?) -> [Double] {
    var widths = widths
    for place in rows.joined() where place.span > 1 && !place.element.gridCell.ignoresWidth {
      let own = width(of: place, widths)
      let taken = widths.reduce(0, +)
      let left = total.map { $0.isFinite ? max(0, $0 - taken) : .infinity }
      let wanted = place.element.size(in: Proposal(width: left.map { own + $0 }, height: nil)).width
      let missing = wanted - own
      guard missing > 0, missing.isFinite || total == .infinity else { continue }
      for column in place.column..<place.column + place.span { widths[column] += missing / Double(place.span) }
    }
    return widths
  }

  private func spacing(_ place: Place) -> Double { horizontalSpacing * Double(place.span - 1) }

  private func width(of place: Place, _ widths: [Double]) -> Double {
    widths[place.column..<place.column + place.span].reduce(0, +) + spacing(place)
  }

  // MARK: rows

  private func rowHeights(_ proposed: Double?, _ widths: [Double]) -> [Double] {
    func height(_ row: Int, _ offer: Double?) -> Double {
      rows[row].filter { !$0.element.gridCell.ignoresHeight }
        .map { $0.element.size(in: Proposal(width: width(of: $0, widths), height: offer)).height }.max() ?? 0
    }
    let total = proposed.map { max(0, $0 - rowGaps.reduce(0, +)) }
    guard let total, total > 0, total.isFinite else { return rows.indices.map { height($0, total) } }
    let parts = rows.indices.map {
      LinearShare.Part(
        minimum: height($0, 0), maximum: height($0, .infinity), priority: rows[$0].map(\.element.priority).max() ?? 0)
    }
    return LinearShare.lengths(parts, total: total) { height($0, $1) }
  }

  func size(in proposal: Proposal) -> Size {
    let (widths, heights) = measure(proposal)
    return Size(
      width: widths.reduce(0, +) + horizontalSpacing * Double(columnCount - 1),
      height: heights.reduce(0, +) + rowGaps.reduce(0, +))
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let (widths, heights) = measure(proposed)
    var lefts: [Double] = []
    var x = rect.minX
    for width in widths {
      lefts.append(x)
      x += width + horizontalSpacing
    }
    var y = rect.minY
    for (row, places) in rows.enumerated() {
      for place in places {
        let cell = Rect(x: lefts[place.column], y: y, width: width(of: place, widths), height: heights[row])
        let frame = frame(of: place, in: cell, row: row, places)
        place.element.draw(
          in: frame.mirrored(in: rect, if: context.isMirrored), proposed: Proposal(cell.size), into: &canvas)
      }
      y += heights[row] + (row < rowGaps.count ? rowGaps[row] : 0)
    }
  }

  private func frame(of place: Place, in cell: Rect, row: Int, _ places: [Place]) -> Rect {
    let size = place.element.size(in: Proposal(cell.size))
    if let anchor = place.element.gridCell.anchor {
      return Rect(
        x: cell.minX + (cell.width - size.width) * anchor.x, y: cell.minY + (cell.height - size.height) * anchor.y,
        width: size.width, height: size.height)
    }
    let horizontal = place.span == 1 ? columnAlignments[place.column] : alignment.horizontal
    var top = cell.minY + rowAlignments[row].inset(of: size, in: cell.size)
    if rowAlignments[row].isBaseline {
      let isFirst = rowAlignments[row] == .firstTextBaseline
      func baseline(_ place: Place) -> Double? {
        let size = place.element.size(in: Proposal(width: cell.width, height: cell.height))
        return place.element.baseline(first: isFirst, size: size)
      }
      let deepest = places.compactMap(baseline).max() ?? 0
      top = cell.minY + (baseline(place).map { deepest - $0 } ?? 0)
    }
    return Rect(
      x: cell.minX + horizontal.inset(of: size, in: cell.size), y: top, width: size.width, height: size.height)
  }
}
