import AfterglowCore
import AfterglowDevice
import Testing

@testable import AfterglowEPaper

/// The policy against the makers' rules, written out once more, in random weeks.
@Suite struct RefreshPolicyTests {
  private static let hourMs: Int64 = 3_600_000
  private let size = PixelSize(width: 100, height: 100)

  private func change(_ pixels: Int64) -> PictureChange {
    var change = PictureChange(none: size)
    if pixels > 0 { change.insert(PixelRect(x0: 0, y0: 0, x1: 8, y1: 1), count: pixels) }
    return change
  }

  private func state(
    nowMs: Int64, lastMs: Int64? = nil, driveMs: Int64? = nil, fullMs: Int64? = nil, partials: Int32 = 0,
    isKnown: Bool = true, isStandingBy: Bool = true, darkMs: Int64? = nil, temperature: Int32? = nil
  ) -> RefreshState {
    var past = RefreshPast()
    past.lastEnd = lastMs.map { MonotonicInstant(milliseconds: $0) }
    past.lastDriveEnd = driveMs.map { MonotonicInstant(milliseconds: $0) }
    past.lastFullEnd = fullMs.map { MonotonicInstant(milliseconds: $0) }
    past.partialsSinceDrive = partials
    return RefreshState(
      now: MonotonicInstant(milliseconds: nowMs), past: past, isGlassKnown: isKnown, isStandingBy: isStandingBy,
      darkness: darkMs.map { .unannounced(sinceMs: $0, nowMs: nowMs) }, temperature: temperature)
  }

  private let policy = RefreshPolicy(.maker, hasFast: true)

  @Test func `unknown glass gets a full refresh at once, whatever the picture`() {
    for pixels: Int64 in [0, 1, 10_000] {
      for darkMs: Int64? in [nil, 0] {
        let state = state(nowMs: 5, isKnown: false, isStandingBy: false, darkMs: darkMs)
        #expect(policy.decide(change(pixels), state) == .refresh(.full, .standby))
      }
    }
  }

  @Test func `a small change is drawn in part, the same picture not at all`() {
    let state = state(nowMs: 60_000, lastMs: 2_000, driveMs: 2_000, fullMs: 2_000)
    #expect(policy.decide(change(300), state) == .refresh(.partial, .standby))
    #expect(policy.decide(change(0), state) == .nothing)
  }

  @Test func `the sixth update in a row is full`() {
    let state = state(nowMs: 360_000, lastMs: 300_000, driveMs: 2_000, fullMs: 2_000, partials: 5)
    #expect(policy.decide(change(300), state) == .refresh(.full, .standby))
  }

  @Test func `a large change is a drive where one is permitted, and partial before`() {
    let early = state(nowMs: 60_000, lastMs: 2_000, driveMs: 2_000, fullMs: 2_000)
    #expect(policy.decide(change(5_000), early) == .refresh(.partial, .standby))
    let late = state(nowMs: 200_000, lastMs: 2_000, driveMs: 2_000, fullMs: 2_000)
    #expect(policy.decide(change(5_000), late) == .refresh(.fast, .standby))
    let dirty = state(nowMs: 200_000, lastMs: 130_000, driveMs: 2_000, fullMs: 2_000, partials: 1)
    #expect(policy.decide(change(5_000), dirty) == .refresh(.full, .standby), "a fast one cleans less")
    #expect(policy.decide(change(1_500), dirty) == .refresh(.partial, .standby))
    let nearLimit = state(nowMs: 300_000, lastMs: 240_000, driveMs: 2_000, fullMs: 2_000, partials: 4)
    #expect(policy.decide(change(1_500), nearLimit) == .refresh(.full, .standby))
    #expect(policy.decide(change(300), nearLimit) == .refresh(.partial, .standby))
  }

  @Test func `after deep sleep a refresh moves every pixel`() {
    let asleep = state(nowMs: 7_200_000, lastMs: 2_000, driveMs: 2_000, fullMs: 2_000, isStandingBy: false)
    #expect(policy.decide(change(1), asleep) == .refresh(.fast, .standby))
    let without = RefreshPolicy(.maker, hasFast: false)
    #expect(without.decide(change(1), asleep) == .refresh(.full, .standby))
    let spectra = RefreshPolicy(.makerOfDrives, hasFast: false)
    #expect(spectra.decide(change(1), asleep) == .refresh(.full, .sleep))
  }

