import AfterglowDaemon
import AfterglowKit
import Foundation

/// The state of a board's processes, its panel and its content, as a document for programs.
struct BoardReport: Codable, Equatable {
  enum Health: String, Codable, Comparable {
    case healthy
    /// The panel keeps time, but something of it is wrong or old.
    case degraded
    /// Nothing draws on the panel.
    case dead

    static func < (a: Health, b: Health) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .healthy: 0
      case .degraded: 1
      case .dead: 2
      }
    }

    /// Of `afterglow status`.
    var exitStatus: ExitStatus {
      switch self {
      case .healthy: .ok
      case .degraded: .differs
      case .dead: .unavailable
      }
    }
  }

  /// One process of a board.
  struct Program: Codable, Equatable {
    enum State: String, Codable {
      case running
      /// A signal has stopped it, until another one lets it continue.
      case stopped
      /// It is there, and does not answer.
      case hanging
      /// It answers, but not in the words of this release.
      case otherRelease
      case notRunning
      /// It cannot be seen: it belongs to another user, or the process that knows it does not answer.
      case hidden
    }

    var state: State
    var pid: Int32?
    /// ISO 8601: when it was started.
    var since: String?

    static let notRunning = Program(state: .notRunning)
    static let hidden = Program(state: .hidden)
  }

  /// What a panel shows, by its guard.
  struct Panel: Codable, Equatable {
    /// The display's connector, device or file.
    var display: String?
    /// day, alwaysOn, night, or dark for an empty room; nil = no frame has been shown yet.
    var mode: String?
    /// What decides the mode, as `afterglow simulate` names it.
    var reason: String?
    /// ISO 8601: the instant that the last frame shows.
    var frameAt: String?
    /// ISO 8601; nil = only after a change.
    var nextFrameAt: String?
    /// What dims the panel.
    var dimming: String?
    /// How often e-paper was refreshed; nil = the panel is a screen.
    var refreshes: Refreshes?
    var isClockTrusted = true
    /// Number of the page on the panel, from 1; nil = the board has one page.
    var page: Int?
    /// The number of pages; nil = the board has one page.
    var pageCount: Int?
  }

  /// The refreshes of a panel's glass, as its guard counts them.
  struct Refreshes: Codable, Equatable {
    var full = 0
    var fast = 0
    var partial = 0
    /// Refreshes that the panel did not answer, or not in time.
    var failed = 0
  }

  var board: String
  /// The board's folder, or that of its files: it distinguishes boards of the same name. nil = the board is not running.
  var place: String?
  var version = ProductVersion.text
  /// ISO 8601: when this was asked.
  var at: String
  var health = Health.healthy
  /// What is wrong, one sentence each.
  var problems: [String] = []
  var author = Program.notRunning
  var `guard` = Program.notRunning
  var renderer = Program.notRunning
  /// nil = no guard answers.
  var panel: Panel?
  /// Empty unless the author answers.
  var widgets: [BoardStatus.Widget] = []
  var sources: [BoardStatus.Source] = []
  /// Contents that ended a composing process, and are composed again after a change. Known of boards that do not run, too.
  var setAside: [BoardStatus.SetAside] = []
  /// Errors of the board's files, which keep an older scene on the panel. Empty unless the author answers.
  var refused: [String] = []
  /// The names of the pages in their order; nil for one page, and unless the author answers.
  var pages: [String]?

  init(board: String, at: String) { (self.board, self.at) = (board, at) }

  /// Whether any process of the board is there.
  var isRunning: Bool { author.state != .notRunning || `guard`.state != .notRunning }

  /// The report without what changes while nothing happens: the moment, the ages of processes, the frames of a clock and the
  /// refreshes that show them.
  var news: BoardReport {
    var report = self
    report.at = ""
    (report.author.since, report.guard.since, report.renderer.since) = (nil, nil, nil)
    report.panel?.frameAt = nil
    report.panel?.nextFrameAt = nil
    if let refreshes = report.panel?.refreshes { report.panel?.refreshes = Refreshes(failed: refreshes.failed) }
    return report
  }

  /// The report as one line of JSON. Characters that `Report.say` would write in its own way are JSON escapes.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let text = String(decoding: try encoder.encode(self), as: UTF8.self)
      return text.unicodeScalars.reduce(into: "") { line, scalar in
        let isSafe = String(scalar).printable.unicodeScalars.count == 1
        line += isSafe ? String(scalar) : String(format: "\\u%04x", scalar.value)
      }
    }
  }

  /// Decides how much of it works, by everything else.
  mutating func judge() {
    let judgement = BoardJudgement(self)
    (health, problems) = (judgement.health, judgement.problems)
  }
}
