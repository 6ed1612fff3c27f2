import AfterglowLinux
import ArgumentParser
import CLinux
import Foundation

/// From the command to the first scene, and how the program is left.
final class DaemonStart {
  private let source: BoardSource
  private let options: DaemonOptions
  private let renderer: String?
  private let signals: Int32
  private let composer: Composer
  private let lines = LineQueue()

  init(source: BoardSource, options: DaemonOptions) throws {
    self.source = source
    self.options = options
    renderer = options.controlSocket == nil ? try GuardLink.findRenderer() : nil
    // Before any thread begins: each inherits that signals are the loop's.
    signals = ag_signal_descriptor()
    guard signals >= 0 else {
      throw Failure(.unavailable, "cannot watch signals: \(String(cString: strerror(-signals)))")
    }
    ag_ignore_broken_pipes()
    composer = try Composer(source: source, options: options, ownsGuard: renderer != nil)
  }

  /// - Throws: `ExitCode`, when what is to be said is said.
  func run() throws {
    defer { lines.finish(withinMs: 500) }
    do {
      composer.start()
      guard let (prepared, later) = try firstScene() else { return lines.say("stopped before anything was shown") }
      let daemon = Daemon(
        source: source, options: options, renderer: renderer, composer: composer, prepared: prepared, lines: lines)
      try daemon.run(signals, news: later)
    } catch let failure as Failure {
      throw complain(failure.lines, failure.status)
    } catch let failure as FileFailure {
      throw complain([failure.description], failure.status)
    }
  }

  /// A person who holds the terminal holds no program that is to end.
  private func complain(_ words: [String], _ status: ExitStatus) -> ExitCode {
    words.forEach(lines.complain)
    return ExitCode(status.rawValue)
  }

  /// Waits for it, and gives all other news as well; nil when a signal ends the program before.
  private func firstScene() throws -> (PreparedBoard, [Composer.News])? {
    var prepared: PreparedBoard?
    var others: [Composer.News] = []
    while true {
      var set = PollSet()
      _ = set.add(signals)
      _ = set.add(composer.news.descriptor)
      set.wait(timeoutMs: nil)
      if handleSignals() { return nil }
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

  /// Whether one ends the program.
  private func handleSignals() -> Bool {
    while true {
      switch ag_signal_next(signals) {
      case ...0: return false
      case SIGINT, SIGTERM: return true
      case SIGHUP: composer.order(.compile(Daemon.hangUp))
      default: continue
      }
    }
  }

  /// What still waits for a widget or a disk is not waited for: it goes with the process.
  func leave(_ status: Int32) {
    if !composer.end(withinMs: 500) { _exit(status) }
  }
}
