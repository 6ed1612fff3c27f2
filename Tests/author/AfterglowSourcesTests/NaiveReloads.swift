import AfterglowSources

/// The rules of reloads, written down a second time: a clock that ticks, and for each instance how long ago things happened.
/// It keeps no times, plans nothing, and knows nothing of the schedule that it is compared with.
struct NaiveReloads {
  struct Want {
    var reason: ReloadReason
    /// Ticks until it is wanted; negative = for how long it has been.
    var inTicks: Int
    var gapTicks: Int
    var isCounted: Bool
  }

  struct Instance {
    /// Ticks' worth of budget: full at 10 × 24 min, one reload costs 24 min.
    var credit: Int
    var sinceLast: Int?
    var wants: [Want] = []
  }

  let tickMs: Int
  var instances: [Instance]

  private var cost: Int { 24 * 60_000 / tickMs }
  private var full: Int { 10 * cost }

  init(tickMs: Int, count: Int) {
    self.tickMs = tickMs
    instances = []
    instances = (0..<count).map { _ in Instance(credit: full) }
  }

  mutating func tick() { pass(1) }

  /// Time in which nothing can be reloaded.
  mutating func pass(_ ticks: Int) {
    for index in instances.indices {
      instances[index].credit = min(full, instances[index].credit + ticks)
      instances[index].sinceLast = instances[index].sinceLast.map { $0 + ticks }
      for want in instances[index].wants.indices { instances[index].wants[want].inTicks -= ticks }
    }
  }

  /// Whether it would be allowed this many ticks from now; before now, as far as its budget remembers.
  private func isAllowed(_ want: Want, _ instance: Instance, in ticks: Int) -> Bool {
    if want.inTicks > ticks { return false }
    if let since = instance.sinceLast, since + ticks < want.gapTicks { return false }
    return !want.isCounted || min(full, instance.credit + ticks) >= cost
  }

  private func patient(_ instance: Instance) -> [Want] { instance.wants.filter(\.reason.isPatient) }

  /// For how many ticks one of its patient wants has been allowed; nil = none is.
  private func waited(_ instance: Instance) -> Int? {
    patient(instance).filter { isAllowed($0, instance, in: 0) }.map { want in
      var back = 0
      while back < 40 * 60_000 / tickMs, isAllowed(want, instance, in: -(back + 1)) { back += 1 }
      return back
    }.max()
  }

  /// What is reloaded now.
  mutating func reload() -> [Int: ReloadReason] {
    let ready = instances.map { instance in instance.wants.filter { isAllowed($0, instance, in: 0) } }
    let hurries = ready.contains { $0.contains { !$0.reason.isPatient } }
    if !hurries {
      guard let longest = instances.compactMap(waited).max() else { return [:] }
      // Whether another one comes before the first has waited for half a minute.
      let left = 30_000 / tickMs - longest
      for instance in instances where left > 0 && waited(instance) == nil {
        for ahead in 1...left where patient(instance).contains(where: { isAllowed($0, instance, in: ahead) }) {
          return [:]
        }
      }
    }
    var reloaded: [Int: ReloadReason] = [:]
    for (index, wants) in ready.enumerated() {
      guard let want = wants.first(where: { !$0.isCounted }) ?? wants.first else { continue }
      reloaded[index] = want.reason
      if want.isCounted { instances[index].credit -= cost }
      instances[index].sinceLast = 0
      instances[index].wants = []
    }
    return reloaded
  }
}