  @Test func `temperature outside of the range waits, and the cold gets measured waveforms only`() {
    for temperature: Int32 in [-1, 51] {
      let state = state(nowMs: 0, isKnown: false, temperature: temperature)
      #expect(policy.decide(change(1), state) == .wait(until: MonotonicInstant(milliseconds: 600_000)))
    }
    for (temperature, kind): (Int32, RefreshKind) in [(0, .full), (9, .full), (10, .partial), (50, .partial)] {
      let state = state(nowMs: 400_000, lastMs: 2_000, driveMs: 2_000, fullMs: 2_000, temperature: temperature)
      #expect(policy.decide(change(1), state) == .refresh(kind, .standby))
    }
  }

  @Test func `upkeep is deep sleep after the last change, and a refresh of the day`() {
    let day = 23 * Self.hourMs
    let awake = state(nowMs: 60_000, lastMs: 50_000, driveMs: 2_000, fullMs: 2_000)
    #expect(policy.nextUpkeep(awake) == MonotonicInstant(milliseconds: 50_000 + 65 * 60_000))
    let asleep = state(nowMs: 60_000, lastMs: 50_000, driveMs: 2_000, fullMs: 2_000, isStandingBy: false)
    #expect(policy.nextUpkeep(asleep)?.milliseconds == 2_000 + day)
    let due = state(nowMs: 2_000 + day, lastMs: 50_000, driveMs: 2_000, fullMs: 2_000, isStandingBy: false)
    #expect(policy.decide(change(0), due) == .refresh(.full, .standby))
    let dark = state(nowMs: 2_000 + day, lastMs: 50_000, driveMs: 2_000, fullMs: 2_000, isStandingBy: false, darkMs: 9)
    #expect(policy.decide(change(0), dark) == .refresh(.full, .standby), "the maker's day outranks the dark")
    // A board that may get dark has it in the light.
    let careful = RefreshPolicy(PanelRules.maker.expecting(.scheduled), hasFast: true)
    #expect(careful.nextUpkeep(asleep)?.milliseconds == 2_000 + day / 23 * 12)
    var night = asleep
    night.darkness = .unannounced(sinceMs: 55_000, nowMs: 60_000)
    #expect(careful.nextUpkeep(night)?.milliseconds == 2_000 + day)
    #expect(policy.nextUpkeep(state(nowMs: 5, isKnown: false)) == nil)
  }

  @Test func `in the dark updates are rare, and none flashes`() {
    // Six hours of minute updates after the light went out, one minute after a refresh.
    var past = RefreshPast()
    past.lastEnd = MonotonicInstant(milliseconds: 0)
    past.lastDriveEnd = past.lastEnd
    past.lastFullEnd = past.lastEnd
    var kinds: [RefreshKind] = []
    for minute in 1...(12 * 60) {
      let now = MonotonicInstant(milliseconds: Int64(minute) * 60_000)
      let state = RefreshState(
        now: now, past: past, isGlassKnown: true, isStandingBy: true,
        darkness: .unannounced(sinceMs: 30_000, nowMs: now.milliseconds))
      guard case .refresh(let kind, _) = policy.decide(change(300), state) else { continue }
      kinds.append(kind)
      past.lastEnd = now
      if kind == .partial { past.partialsSinceDrive += 1 } else { past.partialsSinceDrive = 0 }
    }
    #expect(kinds == Array(repeating: .partial, count: 5))
    let light = RefreshState(
      now: MonotonicInstant(milliseconds: 12 * Self.hourMs), past: past, isGlassKnown: true, isStandingBy: true)
    #expect(policy.decide(change(300), light) == .refresh(.full, .standby), "light shows the newest state at once")
    let asked = PanelRules.maker.flashingInDark
    let dark = state(nowMs: 360_000, lastMs: 300_000, driveMs: 0, fullMs: 0, partials: 5, darkMs: 1)
    #expect(RefreshPolicy(asked, hasFast: true).decide(change(300), dark) == .refresh(.full, .standby))
  }

