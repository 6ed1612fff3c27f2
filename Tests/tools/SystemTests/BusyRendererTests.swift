import AfterglowCore
import AfterglowLinux
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A renderer that reads no message for a while, as during a refresh of e-paper: messages sent meanwhile are not lost.
@Suite(.serialized, .enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing))
struct BusyRendererTests {
  @Test(arguments: FirmwareProgram.native)
  func `what finds a renderer busy reaches it when it reads again`(_ program: FirmwareProgram) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let display = folder.appending(path: "panel").path
    let socket = folder.appending(path: "control").path
    let archive = folder.appending(path: "archive")
    try TestArchive.clock(displayPath: display).write(to: archive)
    let running = try RunningFirmware(program, ["--control", socket, archive.path], in: folder)
    try #require(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "\(running.errors)")
    let renderer = try #require(running.rendererIdentifier)
    let other = try TestArchive.clock(displayPath: display, isOther: true)
    try other.write(to: archive)
    let file = try FileHandle(forReadingFrom: archive)

    let author = try ControlConnection(connectingTo: socket)
    kill(renderer, SIGSTOP)
    for round in 0..<400 {
      let mode = round % 2 == 0 ? ModeOverride.day : .alwaysOn
      try author.send(ControlMessage(.modeOverride, value: Int64(mode.rawValue)))
      // One turn of the guard each, so that each is a word of its own.
      try author.send(ControlMessage(.ping, value: Int64(round)))
      _ = try pong(on: author)
    }
    try author.send(ControlMessage(.power, value: 0))
    try author.send(ControlMessage(.modeOverride, value: Int64(ModeOverride.night.rawValue)))
    try author.send(ControlMessage(.power, value: 1))
    try author.send(ControlMessage(.presence))
    try author.send(ControlMessage(.newArchive), passing: file.fileDescriptor)
    try author.send(ControlMessage(.ping, value: 1_000))
    _ = try pong(on: author)
    kill(renderer, SIGCONT)

    var isAdopted = false
    var isNight = false
    let isTold = try seconds(until: 5) {
      guard let message = try author.receive(timeoutMs: 1_000) else { return false }
      #expect(message.kind != .refused, "\(message.text)")
      if message.kind == .adopted { isAdopted = message.value == Int64(other.count) }
      if message.kind == .updated { isNight = message.isNight }
      return isAdopted && isNight
    }
    #expect(isTold != nil, "adopted: \(isAdopted), night: \(isNight); \(running.errors)")
    #expect(running.rendererIdentifier == renderer, "a busy renderer was ended")
    let frames = try #require(DisplayFileState(display)).frames
    #expect(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > frames + 1 } != nil)
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native)
  func `an archive whose renderer was killed is offered again`(_ program: FirmwareProgram) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let display = folder.appending(path: "panel").path
    let socket = folder.appending(path: "control").path
    let archive = folder.appending(path: "archive")
    try TestArchive.clock(displayPath: display).write(to: archive)
    let running = try RunningFirmware(program, ["--control", socket, archive.path], in: folder)
    try #require(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "\(running.errors)")
    try TestArchive.clock(displayPath: display, isOther: true).write(to: archive)
    let author = try ControlConnection(connectingTo: socket)

    let renderer = try #require(running.rendererIdentifier)
    kill(renderer, SIGSTOP)
    let file = try FileHandle(forReadingFrom: archive)
    try author.send(ControlMessage(.newArchive), passing: file.fileDescriptor)
    try author.send(ControlMessage(.ping, value: 1))
    _ = try pong(on: author)
    // It has the archive and has not answered.
    kill(renderer, SIGKILL)
    var answers: [ControlKind] = []
    _ = try seconds(until: 10) {
      guard let message = try author.receive(timeoutMs: 1_000) else { return false }
      if let kind = message.kind, kind == .adopted || kind == .refused { answers.append(kind) }
      return !answers.isEmpty
    }
    #expect(answers == [.adopted])
    #expect(running.rendererIdentifier != renderer)
    #expect(try running.terminate() == 0)
  }
}
