import CLinux

/// A socket file, mode 0600, that authors connect to.
public struct ControlListener {
  public let descriptor: Int32
  private let path: UnsafePointer<CChar>
  /// Which file it is, whatever its name.
  private let identity: ag_file_identity

  /// `path` stays valid as long as the listener. EADDRINUSE: another guard answers there. EEXIST: not a socket.
  public init(path: UnsafePointer<CChar>) throws(SystemError) {
    descriptor = try checked("listen on the control socket", ag_listen(path))
    identity = ag_identity_of_path(path)
    self.path = path
  }

  /// Whether authors still find it under its name.
  public var isInPlace: Bool {
    let found = ag_identity_of_path(path)
    return found.device == identity.device && found.inode == identity.inode && found.inode != 0
  }

  /// Removes the socket file, unless another guard has one there by now.
  public func close() {
    if isInPlace { _ = ag_unlink(path) }
    _ = ag_close(descriptor)
  }

  /// The next author that has connected; nil = none.
  public func accept() -> Int32? {
    let accepted = ag_accept(descriptor)
    return accepted < 0 ? nil : accepted
  }
}

/// Two ends of one line, for parent and child.
public enum SocketPair {
  public static func make() throws(SystemError) -> (Int32, Int32) {
    var ends: InlineArray<2, Int32> = InlineArray(repeating: -1)
    let result = withUnsafeMutableBytes(of: &ends) { bytes in
      ag_socket_pair(bytes.baseAddress!.assumingMemoryBound(to: Int32.self))
    }
    _ = try checked("make a socket pair", result)
    return (ends[0], ends[1])
  }
}

/// Closes a descriptor that is kept as a plain number; a negative one is none.
public func closeDescriptor(_ descriptor: Int32) {
  if descriptor >= 0 { _ = ag_close(descriptor) }
}
