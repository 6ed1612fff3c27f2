import Afterglow
import AfterglowBoards
import AfterglowCompiler
import Foundation
import Testing

/// The same loop on a virtual clock: what it shows, and what it takes from the kernel.
@Suite(.enabled(if: FirmwareProgram.all.count == 3, FirmwareProgram.missing))
struct FirmwareSimulationTests {
  /// A last line of JSON.
  struct Totals: Decodable {
    var updates: Int
    var pixelsDamaged: Int
    var pixelsChanged: Int
    var hash: String
    var archiveBytes: Int
    var memoryReserved: Int
    var peakResidentKiB: Int
    var stackBytes: Int
    var wakeUps: Int
    var idleWakeUps: Int
    var sensorPolls: Int
  }

  struct Update: Decodable {
    var t: Int
    var causes: [String]
    var night: Bool
    var alwaysOn: Bool
    var damage: [[Int]]
    var pixelsDamaged: Int
    var pixelsChanged: Int
    var hash: String
  }

  let folder: URL
  let archive: URL
  let trace: URL

  init() throws {
    folder = try temporaryFolder()
    archive = folder.appending(path: "clock.archive")
    try TestArchive.clock(displayPath: folder.appending(path: "panel").path).write(to: archive)
    trace = folder.appending(path: "trace.csv")
    try Data("# dusk, a drop-out, dawn\n0,200\n60,0.5\n200,\n230,0.5\n300,400\n".utf8).write(to: trace)
  }

  private func totals(_ run: FirmwareRun) throws -> Totals {
    let line = try #require(run.lines.last, "no output")
    return try JSONDecoder().decode(Totals.self, from: Data(line.utf8))
  }

  private func updates(_ run: FirmwareRun) throws -> [Update] {
    let decoder = JSONDecoder()
    return try run.lines.dropLast().map { line in try decoder.decode(Update.self, from: Data(line.utf8)) }
  }

