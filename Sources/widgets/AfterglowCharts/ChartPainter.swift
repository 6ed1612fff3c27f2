import AfterglowViews

/// Draws marks into a plot.
struct ChartPainter {
  let plot: Rect
  let x: ChartScale
  let y: ChartScale
  let stack: ChartStack
  /// The fraction of the axis that one bar may take.
  let band: Double
  /// The fractions of the axes that a rectangle around a value may take.
  let fields: Size
  let isHorizontal: Bool
  /// The place of each group of bars next to each other.
  let groups: [PlottedValue: Int]
  /// The place of each series with a symbol of its own.
  let symbols: [String: Int]
  let style: (ChartMark) -> AnyShapeStyle
  let context: ResolveContext

  /// Lines and areas are drawn at the position of their series' first mark, everything else in order.
  func draw(_ marks: [ChartMark], into canvas: inout DrawCanvas) {
    struct Series: Hashable {
      var kind: ChartMark.Kind
      var name: String?
      var strand: Int?

      init(_ mark: ChartMark) { (kind, name, strand) = (mark.kind, mark.series, mark.strand) }
    }
    var members: [Series: [Int]] = [:]
    for (index, mark) in marks.enumerated() where mark.kind == .line || mark.kind == .area {
      members[Series(mark), default: []].append(index)
    }
    for index in order(marks) {
      let mark = marks[index]
      switch mark.kind {
      case .bar: fill(bar(mark, index), mark, into: &canvas)
      case .rectangle: fill(rectangle(mark), mark, into: &canvas)
      case .point: point(mark, into: &canvas)
      case .rule: rule(mark, into: &canvas)
      case .sector: sector(index, marks, into: &canvas)
      case .line, .area:
        let own = members[Series(mark)] ?? []
        guard own.first == index else { continue }
        if mark.kind == .area {
          area(marks, own, into: &canvas)
        } else {
          line(own.map { marks[$0] }, into: &canvas)
          for index in own where marks[index].hasSymbol {
            point(marks[index], into: &canvas)
          }
        }
      }
    }
  }

  private func order(_ marks: [ChartMark]) -> [Int] {
    if marks.allSatisfy({ $0.zIndex == 0 }) { return Array(marks.indices) }
    return marks.indices.sorted { (marks[$0].zIndex, $0) < (marks[$1].zIndex, $1) }
  }

  private func place(_ horizontal: PlottedValue?, _ vertical: PlottedValue?) -> Point? {
    guard let horizontal = horizontal.flatMap(x.position), let vertical = vertical.flatMap(y.position) else {
      return nil
    }
    return Point(x: left(horizontal), y: top(vertical))
  }

  func left(_ share: Double) -> Double { plot.minX + plot.width * share }
  func top(_ share: Double) -> Double { plot.maxY - plot.height * share }

  func append(_ geometry: Path.Geometry, stroke: StrokeStyle?, _ mark: ChartMark, into canvas: inout DrawCanvas) {
    var path = Path()
    path.geometry = geometry
    if mark.offset != .zero { path = path.moved(dx: mark.offset.width, dy: mark.offset.height) }
    let element = ShapeElement(path: { _ in path }, style: style(mark), stroke: stroke, identity: context)
    element.draw(in: plot, into: &canvas)
  }

  private func line(_ marks: [ChartMark], into canvas: inout DrawCanvas) {
    let placed = marks.compactMap { mark in place(mark.x, mark.y).map { (mark: mark, place: $0) } }
    let values = placed.map(\.place)
    guard let first = marks.first, !values.isEmpty else { return }
    if values.count == 1 {
      // A single value has no line; a dot as wide as the line marks it.
      let box = Rect(x: values[0].x, y: values[0].y, width: 0, height: 0)
        .insetBy(outwards: first.stroke.lineWidth)
      return append(Path(ellipseIn: box).geometry, stroke: nil, first, into: &canvas)
    }
    let points = ChartCurve.points(values, first.interpolation, columnWidth: 1 / context.scale)
    let stretches = ChartStretches(placed, width: plot.width)
    for (mark, piece) in zip(stretches.marks, stretches.pieces(of: points)) where piece.count > 1 {
      append(.contours([Path.Contour(points: piece)]), stroke: first.stroke, mark, into: &canvas)
    }
  }

  /// Both sides of an area are one shape.
  private static let areaLimit = 1950

