import AfterglowBoards
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowLinux
import AfterglowPreview
import ArgumentParser
import CLinux
import Foundation

/// `afterglow view [FILE|BOARD]`.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a panel, a PNG or a virtual framebuffer in the terminal.",
    discussion: """
      Draws with true-colour half blocks, scaled to the terminal. A framebuffer is followed: the picture changes when \
      the panel does, until q or Ctrl-C. Where the output is no terminal, it is drawn once, 80 cells wide.

      EXAMPLES
        afterglow view                        # the panel that `afterglow run` shows
        afterglow view kitchen                # the panel of that board
        afterglow view night.png
        afterglow view panel.vfb

      \(ExitStatus.help)
      """)

  @Argument(
    help: "A PNG, a virtual framebuffer or a board that is running; without it, the one board that is running.")
  var file: String?

  @Option(help: "Turn a framebuffer's picture back: the scene's rotation on the panel, in degrees clockwise.")
  var rotation: Int = 0

  @Flag(help: "Draw once and leave.")
  var once = false

  func validate() throws {
    guard [0, 90, 180, 270].contains(rotation) else {
      throw ValidationError("--rotation \(rotation): expected 0, 90, 180 or 270")
    }
  }

  func run() throws {
    try reporting {
      let path = try Self.path(file)
      guard FramebufferFile.isOne(try Files.head(path, count: 8)) else {
        Self.draw(try PanelPicture(pngFile: path))
        return
      }
      let turned = Rotation(rawValue: UInt8(rotation / 90))!
      let framebuffer = try FramebufferFile(path: path, rotation: turned)
      if once || !Terminal.showsPictures || !Terminal.hasKeys {
        Self.draw(try framebuffer.picture())
      } else {
        try follow(framebuffer, path: path, rotation: turned)
      }
    }
  }

  /// A file, or the file that shows a board; without an argument, of the running panel.
  ///
  /// - Throws: `Failure` if there is none.
  private static func path(_ argument: String?) throws -> String {
    guard let argument else { return try RunningBoard.shownInFile(nil).framebuffer }
    var status = stat()
    let isThere = stat(argument, &status) == 0
    let isBoard = isThere ? access(argument + "/board.yaml", F_OK) == 0 : BoardLookup.standard.find(argument) != nil
    let isRunning = try !isThere && !RunningBoard.meant(by: argument, among: RunningBoard.all()).isEmpty
    return isBoard || isRunning ? try RunningBoard.shownInFile(argument).framebuffer : argument
  }

  private static func draw(_ picture: PanelPicture) {
    let size = Terminal.size
    for line in HalfBlocks(picture, columns: size.columns, rows: size.rows - 1).lines {
      Report.print(line + "\n")
    }
  }

  /// Shows each new frame until a key or signal ends it.
  private func follow(_ first: FramebufferFile, path: String, rotation: Rotation) throws {
    let signals = ag_signal_descriptor()
    guard signals >= 0, let keys = KeyReader() else { return Self.draw(try first.picture()) }
    let panel = TerminalPanel(textRows: 1)
    defer {
      panel.close()
      keys.restore()
      Report.say("")
    }
    var framebuffer = first
    var shown: UInt64?
    while true {
      // A restarted guard may replace the file: check the path again, not only the mapping.
      if !framebuffer.isStill(at: path) || shown == framebuffer.sequence,
        let newer = try? FramebufferFile(path: path, rotation: rotation)
      {
        framebuffer = newer
      }
      let sequence = framebuffer.sequence
      if (sequence != shown && sequence % 2 == 0) || panel.isResized {
        panel.show(try framebuffer.picture())
        shown = sequence
      }
      var set = PollSet()
      _ = set.add(signals)
      let keyPlace = set.add(STDIN_FILENO)
      set.wait(timeoutMs: 100)
      if ag_signal_next(signals) > 0 { return }
      if set.isReady(keyPlace) {
        guard let pressed = keys.read(), !pressed.contains("q") else { return }
      }
    }
  }
}
