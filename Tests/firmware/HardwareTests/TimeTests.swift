import AfterglowCore
import Foundation
import Testing

/// Minutes, clock steps, and the cost of a minute.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct TimeTests {
  static let morning = "2026-11-21T09:41:10+01:00"

  @Test(arguments: [Screen.bochs, .virtio])
  func `a minute changes at the minute and writes its own damage only`(screen: Screen) throws {
    let scenario = try Scenario("minute-\(screen)", screen: screen)
    try scenario.board(.drm(), at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    for minute in 42...47 {
      try scenario.picture("minute\(minute)", at: "2026-11-21T09:\(minute):10+01:00", lux: 300)
    }
    // A poisoned buffer shows which pixels are written into it before it is next shown.
    let run = try scenario.run(
      at: Self.morning, within: 120,
      """
      panel_start clock --lux 300
      expect day 10
      panel-ctl $PANEL_SOCKET watch 60 >/out/updates.log &
      sleep 1
      for minute in 42 43 44 45 46 47; do
        set_clock "2026-11-21 08:$((minute - 1)):58.500"
        sleep 1.2
        # Poison is no picture: only the first minute can be compared as a whole.
        if [ $minute = 42 ]; then expect minute42 3; say late_ms $(($(date +%s%3N) % 60000)); else sleep 1.5; fi
        [ $minute -lt 44 ] || say written "$(grab --written 123457)"
        grab --poison 123457 || fail "the buffer cannot be poisoned"
      done
      panel_stop
      """)
    run.expectGood()
    Figures.note("minute change on \(screen), shown after the full minute", milliseconds: run.numbers("late_ms"))
    #expect(try run.number("late_ms") < Rig.lateLimitMs, "\(run.report)")
    try checkWritten(run, screen)
  }

  /// Bytes written, compared with the union of this minute's damage and the last one's, as reported by the guard.
  private func checkWritten(_ run: ScenarioRun, _ screen: Screen) throws {
    let damages = try Updates(run.folder).damages
    let written = run.numbers("written")
    try #require(damages.count >= written.count + 1, "\(run.report)")
    for (index, count) in written.enumerated() {
      let at = damages.count - written.count + index
      let owed = Updates.area(damages[at] + damages[at - 1])
      let ratio = count / Double(owed)
      Figures.note(
        "pixels written by a minute change on \(screen) ÷ united damage", "\(Int(count)) ÷ \(owed) = \(ratio)")
      #expect(ratio <= 1.1, "\(run.report)")
      #expect(count > 0)
    }
  }

  @Test(arguments: [Screen.bochs, .virtio, .vkms])
  func `flips that are reported at once do not make the loop spin`(screen: Screen) throws {
    let scenario = try Scenario("pace-\(screen)", screen: screen)
    var board = screen.description == "vkms" ? PanelBoard.drm(1024, 768) : PanelBoard.drm()
    board.scene = """
      context: standBy
      zone: Europe/Berlin
      locale: en-GB
      widgets:
        - kind: clock
          configuration: {style: analogue, seconds: true}
        - kind: weather
          configuration: {file: forecast.json, rebase: true}

      """
    try scenario.board(board, at: Self.morning)
    let run = try scenario.run(
      at: Self.morning,
      """
      panel_start clock --lux 300
      panel-ctl $PANEL_SOCKET watch 14 >/out/updates.log & WATCH=$!
      sleep 4
      PID=$(renderer); [ -n "$PID" ] || fail "no renderer"
      before=$(wakeups $PID) spent=$(cpu_ms $PID) frames=$(grep -c ^updated /out/updates.log)
      sleep 8
      say frames $(($(grep -c ^updated /out/updates.log) - frames))
      say wakeups $(($(wakeups $PID) - before))
      say cpu_ms $(($(cpu_ms $PID) - spent))
      panel_stop
      """)
    run.expectGood()
    let frames = try run.number("frames")
    let wakeups = try run.number("wakeups")
    Figures.note(
      "eight seconds of a second hand on \(screen)",
      "\(Int(frames)) frames, \(Int(wakeups)) wake-ups, \(Int(try run.number("cpu_ms"))) ms of processor time")
    // A machine with shared processors may miss frames of a second, but never gains any.
    #expect((3...9).contains(frames), "\(run.report)")
    #expect(wakeups < 200, "\(run.report)")
  }

  @Test func `a clock that is set shows its new time at once, forwards and back`() throws {
    let scenario = try Scenario("clock-set", screen: .bochs)
    try scenario.board(.drm(), at: "2026-11-21T09:36:00+01:00")
    for (name, minute) in [("earlier", 37), ("day", 41), ("later", 58)] {
      try scenario.picture(name, at: "2026-11-21T09:\(minute):30+01:00", lux: 300)
    }
    let run = try scenario.run(
      at: Self.morning, within: 60 + 5 * Rig.repeats,
      """
      panel_start clock --lux 300
      expect day 10
      for i in $(seq \(Rig.repeats)); do
        for step in later:58 earlier:37 day:41; do
          set_clock "2026-11-21 08:${step#*:}:10"
          took=$(hil match ${step%:*} 2) || fail "${step%:*} is not shown after the clock was set"
          say step_ms $took
        done
      done
      panel_stop
      """)
    run.expectGood()
    Figures.note("clock stepped by minutes, picture right again", milliseconds: run.numbers("step_ms"))
  }

  @Test func `a machine that starts half a minute before summer time skips the hour on time`() throws {
    let scenario = try Scenario("summer-time", screen: .bochs)
    let start = "2026-03-29T01:59:25+01:00"
    try scenario.board(.drm(), at: start)
    try scenario.picture("before", at: "2026-03-29T01:59:40+01:00", lux: 300)
    try scenario.picture("after", at: "2026-03-29T03:00:05+02:00", lux: 300)
    let run = try scenario.run(
      at: start,
      """
      panel_start clock --lux 300
      expect before 10
      sleep $((59 - 10#$(date +%S)))
      expect after 4
      say late_ms $(($(date +%s%3N) % 60000))
      panel_stop
      """)
    run.expectGood()
    #expect(try run.number("late_ms") < Rig.lateLimitMs, "\(run.report)")
  }
}

/// The guard's reports: updates.log of `panel-ctl watch`.
struct Updates {
  /// The damaged rectangles of each update.
  var damages: [[PixelRect]] = []

  init(_ folder: URL) throws {
    let text = try String(contentsOf: folder.appending(path: "updates.log"), encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("updated ") {
      damages.append(
        line.split(separator: " ").filter { $0.hasPrefix("rect=") }.compactMap { word in
          let numbers = word.dropFirst(5).split(separator: ",").compactMap { Int32($0) }
          return numbers.count == 4
            ? PixelRect(x0: numbers[0], y0: numbers[1], x1: numbers[2], y1: numbers[3]) : nil
        })
    }
  }

  /// Pixels in any of the rectangles.
  static func area(_ rectangles: [PixelRect]) -> Int {
    var rows: [Int32: [Range<Int32>]] = [:]
    for rectangle in rectangles {
      for y in rectangle.y0..<rectangle.y1 { rows[y, default: []].append(rectangle.x0..<rectangle.x1) }
    }
    return rows.values.reduce(0) { total, spans in
      var end = Int32.min
      return total
        + spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(0) { sum, span in
          let from = Swift.max(span.lowerBound, end)
          end = Swift.max(end, span.upperBound)
          return sum + Swift.max(0, Int(span.upperBound) - Int(from))
        }
    }
  }
}