  private func area(_ marks: [ChartMark], _ own: [Int], into canvas: inout DrawCanvas) {
    var upper: [Point] = []
    var lower: [Point] = []
    var placed: [(mark: ChartMark, place: Point)] = []
    for index in own {
      let mark = marks[index]
      guard let across = mark.x.flatMap(x.position) else { continue }
      let ends: (Double?, Double?) =
        if let range = stack.ranges[index] {
          (y.position(range.lowerBound), y.position(range.upperBound))
        } else {
          (mark.yStart.flatMap(y.position), mark.yEnd.flatMap(y.position))
        }
      guard let start = ends.0, let end = ends.1 else { continue }
      lower.append(Point(x: left(across), y: top(start)))
      upper.append(Point(x: left(across), y: top(end)))
      placed.append((mark, Point(x: left(across), y: top(end))))
    }
    guard let first = own.first.map({ marks[$0] }), upper.count > 1 else { return }
    let column = 2 / context.scale
    let over = ChartCurve.points(upper, first.interpolation, columnWidth: column, limit: Self.areaLimit)
    let isFlat = lower.allSatisfy { $0.y == lower[0].y }
    let under =
      isFlat
      ? [lower[0], lower[lower.count - 1]]
      : ChartCurve.points(lower, first.interpolation, columnWidth: column, limit: Self.areaLimit)
    // Neighbours that meet inside of a pixel would leave a seam there.
    let stretches = ChartStretches(placed, width: plot.width)
    let pieces = zip(
      stretches.pieces(of: over, pixel: 1 / context.scale), stretches.pieces(of: under, pixel: 1 / context.scale))
    for (mark, (over, under)) in zip(stretches.marks, pieces) where over.count > 1 {
      append(
        .contours([Path.Contour(points: over + under.reversed(), isClosed: true)]), stroke: nil, mark, into: &canvas)
    }
  }

  private func bar(_ mark: ChartMark, _ index: Int) -> Rect? {
    let values = isHorizontal ? x : y
    guard let (middle, thickness) = crossing(mark) else { return nil }
    let ends: (Double?, Double?) =
      if let range = stack.ranges[index] {
        (values.position(range.lowerBound), values.position(range.upperBound))
      } else if isHorizontal {
        (mark.xStart.flatMap(x.position), mark.xEnd.flatMap(x.position))
      } else {
        (mark.yStart.flatMap(y.position), mark.yEnd.flatMap(y.position))
      }
    guard let start = ends.0, let end = ends.1 else { return nil }
    return isHorizontal
      ? Rect(
        x: left(min(start, end)), y: top(middle) - thickness / 2, width: plot.width * abs(end - start),
        height: thickness)
      : Rect(
        x: left(middle) - thickness / 2, y: top(max(start, end)), width: thickness,
        height: plot.height * abs(end - start))
  }

  /// Where a bar is across its length, as a fraction of the plot, and its thickness in points.
  private func crossing(_ mark: ChartMark) -> (middle: Double, thickness: Double)? {
    let (scale, length) = isHorizontal ? (y, plot.height) : (x, plot.width)
    guard let value = isHorizontal ? mark.y : mark.x else {
      // The only bar takes up the plot.
      return (0.5, mark.width.length(in: length, automatic: length, sides: 2))
    }
    guard let middle = scale.position(value) else { return nil }
    let room = band * length
    guard let group = mark.group.flatMap({ groups[$0] }), groups.count > 1 else {
      return (middle, mark.width.length(in: room, automatic: max(1, room * 2 / 3), sides: 2))
    }
    // Groups share what a bar alone would have, and some of the room next to it.
    let share = room * 0.8 / Double(groups.count)
    let shift = (Double(group) + 0.5 - Double(groups.count) / 2) * share / max(1e-9, length)
    return (
      isHorizontal ? middle - shift : middle + shift,
      mark.width.length(in: share, automatic: max(1, share * 0.85), sides: 2)
    )
  }

  /// From edge to edge of the plot along an axis without values.
  private func rectangle(_ mark: ChartMark) -> Rect {
    var (x0, x1) = (mark.x.flatMap(x.position) ?? 0, mark.xEnd.flatMap(x.position) ?? 1)
    var (y0, y1) = (mark.yStart.flatMap(y.position) ?? 0, mark.yEnd.flatMap(y.position) ?? 1)
    if mark.centred.contains(.horizontal) {
      (x0, x1) = around(x0, fields.width, mark.width, of: plot.width)
    }
    if mark.centred.contains(.vertical), let middle = mark.y.flatMap(y.position) {
      (y0, y1) = around(middle, fields.height, mark.height, of: plot.height)
    }
    return Rect(
      x: left(min(x0, x1)), y: top(max(y0, y1)), width: plot.width * abs(x1 - x0), height: plot.height * abs(y1 - y0))
  }

  /// The ends of a field around a value, as fractions of the plot.
  private func around(
    _ middle: Double, _ share: Double, _ dimension: MarkDimension, of length: Double
  ) -> (Double, Double) {
    let room = share * length
    let half = dimension.length(in: room, automatic: room, sides: 2) / max(1e-9, length) / 2
    return (middle - half, middle + half)
  }

