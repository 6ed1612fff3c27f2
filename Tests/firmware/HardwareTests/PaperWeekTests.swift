import Foundation
import Testing

/// A clock with minutes on e-paper for a week, by the maker's rules, through the kernel's spidev and GPIO lines, in
/// compressed time: the machine's clock counts instructions, and nothing is waited for. In `make hil` six hours, a week with
/// `make hil-weeks`.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct PaperWeekTests {
  private static let isWhole = Rig.environment["AFTERGLOW_HIL_WEEKS"] == "1"
  /// In UTC; the board's zone is an hour ahead.
  private static let start = "2026-11-21T09:41:05+01:00"
  private static let scene = """
    context: standBy
    zone: Europe/Berlin
    locale: en-GB
    widgets:
      - kind: clock
        configuration: {face: slab}

    """

  /// When the glass is compared: each day at noon, or at the end of the six hours.
  private var checks: [(name: String, days: Int, hour: Int, minute: Int)] {
    Self.isWhole ? (1...7).map { ("day\($0)", $0, 12, 0) } : [("hours", 0, 15, 41)]
  }

  private func instant(_ check: (name: String, days: Int, hour: Int, minute: Int), minutesBefore: Int) -> Date {
    let begin = ISO8601DateFormatter().date(from: "2026-11-21T00:00:40+01:00")!
    let minutes = (check.days * 24 + check.hour) * 60 + check.minute - minutesBefore
    return begin.addingTimeInterval(Double(minutes) * 60)
  }

  @Test(arguments: [Paper.small, .large, .inks])
  func `a clock keeps its panel's rules for a long time`(paper: Paper) throws {
    var board = paper.board(interval: nil)
    board.scene = Self.scene
    let scenario = try Scenario("paper-week-\(paper.model)", screen: .none)
    try scenario.board(board, at: Self.start)
    // Where a drive has to wait, the glass may be some minutes behind.
    let lags = paper.pixelFormat == "spectra6" ? 0...4 : 0...0
    var script = ""
    for check in checks {
      for lag in lags {
        try scenario.picture(
          "\(check.name)-\(lag)", at: ISO8601DateFormatter().string(from: instant(check, minutesBefore: lag)))
      }
      let second = Int(instant(check, minutesBefore: 0).timeIntervalSince1970)
      script += "sleep $((\(second) - $(date +%s))); seen \(check.name)\n"
    }
    let run = try scenario.run(
      at: Self.start, options: ["--counted"], within: Self.isWhole ? 4 * 3_600 : 900,
      """
      mkdir -p /run/glass
      export HIL_PICTURES=asked
      \(Paper.wiring([paper], interval: 180, folder: "/run/glass"))
      seen() { kill -USR1 $MODEL; sleep 1; cp /run/glass/model.log /out/model.log; tail -n 1 /out/model.log
        cmp_any "$1" || { cp /run/glass/glass0.ppm "/out/$1.seen.ppm"; fail "another picture on the panel: $1"; }
        unbroken; is_running $GUARD || fail "the guard has ended"; }
      cmp_any() { for file in /out/"$1"-*.ppm; do cmp -s "$file" /run/glass/glass0.ppm && return; done; return 1; }
      panel_start clock
      \(script)
      panel_stop || fail "status $?"
      sleep 1; cp /run/glass/model.log /out/model.log; unbroken
      say refreshes "$(grep -c ': glass ' /out/model.log)"
      say last "$(grep ': glass ' /out/model.log | tail -n 1)"
      [ "$(gpio_level 7)" = 0 ] || fail "the supply is left on"
      """)
    run.expectGood()
    let refreshes = try run.number("refreshes")
    Figures.note(
      "\(Self.isWhole ? "a week" : "six hours") of minutes on \(paper.model)",
      "\(Int(refreshes)) refreshes, no broken rule; \(run.value("last") ?? "")")
    // The machine's clock also runs while the host reads programs for it: the first picture may be minutes late.
    let seconds = try shownAtSeconds(scenario)
    let gaps = zip(seconds, seconds.dropFirst()).map { $1 - $0 }
    let isSlow = lags.count > 1
    #expect(seconds.last! - seconds[0] >= (Self.isWhole ? 7.0 * 24 : 5.8) * 3_600, "\(run.report)")
    // No minute is left out; Spectra 6 shows one in 193 s.
    #expect(gaps.max()! <= (isSlow ? 245 : 66), "\(run.report)")
    #expect(refreshes >= (seconds.last! - seconds[0]) / (isSlow ? 200 : 60), "\(run.report)")
  }

  /// When the model saw each picture, in seconds of the machine.
  private func shownAtSeconds(_ scenario: Scenario) throws -> [Double] {
    let log = try String(contentsOfFile: scenario.path("model.log"), encoding: .utf8)
    return try log.split(separator: "\n").filter { $0.contains(": glass ") }.map { line in
      try #require(line.split(separator: "=").last.flatMap { Double($0) }, "\(line)") / 1_000
    }
  }
}
