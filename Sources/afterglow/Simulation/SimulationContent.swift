import AfterglowCore
import AfterglowPreview

/// The author's part of a simulation: compiles again when a timeline is due in simulated time, and when the script
/// replaces a file.
final class SimulationContent {
  private let source: BoardSource
  private(set) var board: CompiledBoard
  private var replacements: [(atMs: Int64, file: String, replaces: String)]
  private var reload: Instant?
  private(set) var compileCount = 1

  /// A provider that fails, or returns an invalid policy, is called again after this time.
  private static let shortestReloadMs: Int64 = 60_000

  init(source: BoardSource, script: SimulationScript, from: Instant) throws {
    self.source = source
    replacements = script.events.compactMap { event in
      guard case .timeline(let file, let replaces) = event.action else { return nil }
      return (event.atMs, file, replaces)
    }
    board = try source.compile(at: from)
    reload = board.nextReload.map { max($0, Instant(milliseconds: from.milliseconds + Self.shortestReloadMs)) }
  }

  /// When a compile is due, by civil time and by monotonic time since the start.
  var nextReload: Instant { reload ?? .distantFuture }
  var nextReplacementMs: Int64? { replacements.first?.atMs }

  /// The archive that arrives at this moment; nil if nothing is due or the compile failed.
  func archive(at now: Instant, elapsedMs: Int64) -> [UInt8]? {
    var isDue = now >= nextReload
    while let next = replacements.first, next.atMs <= elapsedMs {
      replacements.removeFirst()
      isDue = true
      replace(next.replaces, with: next.file)
    }
    return isDue ? compile(at: now) : nil
  }

  private func replace(_ name: String, with file: String) {
    do {
      let bytes = try Files.read(file, limit: 64 << 20)
      try Files.replace(source.folder + "/" + name, with: bytes, isDurable: false)
    } catch {
      Report.complain("\((error as? Failure)?.lines.first ?? "\(error)"); \(name) stays as it was")
    }
  }

  private func compile(at now: Instant) -> [UInt8]? {
    let earliest = Instant(milliseconds: now.milliseconds + Self.shortestReloadMs)
    do {
      compileCount += 1
      board = try source.compile(at: now)
      reload = board.nextReload.map { max($0, earliest) }
      return board.archive
    } catch {
      for line in (error as? Failure)?.lines ?? ["\(error)"] { Report.complain("\(TimeText.utc(now)): \(line)") }
      Report.complain("\(TimeText.utc(now)): the last good scene stays")
      reload = earliest
      return nil
    }
  }
}
