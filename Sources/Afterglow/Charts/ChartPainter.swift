/// Draws marks into a plot.
struct ChartPainter {
  let plot: Rect
  let x: ChartScale
  let y: ChartScale
  let stack: ChartStack
  /// The fraction of the axis that one bar may take.
  let band: Double
  let isHorizontal: Bool
  let style: (ChartMark) -> AnyShapeStyle
  let context: ResolveContext

  /// Lines and areas are drawn at the position of their series' first mark, everything else in order.
  func draw(_ marks: [ChartMark], into canvas: inout DrawCanvas) {
    struct Series: Hashable {
      var kind: ChartMark.Kind
      var name: String?
    }
    var members: [Series: [Int]] = [:]
    for (index, mark) in marks.enumerated() where mark.kind == .line || mark.kind == .area {
      members[Series(kind: mark.kind, name: mark.series), default: []].append(index)
    }
    for (index, mark) in marks.enumerated() {
      switch mark.kind {
      case .bar: fill(bar(mark, index), mark, into: &canvas)
      case .rectangle: fill(rectangle(mark), mark, into: &canvas)
      case .point: point(mark, into: &canvas)
      case .rule: rule(mark, into: &canvas)
      case .line, .area:
        let own = members[Series(kind: mark.kind, name: mark.series)] ?? []
        guard own.first == index else { continue }
        if mark.kind == .line { line(own.map { marks[$0] }, into: &canvas) } else { area(marks, own, into: &canvas) }
      }
    }
  }

  private func place(_ horizontal: PlottedValue?, _ vertical: PlottedValue?) -> Point? {
    guard let horizontal = horizontal.flatMap(x.position), let vertical = vertical.flatMap(y.position) else {
      return nil
    }
    return Point(x: left(horizontal), y: top(vertical))
  }

  private func left(_ share: Double) -> Double { plot.minX + plot.width * share }
  private func top(_ share: Double) -> Double { plot.maxY - plot.height * share }

  private func append(_ geometry: Path.Geometry, stroke: StrokeStyle?, _ mark: ChartMark, into canvas: inout DrawCanvas)
  {
    var path = Path()
    path.geometry = geometry
    let element = ShapeElement(path: { _ in path }, style: style(mark), stroke: stroke, identity: context)
    element.draw(in: plot, into: &canvas)
  }

  private func line(_ marks: [ChartMark], into canvas: inout DrawCanvas) {
    let values = marks.compactMap { place($0.x, $0.y) }
    guard let first = marks.first, !values.isEmpty else { return }
    if values.count == 1 {
      // A single value has no line; a dot as wide as the line marks it.
      let box = Rect(x: values[0].x, y: values[0].y, width: 0, height: 0)
        .insetBy(outwards: first.stroke.lineWidth)
      return append(Path(ellipseIn: box).geometry, stroke: nil, first, into: &canvas)
    }
    let points = ChartCurve.points(values, first.interpolation, columnWidth: 1 / context.scale)
    append(.contours([Path.Contour(points: points)]), stroke: first.stroke, first, into: &canvas)
  }

  /// Both sides of an area are one shape.
  private static let areaLimit = 1950

  private func area(_ marks: [ChartMark], _ own: [Int], into canvas: inout DrawCanvas) {
    var upper: [Point] = []
    var lower: [Point] = []
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
    }
    guard let first = own.first.map({ marks[$0] }), upper.count > 1 else { return }
    let column = 2 / context.scale
    let over = ChartCurve.points(upper, first.interpolation, columnWidth: column, limit: Self.areaLimit)
    let isFlat = lower.allSatisfy { $0.y == lower[0].y }
    let under =
      isFlat
      ? [lower[0], lower[lower.count - 1]]
      : ChartCurve.points(lower, first.interpolation, columnWidth: column, limit: Self.areaLimit)
    append(
      .contours([Path.Contour(points: over + under.reversed(), isClosed: true)]), stroke: nil, first, into: &canvas)
  }

  private func bar(_ mark: ChartMark, _ index: Int) -> Rect? {
    let values = isHorizontal ? x : y
    guard let middle = isHorizontal ? mark.y.flatMap(y.position) : mark.x.flatMap(x.position) else { return nil }
    let ends: (Double?, Double?) =
      if let range = stack.ranges[index] {
        (values.position(range.lowerBound), values.position(range.upperBound))
      } else {
        (mark.yStart.flatMap(y.position), mark.yEnd.flatMap(y.position))
      }
    guard let start = ends.0, let end = ends.1 else { return nil }
    let thickness = mark.width ?? max(1, band * (isHorizontal ? plot.height : plot.width) * 2 / 3)
    return isHorizontal
      ? Rect(
        x: left(min(start, end)), y: top(middle) - thickness / 2, width: plot.width * abs(end - start),
        height: thickness)
      : Rect(
        x: left(middle) - thickness / 2, y: top(max(start, end)), width: thickness,
        height: plot.height * abs(end - start))
  }

  /// From edge to edge of the plot along an axis without values.
  private func rectangle(_ mark: ChartMark) -> Rect {
    let (x0, x1) = (mark.x.flatMap(x.position) ?? 0, mark.xEnd.flatMap(x.position) ?? 1)
    let (y0, y1) = (mark.yStart.flatMap(y.position) ?? 0, mark.yEnd.flatMap(y.position) ?? 1)
    return Rect(
      x: left(min(x0, x1)), y: top(max(y0, y1)), width: plot.width * abs(x1 - x0), height: plot.height * abs(y1 - y0))
  }

  private func fill(_ rect: Rect?, _ mark: ChartMark, into canvas: inout DrawCanvas) {
    // Empty rectangles are not drawn.
    guard let rect, rect.width > 0, rect.height > 0 else { return }
    let radius = min(mark.cornerRadius, min(rect.width, rect.height) / 2)
    let geometry = radius > 0 ? Path.Geometry.roundedRectangle(rect, radius: radius) : .rectangle(rect)
    canvas.append(.shape(geometry, stroke: nil), frame: rect, style: style(mark), identity: context)
  }

  private func point(_ mark: ChartMark) -> Rect? {
    guard let middle = place(mark.x, mark.y) else { return nil }
    let radius = (mark.symbolSize / .pi).squareRoot()
    return Rect(origin: middle, size: .zero).insetBy(outwards: radius)
  }

  private func point(_ mark: ChartMark, into canvas: inout DrawCanvas) {
    guard let box = point(mark) else { return }
    canvas.append(.shape(Path(ellipseIn: box).geometry, stroke: nil), frame: box, style: style(mark), identity: context)
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
      guard let annotation = mark.annotation, let frame = frame(of: mark, index) else { return nil }
      let (x0, x1) = (max(frame.minX, plot.minX), min(frame.maxX, plot.maxX))
      let (y0, y1) = (max(frame.minY, plot.minY), min(frame.maxY, plot.maxY))
      return x1 < x0 || y1 < y0 ? nil : (annotation, Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0))
    }
  }

  private func frame(of mark: ChartMark, _ index: Int) -> Rect? {
    switch mark.kind {
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
