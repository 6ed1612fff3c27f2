import AfterglowCore
import AfterglowLinux
import ArgumentParser
import Foundation

/// `afterglow distance METRES|unknown|auto|- [BOARD]`.
struct DistanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "distance",
    abstract: "Set a running panel's viewer distance, in place of its sensor.",
    discussion: """
      From the board's distance.simplified on, the panel shows fewer details, larger: what can be read \
      across the room. DISTANCE is metres from 0 to \(ViewerDistance.maximumMetres); `unknown` for a source that has failed, and the panel stays \
      as it is; `auto` for the board's own source again; or `-` to read such words from standard input, one a line.

      It holds until another value is set, for --for seconds, or, on a board with `sensor: external`, for its \
      distance.validFor. A board without `distance` has one level only, and one with `proximity` counts instead.

      EXAMPLES
        afterglow distance 3.5 bedside-clock
        afterglow distance auto
        mosquitto_sub -t bedroom/radar | afterglow distance - bedside-clock

      \(ExitStatus.help)
      """)

  @Argument(help: ArgumentHelp("Metres, unknown, auto, or - for lines of them.", valueName: "distance"))
  var distance: String

  @OptionGroup var target: ExternalTarget

  private var source: ExternalSource {
    ExternalSource(
      kind: .distance, target: target, number: { try Input.millimetres($0) },
      words: { String(format: "%.2f m", Double($0) / 1000) })
  }

  func validate() throws { try source.check(distance) }

  func run() throws {
    try reporting { try source.send(distance) }
  }
}
