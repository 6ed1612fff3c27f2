import AfterglowLinux
import Foundation
import SocketSupport

#if canImport(Glibc)
  import Glibc
#endif

/// A connection to a guard that says what no program of ours says: any bytes, with any number of descriptors.
final class RawControlSocket: Sendable {
  let socket: Int32

  /// Tries until a process listens.
  init(_ path: String) throws {
    for _ in 0..<300 {
      let connected = Self.connect(path)
      if connected >= 0 {
        socket = connected
        return
      }
      usleep(10_000)
    }
    throw SystemError("connect to the control socket", errno: errno)
  }

  deinit { close(socket) }

  /// −1 when no process listens.
  private static func connect(_ path: String) -> Int32 {
    let made = Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
    if connectRaw(made, to: path) == 0 { return made }
    close(made)
    return -1
  }

  /// What a packet of ours looks like.
  static func bytes(_ message: ControlMessage) -> [UInt8] {
    withUnsafeBytes(of: message) { Array($0.prefix(ControlMessage.byteCount)) }
  }

  /// False when the guard has hung up. Waits while it is busy.
  @discardableResult
  func send(_ bytes: [UInt8], descriptors: [Int32] = []) -> Bool {
    sendRaw(bytes, descriptors: descriptors, to: socket) >= 0
  }

  /// Throws away what has come.
  func drain() {
    var room = [UInt8](repeating: 0, count: 1_024)
    while recv(socket, &room, room.count, Int32(MSG_DONTWAIT)) > 0 {}
  }
}
