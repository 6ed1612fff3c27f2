import Afterglow
import Foundation

/// Adds entries where computations with `now()` or days come out otherwise, so that a bus that has left goes and
/// tomorrow becomes today without new values.
struct DocumentTurns {
  private let context: TimelineProviderContext

  /// The most entries that are added, each of which takes room in the archive.
  static let maximumCount = 24
  /// How far ahead they are computed: later ones come with the next request.
  static let horizon: TimeInterval = 36 * 3600

  init(_ context: TimelineProviderContext) { self.context = context }

  func timeline(_ entries: [DocumentEntry], policy: TimelineReloadPolicy) -> Timeline<DocumentEntry> {
    guard entries.first?.document.uses.time == true else { return Timeline(entries: entries, policy: policy) }
    var found: [DocumentEntry] = []
    let end = context.date.addingTimeInterval(Self.horizon)
    // Where turns are left out, more are requested.
    var next: Date?
    var budget = ViewLedger.costOfAll
    for (index, entry) in entries.enumerated() {
      found.append(entry)
      let until = index + 1 < entries.count ? entries[index + 1].date : .distantFuture
      // What has passed is shown as of the request.
      guard until > context.date, next == nil else { continue }
      if entry.date >= end {
        next = entry.date
        continue
      }
      var current = entry
      if entry.date < context.date {
        current.date = context.date
        found.append(current)
      }
      while let turn = turn(of: current, &budget), turn < until {
        guard turn <= end, found.count - index - 1 < Self.maximumCount, budget > 0 else {
          next = turn
          break
        }
        current.date = turn
        found.append(current)
      }
    }
    return Timeline(entries: found, policy: next.map { Self.earlier(policy, $0) } ?? policy)
  }

  private func turn(of entry: DocumentEntry, _ budget: inout Int) -> Date? {
    entry.document.turn(
      of: context.family,
      in: ViewScope(
        values: entry.values, folder: entry.folder, now: entry.date, updated: entry.updated,
        calendar: context.environment.calendar, locale: context.environment.locale, columns: entry.columns),
      budget: &budget)
  }

  private static func earlier(_ policy: TimelineReloadPolicy, _ date: Date) -> TimelineReloadPolicy {
    switch policy {
    case .never: .after(date)
    case .after(let other): .after(min(other, date))
    case .atEnd: .atEnd
    }
  }
}
