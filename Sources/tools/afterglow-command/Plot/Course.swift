/// Values over time, thinned out to what a picture's columns can show.
struct Course: Sendable {
  /// A value at a time.
  struct Dot: Equatable, Sendable {
    /// Seconds since 1970.
    var at: Double
    var value: Double
  }

  /// Pieces without gaps, of at most about two values a column.
  private(set) var pieces: [[Dot]] = []
  private let start: Double
  private let columnLength: Double
  private var open: Column?
  /// Of the last column of the last piece.
  private var lastIndex: Int?
  private var isInterrupted = false
  private var count = 0

  /// The values in one column.
  private struct Column {
    var index: Int
    var first: Place
    var lowest: Place
    var highest: Place
    var last: Place
  }

  /// A value and how many came before it: a step has two values at one time.
  private struct Place {
    var number: Int
    var dot: Dot
  }

  init(from: Double, to: Double, columns: Int) {
    start = from
    columnLength = (to - from) / Double(columns)
  }

  /// - Parameter dot: not earlier than those before it.
  mutating func add(_ dot: Dot) {
    let index = Int((dot.at - start) / columnLength)
    // A gap that is narrower than a column cannot be seen.
    let place = Place(number: count, dot: dot)
    count += 1
    let continues = !isInterrupted || index <= (open?.index ?? lastIndex ?? index) + 1
    if continues, var column = open, column.index == index {
      if dot.value < column.lowest.dot.value { column.lowest = place }
      if dot.value > column.highest.dot.value { column.highest = place }
      column.last = place
      open = column
    } else {
      close(nextIndex: continues ? index : nil)
      if !continues || pieces.isEmpty { begin() }
      open = Column(index: index, first: place, lowest: place, highest: place, last: place)
    }
    isInterrupted = false
  }

  /// Continues with the last value up to there.
  mutating func hold(to at: Double) {
    if let last = open?.last.dot, !isInterrupted { add(Dot(at: at, value: last.value)) }
  }

  /// Begins a new piece.
  mutating func interrupt() { isInterrupted = true }

  mutating func finish() { close(nextIndex: nil) }

  private mutating func begin() {
    lastIndex = nil
    pieces.append([])
  }

  /// Between columns that touch, the lowest and the highest value are all that is seen; next to a wider step the line
  /// has to leave from its last value, and arrive at its first.
  private mutating func close(nextIndex: Int?) {
    guard let column = open else { return }
    open = nil
    var places = [column.lowest, column.highest]
    if lastIndex != column.index - 1 { places.append(column.first) }
    if nextIndex != column.index + 1 { places.append(column.last) }
    lastIndex = column.index
    for place in places.sorted(by: { $0.number < $1.number }) where pieces[pieces.count - 1].last != place.dot {
      pieces[pieces.count - 1].append(place.dot)
    }
  }
}
