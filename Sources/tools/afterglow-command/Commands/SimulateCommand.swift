import AfterglowArchive
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowPreview
import AfterglowVirtual
import ArgumentParser
import Foundation

/// `afterglow simulate BOARD --from INSTANT --to INSTANT --out DIR`.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate a stretch of time at full speed, and record what the panel shows.",
    discussion: """
      Runs the panel's own loop on a virtual clock from --from up to, but not including, --to. Times that it prints are \
      in the scene's zone. DIR gets events.jsonl, one line of JSON for each update:
        t              when, ISO 8601 in UTC
        cause          start, tick, entry, stale, night, luminance, archive, clockStep, clockTrust, detail; several are
                       joined by +; page when another page is shown
        night, alwaysOn, variant
        entries        the date of the entry that each widget shows, by its name; null is a placeholder
        damage         the rectangles that were pushed, [x, y, width, height] in pixels of the panel
        pixelsChanged  how many pixels are different
        luminance      mean of the whole panel in cd/m², or null
        frame          name of the picture in DIR, or null

      and light.jsonl, one line for each reading of light and each decision about the mode:
        mode           day, alwaysOn or night
        reason         what decides it: light, heldLight (the sensor gives no reading now), schedule, presence, override, \
      or nothing
        lux            the sensor's reading, or null: unknown
        room, own      what the thresholds see, smoothed and without the panel's own light; that light
        white          what colours make of white in always-on for the room's light, in cd/m², or null
        why            a sentence, where mode, reason or white changed

      With --backlight, dimming.jsonl has a line for each level that it takes: t, level, white and luminance in cd/m². \
      What dims a real panel is known only there; without this option nothing does but the colours.

      A board of an e-paper panel is simulated on a strict model of it (docs/panels/models.md): each mistake of the driver \
      is reported. With --record, FILE gets what crosses the panel's wires as JSON lines (docs/panels/recordings.md), \
      for `afterglow panel-sim`.

      A lux trace has lines of `seconds,lux`, counted from --from; an empty lux is a drop-out, a heading \
      may stand above. A script is a JSON or \
      YAML list of events, each with `at` in seconds and one of:
        lux: 0.5                 dropout: true             clockStep: -3600 (seconds)
        override: night          trust: false              stop: true
        distance: 2.5 (metres to the viewer)
        presence: true (a touch, a key or a motion)
        page: next, previous, or the name or number of a page
        timeline: new.json, replaces: value.json (a file of the board's folder, default the same name)
      An override is day, night, alwaysOn, or automatic for what the light says.

      With --touch, the panel handles touches as those of a device; the board needs an `input` in board.yaml. Each event \
      of the file has `at` in seconds and one of:
        tap: [600, 240] (pixels of the scene, as for `afterglow touch`)
        swipe: [700, 240, 200, 240]
        key: enter (or the kernel's code)
        turn: -2 (detents of a knob; positive is clockwise)
        turn: 6, held: true (while it is held down: the panel goes through the coming hours)
        drag: [20, 470, 400, 470] (as swipe; the finger stays at its end)
      `hold: 0.8` keeps the finger or the key down for so many seconds, instead of 0.08. touch.jsonl gets a line for each \
      effect:
        t, acted       when; page, details, toggle, time or command
        widget, name   the widget's name or null; the name of the action or the page
        value, isOn    what the action gets, the minutes ahead of now, or null; the new state of a toggle, or null
        page           number of the page, or null
        outcome        done: the firmware does it alone; asked: it is for an author, and a simulation has none. \
      After two seconds the control returns to its state, with a mark

      EXAMPLES
        afterglow simulate bedside-clock --out night \\
          --from 2026-10-25T00:00:00+02:00 --to 2026-10-25T06:00:00+01:00
        afterglow simulate bedside-clock --out evening --frames changed \\
          --from 2026-11-21T21:00:00Z --to 2026-11-21T21:05:00Z \\
          --lux-trace boards/bedside-clock/evening.csv --backlight 255
        afterglow simulate kitchen --out taps --frames changed --touch taps.yaml \\
          --from 2026-11-21T09:00:00Z --to 2026-11-21T09:01:00Z

      \(ExitStatus.help)
      """)

  enum Frames: String, ExpressibleByArgument, CaseIterable {
    case changed, none
  }

  @Argument(help: "A board's folder, or its name under boards/.", completion: BoardCompletion.named)
  var board: String

  @Option(help: ArgumentHelp("The first instant.", valueName: "instant"), transform: Input.instant)
  var from: Instant

  @Option(help: ArgumentHelp("The instant before which it ends.", valueName: "instant"), transform: Input.instant)
  var to: Instant

  @Option(help: ArgumentHelp("Light over time, instead of the board's own source.", valueName: "file"))
  var luxTrace: String?

  @Option(help: ArgumentHelp("Timed events.", valueName: "file"))
  var script: String?

  @Option(help: ArgumentHelp("Timed touches, keys and turns of a knob.", valueName: "file"))
  var touch: String?

  @Option(
    help: ArgumentHelp(
      "The page to begin with, by its name or number (default: the one that the panel shows by itself).",
      valueName: "page"))
  var page: String?

  @Option(
    help: ArgumentHelp(
      "Suppose a backlight with so many levels, such as 255; what it does goes to dimming.jsonl.",
      valueName: "levels"))
  var backlight: Int?

  @Option(
    help: ArgumentHelp("Where a recording of an e-paper panel's wires goes.", valueName: "file"),
    transform: Input.outputFile)
  var record: String?

  @Option(help: "Which pictures to keep: of every update that changed a pixel, or none.")
  var frames: Frames = .none

  @Option(
    help: ArgumentHelp(
      "Output folder (created if missing). The output of an earlier simulation is replaced; one with other files is "
        + "refused.", valueName: "dir"))
  var out: String

  func validate() throws {
    guard from < to else { throw ValidationError("--to must be later than --from") }
    guard to.milliseconds - from.milliseconds <= 366 * 100 * 86_400_000 else {
      throw ValidationError("--from and --to are more than a hundred years apart")
    }
    if let backlight, !(1...1_000_000).contains(backlight) {
      throw ValidationError("expected 1 to 1000000 for --backlight, found \(backlight)")
    }
  }

  func run() throws {
    try reporting {
      let script = try script.map { try SimulationScript(path: $0) } ?? SimulationScript()
      let trace = try luxTrace.map { try LuxTraceFile(path: $0) }
      var source = try BoardSource(board)
      var copy: BoardCopy?
      if script.replacesFiles {
        let known = SupervisedCommand.session.map { String(decoding: $0, as: UTF8.self) }
        copy = try BoardCopy(of: source.folder, in: known)
        SupervisedCommand.keep(session: Data(copy!.root.utf8))
        source = try BoardSource(copy!.folder)
      }
      try withExtendedLifetime(copy) { try simulate(source, script, trace) }
    }
  }

  private func simulate(_ source: BoardSource, _ script: SimulationScript, _ trace: LuxTraceFile?) throws {
    let content = try SimulationContent(source: source, script: script, from: from)
    content.board.notices.forEach(Report.complain)
    let doubts = script.doubts(
      endMs: to.milliseconds - from.milliseconds, hasDistance: content.board.record.sensor.distanceKind != .none)
    for words in doubts { Report.warn("\(self.script ?? ""): \(words)") }
    let touches = try touchScript(content.board)
    let light = try trace ?? content.board.boardTrace()
    let supposed = try supposedBacklight(content.board)
    try SimulationFolder.prepare(out)
    let wires = try record.map { try recordingFile($0, content.board) }
    defer { if let wires { close(wires) } }
    let panel = StagePanel(content.board.record, recording: wires ?? -1)
    let recorder = try SimulationRecorder(
      folder: out, panel: panel, content: content, keepsFrames: frames == .changed, from: from, to: to,
      backlight: supposed, isTouched: touches != nil)
    let events = try script.virtualEvents(on: content.board)
    let ending = try play(
      content, panel, recorder, events: Self.inOrder(events + (touches?.virtualEvents ?? [])), light: light,
      white: supposed?.white)
    recorder.flush()
    for refusal in recorder.refusals { Report.complain(refusal) }
    if let failure = recorder.failure { throw failure }
    summarise(recorder, content)
    if let touches, let log = recorder.touches { summarise(touches, log) }
    if let paper = panel.paper { report(paper, content.board) }
    if ending == .tooManyWaits {
      throw Failure(.unavailable, "the loop never stopped asking to be woken; this is a defect")
    }
    try endIfWidgetCrashed()
  }

  /// The touches of the file that --touch names; nil = none.
  private func touchScript(_ board: CompiledBoard) throws -> TouchScript? {
    guard let touch else { return nil }
    guard board.record.input.count > 0 else {
      throw Failure(
        .badInput,
        "\(board.name): nothing on this board can be touched; add `input: auto` to board.yaml, or leave --touch out")
    }
    let script = try TouchScript(path: touch, on: SceneSize(board.record))
    if let doubt = script.doubt(endMs: to.milliseconds - from.milliseconds) { Report.warn("\(touch): \(doubt)") }
    return script
  }

  /// Events in order of time; those at the same time in their own order.
  private static func inOrder(_ events: [VirtualEvent]) -> [VirtualEvent] {
    events.enumerated().sorted { ($0.element.atMs, $0.offset) < ($1.element.atMs, $1.offset) }.map(\.element)
  }

  private func summarise(_ touches: TouchScript, _ log: TouchLog) {
    let summary = log.summary
    Report.say("\(touch ?? ""): \(touches.count) touch\(touches.count == 1 ? "" : "es"), \(summary[0])")
    summary.dropFirst().forEach(Report.say)
  }

  private func recordingFile(_ path: String, _ board: CompiledBoard) throws -> Int32 {
    guard DisplayKind(rawValue: board.record.displayKind)?.isPaper == true else {
      throw Failure(.badInput, "\(board.name): only e-paper panels have wires to record; leave --record out")
    }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if file < 0 { throw FileFailure(operation: .write, path: path, code: errno) }
    return file
  }

  /// Every mistake that the panel's model found. They are the driver's, not the board's: the simulation still succeeds.
  private func report(_ paper: StagePaper, _ board: CompiledBoard) {
    paper.model.finish()
    for violation in paper.model.violations { Report.complain("\(board.name): \(violation)") }
    let count = paper.model.violations.count
    Report.say(
      "panel \(paper.model.description.title): \(paper.model.fullRefreshCount) full and "
        + "\(paper.model.partialRefreshCount) partial refreshes, \(count) violation\(count == 1 ? "" : "s")"
        + (record.map { "; \($0) has what crossed its wires" } ?? ""))
  }

  private func supposedBacklight(_ board: CompiledBoard) throws -> SimulatedBacklight? {
    guard let backlight else { return nil }
    guard board.record.isEmissive == 1 else {
      throw Failure(
        .badInput, "\(board.name): its panel emits no light that a backlight could dim; leave --backlight out")
    }
    return SimulatedBacklight(levels: backlight, board: board.record)
  }

  private func play(
    _ content: SimulationContent, _ panel: StagePanel, _ recorder: SimulationRecorder, events: [VirtualEvent],
    light: LuxTraceFile?, white: PanelWhite?
  ) throws -> VirtualClock.Ending {
    try events.withUnsafeBufferPointer { events in
      let base =
        light.map { VirtualClock(from: from, to: to, lux: $0.trace, events: events) }
        ?? VirtualClock(from: from, to: to, events: events)
      var clock = SimulationClock(base: base, content: content, firmware: recorder.touches?.firmware)
      var observer = SimulationObserver(recorder: recorder)
      let board = content.board
      let stage = try SceneStage(page.map { try board.showing(page: board.page(named: $0)) } ?? board)
      if let white { stage.setWhite(white) }
      stage.runLoop(
        on: panel, clock: &clock, observer: &observer, lux: light == nil ? content.board.constantLight : nil)
      return clock.ending
    }
  }

  private func summarise(_ recorder: SimulationRecorder, _ content: SimulationContent) {
    let seconds = (to.milliseconds - from.milliseconds) / 1000
    let compiled = content.compileCount == 1 ? "" : ", \(content.compileCount - 1) reloads"
    Report.say(
      "\(out): \(recorder.updates) updates in \(seconds) s of \(content.board.name)\(compiled), "
        + "\(recorder.pixelsChanged) px changed, \(recorder.frames) frames kept; took \(recorder.elapsedMs) ms")
    recorder.decisions.forEach(Report.say)
  }
}
