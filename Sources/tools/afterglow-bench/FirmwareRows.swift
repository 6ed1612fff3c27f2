import AfterglowCore
import AfterglowVirtual
import Foundation

/// Whole-process figures of the static firmware given by AFTERGLOW_FIRMWARE_X86_64.
func benchFirmware(_ bench: inout Bench) {
  let names = FirmwareRow.allCases.map(\.rawValue)
  guard names.contains(where: bench.wants), !bench.isCounting else { return }
  do {
    try benchDamage(&bench)
    guard let program = ProcessInfo.processInfo.environment["AFTERGLOW_FIRMWARE_X86_64"] else {
      for row in FirmwareRow.allCases where row != .damage {
        bench.add(Row(name: row.rawValue, value: 0, skipped: "build it with make firmware"))
      }
      return
    }
    let rig = try FirmwareRig(program)
    let scene = try rig.compile(withSeconds: true)
    let file = try rig.write(scene, "seconds.archive")
    try benchLongRun(&bench, rig, scene, file: file)
    try benchSimulatedDay(&bench, rig, scene, file: file)
    try benchStart(&bench, rig)
    try benchPeak(&bench, rig)
  } catch {
    bench.add(Row(name: "firmware", value: 0, fault: "\(error)"))
  }
}

enum FirmwareRow: String, CaseIterable {
  case damage = "damage / box of changes, worst minute"
  case calls = "firmware brk, mmap, open, updates 1-100,000"
  case growth = "firmware resident growth, updates 1,000-100,000"
  case day = "firmware simulated day at 1 Hz"
  case dayCount = "firmware simulated hour at 1 Hz, instructions an update"
  case hand = "firmware simulated day, second hand"
  case idle = "firmware wake-ups with nothing due"
  case start = "firmware exec to first frame / C floor"
  case startCount = "firmware exec to first frame / C floor, instructions"
  case peak = "firmware peak resident memory"
}

/// The bedside clock minute by minute through a day: the transferred area compared with the bounds of the difference
/// between fresh engines' frames.
private func benchDamage(_ bench: inout Bench) throws {
  guard bench.wants(FirmwareRow.damage.rawValue) else { return }
  let scene = try FirmwareRig("").compile(withSeconds: false)
  let size = PixelSize(width: scene.board.widthPx, height: scene.board.heightPx)
  let rig = try EngineRig(scene)
  rig.show(0)
  var before = Array(rig.pixels)
  var worst = 0.0
  var fault: String?
  for minute in Int64(1)...1440 {
    let report = rig.show(minute * 60)
    var box = PixelRect.empty
    var changed: Int64 = 0
    for index in 0..<before.count where rig.pixels[index] != before[index] {
      let x = Int32(index) % size.width
      let y = Int32(index) / size.width
      box = box.union(PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1))
      changed += 1
      before[index] = rig.pixels[index]
    }
    if changed == 0 || changed != report.pixelsChanged {
      fault = "minute \(minute): \(report.pixelsChanged) changes are reported, there are \(changed)"
    }
    worst = max(worst, Double(report.pixelsDamaged) / Double(box.area))
  }
  bench.add(
    Row(
      name: FirmwareRow.damage.rawValue, value: worst, unit: "×", limit: 1.5,
      fault: try fault ?? rig.fault(at: 86_400)))
}

