import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private var harbour: some View { Text("Harbour").font(.system(size: 20)) }
private var box: some View { Rectangle().frame(width: 20, height: 10) }
private var symbol: some View { Image(symbol: .sun).font(.system(size: 20)) }

private func row(_ other: () -> some View) -> some View {
  HStack {
    harbour
    other()
  }
}

private func column(_ other: () -> some View) -> some View {
  VStack {
    harbour
    other()
  }
}

/// A layout of one view.
private struct Pile: Layout {
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    subviews.first?.sizeThatFits(.unspecified) ?? .zero
  }
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {}
}

/// A layout of one view that keeps no distance.
private struct Close: Layout {
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    subviews.first?.sizeThatFits(.unspecified) ?? .zero
  }
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {}
  func spacing(subviews: Subviews, cache: inout ()) -> ViewSpacing { .zero }
}

/// The distances of docs/spacing.md, which stacks and grids choose by the pair.
@Suite struct SpacingTests {
  /// A distance by its name in the page.
  enum Distance: Sendable {
    case none, standard, belowText, aboveText

    /// Returns the distance in points, for texts of 20 points at two pixels per point.
    func points(_ text: TextMeasures) -> Double {
      let tenth = (text.line / 10 * 2).rounded(.up) / 2
      return switch self {
      case .none: 0
      case .standard: 8
      case .belowText: text.line + tenth - 0.727 * 20
      case .aboveText: text.line - text.baseline + tenth
      }
    }
  }

  /// The line of a text of 20 points, in points.
  struct TextMeasures {
    var line: Double
    var baseline: Double

    init() throws {
      let (items, _, size) = try laidOut(harbour, width: 200, height: 100)
      guard case .glyphs(let shaped)? = items.first?.kind else { throw CompileError("no text") }
      line = size.height
      baseline = shaped.firstBaseline / 2
    }
  }

