import Foundation

/// The other end of a connected socket of this machine.
enum SocketPeer {
  /// The process that listens there, as the kernel has noted it (unix(7), SO_PEERCRED); 0 for one of another container.
  /// It is known although the process is stopped, or answers nothing. nil for another kind of socket.
  static func process(of descriptor: Int32) -> Int32? {
    // struct ucred: pid, uid, gid.
    var peer = [UInt32](repeating: 0, count: 3)
    var length = socklen_t(12)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
    return Int32(clamping: peer[0])
  }
}
