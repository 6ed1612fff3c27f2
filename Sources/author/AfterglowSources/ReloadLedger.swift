/// What is kept across restarts of the budgets of a board's instances. Ages follow the boot's clock; after another boot
/// the wall clock, which may be wrong then: what it cannot know counts as no time at all.
public struct ReloadLedger: Equatable, Codable, Sendable {
  /// Identifies the boot (random/boot_id of proc(5)).
  public var boot: String
  /// When it was written, in ms since the boot.
  public var bootMs: Int64
  /// When it was written, in ms since 1970.
  public var wallMs: Int64
  /// By the instances' names.
  public var budgets: [String: ReloadBudget]

  public init(boot: String, bootMs: Int64, wallMs: Int64, budgets: [String: ReloadBudget]) {
    self.boot = boot
    self.bootMs = bootMs
    self.wallMs = wallMs
    self.budgets = budgets
  }

  /// The budgets with times of this boot's clock; none from a file that was damaged.
  ///
  /// - Parameters:
  ///   - boot: identifies this boot.
  ///   - wallMs: of a clock that is trusted; nil = it is not.
  public func budgets(boot: String, bootMs: Int64, wallMs: Int64?) -> [String: ReloadBudget] {
    guard isPlausible else { return [:] }
    let elapsed = boot == self.boot ? bootMs - self.bootMs : max(0, (wallMs ?? self.wallMs) - self.wallMs)
    return budgets.mapValues { $0.moved(byMs: bootMs - elapsed - self.bootMs) }
  }

  /// Whether nothing in it lies after it was written.
  private var isPlausible: Bool {
    let limit: Int64 = 1 << 53
    guard (0..<limit).contains(bootMs), (-limit..<limit).contains(wallMs) else { return false }
    return budgets.values.allSatisfy { $0.isPlausible(nowMs: bootMs) }
  }
}
