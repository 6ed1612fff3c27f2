import AfterglowBoards
import AfterglowCompiler
import AfterglowDevice
import AfterglowFetch
import AfterglowSources

/// Decides on the commands of touches: what a region of an archive that this author sent asks for, whether the scene permits it
/// now, and whether it was asked before. A command names numbers alone, which are looked up here.
struct TouchDesk {
  /// A command that waits for its end.
  struct Pending: Equatable {
    var slot: String
    /// For messages.
    var name: String
    /// When its end is reported although no new scene has come, since the boot in ms; nil = it is being performed.
    var settlesAtMs: Int64?
    /// Whether widgets are reloaded because of it, which may take as long as a timeline.
    var reloads: Bool
    /// When the guard was last informed that it is being performed, since the boot in ms.
    var acceptedAtMs: Int64
  }

  /// The decision on a command.
  enum Decision: Equatable {
    /// It was decided before: nothing is done or answered again.
    case repeated
    case refused(String)
    case perform(PermittedOrder, slot: String, name: String)
  }

  /// Archives whose tables are kept: a finger may rest on the one before the last.
  static let archiveCount = 4
  /// Commands by which repetitions are recognised.
  static let sequenceCount = 256
  /// From the end of an intent to the report of its end without a new scene, in ms: as long as a timeline may take.
  static let reloadLimitMs: Int64 = 20_000
  /// Limit after a request or a program, whose effect may come from a source, in ms.
  static let effectLimitMs: Int64 = 3_000

  /// From one answer that accepts a command to the next, in ms, so that the panel does not count it as failed.
  static let renewalMs: Int64 = 8_000

  /// Newest last.
  private var tables: [(archive: UInt64, table: TouchTable)] = []
  private var sequences: [Int64] = []
  private(set) var pending: [Int64: Pending] = [:]

  /// Notes an archive that is about to be sent.
  mutating func note(_ table: TouchTable, of archive: UInt64) {
    tables.removeAll { $0.archive == archive }
    tables.append((archive, table))
    if tables.count > Self.archiveCount { tables.removeFirst() }
  }

  /// Decides on a command that has arrived.
  ///
  /// - Parameters:
  ///   - actions: those that the scene has now.
  ///   - tickPlaces: where the scene permits now to tick tasks off, by slot.
  mutating func decide(
    _ command: ActionCommand, actions: [OwnerAction], tickPlaces: [String: ContentSource] = [:]
  ) -> Decision {
    if sequences.contains(command.sequence) { return .repeated }
    sequences.append(command.sequence)
    if sequences.count > Self.sequenceCount { sequences.removeFirst() }
    guard let table = tables.last(where: { $0.archive == command.archive })?.table else {
      return .refused("the panel shows an archive of an earlier run")
    }
    guard let row = table.row(action: command.action, widget: command.widget, region: command.region) else {
      return .refused("the archive has no such region")
    }
    guard row.isToggle ? (0...1).contains(command.value) : command.value == 0 else {
      return .refused("expected the state 0 or 1, found \(command.value)")
    }
    guard isStillThere(row, command.region) else { return .refused("the control is not in the scene any more") }
    guard pending.count < ActionFigures.outstanding else { return .refused("too many actions are waiting") }
    let request = row.isToggle ? row.order.switched(to: command.value == 1) : row.order.request
    switch request {
    case .intent(let intent):
      if let own = BuiltInIntent(intent, of: row.order.kind) {
        guard let place = tickPlaces[row.order.slot], let task = own.task else {
          return .refused("the scene does not permit to tick anything off in \"\(row.order.slot)\"")
        }
        let tick = TaskTick(place: place, identity: task.identity, isDone: task.isDone)
        return .perform(.tick(tick), slot: row.order.slot, name: "a task of \(row.order.slot)")
      }
      return .perform(.intent(kind: row.order.kind, intent), slot: row.order.slot, name: Self.short(intent.title))
    case .action(let reference):
      guard let action = actions.first(where: { $0.name == reference.name }) else {
        return .refused("the scene has no action \"\(reference.name)\" any more")
      }
      guard let order = action.order(value: reference.value) else {
        return .refused("the action \"\(reference.name)\" does not take this value")
      }
      return .perform(
        .action(order, timeoutSeconds: action.timeoutSeconds), slot: row.order.slot, name: action.name)
    }
  }

  /// A widget's program may send any title.
  private static func short(_ title: String) -> String { String(title.unicodeScalars.prefix(100)) }

  /// Whether the newest scene has a control at the same place that asks for the same kind of thing. What it asks for is that of
  /// the archive that was touched.
  private func isStillThere(_ row: TouchTable.Row, _ region: UInt64) -> Bool {
    tables.last?.table.rows.contains { other in
      other.order.slot == row.order.slot && other.order.kind == row.order.kind && other.regions.contains(region)
        && other.order.request.name == row.order.request.name
    } ?? false
  }

  // MARK: from the beginning to the end

  mutating func begin(_ sequence: Int64, slot: String, name: String, reloads: Bool, nowMs: Int64) {
    pending[sequence] = Pending(slot: slot, name: name, reloads: reloads, acceptedAtMs: nowMs)
  }

  /// The commands that are to be accepted again now, because they take long.
  mutating func renewed(nowMs: Int64) -> [Int64] {
    let due = pending.filter { $0.value.acceptedAtMs + Self.renewalMs <= nowMs }.keys.sorted()
    for sequence in due { pending[sequence]!.acceptedAtMs = nowMs }
    return due
  }

  /// An order was performed: its end is reported with the next scene, or after a limit.
  mutating func performed(_ sequence: Int64, nowMs: Int64) {
    guard let waiting = pending[sequence] else { return }
    pending[sequence]!.settlesAtMs = nowMs + (waiting.reloads ? Self.reloadLimitMs : Self.effectLimitMs)
  }

  mutating func failed(_ sequence: Int64) -> Pending? { pending.removeValue(forKey: sequence) }

  /// The commands whose end is to be reported now.
  ///
  /// - Parameter hasNewScene: whether a scene was just sent that was composed after a change.
  mutating func settled(hasNewScene: Bool, nowMs: Int64) -> [Int64] {
    let ended = pending.filter { _, waiting in
      waiting.settlesAtMs.map { hasNewScene || $0 <= nowMs } ?? false
    }.keys.sorted()
    for sequence in ended { pending[sequence] = nil }
    return ended
  }

  /// When `settled` has something to report without a new scene, or `renewed` has; nil = nothing waits.
  var dueMs: Int64? {
    pending.values.map { min($0.settlesAtMs ?? .max, $0.acceptedAtMs + Self.renewalMs) }.min()
  }
}

extension TouchOrder.Request {
  /// The intent's or action's name.
  fileprivate var name: String {
    switch self {
    case .intent(let intent): intent.name
    case .action(let action): action.name
    }
  }
}
