import AfterglowLinux
import Foundation
import SocketSupport
import Synchronization
import Testing

@testable import afterglow_renderer

/// A control socket's path, and the order in which authors are read.
@Suite struct ControlPostTests {
  private let folder: URL
  private let path: UnsafePointer<CChar>

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "ag-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = UnsafePointer(strdup(folder.appending(path: "control").path)!)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private func connect() throws -> Int32 {
    let made = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
    try #require(connectRaw(made, to: String(cString: path)) == 0)
    return made
  }

  private func isBack(_ attempt: ControlPost.Attempt) -> Bool {
    if case .back = attempt { return true }
    return false
  }

  @Test func `a socket that was removed is had back at once, folder and all, and its authors stay`() throws {
    defer { remove() }
    ownUmask()
    var post = try ControlPost(path: path, FileWatch())
    let author = try connect()
    defer { close(author) }
    #expect(post.accept(atMs: 1_000) != nil && !post.isGone && post.nextDueMs == .max)
    remove()
    #expect(post.isGone)
    post.lose(nowMs: 2_000)
    #expect(post.nextDueMs == 2_000 && !post.isGone)
    #expect(isBack(post.listenIfDue(nowMs: 2_000)))
    let another = try connect()
    defer { close(another) }
    #expect(post.accept(atMs: 3_000) != nil)
    post.clients.sendToAll(ControlMessage(.pong))
    for end in [author, another] {
      guard case .message = receivePacket(from: end) else {
        Issue.record("an author was lost")
        continue
      }
    }
    post.close()
    #expect(!FileManager.default.fileExists(atPath: String(cString: path)))
  }

  /// Between creating a socket and watching it, the kernel reports no removal.
  @Test func `a socket removed the moment it is there is noticed at once or announced by the kernel`() throws {
    defer { remove() }
    let fileWatch = FileWatch()
    try #require(fileWatch.descriptor >= 0)
    ownUmask()
    var post = try ControlPost(path: path, fileWatch)
    defer { post.close() }
    for round in 0..<300 {
      unlink(path)
      post.lose(nowMs: Int64(round))
      while fileWatch.take() {}
      let remover = SocketRemover(String(cString: path))
      _ = post.listenIfDue(nowMs: post.nextDueMs)
      while access(path, F_OK) == 0 { sched_yield() }
      remover.join()
      var set = PollSet()
      let place = set.add(fileWatch.descriptor)
      set.wait(timeoutMs: 0)
      try #require(post.nextDueMs != .max || set.isReady(place), "round \(round): deaf, and nothing says so")
    }
  }

  @Test func `where another guard listens by now it is reported once and retried`() throws {
    defer { remove() }
    ownUmask()
    var post = try ControlPost(path: path, FileWatch())
    try FileManager.default.removeItem(atPath: String(cString: path))
    let other = try ControlListener(path: path)
    post.lose(nowMs: 1_000)
    guard case .failed(let error) = post.listenIfDue(nowMs: 1_000) else {
      Issue.record("it took another guard's place")
      return
    }
    #expect(error.errno == EADDRINUSE)
    guard case .none = post.listenIfDue(nowMs: post.nextDueMs) else {
      Issue.record("reported twice")
      return
    }
    other.close()
    #expect(isBack(post.listenIfDue(nowMs: post.nextDueMs)))
    post.close()
  }

  @Test func `the next turn begins with the author after the one that ended it`() throws {
    defer { remove() }
    ownUmask()
    var post = try ControlPost(path: path, FileWatch())
    var authors: [Int32] = []
    defer { for author in authors { close(author) } }
    for _ in 0..<3 {
      authors.append(try connect())
      _ = post.accept(atMs: 1)
      sendRaw([1], to: authors.last!)
    }
    func order() -> [Int] {
      var set = PollSet()
      post.watch(&set)
      set.wait(timeoutMs: 1_000)
      return (0..<ControlClients.capacity).compactMap { post.author($0, set) }
    }
    let first = order()
    #expect(first.count == 3)
    post.endTurn(with: first[0])
    #expect(order() == [first[1], first[2], first[0]])
    post.close()
  }
}

/// Removes a file on a separate thread, as soon as it exists.
private final class SocketRemover: Sendable {
  private let isOver = Atomic(false)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ path: String) {
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed), unlink(path) != 0 {}
      isDone.signal()
    }
  }

  func join() {
    isOver.store(true, ordering: .relaxed)
    isDone.wait()
  }
}
