import Foundation
import Testing

/// The rig as configured by `make hil`: programs, folders, and the number of machines that may run at once.
enum Rig {
  static let environment = ProcessInfo.processInfo.environment
  static var isAsked: Bool { environment["AFTERGLOW_HIL"] == "1" }
  static let missing: Comment = "boots machines only with AFTERGLOW_HIL=1: run `make hil`"

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Each scenario saves its pictures and logs in its own subfolder.
  static let out =
    environment["AFTERGLOW_HIL_OUT"].map { URL(fileURLWithPath: $0) } ?? root.appending(path: ".build/hil/out")

  static let programs: URL = {
    if let path = environment["AFTERGLOW_BIN_DIR"] { return URL(fileURLWithPath: path) }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// The static firmware as shipped; otherwise the ordinary build of the same sources.
  static let firmware =
    environment["AFTERGLOW_FIRMWARE_X86_64"] ?? programs.appending(path: "afterglow-renderer").path

  /// How often a fault is repeated in one scenario.
  static let repeats = environment["AFTERGLOW_HIL_REPEATS"].flatMap(Int.init) ?? 5

  /// Maximum delay of a minute's picture: most of it is the rig's own overhead, on emulated and shared processors. The
  /// figures contain the measured values.
  static let lateLimitMs = 2000.0

  /// A machine uses a whole processor while it starts: more machines than processors would delay all of them.
  static let machines = DispatchSemaphore(value: environment["AFTERGLOW_HIL_MACHINES"].flatMap(Int.init) ?? 2)
}

/// A program that has exited.
struct Finished {
  var status: Int32
  var output: String
}

/// Runs a program to its exit with both outputs in one text.
func runProgram(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws -> Finished {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  process.environment = Rig.environment.merging(environment) { $1 }
  process.standardInput = FileHandle.nullDevice
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  return Finished(status: status, output: String(decoding: data, as: UTF8.self))
}