/// More than 100,000 updates across the end of summer time, with a night of twenty minutes, hours and entries: once
/// traced, once untraced.
private func benchLongRun(_ bench: inout Bench, _ rig: FirmwareRig, _ scene: EngineScene, file: String) throws {
  guard bench.wants(FirmwareRow.calls.rawValue) || bench.wants(FirmwareRow.growth.rawValue) else { return }
  let seconds: Int64 = 104_000
  try "0,200\n50000,0.5\n51200,200\n".write(toFile: rig.path("trace.csv"), atomically: true, encoding: .utf8)
  let options = ["--lux-trace", rig.path("trace.csv")]
  let alone = try rig.simulate(scene, file, seconds: seconds, options + ["--dump-frame", rig.path("last")])
  var fault = try rig.fault("last", scene, at: seconds - 1)
  if alone.totals.updates < 100_000 { fault = "only \(alone.totals.updates) updates" }
  bench.add(
    Row(
      name: FirmwareRow.growth.rawValue, value: Double(alone.totals.residentGrowthKiB), unit: "KiB", limit: 0,
      fault: fault))
  guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
    bench.add(Row(name: FirmwareRow.calls.rawValue, value: 0, skipped: "strace is not installed"))
    return
  }
  let traced = try rig.simulate(
    scene, file, seconds: seconds, options + ["--updates"], before: ["/usr/bin/strace", "-o", rig.path("calls")],
    output: "updates")
  let calls = try callsBetweenFrames(rig.path("calls"))
  if traced.totals.hash != alone.totals.hash { fault = "frames differ under the trace" }
  fault = try fault ?? missingCause(rig.path("updates"))
  bench.add(Row(name: FirmwareRow.calls.rawValue, value: Double(calls), unit: "", limit: 0, fault: fault))
}

/// Calls for memory or files between the first line of output, which is the first frame's, and the last.
private func callsBetweenFrames(_ path: String) throws -> Int {
  let calls = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  guard let first = calls.firstIndex(where: { $0.hasPrefix("write(1,") }),
    let last = calls.lastIndex(where: { $0.hasPrefix("write(1,") }), last > first + 5
  else { throw BenchFailure("the trace shows no output") }
  return calls[first...last].count { !$0.hasPrefix("write(1,") && !$0.hasPrefix("pread64(") }
}

/// A kind of change that the run should have had but did not.
private func missingCause(_ path: String) throws -> String? {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  for cause in ["tick", "entry", "night"] where !text.contains("\"\(cause)\"") { return "nothing changed by \(cause)" }
  return nil
}

/// The clock scene of the performance notes, whose seconds are digits, and the bedside clock with a second hand.
private func benchSimulatedDay(_ bench: inout Bench, _ rig: FirmwareRig, _ scene: EngineScene, file: String) throws {
  let names = [FirmwareRow.day, .hand, .idle].map(\.rawValue)
  guard names.contains(where: bench.wants) else { return }
  var idle = 0
  var faults: [String] = []
  func day(_ row: FirmwareRow, _ scene: EngineScene, _ file: String) throws {
    let run = try rig.simulate(scene, file, seconds: 86_400, ["--dump-frame", rig.path("last")])
    let fault =
      run.totals.updates == 86_400
      ? try rig.fault("last", scene, at: 86_399) : "\(run.totals.updates) updates in a day"
    bench.add(Row(name: row.rawValue, value: run.microseconds, fault: fault))
    idle += run.totals.idleWakeUps
    if run.totals.wakeUps + 1 < run.totals.updates { faults.append("woken only \(run.totals.wakeUps) times") }
  }
  if let source = GlyphSource() {
    let digits = try EngineScene(PixelSize(width: 800, height: 480), source)
    let file = try rig.write(digits, "digits.archive")
    try day(.day, digits, file)
    let hour = rig.instructions(digits, file, seconds: 3_600)
    bench.add(Row(counted: .dayCount, hour.map { $0 / 3_600 }, limit: 53_000))
  } else {
    bench.add(Row(name: FirmwareRow.day.rawValue, value: 0, fault: "\(GlyphSource.path) is missing"))
  }
  try day(.hand, scene, file)
  bench.add(Row(name: FirmwareRow.idle.rawValue, value: Double(idle), unit: "", limit: 0, fault: faults.first))
}

