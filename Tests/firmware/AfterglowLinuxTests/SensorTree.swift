import Foundation

/// The files of a light sensor's driver, as on a machine with the chip: names, spelling and values of the kernel's
/// drivers (drivers/iio/light).
struct SensorFiles {
  let name: String
  /// The files common to all readings, in a room with a lamp.
  var files: [String: String]

  static let bh1750 = SensorFiles(
    name: "bh1750",
    files: [
      "in_illuminance_raw": "120", "in_illuminance_scale": "0.833333", "in_illuminance_integration_time": "0.120060",
      // 224 times from 31 to 254 steps of 1.74 ms, in one line of half a page.
      "integration_time_available": (31...254).map { "0.\(String(1_000_000 + $0 * 1740).dropFirst())" }
        .joined(separator: " "),
    ])
  static let tsl2563 = SensorFiles(
    name: "tsl2561",
    files: ["in_illuminance0_input": "100", "in_intensity_both_raw": "512", "in_intensity_ir_raw": "90"])
  static let tsl2591 = SensorFiles(
    name: "tsl2591",
    files: [
      "in_illuminance_input": "100.250000", "in_intensity_both_raw": "2410", "in_intensity_ir_raw": "400",
      // In tenths of a second, although the kernel's documentation says seconds.
      "integration_time": "3", "integration_time_available": "1 2 3 4 5 6", "calibscale": "25",
      "calibscale_available": "1 25 428 9876",
    ])
  static let veml6030 = SensorFiles(
    name: "veml6030",
    files: [
      "in_illuminance_input": "100.224000", "in_illuminance_raw": "217", "in_intensity_white_raw": "400",
      // The older driver's scale is the gain: raw × scale is not lux.
      "in_illuminance_scale": "0.125000", "in_illuminance_scale_available": "0.125 0.25 1.0 2.0",
      "in_illuminance_integration_time": "0.100000",
      "in_illuminance_integration_time_available": "0.025 0.05 0.1 0.2 0.4 0.8",
    ])
  static let opt3001 = SensorFiles(
    name: "opt3001",
    files: [
      "in_illuminance_input": "100.160000", "in_illuminance_integration_time": "0.800000",
      "integration_time_available": "0.1 0.8", "events/in_illuminance_thresh_falling_value": "0.000000",
    ])
  static let apds9960 = SensorFiles(
    name: "apds9960",
    files: [
      "in_intensity_clear_raw": "500", "in_intensity_red_raw": "200", "in_intensity_green_raw": "190",
      "in_intensity_blue_raw": "110", "in_proximity_raw": "3", "in_intensity_scale": "4",
      "in_intensity_scale_available": "1 4 16 64",
    ])
  static let ltr501 = SensorFiles(
    name: "ltr501",
    files: [
      "in_illuminance_input": "100", "in_intensity_both_raw": "300", "in_intensity_ir_raw": "40",
      "in_intensity_scale": "1.000000", "in_proximity_raw": "0",
    ])
  static let tsl4531 = SensorFiles(
    name: "tsl4531",
    files: [
      "in_illuminance_raw": "100", "in_illuminance_scale": "1", "in_illuminance_integration_time": "0.400000",
      "integration_time_available": "0.1 0.2 0.4",
    ])
  static let accelerometer = SensorFiles(name: "adxl345", files: ["in_accel_x_raw": "-3", "in_accel_scale": "0.038"])
}

extension DeviceTree {
  /// A device as in sysfs: a link in the bus's folder to a folder below its I²C client.
  func plug(_ number: Int, _ sensor: SensorFiles, changing changes: [String: String] = [:]) throws {
    let real = "devices/1-0023/iio:device\(number)"
    var files = sensor.files.merging(changes) { $1 }
    files["name"] = sensor.name
    files["uevent"] = "MAJOR=245\nMINOR=\(number)\nDEVNAME=iio:device\(number)\nDEVTYPE=iio_device"
    files["dev"] = "245:\(number)"
    files["power/control"] = "auto"
    for path in files.keys {
      try FileManager.default.createDirectory(
        at: root.appending(path: real).appending(path: path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
    }
    try device(real, files)
    let bus = root.appending(path: "bus/iio/devices")
    try FileManager.default.createDirectory(at: bus, withIntermediateDirectories: true)
    let link = bus.appending(path: "iio:device\(number)")
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../../../\(real)")
  }

  func unplug(_ number: Int) throws {
    try remove("bus/iio/devices/iio:device\(number)")
    try remove("devices/1-0023/iio:device\(number)")
  }

  func set(_ file: String, of number: Int, to value: String) throws {
    try device("devices/1-0023/iio:device\(number)", [file: value])
  }

  /// Reading it fails, as it does while a chip does not respond.
  func spoil(_ file: String, of number: Int) throws {
    let path = root.appending(path: "devices/1-0023/iio:device\(number)/\(file)")
    try FileManager.default.removeItem(at: path)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
  }

  func value(_ file: String, of number: Int) throws -> String {
    try content("devices/1-0023/iio:device\(number)/\(file)").trimmingCharacters(in: .newlines)
  }

  /// Used by a reader instead of /sys/bus/iio/devices.
  var sensors: UnsafePointer<CChar> { text(root.appending(path: "bus/iio/devices").path) }
}
