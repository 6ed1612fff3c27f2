import AfterglowCore
import AfterglowKit
import AfterglowLinux
import Foundation
import SocketSupport
import Testing

@testable import AfterglowDaemon

/// The daemon's side of a guard, at times chosen by the test; the other side are packets and shell scripts.
@Suite struct GuardKeeperTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder() }

  private func keeper(_ paths: RuntimePaths, program: GuardProgram? = nil) throws -> GuardKeeper {
    let places = try RunPlaces(paths, hasRuntimeFolder: program != nil) { _ in }
    return GuardKeeper(places, ArchiveKeeper(paths: paths), program: program, reporter: folder.reporter)
  }

  private func scene(_ hash: UInt64 = 1, isInFile: Bool = true) throws -> GuardScene {
    GuardScene(archive: try ArchiveFile([1, 2, 3], contentHash: hash), isInFile: isInFile)
  }

  /// The messages at a guard's end of the connection.
  private func heard(_ socket: Int32) -> [ControlKind?] {
    var kinds: [ControlKind?] = []
    while case .message(let message, let passed) = receivePacket(from: socket) {
      closeDescriptor(passed)
      kinds.append(message.kind)
    }
    return kinds
  }

  /// A service's guard that has received a scene.
  private func withGuard(_ body: (GuardKeeper, ControlListener, Int32) throws -> Void) throws {
    let name = strdup(folder.path("service"))!
    defer { free(name) }
    ownUmask()
    let listener = try ControlListener(path: name)
    defer { listener.close() }
    let keeper = try keeper(folder.paths(socket: "service"))
    let scene = try scene()
    try keeper.begin(scene, nowMs: 0)
    let socket = try #require(listener.accept())
    defer { closeDescriptor(socket) }
    #expect(heard(socket) == [.newArchive, .describe, .performs])
    try body(keeper, listener, socket)
  }

  @Test func `a guard that starts late is given the archive and all that was asked for meanwhile`() throws {
    let keeper = try keeper(folder.paths(socket: "service"))
    let scene = try scene()
    try keeper.begin(scene, nowMs: 0)
    #expect(folder.texts == ["no guard answers at \(folder.path("service")) yet; waiting for it"])
    keeper.send(.light(.value(Illuminance(millilux: 500))))
    keeper.send(.mode(.night))
    keeper.send(.mode(.day))
    #expect(keeper.deadlineMs(nowMs: 0) == 250)
    try keeper.keep(scene, nowMs: 250)
    #expect(keeper.deadlineMs(nowMs: 250) == 750)
    let name = strdup(folder.path("service"))!
    defer { free(name) }
    ownUmask()
    let listener = try ControlListener(path: name)
    defer { listener.close() }
    try keeper.keep(scene, nowMs: 749)
    #expect(!keeper.isConnected)
    try keeper.keep(scene, nowMs: 750)
    let socket = try #require(listener.accept())
    defer { closeDescriptor(socket) }
    #expect(heard(socket) == [.newArchive, .describe, .lux, .modeOverride, .performs])
    keeper.send(.power(isLit: false))
    #expect(heard(socket) == [.power] && keeper.settings.isDark)
  }

  @Test func `what the guard has is not handed over again, what it refused is`() throws {
    try withGuard { keeper, _, socket in
      let (known, other) = (try scene(), try scene(2))
      keeper.offer(known, again: false)
      #expect(heard(socket) == [])
      keeper.offer(known, again: true)
      #expect(heard(socket) == [.newArchive, .describe])
      keeper.offer(other, again: false)
      #expect(heard(socket) == [.newArchive, .describe])
      _ = sendPacket(ControlMessage(.refused), to: socket, waits: false)
      var said: [ControlKind?] = []
      keeper.receive(nowMs: 0) { said.append($0.kind) }
      #expect(said == [.refused])
      keeper.offer(other, again: false)
      #expect(heard(socket) == [.newArchive, .describe])
    }
  }

  @Test func `a guard is looked for ever more rarely until a picture shows that it is well`() throws {
    try withGuard { keeper, listener, first in
      let scene = try scene()
      /// Closes the connection, and reconnects when that is due.
      func pause(_ socket: Int32) throws -> (ms: Int64, socket: Int32) {
        _ = shutdown(socket, Int32(SHUT_RDWR))
        keeper.receive(nowMs: 1_000) { _ in }
        #expect(!keeper.isConnected)
        let due = try #require(keeper.deadlineMs(nowMs: 1_000))
        try keeper.keep(scene, nowMs: due - 1)
        #expect(!keeper.isConnected)
        try keeper.keep(scene, nowMs: due)
        return (due - 1_000, try #require(listener.accept()))
      }
      let (early, second) = try pause(first)
      let (late, third) = try pause(second)
      #expect(early == 250 && late == 500)
      #expect(folder.texts == ["the guard has gone; waiting for its service"])
      _ = sendPacket(ControlMessage(.updated), to: third, waits: false)
      keeper.receive(nowMs: 2_000) { _ in }
      #expect(folder.texts.last == "the guard is back")
      let (again, fourth) = try pause(third)
      #expect(again == 250)
      for socket in [second, third, fourth] { closeDescriptor(socket) }
    }
  }

  @Test func `a panel that a touch has woken is lit for the next guard too`() throws {
    try withGuard { keeper, _, socket in
      keeper.send(.power(isLit: false))
      _ = sendPacket(ControlMessage(.power, value: 1), to: socket, waits: false)
      keeper.receive(nowMs: 0) { _ in }
      #expect(keeper.settings.values == [.power(isLit: true)])
    }
  }

  /// A shell script in place of the firmware.
  private func program(_ script: String) throws -> GuardProgram {
    try folder.write("#!/bin/sh\n\(script)\n", to: "renderer")
    #expect(chmod(folder.path("renderer"), 0o755) == 0)
    return GuardProgram(path: folder.path("renderer"), board: "clock")
  }

  @Test func `a guard of this program that ends before its first picture says why`() throws {
    let keeper = try keeper(folder.paths(), program: program("echo 'no such display' >&2; exit 3"))
    let scene = try scene(isInFile: false)
    try keeper.begin(scene, nowMs: 0)
    let failure = #expect(throws: Failure.self) {
      // The deadline for its reply is never reached.
      for _ in 0..<2_000 {
        try keeper.keep(scene, nowMs: 0)
        usleep(5_000)
      }
    }
    #expect(
      failure?.lines == [
        "\(folder.path("renderer")) shows nothing: it ended with status 3", "no such display",
        "without its display: `afterglow run clock --virtual` shows the board in a file",
      ])
  }

  @Test func `one that does not answer is ended after five seconds`() throws {
    let keeper = try keeper(folder.paths(), program: program("exec sleep 60"))
    let scene = try scene()
    try keeper.begin(scene, nowMs: 0)
    try keeper.keep(scene, nowMs: 4_999)
    #expect(keeper.hasChild)
    let failure = #expect(throws: Failure.self) { try keeper.keep(scene, nowMs: 5_000) }
    #expect(failure?.lines == ["\(folder.path("renderer")) shows nothing: its control socket does not answer"])
    #expect(!keeper.hasChild, "it is left holding the display")
  }
}
