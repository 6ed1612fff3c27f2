import AfterglowLinux
import CLinux
import Foundation
import Logging

/// From the command to the first scene, and how the program is left.
final class DaemonStart {
  private let source: BoardSource
  private let options: DaemonOptions
  private let renderer: String?
  private let signals: Int32
  private let composer: Composer

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

  func run() throws {
    composer.start()
    guard let (prepared, later) = try firstScene() else { return Report.say("stopped before anything was shown") }
    let daemon = Daemon(
      source: source, options: options, renderer: renderer, composer: composer, prepared: prepared)
    try daemon.run(signals, news: later)
  }

  /// Waits for it, and gives what came after it as well; nil when a signal ends the program before.
  private func firstScene() throws -> (PreparedBoard, [Composer.News])? {
    let log = Logger(label: "afterglow")
    while true {
      var set = PollSet()
      _ = set.add(signals)
      _ = set.add(composer.news.descriptor)
      set.wait(timeoutMs: nil)
      var number = ag_signal_next(signals)
      while number > 0 {
        if number == SIGINT || number == SIGTERM { return nil }
        number = ag_signal_next(signals)
      }
      let all = composer.news.take()
      for (index, news) in all.enumerated() {
        switch news {
        case .ready(let prepared): return (prepared, Array(all[(index + 1)...]))
        case .failed(let error): throw error
        case .refused(let lines):
          for line in lines.prefix(20) { Report.complain(line) }
          log.warning("the last good scene stays on the panel")
        case .warning(let text, _): log.warning("\(text)")
        case .compiled, .cleared: break
        }
      }
    }
  }

  /// What still waits for a widget or a disk is not waited for: it goes with the process.
  func leave(_ status: Int32) {
    if !composer.end(withinMs: 500) { _exit(status) }
  }
}
