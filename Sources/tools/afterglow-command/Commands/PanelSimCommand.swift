import AfterglowDaemon
import AfterglowKit
import AfterglowPanelModels
import AfterglowPreview
import ArgumentParser

/// `afterglow panel-sim RECORDING --panel NAME`.
struct PanelSimCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel-sim",
    abstract: "Replay a recording of an e-paper panel's wires on a model of the panel.",
    discussion: """
      A RECORDING has one event per line, as JSON: lines that change, bytes that are sent, waits for BUSY \
      (docs/panels/recordings.md). The model decodes them as the panel's controller would, and reports every mistake \
      with the line of the recording: RECORDING:LINE: time, command, what was expected and what was found. Ends with 0 \
      if there is no error, and 1 otherwise.

      With --strict every violation is an error, as for drivers of this project. With --replay what hardware tolerates \
      is a warning, as for recorded traffic of other drivers (docs/panels/models.md).

      PANELS
      \(PanelDescription.all.map { "  \($0.name): \($0.title)" }.joined(separator: "\n"))

      EXAMPLES
        afterglow panel-sim clock.jsonl --panel 2in13-v4 --out panel.png
        afterglow panel-sim python.jsonl --panel 7in5-v2 --replay
        afterglow panel-sim clock.jsonl --panel 2in13-v4 --fault slow --seed 7

      \(ExitStatus.help)
      """)

  /// What is an error.
  enum Mode: String, EnumerableFlag {
    case strict
    case replay

    static func help(for value: Mode) -> ArgumentHelp? {
      switch value {
      case .strict: "Every violation is an error."
      case .replay: "What hardware tolerates is a warning."
      }
    }
  }

  @Argument(help: "The recording, as JSON lines.")
  var recording: String

  @Option(help: "The panel's name.")
  var panel: PanelName

  @Option(
    help: ArgumentHelp("Where a picture of the panel goes, as it looks at the end.", valueName: "file.png"),
    transform: Input.pictureFile)
  var out: String?

  @Flag
  var mode = Mode.strict

  @Option(help: "What is wrong with BUSY, or that everything takes three times as long.")
  var fault = PanelFault.none

  @Option(help: "Seed of BUSY's jitter and of lost memory's noise (default: 1).", transform: Input.whole)
  var seed: UInt64 = 1

  @Option(help: "The panel's temperature in °C (default: 25).", transform: Input.whole)
  var temperature: Int8 = 25

  @Option(help: "spidev's limit for one transfer, in bytes; without it, none.")
  var bufsiz: Int?

  @Option(help: "Shortest time between full refreshes, in seconds (default: 180).", transform: Input.whole)
  var interval: UInt32 = 180

  @Option(help: "Partial refreshes in a row before a full one is due (default: 5).", transform: Input.whole)
  var ghostLimit: UInt16 = 5

  /// A recording of a week of minutes.
  private static let maximumByteCount = 1 << 30

  func validate() throws {
    if let bufsiz, bufsiz < 1 { throw ValidationError("--bufsiz: expected 1 or more, found \(bufsiz)") }
  }

  func run() throws {
    try reporting {
      let bytes = try Files.read(recording, limit: Self.maximumByteCount)
      let events: PanelRecording
      do throws(RecordingError) {
        events = try PanelRecording(reading: bytes, file: recording)
      } catch {
        throw Failure(.badInput, error.description)
      }
      let model = SimulatedPanel(panel.description, settings: settings)
      model.play(events)
      for violation in model.violations {
        Report.say("\(recording):\(violation.line ?? 0): \(violation.summary)")
      }
      if let out { try Files.replace(out, with: model.glass.panelPicture.png(), isDurable: false) }
      Report.say(summary(of: model))
      if model.violations.contains(where: \.isError) { throw ExitCode(ExitStatus.differs.rawValue) }
    }
  }

  private var settings: ModelSettings {
    var settings = ModelSettings()
    settings.isStrict = mode == .strict
    settings.fault = fault
    settings.seed = seed
    settings.temperatureCelsius = Int(temperature)
    settings.maximumTransferByteCount = bufsiz
    settings.minimumIntervalSeconds = Int64(interval)
    settings.ghostLimit = Int(ghostLimit)
    return settings
  }

  private func summary(of model: SimulatedPanel) -> String {
    let errors = model.violations.count(where: \.isError)
    let warnings = model.violations.count - errors
    func count(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
    return "\(recording): \(model.fullRefreshCount) full and \(model.partialRefreshCount) partial refreshes, "
      + "\(count(errors, "error")), \(count(warnings, "warning"))"
      + (out.map { "; \($0) shows the panel" } ?? "")
  }
}

/// The name of a panel that has a model.
struct PanelName: ExpressibleByArgument {
  let description: PanelDescription

  init?(argument: String) {
    guard let found = PanelDescription.named(argument) else { return nil }
    description = found
  }

  static var allValueStrings: [String] { PanelDescription.all.map(\.name) }
}

extension PanelFault: ExpressibleByArgument {}

extension PanelGlass {
  /// As files show it.
  fileprivate var panelPicture: PanelPicture {
    PanelPicture(width: Int(size.width), height: Int(size.height), pixels: picture().map { $0 & 0xFF_FFFF })
  }
}
