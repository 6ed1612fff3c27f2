import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowPreview
import AfterglowSources

/// The author's part of a simulation: reloads widgets when they are due in simulated time, and when the script replaces a
/// file, by the same rules as a run.
final class SimulationContent {
  private let source: BoardSource
  private(set) var board: CompiledBoard
  private var replacements: [(atMs: Int64, file: String, replaces: String)]
  private var pace = ReloadPace()
  private var clock: ClockSteps
  private(set) var compileCount = 1

  init(source: BoardSource, script: SimulationScript, from: Instant) throws {
    self.source = source
    replacements = script.events.compactMap { event in
      guard case .timeline(let file, let replaces) = event.action else { return nil }
      return (event.atMs, file, replaces)
    }
    let moment = AuthorMoment(bootMs: 0, wall: from)
    clock = ClockSteps(moment)
    board = try source.compile(moment, all: .begun)
  }

  /// When `archive` has something to do, in ms since the start.
  func nextMs(_ moment: AuthorMoment) -> Int64? {
    let reload = dueMs(moment).map { max($0, pace.notBeforeMs) }
    return [reload, replacements.first?.atMs].compactMap(\.self).min()
  }

  private func dueMs(_ moment: AuthorMoment) -> Int64? {
    let compile = board.compiled.nextCompile.map { moment.bootMs(at: Instant(roundingUp: $0)) }
    return [source.instances.dueMs(moment), compile].compactMap(\.self).min()
  }

  /// The archive that arrives at this moment; nil if nothing is due or the compile failed.
  func archive(_ moment: AuthorMoment) -> [UInt8]? {
    if clock.take(moment) { source.instances.clockWasSet(moment) }
    var all: ReloadReason?
    var isDue = false
    while let next = replacements.first, next.atMs <= moment.bootMs {
      replacements.removeFirst()
      replace(next.replaces, with: next.file)
      switch source.instances.look(moment) {
      case .scene: all = .scene
      case .surroundings: isDue = true
      case .content, .nothing: break
      }
    }
    if let due = dueMs(moment), max(due, pace.notBeforeMs) <= moment.bootMs { isDue = true }
    return isDue || all != nil ? compile(moment, all) : nil
  }

  private func replace(_ name: String, with file: String) {
    do {
      let bytes = try Files.read(file, limit: 64 << 20)
      try Files.replace(source.folder + "/" + name, with: bytes, isDurable: false)
    } catch {
      Report.complain("\((error as? Failure)?.lines.first ?? "\(error)"); \(name) stays as it was")
    }
  }

  private func compile(_ moment: AuthorMoment, _ all: ReloadReason?) -> [UInt8]? {
    do {
      compileCount += 1
      board = try source.compile(moment, all: all)
      pace.succeeded()
      return board.archive
    } catch {
      let now = TimeText.utc(moment.wall)
      for line in (error as? Failure)?.lines ?? ["\(error)"] { Report.complain("\(now): \(line)") }
      Report.complain("\(now): the last good scene stays")
      pace.failed(nowMs: moment.bootMs)
      return nil
    }
  }
}
