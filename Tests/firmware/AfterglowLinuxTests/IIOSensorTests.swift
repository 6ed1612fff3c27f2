import AfterglowCore
import AfterglowLinux
import Foundation
import Testing

@Suite struct IIOSensorTests {
  static func millilux(_ files: [String: String], name: String = "") throws -> Int64? {
    let tree = try DeviceTree()
    try tree.device("iio:device0", files.merging(["name": "sensor"]) { given, _ in given })
    var sensor = IIOSensor(name: tree.text(name), devices: tree.path)
    return sensor.sample()?.millilux
  }

  @Test(
    arguments: [
      // bh1780: no scale. al3010: raw with scale. isl29018: index 0, a scale that is applied already. opt3001: decimals.
      (["in_illuminance_raw": "16384"], 16_384_000),
      (["in_illuminance_raw": "16384", "in_illuminance_scale": "0.074200"], 1_215_693),
      (["in_illuminance0_input": "249", "in_illuminance0_scale": "0.5"], 249_000),
      (["in_illuminance_input": "0.010000"], 10),
      (["in_illuminance_input": "83865.600000"], 83_865_600),
      (["in_illuminance0_raw": "5", "in_illuminance0_scale": "2", "in_illuminance0_offset": "3"], 16_000),
      (["in_illuminance_raw": "5", "in_illuminance_scale": "2", "in_illuminance_offset": "-3"], 4_000),
      // Values in lux are preferred to raw ones.
      (["in_illuminance_input": "7", "in_illuminance_raw": "9000"], 7_000),
      (["in_illuminance_input": "0"], 0),
      (["in_illuminance_input": "0.000400"], 0),
      (["in_illuminance_input": "0.000500"], 1),
      (["in_illuminance_input": "200000"], 200_000_000),
    ] as [([String: String], Int64)])
  func `each kind of channel is read in millilux`(files: [String: String], expected: Int64) throws {
    #expect(try Self.millilux(files) == expected)
  }

  @Test(
    arguments: [
      [:], ["in_intensity_both_raw": "50"], ["in_illuminance_input": ""], ["in_illuminance_input": "nan"],
      ["in_illuminance_input": "-1"], ["in_illuminance_input": "-0.000400"], ["in_illuminance_input": "200000.1"],
      ["in_illuminance_input": "4294967295"], ["in_illuminance_input": "12 lux"],
      ["in_illuminance_input": String(repeating: "1", count: 500)],
      ["in_illuminance_raw": "100", "in_illuminance_scale": "garbage"],
      ["in_illuminance_raw": "100", "in_illuminance_offset": ""],
      ["in_illuminance_raw": "100", "in_illuminance_offset": "-200"],
      ["in_illuminance_raw": "9223372036854775807", "in_illuminance_scale": "0.9"],
      // A zero while a channel is saturated.
      ["in_illuminance_input": "0", "in_intensity_ir_raw": "5400"],
      ["in_illuminance0_input": "0", "in_intensity_both_raw": "100"],
    ] as [[String: String]])
  func `what is no illuminance is unknown, never dark`(files: [String: String]) throws {
    #expect(try Self.millilux(files) == nil)
  }

  @Test func `a zero beside the noise of a dark channel is darkness`() throws {
    #expect(try Self.millilux(["in_illuminance_input": "0", "in_intensity_both_raw": "3"]) == 0)
  }

  @Test func `a sensor is found by its driver's name, its label or its folder`() throws {
    let tree = try DeviceTree()
    try tree.device("iio:device0", ["name": "accel", "in_accel_x_raw": "1"])
    try tree.device("iio:device2", ["name": "bh1750", "in_illuminance_input": "2", "label": "window"])
    try tree.device("iio:device10", ["name": "tsl2563", "in_illuminance0_input": "10"])
    try tree.device("trigger0", ["name": "x", "in_illuminance_input": "99"])
    let wanted: [(String, Int64?)] = [
      ("", 2000), ("bh1750", 2000), ("window", 2000), ("tsl2563", 10_000), ("iio:device10", 10_000), ("accel", nil),
      ("bh", nil), ("trigger0", nil),
    ]
    for (name, millilux) in wanted {
      var sensor = IIOSensor(name: tree.text(name), devices: tree.path)
      #expect(sensor.sample()?.millilux == millilux, "\(name)")
      #expect(sensor.isFound == (millilux != nil))
    }
  }

  @Test func `a sensor that goes is unknown, and is found again under another number`() throws {
    let tree = try DeviceTree()
    try tree.device("iio:device0", ["name": "bh1750", "in_illuminance_input": "1"])
    var sensor = IIOSensor(name: tree.text("bh1750"), devices: tree.path)
    #expect(sensor.sample() == Illuminance(millilux: 1000))
    try tree.device("iio:device0", ["in_illuminance_input": "2.5"])
    #expect(sensor.sample() == Illuminance(millilux: 2500))
    try tree.remove("iio:device0")
    #expect(sensor.sample() == nil)
    try tree.device("iio:device0", ["name": "pressure", "in_pressure_input": "1"])
    #expect(sensor.sample() == nil)
    try tree.device("iio:device1", ["name": "bh1750", "in_illuminance_raw": "3", "in_illuminance_scale": "2"])
    #expect(sensor.sample() == Illuminance(millilux: 6000))
  }

  @Test func `another device under the same number is not taken for the sensor`() throws {
    let tree = try DeviceTree()
    try tree.device("iio:device0", ["name": "bh1750", "in_illuminance_input": "1"])
    var sensor = IIOSensor(name: tree.text("bh1750"), devices: tree.path)
    #expect(sensor.sample() != nil)
    try tree.device("iio:device0", ["name": "tsl2563"])
    #expect(sensor.sample() == nil)
  }

  @Test func `without the kernel's folder there is no sensor`() {
    var sensor = IIOSensor(name: "", devices: "/nonexistent/iio")
    #expect(sensor.sample() == nil)
  }
}
