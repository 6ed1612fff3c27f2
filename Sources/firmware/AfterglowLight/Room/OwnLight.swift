import AfterglowCore

/// Estimates what the panel adds to the reading of its sensor.
///
/// A bright picture lights a sensor next to it: otherwise the panel would never find the room dark. So each change of
/// mode is also a measurement: the readings just before it and those once it has settled differ by the light that the
/// change removed or added. The light of the pictures themselves is computed (from the settings, until the first
/// picture of a mode was shown), so each mode's share follows from the difference. It is subtracted from every reading,
/// and the thresholds' gaps are kept wider than the step. The median of the last three measurements counts (of two, the
/// smaller one), so that a lamp switched at the same moment is outvoted. While a change settles, the filter keeps its
/// value.
struct OwnLight {
  /// Time in ms after which a ramp and a slow sensor have settled.
  static var settleMs: Int64 { 2_000 }
  /// How long readings are averaged after that, in ms.
  static var measureMs: Int64 { 3_000 }
  /// lux × 1000 above which a reading is the room's light and not a panel's.
  static var brightestMillilux: Int64 { 60_000 }
  /// lux × 1000, more than a panel can add to a sensor that faces the room.
  static var mostMillilux: Int64 { 20_000 }

  /// Light of each mode against a day's, × 1000, by rank: by the settings, and by the pictures that were shown.
  private var expected: InlineArray<3, Int64>
  private var share: InlineArray<3, Int64>
  /// Light of the last picture of each mode, in a unit of the engine's; 0 = none yet.
  private var pictures: InlineArray<3, Int64>
  /// False for panels that emit nothing, or have no other mode than day.
  private let isLit: Bool
  private let peakMillinits: Int64
  /// Lux × 1000 of a day's picture.
  private var estimate: Int64
  private var samples: InlineArray<3, Int64>
  private var sampleCount: Int64
  private var recent: RecentMean?
  private var change: Change?

  /// A change of mode that is settling or being measured.
  private struct Change {
    var from: LightMode
    var to: LightMode
    /// Mean reading before; nil = none to compare with.
    var before: Int64?
    var at: Int64
    var isSettled = false
    /// Sum of reading × time since it settled.
    var sum: Int64 = 0
    var summedTo: Int64 = 0
    /// Readings since it settled.
    var lowest = Int64.max
    var highest: Int64 = 0
  }

  init(settings: LightSettings, rules: LightRules, isLit: Bool) {
    peakMillinits = Int64(Swift.max(1, settings.peakMillinits))
    expected = [
      1000, Int64(Swift.max(0, Swift.min(settings.alwaysOnPermille, 1000))),
      Swift.min(1000, Int64(Swift.max(0, settings.nightMillinits)) * 1000 / peakMillinits),
    ]
    share = expected
    pictures = InlineArray(repeating: 0)
    self.isLit = isLit
    estimate = isLit ? Int64(Swift.max(0, rules.ownMillilux)) : 0
    samples = InlineArray(repeating: 0)
    sampleCount = 0
    recent = nil
    change = nil
  }

  /// The light that a picture in this mode adds, lux × 1000.
  func millilux(in mode: LightMode) -> Int64 { estimate * share[Int(mode.rank)] / 1000 }

  /// Notes the light of a picture of this mode. True when the meaning of readings changes with it.
  mutating func note(_ mode: LightMode, light: Int64) -> Bool {
    if !isLit || light < 0 || pictures[Int(mode.rank)] == light { return false }
    let day = dayLight
    pictures[Int(mode.rank)] = light
    let newDay = dayLight
    // The estimate is for the previous day picture: scale it to the new one.
    if day > 0 && newDay > 0 && mode == .day && estimate > 0 {
      estimate = Swift.min(estimate * newDay / day, OwnLight.mostMillilux)
      for index in 0..<3 { samples[index] = Swift.min(samples[index] * newDay / day, OwnLight.mostMillilux) }
    }
    if newDay > 0 {
      for rank in 0..<3 {
        let light = pictures[rank]
        share[rank] = rank == 0 ? 1000 : light > 0 ? Swift.min(light * 1000 / newDay, 4000) : expected[rank]
      }
    }
    return estimate > 0
  }

  /// The light of a day's picture, or an estimate from another mode's.
  private var dayLight: Int64 {
    for rank in 0..<3 where pictures[rank] > 0 && expected[rank] > 0 {
      return Swift.max(1, pictures[rank] * 1000 / expected[rank])
    }
    return 0
  }

