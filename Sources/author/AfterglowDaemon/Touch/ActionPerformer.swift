import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowFetch
import AfterglowKit
import Foundation

/// An order that has passed every check.
enum PermittedOrder: Equatable, Sendable {
  /// An intent of an added widget, performed in a process of its program.
  case intent(kind: String, IntentReference)
  case action(OwnerAction.Order, timeoutSeconds: Int)
  /// A task is ticked off, or is open again.
  case tick(TaskTick)
}

/// Performs permitted orders on threads of their own: those of one widget one after the other, those of several widgets at the
/// same time.
final class ActionPerformer: @unchecked Sendable {
  /// How an order ended.
  struct End: Sendable {
    var sequence: Int64
    /// Why it failed; nil = it was performed.
    var failure: String?
  }

  /// Performs one order, and waits for its end.
  ///
  /// - Returns: why it failed; nil = it was performed.
  typealias Work = @Sendable (PermittedOrder) -> String?

  let ends: Mailbox<End>
  private let work: Work
  /// Threads by the slots whose orders they perform, with how many are not done. Belongs to the daemon's thread.
  private var lanes: [String: (thread: WorkThread, count: Int)] = [:]

  /// - Throws: `Failure` when there is no descriptor.
  init(work: @escaping Work = ActionPerformer.perform) throws {
    self.work = work
    ends = try Mailbox()
  }

  /// Begins an order and returns at once; its end is posted.
  func begin(_ order: PermittedOrder, of slot: String, sequence: Int64) {
    var lane = lanes[slot] ?? (WorkThread("action"), 0)
    lane.count += 1
    lanes[slot] = lane
    lane.thread.async { [work, ends] in ends.post(End(sequence: sequence, failure: work(order))) }
  }

  /// Lets the thread of a slot go when nothing waits for it.
  func ended(in slot: String) {
    guard var lane = lanes[slot] else { return }
    lane.count -= 1
    lanes[slot] = lane.count > 0 ? lane : nil
  }

  // MARK: the outside

  static func perform(_ order: PermittedOrder) -> String? {
    switch order {
    case .intent(let kind, let intent): return perform(intent, of: kind)
    case .action(.http(let address, let method, let body, let isJSON), let seconds):
      return failure { run throws(FetchFailure) in
        try run.request(address, method: method, body: body, isJSON: isJSON, timeoutSeconds: seconds)
      }
    case .action(.command(let words, let named), let seconds):
      return failure { run throws(FetchFailure) in
        try run.program(words, named: named, timeoutSeconds: seconds)
      }
    case .tick(let tick): return failure { run throws(FetchFailure) in try run.tick(tick, now: Date()) }
    // The firmware and the daemon's loop perform these.
    case .action(.mode, _), .action(.page, _), .action(.brightness, _), .action(.reload, _): return nil
    }
  }

  private static func failure(_ body: (ActionRun) throws(FetchFailure) -> Void) -> String? {
    let run = ActionRun(transport: LiveTransport(), secrets: .standard, userAgent: SourceKeeper.userAgent)
    do throws(FetchFailure) {
      try body(run)
      return nil
    } catch {
      return error.description
    }
  }

  /// Performs an intent as `afterglow widgets perform` does, and has the widgets reloaded that depend on it.
  private static func perform(_ intent: IntentReference, of kind: String) -> String? {
    let widgets = WidgetRegistry.standard.widgets
    guard let widget = widgets.first(where: { $0.descriptor.kind == kind }) else {
      return "there is no added widget \"\(kind)\""
    }
    do {
      let outcome = try widget.perform(intent.name, intent.parameters)
      try ReloadMark.touch(after: outcome, of: widget)
      return nil
    } catch let error as ConfigurationError {
      return (error.path.first.map { "\($0): " } ?? "") + error.message
    } catch let error as CompileError {
      return error.message
    } catch {
      return "\(error)"
    }
  }
}
