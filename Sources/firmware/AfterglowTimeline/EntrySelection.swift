import AfterglowCore

/// When a widget's next timeline is due (docs/rules.md, Timelines).
public enum TimelineReloadPolicy: Equatable, Sendable {
  /// After the last entry's date; WidgetKit's default.
  case atEnd
  /// Not before this instant, which may be before the last entry, whose remaining entries are then dropped.
  case after(Instant)
  /// Only when the widget's owner requests it.
  case never

  /// When a new timeline is due; nil = never.
  ///
  /// - Parameter lastEntryDate: nil for a timeline without entries, which is due at once unless the policy is `after`
  ///   or `never`.
  public func reloadDue(lastEntryDate: Instant?) -> Instant? {
    switch self {
    case .atEnd: lastEntryDate ?? .distantPast
    case .after(let date): date
    case .never: nil
    }
  }
}

/// Selects the entry that a widget shows. Pure: the same dates and instant give the same entry, regardless of what was
/// shown before.
public enum EntrySelection {
  /// Index of the newest entry dated at or before `now`; of several with the same date the last. nil = all are in the
  /// future. `date` returns milliseconds since 1970, ascending.
  @inlinable
  public static func newest(count: Int, at now: Instant, date: (Int) -> Int64) -> Int? {
    let reached = countReached(count: count, at: now, date: date)
    return reached == 0 ? nil : reached - 1
  }

  /// When the selection next changes; `.distantFuture` after the last entry.
  @inlinable
  public static func nextChange(count: Int, after now: Instant, date: (Int) -> Int64) -> Instant {
    let reached = countReached(count: count, at: now, date: date)
    return reached == count ? .distantFuture : Instant(milliseconds: date(reached))
  }

  @usableFromInline
  static func countReached(count: Int, at now: Instant, date: (Int) -> Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if date(middle) <= now.milliseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Whether a widget's content is stale.
public enum Staleness {
  /// `staleAfterMs` = Int64.max means never.
  @inlinable
  public static func isStale(staleAfterMs: Int64, at now: Instant) -> Bool {
    staleAfterMs != Int64.max && now.milliseconds >= staleAfterMs
  }

  /// When `isStale` next changes.
  @inlinable
  public static func nextChange(staleAfterMs: Int64, after now: Instant) -> Instant {
    staleAfterMs == Int64.max || now.milliseconds >= staleAfterMs
      ? .distantFuture : Instant(milliseconds: staleAfterMs)
  }
}

/// The relevance of an entry (docs/rules.md, Relevance and rule 97). Only differences matter.
public struct EntryRelevance: Equatable, Sendable {
  /// Score × 1000; 0 or less is never rotated to.
  public var milliscore: Int32
  /// In seconds from the entry's date on; 0 = for as long as the entry is shown.
  public var durationSeconds: UInt32

  @inlinable
  public init(milliscore: Int32 = 0, durationSeconds: UInt32 = 0) {
    self.milliscore = milliscore
    self.durationSeconds = durationSeconds
  }
}
