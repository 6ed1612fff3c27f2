import ArgumentParser

/// `afterglow touch-test [BOARD]`.
struct TouchTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touch-test",
    abstract: "Show where a running panel feels fingers, and name the device of each touch.",
    discussion: """
      While it runs, the panel draws a ring around each finger and points on its way, and nothing that is touched acts. A \
      line says what was touched: the place on the panel in millimetres from its upper left corner, the place on the \
      device's own axes, and the device. Keys have the names that `input.keys` of board.yaml takes, and devices those of \
      `input.device`.

      If the ring is not under the finger, the axes are wrong. Draw a line from left to right: where the ring moves up or \
      down, write `swapAxes: true` into `input` of board.yaml; where it then moves the other way, `invertX` or `invertY`. \
      For a ring that is near the finger and not under it, write a `calibration` (docs/boards.md, Input).

      It ends with Ctrl-C, or after --for seconds. The panel shows its picture again within three seconds, however the \
      command ended. E-paper draws nothing, because each point would cost a refresh.

      With --json each line is an object: `event` is device, contact, key, turn, presence or cancelled, and what an \
      event does not have is null.

      EXAMPLES
        afterglow touch-test bedside-clock
        afterglow touch-test --for 30
        afterglow touch-test bedside-clock --json --for 10 > touches.jsonl

      \(ExitStatus.help)
      """)

  @OptionGroup var target: RunningTarget

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("End after 1 to 86400 s, with status 1 if nothing was touched.", valueName: "seconds"))
  var duration: Int?

  @Flag(help: "Print a JSON object for each event.")
  var json = false

  func validate() throws {
    if let duration, !(1...ExternalSource.longestSeconds).contains(duration) {
      throw ValidationError("--for \(duration): expected 1 to \(ExternalSource.longestSeconds) seconds")
    }
  }

  func run() throws {
    try reporting {
      var test = TouchTest(of: try RunningGuard(target), isJSON: json)
      try test.run(seconds: duration)
    }
  }
}
