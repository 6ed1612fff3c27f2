import AfterglowCore
import Foundation
import Testing

@testable import AfterglowLinux

/// Drivers that report when the light leaves its thresholds: files like those of the kernel's drivers, and a pipe in
/// place of the device's event descriptor.
@Suite struct SensorEventsTests {
  /// An OPT3001 has its thresholds in lux, with one switch for each direction.
  private static let opt3001 = SensorFiles.opt3001.files.merging([
    "events/in_illuminance_thresh_rising_value": "", "events/in_illuminance_thresh_falling_value": "",
    "events/in_illuminance_thresh_rising_en": "0", "events/in_illuminance_thresh_falling_en": "0",
  ]) { $1 }
  /// A VEML6030 reports lux and counts, and has its thresholds in counts.
  private static let veml6030 = SensorFiles.veml6030.files.merging([
    "events/in_illuminance_thresh_rising_value": "", "events/in_illuminance_thresh_falling_value": "",
    "events/in_illuminance_thresh_either_en": "0",
  ]) { $1 }

  private func tree(_ name: String, _ files: [String: String]) throws -> DeviceTree {
    let tree = try DeviceTree()
    try tree.plug(0, SensorFiles(name: name, files: files))
    return tree
  }

  /// A file of sysfs replaces its text; here the texts are appended.
  private func last(_ tree: DeviceTree, _ file: String) throws -> String {
    try tree.content("devices/1-0023/iio:device0/events/\(file)").split(separator: "\n").last.map { String($0) } ?? ""
  }

  /// The sensor's process as a thread, with a guard at the pipe's other end.
  private final class Reading {
    private var reports: [Int32] = [0, 0]
    private var events: [Int32] = [0, 0]
    let hasEvents: Bool
    private let finished = DispatchSemaphore(value: 0)

    init(_ tree: DeviceTree, intervalMs: Int64) {
      _ = pipe(&reports)
      _ = pipe(&events)
      var sensor = IIOSensor(name: cString(""), devices: tree.sensors)
      _ = sensor.prepare()
      let readEnd = events[0]
      let found = sensor.openEvents { _ in readEnd }
      hasEvents = found != nil
      let (pipe, finished) = (reports[1], finished)
      // Transferred as a whole.
      nonisolated(unsafe) let prepared = sensor
      nonisolated(unsafe) let events = found
      Thread.detachNewThread {
        SensorProcess.run(prepared, events: events, preparation: 0, pipe: pipe, intervalMs: intervalMs)
        finished.signal()
      }
    }

    /// The next millilux reported; nil = none for ten seconds.
    func next() -> Int64? {
      var entry = pollfd(fd: reports[0], events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 10_000) > 0 else { return nil }
      var report = SensorReport.nothing
      return read(reports[0], &report, SensorReport.byteCount) == SensorReport.byteCount ? report.value : nil
    }

    func tell() {
      let event = [UInt8](repeating: 1, count: 16)
      _ = write(events[1], event, 16)
    }

    func breakEvents() { close(events[1]) }

    func end() {
      close(reports[0])
      #expect(finished.wait(timeout: .now() + 10) == .success)
    }
  }

  @Test func `an event wakes the next reading, and the limits follow it`() throws {
    let tree = try tree("opt3001", Self.opt3001)
    // Without events nothing would be read for a minute.
    let reading = Reading(tree, intervalMs: 60_000)
    #expect(reading.hasEvents && reading.next() == 100_160)
    for (lux, millilux, low, high) in [
      ("0.4", 400, "0.320", "0.500"), ("0.01", 10, "0.008", "0.110"), ("320", 320_000, "256.000", "400.000"),
    ] as [(String, Int64, String, String)] {
      try tree.set("in_illuminance_input", of: 0, to: lux)
      reading.tell()
      #expect(reading.next() == millilux)
      for _ in 0..<1_000 where try last(tree, "in_illuminance_thresh_rising_value") != high { usleep(10_000) }
      #expect(try last(tree, "in_illuminance_thresh_rising_value") == high)
      for _ in 0..<1_000 where try last(tree, "in_illuminance_thresh_falling_value") != low { usleep(10_000) }
      #expect(try last(tree, "in_illuminance_thresh_falling_value") == low)
    }
    for file in ["in_illuminance_thresh_rising_en", "in_illuminance_thresh_falling_en"] {
      #expect(try last(tree, file) == "1")
    }
    // A device that is removed ends the wait, and its events.
    reading.breakEvents()
    for file in ["in_illuminance_thresh_rising_en", "in_illuminance_thresh_falling_en"] {
      for _ in 0..<1_000 where try last(tree, file) != "0" { usleep(10_000) }
      #expect(try last(tree, file) == "0")
    }
    reading.end()
  }

  @Test func `limits are counts where the device shows counts, and what no event reports is still read`() throws {
    let tree = try tree("veml6030", Self.veml6030)
    let reading = Reading(tree, intervalMs: 50)
    #expect(reading.hasEvents && reading.next() == 100_224)
    for _ in 0..<1_000 where try last(tree, "in_illuminance_thresh_either_en") != "1" { usleep(10_000) }
    #expect(try last(tree, "in_illuminance_thresh_falling_value") == "173")
    #expect(try last(tree, "in_illuminance_thresh_rising_value") == "271")
    try tree.set("in_illuminance_input", of: 0, to: "3.5")
    #expect(reading.next() == 3_500)
    reading.end()
    #expect(try last(tree, "in_illuminance_thresh_either_en") == "0")
  }

  @Test func `a driver without both limits, and one whose events another program has, is read regularly`() throws {
    var files = Self.opt3001
    files["events/in_illuminance_thresh_falling_value"] = nil
    for (files, take) in [(files, 0), (Self.opt3001, -EBUSY), (SensorFiles.opt3001.files, 0)] {
      let tree = try tree("opt3001", files)
      var sensor = IIOSensor(name: cString(""), devices: tree.sensors)
      #expect(sensor.prepare() == 0)
      var asked = 0
      let events = sensor.openEvents { _ in
        asked += 1
        return Int32(take)
      }
      #expect(events == nil && asked == (take < 0 ? 1 : 0))
      #expect(sensor.sample() == Illuminance(millilux: 100_160))
    }
  }

  @Test func `a reading that events spoil ends them`() throws {
    let tree = try tree("opt3001", Self.opt3001)
    let reading = Reading(tree, intervalMs: 50)
    #expect(reading.next() == 100_160)
    try tree.spoil("in_illuminance_input", of: 0)
    #expect(reading.next() == -1)
    for _ in 0..<1_000 where try last(tree, "in_illuminance_thresh_rising_en") != "0" { usleep(10_000) }
    #expect(try last(tree, "in_illuminance_thresh_rising_en") == "0")
    reading.end()
  }
}
