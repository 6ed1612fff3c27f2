import Afterglow
import AfterglowCompiler
import AfterglowDaemon
import AfterglowKit
import Foundation

/// The backtrace of a widget's program that was built for debugging and has crashed. The program is asked the same once more,
/// without limits and confinement: what writes a backtrace needs more than a widget may have.
enum WidgetBacktrace {
  /// Longest time for one, in seconds. The lines of a large program take long to find.
  private static let limitSeconds = 120
  /// The status of timeout(1) where the time is over.
  private static let timedOut: Int32 = 124

  /// Writes it to standard error, with the lines of the source if they are found in time, else with functions alone.
  ///
  /// - Throws: the error of a file operation.
  static func write(of crash: WidgetCrashes.Crash) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("afterglow-\(UUID().uuidString)").path
    try Files.replace(file, with: Array(crash.requests), isDurable: false)
    defer { unlink(file) }
    Report.progress("\(crash.program) is asked the same once more, for a backtrace")
    for detail in ["full", "fast"] {
      let end = try run(crash.program, requests: file, detail: detail)
      if end == timedOut { continue }
      if end == 0 { Report.complain("\(crash.program): it did not crash again, so that there is no backtrace") }
      return
    }
    Report.complain("\(crash.program): its backtrace was not done within \(limitSeconds) s")
  }

  /// - Returns: its exit status, or the number of the signal that ended it.
  private static func run(_ program: String, requests: String, detail: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "--foreground", "--kill-after=5", "\(limitSeconds)", program, "--afterglow-widget"]
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = settings(detail)
    environment["XDG_CONFIG_HOME"] = DataFolder.url("defaults").path
    process.environment = environment
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: requests))
    defer { try? input.close() }
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Settings that Swift's runtime reads. A program with the runtime inside does not find what writes the backtrace by itself.
  private static func settings(_ detail: String) -> String {
    let plain = "enable=yes,interactive=no,registers=none,images=none,symbolicate=\(detail)"
    return writer.map { plain + ",swift-backtrace=" + $0 } ?? plain
  }

  /// The toolchain's program that writes backtraces; nil = there is none.
  private static var writer: String? {
    guard let text = try? toolchain(), let description = try? JSONDecoder().decode(Toolchain.self, from: text) else {
      return nil
    }
    let root = URL(fileURLWithPath: description.paths.runtimeResourcePath)
      .deletingLastPathComponent().deletingLastPathComponent()
    return ["swift-backtrace-static", "swift-backtrace"].map { root.path + "/libexec/swift/linux/" + $0 }
      .first { access($0, X_OK) == 0 }
  }

  /// The part of a compiler's answer about its files.
  private struct Toolchain: Decodable {
    struct Paths: Decodable {
      /// `lib/swift`.
      var runtimeResourcePath: String
    }
    var paths: Paths
  }

  private static func toolchain() throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-print-target-info"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.waitUntilExit() }
    return output.fileHandleForReading.readDataToEndOfFile()
  }
}
