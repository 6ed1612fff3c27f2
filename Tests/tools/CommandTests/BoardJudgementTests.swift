import Foundation
import Testing

@testable import AfterglowDaemon
@testable import afterglow_command

/// How much of a board works in each state of its processes, sources and clock, and what `status` says of it.
@Suite struct BoardJudgementTests {
  private static let now = "2026-11-21T12:00:00Z"
  private static let early = "2026-11-21T09:00:00Z"

  private var healthy: BoardReport {
    var report = BoardReport(board: "kitchen", at: Self.now)
    report.author = BoardReport.Program(state: .running, pid: 11, since: Self.early)
    report.guard = BoardReport.Program(state: .running, pid: 12, since: Self.early)
    report.renderer = BoardReport.Program(state: .running, pid: 13, since: Self.early)
    var panel = BoardReport.Panel()
    (panel.display, panel.mode, panel.reason) = ("HDMI-A-1", "day", "light")
    (panel.frameAt, panel.nextFrameAt) = ("2026-11-21T11:59:48Z", "2026-11-21T12:00:48Z")
    report.panel = panel
    report.widgets = [BoardStatus.Widget(name: "weather", kind: "weather", contentAt: "2026-11-21T11:08:00Z")]
    report.sources = [
      BoardStatus.Source(
        name: "api.example.org", receivedAt: "2026-11-21T11:08:00Z", byteCount: 2_048, nextAt: "2026-11-21T12:07:00Z")
    ]
    report.judge()
    return report
  }

  private func changed(_ change: (inout BoardReport) -> Void) -> BoardReport {
    var report = healthy
    change(&report)
    report.judge()
    return report
  }

  /// A state, how much works in it, and a part of the sentence about it.
  private typealias Case = (
    name: String, change: (inout BoardReport) -> Void, health: BoardReport.Health, words: String
  )

  private let processes: [Case] = [
    ("author dead", { $0.author = .notRunning }, .degraded, "no author runs"),
    ("author stopped", { $0.author.state = .stopped }, .degraded, "`kill -CONT 11`"),
    ("author hanging", { $0.author.state = .hanging }, .degraded, "the author (process 11) does not answer"),
    (
      "author of another release", { $0.author.state = .otherRelease }, .degraded,
      "the author (process 11) is of another release"
    ),
    (
      "guard that only a stopped author knows",
      { ($0.author.state, $0.guard, $0.renderer, $0.panel) = (.stopped, .hidden, .hidden, nil) }, .degraded,
      "only the author knows where it is reached"
    ),
    (
      "guard dead and author running",
      { ($0.guard, $0.renderer, $0.panel) = (.notRunning, .notRunning, nil) }, .dead, "its author starts another one"
    ),
    (
      "guard and author dead",
      { ($0.author, $0.guard, $0.renderer, $0.panel) = (.hidden, .notRunning, .notRunning, nil) }, .dead,
      "start the board again"
    ),
    (
      "renderer hidden by a stopped guard",
      { ($0.guard.state, $0.renderer, $0.panel) = (.stopped, .hidden, nil) }, .degraded, "replaces no renderer now"
    ),
    (
      "author and renderer stopped", { ($0.author.state, $0.renderer.state) = (.stopped, .stopped) }, .dead,
      "`kill -CONT 13`"
    ),
    ("author of another user", { $0.author = .hidden }, .degraded, "the author belongs to another user"),
    (
      "guard dead",
      { ($0.guard, $0.renderer, $0.panel) = (.notRunning, .notRunning, nil) }, .dead, "no guard runs"
    ),
    ("guard stopped", { ($0.guard.state, $0.panel) = (.stopped, nil) }, .degraded, "`kill -CONT 12`"),
    ("guard hanging", { ($0.guard.state, $0.panel) = (.hanging, nil) }, .degraded, "the guard (process 12)"),
    (
      "guard stopped and renderer dead",
      { ($0.guard.state, $0.renderer, $0.panel) = (.stopped, .notRunning, nil) }, .dead, "no renderer runs"
    ),
    (
      "guard of another user",
      { ($0.guard, $0.renderer, $0.panel) = (.hidden, .hidden, nil) }, .degraded, "the guard belongs to another user"
    ),
    ("renderer dead", { $0.renderer = .notRunning }, .dead, "no renderer runs"),
    ("renderer stopped", { $0.renderer.state = .stopped }, .dead, "`kill -CONT 13`"),
    (
      "everything dead",
      { ($0.author, $0.guard, $0.renderer, $0.panel) = (.notRunning, .notRunning, .notRunning, nil) }, .dead,
      "it is not running"
    ),
  ]

