/// Deaths of composing processes: too many in a short time are answered by composing less.
struct DeathCount {
  static let limit = 3
  static let spanMs: Int64 = 600_000
  /// Without a death, before everything is tried again.
  static let restMs: Int64 = 3_600_000

  /// Since the boot, in ms.
  private var times: [Int64] = []

  /// Notes a death.
  mutating func add(nowMs: Int64) {
    times.append(nowMs)
    times.removeAll { $0 <= nowMs - Self.spanMs }
  }

  /// Deaths of the last ten minutes.
  func count(nowMs: Int64) -> Int { times.count { $0 > nowMs - Self.spanMs } }

  /// Whether everything but clocks is to be set aside.
  func isTooMany(nowMs: Int64) -> Bool { count(nowMs: nowMs) >= Self.limit }

  /// Whether everything may be tried again.
  func areOver(nowMs: Int64) -> Bool { times.last.map { nowMs - $0 >= Self.restMs } ?? true }

  /// A person asks to try everything again.
  mutating func forget() { times = [] }
}
