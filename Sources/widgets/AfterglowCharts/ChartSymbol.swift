import AfterglowViews
import Foundation

/// The outline of a point's symbol.
public protocol ChartSymbolShape: Shape {
  /// The part of its frame's width that it takes up.
  var perceptualUnitRect: CGRect { get }
}

extension ChartSymbolShape {
  public var perceptualUnitRect: CGRect { CGRect(x: 0, y: 0, width: 1, height: 1) }
}

/// The symbols that charts have: they differ without colour (docs/rules.md, rule 39).
public struct BasicChartSymbolShape: ChartSymbolShape, PrimitiveShape {
  enum Kind: Int, CaseIterable { case circle, square, triangle, diamond, pentagon, plus, cross, asterisk }

  let kind: Kind
  /// nil = filled.
  var lineWidth: Double?

  /// The symbol as a line, in points.
  public func strokeBorder(lineWidth: CGFloat = 1) -> BasicChartSymbolShape {
    BasicChartSymbolShape(kind: kind, lineWidth: lineWidth)
  }

  package func path(in rect: Rect) -> Path {
    guard let lineWidth, lineWidth.isFinite, lineWidth > 0 else { return outline(in: rect) }
    return outline(in: rect.insetBy(dx: lineWidth / 2, dy: lineWidth / 2))
      .strokedPath(StrokeStyle(lineWidth: lineWidth))
  }

  private func outline(in rect: Rect) -> Path {
    switch kind {
    case .circle: Path(ellipseIn: rect)
    case .square: Path(rect)
    case .triangle: polygon(3, in: rect)
    case .diamond: polygon(4, in: rect)
    case .pentagon: polygon(5, in: rect)
    case .plus: rays(2, turned: 0, in: rect)
    case .cross: rays(2, turned: .pi / 4, in: rect)
    case .asterisk: rays(3, turned: .pi / 2, in: rect)
    }
  }

  /// With a corner at the top.
  private func polygon(_ count: Int, in rect: Rect) -> Path {
    let points = (0..<count).map { index in
      let angle = 2 * .pi * Double(index) / Double(count) - .pi / 2
      return Point(x: rect.midX + rect.width / 2 * cos(angle), y: rect.midY + rect.height / 2 * sin(angle))
    }
    return Path(contours: [Path.Contour(points: points, isClosed: true)])
  }

  /// Bars through the centre, a quarter of the width thick.
  private func rays(_ count: Int, turned: Double, in rect: Rect) -> Path {
    let radius = min(rect.width, rect.height) / 2
    var path = Path()
    for index in 0..<count {
      let angle = turned + .pi * Double(index) / Double(count)
      let (x, y) = (radius * cos(angle), radius * sin(angle))
      path.addLines([Point(x: rect.midX - x, y: rect.midY - y), Point(x: rect.midX + x, y: rect.midY + y)])
    }
    return path.strokedPath(StrokeStyle(lineWidth: radius / 2))
  }
}

extension Circle: ChartSymbolShape {}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
  public static var circle: BasicChartSymbolShape { BasicChartSymbolShape(kind: .circle) }
  public static var square: BasicChartSymbolShape { BasicChartSymbolShape(kind: .square) }
  public static var triangle: BasicChartSymbolShape { BasicChartSymbolShape(kind: .triangle) }
  public static var diamond: BasicChartSymbolShape { BasicChartSymbolShape(kind: .diamond) }
  public static var pentagon: BasicChartSymbolShape { BasicChartSymbolShape(kind: .pentagon) }
  public static var plus: BasicChartSymbolShape { BasicChartSymbolShape(kind: .plus) }
  public static var cross: BasicChartSymbolShape { BasicChartSymbolShape(kind: .cross) }
  public static var asterisk: BasicChartSymbolShape { BasicChartSymbolShape(kind: .asterisk) }
}

/// What is drawn at a value.
enum ChartSymbol {
  case shape((Rect) -> Path)
  case view(AnyView)
}

extension ChartMark {
  /// Whether there is a symbol at the mark's value.
  var hasSymbol: Bool { kind == .point || kind == .line && (symbol != nil || symbolName != nil) }
  /// Radius of the symbol in points, unless it is a view.
  var symbolRadius: Double { (symbolSize / .pi).squareRoot() }
}

extension ChartContent {
  /// Sets the symbol of points, and puts one at each value of a line.
  public func symbol(_ symbol: some ChartSymbolShape) -> ChartMarks {
    changed { $0.symbol = .shape { symbol.path(in: $0) } }
  }

  /// Puts a view at each value.
  public func symbol(@ViewBuilder symbol: () -> some View) -> ChartMarks {
    let view = AnyView(symbol())
    return changed { $0.symbol = .view(view) }
  }

  /// Gives each series a symbol of its own, besides its colour: eight in turn, from a circle on.
  public func symbol(by value: PlottableValue<some Plottable>) -> ChartMarks {
    changed {
      if $0.series == nil { $0.series = value.plotted.name }
      $0.symbolName = value.plotted.name
    }
  }

  /// Sets the area of symbols to that of this size, in points.
  public func symbolSize(_ size: CGSize) -> ChartMarks { symbolSize(.pi / 4 * size.width * size.height) }
}