  /// Two views of a column.
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var distance: Distance
    /// The column, the upper view and the lower view.
    let views: @Sendable () -> (AnyView, AnyView, AnyView)
  }

  struct Pairs {
    private(set) var all: [Pair] = []

    mutating func add(
      _ name: String, _ distance: Distance, _ upper: @escaping @Sendable () -> some View,
      above lower: @escaping @Sendable () -> some View
    ) {
      all.append(
        Pair(testDescription: name, distance: distance) {
          let column = VStack {
            upper()
            lower()
          }
          return (AnyView(column), AnyView(upper()), AnyView(lower()))
        })
    }
  }

  private static let kinds: [Pair] = {
    var pairs = Pairs()
    pairs.add("two texts", .none, { harbour }, above: { harbour })
    pairs.add(
      "a small text above a large one", .none, { Text("High").font(.caption) }, above: { Text("2").font(.largeTitle) })
    pairs.add("a text above a shape", .belowText, { harbour }, above: { box })
    pairs.add("a shape above a text", .aboveText, { box }, above: { harbour })
    pairs.add("two shapes", .standard, { box }, above: { Color.red.frame(height: 4) })
    pairs.add("two symbols", .none, { symbol }, above: { symbol })
    pairs.add("a symbol above a text", .none, { symbol }, above: { harbour })
    pairs.add("a text above a symbol", .none, { harbour }, above: { symbol })
    pairs.add("a symbol above a shape", .standard, { symbol }, above: { box })
    pairs.add("a text above a resizable symbol", .belowText, { harbour }, above: { Image(symbol: .sun).resizable() })
    pairs.add("a shape above a spacer", .none, { box }, above: { Spacer() })
    pairs.add("a text above a spacer", .none, { harbour }, above: { Spacer() })
    pairs.add("a shape above a spacer in a frame", .none, { box }, above: { Spacer().frame(height: 5) })
    pairs.add("a divider above a text", .aboveText, { Divider() }, above: { harbour })
    pairs.add("a text above a bar", .belowText, { harbour }, above: { ProgressView(value: 0.5) })
    pairs.add(
      "a labelled bar above a text", .aboveText, { ProgressView("Wash", value: 1, total: 4) }, above: { harbour })
    pairs.add("two gauges", .standard, { Gauge(value: 0.4) { harbour } }, above: { Gauge(value: 0.4) { harbour } })
    pairs.add("a toggle above a text", .aboveText, { Toggle("Heating", isOn: true) }, above: { harbour })
    return pairs.all
  }()

  @Test(arguments: kinds) func `two views keep the distance of their kinds`(_ pair: Pair) throws { try check(pair) }

  private static let wrapped: [Pair] = {
    var pairs = Pairs()
    pairs.add("a time", .none, { Text(clock: .hourMinute) }, above: { harbour })
    pairs.add("a wide frame", .none, { harbour.frame(maxWidth: .infinity, alignment: .leading) }, above: { harbour })
    pairs.add("a high frame", .aboveText, { harbour.frame(height: 40) }, above: { harbour })
    pairs.add("padding below", .aboveText, { harbour.padding(.bottom, 4) }, above: { harbour })
    pairs.add("padding at the sides", .none, { harbour.padding(.horizontal, 4) }, above: { harbour })
    pairs.add("a background", .none, { harbour.background { Color.red } }, above: { harbour })
    pairs.add("an offset", .none, { harbour.offset(x: 0, y: 3) }, above: { harbour })
    pairs.add("a hidden text", .none, { harbour.hidden() }, above: { harbour })
    pairs.add("a choice", .none, { ViewThatFits { harbour } }, above: { harbour })
    pairs.add("a label", .none, { Label("Sun", symbol: .sun) }, above: { harbour })
    return pairs.all
  }()

  @Test(arguments: wrapped) func `text is a text whatever draws it`(_ pair: Pair) throws { try check(pair) }

  private static let groups: [Pair] = {
    var pairs = Pairs()
    pairs.add("a row of texts", .none, { row { harbour } }, above: { harbour })
    pairs.add("a row of a text and a shape", .aboveText, { row { box } }, above: { harbour })
    pairs.add("below it", .belowText, { harbour }, above: { row { box } })
    pairs.add("a column that ends with a shape", .aboveText, { column { box } }, above: { harbour })
    pairs.add("a column that ends with a text", .none, { column { harbour } }, above: { harbour })
    pairs.add("layers", .aboveText, { ZStack { row { box } } }, above: { harbour })
    pairs.add("a grid of texts", .none, { Grid { GridRow { harbour } } }, above: { harbour })
    pairs.add("a layout", .none, { Pile { harbour } }, above: { harbour })
    pairs.add("a layout without distances", .none, { Close { box } }, above: { box })
    pairs.add("a layout as a value", .none, { AnyLayout(VStackLayout()) { harbour } }, above: { harbour })
    return pairs.all
  }()

  @Test(arguments: groups) func `a stack, grid or layout passes on what is at its edges`(_ pair: Pair) throws {
    try check(pair)
  }

  private func check(_ pair: Pair) throws {
    func height(_ view: some View) throws -> Double {
      try laidOut(view.fixedSize(horizontal: false, vertical: true), width: 200, height: 400).size.height
    }
    let (column, upper, lower) = pair.views()
    let gap = try height(column) - height(upper) - height(lower)
    let expected = try pair.distance.points(TextMeasures())
    #expect(abs(gap - expected) < 1e-6, "\(gap)")
  }

  @Test func `views of a row are 8 points apart, whatever they are`() throws {
    func width(_ view: some View) throws -> Double { try laidOut(view.fixedSize(), width: 300, height: 100).size.width }
    let row = HStack {
      harbour
      harbour
      symbol
      box
    }
    let gaps = try width(row) - 2 * width(harbour) - width(symbol) - 20
    #expect(abs(gaps - 24) < 1e-6)
  }

  @Test func `rows of a grid are as far apart as two cells of a column want`() throws {
    func height(_ view: some View) throws -> Double {
      try laidOut(view.fixedSize(), width: 300, height: 300).size.height
    }
    let text = try TextMeasures()
    let texts = Grid {
      GridRow {
        harbour
        harbour
      }
      GridRow {
        harbour
        box
      }
    }
    let gap = try height(texts) - 2 * text.line
    #expect(abs(gap - Distance.belowText.points(text)) < 1e-6)
    let spaced = Grid(verticalSpacing: 3) {
      GridRow { harbour }
      GridRow { harbour }
    }
    let own = try height(spaced) - 2 * text.line
    #expect(abs(own - 3) < 1e-6)
  }

  /// Distances that a layout of a widget reads from its views.
  private struct Reader: Layout {
    final class Distances { var found: [CGFloat] = [] }
    let distances: Distances

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize { .zero }
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      distances.found = zip(subviews, subviews.dropFirst()).map {
        $0.spacing.distance(to: $1.spacing, along: .vertical)
      }
    }
  }

  @Test func `a layout reads the distances of its views`() throws {
    let distances = Reader.Distances()
    _ = try laidOut(
      Reader(distances: distances) {
        box
        box
        Spacer()
        harbour
        harbour
      }, width: 100, height: 100)
    #expect(distances.found == [8, 0, 0, 0])
  }

  @Test func `a union has the greater preference at the edges that are named`() {
    var spacing = ViewSpacing.zero
    #expect(spacing.distance(to: .zero, along: .vertical) == 0)
    #expect(spacing.distance(to: ViewSpacing(), along: .horizontal) == 0)
    #expect(ViewSpacing().distance(to: ViewSpacing(), along: .vertical) == 8)
    let text = ViewSpacing.text(ascent: 16, descent: 4, capitals: 12, scale: 1)
    spacing.formUnion(text, edges: .bottom)
    #expect(spacing.distance(to: text, along: .vertical) == 0)
    #expect(spacing.distance(to: ViewSpacing(), along: .vertical) == 10)
    #expect(ViewSpacing().distance(to: spacing, along: .vertical) == 0)
    #expect(ViewSpacing().distance(to: spacing.union(text), along: .vertical) == 6)
  }
}
