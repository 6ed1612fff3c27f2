import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Binds a UNIX socket of any kind to `path`; 0, or −1 with `errno`.
public func bindRaw(_ socket: Int32, to path: String) -> Int32 { withAddress(path) { bind(socket, $0, $1) } }

/// Connects one.
public func connectRaw(_ socket: Int32, to path: String) -> Int32 { withAddress(path) { connect(socket, $0, $1) } }

private func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}
