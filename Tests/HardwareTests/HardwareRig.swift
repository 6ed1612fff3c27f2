import Foundation
import Testing

/// The rig as `make hil` gives it to the tests: programs, folders, and how many machines may run at once.
enum Rig {
  static let environment = ProcessInfo.processInfo.environment
  static var isAsked: Bool { environment["AFTERGLOW_HIL"] == "1" }
  static let missing: Comment = "boots machines only with AFTERGLOW_HIL=1: run `make hil`"

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every scenario leaves its pictures and logs in a folder of its own in here.
  static let out =
    environment["AFTERGLOW_HIL_OUT"].map { URL(fileURLWithPath: $0) } ?? root.appending(path: ".build/hil/out")

  static let programs: URL = {
    if let path = environment["AFTERGLOW_BIN_DIR"] { return URL(fileURLWithPath: path) }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// The static firmware as it is shipped; else the ordinary build of the same sources.
  static let firmware =
    environment["AFTERGLOW_FIRMWARE_X86_64"] ?? programs.appending(path: "afterglow-renderer").path

  /// How often a fault is repeated in one scenario.
  static let repeats = environment["AFTERGLOW_HIL_REPEATS"].flatMap(Int.init) ?? 5

  /// How long after the full minute its picture may be seen: most of it is the rig's own way of looking, on processors
  /// that are emulated and shared. The figures tell what was measured.
  static let lateLimitMs = 2000.0

  /// A machine keeps a processor busy while it starts: more at once than processors only makes all of them late.
  static let machines = DispatchSemaphore(value: environment["AFTERGLOW_HIL_MACHINES"].flatMap(Int.init) ?? 2)
}

/// A finished program.
struct Finished {
  var status: Int32
  var output: String
}

/// Runs a program to its end with both outputs in one text.
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
