import AfterglowCore
import AfterglowErrors
import AfterglowKit
import AfterglowLinux
import Foundation

/// An industrial I/O (IIO) sensor for light or distance, with the names that a board can use for it.
struct ListedSensor {
  /// The folder's entry, such as `iio:device0`.
  let entry: String
  /// The driver's name of the sensor: the value of a board's `light.device`.
  let name: String
  /// The device tree's label; empty for most.
  let label: String
  /// Its light reading; nil for other sensors.
  let light: SensorReading?
  /// Further lines about it.
  let notes: [String]

  /// All sensors in the order of their numbers. Each is read once, which can take a second.
  static func all(in devices: String) -> [ListedSensor] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
    return names.filter { $0.hasPrefix("iio:device") }
      .sorted { ($0.count, $0) < ($1.count, $1) }
      .compactMap { ListedSensor($0, in: devices) }
  }

  /// nil for a device that measures neither light nor distance.
  private init?(_ entry: String, in devices: String) {
    let files = SensorFolder(path: devices + "/" + entry)
    guard files.tellsLight || files.tellsDistance || files.countsProximity else { return nil }
    self.entry = entry
    name = files.text("name") ?? ""
    label = files.text("label") ?? ""
    func read(_ quantity: SensorQuantity) -> SensorReading {
      var sensor = IIOSensor(
        SensorRequest(name: Lasting.text(entry), devices: Lasting.text(devices), quantity: quantity))
      return sensor.read()
    }
    light = files.tellsLight ? read(.light) : nil
    var notes = light == nil ? [] : files.lightNotes
    if files.tellsDistance {
      let reading = read(.distance)
      let metres = reading.value.map { String(format: "%.2f m", Double($0) / 1000) }
      notes.append("distance \(metres ?? reading.reason), for distance.sensor: iio")
    }
    if files.countsProximity {
      let reading = read(.proximity)
      notes.append(
        "proximity \(reading.value.map { "\($0) counts" } ?? reading.reason), for distance.sensor: proximity")
    }
    self.notes = notes
  }

  /// `bh1750  iio:device0  100.2 lx`.
  var lines: [String] {
    let place = label.isEmpty ? entry : "\(entry), labelled \(label)"
    let words = light.map { "  " + $0.words } ?? ""
    return ["\(name.isEmpty ? entry : name)  \(place)\(words)"] + notes.map { "  " + $0 }
  }
}

extension SensorReading {
  /// `12.4 lx`, or the reason why there is no reading.
  var words: String {
    illuminance.map { Self.words(millilux: $0.millilux) } ?? reason
  }

  /// Why there is no reading.
  var reason: String {
    switch fault {
    case .unreadable: "unknown: it cannot be read (\(ErrnoWords.cause(errno)))"
    case .notANumber: "unknown: it returned a non-numeric value"
    case .impossible: "unknown: it returned a value out of range"
    case .blinded: "unknown: it reads 0 lx while another channel is saturated"
    case .missing, .none, .silent: "no lux"
    }
  }

  /// Three decimals in the dark, none in sunlight.
  static func words(millilux: Int64) -> String {
    let lux = Double(millilux) / 1000
    return String(format: lux < 10 ? "%.3f lx" : lux < 1000 ? "%.1f lx" : "%.0f lx", lux)
  }
}

/// The files of one sensor.
struct SensorFolder {
  let path: String

  func text(_ file: String) -> String? {
    guard let bytes = try? Files.head(path + "/" + file, count: 8192) else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func has(_ file: String) -> Bool { access(path + "/" + file, F_OK) == 0 }

  var tellsLight: Bool { tellsLux || !intensities.isEmpty }
  var tellsDistance: Bool { has("in_distance_input") || has("in_distance_raw") }
  var countsProximity: Bool { has("in_proximity_raw") || has("in_proximity0_raw") }

  private var tellsLux: Bool {
    ["in_illuminance_input", "in_illuminance0_input", "in_illuminance_raw", "in_illuminance0_raw"].contains(where: has)
  }

  /// The channels that can be used in a board's `light.calibration`.
  var intensities: [String] {
    let named = ["clear", "both", "white", "green"].filter { has("in_intensity_\($0)_raw") }
    return has("in_intensity_raw") ? named + ["plain"] : named
  }

  var lightNotes: [String] {
    var notes: [String] = []
    if !tellsLux {
      let counts = intensities.map {
        "\($0) \(text($0 == "plain" ? "in_intensity_raw" : "in_intensity_\($0)_raw") ?? "?")"
      }
      notes.append("counts \(counts.joined(separator: ", ")): needs light.calibration in the board file")
    }
    let places = ["in_illuminance_integration_time", "in_illuminance0_integration_time", "integration_time"]
    if let time = places.compactMap(text).first {
      notes.append("integration time \(time)")
    }
    if !has("in_illuminance_input"), !has("in_illuminance0_input"),
      let step = (text("in_illuminance_scale") ?? text("in_illuminance0_scale")).flatMap(Double.init)
    {
      notes.append("steps of \(String(format: "%.3g", step)) lx")
      if step > 0.5 { notes.append("too coarse for the dark, until a panel that starts as root sets its longest time") }
    }
    return notes
  }
}

/// C strings that live as long as the program, because sensors store pointers to theirs.
enum Lasting {
  static func text(_ words: String) -> UnsafePointer<CChar> { UnsafePointer(strdup(words)) }
}