  @Test func `before a scheduled night a drive leaves clean glass, and each part of the night has one change`() {
    let careful = RefreshPolicy(PanelRules.maker.expecting(.scheduled), hasFast: true)
    // The night is announced at 1,000 s and begins at 1,240 s; the last drive ended at 830 s.
    func at(_ seconds: Int64, partials: Int32, last: Int64, drive: Int64) -> RefreshState {
      var state = state(
        nowMs: seconds * 1_000, lastMs: last * 1_000, driveMs: drive * 1_000, fullMs: drive * 1_000, partials: partials)
      let part = seconds / 3_600 * 3_600
      state.darkness = Darkness(
        since: MonotonicInstant(milliseconds: 1_000_000), begins: MonotonicInstant(milliseconds: 1_240_000),
        partBegan: MonotonicInstant(milliseconds: part * 1_000),
        nextPart: MonotonicInstant(milliseconds: (part + 3_600) * 1_000))
      return state
    }
    // The picture of the night comes in part, because no drive is permitted yet; the drive follows without a change.
    let announced = at(1_000, partials: 2, last: 960, drive: 830)
    #expect(careful.decide(change(300), announced) == .refresh(.partial, .standby))
    let shown = at(1_001, partials: 3, last: 1_001, drive: 830)
    #expect(careful.decide(change(0), shown) == .wait(until: MonotonicInstant(milliseconds: 1_010_000)))
    #expect(careful.nextUpkeep(shown)?.milliseconds == 1_010_000)
    let permitted = at(1_010, partials: 3, last: 1_001, drive: 830)
    #expect(careful.decide(change(0), permitted) == .refresh(.full, .standby))
    #expect(careful.decide(change(300), permitted) == .refresh(.full, .standby), "both in one")
    // Too late: it would still flash when the night begins.
    let late = at(1_230, partials: 3, last: 1_220, drive: 1_015)
    #expect(careful.decide(change(0), late) == .nothing)
    // In the night.
    let night = at(1_500, partials: 0, last: 1_015, drive: 1_015)
    #expect(careful.decide(change(300), night) == .wait(until: MonotonicInstant(milliseconds: 3_600_000)))
    #expect(
      careful.decide(change(300), at(3_600, partials: 0, last: 1_015, drive: 1_015)) == .refresh(.partial, .standby))
    #expect(
      careful.decide(change(300), at(3_700, partials: 1, last: 3_601, drive: 1_015))
        == .wait(until: MonotonicInstant(milliseconds: 7_200_000)))
    let usedUp = at(20_000, partials: 5, last: 18_001, drive: 1_015)
    #expect(
      careful.decide(change(300), usedUp) == .wait(until: MonotonicInstant(milliseconds: 1_015_000 + 23 * Self.hourMs)))
    // It stands by until the next part's change.
    var long = at(3_700, partials: 1, last: 3_601, drive: 1_015)
    long.darkness?.nextPart = MonotonicInstant(milliseconds: 10_800_000)
    #expect(careful.nextUpkeep(long)?.milliseconds == 11_100_000)
  }

  @Test func `a board with a sensor keeps one partial refresh for the dark, and no change waits longer than a minute`()
  {
    let rules = PanelRules.maker.expecting(.sensed)
    let sensed = RefreshPolicy(rules, hasFast: false)
    #expect(rules.longestWaitMs <= 60_000 && PanelRules.maker.longestWaitMs == 60_000)
    let lit = state(nowMs: 300_000, lastMs: 240_000, driveMs: 2_000, fullMs: 2_000, partials: 4)
    #expect(sensed.decide(change(300), lit) == .refresh(.full, .standby))
    var dark = lit
    dark.darkness = .unannounced(sinceMs: 300_000, nowMs: 300_000)
    #expect(sensed.decide(change(300), dark) == .refresh(.partial, .standby))
    // Six inks have none: their change waits for light.
    let inks = RefreshPolicy(PanelRules.makerOfDrives.expecting(.sensed), hasFast: false)
    dark.isStandingBy = false
    #expect(inks.decide(change(300), dark) == .wait(until: MonotonicInstant(milliseconds: 2_000 + 23 * Self.hourMs)))
  }

  // MARK: random weeks

  /// What a panel did, for rules that look back.
  private struct Log {
    var driveEnds: [Int64] = []
    var partialsInRow = 0
    var lastFull: Int64?
    var problems: [String] = []
  }

  private func randomWeek(_ seed: UInt64, _ rules: PanelRules, hasFast: Bool) -> Log {
    var generator = SeededGenerator(seed)
    let policy = RefreshPolicy(rules, hasFast: hasFast)
    var log = Log()
    var past = RefreshPast()
    var (isKnown, isAwake) = (false, false)
    var darkMs: Int64?
    var nowMs: Int64 = 0
    var pending: Int64 = 0
    while nowMs < 7 * 24 * Self.hourMs {
      pending += Int64.random(in: 0..<4, using: &generator) == 0 ? Int64.random(in: 1...9_000, using: &generator) : 200
      let state = RefreshState(
        now: MonotonicInstant(milliseconds: nowMs), past: past, isGlassKnown: isKnown, isStandingBy: isAwake,
        darkness: darkMs.map { .unannounced(sinceMs: $0, nowMs: nowMs) })
      let decision = policy.decide(change(Swift.min(10_000, pending)), state)
      let earliest = policy.earliestRefresh(state).milliseconds
      switch decision {
      case .nothing: log.problems.append("\(nowMs): nothing for a change")
      case .wait(let until):
        if nowMs >= earliest { log.problems.append("\(nowMs): refused after the earliest time") }
        if until.milliseconds <= nowMs { log.problems.append("\(nowMs): waits for the past") }
        // A glass that became unknown, or a controller that fell asleep, waits for a drive.
        if darkMs == nil && isKnown && isAwake == (rules.standbyMs > 0)
          && until.milliseconds - nowMs > rules.longestWaitMs
        {
          log.problems.append("\(nowMs): waits \(until.milliseconds - nowMs) ms")
        }
      case .refresh(let kind, let ending):
        if nowMs < earliest { log.problems.append("\(nowMs): before the earliest time") }
        note(kind, &log, atMs: nowMs, rules, isFirst: !isKnown || !isAwake)
        isKnown = true
        isAwake = ending == .standby
        pending = 0
        let end = MonotonicInstant(milliseconds: nowMs + 2_000)
        past.lastEnd = end
        if kind == .partial {
          past.partialsSinceDrive += 1
        } else {
          past.partialsSinceDrive = 0
          past.lastDriveEnd = end
          if kind == .full { past.lastFullEnd = end }
          log.driveEnds.append(end.milliseconds)
        }
      }
      nowMs += Int64.random(in: 2_001...(Bool.random(using: &generator) ? 90_000 : 900_000), using: &generator)
      if Int.random(in: 0..<60, using: &generator) == 0 { isAwake = false }
      if Int.random(in: 0..<400, using: &generator) == 0 { isKnown = false }
      if Int.random(in: 0..<40, using: &generator) == 0 { darkMs = darkMs == nil ? nowMs : nil }
    }
    return log
  }

  private func note(_ kind: RefreshKind, _ log: inout Log, atMs: Int64, _ rules: PanelRules, isFirst: Bool) {
    if kind == .partial {
      log.partialsInRow += 1
      if isFirst { log.problems.append("\(atMs): partial after power-up or sleep") }
      if log.partialsInRow > Int(rules.partialsPerDrive) {
        log.problems.append("\(atMs): \(log.partialsInRow) in a row")
      }
    } else {
      log.partialsInRow = 0
      if let last = log.driveEnds.last, atMs - last < rules.driveIntervalMs {
        log.problems.append("\(atMs): a drive after \(atMs - last) ms")
      }
    }
    if let last = log.lastFull, kind != .full, atMs - last >= rules.longestRestMs {
      log.problems.append("\(atMs): not full after a day")
    }
    if kind == .full { log.lastFull = atMs + 2_000 }
  }

  @Test(arguments: 0..<40)
  func `random weeks keep every rule`(_ seed: Int) {
    let rules: PanelRules =
      switch seed % 4 {
      case 0: .maker
      case 1: .makerOfDrives
      case 2: PanelRules.maker.with(intervalMs: 50_000)
      default: PanelRules.maker.with(intervalMs: 1_000)
      }
    let log = randomWeek(UInt64(seed), rules, hasFast: seed % 3 == 0)
    #expect(log.problems.isEmpty, "\(log.problems.prefix(3))")
    #expect(log.driveEnds.count > 50)
  }
}

extension Darkness {
  /// A night that a sensor noticed, in parts of an hour.
  static func unannounced(sinceMs: Int64, nowMs: Int64) -> Darkness {
    let part = nowMs / 3_600_000 * 3_600_000
    return Darkness(
      since: MonotonicInstant(milliseconds: sinceMs), begins: MonotonicInstant(milliseconds: sinceMs),
      partBegan: MonotonicInstant(milliseconds: part), nextPart: MonotonicInstant(milliseconds: part + 3_600_000))
  }
}
