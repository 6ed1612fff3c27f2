import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// One build of the firmware, as the Makefile names them in the environment.
struct FirmwareProgram: Sendable, CustomTestStringConvertible {
  var name: String
  /// What runs it: an emulator, or the program itself.
  var command: [String]

  var testDescription: String { name }

  /// The wall clock as the program sees it, in ms since 1970. A static build has no loader for the library that moves the clock of
  /// tests (make/test-clocks.sh).
  var nowMs: Int64 {
    let seconds = Self.x86?.command == command ? Self.shiftSeconds : 0
    return Int64(Date().timeIntervalSince1970 * 1000) - seconds * 1000
  }

  private static let shiftSeconds =
    ProcessInfo.processInfo.environment["AFTERGLOW_CLOCK_SHIFT"].flatMap { Int64($0) } ?? 0

  private static func named(_ name: String, _ variable: String, emulator: String? = nil) -> FirmwareProgram? {
    guard let path = ProcessInfo.processInfo.environment[variable], FileManager.default.isExecutableFile(atPath: path)
    else { return nil }
    // An emulator of user programs has no system-call filters.
    return FirmwareProgram(name: name, command: emulator.map { [$0, path, "--unconfined"] } ?? [path])
  }

  static var ordinary: FirmwareProgram? { named("ordinary build", "AFTERGLOW_RENDERER") }
  static var x86: FirmwareProgram? { named("static x86-64", "AFTERGLOW_FIRMWARE_X86_64") }
  static var aarch64: FirmwareProgram? {
    named("static aarch64, emulated", "AFTERGLOW_FIRMWARE_AARCH64", emulator: "/usr/bin/qemu-aarch64-static")
  }

  static var all: [FirmwareProgram] { [ordinary, x86, aarch64].compactMap { $0 } }
  static var native: [FirmwareProgram] { [ordinary, x86].compactMap { $0 } }

  /// `lockdown-probe` of the same builds, next to each of them: it links the confinement that they have.
  static var probes: [FirmwareProgram] {
    native.map { program in
      let file = URL(fileURLWithPath: program.command[0]).deletingLastPathComponent().appending(path: "lockdown-probe")
      return FirmwareProgram(name: "probe, \(program.name)", command: [file.path])
    }
  }

  /// The same program, copied to a file system in memory where this machine has one that runs programs.
  static func inMemory(_ program: FirmwareProgram, otherwiseIn folder: URL) throws -> FirmwareCopy {
    let memory = URL(fileURLWithPath: "/dev/shm")
    var system = statvfs()
    let runs = statvfs(memory.path, &system) == 0 && system.f_flag & FirmwareProgram.noProgramsFlag == 0
    let place = runs && FileManager.default.isWritableFile(atPath: memory.path) ? memory : folder
    let file = place.appending(path: "firmware-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: URL(fileURLWithPath: program.command[0]), to: file)
    return FirmwareCopy(program: FirmwareProgram(name: program.name, command: [file.path]), file: file)
  }

  /// ST_NOEXEC of sys/statvfs.h.
  private static let noProgramsFlag: UInt = 8

  static let missing: Comment =
    "AFTERGLOW_RENDERER, AFTERGLOW_FIRMWARE_X86_64 and AFTERGLOW_FIRMWARE_AARCH64 name no programs: run `make test`"
}

/// A program's copy; its owner removes it.
struct FirmwareCopy {
  var program: FirmwareProgram
  var file: URL

  func remove() { try? FileManager.default.removeItem(at: file) }
}

/// A finished run.
struct FirmwareRun {
  var status: Int32
  var output: String
  var errors: String

  var lines: [Substring] { output.split(separator: "\n") }
}

/// A run that goes on; ended by the test.
final class RunningFirmware {
  let process = Process()
  private let errorFile: URL

  /// - Parameter isJournal: whether the environment says that the journal reads standard error; nil = it names no journal.
  init(
    _ program: FirmwareProgram, _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    isJournal: Bool? = nil
  ) throws {
    errorFile = folder.appending(path: "stderr-\(UUID().uuidString)")
    try Data().write(to: errorFile)
    var environment = environment
    if let isJournal {
      var status = stat()
      try #require(stat(errorFile.path, &status) == 0)
      environment["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino + (isJournal ? 0 : 1))"
    }
    process.executableURL = URL(fileURLWithPath: program.command[0])
    process.arguments = Array(program.command.dropFirst()) + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  /// Process id of the guard's only child.
  var rendererIdentifier: Int32? { children.first }

  var children: [Int32] {
    let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: " ").compactMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// Exit status, or 128 + signal; the test fails when it takes longer than `seconds`.
  func finish(within seconds: Double = 5) throws -> Int32 {
    if !CountedWait.holds(within: seconds, { !process.isRunning }) {
      kill(process.processIdentifier, SIGKILL)
      Issue.record("the firmware did not end within \(seconds) s")
    }
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }

  func terminate() throws -> Int32 {
    process.terminate()
    return try finish()
  }

  var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }
}

extension FirmwareProgram {
  /// Runs to the end, at most a minute.
  func run(_ arguments: [String], wrappedIn wrapper: [String] = []) throws -> FirmwareRun {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["out", "err"].map { folder.appending(path: $0) }
    for file in files { try Data().write(to: file) }
    let process = Process()
    let words = wrapper + command + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    if !CountedWait.holds(within: 60, { !process.isRunning }) {
      process.terminate()
      Issue.record("\(name) did not end within a minute: \(arguments)")
    }
    process.waitUntilExit()
    return FirmwareRun(
      status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
      output: try String(contentsOf: files[0], encoding: .utf8),
      errors: try String(contentsOf: files[1], encoding: .utf8))
  }
}

func temporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appending(path: "afterglow-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// Whether a process has exited. Orphans are reaped late where the first process is no init.
func hasExited(_ process: Int32) -> Bool {
  if kill(process, 0) != 0 { return true }
  let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
  return stat.contains(") Z ")
}

/// The kernel's table of processes, in /proc.
enum ProcessTable {
  /// 0 for a process that has ended.
  static func parent(of process: Int32) -> Int32 {
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 1 ? Int32(fields[1]) ?? 0 : 0
  }
}

/// Waits until `condition` holds; how long that took in seconds, nil when it took longer than `limit`.
func seconds(until limit: Double, _ condition: () throws -> Bool) rethrows -> Double? {
  let start = Date()
  while Date().timeIntervalSince(start) < limit {
    if try condition() { return Date().timeIntervalSince(start) }
    usleep(5_000)
  }
  return nil
}
