import Foundation

/// From a date on, a widget shows an entry of its timeline in one of the scene's appearances.
struct WidgetStep: Equatable {
  /// What is drawn; steps of the same form share their drawing.
  struct Form: Hashable {
    /// Of the entry in the timeline.
    var position: Int
    var appearance: WidgetAppearance
  }

  var date: Date
  var form: Form

  /// Entries and changes of the appearance, merged in order of their dates.
  ///
  /// - Parameter entries: the dates of the timeline's entries, in order.
  /// - Parameter turns: the appearance at the compile and those that follow, in order; not empty.
  static func steps(_ entries: [Date], _ turns: [AppearanceTurn]) -> [WidgetStep] {
    var steps: [WidgetStep] = []
    var (entry, turn) = (0, 0)
    func append(_ date: Date) {
      steps.append(WidgetStep(date: date, form: Form(position: entry, appearance: turns[turn].appearance)))
    }
    guard let first = entries.first, !turns.isEmpty else { return [] }
    append(first)
    while true {
      let nextEntry = entry + 1 < entries.count ? entries[entry + 1] : nil
      let nextTurn = turn + 1 < turns.count ? turns[turn + 1].date : nil
      guard let next = [nextEntry, nextTurn].compactMap(\.self).min() else { return steps }
      if nextEntry == next { entry += 1 }
      if nextTurn == next { turn += 1 }
      append(next)
    }
  }
}
