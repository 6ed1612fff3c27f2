import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux
import Foundation
import PixelSupport
import Testing

/// Guard and renderer as they run: what a panel shows while everything around it dies.
@Suite(.serialized, .enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing))
struct FirmwareLiveTests {
  let folder: URL
  let archive: URL
  let display: String
  let socket: String

  init() throws {
    folder = try temporaryFolder()
    archive = folder.appending(path: "clock.archive")
    display = folder.appending(path: "panel").path
    socket = folder.appending(path: "control").path
    try TestArchive.clock(displayPath: display).write(to: archive)
  }

  private func start(_ program: FirmwareProgram, _ arguments: [String]) throws -> RunningFirmware {
    let running = try RunningFirmware(program, arguments, in: folder)
    try #require(
      seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "no first frame: \(running.errors)")
    return running
  }

  /// The socket's file exists a moment before a process listens.
  private func connect() throws -> ControlConnection {
    for _ in 0..<100 {
      do throws(SystemError) { return try ControlConnection(connectingTo: socket) } catch { usleep(10_000) }
    }
    return try ControlConnection(connectingTo: socket)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a file that is no display is left alone`(program: FirmwareProgram) throws {
    let precious = Data("not a framebuffer".utf8)
    try precious.write(to: URL(fileURLWithPath: display))
    let running = try RunningFirmware(program, [archive.path], in: folder)
    #expect(seconds(until: 5) { running.errors.contains("another file") } != nil, "\(running.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: display)) == precious)
  }

  /// The next message of a kind; others are passed over.
  private func next(_ kind: ControlKind, _ connection: borrowing ControlConnection) throws -> ControlMessage {
    for _ in 0..<100 {
      let message = try #require(try connection.receive(timeoutMs: 3_000), "no \(kind) within 3 s")
      if message.kind == kind { return message }
    }
    throw SystemError("find the message", errno: 0)
  }

  private func send(_ content: Data, over connection: borrowing ControlConnection) throws {
    let file = folder.appending(path: "sent-\(UUID().uuidString)")
    try content.write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    try connection.send(ControlMessage(.newArchive), passing: handle.fileDescriptor)
  }

  @Test(arguments: FirmwareProgram.native) func `ends cleanly and leaves its picture`(_ program: FirmwareProgram) throws
  {
    let running = try start(program, [archive.path])
    let renderer = try #require(running.rendererIdentifier)
    #expect(try running.terminate() == 0)
    #expect(kill(renderer, 0) != 0, "the renderer outlived its guard")
    let state = try #require(DisplayFileState(display))
    #expect(state.sequence % 2 == 0)
    #expect(state.isLit)
    #expect(running.errors.isEmpty)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a picture continues its orbit from the saved phase, and saves it at the end`(
    _ program: FirmwareProgram
  ) throws {
    try TestArchive.clock(displayPath: display, orbitPx: 6).write(to: archive)
    let state = folder.appending(path: "orbit")
    let minute: Int64 = 100_000
    try Data("\(minute)\n".utf8).write(to: state)
    let running = try start(program, ["--state", state.path, archive.path])
    let frame = try #require(DisplayFileState(display))
    var wear = WearSettings()
    wear.orbitPx = 6
    let offset = Orbit(wear).offset(atMinute: minute)
    #expect(offset != PixelPoint(x: 0, y: 0))
    // The mark, whose corner lies at (8, 8) of the picture; its first column and row are lit, those before are not.
    func isLit(_ x: Int32, _ y: Int32) -> Bool {
      let byte = 4 * (Int(y + offset.y) * TestArchive.width + Int(x + offset.x))
      return frame.pixels[byte..<byte + 3].contains { $0 != 0 }
    }
    #expect(isLit(8, 20) && !isLit(7, 20) && isLit(20, 8) && !isLit(20, 7))
    // A power cut would cost the position: the next start would continue elsewhere.
    let ahead = [minute, minute + 1].map { "\($0 + 149)\n" }
    #expect(seconds(until: 5) { ahead.contains((try? String(contentsOf: state, encoding: .utf8)) ?? "") } != nil)
    #expect(try running.terminate() == 0)
    let kept = try String(contentsOf: state, encoding: .utf8)
    #expect(kept == "\(minute)\n" || kept == "\(minute + 1)\n")
    // What makes no sense in that file is nothing to stumble over.
    try Data("soon".utf8).write(to: state)
    let again = try start(program, ["--state", state.path, archive.path])
    #expect(try again.terminate() == 0)
    #expect(Int64(try String(contentsOf: state, encoding: .utf8).dropLast()) != nil)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a killed renderer is live again within two seconds`(_ program: FirmwareProgram) throws {
    let running = try start(program, [archive.path])
    for _ in 0..<2 {
      let renderer = try #require(running.rendererIdentifier)
      let before = try #require(DisplayFileState(display))
      kill(renderer, SIGKILL)
      var isBroken = false
      let again = seconds(until: 3) {
        guard let state = DisplayFileState(display) else {
          isBroken = true
          return false
        }
        if !state.isLit { isBroken = true }
        return state.frames > before.frames && running.rendererIdentifier.map { $0 != renderer } ?? false
      }
      #expect(try #require(again) < 2)
      #expect(!isBroken, "the picture went away meanwhile")
    }
    #expect(try running.terminate() == 0)
  }

  /// Both display buffers, twice the archive and a megabyte, as the kernel counts it. The program runs from a file system
  /// in memory: kernels since 6.18 map all of a large folio that one page is asked of, so that elsewhere the figure would
  /// show how the linker's output happens to lie in the page cache.
  @Test(.enabled(if: FirmwareProgram.x86 != nil, FirmwareProgram.missing)) func `stays within its memory`() throws {
    let copy = try FirmwareProgram.inMemory(try #require(FirmwareProgram.x86), otherwiseIn: folder)
    defer { copy.remove() }
    let running = try start(copy.program, [archive.path])
    _ = seconds(until: 3) { (DisplayFileState(display)?.frames ?? 0) > 2 }
    let renderer = try #require(running.rendererIdentifier)
    let status = try String(contentsOfFile: "/proc/\(renderer)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let peakKiB = try #require(Int(line.filter(\.isNumber)))
    let archiveBytes = try Data(contentsOf: archive).count
    let limit = 2 * TestArchive.width * TestArchive.height * 4 + 2 * archiveBytes + (1 << 20)
    #expect(peakKiB * 1024 <= limit, "\(peakKiB) KiB; if code has grown: make start-order")
    #expect(try running.terminate() == 0)
  }

  /// Law 7: a renderer that hangs, here because it was stopped, misses its next second, does not answer, and is replaced.
  @Test(arguments: FirmwareProgram.native) func `a hanging renderer is replaced`(_ program: FirmwareProgram) throws {
    let running = try start(program, [archive.path])
    // Before its first frame it has longer than this test waits.
    try #require(seconds(until: 10) { (DisplayFileState(display)?.frames ?? 0) > 1 } != nil)
    let renderer = try #require(running.rendererIdentifier)
    kill(renderer, SIGSTOP)
    let before = try #require(DisplayFileState(display)).frames
    let again = seconds(until: 10) {
      let isAnother = running.rendererIdentifier.map { $0 != renderer } ?? false
      return isAnother && (DisplayFileState(display)?.frames ?? 0) > before + 1
    }
    #expect(again != nil, "the picture stood still")
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native) func `the renderer does not outlive a killed guard`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program, [archive.path])
    let renderer = try #require(running.rendererIdentifier)
    kill(running.process.processIdentifier, SIGKILL)
    _ = try running.finish()
    #expect(seconds(until: 20) { hasExited(renderer) } != nil)
    #expect(try #require(DisplayFileState(display)).isLit)
  }

  @Test(arguments: FirmwareProgram.native) func `a new renderer is red in the dark`(_ program: FirmwareProgram) throws {
    let trace = folder.appending(path: "trace.csv")
    try Data("0,0.5\n1,\n".utf8).write(to: trace)
    let running = try start(program, ["--lux-trace", trace.path, archive.path])
    try #require(
      seconds(until: 10) { DisplayFileState(display).map { $0.frames > 0 && $0.isRedAlone } ?? false } != nil,
      "it is not red in the dark")
    let renderer = try #require(running.rendererIdentifier)
    kill(renderer, SIGKILL)
    let frames = try #require(DisplayFileState(display)).frames
    var staysRed = true
    let isBack = seconds(until: 10) {
      guard let state = DisplayFileState(display) else { return false }
      staysRed = staysRed && state.isRedAlone
      return state.frames > frames + 1
    }
    #expect(isBack != nil, "no frame of another renderer")
    #expect(staysRed, "green or blue lit up in the dark")
    #expect(running.rendererIdentifier != renderer)
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native)
  func `presence wakes always-on and the first touch only wakes`(_ program: FirmwareProgram) throws {
    let running = try start(program, ["--lux", "10", "--control", socket, archive.path])
    let author = try connect()
    #expect(try next(.showing, author).isAlwaysOn)
    try author.send(ControlMessage(.presence))
    #expect(try next(.presence, author).value == 1)
    var update = try next(.updated, author)
    for _ in 0..<100 where update.isAlwaysOn { update = try next(.updated, author) }
    #expect(LightReason(rawValue: update.reason) == .presence)
    try author.send(ControlMessage(.presence))
    #expect(try next(.presence, author).value == 0)
    // A panel that is dark is woken too, and that touch is for nothing else.
    try author.send(ControlMessage(.power, value: 0))
    try author.send(ControlMessage(.presence))
    #expect(try next(.power, author).value == 1)
    #expect(try next(.presence, author).value == 1)
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native) func `authors come and go`(_ program: FirmwareProgram) throws {
    let running = try start(program, ["--control", socket, archive.path])
    do {
      let author = try connect()
      let hello = try next(.hello, author)
      #expect(hello.text == display)
      #expect(hello.damage(0).x1 == Int32(TestArchive.width))
      try author.send(ControlMessage(.ping, value: 7))
      #expect(try next(.pong, author).value == 7)
      try author.send(ControlMessage(.modeOverride, value: 2))
      var night = try next(.updated, author)
      for _ in 0..<100 where !night.isNight { night = try next(.updated, author) }
      #expect(night.isNight)
      #expect(night.damageCount > 0)
      try author.send(ControlMessage(.modeOverride, value: 0))
    }
    let frames = try #require(DisplayFileState(display)).frames
    #expect(seconds(until: 3) { (DisplayFileState(display)?.frames ?? 0) > frames + 1 } != nil)
    let again = try connect()
    _ = try next(.updated, again)
    try again.send(ControlMessage(.stop))
    #expect(try running.finish() == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test(arguments: FirmwareProgram.native) func `a bad archive is refused and the good one stays`(
    _ program: FirmwareProgram
  )
    throws
  {
    let running = try start(program, ["--control", socket, archive.path])
    let author = try connect()
    let good = try Data(contentsOf: archive)
    var flipped = good
    flipped[good.count / 2] ^= 1
    for bad in [Data(), Data("hello".utf8), good.prefix(good.count / 2), flipped] {
      try send(bad, over: author)
      #expect(!(try next(.refused, author).text.isEmpty))
    }
    try send(TestArchive.clock(displayPath: display, isOther: true), over: author)
    #expect(try next(.adopted, author).value > 0)
    try send(Data(count: 1 << 26), over: author)
    #expect(try next(.refused, author).text.contains("too large"))
    let frames = try #require(DisplayFileState(display)).frames
    #expect(seconds(until: 3) { (DisplayFileState(display)?.frames ?? 0) > frames } != nil)
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native) func `the first archive may come from the author`(_ program: FirmwareProgram)
    throws
  {
    let running = try RunningFirmware(program, ["--control", socket], in: folder)
    try #require(seconds(until: 3) { FileManager.default.fileExists(atPath: socket) } != nil)
    let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let author = try connect()
    try send(Data("nonsense".utf8), over: author)
    _ = try next(.refused, author)
    try send(try Data(contentsOf: archive), over: author)
    #expect(try next(.updated, author).pixelsChanged > 0)
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native) func `a torn archive leaves the last picture alone`(
    _ program: FirmwareProgram
  ) throws {
    #expect(try start(program, [archive.path]).terminate() == 0)
    let before = try #require(DisplayFileState(display))
    let torn = folder.appending(path: "torn")
    try Data(contentsOf: archive).prefix(300).write(to: torn)
    #expect(try program.run(["--display", display, torn.path]).status == 65)
    #expect(DisplayFileState(display) == before)
  }

  /// At a start the renderer sets itself up while the guard still looks at what lies behind the board.
  @Test(arguments: FirmwareProgram.native)
  func `an archive that is wrong behind its board is refused, and nothing of it is shown`(
    _ program: FirmwareProgram
  ) throws {
    var running = try start(program, [archive.path])
    #expect(try running.terminate() == 0)
    let before = DisplayFileState(display)
    var bytes = [UInt8](try TestArchive.clock(displayPath: display))
    let table =
      MemoryLayout<ArchiveHeader>.stride + Int(ArchiveSection.paints.rawValue) * MemoryLayout<SectionRecord>.stride
    let paints = bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: table + 8, as: UInt32.self)) }
    // The last byte of the first paint's record is reserved.
    bytes[paints + ArchiveSection.paints.recordByteCount - 1] = 1
    ArchiveChecksum.seal(&bytes)
    let wrong = folder.appending(path: "wrong")
    try Data(bytes).write(to: wrong)
    running = try RunningFirmware(program, [wrong.path], in: folder)
    #expect(try running.finish() == 65)
    #expect(running.errors.contains(", at byte "), "\(running.errors)")
    #expect(DisplayFileState(display) == before)
    try waitsForItsAuthor(program, wrong)
  }

  @Test(arguments: FirmwareProgram.native)
  func `an archive that a power cut tore, or another release wrote, does not keep the next one from the panel`(
    _ program: FirmwareProgram
  ) throws {
    let good = try Data(contentsOf: archive)
    var older = good
    older[8] -= 1
    for wrong in [Data(), good.prefix(300), older, Data(count: good.count)] {
      let file = folder.appending(path: "wrong")
      try wrong.write(to: file)
      try waitsForItsAuthor(program, file)
    }
  }

  /// Says what is wrong once, shows nothing of it, and takes what an author sends.
  private func waitsForItsAuthor(_ program: FirmwareProgram, _ wrong: URL) throws {
    let before = DisplayFileState(display)
    let running = try RunningFirmware(program, ["--control", socket, wrong.path], in: folder)
    #expect(seconds(until: 3) { running.errors.contains("; waiting for its author") } != nil, "\(running.errors)")
    #expect(running.errors.split(separator: "\n").count == 1, "\(running.errors)")
    #expect(DisplayFileState(display) == before)
    let author = try connect()
    try send(try Data(contentsOf: archive), over: author)
    #expect(try next(.updated, author).pixelsChanged > 0)
    #expect(try running.terminate() == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test(arguments: FirmwareProgram.native) func `no room for the display: status 69`(_ program: FirmwareProgram) throws
  {
    let run = try program.run(["--display", "/nowhere/at/all", archive.path])
    #expect(run.status == 69)
    #expect(run.errors.contains("display file"))
  }
}
