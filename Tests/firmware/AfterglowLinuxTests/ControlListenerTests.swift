import AfterglowLinux
import Foundation
import SocketSupport
import Testing

/// Other files and sockets at the path of a guard's socket.
@Suite struct ControlListenerTests {
  let folder: URL
  let path: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "ag-\(UUID().uuidString)")
    path = folder.appending(path: "control").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  /// 0 = it accepts connections now.
  private func errnoOfListening() -> Int32 {
    let name = strdup(path)!
    defer { free(name) }
    do throws(SystemError) {
      ownUmask()
      let listener = try ControlListener(path: name)
      listener.close()
      return 0
    } catch {
      return error.errno
    }
  }

  /// A socket that listens and never accepts.
  private func listen(_ type: __socket_type) throws -> Int32 {
    let made = socket(AF_UNIX, Int32(type.rawValue), 0)
    try #require(bindRaw(made, to: path) == 0)
    if type != SOCK_DGRAM { try #require(Glibc.listen(made, 4) == 0) }
    return made
  }

  @Test func `a socket without a listener is replaced`() throws {
    defer { remove() }
    close(try listen(SOCK_SEQPACKET))
    #expect(errnoOfListening() == 0)
  }

  @Test func `another guard is left alone, and not waited for when it is too busy to answer`() throws {
    defer { remove() }
    let other = try listen(SOCK_SEQPACKET)
    defer { close(other) }
    #expect(errnoOfListening() == EADDRINUSE)
    var waiting: [Int32] = []
    defer { for one in waiting { close(one) } }
    repeat {
      waiting.append(socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0))
    } while connectRaw(waiting.last!, to: path) == 0
    try #require(errno == EAGAIN)
    let before = Date()
    #expect(errnoOfListening() == EADDRINUSE)
    // Waiting would take five seconds.
    #expect(Date().timeIntervalSince(before) < 4)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [SOCK_STREAM, SOCK_DGRAM].map(\.rawValue))
  func `a socket of another kind is not removed`(type: UInt32) throws {
    defer { remove() }
    let other = try listen(__socket_type(type))
    defer { close(other) }
    #expect(errnoOfListening() == EEXIST)
    let client = socket(AF_UNIX, Int32(type), 0)
    defer { close(client) }
    #expect(connectRaw(client, to: path) == 0, "it is not to be found any more")
  }

  @Test func `a file or a folder stays`() throws {
    defer { remove() }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    #expect(errnoOfListening() == EEXIST)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(errnoOfListening() == EEXIST)
  }
}
