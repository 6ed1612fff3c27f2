/// Rows of cells whose columns line up.
public struct Grid<Content: View>: View, PrimitiveView {
  private let alignment: Alignment
  private let horizontalSpacing: Double?
  private let verticalSpacing: Double?
  private let content: Content

  public init(
    alignment: Alignment = .center, horizontalSpacing: Double? = nil, verticalSpacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.content = content()
  }

  func elements(in context: ResolveContext) -> [any Element] {
    [
      GridElement(
        alignment: alignment, horizontalSpacing: context.spacing(horizontalSpacing),
        verticalSpacing: context.spacing(verticalSpacing), children: resolve(content, in: context.along(.vertical)),
        context: context)
    ]
  }
}

/// One row of a `Grid`: a cell for each view.
public struct GridRow<Content: View>: View, PrimitiveView {
  private let alignment: VerticalAlignment?
  private let content: Content

  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  func elements(in context: ResolveContext) -> [any Element] {
    [GridRowElement(alignment: alignment, cells: resolve(content, in: context.along(.horizontal)))]
  }
}

extension View {
  /// The cell lies over this many columns.
  public func gridCellColumns(_ count: Int) -> some View { gridCell { $0.columns = count } }

  /// Where the view lies in its cell.
  public func gridCellAnchor(_ anchor: UnitPoint) -> some View { gridCell { $0.anchor = anchor } }

  /// How all cells of this cell's column lie.
  public func gridColumnAlignment(_ alignment: HorizontalAlignment) -> some View {
    gridCell { $0.columnAlignment = alignment }
  }

  /// The view does not make its column or row larger.
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

/// One column of a `LazyVGrid`, or one row of a `LazyHGrid`; lengths in points.
public struct GridItem: Sendable {
  public enum Size: Sendable {
    case fixed(Double)
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    /// As many as fit, each at least this long.
    case adaptive(minimum: Double, maximum: Double = .infinity)
  }

  public var size: Size
  public var spacing: Double?
  public var alignment: Alignment?

  public init(_ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }

  func checked(in context: ResolveContext) -> GridItem {
    func length(_ value: Double) -> Double { context.length(value, "a grid item", in: 0...(.infinity)) }
    var item = self
    switch size {
    case .fixed(let value): item.size = .fixed(context.length(value, "a grid item"))
    case .flexible(let minimum, let maximum):
      item.size = .flexible(minimum: context.length(minimum, "a grid item"), maximum: length(maximum))
    case .adaptive(let minimum, let maximum):
      item.size = .adaptive(minimum: context.length(minimum, "a grid item"), maximum: length(maximum))
    }
    item.spacing = spacing.map { context.spacing($0) }
    return item
  }
}

/// Cells in columns, filled row by row.
public struct LazyVGrid<Content: View>: View, PrimitiveView {
  private let columns: [GridItem]
  private let alignment: HorizontalAlignment
  private let spacing: Double?
  private let content: Content

  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.columns = columns
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  func elements(in context: ResolveContext) -> [any Element] {
    [LazyGridElement(.horizontal, columns, alignment.fraction, spacing, content, in: context)]
  }
}

/// Cells in rows, filled column by column.
public struct LazyHGrid<Content: View>: View, PrimitiveView {
  private let rows: [GridItem]
  private let alignment: VerticalAlignment
  private let spacing: Double?
  private let content: Content

  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.rows = rows
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  func elements(in context: ResolveContext) -> [any Element] {
    [LazyGridElement(.vertical, rows, alignment.fraction, spacing, content, in: context)]
  }
}
