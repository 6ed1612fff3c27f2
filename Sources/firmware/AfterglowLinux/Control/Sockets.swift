import CLinux

/// The guard's socket file, mode 0600, to which authors connect.
public struct ControlListener {
  public let descriptor: Int32
  private let path: UnsafePointer<CChar>
  /// Device and inode of the file, to recognise it.
  private let identity: ag_file_identity

  /// Creates the socket file. `path` must outlive the listener.
  ///
  /// - Throws: `SystemError`: EADDRINUSE when another guard answers there, EEXIST when the file is not a socket.
  public init(path: UnsafePointer<CChar>) throws(SystemError) {
    descriptor = try checked("listen on the control socket", ag_listen(path))
    identity = ag_identity_of_path(path)
    self.path = path
  }

  /// Whether the socket is still reachable by its path.
  public var isInPlace: Bool {
    let found = ag_identity_of_path(path)
    return found.device == identity.device && found.inode == identity.inode && found.inode != 0
  }

  /// Closes the socket and removes its file, unless another guard has created its own there.
  public func close() {
    if isInPlace { _ = ag_unlink(path) }
    _ = ag_close(descriptor)
  }

  /// The next author that has connected; nil = none. Never waits.
  public func accept() -> Int32? {
    let accepted = ag_accept(descriptor)
    return accepted < 0 ? nil : accepted
  }
}

/// A connected pair of SOCK_SEQPACKET sockets, for parent and child.
public enum SocketPair {
  /// Makes both ends; the caller closes them.
  ///
  /// - Throws: `SystemError` when no descriptors are left.
  public static func make() throws(SystemError) -> (Int32, Int32) {
    var ends: InlineArray<2, Int32> = InlineArray(repeating: -1)
    let result = withUnsafeMutableBytes(of: &ends) { bytes in
      ag_socket_pair(bytes.baseAddress!.assumingMemoryBound(to: Int32.self))
    }
    _ = try checked("make a socket pair", result)
    return (ends[0], ends[1])
  }
}

/// Closes a descriptor that is stored as a plain number; negative numbers are ignored.
public func closeDescriptor(_ descriptor: Int32) {
  if descriptor >= 0 { _ = ag_close(descriptor) }
}
