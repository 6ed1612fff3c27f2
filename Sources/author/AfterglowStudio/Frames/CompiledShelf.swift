import AfterglowCore
import AfterglowPreview

/// Compiled boards that are at hand, up to a number of bytes: scrubbing goes back and forth over the same minutes.
struct CompiledShelf {
  private struct Item {
    var variation: BoardVariation
    var from: Instant
    /// From when on its content is due again.
    var until: Instant
    var board: CompiledBoard

    func shows(_ situation: Situation) -> Bool {
      switch situation.content {
      case .exact: from == situation.at
      case .current: from <= situation.at && situation.at < until
      case .near: (0..<CompiledShelf.nearMs).contains(situation.at.milliseconds - from.milliseconds)
      }
    }
  }

  /// Entries reach further ahead than a day and a half.
  static let nearMs: Int64 = 36 * 3_600_000

  private var items: [Item] = []
  let maximumByteCount: Int

  init(maximumByteCount: Int) { self.maximumByteCount = maximumByteCount }

  /// The newest board that shows a situation; nil = it is not here.
  mutating func board(_ variation: BoardVariation, _ situation: Situation) -> CompiledBoard? {
    let found = items.indices.filter { items[$0].variation == variation && items[$0].shows(situation) }
      .max { items[$0].from < items[$1].from }
    guard let found else { return nil }
    let item = items.remove(at: found)
    items.append(item)
    return item.board
  }

  /// The board whose content is of a time as close as there is: before the instant, or else after it.
  func nearest(_ variation: BoardVariation, _ instant: Instant) -> CompiledBoard? {
    let found = items.filter { $0.variation == variation }
    return (found.filter { $0.from <= instant }.max { $0.from < $1.from } ?? found.min { $0.from < $1.from })?.board
  }

  /// - Parameter replaces: whether others make room for it; else it is kept only if there is room.
  mutating func put(_ board: CompiledBoard, _ variation: BoardVariation, from: Instant, replaces: Bool) {
    if !replaces && !items.isEmpty && byteCount + board.archive.count > maximumByteCount { return }
    items.append(Item(variation: variation, from: from, until: board.nextReload ?? .distantFuture, board: board))
    // The newest stays, however large it is.
    while items.count > 1, byteCount > maximumByteCount { items.removeFirst() }
  }

  private var byteCount: Int { items.reduce(0) { $0 + $1.board.archive.count } }

  mutating func removeAll() { items = [] }

  /// Keeps only what shows a situation.
  mutating func removeAll(but variation: BoardVariation, _ situation: Situation) {
    let kept = items.last { $0.variation == variation && $0.shows(situation) }
    items = kept.map { [$0] } ?? []
  }
}
