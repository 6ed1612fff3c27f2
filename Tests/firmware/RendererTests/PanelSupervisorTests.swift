import AfterglowLinux
import Foundation
import Testing

@testable import afterglow_renderer

/// A supervisor and a renderer that misbehaves.
@Suite struct PanelSupervisorTests {
  private func makeSupervisor() throws -> PanelSupervisor {
    try PanelSupervisor(PanelOptions(), Box(Screens()), FileWatch())
  }

  /// A child that closes its socket and keeps running.
  private func deafRenderer() throws -> RendererProcess {
    try RendererProcess(RendererTimeouts()) { socket in
      keepOnly(socket)
      shutdown(socket, Int32(SHUT_RDWR))
      SystemTime.sleep(milliseconds: 60_000)
      return 0
    }
  }

  @Test func `a renderer that closes its line and lives on is ended`() throws {
    var supervisor = try makeSupervisor()
    let deaf = try deafRenderer()
    supervisor.life.begin(deaf)
    var set = PollSet()
    let place = set.add(deaf.socket)
    set.wait(timeoutMs: 10_000)
    try #require(set.isReady(place))
    supervisor.readRenderer()
    var status: Int32 = 0
    #expect(waitpid(deaf.identifier, &status, 0) == deaf.identifier)
    #expect(status & 0x7F == SIGKILL, "it lives on, and the guard hears of its end without end")
    supervisor.life.reap()
  }
}
