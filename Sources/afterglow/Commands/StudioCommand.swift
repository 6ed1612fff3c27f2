import AfterglowPreview
import AfterglowStudio
import ArgumentParser
import CLinux
import Foundation

/// `afterglow studio BOARD…`.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Open a page in the browser that shows boards at any moment and in any light.",
    discussion: """
      Serves the page to this machine until Ctrl-C and prints its address, whose last part is a token: without it \
      nothing is shown. No file is changed.

      EXAMPLES
        afterglow studio bedside-clock
        afterglow studio boards/wall boards/bedside --port 8080
        afterglow studio bedside-clock --no-open

      \(ExitStatus.help)
      """)

  @Argument(help: "Folders of boards, or names of some under boards/.")
  var boards: [String]

  @Option(help: ArgumentHelp("The port on this machine; else any free one.", valueName: "number"))
  var port: UInt16 = 0

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser.")
  var open = true

  func run() throws {
    try reporting {
      var settings = Studio.Settings(boards: boards)
      settings.port = port
      settings.version = ProductVersion.text
      let signals = ag_signal_descriptor()
      let studio = try Studio(settings)
      defer { studio.end() }
      Report.say("the page: \(studio.address)")
      if open { Self.open(studio.address) }
      waitForSignal(signals)
    }
  }

  private func waitForSignal(_ signals: Int32) {
    while ag_signal_next(signals) <= 0 {
      var entry = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, -1)
    }
  }

  /// By the desktop's own program; on a machine without one the address is enough.
  private static func open(_ address: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xdg-open")
    process.arguments = [address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
