import AfterglowKit
import AfterglowLinux
import AfterglowPreview
import CLinux
import Foundation

/// Starts a run up to its first scene, and ends the process after it.
package final class DaemonStart {
  private let options: DaemonOptions
  /// nil if the guard is a service's.
  private let program: GuardProgram?
  private let signals: Signals
  private let composer: Composer
  private let lines = LineQueue()

  package init(source: BoardSource, options: DaemonOptions) throws {
    self.options = options
    program =
      options.controlSocket == nil ? GuardProgram(path: try GuardLink.findRenderer(), board: source.folder) : nil
    signals = try Signals()
    composer = try Composer(source: source, options: options)
  }

  /// Runs until a signal, a key or an error ends it.
  ///
  /// - Returns: the kind of error that ended the run, after its message was written; nil = no error did.
  /// - Throws: any other error, for which no message was written.
  package func run() throws -> Failure.Kind? {
    defer { lines.finish(withinMs: 500) }
    do {
      composer.start()
      guard let (first, later) = try firstScene() else {
        lines.write(.news, "stopped before anything was shown")
        return nil
      }
      // A service's lines are in its journal.
      if program != nil { lines.log.begin(first.places.paths.runLog) }
      let daemon = try Daemon(options, program: program, composer: composer, first: first, lines: lines)
      try daemon.run(signals, news: later)
      return nil
    } catch let failure as Failure {
      return complain(failure.lines, failure.kind)
    } catch let failure as FileFailure {
      return complain([failure.description], failure.kind)
    }
  }

  /// Writes the message through the line queue, because a stopped terminal must not prevent the program from exiting.
  private func complain(_ words: [String], _ kind: Failure.Kind) -> Failure.Kind {
    for line in words { lines.write(.complaint, line) }
    return kind
  }

  /// Waits for the first scene and returns it with all other reports; nil if a signal ends the program first.
  ///
  /// - Throws: `Failure` when there is nothing to show.
  private func firstScene() throws -> (PreparedBoard, [Composer.News])? {
    var prepared: PreparedBoard?
    var others: [Composer.News] = []
    while true {
      var set = PollSet()
      _ = set.add(signals.descriptor)
      _ = set.add(composer.news.descriptor)
      set.wait(timeoutMs: nil)
      if signals.take(composer) { return nil }
      for news in composer.news.take() {
        switch news {
        case .ready(let board): prepared = board
        case .failed(let error): throw error
        default: others.append(news)
        }
      }
      if let prepared { return (prepared, others) }
    }
  }

  /// Ends the composer's thread. Where a widget or a disk blocks it, the process exits with this status instead of waiting.
  package func leave(_ status: Int32) {
    if !composer.end(withinMs: 500) { _exit(status) }
  }
}
