/// How often one instance of a widget may be reloaded of its own accord (docs/rules.md, Timelines): ten times as soon as it
/// likes, each of them available again after 24 min, so that any 24 h have 70 at most and no due reload waits for longer
/// than 24 min.
///
/// Times are in milliseconds of a clock that is never set and counts suspend, so a clock step changes nothing.
public struct ReloadBudget: Equatable, Codable, Sendable {
  /// Most reloads in any 24 h.
  public static let dailyCount = 70
  /// Of those, how many may follow each other without a longer pause than the shortest.
  public static let burstCount = 10
  /// The length of a day, in ms.
  public static let dayMs: Int64 = 86_400_000
  /// After this time one more is available, in ms.
  public static let paceMs = dayMs / Int64(dailyCount - burstCount)

  /// The reloads of the last day, oldest first.
  public private(set) var takenMs: [Int64] = []
  /// When all are available again; nil = they are.
  private var wholeAtMs: Int64?

  /// A budget of which nothing has been used.
  public init() {}

  /// When the next reload is available; it may have been for long.
  public var availableMs: Int64 { (wholeAtMs ?? .min / 2) - Int64(Self.burstCount - 1) * Self.paceMs }

  /// Notes a reload that counts.
  public mutating func take(nowMs: Int64) {
    wholeAtMs = max(wholeAtMs ?? nowMs, nowMs) + Self.paceMs
    takenMs.removeAll { $0 <= nowMs - Self.dayMs }
    takenMs.append(nowMs)
  }

  /// How many have been used in the day before `nowMs`.
  public func usedCount(nowMs: Int64) -> Int { takenMs.count { $0 > nowMs - Self.dayMs } }

  /// Whether it could be a budget at this time.
  func isPlausible(nowMs: Int64) -> Bool {
    let limit: Int64 = 1 << 53
    guard takenMs.count <= Self.dailyCount, takenMs.allSatisfy({ (-limit...nowMs).contains($0) }) else { return false }
    guard let wholeAtMs else { return takenMs.isEmpty }
    return (-limit...nowMs + Int64(Self.burstCount) * Self.paceMs).contains(wholeAtMs)
  }

  /// The same budget on a clock whose times are larger by `differenceMs`.
  func moved(byMs differenceMs: Int64) -> ReloadBudget {
    var moved = self
    moved.takenMs = takenMs.map { $0 + differenceMs }
    moved.wholeAtMs = wholeAtMs.map { $0 + differenceMs }
    return moved
  }
}