/// From exec to exit of a program that shows one frame, and of one that only fills as much memory: alternating,
/// medians.
private func benchStart(_ bench: inout Bench, _ rig: FirmwareRig) throws {
  guard bench.wants(FirmwareRow.start.rawValue) else { return }
  guard let floor = ProcessInfo.processInfo.environment["AFTERGLOW_BENCH_FLOOR"] else {
    bench.add(Row(name: FirmwareRow.start.rawValue, value: 0, skipped: "make bench builds its floor"))
    return
  }
  let scene = try rig.compile(withSeconds: false)
  let file = try rig.write(scene, "start.archive")
  let size = PixelSize(width: scene.board.widthPx, height: scene.board.heightPx)
  let window = VirtualFramebuffer.byteCount(for: size, format: .xrgb8888)
  var firmware: [Double] = []
  var fills: [Double] = []
  for _ in 0..<31 {
    let run = try rig.simulate(scene, file, seconds: 1)
    if run.totals.updates != 1 { throw BenchFailure("\(run.totals.updates) updates in the first second") }
    firmware.append(run.microseconds)
    guard let child = ChildProcess([floor, "\(size.area * 4)", "\(window)"]) else {
      throw BenchFailure("\(floor) cannot be started")
    }
    let (status, time) = child.wait()
    if status != 0 { throw BenchFailure("\(floor) ended with \(status)") }
    fills.append(time)
  }
  _ = try rig.simulate(scene, file, seconds: 1, ["--dump-frame", rig.path("first")])
  bench.add(
    Row(
      name: FirmwareRow.start.rawValue, value: firmware.sorted()[15], base: fills.sorted()[15], baseName: "C floor",
      fault: try rig.fault("first", scene, at: 0)))
  let ratio = rig.instructions(scene, file, seconds: 1).flatMap { mine in
    InstructionCounts.ofProgram([floor, "\(size.area * 4)", "\(window)"]).map { mine / $0 }
  }
  bench.add(Row(counted: .startCount, ratio, limit: 14.5))
}

extension Row {
  /// nil if nothing is available to count with.
  fileprivate init(counted row: FirmwareRow, _ value: Double?, limit: Double) {
    self.init(
      name: row.rawValue, value: value ?? 0, unit: "", limit: limit,
      skipped: value == nil ? "valgrind is not installed" : nil)
  }
}

/// The live renderer, a child of its guard, after a few seconds of ticks.
private func benchPeak(_ bench: inout Bench, _ rig: FirmwareRig) throws {
  guard bench.wants(FirmwareRow.peak.rawValue) else { return }
  let scene = try rig.compile(withSeconds: true, at: Int64(Date().timeIntervalSince1970))
  let file = try rig.write(scene, "live.archive")
  guard let child = ChildProcess([rig.program, "--display", rig.path("panel"), file]) else {
    throw BenchFailure("\(rig.program) cannot be started")
  }
  defer {
    kill(child.identifier, SIGTERM)
    _ = child.wait()
  }
  let deadline = Date(timeIntervalSinceNow: 10)
  // A frame that is being written while the file is read is not counted.
  while true {
    if let frame = try? rig.frame("panel"), frame.count >= 4, frame.pixels.contains(where: { $0 != 0 }) { break }
    if Date() > deadline { throw BenchFailure("no four frames within ten seconds, or blank ones") }
    usleep(50_000)
  }
  let children = try text("/proc/\(child.identifier)/task/\(child.identifier)/children").split(separator: " ")
  guard let renderer = children.first,
    let line = try text("/proc/\(renderer)/status").split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
    let peak = Int(line.filter(\.isNumber))
  else { throw BenchFailure("the renderer's account is not there") }
  let buffers = 2 * Int(scene.board.widthPx) * Int(scene.board.heightPx) * 4
  bench.add(
    Row(
      name: FirmwareRow.peak.rawValue, value: Double(peak), unit: "KiB",
      limit: Double(buffers + 2 * scene.archive.count + (1 << 20)) / 1024))
}

/// Files of /proc do not report a size.
private func text(_ path: String) throws -> String {
  guard let file = FileHandle(forReadingAtPath: path) else { throw BenchFailure("\(path) cannot be read") }
  return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
}
