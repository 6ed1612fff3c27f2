import Foundation
import TestSupport
import Testing

@testable import AfterglowSources

@Suite struct ReloadScheduleTests {
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  private static func timeline(at ms: Int64) -> ReloadWish {
    ReloadWish(.timeline, atMs: ms, gapMs: ReloadSchedule.gapMs, isCounted: true)
  }

  /// The times at which an instance is reloaded that always wants the same, until `untilMs`.
  private static func times(_ wish: (Int64) -> ReloadWish, untilMs: Int64, _ schedule: inout ReloadSchedule) -> [Int64]
  {
    var times: [Int64] = []
    schedule.want([wish(0)], "a")
    while let due = schedule.dueMs, due < untilMs {
      let at = max(due, times.last ?? 0)
      for (name, wish) in schedule.due(nowMs: at) { schedule.reloaded(name, wish, nowMs: at) }
      times.append(at)
      schedule.want([wish(at)], "a")
    }
    return times
  }

  @Test func `what always wants a reload has 70 in any day, and never waits for more than 24 min`() {
    var schedule = ReloadSchedule()
    let times = Self.times({ Self.timeline(at: $0) }, untilMs: 5 * 24 * Self.hour, &schedule)
    for (index, time) in times.enumerated() {
      let ofDay = times[...index].count { $0 > time - ReloadBudget.dayMs }
      #expect(ofDay <= ReloadBudget.dailyCount)
      if index > 0 {
        #expect((ReloadSchedule.gapMs...ReloadBudget.paceMs).contains(time - times[index - 1]))
      }
    }
    #expect(times.count { $0 < ReloadBudget.dayMs } == ReloadBudget.dailyCount - 1)
    #expect(schedule.records["a"]?.budget.usedCount(nowMs: times.last!) == 60)
  }

  @Test func `a widget that asks each half hour never waits`() {
    var schedule = ReloadSchedule()
    let times = Self.times(
      { Self.timeline(at: $0 + 30 * Self.minute) }, untilMs: 3 * 24 * Self.hour, &schedule)
    let halfHours = (1..<144).map { Int64($0) * 30 * Self.minute }
    #expect(times == halfHours)
  }

  @Test func `files, programs and what is handed over wait for a second, and use nothing of the budget`() {
    var schedule = ReloadSchedule()
    let times = Self.times(
      { ReloadWish(.changed, atMs: $0, gapMs: ReloadSchedule.localGapMs, isCounted: false) }, untilMs: 300_000,
      &schedule)
    #expect(times == (0..<300).map { $0 * 1_000 })
    #expect(schedule.records["a"]?.budget == ReloadBudget())
  }

  @Test func `reloads that may wait go together, others do not wait for them`() {
    var schedule = ReloadSchedule()
    schedule.want([Self.timeline(at: 0)], "a")
    schedule.want([Self.timeline(at: 29_000)], "b")
    schedule.want([Self.timeline(at: 31_000)], "c")
    #expect(schedule.dueMs == 29_000)
    #expect(schedule.due(nowMs: 28_999).isEmpty)
    #expect(schedule.due(nowMs: 29_000).keys.sorted() == ["a", "b"])
    schedule.want([ReloadWish(.changed, atMs: 4_000, gapMs: 1_000, isCounted: false)], "d")
    #expect(schedule.dueMs == 4_000)
    #expect(schedule.due(nowMs: 4_000).keys.sorted() == ["a", "d"])
  }

  @Test func `a reason that is free is taken before one that counts`() {
    var schedule = ReloadSchedule()
    schedule.want([Self.timeline(at: 0), ReloadWish(.asked, atMs: 5, gapMs: 0, isCounted: false)], "a")
    #expect(schedule.due(nowMs: 10)["a"]?.reason == .asked)
    #expect(schedule.next("a")?.atMs == 0)
  }

  /// A ledger of two busy hours.
  private static func ledger() -> ReloadLedger {
    var schedule = ReloadSchedule()
    _ = times({ timeline(at: $0) }, untilMs: 2 * hour, &schedule)
    return ReloadLedger(boot: "a", bootMs: 2 * hour, wallMs: 1_000_000, budgets: schedule.budgets)
  }

