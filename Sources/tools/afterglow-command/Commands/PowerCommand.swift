import AfterglowDaemon
import AfterglowLinux
import ArgumentParser
import Foundation

/// `afterglow power on|off [BOARD]`.
struct PowerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Darken the panel of an empty room, or wake it.",
    discussion: """
      Asks the guard that shows the board, however it was started. A darkened panel is as dark as the hardware allows: \
      backlight off, connector off. Its clock keeps running, and when it is woken it shows the time at once. It wakes by \
      itself where the board names an input and a key or touch comes. E-paper keeps its picture: it costs nothing.

      A motion sensor's script is in docs/raspberry-pi.md.

      EXAMPLES
        afterglow power off bedside-clock
        afterglow power on
        afterglow power off --control /run/afterglow/kitchen/control.sock

      \(ExitStatus.help)
      """)

  enum State: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  @Argument(help: "on or off.")
  var state: State

  @OptionGroup var target: RunningTarget

  func run() throws {
    try reporting {
      let running = try RunningGuard(target)
      try running.send(ControlMessage(.power, value: state == .on ? 1 : 0))
      Report.say("\(running.board): \(state == .on ? "woken" : "darkened")")
    }
  }
}