  private let contents: [Case] = [
    ("no frame", { $0.panel = BoardReport.Panel() }, .degraded, "no frame has been shown yet"),
    ("clock not trusted", { $0.panel?.isClockTrusted = false }, .degraded, "clock is not trusted"),
    (
      "files with errors", { $0.refused = ["scene.yaml:1:10: expected a list", "x"] }, .degraded,
      "older scene stays on the panel: scene.yaml:1:10: expected a list (and 1 more"
    ),
    ("a widget fails", { $0.widgets[0].failure = "its program crashed." }, .degraded, "weather: its program crashed."),
    (
      "a source fails with content", { $0.sources[0].failure = "it answered 503" }, .degraded,
      "api.example.org fails: it answered 503"
    ),
    (
      "a source has never answered", { ($0.sources[0].receivedAt, $0.sources[0].failure) = (nil, "no such host") },
      .degraded, "api.example.org fails and has never answered: no such host"
    ),
    (
      "a secret is missing", { ($0.sources[0].receivedAt, $0.sources[0].failure) = (nil, "no secret family is set") },
      .degraded, "no secret family is set"
    ),
    (
      "a source was not asked yet", { ($0.sources[0].receivedAt, $0.sources[0].byteCount) = (nil, nil) }, .degraded,
      "api.example.org: no content yet"
    ),
  ]

  @Test func `a board whose processes work, whose content is there and whose time is right is healthy`() {
    #expect(healthy.health == .healthy && healthy.problems.isEmpty)
    for mode in ["night", "alwaysOn", "dark"] {
      let report = changed { $0.panel?.mode = mode }
      #expect(report.health == .healthy && report.problems.isEmpty, "\(mode)")
    }
  }

  @Test func `each state of a process, a source and the clock has its health, and a sentence`() {
    for (name, change, health, words) in processes + contents {
      let report = changed(change)
      #expect(report.health == health, "\(name): \(report.problems)")
      #expect(report.problems.contains { $0.contains(words) }, "\(name): \(report.problems)")
      #expect(StatusText.lines(report)[0] == "kitchen: \(health.rawValue)", "\(name)")
    }
    #expect(BoardReport.Health.allStatuses == [0, 1, 69])
  }

