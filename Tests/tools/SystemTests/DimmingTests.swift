import AfterglowArchive
import AfterglowLinux
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A backlight's files, as sysfs has them. Every level that is used has three digits, because an ordinary file keeps what
/// it had behind a shorter text.
private struct FakeBacklight {
  let folder: URL

  init(in parent: URL, found: Int = 700, hasSwitch: Bool = true) throws {
    folder = parent.appending(path: "panel-light")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("max_brightness", 999)
    try write("brightness", found)
    if hasSwitch { try write("bl_power", 0) }
    try Data("linear\n".utf8).write(to: folder.appending(path: "scale"))
  }

  private func write(_ name: String, _ value: Int) throws {
    try Data("\(value)\n".utf8).write(to: folder.appending(path: name))
  }

  func read(_ name: String) -> Int {
    let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    return Int(text.prefix { $0 != "\n" }) ?? -1
  }

  var level: Int { read("brightness") }

  /// Every level that is seen until `goal`, or for `limit` seconds.
  func course(to goal: Int, within limit: Double = 5) -> [Int] {
    var seen = [level]
    _ = seconds(until: limit) {
      if level != seen.last! { seen.append(level) }
      return seen.last == goal
    }
    return seen
  }
}

/// A guard that dims a panel by its backlight.
@Suite(.serialized, .enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing))
struct DimmingTests {
  let folder: URL
  let display: String
  let socket: String

  init() throws {
    folder = try temporaryFolder()
    display = folder.appending(path: "panel").path
    socket = folder.appending(path: "control").path
  }

  /// 200 cd/m²: night's red of 5 needs 118 of 999 levels, always-on 400.
  private func archive(_ light: FakeBacklight, widerBy: Int = 0, millilux: Int32 = 600_000) throws -> Data {
    try TestArchive.clock(displayPath: display, widerBy: widerBy, backlight: light.folder.path) { board in
      board.light.peakMillinits = 200_000
      board.constantMillilux = millilux
      board.legibility.nightFloorMillinits = 5_000
      board.dimming.minimumLevel = 100
    }
  }

