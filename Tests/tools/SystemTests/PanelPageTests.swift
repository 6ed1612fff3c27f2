import AfterglowCore
import AfterglowLinux
import Foundation
import Testing

/// Pages of a running panel: requests, and what keeps the page.
@Suite(.enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing)) struct PanelPageTests {
  private func connects(to socket: String) -> Bool {
    do throws(SystemError) {
      _ = try ControlConnection(connectingTo: socket)
      return true
    } catch { return false }
  }

  /// The next message that fits; others are passed over.
  private func next(
    _ author: borrowing ControlConnection, _ fits: (ControlMessage) -> Bool
  ) throws -> ControlMessage {
    for _ in 0..<200 {
      let message = try #require(try author.receive(timeoutMs: 10_000), "nothing within 10 s")
      if fits(message) { return message }
    }
    throw SystemError("find the message", errno: 0)
  }

  private func shows(_ page: Int, of count: Int) -> (ControlMessage) -> Bool {
    { ($0.kind == .updated || $0.kind == .showing) && $0.page == page && $0.pageCount == count }
  }

  private func send(_ content: Data, from folder: URL, over author: borrowing ControlConnection) throws {
    let file = folder.appending(path: "sent-\(UUID().uuidString)")
    try content.write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    try author.send(ControlMessage(.newArchive), passing: handle.fileDescriptor)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a request turns the page, and the next renderer begins with it`(program: FirmwareProgram) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (display, socket) = (folder.appending(path: "panel").path, folder.appending(path: "control").path)
    let archive = folder.appending(path: "pages.archive")
    try TestArchive.pages(3, displayPath: display).write(to: archive)
    let running = try RunningFirmware(program, ["--control", socket, archive.path], in: folder)
    try #require(CountedWait.holds(within: 10) { connects(to: socket) }, "\(running.errors)")
    let author = try ControlConnection(connectingTo: socket)
    _ = try next(author, shows(0, of: 3))
    try author.send(ControlMessage(PageTurn.previous))
    _ = try next(author, shows(2, of: 3))
    kill(try #require(running.rendererIdentifier), SIGKILL)
    _ = try next(author) { $0.kind == .rendererRestarted }
    _ = try next(author) { $0.kind == .updated && $0.page == 2 }
    try author.send(ControlMessage(.page, value: 3))
    #expect(try next(author) { $0.kind == .ignored }.text == "this board has no page with that number")
    try send(TestArchive.pages(2, displayPath: display), from: folder, over: author)
    _ = try next(author, shows(1, of: 2))
    try send(TestArchive.pages(1, displayPath: display), from: folder, over: author)
    _ = try next(author, shows(0, of: 1))
    _ = try next(author) { $0.kind == .adopted }
    try author.send(ControlMessage(PageTurn.next))
    #expect(try next(author) { $0.kind == .ignored }.text.hasPrefix("this board has one page"))
    #expect(try running.terminate() == 0)
  }
}
