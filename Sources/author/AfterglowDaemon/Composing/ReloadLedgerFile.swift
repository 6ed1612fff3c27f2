import AfterglowKit
import AfterglowLinux
import AfterglowSources
import Foundation

/// Keeps the budgets of a board's widgets on disk, for the next run. A file that is lost or damaged only makes them whole.
struct ReloadLedgerFile {
  private let path: String
  private var written: [String: ReloadBudget] = [:]
  /// Since the boot, in ms.
  private var notBeforeMs: Int64 = .min

  /// Pause between two writes, in ms: flash memory wears out.
  static let pauseMs: Int64 = 600_000
  private static let maximumByteCount = 1 << 20

  init(path: String) { self.path = path }

  /// The budgets that were kept.
  ///
  /// - Parameter isTrusted: whether the wall clock is; only then it shows what has passed since another boot.
  mutating func budgets(_ moment: AuthorMoment, isTrusted: Bool = SystemTime.isSynchronised ?? false)
    -> [String: ReloadBudget]
  {
    Files.removeLeftovers(of: path)
    guard let bytes = try? Files.read(path, limit: Self.maximumByteCount),
      let ledger = try? JSONDecoder().decode(ReloadLedger.self, from: Data(bytes))
    else { return [:] }
    written = ledger.budgets(
      boot: Self.boot, bootMs: moment.bootMs, wallMs: isTrusted ? moment.wall.milliseconds : nil)
    return written
  }

  /// Identifies the boot.
  static var boot: String {
    let bytes = try? Files.head("/proc/sys/kernel/random/boot_id", count: 36)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// When `keep` has something to do; nil = nothing has been used since.
  func dueMs(_ budgets: [String: ReloadBudget]) -> Int64? { used(budgets) == used(written) ? nil : notBeforeMs }

  private func used(_ budgets: [String: ReloadBudget]) -> [String: [Int64]] {
    budgets.mapValues(\.takenMs).filter { !$0.value.isEmpty }
  }

  /// Writes them down, if that is due. A failure is of no importance.
  mutating func keep(_ budgets: [String: ReloadBudget], _ moment: AuthorMoment, isEnd: Bool = false) {
    guard let due = dueMs(budgets), isEnd || due <= moment.bootMs else { return }
    notBeforeMs = moment.bootMs + Self.pauseMs
    written = budgets
    let ledger = ReloadLedger(
      boot: Self.boot, bootMs: moment.bootMs, wallMs: moment.wall.milliseconds, budgets: budgets)
    guard let data = try? JSONEncoder().encode(ledger) else { return }
    try? Files.makeFolder(Files.parent(of: path), mode: 0o700)
    try? Files.replace(path, with: Array(data), isDurable: false)
  }
}
