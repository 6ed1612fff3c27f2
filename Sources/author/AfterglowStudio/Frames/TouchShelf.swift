import AfterglowPreview

/// The panels that hands of pages touch.
struct TouchShelf {
  /// A panel that one view touches.
  struct Touched {
    var view: String
    var number: Int
    /// The revision of the board's files.
    var revision: Int
    var board: CompiledBoard
    /// The moment and the room of the first frame.
    var situation: Situation
    var stage: TouchStage
  }

  private var touched: [Touched] = []
  /// A panel of 1080p takes some 45 MB; the oldest one makes room.
  private static let maximumCount = 2

  mutating func add(_ new: Touched) {
    touched.removeAll { $0.view == new.view }
    if touched.count >= Self.maximumCount { touched.removeFirst() }
    touched.append(new)
  }

  /// The panel with a view's number; nil = it was left, or its files have changed since.
  mutating func find(_ view: String, _ number: Int, revision: Int) -> Touched? {
    touched.removeAll { $0.revision != revision }
    return touched.first { $0.view == view && $0.number == number }
  }
}
