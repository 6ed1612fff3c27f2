import AfterglowErrors
import Foundation

/// A socket that accepts connections: by a path that only this user can open, on loopback, or on an address that was
/// asked for.
public final class HTTPListener {
  /// Where a request comes from.
  public enum Origin: Equatable, Sendable {
    /// A program of this user, or of root.
    case socketFile
    /// Any program of this machine, and any page that a browser on it shows.
    case loopback(port: UInt16)
    /// Any program that reaches the address.
    case network(port: UInt16)
  }

  /// Why a listener cannot be made, in one sentence.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Where its requests come from.
  public let origin: Origin
  let descriptor: Int32
  /// The socket's file, with what distinguishes it from another one of its name; nil = it has none.
  private let file: (path: String, device: dev_t, inode: ino_t)?

  private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  /// Listens at a path; a socket that is there is replaced, because its owner has ended.
  ///
  /// - Parameter path: in a folder of this user; at most 107 bytes (unix(7)).
  /// - Throws: `Failure`.
  public init(path: String) throws(Failure) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else {
      throw Failure(description: "\(path) is too long for a socket (\(room - 1) bytes)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw Failure(description: "cannot listen at \(path): there is a file that is no socket")
      }
      unlink(path)
    }
    let descriptor = socket(AF_UNIX, Self.type, 0)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, chmod(path, 0o600) == 0, lstat(path, &status) == 0, listen(descriptor, SOMAXCONN) == 0 else {
      throw Self.failure("listen at \(path)", isPort: false, closing: descriptor)
    }
    file = (path, status.st_dev, status.st_ino)
    (self.descriptor, origin) = (descriptor, .socketFile)
  }

  /// Listens on 127.0.0.1 and on no other address.
  ///
  /// - Parameter port: 0 = any free one.
  /// - Throws: `Failure`.
  public init(loopbackPort port: UInt16) throws(Failure) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let descriptor = socket(AF_INET, Self.type, 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, SOMAXCONN) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Self.failure("listen on 127.0.0.1:\(port)", closing: descriptor) }
    file = nil
    (self.descriptor, origin) = (descriptor, .loopback(port: UInt16(bigEndian: address.sin_port)))
  }

  /// Listens on an address of this machine, so that others reach it.
  ///
  /// - Parameters:
  ///   - address: such as `192.168.1.20`, `::1`, or `0.0.0.0` for all of version 4 and `::` for all.
  ///   - port: 0 = any free one.
  /// - Throws: `Failure`.
  public init(address: String, port: UInt16) throws(Failure) {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV | AI_NUMERICHOST
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let place = found else {
      throw Failure(
        description: "expected an address of this machine, such as 192.168.1.20 or 0.0.0.0, found \(address)")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(place.pointee.ai_family, Self.type, 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, place.pointee.ai_addr, place.pointee.ai_addrlen) == 0, listen(descriptor, SOMAXCONN) == 0
    else { throw Self.failure("listen on \(address), port \(port)", closing: descriptor) }
    file = nil
    (self.descriptor, origin) = (descriptor, .network(port: Self.port(of: descriptor)))
  }

  /// In versions 4 and 6 of the address it stands at the same place.
  private static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return UInt16(bigEndian: address.sin6_port)
  }

  /// The client of a connection; unknown if its address cannot be read.
  static func peer(of connection: Int32) -> HTTPPeer {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(connection, $0, &length) == 0 }
    }
    return isKnown ? withUnsafeBytes(of: address) { HTTPPeer(socketAddress: $0) } : HTTPPeer()
  }

  /// The cause and what to do about it, where a listener needs another remedy than a file.
  ///
  /// - Parameters:
  ///   - code: as in errno(3).
  ///   - isPort: whether it listens on a port, and not at a path.
  private static func words(_ code: Int32, isPort: Bool) -> String {
    switch code {
    case EADDRINUSE: ErrnoWords.cause(code) + "; choose another port"
    case EACCES, EPERM: ErrnoWords.cause(code) + (isPort ? "; choose a port from 1024 on" : "; choose another folder")
    default: ErrnoWords.sentence(code)
    }
  }

  private static func failure(_ what: String, isPort: Bool = true, closing descriptor: Int32) -> Failure {
    let code = errno
    if descriptor >= 0 { close(descriptor) }
    return Failure(description: "cannot \(what): \(words(code, isPort: isPort))")
  }

  deinit {
    // Another one may be there by now.
    if let file, isInPlace { unlink(file.path) }
    close(descriptor)
  }

  /// Whether clients still reach it: false once the file of its socket was removed or replaced. A port stays in place.
  public var isInPlace: Bool {
    guard let file else { return true }
    var status = stat()
    return lstat(file.path, &status) == 0 && status.st_dev == file.device && status.st_ino == file.inode
  }

  /// The next connection; nil = none waits, or it is another user's.
  ///
  /// - Throws: `errno` as a code if connections cannot be accepted now.
  func accept() throws(AcceptFailure) -> Int32? {
    while true {
      let connection = Foundation.accept(descriptor, nil, nil)
      guard connection >= 0 else {
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EAGAIN: return nil
        default: throw AcceptFailure()
        }
      }
      // Children of this process close all descriptors themselves, so that the moment between both calls is harmless.
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      _ = fcntl(connection, F_SETFL, O_NONBLOCK)
      if origin != .socketFile || Self.isTrusted(connection) { return connection }
      close(connection)
    }
  }

  struct AcceptFailure: Error {}

  /// Whether the other side is this user's or root's, whatever the folder's permissions say.
  private static func isTrusted(_ connection: Int32) -> Bool {
    var peer = [UInt32](repeating: .max, count: 3)
    var length = socklen_t(12)
    guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return false }
    // struct ucred: pid, uid, gid.
    return peer[1] == geteuid() || peer[1] == 0
  }
}
