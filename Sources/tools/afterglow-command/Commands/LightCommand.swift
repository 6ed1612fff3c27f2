import AfterglowCore
import AfterglowLinux
import ArgumentParser
import Foundation

/// `afterglow light LUX|unknown|auto|- [BOARD]`.
struct LightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "light",
    abstract: "Set a running panel's room light, in place of its sensor.",
    discussion: """
      LIGHT is lux from 0 to \(Illuminance.maximumLux); `unknown` for a source that has failed, which is never darkness; `auto` for the \
      board's own source again; or `-` to read such words from standard input, one a line, as they come. The value \
      counts like a sensor's reading: thresholds and hold times stay the board's.

      It holds until another value is set, for --for seconds, or, on a board with `sensor: external`, for its \
      light.validFor: a source that falls silent is unknown then, and the panel keeps its mode.

      EXAMPLES
        afterglow light 0.5 bedside-clock
        afterglow light 300 --for 3600
        afterglow light auto
        mosquitto_sub -t bedroom/lux | afterglow light - bedside-clock

      \(ExitStatus.help)
      """)

  @Argument(help: ArgumentHelp("Lux, unknown, auto, or - for lines of them.", valueName: "light"))
  var light: String

  @OptionGroup var target: ExternalTarget

  private var source: ExternalSource {
    ExternalSource(
      kind: .lux, target: target,
      number: { text in
        guard let illuminance = try? Input.illuminance(text) else {
          let found = text.trimmingCharacters(in: .whitespaces)
          throw ValidationError(
            "expected lux from 0 to \(Illuminance.maximumLux) such as 0.5, unknown or auto, found \"\(found)\"")
        }
        return illuminance.millilux
      }, words: SensorReading.words(millilux:))
  }

  func validate() throws { try source.check(light) }

  func run() throws {
    try reporting { try source.send(light) }
  }
}
