import AfterglowDaemon

/// What is wrong with a board, and how much of it still works. Pure, so that each state can be tested.
struct BoardJudgement {
  private(set) var health = BoardReport.Health.healthy
  /// One sentence each: about processes first, then about the panel, then about its content.
  private(set) var problems: [String] = []

  init(_ report: BoardReport) {
    guard report.isRunning else {
      note(.dead, "it is not running; `afterglow run` starts it")
      return
    }
    judgeGuard(report.guard, author: report.author.state)
    switch report.guard.state {
    case .running, .stopped, .hanging: judgeRenderer(report.renderer)
    case .notRunning, .hidden, .otherRelease: break
    }
    judgeAuthor(report.author)
    if let panel = report.panel { judge(panel, isDrawn: report.renderer.state == .running) }
    if let error = report.refused.first {
      let rest = report.refused.count > 1 ? " (and \(report.refused.count - 1) more; see `afterglow check`)" : ""
      note(.degraded, "the board's files have errors, so an older scene stays on the panel: \(error)\(rest)")
    }
    // Without an author nothing renews the content, and that is said already.
    if report.author.state == .running { judgeContent(report.widgets, report.sources) }
  }

  private mutating func note(_ health: BoardReport.Health, _ problem: String) {
    self.health = max(self.health, health)
    problems.append(problem)
  }

  // MARK: processes

  /// ` (process 4711)`.
  private static func name(_ program: BoardReport.Program) -> String { program.pid.map { " (process \($0))" } ?? "" }

  /// How a process that a signal has stopped continues.
  private static func cure(_ program: BoardReport.Program) -> String {
    program.pid.map { "; `kill -CONT \($0)` lets it continue" } ?? ""
  }

  private mutating func judgeGuard(_ program: BoardReport.Program, author: BoardReport.Program.State) {
    let name = Self.name(program)
    switch program.state {
    case .running, .otherRelease: break
    case .stopped:
      note(.degraded, "a signal has stopped the guard\(name), which replaces no renderer now\(Self.cure(program))")
    case .hanging: note(.degraded, "the guard\(name) does not answer")
    case .hidden where [.stopped, .hanging, .otherRelease].contains(author):
      note(.degraded, "it is unknown whether the guard runs: only the author knows where it is reached")
    case .hidden: note(.degraded, "the guard belongs to another user; ask as that user, or with sudo")
    case .notRunning:
      let next =
        [.running, .otherRelease].contains(author)
        ? "its author starts another one, or waits for its service" : "start the board again"
      note(.dead, "no guard runs, so nothing draws on the panel; \(next)")
    }
  }

  private mutating func judgeRenderer(_ program: BoardReport.Program) {
    let name = Self.name(program)
    switch program.state {
    case .running, .hanging, .hidden, .otherRelease: break
    case .stopped:
      note(.dead, "a signal has stopped the renderer\(name), so the panel stands still\(Self.cure(program))")
    case .notRunning: note(.dead, "no renderer runs, so the panel keeps its last picture, or shows none")
    }
  }

  private mutating func judgeAuthor(_ program: BoardReport.Program) {
    let name = Self.name(program)
    switch program.state {
    case .running: break
    case .stopped: note(.degraded, "a signal has stopped the author\(name), which renews nothing\(Self.cure(program))")
    case .hanging: note(.degraded, "the author\(name) does not answer, so it is unknown what is renewed")
    case .otherRelease:
      note(.degraded, "the author\(name) is of another release, so its content is unknown; start the board again")
    case .hidden: note(.degraded, "the author belongs to another user; ask as that user, or with sudo")
    case .notRunning:
      note(.degraded, "no author runs: the panel keeps what it has, and nothing is renewed; start the board again")
    }
  }

  // MARK: panel and content

  private mutating func judge(_ panel: BoardReport.Panel, isDrawn: Bool) {
    if panel.frameAt == nil && isDrawn { note(.degraded, "no frame has been shown yet") }
    if !panel.isClockTrusted {
      note(
        .degraded,
        "this machine's clock is not trusted, so the panel marks its time until it is synchronised; see `timedatectl`")
    }
  }

  private mutating func judgeContent(_ widgets: [BoardStatus.Widget], _ sources: [BoardStatus.Source]) {
    for widget in widgets {
      if let failure = widget.failure { note(.degraded, "\(widget.name): \(failure)") }
    }
    for source in sources {
      if let failure = source.failure {
        let rest = source.receivedAt == nil ? " and has never answered" : ""
        note(.degraded, "\(source.name) fails\(rest): \(failure)")
      } else if source.receivedAt == nil {
        note(.degraded, "\(source.name): no content yet")
      }
    }
  }
}
