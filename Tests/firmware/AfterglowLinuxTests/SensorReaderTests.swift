import AfterglowCore
import Foundation
import Testing

@testable import AfterglowLinux

/// The reader in a separate program, `device-probe light`: a test process has threads, and must not fork.
@Suite struct SensorReaderTests {
  final class Reader {
    let process = Foundation.Process()
    private let log: URL

    init(_ tree: DeviceTree, folder: String = "") throws {
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "device-probe")
      if let folder = ProcessInfo.processInfo.environment["AFTERGLOW_BIN_DIR"] {
        process.executableURL = URL(fileURLWithPath: folder).appending(path: "device-probe")
      }
      log = tree.root.appending(path: "log")
      try Data().write(to: log)
      process.arguments = ["light", "", "120", tree.root.appending(path: folder).path]
      process.standardOutput = try FileHandle(forWritingTo: log)
      try process.run()
    }

    // Its number may be another process's once it has ended. Foundation starts it with the signals of the test's thread
    // blocked, SIGTERM among them; it would hold the output of `swift test` open for two minutes.
    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var child: Int32? {
      let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: " ").first.flatMap { Int32($0) }
    }

    /// The readings so far, in order. The initial unknown value is only visible if the first reading is slow.
    var values: [String] {
      let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      let all = text.split(separator: "\n").map { String($0.split(separator: " ").last!) }
      return Array(all.first == "-1" ? all.dropFirst() : all[...])
    }

    /// Waits, on a machine that may be busy, until exactly these were read.
    func expect(_ expected: [String], _ location: SourceLocation = #_sourceLocation) {
      for _ in 0..<3_000 where values != expected { usleep(10_000) }
      #expect(values == expected, sourceLocation: location)
    }
  }

  @Test func `readings arrive as they change, and a reader that is killed is started again`() throws {
    let tree = try DeviceTree()
    try tree.device("iio:device0", ["name": "bh1750", "in_illuminance_input": "5"])
    let reader = try Reader(tree)
    reader.expect(["5000"])
    try tree.device("iio:device0", ["in_illuminance_input": "80.5"])
    reader.expect(["5000", "80500"])
    let first = try #require(reader.child)
    kill(first, SIGKILL)
    reader.expect(["5000", "80500", "-1", "80500"])
    #expect(reader.child != first)
  }

  @Test func `a sensor that comes later is prepared by another process before it is read`() throws {
    let tree = try DeviceTree()
    try tree.plug(0, .accelerometer)
    let reader = try Reader(tree, folder: "bus/iio/devices")
    for _ in 0..<1_000 where reader.child == nil { usleep(10_000) }
    let first = try #require(reader.child)
    try tree.plug(1, .bh1750)
    reader.expect(["100000"])
    #expect(try tree.value("in_illuminance_integration_time", of: 1).hasPrefix("0.441960"))
    #expect(reader.child != first)
    try tree.unplug(1)
    reader.expect(["100000", "-1"])
    let second = try #require(reader.child)
    try tree.plug(2, .bh1750, changing: ["in_illuminance_raw": "6"])
    reader.expect(["100000", "-1", "5000"])
    #expect(try tree.value("in_illuminance_integration_time", of: 2).hasPrefix("0.441960"))
    #expect(reader.child != second)
  }

  @Test func `the reader holds its pipe and nothing else, and does not outlive its guard`() throws {
    let tree = try DeviceTree()
    try tree.device("iio:device0", ["name": "bh1750", "in_illuminance_input": "5"])
    let reader = try Reader(tree)
    reader.expect(["5000"])
    let child = try #require(reader.child)
    let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd").filter { $0 != "2" }
    #expect(held.count == 1)
    kill(reader.process.processIdentifier, SIGKILL)
    reader.process.waitUntilExit()
    for _ in 0..<1_000 where kill(child, 0) == 0 && !isZombie(child) { usleep(10_000) }
    #expect(kill(child, 0) != 0 || isZombie(child))
  }

  /// Orphans are not reaped in a container without an init process.
  private func isZombie(_ process: Int32) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return text.contains(") Z ")
  }

  @Test func `a sensor that takes long is read rarely`() {
    #expect(SensorProcess.restMs(tookMs: 0, intervalMs: 1000) == 1000)
    #expect(SensorProcess.restMs(tookMs: 300, intervalMs: 1000) == 700)
    #expect(SensorProcess.restMs(tookMs: 1000, intervalMs: 1000) == 1000)
    #expect(SensorProcess.restMs(tookMs: 2100, intervalMs: 1000) == 2100)
  }

  @Test func `what did not change is repeated only as a sign of life`() {
    let five = SensorReading(Illuminance(millilux: 5))
    #expect(SensorProcess.isNews(five, after: nil, silentMs: 0))
    #expect(SensorProcess.isNews(SensorReading(Illuminance(millilux: 6)), after: five, silentMs: 0))
    #expect(SensorProcess.isNews(SensorReading(.silent), after: SensorReading(.missing), silentMs: 0))
    #expect(!SensorProcess.isNews(five, after: five, silentMs: 4_999))
    #expect(SensorProcess.isNews(five, after: five, silentMs: 5_000))
  }
}
