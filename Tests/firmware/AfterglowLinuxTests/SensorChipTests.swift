import AfterglowCore
import Foundation
import Testing

@testable import AfterglowLinux

/// The pitfalls of each chip, on a tree with its driver's files.
@Suite struct SensorChipTests {
  private func sensor(
    _ tree: DeviceTree, _ name: String = "", _ calibration: IntensityCalibration? = nil
  ) -> IIOSensor {
    IIOSensor(SensorRequest(name: tree.text(name), devices: tree.sensors, calibration: calibration))
  }

  @Test func `every chip reports the lux of a lamp, by its name and whatever its number`() throws {
    let lamps: [(SensorFiles, Int64)] = [
      (.bh1750, 100_000), (.tsl2563, 100_000), (.tsl2591, 100_250), (.veml6030, 100_224), (.opt3001, 100_160),
      (.ltr501, 100_000), (.tsl4531, 100_000),
    ]
    let tree = try DeviceTree()
    try tree.plug(0, .accelerometer)
    for (index, lamp) in lamps.enumerated() { try tree.plug(index + 7, lamp.0) }
    for (files, millilux) in lamps {
      var sensor = sensor(tree, files.name)
      #expect(sensor.read() == SensorReading(Illuminance(millilux: millilux)), "\(files.name)")
    }
    var first = sensor(tree)
    #expect(first.read().illuminance?.millilux == 100_000)
  }

  @Test func `a chip that starts for daylight is given its longest integration time before it is read`() throws {
    let times: [(SensorFiles, String, String)] = [
      (.bh1750, "in_illuminance_integration_time", "0.441960"),
      (.veml6030, "in_illuminance_integration_time", "0.8"),
    ]
    for (files, file, longest) in times {
      let tree = try DeviceTree()
      try tree.plug(3, files)
      var sensor = sensor(tree)
      #expect(sensor.prepare() == 0)
      #expect(try tree.value(file, of: 3).hasPrefix(longest), "\(files.name)")
    }
  }

  @Test func `other chips' times are left alone, whatever their unit is`() throws {
    for files in [SensorFiles.tsl2591, .opt3001, .tsl4531, .apds9960] {
      let tree = try DeviceTree()
      try tree.plug(0, files)
      var sensor = sensor(tree, "", IntensityCalibration(channel: .clear, microluxPerCount: 1))
      if files.name != "apds9960" { sensor = self.sensor(tree) }
      #expect(sensor.prepare() == 0)
      for (file, value) in files.files where file.contains("integration_time") {
        #expect(try tree.value(file, of: 0) == value, "\(files.name) \(file)")
      }
    }
  }

  @Test func `a time that is set already is not written, and a refusal is reported`() throws {
    let tree = try DeviceTree()
    try tree.plug(0, .bh1750, changing: ["in_illuminance_integration_time": "0.44196"])
    var sensor = sensor(tree)
    #expect(sensor.prepare() == 0)
    #expect(try tree.value("in_illuminance_integration_time", of: 0) == "0.44196")
    try tree.spoil("in_illuminance_integration_time", of: 0)
    var refused = self.sensor(tree)
    #expect(refused.prepare() == EISDIR)
    #expect(refused.read().illuminance?.millilux == 100_000)
  }

  @Test func `a sensor that comes later asks for its preparation, and one that needs none does not`() throws {
    let tree = try DeviceTree()
    try tree.plug(0, .accelerometer)
    var sensor = sensor(tree)
    #expect(sensor.prepare() == 0)
    #expect(sensor.wantsPreparation() == false)
    #expect(sensor.read() == SensorReading(.missing))
    try tree.plug(1, .opt3001)
    #expect(sensor.wantsPreparation() == false)
    #expect(sensor.read().illuminance != nil)
    try tree.unplug(1)
    try tree.plug(2, .bh1750)
    #expect(sensor.wantsPreparation() == true)
    #expect(sensor.prepare() == 0)
    #expect(sensor.wantsPreparation() == false)
  }

  @Test func `a driver that divides by its dark channel is not asked in the dark`() throws {
    let tree = try DeviceTree()
    try tree.plug(0, .tsl2591, changing: ["in_intensity_both_raw": "0", "in_intensity_ir_raw": "0"])
    try tree.spoil("in_illuminance_input", of: 0)
    var sensor = sensor(tree)
    #expect(sensor.read() == SensorReading(Illuminance(millilux: 0)))
    try tree.set("in_intensity_both_raw", of: 0, to: "2410")
    #expect(sensor.read() == SensorReading(.unreadable, errno: EISDIR))
    try tree.spoil("in_intensity_both_raw", of: 0)
    #expect(sensor.read() == SensorReading(.unreadable, errno: EISDIR))
  }

