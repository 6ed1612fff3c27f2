/// Why an instance of a widget is reloaded: its provider is asked for a new timeline.
public enum ReloadReason: String, Codable, Sendable {
  case begun = "start"
  /// By a person or program.
  case asked = "asked for"
  /// Widgets, configuration, locale, zone, place, type size.
  case scene = "scene changed"
  case clock = "clock set"
  /// A file, what was handed over, or what a local program has printed.
  case changed = "content changed"
  /// From the network.
  case received = "content received"
  /// Its own policy.
  case timeline = "timeline due"
  case retry = "attempt after a failure"
  /// Received content is about to be marked as old, unless it was confirmed meanwhile.
  case check = "content to be confirmed"

  /// Whether it may wait for other instances' reloads.
  public var isPatient: Bool {
    switch self {
    case .begun, .asked, .scene, .clock, .changed: false
    case .received, .timeline, .retry, .check: true
    }
  }
}

/// A reload that is wanted.
public struct ReloadWish: Equatable, Sendable {
  public var reason: ReloadReason
  /// Not before this time.
  public var atMs: Int64
  /// Shortest time since the instance's last reload, in ms.
  public var gapMs: Int64
  /// Whether it is one of the instance's `ReloadBudget`.
  public var isCounted: Bool

  public init(_ reason: ReloadReason, atMs: Int64, gapMs: Int64, isCounted: Bool) {
    self.reason = reason
    self.atMs = atMs
    self.gapMs = gapMs
    self.isCounted = isCounted
  }
}

/// What is known of an instance's reloads.
public struct ReloadRecord: Equatable, Sendable {
  /// What was used of its budget.
  public internal(set) var budget = ReloadBudget()
  /// When it was last reloaded; nil = never.
  public internal(set) var lastMs: Int64?
  public internal(set) var lastReason: ReloadReason?

  /// Of an instance that was never reloaded.
  public init() {}
}

/// When the instances of a scene's widgets are reloaded: each within its budget and not sooner after its last reload than
/// the reason allows; those that may wait go together.
///
/// Times are in milliseconds of a clock that is never set and counts suspend.
public struct ReloadSchedule: Sendable {
  /// Shortest time between two reloads that an instance asks for itself, in ms.
  public static let gapMs: Int64 = 300_000
  /// The same where files, programs of this machine and what is handed over have changed.
  public static let localGapMs: Int64 = 1_000
  /// How long a reload may wait for another one, in ms.
  public static let togetherMs: Int64 = 30_000

  /// By the instances' names.
  public private(set) var records: [String: ReloadRecord] = [:]
  private var wishes: [String: [ReloadWish]] = [:]

  /// - Parameter budgets: of an earlier run, by the instances' names.
  public init(budgets: [String: ReloadBudget] = [:]) {
    records = budgets.mapValues { budget in
      var record = ReloadRecord()
      record.budget = budget
      return record
    }
  }

  /// What an earlier run's schedule would go on with.
  public var budgets: [String: ReloadBudget] { records.mapValues(\.budget) }

  /// Forgets all other instances.
  public mutating func keep(_ names: some Sequence<String>) {
    let names = Set(names)
    records = records.filter { names.contains($0.key) }
    wishes = wishes.filter { names.contains($0.key) }
  }

  /// Replaces what an instance wants.
  public mutating func want(_ wishes: [ReloadWish], _ name: String) { self.wishes[name] = wishes }

  /// What an instance waits for, and when that happens at the earliest; nil = nothing.
  public func next(_ name: String) -> (wish: ReloadWish, atMs: Int64)? {
    (wishes[name] ?? []).map { ($0, earliestMs($0, name)) }.min { $0.1 < $1.1 }
  }

  private func earliestMs(_ wish: ReloadWish, _ name: String) -> Int64 {
    guard let record = records[name] else { return wish.atMs }
    let gap = record.lastMs.map { $0 + wish.gapMs } ?? .min
    return max(wish.atMs, gap, wish.isCounted ? record.budget.availableMs : .min)
  }

  /// When something is to be reloaded; nil = nothing is wanted.
  public var dueMs: Int64? {
    var impatient: Int64?
    var patient: [Int64] = []
    for (name, wishes) in wishes {
      for wish in wishes where !wish.reason.isPatient {
        impatient = min(impatient ?? .max, earliestMs(wish, name))
      }
      if let first = wishes.filter(\.reason.isPatient).map({ earliestMs($0, name) }).min() { patient.append(first) }
    }
    let together = patient.min().flatMap { first in patient.filter { $0 <= first + Self.togetherMs }.max() }
    return [impatient, together].compactMap(\.self).min()
  }

  /// What is to be reloaded now, by name, each with its reason; empty before `dueMs`. Where an instance has several
  /// reasons, one that does not count is taken.
  public func due(nowMs: Int64) -> [String: ReloadWish] {
    guard let dueMs, dueMs <= nowMs else { return [:] }
    return wishes.reduce(into: [:]) { due, instance in
      let ready = instance.value.filter { earliestMs($0, instance.key) <= nowMs }
      due[instance.key] = ready.first { !$0.isCounted } ?? ready.first
    }
  }

  /// Notes a reload. What the instance wanted is forgotten.
  public mutating func reloaded(_ name: String, _ wish: ReloadWish, nowMs: Int64) {
    var record = records[name] ?? ReloadRecord()
    if wish.isCounted { record.budget.take(nowMs: nowMs) }
    record.lastMs = nowMs
    record.lastReason = wish.reason
    records[name] = record
    wishes[name] = nil
  }
}
