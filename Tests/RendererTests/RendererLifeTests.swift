import AfterglowCore
import AfterglowLinux
import Foundation
import Testing

@testable import afterglow_renderer

/// What a renderer is told from its start to its end.
@Suite struct RendererLifeTests {
  private static let patience = RendererPatience(isEmissive: true)

  /// A child that does nothing until it is ended, and its line.
  private func begin(_ life: inout RendererLife, lacks: RendererLack = .nothing) throws {
    let process = try RendererProcess(Self.patience) { _ in
      SystemTime.sleep(milliseconds: 60_000)
      return 0
    }
    life.begin(process, lacks: lacks)
    life.note(RendererKnowledge(mode: .day, light: .value(.init(millilux: 5))), Self.patience, mayHearLight: false)
  }

  private func end(_ life: inout RendererLife) {
    guard let identifier = life.process?.identifier else { return }
    life.kill()
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
    life.bury()
  }

  @Test func `one that lacks its panel is told nothing that it could not understand`() throws {
    var life = RendererLife()
    try begin(&life, lacks: .panel)
    defer { end(&life) }
    life.tell(RendererKnowledge(mode: .night))
    let isTaken = life.hand(0)
    #expect(!isTaken && life.line.told.mode == .day)
    life.lacks = .nothing
    life.tell(RendererKnowledge(mode: .night))
    #expect(life.line.told.mode == .night)
  }

  @Test func `one that took another's place keeps its light until its first frame`() throws {
    var life = RendererLife()
    try begin(&life)
    defer { end(&life) }
    life.tell(RendererKnowledge(mode: .day, light: .value(.init(millilux: 900))))
    #expect(life.line.told.light == .value(.init(millilux: 5)))
    life.note(ControlMessage(.updated), nowMs: 1_000)
    #expect(life.hasShown)
    life.tell(RendererKnowledge(mode: .day, light: .value(.init(millilux: 900))))
    #expect(life.line.told.light == .value(.init(millilux: 900)))
  }

  @Test func `one that is buried is buried once, and nothing is told to nobody`() throws {
    var life = RendererLife()
    try begin(&life)
    end(&life)
    #expect(life.process == nil && life.lacks == .nothing && life.heartbeat.nextMs == .max)
    // Its number may be another's by now.
    let bystander = dup(2)
    defer { close(bystander) }
    life.bury()
    life.kill()
    life.tell(RendererKnowledge(mode: .night))
    let isEnded = life.end()
    let isTaken = life.hand(0)
    #expect(!isEnded && !isTaken)
    #expect(fcntl(bystander, F_GETFD) >= 0)
  }
}
