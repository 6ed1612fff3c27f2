import AfterglowCore
import AfterglowLinux
import Foundation
import Testing

@testable import afterglow_renderer

/// The messages to a renderer from its start to its end.
@Suite struct RendererLifeTests {
  private static let patience = RendererTimeouts()

  /// A child that does nothing until it is ended, and its socket.
  private func begin(_ life: inout RendererLife, setup: RendererSetup = .complete) throws {
    let process = try RendererProcess(Self.patience) { socket in
      keepOnly(socket)
      SystemTime.sleep(milliseconds: 60_000)
      return 0
    }
    life.begin(process, setup: setup)
    life.note(RendererInputs(mode: .day, light: .value(.init(millilux: 5))), mayReceiveLight: false)
  }

  private func end(_ life: inout RendererLife) {
    guard let identifier = life.process?.identifier else { return }
    life.kill()
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
    life.reap()
  }

  @Test func `one that has no panel yet is sent nothing that it could not use`() throws {
    var life = RendererLife()
    try begin(&life, setup: .needsPanel)
    defer { end(&life) }
    life.update(RendererInputs(mode: .night))
    let isTaken = life.send(0)
    #expect(!isTaken && life.line.sent.mode == .day)
    life.setup = .complete
    life.update(RendererInputs(mode: .night))
    #expect(life.line.sent.mode == .night)
  }

  @Test func `one that took another's place keeps its light until its first frame`() throws {
    var life = RendererLife()
    try begin(&life)
    defer { end(&life) }
    life.update(RendererInputs(mode: .day, light: .value(.init(millilux: 900))))
    #expect(life.line.sent.light == .value(.init(millilux: 5)))
    life.note(ControlMessage(.updated), nowMs: 1_000)
    #expect(life.hasShown)
    life.update(RendererInputs(mode: .day, light: .value(.init(millilux: 900))))
    #expect(life.line.sent.light == .value(.init(millilux: 900)))
  }

  @Test func `an archive that cannot be sent is reported, and one that was sent is followed by a frame or a question`()
    throws
  {
    var life = RendererLife()
    try begin(&life)
    defer { end(&life) }
    // A number that was closed could be another test's by now.
    let isLost = !life.sendFirst(.max, knowing: RendererInputs(mode: .day), nowMs: 1_000)
    #expect(isLost)
    let isSent = life.sendFirst(2, knowing: RendererInputs(mode: .day), nowMs: 5_000)
    #expect(isSent)
    #expect(life.heartbeat.nextMs == 5_000 + Self.patience.archiveMs)
  }

  @Test func `one that draws on paper and is asked to stop is left alone until its panel's limit`() throws {
    var life = RendererLife()
    let patience = RendererTimeouts(longestEndMs: 20_000)
    let process = try RendererProcess(patience) { socket in
      keepOnly(socket)
      SystemTime.sleep(milliseconds: 60_000)
      return 0
    }
    life.begin(process)
    life.note(RendererInputs(mode: .day), mayReceiveLight: true)
    defer { end(&life) }
    _ = life.sendFirst(2, knowing: RendererInputs(mode: .day), nowMs: 1_000)
    life.askToStop(nowMs: 5_000)
    #expect(life.isEnding && life.nextMs == 5_000 + patience.stopMs)
    // A second request does not extend it.
    life.askToStop(nowMs: 9_000)
    #expect(life.nextMs == 5_000 + patience.stopMs)
    let isTaken = life.send(2)
    life.update(RendererInputs(mode: .night))
    #expect(!isTaken && life.line.sent.mode == .day)
    life.keepHeartbeat(nowMs: 26_999)
    #expect(kill(process.identifier, 0) == 0 && !life.heartbeat.isWaiting)
    life.keepHeartbeat(nowMs: 27_000)
    var status: Int32 = 0
    #expect(waitpid(process.identifier, &status, 0) == process.identifier && status & 0x7F == SIGKILL)
  }

  @Test func `only one that draws on paper leaves a panel that may still be refreshing`() throws {
    for (longestEndMs, settlesUntilMs): (Int64, Int64) in [(0, 0), (20_000, 1_000 + 22_000)] {
      var life = RendererLife()
      let process = try RendererProcess(RendererTimeouts(longestEndMs: longestEndMs)) { socket in
        keepOnly(socket)
        SystemTime.sleep(milliseconds: 60_000)
        return 0
      }
      life.begin(process)
      life.noteAccident(nowMs: 1_000)
      #expect(life.settlesUntilMs == settlesUntilMs)
      end(&life)
    }
  }

  @Test func `one that has ended is reaped once, and nothing is sent after it`() throws {
    var life = RendererLife()
    try begin(&life)
    end(&life)
    #expect(life.process == nil && life.setup == .complete && life.heartbeat.nextMs == .max)
    // Its number may have been reused.
    let bystander = dup(2)
    defer { close(bystander) }
    life.reap()
    life.kill()
    life.update(RendererInputs(mode: .night))
    let isEnded = life.end()
    let isTaken = life.send(0)
    #expect(!isEnded && !isTaken)
    #expect(fcntl(bystander, F_GETFD) >= 0)
  }
}
