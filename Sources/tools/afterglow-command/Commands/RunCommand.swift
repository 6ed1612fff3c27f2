import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowPreview
import ArgumentParser

/// `afterglow run BOARD`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Show a board's scene: compile, hand over, watch the files, recompile on change.",
    discussion: """
      Prints what it shows and where, the next due update, and a line for each update with its cause. The keys d, n, a \
      ask for day, night and always-on, s goes back to the light sensor, p darkens and wakes the panel, c shows the clock \
      with its next face and says how to keep it, q or Ctrl-C ends it.

      A board of a virtual panel is shown in a framebuffer file, a PNG of the current frame that is rewritten on every \
      change, and in the terminal. A board of a real display is shown there; with --virtual it is shown as if it were \
      a virtual one, on any machine. Only root, a service, or a user in the groups that own its \
      devices can open a real display; missing permissions are reported.

      The panel belongs to afterglow-renderer, which this program starts. When this program dies, the panel keeps running; \
      the next `afterglow run` takes it over. A file that the scene names is noticed when it changes; one with an \
      error is reported and the last good scene stays. SIGHUP reads everything again, SIGTERM ends like Ctrl-C.

      EXAMPLES
        afterglow run bedside-clock
        afterglow run bedside-clock --headless
        afterglow run bedside-clock --lux 0.5
        afterglow run bedside-clock --once
        afterglow run rpi-hdmi-1080p --virtual
        afterglow run kitchen --headless \\
          --control /run/afterglow/kitchen/control.sock

      Only one run shows a board; a second one prints the ID of the running process and the command that ends it, and \
      exits, also where its XDG_RUNTIME_DIR is another.

      FILES
        $XDG_RUNTIME_DIR/afterglow/KEY (or /tmp/afterglow-UID/KEY): panel.vfb, panel.png, control.sock, \
        author.sock, run.log
        $XDG_STATE_HOME/afterglow/KEY (or ~/.local/state/afterglow/KEY): scene.archive, run.lock; with \
        --virtual virtual.archive, virtual-run.lock
        KEY is the name of an installed board, else the folder's name and eight digits derived from its path
        AFTERGLOW_RENDERER names another afterglow-renderer than the one beside this program

      \(ExitStatus.help)
      """)

  @Argument(help: "A board's folder, or its name under boards/.", completion: BoardCompletion.named)
  var board: String

  @Flag(help: "End as soon as the first frame is shown.")
  var once = false

  @Flag(help: "No panel in the terminal and no keys.")
  var headless = false

  @Flag(help: "Show a board of a real display on a virtual framebuffer.")
  var virtual = false

  @Option(
    help: ArgumentHelp(
      "Hand over to the guard that listens there, such as a service's: it is waited for, never started or stopped.",
      valueName: "socket"))
  var control: String?

  @Option(
    help: "Simulated sensor reading, in lux (default: the board's source).", transform: Input.illuminance)
  var lux: Illuminance?

  @Option(
    help: ArgumentHelp("Play light from lines of `seconds,lux`; an empty lux is a drop-out.", valueName: "file"))
  var luxTrace: String?

  @Option(
    help: ArgumentHelp(
      "Take requests over HTTP on 127.0.0.1 too, from programs that have the secret http-token; 0 is any free port.",
      valueName: "port"), transform: Input.whole)
  var http: UInt16?

  func validate() throws {
    if virtual && control != nil {
      throw ValidationError("--virtual and --control exclude each other: a guard that runs has its display")
    }
    if lux != nil && luxTrace != nil { throw ValidationError("--lux and --lux-trace exclude each other") }
  }

  func run() throws {
    var start: DaemonStart?
    do {
      try reporting {
        let options = DaemonOptions(
          isHeadless: headless, isVirtual: virtual, controlSocket: control, stopsAfterFirstUpdate: once, lux: lux,
          luxTrace: try luxTrace.map { try LuxTraceFile(path: $0) }, httpPort: http)
        start = try DaemonStart(source: BoardSource(board), options: options)
        if let kind = try start?.run() { throw ExitCode(kind.status.rawValue) }
      }
    } catch let exit as ExitCode {
      start?.leave(exit.rawValue)
      throw exit
    }
    start?.leave(ExitStatus.ok.rawValue)
  }
}
