import AfterglowDaemon
import AfterglowKit
import AfterglowWidgets
import ArgumentParser
import Foundation

/// `afterglow plot DIR`.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a simulation's light over time, or where a panel of e-paper was refreshed.",
    discussion: """
      DIR is what `afterglow simulate --out DIR` wrote. The picture shows, over time: the sensor's readings and what the \
      thresholds saw of them, with the limits of night and always-on; the mode, and what decided it where that was not \
      the light; the mean luminance of the panel, and white as a backlight has it (simulate --backlight).

      If DIR is a file that a guard saved (--state, PATH.refreshes), the picture is a heat map of the panel, and the number of \
      refreshes is printed, with the expected life of the glass.

      EXAMPLES
        afterglow simulate bedside-clock --out evening \\
          --lux-trace boards/bedside-clock/evening.csv \\
          --from 2026-11-21T20:00:00Z --to 2026-11-22T06:00:00Z
        afterglow plot evening
        afterglow plot /var/lib/afterglow-renderer/kitchen.refreshes \\
          --out kitchen.png

      \(ExitStatus.help)
      """)

  @Argument(help: ArgumentHelp("The folder of a simulation, or a file of refreshes.", valueName: "dir"))
  var folder: String

  @Option(
    help: ArgumentHelp("Output file (default: light.png in DIR; FILE.png).", valueName: "file.png"),
    transform: Input.pictureFile)
  var out: String?

  @Option(help: ArgumentHelp("Time zone of the axis (default: the scene's).", valueName: "IANA name"))
  var zone: String?

  func validate() throws {
    if let zone, ZoneName.zone(zone) == nil {
      let hint = ZoneName.suggestion(for: zone)
      throw ValidationError("--zone: expected an IANA time zone such as Europe/Lisbon, found \"\(zone)\"\(hint)")
    }
  }

  func run() throws {
    try reporting {
      if folder.hasSuffix(".refreshes") { return try plotRefreshes() }
      let record = try SimulationRecord(folder: folder)
      let zone = TimeZone(identifier: zone ?? record.head.zone) ?? TimeZone(identifier: "UTC")!
      let picture = try PlotPicture(record, title: record.head.board, zone: zone).draw()
      let path = out ?? (folder.hasSuffix("/") ? folder : folder + "/") + "light.png"
      try Files.replace(path, with: picture.png(), isDurable: false)
      Report.say("\(path): \(picture.width)×\(picture.height) px, \(record.lights.count) readings and decisions")
    }
  }

  private func plotRefreshes() throws {
    let plot = try RefreshPlot(path: folder)
    let path = out ?? folder + ".png"
    try Files.replace(path, with: plot.draw().png(), isDurable: false)
    Report.say("\(path): \(plot.summary)")
  }
}
