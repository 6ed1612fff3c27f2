import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowLinux
import Foundation
import Testing

/// Touches of a panel whose renderer is killed.
@Suite(.enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing)) struct TouchKillTests {
  private func connects(to socket: String) -> Bool {
    do throws(SystemError) {
      _ = try ControlConnection(connectingTo: socket)
      return true
    } catch { return false }
  }

  /// The messages that the author has received so far, and the next one that fits.
  private func next(
    _ author: borrowing ControlConnection, _ commands: inout [ActionCommand], _ fits: (ControlMessage) -> Bool
  ) throws {
    for _ in 0..<200 {
      let message = try #require(try author.receive(timeoutMs: 10_000), "nothing within 10 s")
      if message.kind == .command { commands.append(message.command) }
      if fits(message) { return }
    }
    throw SystemError("find the message", errno: 0)
  }

  private func send(_ phase: TouchContact.Phase, over author: borrowing ControlConnection) throws {
    var packet = InputPacket()
    packet.append(
      .contact(
        TouchContact(
          device: 250, place: 0, phase: phase, position: PanelPoint(x: 32_000, y: 24_000),
          at: MonotonicInstant(milliseconds: SystemTime.boottimeMs))))
    try author.send(ControlMessage(packet, from: 0))
  }

  @Test(arguments: FirmwareProgram.native)
  func `a renderer that is killed under a finger leaves nothing stuck and does nothing twice`(
    program: FirmwareProgram
  ) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (display, socket) = (folder.appending(path: "panel").path, folder.appending(path: "control").path)
    let archive = folder.appending(path: "button.archive")
    try TestArchive.button(displayPath: display).write(to: archive)
    let running = try RunningFirmware(program, ["--control", socket, archive.path], in: folder)
    try #require(CountedWait.holds(within: 10) { connects(to: socket) }, "\(running.errors)")
    let author = try ControlConnection(connectingTo: socket)
    try author.send(ControlMessage(.performs, value: 1))
    var commands: [ActionCommand] = []
    try next(author, &commands) { $0.kind == .updated || $0.kind == .showing }

    // Killed while the finger is down: its release is none of the new renderer's.
    try send(.began, over: author)
    kill(try #require(running.rendererIdentifier), SIGKILL)
    try next(author, &commands) { $0.kind == .rendererRestarted }
    try next(author, &commands) { $0.kind == .updated }
    try send(.ended, over: author)

    // Killed after the command and before its answer: the command is not sent again.
    try send(.began, over: author)
    try send(.ended, over: author)
    try next(author, &commands) { $0.kind == .command }
    #expect(commands.count == 1)
    kill(try #require(running.rendererIdentifier), SIGKILL)
    try next(author, &commands) { $0.kind == .rendererRestarted }
    try next(author, &commands) { $0.kind == .updated }
    try author.send(ControlMessage(ActionAnswer(sequence: commands[0].sequence, outcome: .done)))

    try send(.began, over: author)
    try send(.ended, over: author)
    try next(author, &commands) { $0.kind == .command }
    try author.send(ControlMessage(.ping, value: 1))
    try next(author, &commands) { $0.kind == .pong }
    #expect(commands.count == 2 && commands[1].sequence > commands[0].sequence)
    #expect(commands.allSatisfy { $0.region == TestArchive.buttonKey })
    #expect(try running.terminate() == 0)
  }
}