  @Test func `the text names processes, mode, frame and ages`() {
    #expect(
      StatusText.lines(healthy) == [
        "kitchen: healthy",
        "  author    running (process 11, started 3 h ago)",
        "  guard     running (process 12, started 3 h ago)",
        "  renderer  running (process 13, started 3 h ago)",
        "  panel     HDMI-A-1: day, by the light",
        "  frame     12 s old, next in 48 s",
        "  clock     trusted",
        "  weather",
        "    content   52 min old",
        "    next      after a change",
        "  api.example.org",
        "    content   2.0 KiB, received 52 min ago",
        "    next      in 7 min",
      ])
  }

  @Test func `empty content is said in its widget's line, and is no fault`() {
    let report = changed { $0.widgets[0].emptiness = "the feed has no items" }
    #expect(report.health == .healthy && report.problems.isEmpty)
    #expect(StatusText.lines(report).contains("    content   52 min old; the feed has no items"))
    #expect(report.news != healthy.news)
    let lines = StatusText.lines(changed { ($0.widgets[0].contentAt, $0.widgets[0].emptiness) = (nil, nil) })
    #expect(lines.contains("    content   none yet; a placeholder is shown"), "\(lines)")
  }

  @Test func `a widget without content is said to show what it shows, and invented content has no age`() {
    func content(_ change: (inout BoardStatus.Widget) -> Void) -> String? {
      StatusText.lines(changed { change(&$0.widgets[0]) }).first { $0.hasPrefix("    content   ") }
    }
    #expect(content { $0.contentAt = nil } == "    content   none yet; a placeholder is shown")
    #expect(
      content { ($0.contentAt, $0.notice) = (nil, "Sign in: \u{1B}[2JFamily") }
        == "    content   none yet; the panel shows “Sign in: \\u{1B}[2JFamily”")
    #expect(content { $0.isSample = true } == "    content   invented: the scene asks for a sample")
    #expect(changed { $0.widgets[0].isSample = true }.health == .healthy)
  }

  @Test func `while no author runs nothing is said to be next`() {
    let report = changed {
      $0.author = .notRunning
      $0.widgets = []
    }
    let lines = StatusText.lines(report)
    #expect(lines.contains("  author    not running"))
    #expect(lines.contains("    next      once the author runs again"), "\(lines)")
    #expect(!lines.contains { $0.contains("in 7 min") }, "\(lines)")
  }

  @Test func `a board whose frames and ages alone change has no news`() {
    let later = changed {
      $0.at = "2026-11-21T12:00:03Z"
      ($0.author.since, $0.guard.since) = ("2026-11-21T08:59:59Z", nil)
      $0.panel?.frameAt = "2026-11-21T12:00:00Z"
      $0.panel?.nextFrameAt = "2026-11-21T12:00:06Z"
    }
    #expect(later != healthy && later.news == healthy.news)
    for change in (processes + contents).map(\.change) { #expect(changed(change).news != healthy.news) }
  }

  @Test func `a line of JSON has the report, whatever its texts contain`() throws {
    var report = healthy
    report.board = "kü\u{200F}che \"\\\n\u{1B}[2J\u{85}\u{2028}\u{FEFF}🕰"
    report.widgets[0].failure = "\u{202E}no\tspace"
    let line = try report.json
    #expect(line == line.printable, "\(line)")
    #expect(try JSONDecoder().decode(BoardReport.self, from: Data(line.utf8)) == report)
  }

  @Test func `boards of the same name are listed with their folders`() {
    let report = changed { $0.place = "/home/ana/a b/kitchen" }
    #expect(StatusText.lines(report, namesPlace: true)[0] == "kitchen (/home/ana/a b/kitchen): healthy")
    #expect(StatusText.lines(report)[0] == "kitchen: healthy")
  }

  @Test func `the kernel's line of a process is read whatever the program is called`() throws {
    let rest = (4...40).map { "\($0 == 22 ? 123_456 : $0)" }.joined(separator: " ")
    let running = try #require(ProcessEntry(7, stat: "7 (a) T (b) c) S \(rest)\n"))
    #expect(!running.isStopped && running.startedMs == 1_234_560 && running.parent == 4)
    #expect(ProcessEntry(getpid())?.parent == getppid())
    #expect(try #require(ProcessEntry(7, stat: "7 (x) T \(rest)\n")).isStopped)
    for line in ["7 (x) Z \(rest)\n", "7 (x) X \(rest)\n", "7 (x) S 1 2\n", "", "7 x"] {
      #expect(ProcessEntry(7, stat: line) == nil, "\(line)")
    }
    #expect(ProcessEntry(getpid()) != nil && ProcessEntry(-1) == nil && ProcessEntry(0) == nil)
  }
}

extension BoardReport.Health {
  fileprivate static var allStatuses: [Int32] { [healthy, degraded, dead].map(\.exitStatus.rawValue) }
}