  @Test func `three builds draw the same frames`() throws {
    let arguments = [
      "--simulate", "2026-10-25T00:50:00Z", "2026-10-25T01:00:00Z", "--lux-trace", trace.path, "--updates",
      archive.path,
    ]
    let runs = try FirmwareProgram.all.map { try $0.run(arguments) }
    for run in runs { #expect(run.status == 0, "\(run.errors)") }
    let reference = try #require(runs.first)
    #expect(try totals(reference).updates > 500)
    for run in runs.dropFirst() {
      #expect(run.lines.dropLast() == reference.lines.dropLast())
      #expect(try totals(run).hash == totals(reference).hash)
      #expect(try totals(run).pixelsChanged == totals(reference).pixelsChanged)
    }
    let lines = try updates(reference)
    #expect(lines.contains { $0.causes.contains("night") && $0.night })
    #expect(lines.contains { $0.causes.contains("night") && !$0.night })
    #expect(try totals(reference).pixelsChanged == lines.reduce(0) { $0 + $1.pixelsChanged })
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.t <= $1.t })
  }

  @Test func `repeats itself to the last byte`() throws {
    let program = try #require(FirmwareProgram.x86)
    let arguments = ["--simulate", "1767225600", "1767225660", "--updates", archive.path]
    #expect(try program.run(arguments).lines.dropLast() == program.run(arguments).lines.dropLast())
  }

  // MARK: a night of e-paper

  /// 2026-11-17T00:00:00+01:00, in seconds since 1970.
  private static let midnight = 1_794_870_000

  /// The shipped 2.13" panel with a clock of figures, in Berlin, that a schedule darkens without a sensor.
  private func paperArchive(from start: String, to end: String) throws -> URL {
    let board = folder.appending(path: "board")
    try FileManager.default.copyItem(at: HouseRulesTests.root.appending(path: "boards/epaper-2in13-v4"), to: board)
    let settings = board.appending(path: "board.yaml")
    let text = try String(contentsOf: settings, encoding: .utf8)
      .replacing(#/(?m)^ +- \{mode: night.*$/#, with: "    - {mode: night, from: \"\(start)\", to: \"\(end)\"}")
    try #require(text.contains("sensor: none") && text.contains("from: \"\(start)\", to: \"\(end)\""), "\(text)")
    try Data(text.utf8).write(to: settings)
    let scene =
      "zone: Europe/Berlin\nlocale: en-GB\ncontext: standBy\nwidgets:\n  - {kind: clock, configuration: {face: slab}}\n"
    try Data(scene.utf8).write(to: board.appending(path: "scene.yaml"))
    let evening = Date(timeIntervalSince1970: Double(Self.midnight - 7_200))
    let loaded = try #require(BoardFolder.load(board.path, at: evening).folder)
    let archive = folder.appending(path: "paper.archive")
    try Data(try SceneCompiler().compile(loaded.panelScene(), at: evening).archive).write(to: archive)
    return archive
  }

  /// A night, in seconds since midnight, and the seconds at which its changes are drawn.
  struct ScheduledNight: CustomTestStringConvertible, Sendable {
    var from: String
    var to: String
    var dark: Range<Int>
    var changes: [Int]

    var testDescription: String { "\(from) to \(to)" }
  }

  @Test(arguments: [
    ScheduledNight(from: "23:00", to: "06:30", dark: -3_600..<23_400, changes: [0, 7_200, 14_400, 21_600]),
    ScheduledNight(
      from: "00:30", to: "06:00", dark: 1_800..<21_600, changes: [3_600, 7_200, 10_800, 14_400, 18_000]),
  ])
  func `a night by schedule without a sensor changes paper by the hour, and ends on time`(_ night: ScheduledNight)
    throws
  {
    let archive = try paperArchive(from: night.from, to: night.to)
    let arguments = [
      "--simulate", "\(Self.midnight - 7_200)", "\(Self.midnight + 25_200)", "--updates", archive.path,
    ]
    let runs = try FirmwareProgram.all.map { try $0.run(arguments) }
    for run in runs { #expect(run.status == 0, "\(run.errors)") }
    let reference = try #require(runs.first)
    for run in runs.dropFirst() { #expect(run.lines.dropLast() == reference.lines.dropLast()) }
    let lines = try updates(reference)
    let seconds = lines.map { $0.t / 1_000 - Self.midnight }
    let changes = seconds.filter { night.dark.contains($0) }
    #expect(seconds.first == -7_200)
    // A frame is begun within a second of its hour.
    #expect(changes.map { $0 / 60 * 60 } == night.changes && changes.allSatisfy { $0 % 60 <= 1 }, "\(changes)")
    let morning = try #require(lines.first { $0.t / 1_000 - Self.midnight >= night.dark.upperBound })
    #expect(morning.t / 1_000 - Self.midnight <= night.dark.upperBound + 1 && morning.causes.contains("night"))
    for (last, next) in zip(seconds, seconds.dropFirst()) where next - last > 65 {
      // Four minutes before the night its picture is drawn, and may stand.
      #expect(
        last >= night.dark.lowerBound - 300 && next <= night.dark.upperBound + 1, "nothing from \(last) to \(next)")
    }
  }

  @Test func `sleeps when nothing is due`() throws {
    let program = try #require(FirmwareProgram.x86)
    let run = try program.run(["--simulate", "2026-06-01T00:00:00Z", "2026-06-01T06:00:00Z", archive.path])
    let totals = try totals(run)
    #expect(run.lines.count == 1)
    #expect(totals.updates == 6 * 3600)
    #expect(totals.idleWakeUps == 0)
    #expect(totals.wakeUps <= totals.updates)
  }

  /// Between the first line and the last, the kernel is asked for nothing but to write, and once for its account of the
  /// process.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
  func `asks for no memory and no files between first and last frame`() throws {
    let program = try #require(FirmwareProgram.x86)
    let log = folder.appending(path: "calls")
    let run = try program.run(
      [
        "--simulate", "2026-10-25T00:00:00Z", "2026-10-25T01:30:00Z", "--lux-trace", trace.path, "--updates",
        archive.path,
      ], wrappedIn: ["/usr/bin/strace", "-o", log.path])
    try #require(run.status == 0, "\(run.errors)")
    let calls = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    let first = try #require(calls.firstIndex { $0.hasPrefix("write(1,") })
    let last = try #require(calls.lastIndex { $0.hasPrefix("write(1,") })
    #expect(last > first + 5, "several writes, or nothing is proven")
    let harmless = ["write(1,", "pread64("]
    for call in calls[first...last] {
      #expect(harmless.contains { call.hasPrefix($0) }, "\(call)")
    }
  }

  /// Both display buffers, twice the archive and a megabyte; the simulation's own instruments (painted stack, output
  /// buffer, the code that writes it) may come on top. FirmwareLiveTests hold the panel's renderer to the bare limit.
  @Test func `stays within its memory`() throws {
    let program = try #require(FirmwareProgram.x86)
    let totals = try totals(
      program.run(["--simulate", "2026-06-01T00:00:00Z", "2026-06-01T01:00:00Z", archive.path]))
    let buffers = 2 * TestArchive.width * TestArchive.height * 4
    #expect(totals.peakResidentKiB * 1024 <= buffers + 2 * totals.archiveBytes + (1 << 20) + (3 << 17))
    #expect(totals.stackBytes < 64 * 1024)
    let longer = try self.totals(
      program.run(["--simulate", "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z", archive.path]))
    #expect(longer.peakResidentKiB <= totals.peakResidentKiB + 64, "grows with time")
    #expect(longer.memoryReserved == totals.memoryReserved)
  }

  @Test func `runs in an empty root`() throws {
    let program = try #require(FirmwareProgram.x86)
    let root = folder.appending(path: "root")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: program.command[0], toPath: root.appending(path: "renderer").path)
    try FileManager.default.copyItem(at: archive, to: root.appending(path: "archive"))
    let enter = geteuid() == 0 ? ["/usr/sbin/chroot", root.path] : ["/usr/bin/unshare", "-r", "chroot", root.path]
    let inside = FirmwareProgram(name: "in an empty root", command: enter + ["/renderer"])
    let arguments = ["--simulate", "2026-03-29T00:55:00Z", "2026-03-29T01:05:00Z"]
    let alone = try inside.run(arguments + ["/archive"])
    #expect(alone.status == 0, "\(alone.errors)")
    #expect(try totals(alone).hash == totals(program.run(arguments + [archive.path])).hash)
  }

  @Test func `damaged archives are refused with a reason`() throws {
    let program = try #require(FirmwareProgram.x86)
    let good = try Data(contentsOf: archive)
    let bad = folder.appending(path: "bad")
    var variants: [Data] = [good.prefix(good.count / 2), good.prefix(good.count - 1), good + Data([0])]
    for position in stride(from: 0, to: good.count, by: max(1, good.count / 20)) {
      var flipped = good
      flipped[position] ^= 0x10
      variants.append(flipped)
    }
    for variant in variants {
      try variant.write(to: bad)
      let run = try program.run(["--simulate", "0", "1", bad.path])
      #expect(run.status == 65)
      #expect(run.errors.contains(", at byte "))
    }
  }

  @Test func `a bad trace is named by its line`() throws {
    let program = try #require(FirmwareProgram.x86)
    try Data("0,200\n60;3\n".utf8).write(to: trace)
    let run = try program.run(["--simulate", "0", "1", "--lux-trace", trace.path, archive.path])
    #expect(run.status == 65)
    #expect(run.errors.contains("line 2"))
  }
}
