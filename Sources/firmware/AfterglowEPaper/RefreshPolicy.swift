import AfterglowCore
import AfterglowDevice

/// What the next refresh depends on, apart from the picture.
public struct RefreshState: Sendable {
  public var now: MonotonicInstant
  public var past: RefreshPast
  /// Whether what the panel shows is known.
  public var isGlassKnown: Bool
  /// Whether the controller is awake, with planes that are the glass.
  public var isStandingBy: Bool
  /// The night that the room is in; nil = it is lit, or that is unknown.
  public var darkness: Darkness?
  /// In °C; nil = nothing measures it.
  public var temperature: Int32?

  public init(
    now: MonotonicInstant, past: RefreshPast, isGlassKnown: Bool, isStandingBy: Bool,
    darkness: Darkness? = nil, temperature: Int32? = nil
  ) {
    self.now = now
    self.past = past
    self.isGlassKnown = isGlassKnown
    self.isStandingBy = isStandingBy
    self.darkness = darkness
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
    let isDriveDue = isOverdue(state) || isToBeCleaned(state)
    if change.isEmpty && state.isGlassKnown && !isDriveDue { return .nothing }
    let isDrivenNow = isDriveDue && state.now >= soonestDrive(state)
    let mayBePartial = mayBePartial(state) && !change.touchesGreys && !change.isEmpty && !isDrivenNow
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

  /// When the panel wants something without a new picture: its refresh of the day, one before a night, or deep sleep;
  /// nil = nothing.
  public func nextUpkeep(_ state: RefreshState) -> MonotonicInstant? {
    guard state.isGlassKnown, let lastEnd = state.past.lastEnd else { return nil }
    let isDueAt = isToBeCleaned(state) ? state.now : restEnd(state) ?? .distantFuture
    let driveAt = Swift.max(isDueAt, soonestDrive(state))
    return state.isStandingBy ? Swift.min(driveAt, sleep(after: lastEnd, state)) : driveAt
  }

  /// Whether a drive is to leave clean glass, and all partial refreshes, for the night that is about to begin.
  public func isToBeCleaned(_ state: RefreshState) -> Bool {
    guard rules.darkIntervalMs > 0, rules.partialsPerDrive > 0, let night = state.darkness else { return false }
    if !state.isGlassKnown || state.past.partialsSinceDrive == 0 { return false }
    return Swift.max(state.now, soonestDrive(state)) <= latestFlash(before: night)
  }

  /// Deep sleep ends partial refreshes: in a night with changes to come the controller stands by.
  private func sleep(after lastEnd: MonotonicInstant, _ state: RefreshState) -> MonotonicInstant {
    let usual = after(lastEnd, rules.standbyMs)
    guard rules.darkIntervalMs > 0, let night = state.darkness, mayBePartial(state) else { return usual }
    return Swift.max(usual, after(night.nextPart, RefreshPolicy.nightStandbyMs))
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
    state.isGlassKnown && state.isStandingBy
      && state.past.partialsSinceDrive < (state.darkness == nil ? rules.litPartials : rules.partialsPerDrive)
      && !isOverdue(state) && !isCold(state)
  }

  /// Whether so much changes that a drive disturbs no more than the change itself; it may be smaller when the next
  /// partial refresh would be the last.
  private func isQuietMoment(_ change: PictureChange, _ state: RefreshState) -> Bool {
    if state.darkness != nil || state.now < earliestDrive(state) { return false }
    let isNearLimit = state.past.partialsSinceDrive + 1 >= rules.litPartials
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
    if let night = begunNight(state), let lastEnd = state.past.lastEnd,
      lastEnd >= Swift.max(night.since, night.partBegan)
    {
      earliest = Swift.max(earliest, night.nextPart)
    }
    return earliest
  }

  /// In the dark a drive waits for light, or for the refresh of the day.
  private func earliestDrive(_ state: RefreshState) -> MonotonicInstant {
    let earliest = soonestDrive(state)
    guard state.isGlassKnown, let night = begunNight(state), let rest = restEnd(state) else { return earliest }
    // A night that came unannounced, to a panel without a partial refresh left: a clock that stands must be marked (law 4).
    if rules.partialsPerDrive > 0, let lastEnd = state.past.lastEnd, lastEnd < night.since { return earliest }
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
    let restMs = begunNight(state) == nil ? Swift.min(rules.litRestMs, rules.longestRestMs) : rules.longestRestMs
    return state.past.lastFullEnd.map { after($0, restMs) }
  }

  /// The night, once nothing may flash any more: a flash that starts later would last into it.
  private func begunNight(_ state: RefreshState) -> Darkness? {
    guard rules.darkIntervalMs > 0, let night = state.darkness, state.now > latestFlash(before: night) else {
      return nil
    }
    return night
  }

  private func latestFlash(before night: Darkness) -> MonotonicInstant {
    MonotonicInstant(milliseconds: night.begins.milliseconds - RefreshPolicy.cleaningMs)
  }

  private func after(_ time: MonotonicInstant, _ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(milliseconds: time.milliseconds + milliseconds)
  }

  // MARK: figures

  /// Share of the panel's pixels whose change is as noticeable as a flash.
  static var largePermille: Int32 { 400 }
  /// The same when a flash is due with the update after the next.
  static var smallPermille: Int32 { 100 }
  /// The last drive before a night starts at the latest so long before it begins, in ms.
  static var cleaningMs: Int64 { 20_000 }
  /// From the start of a part of a night to deep sleep, where nothing has changed, in ms.
  static var nightStandbyMs: Int64 { 300_000 }
  /// How often a panel outside of its temperature range is looked at, in ms.
  static var temperatureLookMs: Int64 { 600_000 }
}
