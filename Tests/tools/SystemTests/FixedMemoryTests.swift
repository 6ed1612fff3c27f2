import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import Foundation
import PixelSupport
import Testing

/// Fixed memory, counted from outside: what the renderer takes up to its 1,000th update it has taken up to its 100,000th.
@Suite(.enabled(if: FirmwareProgram.all.count == 3, FirmwareProgram.missing))
struct FixedMemoryTests {
  struct Totals: Decodable {
    var updates: Int
    var archiveBytes: Int
    var peakResidentKiB: Int
    var residentGrowthKiB: Int
    var stackBytes: Int
  }

  let folder: URL
  let archive: URL
  let trace: URL
  let start: Int64 = 1_792_620_000

  init() throws {
    folder = try temporaryFolder()
    archive = folder.appending(path: "clock.archive")
    trace = folder.appending(path: "trace.csv")
    let date = Date(timeIntervalSince1970: Double(start))
    let (board, problems) = BoardFolder.load(
      HouseRulesTests.root.appending(path: "boards/bedside-clock").path, at: date)
    #expect(problems.isEmpty)
    let scene = try #require(board).panelScene()
    let compiled = try SceneCompiler().compile(scene, at: date)
    try Data(compiled.archive).write(to: archive)
    // Dark and light again every twelve hours, for seventy days.
    let lines = (0..<140).map { "\($0 * 43_200),\($0 % 2 == 0 ? "200" : "0.4")" }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: trace)
  }

  private func simulate(_ program: FirmwareProgram, minutes: Int64, wrappedIn wrapper: [String] = []) throws -> Totals {
    let run = try program.run(
      ["--simulate", "\(start)", "\(start + minutes * 60)", "--lux-trace", trace.path, archive.path], wrappedIn: wrapper
    )
    #expect(run.status == 0, "\(run.errors)")
    let last = String(try #require(run.lines.last))
    return try JSONDecoder().decode(Totals.self, from: Data(last.utf8))
  }

  @Test func `not one allocation between update 1,000 and update 100,000`() throws {
    let library = try PreloadLibrary.compile("count-allocations", in: folder)
    func allocations(minutes: Int64) throws -> UInt64 {
      let count = folder.appending(path: "count-\(minutes)").path
      let totals = try simulate(
        try #require(FirmwareProgram.ordinary), minutes: minutes,
        wrappedIn: ["/usr/bin/env", "LD_PRELOAD=\(library)", "AFTERGLOW_ALLOCATION_COUNT=\(count)"])
      #expect(totals.updates >= minutes)
      let data = try #require(FileManager.default.contents(atPath: count))
      return data.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
    let few = try allocations(minutes: 1_000)
    #expect(try allocations(minutes: 100_000) == few)
  }

  @Test func `resident memory does not grow from update 1,000 to update 100,000`() throws {
    let totals = try simulate(try #require(FirmwareProgram.x86), minutes: 100_000)
    #expect(totals.updates >= 100_000)
    #expect(totals.residentGrowthKiB == 0, "\(totals)")
  }

  /// The shipped program on the shipped board, as the kernel sees it: VmHWM of the renderer once its first frame stands.
  @Test func `the static renderer's peak is display buffers, two archives and a megabyte`() throws {
    let peakKiB = try peakKiB(of: archive)
    let archiveBytes = try Data(contentsOf: archive).count
    let buffers = 2 * 800 * 480 * 4
    #expect(peakKiB * 1024 <= buffers + 2 * archiveBytes + 1 << 20, "\(peakKiB) KiB")
  }

  /// Six widgets on 1920×1080: twice the pixels' memory, two archives and two megabytes.
  @Test func `the wall display's peak is display buffers, two archives and two megabytes`() throws {
    let date = Date(timeIntervalSince1970: Double(start))
    let (board, _) = BoardFolder.load(
      HouseRulesTests.root.appending(path: "boards/wall-display-1080p").path, at: date)
    let compiled = try SceneCompiler().compile(try #require(board).panelScene(), at: date)
    let wall = folder.appending(path: "wall.archive")
    try Data(compiled.archive).write(to: wall)
    let peakKiB = try peakKiB(of: wall)
    let buffers = 2 * 1920 * 1080 * 4
    #expect(peakKiB * 1024 <= buffers + 2 * compiled.archive.count + 2 << 20, "\(peakKiB) KiB")
  }

  /// A locked stack cannot grow once the memory that may be locked is used up: a program with a long environment, or an
  /// unlucky place of its stack, ended with each picture.
  @Test func `a renderer's stack has grown before it is locked`() throws {
    for program in FirmwareProgram.native {
      let stackKiB = try kibibytes(of: "VmStk:", program, archive)
      // The kernel begins with 132 KiB; the loop has 128 below the frames of the guard.
      #expect(stackKiB >= 192, "\(program): \(stackKiB) KiB")
    }
  }

  /// From a file system in memory: elsewhere newer kernels map as much code as happens to lie in one piece of the page cache.
  private func peakKiB(of archive: URL) throws -> Int {
    let copy = try FirmwareProgram.inMemory(try #require(FirmwareProgram.x86), otherwiseIn: folder)
    defer { copy.remove() }
    return try kibibytes(of: "VmHWM:", copy.program, archive)
  }

  /// A quantity of the renderer's memory once its first frame stands, by its name in /proc/PID/status.
  private func kibibytes(of name: String, _ program: FirmwareProgram, _ archive: URL) throws -> Int {
    let display = folder.appending(path: "\(UUID().uuidString).vfb").path
    let running = try RunningFirmware(program, ["--display", display, archive.path], in: folder)
    defer { _ = try? running.terminate() }
    #expect(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "\(running.errors)")
    let renderer = try #require(running.rendererIdentifier)
    let status = try String(contentsOfFile: "/proc/\(renderer)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }

  @Test func `the stack stays within 64 KiB`() throws {
    for program in FirmwareProgram.native {
      let totals = try simulate(program, minutes: 3_000)
      #expect(totals.stackBytes > 0 && totals.stackBytes < 64 << 10, "\(totals)")
    }
  }
}
