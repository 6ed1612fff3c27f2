import AfterglowLinux
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A connection to a guard that says what no program of ours says: any bytes, with any number of descriptors.
final class RawControlSocket: Sendable {
  let socket: Int32

  /// Tries until somebody listens.
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

  /// −1 when nobody listens.
  private static func connect(_ path: String) -> Int32 {
    let made = Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return made }
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
    var bytes = bytes
    let headerBytes = MemoryLayout<cmsghdr>.size
    let controlBytes = headerBytes + descriptors.count * 4
    let control = UnsafeMutableRawBufferPointer.allocate(byteCount: (controlBytes + 7) / 8 * 8, alignment: 8)
    defer { control.deallocate() }
    control.initializeMemory(as: UInt8.self, repeating: 0)
    var header = cmsghdr()
    header.cmsg_len = controlBytes
    header.cmsg_level = SOL_SOCKET
    header.cmsg_type = 1  // SCM_RIGHTS
    withUnsafeBytes(of: header) { control.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<headerBytes])) }
    for (index, descriptor) in descriptors.enumerated() {
      control.storeBytes(of: descriptor, toByteOffset: headerBytes + 4 * index, as: Int32.self)
    }
    return bytes.withUnsafeMutableBytes { memory in
      var part = iovec(iov_base: memory.baseAddress, iov_len: memory.count)
      return withUnsafeMutablePointer(to: &part) { part in
        var message = msghdr()
        message.msg_iov = part
        message.msg_iovlen = 1
        if !descriptors.isEmpty {
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
        }
        return sendmsg(socket, &message, Int32(MSG_NOSIGNAL)) >= 0
      }
    }
  }

  /// Throws away what has come.
  func drain() {
    var room = [UInt8](repeating: 0, count: 1_024)
    while recv(socket, &room, room.count, Int32(MSG_DONTWAIT)) > 0 {}
  }
}