  private func start(_ program: FirmwareProgram, _ archive: Data) throws -> RunningFirmware {
    let file = folder.appending(path: "clock.archive")
    try archive.write(to: file)
    let running = try RunningFirmware(program, ["--control", socket, file.path], in: folder)
    try #require(
      seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "no first frame: \(running.errors)")
    return running
  }

  private func next(_ kind: ControlKind, _ connection: borrowing ControlConnection) throws -> ControlMessage {
    for _ in 0..<100 {
      let message = try #require(try connection.receive(timeoutMs: 3_000), "no \(kind) within 3 s")
      if message.kind == kind { return message }
    }
    throw SystemError("find the message", errno: 0)
  }

  /// Blue, green and red of the clock's mark, an accent of 80, 160, 255 by day.
  private func mark() -> [UInt8] {
    guard let state = DisplayFileState(display) else { return [] }
    let pixels = state.pixels
    let at = 24 * (pixels.count / TestArchive.height) + 24 * 4
    return Array(pixels[at..<(at + 3)])
  }

  @Test(arguments: FirmwareProgram.native)
  func `the backlight follows the mode in small steps, colours keep their strength, and it is left as it was`(
    program: FirmwareProgram
  ) throws {
    let light = try FakeBacklight(in: folder)
    let running = try start(program, archive(light))
    #expect(light.course(to: 999).last == 999, "\(running.errors)")
    let author = try ControlConnection(connectingTo: socket)
    let said = try next(.dimming, author)
    #expect(said.text.hasPrefix("backlight panel-light, level "))
    #expect(said.text.hasSuffix(" of 100 to 999 (linear)"))

    try author.send(ControlMessage(.modeOverride, value: 2))
    let down = light.course(to: 118)
    #expect(down.last == 118, "\(down)")
    #expect(down == down.sorted(by: >) && down.count > 20, "\(down)")
    #expect(zip(down, down.dropFirst()).allSatisfy { Double($1) / Double($0) > 0.85 }, "\(down)")
    let red = mark()
    #expect(red.count == 3 && red[0] == 0 && red[1] == 0 && red[2] > 245, "\(red)")
    while try next(.dimming, author).value > 24_000 {}

    try author.send(ControlMessage(.modeOverride, value: 3))
    #expect(light.course(to: 400).last == 400)
    #expect(seconds(until: 2) { zip(mark(), [255, 160, 80]).allSatisfy { $0 >= $1 - 2 } } != nil, "\(mark())")
    try author.send(ControlMessage(.modeOverride, value: 1))
    #expect(light.course(to: 999).last == 999)
    #expect(try running.terminate() == 0)
    #expect(light.level == 700)
  }

  @Test(arguments: FirmwareProgram.native, [true, false])
  func `a panel that is woken at night has night's level at once`(program: FirmwareProgram, hasSwitch: Bool) throws {
    let light = try FakeBacklight(in: folder, hasSwitch: hasSwitch)
    let running = try start(program, archive(light))
    let author = try ControlConnection(connectingTo: socket)
    #expect(light.course(to: 999).last == 999)
    try author.send(ControlMessage(.power, value: 0))
    try author.send(ControlMessage(.modeOverride, value: 2))
    if hasSwitch {
      #expect(seconds(until: 2) { light.read("bl_power") == 4 } != nil)
    } else {
      // "0" over "999".
      #expect(seconds(until: 2) { light.level == 99 } != nil)
    }
    // The guard takes packets in their order: it has the mode once it answers.
    try author.send(ControlMessage(.ping, value: 7))
    #expect(try next(.pong, author).value == 7)
    try author.send(ControlMessage(.power, value: 1))
    let woken = light.course(to: 118, within: 3)
    #expect(woken.last == 118, "\(woken)")
    #expect(!hasSwitch || light.read("bl_power") == 0)
    #expect(try running.terminate() == 0)
    #expect(light.level == 700)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a clock that starts in a dark room dims before its first frame`(program: FirmwareProgram) throws {
    let light = try FakeBacklight(in: folder, found: 999)
    let running = try start(program, archive(light, millilux: 500))
    #expect(light.level == 118)
    #expect(try running.terminate() == 0)
    #expect(light.level == 999)
  }

  @Test(arguments: FirmwareProgram.native)
  func `another board on the same backlight takes it over as it is, and leaves what the first one found`(
    program: FirmwareProgram
  ) throws {
    let light = try FakeBacklight(in: folder)
    let running = try start(program, archive(light))
    let author = try ControlConnection(connectingTo: socket)
    try author.send(ControlMessage(.modeOverride, value: 2))
    #expect(light.course(to: 118).last == 118)
    let wider = folder.appending(path: "wider")
    try archive(light, widerBy: 16).write(to: wider)
    let file = try FileHandle(forReadingFrom: wider)
    try author.send(ControlMessage(.newArchive), passing: file.fileDescriptor)
    let course = light.course(to: 999, within: 1.5)
    #expect(course == [118], "\(course)")
    _ = try next(.adopted, author)
    #expect(try running.terminate() == 0)
    #expect(light.level == 700)
  }

  /// A device that is no bus goes through every step up to the first question; a search finds none on a machine without
  /// screens.
  @Test(arguments: FirmwareProgram.native, ["/dev/null", "/dev/i2c-none", "auto"])
  func `a monitor that cannot be used is reported once, its process lives on, and colours dim the panel`(
    program: FirmwareProgram, monitor: String
  ) throws {
    let running = try start(program, TestArchive.clock(displayPath: display, monitor: monitor))
    #expect(seconds(until: 5) { running.errors.contains("; colours dim the panel") } != nil, "\(running.errors)")
    let process = try #require(running.children.first { name(of: $0) == "aglow-monitor" })
    let author = try ControlConnection(connectingTo: socket)
    #expect(try next(.dimming, author).text == "colours; no hardware dims this panel")
    try author.send(ControlMessage(.modeOverride, value: 2))
    // At most 5 of 250 cd/m² in red alone: 9 % of the light.
    #expect(seconds(until: 3) { mark().last.map { $0 > 40 && $0 < 100 } ?? false } != nil, "\(mark())")
    // It has slept until its second search, and sleeps again.
    let slept = sleepCount(process)
    #expect(seconds(until: 10) { sleepCount(process) > slept + 1 } != nil, "it searches once only")
    #expect(name(of: process) == "aglow-monitor", "the process was ended, perhaps by its filter")
    #expect(running.errors.components(separatedBy: "; colours dim").count == 2, "\(running.errors)")
    #expect(try running.terminate() == 0)
    #expect(seconds(until: 20) { hasExited(process) } != nil, "it outlived its guard")
  }

  /// How often a process has given up its processor to wait (proc(5), voluntary_ctxt_switches); −1 = it has gone.
  private func sleepCount(_ process: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? -1
  }

  private func name(of process: Int32) -> String? {
    (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a renderer that is killed at night changes nothing about the light`(program: FirmwareProgram) throws {
    let light = try FakeBacklight(in: folder)
    let running = try start(program, archive(light))
    let author = try ControlConnection(connectingTo: socket)
    try author.send(ControlMessage(.modeOverride, value: 2))
    #expect(light.course(to: 118).last == 118)
    kill(try #require(running.rendererIdentifier), SIGKILL)
    #expect(light.course(to: 999, within: 1) == [118])
    let red = mark()
    #expect(red.count == 3 && red[0] == 0 && red[1] == 0 && red[2] > 245, "\(red)")
    #expect(try running.terminate() == 0)
  }
}