  @Test func `a ledger goes on by the boot's clock, and after another boot by a wall clock that is trusted`() throws {
    let ledger = Self.ledger()
    let read = try JSONDecoder().decode(ReloadLedger.self, from: JSONEncoder().encode(ledger))
    #expect(read == ledger)
    // The wall clock was set back by years.
    #expect(read.budgets(boot: "a", bootMs: 3 * Self.hour, wallMs: 5) == ledger.budgets)
    let last = try #require(ledger.budgets["a"]?.takenMs.last)
    func lastAfterBoot(_ wallMs: Int64?) -> Int64? {
      read.budgets(boot: "b", bootMs: 40_000, wallMs: wallMs)["a"]?.takenMs.last
    }
    #expect(lastAfterBoot(1_000_000 + Self.hour) == 40_000 - Self.hour - (2 * Self.hour - last))
    for wall in [nil, 5] as [Int64?] { #expect(lastAfterBoot(wall) == 40_000 - (2 * Self.hour - last)) }
  }

  @Test func `a ledger with impossible times is not used`() {
    func known(_ change: (inout ReloadLedger) -> Void) -> Int {
      var ledger = Self.ledger()
      change(&ledger)
      return ledger.budgets(boot: "a", bootMs: 2 * Self.hour, wallMs: nil).count
    }
    #expect(known { _ in } == 1)
    #expect(known { $0.bootMs = .max } == 0)
    #expect(known { $0.wallMs = .min } == 0)
    #expect(known { $0.bootMs = Self.hour } == 0, "a reload of the future")
  }

  // MARK: compared with the naive rules

  /// One life of a scene: instances with policies, files and sources, a clock that is set, suspends, restarts, reboots.
  private struct Life {
    var random: SeededNumbers
    let tickMs: Int64
    let names: [String]
    var naive: NaiveReloads
    var schedule = ReloadSchedule()
    var bootMs: Int64
    var boot = 0
    var wallMs: Int64 = 1_795_431_600_000
    /// When the instance's timeline ends, by the wall clock.
    var ends: [Int64?]
    var extra: [[ReloadWish]]
    var ledger: ReloadLedger?
    var ofLedger: [NaiveReloads.Instance] = []
    var sinceLedger = 0
    var reloadCount = 0
    var waitedCount = 0

    init(seed: UInt64) {
      random = SeededNumbers(seed: seed)
      tickMs = seed % 2 == 0 ? 1_000 : 60_000
      let count = Int.random(in: 1...4, using: &random)
      names = (0..<count).map { "instance \($0)" }
      naive = NaiveReloads(tickMs: Int(tickMs), count: count)
      bootMs = tickMs * Int64.random(in: 1...1000, using: &random)
      ends = Array(repeating: nil, count: count)
      extra = Array(repeating: [], count: count)
    }

    private mutating func chance(_ inTicks: Int) -> Bool { Int.random(in: 0..<inTicks, using: &random) == 0 }

    /// Gives both what each instance wants now.
    private mutating func tell() {
      for (index, name) in names.enumerated() {
        var wishes = extra[index]
        if let end = ends[index] { wishes.append(ReloadScheduleTests.timeline(at: bootMs + end - wallMs)) }
        schedule.want(wishes, name)
        naive.instances[index].wants = wishes.map { wish in
          NaiveReloads.Want(
            reason: wish.reason, inTicks: Int((wish.atMs - bootMs) / tickMs),
            gapTicks: Int((wish.gapMs + tickMs - 1) / tickMs),
            isCounted: wish.isCounted)
        }
      }
    }

    private mutating func add(_ reason: ReloadReason, gapMs: Int64, isCounted: Bool, to index: Int) {
      if extra[index].contains(where: { $0.reason == reason }) { return }
      extra[index].append(ReloadWish(reason, atMs: bootMs, gapMs: gapMs, isCounted: isCounted))
    }

    private mutating func addToAll(_ reason: ReloadReason) {
      for index in names.indices { add(reason, gapMs: ReloadSchedule.localGapMs, isCounted: false, to: index) }
    }

    /// Both at this moment.
    ///
    /// - Returns: whether they agree.
    mutating func step() -> Bool {
      tell()
      let due = schedule.due(nowMs: bootMs)
      let expected = naive.reload()
      let isEqual = due.mapValues(\.reason) == Dictionary(uniqueKeysWithValues: expected.map { (names[$0], $1) })
      for (index, name) in names.enumerated() {
        guard let wish = due[name] else { continue }
        schedule.reloaded(name, wish, nowMs: bootMs)
        reloadCount += 1
        if wish.isCounted && wish.atMs < bootMs { waitedCount += 1 }
        extra[index] = []
        let minutes = [0, 1, 5, 5, 10, 30, 60, 24 * 60].randomElement(using: &random)!
        ends[index] = chance(8) ? nil : wallMs + Int64(minutes) * ReloadScheduleTests.minute
      }
      return isEqual
    }

    mutating func event() {
      for index in names.indices {
        if chance(40) { add(.changed, gapMs: ReloadSchedule.localGapMs, isCounted: false, to: index) }
        if chance(30) { add(.received, gapMs: ReloadSchedule.gapMs, isCounted: true, to: index) }
        if chance(60) { add(.received, gapMs: 120_000, isCounted: false, to: index) }
        if chance(90) { add(.retry, gapMs: ReloadSchedule.gapMs, isCounted: true, to: index) }
      }
      if chance(200) { addToAll(.asked) }
      if chance(200) { setClock() }
      if chance(150) { save() }
      if chance(400) { restart(reboots: chance(2)) }
      if chance(300) { pass(Int.random(in: 1...120, using: &random)) }
    }

    private mutating func setClock() {
      let seconds: [Int64] = [-315_576_000, -86_400, -3_600, -60, 60, 3_600, 9 * 3_600, 315_576_000]
      wallMs += seconds.randomElement(using: &random)! * 1_000
      addToAll(.clock)
    }

    private mutating func save() {
      ledger = ReloadLedger(boot: "\(boot)", bootMs: bootMs, wallMs: wallMs, budgets: schedule.budgets)
      ofLedger = naive.instances
      sinceLedger = 0
    }

    private mutating func restart(reboots: Bool) {
      guard let ledger else { return }
      var isTrusted = true
      var elapsed = sinceLedger
      if reboots {
        boot += 1
        bootMs = tickMs * Int64.random(in: 1...100, using: &random)
      }
      if ledger.boot != "\(boot)" {
        isTrusted = !chance(3)
        elapsed = isTrusted ? Int(max(0, wallMs - ledger.wallMs) / tickMs) : 0
      }
      let stored = try! JSONDecoder().decode(ReloadLedger.self, from: JSONEncoder().encode(ledger))
      schedule = ReloadSchedule(
        budgets: stored.budgets(boot: "\(boot)", bootMs: bootMs, wallMs: isTrusted ? wallMs : nil))
      naive.instances = ofLedger
      naive.pass(elapsed)
      for index in naive.instances.indices { naive.instances[index].sinceLast = nil }
      ends = Array(repeating: nil, count: names.count)
      extra = Array(repeating: [], count: names.count)
      addToAll(.begun)
    }

    mutating func pass(_ ticks: Int) {
      bootMs += Int64(ticks) * tickMs
      wallMs += Int64(ticks) * tickMs
      sinceLedger += ticks
      naive.pass(ticks)
    }
  }

  @Test func `ten thousand lives with clock steps, suspends and restarts agree with the naive rules`() async {
    let counts = await withTaskGroup(of: (differing: [UInt64], reloads: Int, waited: Int).self) { group in
      for part in UInt64(0)..<8 {
        group.addTask {
          var result: (differing: [UInt64], reloads: Int, waited: Int) = ([], 0, 0)
          for seed in stride(from: part, to: 10_000, by: 8) {
            var life = Life(seed: seed)
            for _ in 0..<400 {
              life.event()
              guard life.step() else {
                result.differing.append(seed)
                break
              }
              life.pass(1)
            }
            result.reloads += life.reloadCount
            result.waited += life.waitedCount
          }
          return result
        }
      }
      return await group.reduce(into: (differing: [UInt64](), reloads: 0, waited: 0)) {
        $0.differing += $1.differing
        $0.reloads += $1.reloads
        $0.waited += $1.waited
      }
    }
    #expect(counts.differing.isEmpty)
    #expect(counts.reloads > 300_000 && counts.waited > 3_000, "\(counts)")
  }
}
