import AfterglowSources

extension SourceFetcher {
  /// Smaller differences are those of a clock that is slewed.
  private static let leastStepMs: Int64 = 10_000

  /// Notices that the wall clock was set: what was received since this program began has another date, and what failed is
  /// tried again, because certificates need a right clock.
  func noticeClock(_ now: Int64) {
    let offset = clock.wallMs() - now
    defer { wallOffsetMs = offset }
    guard let before = wallOffsetMs, (offset - before).magnitude >= Self.leastStepMs else { return }
    for key in tracks.keys {
      if tracks[key]!.record.failure != nil { tracks[key]!.dueMs = min(tracks[key]!.dueMs, now) }
      if let failing = tracks[key]!.failingMs {
        tracks[key]!.record.failingSinceMs = failing + offset
        write(key, isUrgent: true)
        events.append(.troubled(key: key))
      }
      guard let fetched = tracks[key]!.fetchedMs else { continue }
      tracks[key]!.record.fetchedAtMs = fetched + offset
      write(key, isUrgent: false)
      events.append(.dated(key: key))
    }
  }
}