  private func fill(_ rect: Rect?, _ mark: ChartMark, into canvas: inout DrawCanvas) {
    // Empty rectangles are not drawn.
    guard let rect, rect.width > 0, rect.height > 0 else { return }
    if let outline = mark.outline { return append(outline(rect).geometry, stroke: nil, mark, into: &canvas) }
    let box = rect.offsetBy(dx: mark.offset.width, dy: mark.offset.height)
    let radius = min(mark.cornerRadius, min(box.width, box.height) / 2)
    let geometry = radius > 0 ? Path.Geometry.roundedRectangle(box, radius: radius) : .rectangle(box)
    canvas.append(.shape(geometry, stroke: nil), frame: box, style: style(mark), identity: context)
  }

  /// In the middle of the plot along an axis without a value.
  private func point(_ mark: ChartMark) -> Rect? {
    let across = mark.x.map(x.position) ?? 0.5
    let along = mark.y.map(y.position) ?? 0.5
    guard let across, let along else { return nil }
    return Rect(origin: Point(x: left(across), y: top(along)), size: .zero).insetBy(outwards: mark.symbolRadius)
  }

  private func point(_ mark: ChartMark, into canvas: inout DrawCanvas) {
    guard let box = point(mark) else { return }
    let shape = mark.symbolName.flatMap { symbols[$0] }.map { index in
      let kinds = BasicChartSymbolShape.Kind.allCases
      return ChartSymbol.shape(BasicChartSymbolShape(kind: kinds[index % kinds.count]).path(in:))
    }
    switch mark.symbol ?? shape {
    case nil:
      let box = box.offsetBy(dx: mark.offset.width, dy: mark.offset.height)
      canvas.append(
        .shape(Path(ellipseIn: box).geometry, stroke: nil), frame: box, style: style(mark), identity: context)
    case .shape(let outline): append(outline(box).geometry, stroke: nil, mark, into: &canvas)
    case .view(let view):
      var inner = context.attachment(70)
      inner.environment.foregroundStyle = style(mark)
      let element = resolveOne(view, in: inner)
      let size = element.size(in: .ideal)
      element.draw(
        in: Rect(
          x: box.midX - size.width / 2 + mark.offset.width, y: box.midY - size.height / 2 + mark.offset.height,
          width: size.width, height: size.height), into: &canvas)
    }
  }

  private func rule(_ mark: ChartMark, into canvas: inout DrawCanvas) {
    guard let (start, end) = rule(mark) else { return }
    append(.contours([Path.Contour(points: [start, end])]), stroke: mark.stroke, mark, into: &canvas)
  }

  private func rule(_ mark: ChartMark) -> (Point, Point)? {
    if let height = mark.y.flatMap(y.position) {
      return (
        Point(x: left(mark.x.flatMap(x.position) ?? 0), y: top(height)),
        Point(x: left(mark.xEnd.flatMap(x.position) ?? 1), y: top(height))
      )
    }
    return mark.x.flatMap(x.position).map { across in
      (
        Point(x: left(across), y: top(mark.yStart.flatMap(y.position) ?? 0)),
        Point(x: left(across), y: top(mark.yEnd.flatMap(y.position) ?? 1))
      )
    }
  }

  /// The annotations of marks in the plot, with the parts of these that are in it.
  func annotations(_ marks: [ChartMark]) -> [(ChartAnnotation, mark: Rect)] {
    marks.enumerated().compactMap { index, mark in
      guard let annotation = mark.annotation, let frame = frame(of: mark, index, marks) else { return nil }
      let (x0, x1) = (max(frame.minX, plot.minX), min(frame.maxX, plot.maxX))
      let (y0, y1) = (max(frame.minY, plot.minY), min(frame.maxY, plot.maxY))
      return x1 < x0 || y1 < y0 ? nil : (annotation, Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0))
    }
  }

  private func frame(of mark: ChartMark, _ index: Int, _ marks: [ChartMark]) -> Rect? {
    switch mark.kind {
    case .sector: return sector(index, marks).map { Rect(origin: $0.middle, size: .zero) }
    case .bar: return bar(mark, index)
    case .rectangle: return rectangle(mark)
    case .point: return point(mark)
    case .line: return place(mark.x, mark.y).map { Rect(origin: $0, size: .zero) }
    case .area: return place(mark.x, mark.y ?? mark.yEnd).map { Rect(origin: $0, size: .zero) }
    case .rule:
      return rule(mark).map { start, end in
        Rect(
          x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x), height: abs(end.y - start.y))
      }
    }
  }
}

extension Rect {
  fileprivate func insetBy(outwards distance: Double) -> Rect {
    Rect(x: minX - distance, y: minY - distance, width: width + 2 * distance, height: height + 2 * distance)
  }
}
