import AfterglowCore

/// What the next refresh depends on, apart from the picture.
public struct RefreshState: Sendable {
  public var now: MonotonicInstant
  public var past: RefreshPast
  /// Whether what the panel shows is known.
  public var isGlassKnown: Bool
  /// Whether the controller is awake, with planes that are the glass.
  public var isStandingBy: Bool
  /// Since when the room has been dark; nil = it is lit, or that is unknown.
  public var darkSince: MonotonicInstant?
  /// In °C; nil = nothing measures it.
  public var temperature: Int32?

  public init(
    now: MonotonicInstant, past: RefreshPast, isGlassKnown: Bool, isStandingBy: Bool,
    darkSince: MonotonicInstant? = nil, temperature: Int32? = nil
  ) {
    self.now = now
    self.past = past
    self.isGlassKnown = isGlassKnown
    self.isStandingBy = isStandingBy
    self.darkSince = darkSince
    self.temperature = temperature
  }
}

/// What is to be done with a picture.
public enum RefreshDecision: Equatable, Sendable {
  /// The panel shows it.
  case nothing
  /// Nothing before this time.
  case wait(until: MonotonicInstant)
  case refresh(RefreshKind, RefreshEnding)
}

/// Chooses how and when a picture is shown, by the rules of the panel's maker and what the ledger knows. It holds
/// nothing but rules: the same state gives the same decision (docs/panels/refresh.md).
public struct RefreshPolicy: Equatable, Sendable {
  public let rules: PanelRules
  public let hasFast: Bool

  public init(_ rules: PanelRules, hasFast: Bool) {
    self.rules = rules
    self.hasFast = hasFast
  }

  /// What to do with a picture that differs from the shown one by `change`.
  public func decide(_ change: PictureChange, _ state: RefreshState) -> RefreshDecision {
    if let temperature = state.temperature, temperature < rules.coldest || temperature > rules.hottest {
      return .wait(until: after(state.now, RefreshPolicy.temperatureLookMs))
    }
    if change.isEmpty && state.isGlassKnown && !isOverdue(state) { return .nothing }
    let mayBePartial = mayBePartial(state) && !change.touchesGreys
    let earliest = mayBePartial ? earliestPartial(state) : earliestDrive(state)
    if state.now < earliest { return .wait(until: earliest) }
    if mayBePartial && !isQuietMoment(change, state) { return .refresh(.partial, ending) }
    // The waveforms of greys are not chosen for the measured temperature.
    if change.hasGreys && isCold(state) { return .wait(until: after(state.now, RefreshPolicy.temperatureLookMs)) }
    return .refresh(change.hasGreys ? .grey : driveKind(change, state), ending)
  }

  /// The earliest time at which a changed picture can be shown; it may be past. Where it has greys that change, `decide`
  /// may ask for a later one.
  public func earliestRefresh(_ state: RefreshState) -> MonotonicInstant {
    mayBePartial(state) ? earliestPartial(state) : earliestDrive(state)
  }

  /// When the panel wants something without a new picture: its refresh of the day, or deep sleep; nil = nothing.
  public func nextUpkeep(_ state: RefreshState) -> MonotonicInstant? {
    guard state.isGlassKnown, let lastEnd = state.past.lastEnd else { return nil }
    let isDueAt = restEnd(state) ?? .distantFuture
    let driveAt = Swift.max(isDueAt, soonestDrive(state))
    return state.isStandingBy ? Swift.min(driveAt, after(lastEnd, rules.standbyMs)) : driveAt
  }

  /// Whether the maker's longest time without a full refresh has passed.
  public func isOverdue(_ state: RefreshState) -> Bool {
    guard let end = restEnd(state) else { return false }
    return state.now >= end
  }

  /// How a refresh ends: a partial one may only follow one that left the controller awake.
  public var ending: RefreshEnding { rules.partialsPerDrive > 0 ? .standby : .sleep }

  // MARK: kinds

  private func mayBePartial(_ state: RefreshState) -> Bool {
    state.isGlassKnown && state.isStandingBy && state.past.partialsSinceDrive < rules.partialsPerDrive
      && !isOverdue(state) && !isCold(state)
  }

  /// Whether so much changes that a drive disturbs no more than the change itself; it may be smaller when the next
  /// partial refresh would be the last.
  private func isQuietMoment(_ change: PictureChange, _ state: RefreshState) -> Bool {
    if state.darkSince != nil || state.now < earliestDrive(state) { return false }
    let isNearLimit = state.past.partialsSinceDrive + 1 >= rules.partialsPerDrive
    return change.permille >= (isNearLimit ? RefreshPolicy.smallPermille : RefreshPolicy.largePermille)
  }

  /// A fast one only where nothing is to be cleaned.
  private func driveKind(_ change: PictureChange, _ state: RefreshState) -> RefreshKind {
    hasFast && !change.touchesGreys && state.isGlassKnown && state.past.partialsSinceDrive == 0 && !isOverdue(state)
      && !isCold(state)
      ? .fast : .full
  }

  private func isCold(_ state: RefreshState) -> Bool { state.temperature.map { $0 < rules.coldestForced } ?? false }

  // MARK: times

  private func earliestPartial(_ state: RefreshState) -> MonotonicInstant {
    var earliest = leastEnd(state)
    if let drive = state.past.lastDriveEnd {
      earliest = Swift.max(earliest, after(drive, Int64(state.past.partialsSinceDrive) * rules.paceMs))
    }
    if let lastEnd = shownInDark(state) { earliest = Swift.max(earliest, after(lastEnd, rules.darkIntervalMs)) }
    return earliest
  }

  /// In the dark a drive waits for light, or for the refresh of the day.
  private func earliestDrive(_ state: RefreshState) -> MonotonicInstant {
    let earliest = soonestDrive(state)
    guard state.isGlassKnown, shownInDark(state) != nil, let rest = restEnd(state) else { return earliest }
    return Swift.max(earliest, rest)
  }

  private func soonestDrive(_ state: RefreshState) -> MonotonicInstant {
    let earliest = leastEnd(state)
    guard let drive = state.past.lastDriveEnd else { return earliest }
    return Swift.max(earliest, after(drive, rules.driveIntervalMs))
  }

  private func leastEnd(_ state: RefreshState) -> MonotonicInstant {
    state.past.lastEnd.map { after($0, rules.leastIntervalMs) } ?? state.now
  }

  private func restEnd(_ state: RefreshState) -> MonotonicInstant? {
    state.past.lastFullEnd.map { after($0, rules.longestRestMs) }
  }

  /// The end of the last refresh, if it was in the dark that still lasts. The first one in the dark is as any other: it
  /// marks a clock that is to be slow (law 4).
  private func shownInDark(_ state: RefreshState) -> MonotonicInstant? {
    guard rules.darkIntervalMs > 0, let since = state.darkSince, let lastEnd = state.past.lastEnd, lastEnd >= since
    else { return nil }
    return lastEnd
  }

  private func after(_ time: MonotonicInstant, _ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(milliseconds: time.milliseconds + milliseconds)
  }

  // MARK: figures

  /// Share of the panel's pixels whose change is as noticeable as a flash.
  static var largePermille: Int32 { 400 }
  /// The same when a flash is due with the update after the next.
  static var smallPermille: Int32 { 100 }
  /// How often a panel outside of its temperature range is looked at, in ms.
  static var temperatureLookMs: Int64 { 600_000 }
}