  /// Sets the luminance of white in always-on from now on, in cd/m² × 1000.
  mutating func expectAlwaysOn(millinits: Int32) {
    expected[1] = Int64(millinits) * 1000 / peakMillinits
    if pictures[1] == 0 { share[1] = expected[1] }
  }

  /// How much less light a picture adds in the darker of two modes.
  func step(from bright: LightMode, to dark: LightMode) -> Int64 {
    Swift.max(0, millilux(in: bright) - millilux(in: dark))
  }

  /// Whether readings are to be ignored now.
  var isSettling: Bool { change != nil && change?.isSettled == false }

  /// When a change has settled, or is measured; `distantFuture` = none is under way.
  var nextEvent: Int64 {
    guard let change else { return MonotonicInstant.distantFuture.milliseconds }
    return change.at + OwnLight.settleMs + (change.isSettled ? OwnLight.measureMs : 0)
  }

  /// The first reading, or the first after none.
  mutating func start(_ millilux: Int64, at now: Int64) { recent = RecentMean(millilux, from: now) }

  /// This reading has held until `now`.
  mutating func hold(_ millilux: Int64, until now: Int64) {
    recent?.hold(millilux, until: now)
    guard var change, change.isSettled else { return }
    change.sum += millilux * (now - change.summedTo)
    change.summedTo = now
    change.lowest = Swift.min(change.lowest, millilux)
    change.highest = Swift.max(change.highest, millilux)
    self.change = change
  }

  /// There is no reading any more: nothing can be compared with what comes after.
  mutating func forget() {
    recent = nil
    change?.before = nil
  }

  /// Notes that the panel shows another mode from now on. `hold` must have been called before.
  mutating func begin(from: LightMode, to: LightMode, at now: Int64) {
    if !isLit { return }
    // While one change is measured the next one is not: its readings before are of two modes.
    let before = change == nil ? recent?.value : nil
    change = Change(from: from, to: to, before: before, at: now)
  }

  /// Handles the event that `nextEvent` announced; true when the meaning of readings changes with it. `hold` must have
  /// been called before.
  mutating func take(eventAt now: Int64) -> Bool {
    guard var change else { return false }
    if !change.isSettled {
      change.isSettled = true
      change.summedTo = now
      self.change = change
      return true
    }
    self.change = nil
    guard let before = change.before else { return false }
    return learn(change, before, after: change.sum / OwnLight.measureMs)
  }

  private mutating func learn(_ change: Change, _ before: Int64, after: Int64) -> Bool {
    let shares = share[Int(change.from.rank)] - share[Int(change.to.rank)]
    // Modes that differ by less than a twentieth of the light cannot be measured.
    if (shares < 50 && shares > -50) || Swift.max(before, after) > OwnLight.brightestMillilux { return false }
    // A room whose own light changes meanwhile allows no measurement either.
    let step = before > after ? before - after : after - before
    if change.highest - change.lowest > step / 2 + 300 { return false }
    let measured = (before - after) * 1000 / shares
    samples[Int(sampleCount % 3)] = Swift.max(0, Swift.min(measured, OwnLight.mostMillilux))
    sampleCount += 1
    estimate = middle
    return true
  }

  private var middle: Int64 {
    let (a, b, c) = (samples[0], samples[1], samples[2])
    if sampleCount == 1 { return a }
    if sampleCount == 2 { return Swift.min(a, b) }
    return Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
  }
}

/// The mean of the readings of the last two to four seconds, weighted by how long each held.
private struct RecentMean {
  private static var bucketMs: Int64 { 2_000 }

  private var heldTo: Int64
  private var last: Int64
  private var sum: Int64 = 0
  private var ms: Int64 = 0
  private var previousSum: Int64 = 0
  private var previousMs: Int64 = 0

  init(_ millilux: Int64, from now: Int64) {
    heldTo = now
    last = millilux
  }

  var value: Int64 { ms + previousMs == 0 ? last : (sum + previousSum) / (ms + previousMs) }

  mutating func hold(_ millilux: Int64, until now: Int64) {
    let bucket = RecentMean.bucketMs
    last = millilux
    if now - heldTo >= 2 * bucket {
      previousMs = bucket
      previousSum = millilux * bucket
      ms = now % bucket
      sum = millilux * ms
      heldTo = now
      return
    }
    while heldTo < now {
      let end = Swift.min(now, (heldTo / bucket + 1) * bucket)
      sum += millilux * (end - heldTo)
      ms += end - heldTo
      heldTo = end
      if end % bucket == 0 {
        previousSum = sum
        previousMs = ms
        sum = 0
        ms = 0
      }
    }
  }
}
