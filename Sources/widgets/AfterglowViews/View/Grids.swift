import Foundation

/// Rows of cells with aligned columns.
///
///     Grid(alignment: .leading, horizontalSpacing: 12, verticalSpacing: 4) {
///       GridRow {
///         Text("High").foregroundStyle(.secondary)
///         Text(entry.high, style: .time).gridColumnAlignment(.trailing)
///       }
///       GridRow {
///         Text("Low").foregroundStyle(.secondary)
///         Text(entry.low, style: .time)
///       }
///     }
///
/// A column is as wide as its widest cell. A view that is not a row spans all columns.
public struct Grid<Content: View>: View, PrimitiveView {
  private let alignment: Alignment
  private let horizontalSpacing: CGFloat?
  private let verticalSpacing: CGFloat?
  private let content: Content

  /// - Parameter alignment: the alignment of views in their cells.
  /// - Parameter horizontalSpacing: points between columns; 8 if `nil`.
  /// - Parameter verticalSpacing: points between rows; if `nil`, the greatest distance that two cells of a column
  ///   prefer (docs/spacing.md).
  /// - Parameter content: the rows.
  public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.content = content()
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    [
      GridElement(
        alignment: alignment, horizontalSpacing: context.spacing(horizontalSpacing) ?? ViewSpacing.standardPt,
        verticalSpacing: context.spacing(verticalSpacing), children: resolve(content, in: context.holdingRows()),
        context: context)
    ]
  }
}

/// One row of a ``Grid``: a cell for each view. Outside of a grid it is a ``Group``.
public struct GridRow<Content: View>: View, PrimitiveView {
  private let alignment: VerticalAlignment?
  private let content: Content

  /// - Parameter alignment: how cells of different height are aligned; `nil` is the grid's alignment.
  /// - Parameter content: the cells.
  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    guard context.holdsRows else { return resolve(content, in: context.child(0)) }
    return [GridRowElement(alignment: alignment, cells: resolve(content, in: context.along(.horizontal)))]
  }
}

extension View {
  /// Makes the cell span this many columns.
  public func gridCellColumns(_ count: Int) -> some View { gridCell { $0.columns = count } }

  /// Sets the alignment of the view in its cell, in place of the grid's.
  public func gridCellAnchor(_ anchor: UnitPoint) -> some View { gridCell { $0.anchor = anchor } }

  /// Aligns all cells of this cell's column.
  public func gridColumnAlignment(_ alignment: HorizontalAlignment) -> some View {
    gridCell { $0.columnAlignment = alignment }
  }

  /// Prevents the view from making its column wider, or its row higher, along the given axes.
  public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View {
    gridCell {
      $0.ignoresWidth = axes.contains(.horizontal)
      $0.ignoresHeight = axes.contains(.vertical)
    }
  }

  private func gridCell(_ change: @escaping (inout GridCell) -> Void) -> some View {
    ElementModifier(content: self) { child, _ in
      var cell = child.gridCell
      change(&cell)
      return GridCellElement(child: child, gridCell: cell)
    }
  }
}

/// One column of a ``LazyVGrid``, or one row of a ``LazyHGrid``.
public struct GridItem: Sendable {
  /// The length of a column or row, in points.
  public enum Size: Sendable {
    /// A fixed length, regardless of the available size.
    case fixed(CGFloat)
    /// An equal share of the remaining length, within these limits.
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    /// As many columns as fit in its share, each with at least this length.
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }

  public var size: Size
  /// Points to the next column or row; 8 if `nil`.
  public var spacing: CGFloat?
  /// The alignment of views in their cells; the centre if `nil`.
  public var alignment: Alignment?

  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }

  func checked(in context: ResolveContext) -> GridItem {
    func length(_ value: CGFloat) -> CGFloat { CGFloat(context.length(value, "a grid item", in: 0...(.infinity))) }
    var item = self
    switch size {
    case .fixed(let value): item.size = .fixed(context.length(value, "a grid item"))
    case .flexible(let minimum, let maximum):
      item.size = .flexible(minimum: context.length(minimum, "a grid item"), maximum: length(maximum))
    case .adaptive(let minimum, let maximum):
      item.size = .adaptive(minimum: context.length(minimum, "a grid item"), maximum: length(maximum))
    }
    item.spacing = context.spacing(spacing).map { CGFloat($0) }
    return item
  }
}

/// Cells in columns, filled row by row.
///
///     LazyVGrid(columns: [GridItem(.adaptive(minimum: 60))], spacing: 4) {
///       ForEach(entry.cities) { city in Text(city.name) }
///     }
///
/// Nothing is lazy: a panel does not scroll, and all cells are drawn.
public struct LazyVGrid<Content: View>: View, PrimitiveView {
  private let columns: [GridItem]
  private let alignment: HorizontalAlignment
  private let spacing: CGFloat?
  private let content: Content

  /// - Parameter columns: from the leading edge on; without any the grid is empty.
  /// - Parameter alignment: where the columns lie in the grid if they do not fill it; the centre for one of your own.
  /// - Parameter spacing: points between rows; 8 if `nil`.
  /// - Parameter content: the cells.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.columns = columns
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    [
      LazyGridElement(
        .horizontal, columns, alignment: alignment.fraction ?? 0.5, spacing: spacing, content, in: context)
    ]
  }
}

/// Cells in rows, filled column by column. All cells are drawn, as in ``LazyVGrid``.
public struct LazyHGrid<Content: View>: View, PrimitiveView {
  private let rows: [GridItem]
  private let alignment: VerticalAlignment
  private let spacing: CGFloat?
  private let content: Content

  /// - Parameter rows: from the top on; without any the grid is empty.
  /// - Parameter alignment: where the rows lie in the grid if they do not fill it; the centre for one of your own.
  /// - Parameter spacing: points between columns; 8 if `nil`.
  /// - Parameter content: the cells.
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.rows = rows
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    [LazyGridElement(.vertical, rows, alignment: alignment.fraction ?? 0.5, spacing: spacing, content, in: context)]
  }
}
