/// The refreshes so far, for the rules about their frequency and order (docs/panels/models.md, Maker's limits).
struct RefreshHistory {
  private(set) var fullCount = 0
  private(set) var partialCount = 0
  private var partialsSinceFull = 0
  private var lastFullEndUs: Int64?
  private var hasNotedAge = false
  /// Whether the panel was refreshed since it was supplied or woken.
  var hasShownSinceWake = false

  /// Before a refresh: how it follows the earlier ones.
  mutating func judge(isPartial: Bool, _ context: PanelContext) {
    if isPartial {
      if !hasShownSinceWake {
        context.note(
          .plane, expected: "a full refresh first after power-up or sleep", found: "a partial refresh",
          isTolerated: true)
      }
      partialsSinceFull += 1
      if partialsSinceFull > context.settings.ghostLimit {
        context.note(
          .ghost, expected: "a full refresh after \(context.settings.ghostLimit) partial ones",
          found: "partial refresh \(partialsSinceFull) in a row")
      }
    } else {
      if let last = lastFullEndUs, context.nowUs - last < context.settings.minimumIntervalSeconds * 1_000_000 {
        context.note(
          .rate, expected: "\(context.settings.minimumIntervalSeconds) s since the last full refresh",
          found: "\((context.nowUs - last) / 1_000_000) s")
      }
      partialsSinceFull = 0
    }
    hasShownSinceWake = true
  }

  mutating func noteEnd(isPartial: Bool, atUs: Int64) {
    if isPartial {
      partialCount += 1
    } else {
      fullCount += 1
      lastFullEndUs = atUs
      hasNotedAge = false
    }
  }

  /// A panel in use wants a refresh within 24 h.
  mutating func checkAge(_ context: PanelContext) {
    guard let last = lastFullEndUs, !hasNotedAge, context.nowUs - last > 86_400_000_000 else { return }
    hasNotedAge = true
    context.note(
      .rate, expected: "a full refresh within 24 h", found: "none for \((context.nowUs - last) / 3_600_000_000) h")
  }
}
