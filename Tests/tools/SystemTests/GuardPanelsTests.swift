import AfterglowLinux
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Boards that change under a guard, and several panels under one.
@Suite(.serialized, .enabled(if: FirmwareProgram.x86 != nil, FirmwareProgram.missing))
struct GuardPanelsTests {
  let program: FirmwareProgram
  let folder: URL

  init() throws {
    program = try #require(FirmwareProgram.x86)
    folder = try temporaryFolder()
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func write(_ archive: Data, _ name: String) throws {
    try archive.write(to: folder.appending(path: name), options: .atomic)
  }

  private func shows(_ display: String, within limit: Double = 5) -> Bool {
    seconds(until: limit) { (DisplayFileState(path(display))?.frames ?? 0) > 0 } != nil
  }

  /// The corner of the mark that differs between the two test clocks.
  private func corner(_ display: String) -> UInt8? {
    guard let pixels = DisplayFileState(path(display))?.pixels else { return nil }
    return pixels[(9 * TestArchive.width + 10) * 4]
  }

  @Test func `a hang-up reads the archive again`() throws {
    try write(TestArchive.clock(displayPath: path("panel")), "a")
    let running = try RunningFirmware(program, [path("a")], in: folder)
    try #require(shows("panel"), "\(running.errors)")
    let renderer = running.rendererIdentifier
    let before = try #require(corner("panel"))
    try write(TestArchive.clock(displayPath: path("panel"), isOther: true), "a")
    kill(running.process.processIdentifier, SIGHUP)
    #expect(seconds(until: 3) { corner("panel") != before } != nil, "the new archive is not shown")
    #expect(running.rendererIdentifier == renderer, "the same board needs no new renderer")
    try write(Data("broken".utf8), "a")
    kill(running.process.processIdentifier, SIGHUP)
    #expect(seconds(until: 3) { running.errors.contains("the picture stays as it is") } != nil)
    let frames = DisplayFileState(path("panel"))?.frames ?? 0
    #expect(seconds(until: 3) { (DisplayFileState(path("panel"))?.frames ?? 0) > frames } != nil)
    #expect(try running.terminate() == 0)
  }

  private func isAnswered(_ socket: String) -> Bool {
    do throws(SystemError) {
      _ = try ControlConnection(connectingTo: path(socket))
      return true
    } catch {
      return false
    }
  }

  private func send(_ archive: Data, over author: borrowing ControlConnection) throws {
    try write(archive, "sent")
    let file = try FileHandle(forReadingFrom: folder.appending(path: "sent"))
    try author.send(ControlMessage(.newArchive), passing: file.fileDescriptor)
    try file.close()
  }

  private func next(_ kind: ControlKind, _ author: borrowing ControlConnection) throws -> ControlMessage {
    for _ in 0..<100 {
      let message = try #require(try author.receive(timeoutMs: 3_000), "no \(kind) within 3 s")
      if message.kind == kind { return message }
    }
    throw SystemError("find the message", errno: 0)
  }

  @Test func `an archive for another board sets the display up anew`() throws {
    try write(TestArchive.clock(displayPath: path("panel")), "a")
    let running = try RunningFirmware(program, ["--control", path("control"), path("a")], in: folder)
    try #require(shows("panel"), "\(running.errors)")
    let renderer = running.rendererIdentifier
    let author = try ControlConnection(connectingTo: path("control"))
    let wider = try TestArchive.clock(displayPath: path("panel"), widerBy: 80)
    try send(wider, over: author)
    #expect(try next(.adopted, author).value == Int64(wider.count))
    #expect(running.rendererIdentifier != renderer)
    let state = try #require(DisplayFileState(path("panel")))
    #expect(state.pixels.count == (TestArchive.width + 80) * TestArchive.height * 4)
    #expect(state.isLit)
    // The next one for this board is taken by the renderer as it runs.
    let now = running.rendererIdentifier
    try send(TestArchive.clock(displayPath: path("panel"), isOther: true, widerBy: 80), over: author)
    _ = try next(.adopted, author)
    #expect(running.rendererIdentifier == now)
    #expect(try running.terminate() == 0)
  }

  @Test func `a board whose display cannot be opened changes nothing`() throws {
    try write(TestArchive.clock(displayPath: path("panel")), "a")
    let running = try RunningFirmware(program, ["--control", path("control"), path("a")], in: folder)
    try #require(shows("panel"), "\(running.errors)")
    let renderer = running.rendererIdentifier
    let author = try ControlConnection(connectingTo: path("control"))
    try send(TestArchive.clock(displayPath: "/nowhere/at/all", widerBy: 80), over: author)
    #expect(try next(.refused, author).text.contains("display file"))
    #expect(running.rendererIdentifier == renderer)
    let frames = try #require(DisplayFileState(path("panel"))).frames
    #expect(seconds(until: 3) { (DisplayFileState(path("panel"))?.frames ?? 0) > frames } != nil)
    #expect(try running.terminate() == 0)
  }

  @Test func `two panels under one guard live and die apart`() throws {
    try write(TestArchive.clock(displayPath: path("left")), "a")
    try write(TestArchive.clock(displayPath: path("right"), isOther: true), "b")
    let running = try RunningFirmware(
      program, ["--control", path("one"), path("a"), "--control", path("two"), path("b")], in: folder)
    try #require(shows("left") && shows("right"), "\(running.errors)")
    #expect(corner("left") != corner("right"))
    let renderers = running.children
    #expect(renderers.count == 2)
    kill(try #require(renderers.first), SIGKILL)
    #expect(seconds(until: 2) { running.children.count == 2 && !running.children.contains(renderers[0]) } != nil)
    #expect(running.children.contains(renderers[1]), "the other one's renderer was touched")
    for (socket, panel) in [("one", "left"), ("two", "right")] {
      let author = try ControlConnection(connectingTo: path(socket))
      #expect(try next(.hello, author).text == path(panel))
    }
    // One is stopped by its author; the other goes on.
    try ControlConnection(connectingTo: path("one")).send(ControlMessage(.stop))
    #expect(seconds(until: 2) { running.children.count == 1 } != nil)
    let frames = try #require(DisplayFileState(path("right"))).frames
    #expect(seconds(until: 3) { (DisplayFileState(path("right"))?.frames ?? 0) > frames } != nil)
    #expect(try running.terminate() == 0)
  }

  @Test func `a panel that was given up is reached though its socket was removed, and shows what it is sent`() throws {
    try write(TestArchive.clock(displayPath: path("left")), "a")
    try write(TestArchive.clock(displayPath: path("right")), "b")
    let running = try RunningFirmware(
      program, ["--control", path("one"), path("a"), "--control", path("two"), path("b")], in: folder)
    try #require(shows("left") && shows("right"), "\(running.errors)")
    let before = try #require(corner("left"))
    try ControlConnection(connectingTo: path("one")).send(ControlMessage(.stop))
    try #require(seconds(until: 3) { running.children.count == 1 } != nil)
    try FileManager.default.removeItem(atPath: path("one"))
    // The file is there a moment before the guard listens.
    try #require(seconds(until: 5) { isAnswered("one") } != nil, "\(running.errors)")
    let author = try ControlConnection(connectingTo: path("one"))
    try send(TestArchive.clock(displayPath: path("left"), isOther: true), over: author)
    #expect(
      seconds(until: 5) { running.children.count == 2 && corner("left") != before } != nil, "\(running.errors)")
    #expect(try running.terminate() == 0)
  }

  @Test func `of two panels one that is missing is waited for`() throws {
    try write(TestArchive.clock(displayPath: path("left")), "a")
    try write(TestArchive.clock(displayPath: path("later/right")), "b")
    let running = try RunningFirmware(program, [path("a"), path("b")], in: folder)
    try #require(shows("left"), "\(running.errors)")
    #expect(seconds(until: 2) { running.errors.contains("trying again") } != nil)
    try FileManager.default.createDirectory(atPath: path("later"), withIntermediateDirectories: false)
    #expect(shows("later/right", within: 3))
    #expect(running.errors.components(separatedBy: "trying again").count == 2, "said once")
    #expect(try running.terminate() == 0)
  }

  @Test func `options stand before their archive`() throws {
    let run = try program.run([path("a"), path("b"), "--display", path("panel")])
    #expect(run.status == 64)
    #expect(run.errors.contains("before"))
    #expect(try program.run(["a", "b", "c", "d", "e"]).status == 64)
    #expect(try program.run(["--user", "nobody", "a"]).status == 64)
  }
}
