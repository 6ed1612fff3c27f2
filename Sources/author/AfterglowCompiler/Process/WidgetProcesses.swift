import AfterglowViews
import Foundation

/// The processes of all ``ExtensionWidget``s that one task uses, such as reading and compiling a scene. They share a
/// time limit, and none outlives the task.
public final class WidgetProcesses: @unchecked Sendable {
  /// The limit in seconds for all widgets of a scene, whatever the number of their entries and looks.
  public static let seconds = 60.0
  /// For one widget, all its entries and looks together.
  static let widgetSeconds = 30.0

  @TaskLocal private static var current: WidgetProcesses?

  private let lock = NSLock()
  private let total: Double
  private let widgetLimit: Double
  private var left: Double
  /// By widget, across its processes.
  private var taken: [String: Double] = [:]
  private var sessions: [ObjectIdentifier: ExtensionSession] = [:]

  private init(seconds: Double, widgetSeconds: Double) {
    total = seconds
    left = seconds
    widgetLimit = widgetSeconds
  }

  /// Runs a task; the widgets' processes that it starts are ended when it returns or throws. Nested calls share the
  /// time of the outermost.
  ///
  /// Once the time is used up, every further request to a widget throws ``CompileError``.
  public static func together<R>(_ work: () throws -> R) rethrows -> R { try together(seconds: seconds, work) }

  static func together<R>(
    seconds: Double, widgetSeconds: Double = widgetSeconds, _ work: () throws -> R
  ) rethrows -> R {
    if current != nil { return try work() }
    let processes = WidgetProcesses(seconds: seconds, widgetSeconds: widgetSeconds)
    defer { processes.end() }
    return try $current.withValue(processes) { try work() }
  }

  /// A limit for one request, and the message on timeout; `seconds` outside of `together`.
  static func limit(_ seconds: Double, of session: ExtensionSession) throws -> (seconds: Double, reason: String?) {
    guard let current else { return (seconds, nil) }
    let (all, widget) = current.insert(session)
    if seconds <= min(widget, all) { return (seconds, nil) }
    let reason =
      widget <= all
      ? "it took longer than \(Int(clamping: current.widgetLimit)) s for all that was asked of it"
      : "the scene's widgets took longer than \(Int(clamping: current.total)) s together"
    guard min(widget, all) > 0 else { throw CompileError(reason) }
    return (min(widget, all), reason)
  }

  static func took(_ seconds: Double, by session: ExtensionSession) {
    guard let current else { return }
    current.lock.withLock {
      current.left -= seconds
      current.taken[session.widget, default: 0] += seconds
    }
  }

  /// Seconds that are left, in total and for its widget.
  private func insert(_ session: ExtensionSession) -> (all: Double, widget: Double) {
    lock.withLock {
      sessions[ObjectIdentifier(session)] = session
      return (left, widgetLimit - taken[session.widget, default: 0])
    }
  }

  /// All are asked to end before any is waited for.
  private func end() {
    let all = lock.withLock { Array(sessions.values) }
    for session in all { session.close() }
    let until = ContinuousClock.now + .seconds(ExtensionProcess.graceSeconds)
    while !all.allSatisfy(\.hasEnded) && ContinuousClock.now < until { usleep(2000) }
    for session in all { session.kill() }
  }
}
