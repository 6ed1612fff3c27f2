import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import AfterglowDaemon
import AfterglowDocuments
import AfterglowKit
import AfterglowLight
import AfterglowLinux
import ArgumentParser
import Foundation

/// `afterglow sensors [BOARD]`.
struct SensorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensors",
    abstract: "List light and distance sensors, follow one, or set a board's night threshold from its dark room.",
    discussion: """
      Without options: every sensor of light and distance that the kernel has, each read once, with the name that a \
      board's light.device or distance.device takes. What a sensor cannot measure is unknown, never darkness; the \
      reason is printed.

      --set-night BOARD reads the board's sensor for ten seconds and writes light.night.enter and .leave into its \
      board.yaml: night then begins at twice the brightest of these readings. Nothing else in the file changes, \
      comments included. Do it in the dark, with the curtains drawn and the panel in night (`afterglow run`, key n), \
      because the panel lights its own sensor.

      EXAMPLES
        afterglow sensors
        afterglow sensors --live
        afterglow sensors --live bh1750
        afterglow sensors --set-night kitchen

      \(ExitStatus.help)
      """)

  @Argument(help: ArgumentHelp("With --live: the sensor to follow, as the list names it.", valueName: "sensor"))
  var sensor: String?

  @Flag(help: "Follow a sensor: a line for each reading that is another than before, until Ctrl-C.")
  var live = false

  @Option(
    help: ArgumentHelp("Write the dark room's thresholds into this board.", valueName: "board"),
    completion: BoardCompletion.named)
  var setNight: String?

  @Option(help: ArgumentHelp("How long --set-night and --live read (--live: no limit).", valueName: "seconds"))
  var seconds: Int?

  @Option(help: ArgumentHelp("The kernel's folder of sensors.", valueName: "folder"))
  var devices = "/sys/bus/iio/devices"

  func validate() throws {
    if live && setNight != nil { throw ValidationError("--live and --set-night exclude each other") }
    if sensor != nil && !live {
      throw ValidationError("a sensor's name goes with --live; --set-night reads the one that the board names")
    }
    if let seconds, !(1...3600).contains(seconds) {
      throw ValidationError("--seconds \(seconds): expected 1 to 3600")
    }
    if seconds != nil && !live && setNight == nil {
      throw ValidationError("--seconds goes with --live and --set-night")
    }
  }

  func run() throws {
    try reporting {
      if let setNight {
        try NightCalibration(board: setNight, devices: devices, seconds: seconds ?? 10).run()
      } else if live {
        try follow()
      } else {
        try list()
      }
    }
  }

  private func list() throws {
    let found = ListedSensor.all(in: devices)
    guard !found.isEmpty else { throw Self.none(in: devices) }
    if !found.contains(where: { $0.light != nil }) { Report.complain("no light sensor in \(devices)") }
    for sensor in found { sensor.lines.forEach(Report.say) }
  }

  private func follow() throws {
    guard !ListedSensor.all(in: devices).isEmpty else { throw Self.none(in: devices) }
    var source = IIOSensor(name: Lasting.text(sensor ?? ""), devices: Lasting.text(devices))
    let end = seconds.map { SystemTime.boottimeMs + Int64($0) * 1000 }
    var lastReading: SensorReading?
    while end.map({ SystemTime.boottimeMs < $0 }) ?? true {
      let start = SystemTime.boottimeMs
      let reading = source.read()
      if reading.fault == .missing, lastReading == nil {
        throw Failure(
          .unavailable, "no light sensor is called \(sensor ?? ""); `afterglow sensors` lists those that are there")
      }
      if reading != lastReading { Report.say("\(TimeText.localTime(.now))  \(reading.words)") }
      lastReading = reading
      SystemTime.sleep(milliseconds: max(0, 1_000 - (SystemTime.boottimeMs - start)))
    }
  }

  static func none(in devices: String) -> Failure {
    Failure(
      .unavailable,
      "no light sensor in \(devices); on a Raspberry Pi a line such as dtoverlay=i2c-sensor,bh1750 in "
        + "/boot/firmware/config.txt declares one (docs/raspberry-pi.md)")
  }
}