  @Test func `a lamp full of infrared is not darkness`() throws {
    let tree = try DeviceTree()
    try tree.plug(0, .ltr501, changing: ["in_illuminance_input": "0", "in_intensity_ir_raw": "5400"])
    var sensor = sensor(tree)
    #expect(sensor.read() == SensorReading(.blinded))
    try tree.set("in_intensity_ir_raw", of: 0, to: "2")
    try tree.set("in_intensity_both_raw", of: 0, to: "3")
    #expect(sensor.read() == SensorReading(Illuminance(millilux: 0)))
  }

  @Test func `counts without lux take their worth from the board, and are not scaled by a gain`() throws {
    let tree = try DeviceTree()
    try tree.plug(0, .opt3001)
    try tree.plug(1, .apds9960)
    var blind = sensor(tree, "apds9960")
    #expect(blind.read() == SensorReading(.missing))
    var counted = sensor(tree, "", IntensityCalibration(channel: .clear, microluxPerCount: 240_000))
    #expect(counted.read() == SensorReading(Illuminance(millilux: 120_000)))
    #expect(counted.name.equals(tree.text("apds9960")))
    try tree.set("in_intensity_clear_raw", of: 1, to: "0")
    #expect(counted.read() == SensorReading(Illuminance(millilux: 0)))
    try tree.set("in_intensity_clear_raw", of: 1, to: "65535")
    var absurd = sensor(tree, "apds9960", IntensityCalibration(channel: .clear, microluxPerCount: 1_000_000_000))
    #expect(absurd.read() == SensorReading(.impossible))
    var wrong = sensor(tree, "apds9960", IntensityCalibration(channel: .white, microluxPerCount: 1))
    #expect(wrong.read() == SensorReading(.missing))
  }

  @Test func `each kind of failure has its name`() throws {
    let tree = try DeviceTree()
    try tree.plug(0, .bh1750)
    var sensor = sensor(tree)
    for (value, fault) in [
      ("nan", SensorFault.notANumber), ("", .notANumber), ("12 counts", .notANumber), ("-5", .impossible),
      ("4294967295", .impossible),
    ] {
      try tree.set("in_illuminance_raw", of: 0, to: value)
      #expect(sensor.read() == SensorReading(fault), "\(value)")
    }
    try tree.spoil("in_illuminance_raw", of: 0)
    #expect(sensor.read() == SensorReading(.unreadable, errno: EISDIR))
    try tree.unplug(0)
    #expect(sensor.read() == SensorReading(.missing))
  }

  @Test func `a report goes through the pipe as it is, and a wrong one is not believed`() {
    #expect(MemoryLayout<SensorReport>.size == SensorReport.byteCount)
    let valid = SensorReport(SensorReading(Illuminance(millilux: 7)), name: ShortText("bh1750"))
    #expect(valid.believed(.light) == .value(7))
    #expect(valid.name == ShortText("bh1750"))
    for (millilux, fault) in [(Int64(-5), UInt8(0)), (200_000_001, 0), (7, 2), (7, 99)] {
      var report = valid
      report.value = millilux
      report.faultByte = fault
      #expect(report.believed(.light) == .unknown)
    }
    var endless = valid
    endless.nameBytes = InlineArray(repeating: 65)
    #expect(endless.name.count == 47)
  }
}

/// The reports about a sensor over time.
@Suite struct SensorNewsTests {
  private struct Case {
    var news = SensorNews()
    var said: [String] = []

    mutating func at(_ seconds: Int64, _ fault: SensorFault) {
      if let notice = news.next(fault, errno: 5, atMs: seconds * 1000) { said.append("\(seconds): \(notice)") }
    }
  }

  @Test func `a failure is logged once when it lasts, and once more when it has been over for a while`() {
    var run = Case()
    for second in 0..<100 { run.at(Int64(second), .unreadable) }
    for second in 100..<300 { run.at(Int64(second), .none) }
    #expect(run.said == ["10: fails(AfterglowLinux.SensorFault.unreadable, errno: 5)", "160: worksAgain"])
    #expect(run.news.nextDueMs == nil)
  }

  @Test func `drop-outs are not logged, and one that comes and goes for a day is logged once`() {
    var run = Case()
    for second in 0..<86_400 { run.at(Int64(second), second % 30 < 8 ? .silent : .none) }
    #expect(run.said.isEmpty)
    for second in 86_400..<172_800 { run.at(Int64(second), second % 30 < 15 ? .missing : .none) }
    #expect(run.said.count == 1)
  }

  @Test func `it wakes its guard when there is something to log`() {
    var run = Case()
    #expect(run.news.nextDueMs == nil)
    run.at(1, .missing)
    #expect(run.news.nextDueMs == 11_000)
    run.at(11, .missing)
    #expect(run.news.nextDueMs == nil)
    run.at(20, .none)
    #expect(run.news.nextDueMs == 80_000)
  }

  @Test func `a refused preparation is logged once`() {
    var news = SensorNews()
    news.noteCoarse(errno: 13)
    #expect(news.next(.none, errno: 0, atMs: 0) == .isCoarse(errno: 13))
    news.noteCoarse(errno: 13)
    #expect(news.next(.none, errno: 0, atMs: 1) == nil)
  }
}
