/// Values over time, thinned out to what a picture's columns can show.
struct Course {
  /// Pieces without gaps.
  private(set) var pieces: [[PlotCanvas.Dot]] = []
  private var column: Column?

  /// The values in one pixel column, drawn as the first, lowest, highest and last one.
  private struct Column {
    var x: Int
    var first: PlotCanvas.Dot
    var lowest: PlotCanvas.Dot
    var highest: PlotCanvas.Dot
    var last: PlotCanvas.Dot
  }

  mutating func add(_ dot: PlotCanvas.Dot) {
    let x = Int(dot.x)
    if var open = column, open.x == x {
      if dot.y > open.lowest.y { open.lowest = dot }
      if dot.y < open.highest.y { open.highest = dot }
      open.last = dot
      column = open
      return
    }
    flush()
    column = Column(x: x, first: dot, lowest: dot, highest: dot, last: dot)
  }

  /// Continues with the last value up to there.
  mutating func hold(to x: Double) {
    if let y = column?.last.y ?? pieces.last?.last?.y { add((x, y)) }
  }

  /// Begins a new piece.
  mutating func interrupt() {
    flush()
    if pieces.last?.isEmpty == false { pieces.append([]) }
  }

  mutating func finish() { flush() }

  private mutating func flush() {
    guard let done = column else { return }
    column = nil
    if pieces.isEmpty { pieces.append([]) }
    for dot in [done.first, done.lowest, done.highest, done.last].sorted(by: { $0.x < $1.x }) {
      if pieces[pieces.count - 1].last.map({ $0 == dot }) == true { continue }
      pieces[pieces.count - 1].append(dot)
    }
  }
}
