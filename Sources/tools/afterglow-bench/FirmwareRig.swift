import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowVirtual
import Foundation

/// Why a whole-process row has no value.
struct BenchFailure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// The static firmware with an archive of the bedside clock that was compiled by this program.
final class FirmwareRig {
  /// Last line of a simulation.
  struct Totals: Decodable, Equatable {
    var updates: Int
    var pixelsChanged: Int
    var hash: String
    var archiveBytes: Int
    var residentGrowthKiB: Int
    var wakeUps: Int
    var idleWakeUps: Int
    var sensorPolls: Int
  }

  /// 2026-10-24T12:00:00Z: a day and a half later, summer time has ended.
  static let start: Int64 = 1_792_843_200

  let program: String
  let folder: URL

  init(_ program: String) throws {
    self.program = program
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("afterglow-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Compiles the board's scene at `start`, optionally with a second hand.
  func compile(withSeconds: Bool, at start: Int64 = FirmwareRig.start) throws -> EngineScene {
    let clock = withSeconds ? "{style: analogue, seconds: true}" : "{style: digital}"
    let text = """
      context: standBy
      zone: Europe/Lisbon
      locale: en-GB
      widgets:
        - kind: clock
          configuration: \(clock)
        - kind: weather
          configuration:
            file: forecast.json
            rebase: true
      """
    try text.write(toFile: path("scene.yaml"), atomically: true, encoding: .utf8)
    let (board, problems) = BoardFolder.load("bedside-clock", scenePath: path("scene.yaml"))
    guard let board else { throw BenchFailure("bedside-clock: \(problems.map(\.description))") }
    let compiled = try SceneCompiler().compile(
      board.panelScene(), at: Date(timeIntervalSince1970: TimeInterval(start)))
    return try EngineScene(compiled: compiled.archive, start: start)
  }

  /// The archive as a file for the firmware.
  func write(_ scene: EngineScene, _ name: String) throws -> String {
    try Data(scene.archive).write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  /// A simulation of `seconds` from the archive's start; `before` is put in front of the program's name.
  func simulate(
    _ scene: EngineScene, _ file: String, seconds: Int64, _ options: [String] = [], before: [String] = [],
    output: String = "out"
  ) throws -> (totals: Totals, microseconds: Double) {
    let arguments =
      before + [program, "--simulate", "\(scene.start)", "\(scene.start + seconds)"] + options + [file]
    guard let child = ChildProcess(arguments, output: path(output)) else {
      throw BenchFailure("\(arguments[0]) cannot be started")
    }
    let (status, time) = child.wait()
    if status != 0 { throw BenchFailure("\(arguments.joined(separator: " ")) ended with \(status)") }
    let lines = try String(contentsOfFile: path(output), encoding: .utf8).split(separator: "\n")
    return (try JSONDecoder().decode(Totals.self, from: Data((lines.last ?? "").utf8)), time)
  }

  /// Instructions of such a simulation from start to exit of the program; nil without callgrind, which does not support
  /// system-call filters.
  func instructions(_ scene: EngineScene, _ file: String, seconds: Int64) -> Double? {
    InstructionCounts.ofProgram(
      [program, "--unconfined", "--simulate", "\(scene.start)", "\(scene.start + seconds)", file])
  }

  /// Pixels of a virtual framebuffer's file, or only its frame count if there is no complete frame.
  func frame(_ name: String) throws -> (count: UInt64, pixels: [UInt32]) {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 64)
    defer { memory.deallocate() }
    memory.copyBytes(from: data)
    let reader = try VirtualFramebufferReader(memory: UnsafeRawBufferPointer(memory))
    var pixels = [UInt32](repeating: 0, count: reader.pixelByteCount / 4)
    let frame = try pixels.withUnsafeMutableBytes { try reader.copyFrame(into: $0) }
    return (frame.frameCount, pixels)
  }

  /// The difference between a frame of the firmware and one of a fresh engine of the ordinary build; nil = none.
  func fault(_ name: String, _ scene: EngineScene, at seconds: Int64) throws -> String? {
    let fresh = try EngineRig(scene)
    fresh.show(seconds)
    let pixels = try frame(name).pixels
    if pixels.count != fresh.pixels.count { return "\(pixels.count) pixels, not \(fresh.pixels.count)" }
    let count = zip(pixels, fresh.pixels).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    return count == 0 ? nil : "\(count) pixels differ from the ordinary build's frame"
  }
}
