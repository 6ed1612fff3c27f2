import AfterglowArchive
import AfterglowBoards
import AfterglowDaemon
import AfterglowDocuments
import AfterglowKit
import AfterglowLight
import AfterglowLinux
import AfterglowPreview
import AfterglowSources

/// Measures a dark room with a board's sensor and writes the resulting thresholds to the board's file.
struct NightCalibration {
  let board: String
  let devices: String
  let seconds: Int

  func run() throws {
    let source = try BoardSource(board)
    let (folder, problems) = BoardFolder.load(source.folder)
    guard let folder else { throw Failure(problems) }
    guard folder.board.record.lightSource == LightSourceKind.iio.rawValue else {
      throw Failure(
        .badInput,
        "\(folder.boardPath): expected \"sensor: iio\" in \"light\", found another source; there is nothing to measure with"
      )
    }
    let dark = try measure(folder)
    let thresholds = NightThresholds(darkMillilux: dark, folder.board.record.light)
    try write(thresholds, folder)
    Report.say(
      "\(folder.boardPath): night from \(words(thresholds.night.enterMillilux)) down, until \(words(thresholds.night.leaveMillilux)); "
        + "the dark room has \(SensorReading.words(millilux: dark))")
    if thresholds.movesAlwaysOn {
      Report.say(
        "  always-on moved above it: from \(words(thresholds.alwaysOn.enterMillilux)), until "
          + words(thresholds.alwaysOn.leaveMillilux))
    }
  }

  private func words(_ millilux: Int32) -> String { NightCalibration.number(millilux) + " lx" }

  /// The brightest of the sensor's readings: night must begin at that light as well.
  ///
  /// - Throws: `Failure` if the sensor returns no reading or the room is not dark enough.
  private func measure(_ folder: BoardFolder) throws -> Int64 {
    let record = folder.board.record
    var sensor = IIOSensor(
      SensorRequest(
        name: Lasting.text(folder.board.strings[.lightSourcePath]), devices: Lasting.text(devices),
        calibration: IntensityCalibration(
          channelByte: record.sensor.intensityChannel, microluxPerCount: record.sensor.microluxPerCount)))
    // The panel's reader does the same when it starts; without permission, the steps are coarser.
    _ = sensor.prepare()
    guard sensor.isFound else { throw SensorsCommand.none(in: devices) }
    var known: [Int64] = []
    var last = sensor.read()
    let end = SystemTime.boottimeMs + Int64(seconds) * 1000
    repeat {
      if let lux = last.illuminance { known.append(lux.millilux) }
      SystemTime.sleep(milliseconds: 500)
      last = sensor.read()
    } while SystemTime.boottimeMs < end
    guard let brightest = known.max() else {
      throw Failure(.unavailable, "the sensor gives no reading: \(last.words)")
    }
    guard brightest <= NightThresholds.brightestDarkMillilux else {
      throw Failure(
        .badInput,
        "the room is not dark enough: the sensor reads \(SensorReading.words(millilux: brightest)), expected at most "
          + SensorReading.words(millilux: NightThresholds.brightestDarkMillilux))
    }
    return brightest
  }

  /// Writes the file only if it reads back as intended, with nothing else changed.
  ///
  /// - Throws: `Failure` otherwise.
  private func write(_ thresholds: NightThresholds, _ folder: BoardFolder) throws {
    let old = try Files.read(folder.boardPath, limit: DocumentKind.settings.maximumByteCount)
    let edited: [UInt8]
    do {
      var editor = try YAMLEditor(bytes: old, file: folder.boardPath)
      try editor.set(["light", "night", "enter"], to: Self.number(thresholds.night.enterMillilux))
      try editor.set(["light", "night", "leave"], to: Self.number(thresholds.night.leaveMillilux))
      if thresholds.movesAlwaysOn {
        try editor.set(["light", "alwaysOn", "enter"], to: Self.number(thresholds.alwaysOn.enterMillilux))
        try editor.set(["light", "alwaysOn", "leave"], to: Self.number(thresholds.alwaysOn.leaveMillilux))
      }
      edited = editor.bytes
    } catch {
      throw Failure([error])
    }
    let (after, problems) = BoardFolder.settings(in: edited, file: folder.boardPath)
    guard problems.isEmpty else { throw Failure(problems) }
    var wanted = folder.board.record.light
    wanted.night = thresholds.night
    wanted.alwaysOn = thresholds.alwaysOn
    guard after?.record.light == wanted else {
      throw Failure(
        .badInput, "\(folder.boardPath): the thresholds cannot be written there; set \"light.night\" by hand")
    }
    try Files.replace(folder.boardPath, with: edited, isDurable: true)
  }

  /// `0.5`, `12`: lux without trailing zeros.
  static func number(_ millilux: Int32) -> String { ScalarText.format(Double(millilux) / 1000) }
}
